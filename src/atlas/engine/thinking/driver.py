"""The driver of thinking: it runs a tier's generator, answers its questions, and brings home what it proposes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from atlas.engine.core.foreground import yield_to_foreground
from atlas.engine.core.runtime import PreparedReply, Runtime
from atlas.engine.core.vectors import query_vectors
from atlas.engine.thinking.model_calls import Asked, Chat, ask_all
from atlas.errors import BadInput, ModelTrouble
from atlas.model.ids import InteractionId
from atlas.model.interaction import Interaction, Message
from atlas.model.origin import Trust
from atlas.model.reading import Reading
from atlas.model.task import Size
from atlas.model.thinking import (
    Annotate,
    Annotations,
    Ask,
    AskAssistant,
    AssistantReply,
    Embed,
    Given,
    Job,
    Material,
    Reply,
    Request,
    Thinking,
    Thoughts,
    Vectors,
)
from atlas.ports.llm import Turn
from atlas.ports.reading import Reader

EARLIER_MESSAGES = 12

RULES = "rules"
"""The thinker's name when no language model was there (J14): the small reader and the rules."""


def drive_tier(runtime: Runtime, job: Job, thinking: Thinking, asked: Asked) -> Thoughts:
    """Run a tier to its end.

    Raises ModelTrouble where a question finds no answer, AnnotatorTrouble where nothing can be read: nothing is lost
    by either.
    """
    ordinal = 0
    try:
        requests = next(thinking)
        while True:
            yield_to_foreground()
            try:
                given = _answer_requests(runtime, job, requests, ordinal, asked)
            except ModelTrouble as trouble:
                requests = thinking.throw(trouble)  # a tier that has something to say of it may
                continue
            ordinal += sum(isinstance(request, Ask | AskAssistant) for request in requests)
            requests = thinking.send(given)
    except StopIteration as done:
        thoughts: Thoughts = done.value
        return thoughts


def reach_first_question(runtime: Runtime, thinking: Thinking) -> tuple[Request, ...]:
    """Run a tier to its first question of a model; messages are read on the way, and pauses are not waited for.

    Raises StopIteration, with the thoughts, for a tier that asks nothing, and AnnotatorTrouble.
    """
    asked = tuple(next(thinking))
    while all(isinstance(each, Annotate) for each in asked):
        readings = (_annotate_messages(runtime, each) for each in asked if isinstance(each, Annotate))
        asked = tuple(thinking.send(tuple(readings)))
    return asked


def _answer_requests(
    runtime: Runtime, job: Job, requests: Sequence[Request], ordinal: int, asked: Asked
) -> tuple[Given, ...]:
    prepared = {at: _prepare_reply(runtime, each) for at, each in enumerate(requests) if isinstance(each, AskAssistant)}
    asks = [
        _build_chat(each, prepared[at]) if isinstance(each, AskAssistant) else each
        for at, each in enumerate(requests)
        if isinstance(each, Ask) or (isinstance(each, AskAssistant) and runtime.model is not None)
    ]
    replies = iter(ask_all(runtime, job, list(enumerate(asks, ordinal)), asked) if asks else ())
    return tuple(_answer_request(runtime, each, prepared.get(at), replies) for at, each in enumerate(requests))


def _answer_request(
    runtime: Runtime, request: Request, prepared: PreparedReply | None, replies: Iterator[Reply]
) -> Given:
    if isinstance(request, Embed):
        return _embed_texts(runtime, request)
    if isinstance(request, Annotate):
        return _annotate_messages(runtime, request)
    if prepared is None:
        return next(replies)
    text = prepared.answer_from_memory() if runtime.model is None else next(replies).texts[0]
    return AssistantReply(text, prepared.served)


def _prepare_reply(runtime: Runtime, ask: AskAssistant) -> PreparedReply:
    if runtime.prepare_reply is None:
        raise BadInput("Nobody here answers questions as the assistant does.")
    return runtime.prepare_reply(runtime, ask)


