"""Resources and prompts: what a person has their client open. Here, and only here, is seen what waits for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Annotated, Final, ParamSpec

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS
from pydantic import Field

from atlas.errors import AtlasError, NotFound
from atlas.model.memory import Kind, Memory, Status
from atlas.surfaces.mcp.result_text import Desk, describe_story

P = ParamSpec("P")
_PROFILE: Final = (Kind.FACT, Kind.PREFERENCE, Kind.RULE)
_MOST: Final = 50
_REVIEWED: Final = 20
_TOPIC: Final = 20
_TEXT: Final = "text/plain"

_REVIEW: Final = (
    "Go through what waits for me, one by one: say in your own words what it would mean to keep it, where it comes "
    "from, and what speaks for and against it. I decide, in my terminal: `atlas approve ID`, `atlas reject ID`, or "
    "`atlas forget ID`; you cannot, and need not try."
)
_KNOW: Final = (
    "Tell me what you know about me from this: in plain sentences, grouped by subject, each with how you know it and "
    "since when. Say also what you do not know. If something is wrong, I can say so, and you pass it on with feedback."
)


def add_resources(server: MCPServer[Desk], desk: Desk) -> None:
    """In this order they are listed, always."""

    @server.resource("atlas://profile", name="profile", title="What is known about the user", mime_type=_TEXT)
    @_resource_errors
    def profile() -> str:
        """Approved facts, preferences and rules, the newest first, quoted as data with their origin."""
        return profile_text(desk)

    @server.resource("atlas://learned", name="learned", title="What was learned of how to answer", mime_type=_TEXT)
    @_resource_errors
    def learned() -> str:
        """Approved wishes and rules, and the lines of approved documents, as instructions."""
        return desk.atlas.assistant.learned_instructions() or "Nothing is approved yet."

    @server.resource("atlas://pending", name="pending", title="What waits for a person", mime_type=_TEXT)
    @_resource_errors
    def pending() -> str:
        """Memories and wishes that nobody has decided yet, quoted as data that is not approved."""
        return desk.describe_waiting(_MOST)

    @server.resource("atlas://memory/{id}", name="memory", title="One memory, explained", mime_type=_TEXT)
    @_resource_errors
    def memory(id: str) -> str:
        """Where a memory comes from, how it stands and why."""
        return describe_story(desk.atlas.inspect.memory(id), desk.atlas.admin.now(), desk.zone)


def add_prompts(server: MCPServer[Desk], desk: Desk) -> None:
    """In this order they are listed, always."""

    @server.prompt(name="review", title="Review what waits")
    def review() -> str:
        """Go through what waits for you to approve or reject."""
        with _prompt_errors():
            return f"{_REVIEW}\n\n{desk.describe_waiting(_REVIEWED)}"

    @server.prompt(name="what_do_you_know", title="What do you know about me?")
    def what_do_you_know(
        topic: Annotated[str, Field(description="Only about this; without it, everything.", max_length=2_000)] = "",
    ) -> str:
        """Have your assistant tell what it remembers of you, and how it knows."""
        with _prompt_errors():
            learned = desk.atlas.assistant.learned_instructions()
            return "\n\n".join(filter(None, (_KNOW, learned, profile_text(desk, topic))))


def profile_text(desk: Desk, topic: str = "") -> str:
    if topic.strip():
        about = desk.atlas.assistant.recall(topic, _TOPIC, written=desk.quote_recalled)
        return desk.quote_recalled(about) if about else "Nothing that is approved bears on that."
    found = desk.atlas.inspect.as_served(_read_profile(desk))
    return desk.quote_recalled(found) if found else "Nothing is approved yet."


def _read_profile(desk: Desk) -> list[Memory]:
    now = desk.atlas.admin.now()
    found = desk.atlas.memories(limit=_MOST, kinds=_PROFILE, statuses=[Status.APPROVED])
    return [each for each in found if each.valid_at(now)]


def _resource_errors(function: Callable[P, str]) -> Callable[P, str]:
    """Let ATLAS's own sentence about what went wrong reach the client."""

    @wraps(function)
    def read_resource(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return function(*args, **kwargs)
        except NotFound as missing:
            raise ResourceNotFoundError(str(missing)) from missing
        except AtlasError as trouble:
            raise ResourceError(str(trouble)) from trouble

    return read_resource


@contextmanager
def _prompt_errors() -> Iterator[None]:
    """The same for a prompt, which has no way of its own to fail."""
    try:
        yield
    except AtlasError as trouble:
        raise MCPError(INVALID_PARAMS, str(trouble)) from trouble
