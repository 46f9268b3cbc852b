"""The seven tools. The caller is a model: it may look, wish and say how a memory fared; none of them approves (C3)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from mcp.server.mcpserver import (
    AcceptedElicitation,
    Context,
    Elicit,
    ElicitationResult,
    MCPServer,
    Resolve,
)
from mcp_types import ToolAnnotations
from mcp_types.version import is_version_at_least
from pydantic import BaseModel, Field

from atlas.model.memory import Kind, Status
from atlas.surfaces.mcp.result_text import (
    Desk,
    describe_feedback,
    describe_forgetting,
    describe_left_request,
    describe_request,
    describe_status,
    describe_story,
    shown_to_model,
)

CONVERSATION: Final = "mcp"
_LEARNED: Final = tuple(kind for kind in Kind if kind is not Kind.EPISODE)
_ASKED_IN_RESULTS: Final = "2026-07-28"
"""From this version of the protocol on a question goes into the result; before, it is a request of the server."""
_SHOWN: Final = 500
_READS: Final = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)

Ctx = Context[Desk, Any]
MemoryArg = Annotated[str, Field(description="A memory's id, as recall gives it.", min_length=3, max_length=100)]
KindArg = Literal["fact", "preference", "rule", "lesson", "decision", "knowledge"]
AnyKindArg = Literal["fact", "preference", "rule", "lesson", "insight", "decision", "knowledge", "observation"]


class Answer(BaseModel):
    """What a person says when they are asked."""

    forget: bool = Field(description="Forget it for good? Nothing brings it back.")


class NotAsked(Answer):
    """The client has no way to ask somebody."""

    forget: bool = False


def _desk_of(ctx: Ctx) -> Desk:
    return ctx.request_context.lifespan_context


def recall(
    query: Annotated[str, Field(description="What to look for, as a question or in words.", max_length=2_000)],
    ctx: Ctx,
    limit: Annotated[int, Field(description="At most so many.", ge=1, le=20)] = 8,
) -> str:
    """Search approved memory. Gives the best matches, each with its id, its origin and the words it stands on; before
    them what was learned of how to answer, behind them your own positions on that."""
    desk = _desk_of(ctx)
    learned = desk.atlas.assistant.learned_instructions()
    results = desk.atlas.assistant.recall(query, limit, written=desk.quote_recalled)
    found = desk.quote_recalled(results) if results else "Nothing that is approved bears on that."
    positions = desk.atlas.assistant.positions(query)
    return "\n\n".join(part for part in (learned, found, positions) if part)


def remember(
    text: Annotated[str, Field(description="One thing, in a sentence that stands alone.", max_length=4_000)],
    ctx: Ctx,
    kind: Annotated[KindArg, Field(description="What sort of thing it is.")] = "fact",
    conversation: Annotated[
        str | None, Field(description="A name for the conversation it comes from.", max_length=100)
    ] = None,
) -> str:
    """Propose something to remember. It always waits for a person, and nobody is given it until they approve it."""
    # In a user's own conversation a text that they never saw could be taken for the question their next "yes" answers.
    place = f"{CONVERSATION}:{conversation}" if conversation else CONVERSATION
    return describe_request(_desk_of(ctx).atlas.assistant.propose_memory(text, kind=kind, conversation=place))


def feedback(
    memory: MemoryArg,
    signal: Annotated[
        Literal["helped", "wrong", "stale"],
        Field(description="helped: it was used and it worked; wrong: it is not so; stale: it is no longer so."),
    ],
    ctx: Ctx,
    note: Annotated[str, Field(description="Why, in a few words.", max_length=1_000)] = "",
) -> str:
    """Say how a memory fared. Helped counts once for each recall; wrong and stale ask a person to look at it."""
    return describe_feedback(_desk_of(ctx).atlas.feedback.rate_memory(memory, signal, note, by_model=True))


def list_memories(
    ctx: Ctx,
    kind: Annotated[AnyKindArg | None, Field(description="Only of this kind.")] = None,
    limit: Annotated[int, Field(description="At most so many.", ge=1, le=50)] = 20,
) -> str:
    """List what was learned and is approved, the newest first. Messages are found with recall."""
    desk = _desk_of(ctx)
    kinds = (Kind(kind),) if kind else _LEARNED
    found = desk.atlas.memories(limit=limit, kinds=kinds, statuses=[Status.APPROVED])
    shown = desk.atlas.inspect.as_served(each for each in found if shown_to_model(each))
    return desk.quote_recalled(shown) if shown else "Nothing of that is approved."


def explain(memory: MemoryArg, ctx: Ctx) -> str:
    """Tell where a memory comes from, how it stands and why. What is not approved is explained without its text."""
    desk = _desk_of(ctx)
    return describe_story(desk.atlas.inspect.memory(memory), desk.atlas.admin.now(), desk.zone)


def ask_person(memory: str, ctx: Ctx) -> Elicit[Answer] | NotAsked:
    """The question shows them what it is about; what the model says about it does not stand there."""
    desk = _desk_of(ctx)
    target = desk.atlas.inspect.memory(memory).memory
    if not _can_ask(ctx):
        return NotAsked()
    return Elicit(
        f"Forget this memory, and all that was drawn from it, for good? {desk.quote_unapproved(target, _SHOWN)}", Answer
    )


def propose_forget(
    memory: MemoryArg,
    answer: Annotated[ElicitationResult[Answer], Resolve(ask_person)],
    ctx: Ctx,
    reason: Annotated[str, Field(description="Why, in a few words.", max_length=1_000)] = "",
) -> str:
    """Ask a person to forget a memory for good. Where nobody can be asked, the wish waits for them."""
    atlas = _desk_of(ctx).atlas
    if not isinstance(answer, AcceptedElicitation):
        return "Nothing was forgotten: the person did not agree."
    if isinstance(answer.data, NotAsked):
        wish = atlas.assistant.propose_forget(memory, reason)
        return describe_left_request(wish, atlas.inspect.resolve(memory))
    if not answer.data.forget:
        return "Nothing was forgotten: the person said no."
    return describe_forgetting(atlas.forget(memory))


def status(ctx: Ctx) -> str:
    """Tell how memory stands: how much there is, what waits for a person, what is still to be thought about."""
    return describe_status(_desk_of(ctx).atlas.inspect.status())


def add_tools(server: MCPServer[Desk]) -> None:
    """In this order they are listed, always."""
    adds = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
    ends = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)
    for function, title, hints in (
        (recall, "Search memory", _READS),
        (remember, "Propose a memory", adds),
        (feedback, "Say how a memory fared", adds),
        (list_memories, "List what was learned", _READS),
        (explain, "Explain a memory", _READS),
        (propose_forget, "Ask to forget a memory", ends),
        (status, "How memory stands", _READS),
    ):
        server.add_tool(function, title=title, annotations=hints, structured_output=False)


def _can_ask(ctx: Ctx) -> bool:
    """Whether this client declared that it can put a question to somebody, and there is a way for it."""
    declared = ctx.client_capabilities
    form = declared.elicitation if declared else None
    if form is None or (form.form is None and form.url is not None):
        return False
    version = ctx.protocol_version
    return (version is not None and is_version_at_least(version, _ASKED_IN_RESULTS)) or ctx.session.can_send_request