def _build_chat(ask: AskAssistant, prepared: PreparedReply) -> Chat:
    """As a user's question is put: what is remembered stands in the user's turn, as quoted data (trust rule 3)."""
    text = f"{prepared.data}\n\n---\n{ask.text}" if prepared.data else ask.text
    earlier = (Turn(role, said) for role, said in ask.earlier)
    return Chat(prepared.instructions, (*earlier, Turn("user", text)), repr(ask))


def _annotate_messages(runtime: Runtime, wanted: Annotate) -> Annotations:
    """The reader's marks, or None without a reader."""
    if runtime.annotator is None:
        return Annotations(None)
    readings: list[Reading] = []
    for message in wanted.messages:
        yield_to_foreground()
        readings.extend(runtime.annotator.annotate([message]))
    return Annotations(tuple(readings))


def _embed_texts(runtime: Runtime, wanted: Embed) -> Vectors:
    return Vectors(query_vectors(runtime, wanted.texts) if wanted.texts else None)


def join_thinkings(thinkings: Iterable[Thinking]) -> Thinking:
    """Run several thinkings one after the other and join their thoughts."""
    found: list[Thoughts] = []
    for thinking in thinkings:
        found.append((yield from thinking))  # noqa: PERF401 # no comprehension yields from another
    if len(found) == 1:
        return found[0]
    return Thoughts(
        proposals=tuple(each for one in found for each in one.proposals),
        said=next((one.said for one in found if one.said), {}),
        tomorrow=tuple(each for one in found for each in one.tomorrow),
        patterns=tuple(each for one in found for each in one.patterns),
        signals=tuple(each for one in found for each in one.signals),
        left=tuple(dict.fromkeys(each for one in found for each in one.left)),
        problem=next((one.problem for one in found if one.problem), None),
        escalate=any(one.escalate for one in found),
        target=next((one.target for one in found if one.escalate), Size.LARGE),
        judgements=tuple(each for one in found for each in one.judgements),
        draft=next((one.draft for one in found if one.draft), None),
        trouble=next((one.trouble for one in found if one.trouble), None),
    )


# --- what an interaction gives to think about


def read_materials(reader: Reader, interaction: Interaction) -> tuple[Material, ...]:
    """What one job may see, question by question (J17): of one conversation, and near and far text never together.

    In a conversation that took in text from afar, the assistant's words may be that text again, and a "yes" to them is
    what a page wanted to hear: there the users' own words are read by themselves.
    """
    least = Trust.USER if reader.find_tainted([interaction.conversation]) else Trust.ASSISTANT
    earlier = reader.messages_before(interaction.id, EARLIER_MESSAGES)
    near = [message for message in interaction.messages if message.origin.trust >= least]
    alone = [(message,) for message in interaction.messages if message.origin.trust < least]
    questions = [Material(keep_messages(interaction, near), tuple(_filter_by_trust(earlier, least)))] if near else []
    return (*questions, *(Material(keep_messages(interaction, said)) for said in alone))


def pick_own_words(reader: Reader, interaction: Interaction) -> Material | None:
    """Pick the users' own messages in and before an interaction: all that a model is shown to learn about them
    (J17)."""
    said = list(_filter_by_trust(interaction.messages, Trust.USER))
    if not said:
        return None
    earlier = _filter_by_trust(reader.messages_before(interaction.id, EARLIER_MESSAGES), Trust.USER)
    return Material(keep_messages(interaction, said), tuple(earlier))


def keep_messages(interaction: Interaction, messages: Iterable[Message]) -> Interaction:
    return replace(interaction, messages=tuple(messages))


def _filter_by_trust(messages: Iterable[Message], least: Trust) -> Iterator[Message]:
    return (message for message in messages if message.origin.trust >= least)


def interaction_of(reader: Reader, id: InteractionId | None) -> Interaction | None:
    return reader.interaction(id) if id else None
