"""Take in an interaction (J15): one short durable transaction, no embedding and no thinking inside."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

from atlas.curation.hygiene import MAX_CHARACTERS, clean_text, redact_secrets
from atlas.curation.retrieved import split_retrieved
from atlas.engine.core.deadline import Deadline
from atlas.engine.core.foreground import foreground_call
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.log_fields import log_fields
from atlas.engine.core.policy import SessionPolicy
from atlas.engine.core.runtime import MAX_BACKLOG, Runtime
from atlas.engine.thinking.schedule import owe_for_interaction
from atlas.errors import BadInput, NotFound, Refused, StoreTrouble
from atlas.language.folding import fold_text
from atlas.language.names import MAX_SPEAKER, plain_name
from atlas.language.registry import LANGUAGE
from atlas.language.sentences import sentence_spans
from atlas.model.ids import ConversationId, InteractionId, QuarantineId
from atlas.model.interaction import Interaction, Message, Role, Session
from atlas.model.origin import Origin
from atlas.ports.writing import Writer

_LOG: Final = logging.getLogger("atlas.intake")
MAX_MESSAGES: Final = 200
MAX_NAME: Final = 200
MAX_COUNT: Final = 2**53
_TAIL: Final = 100_000
_HEAD: Final = MAX_CHARACTERS - _TAIL - 1_000
"""Of a message that is too long, so much is kept of its end and its beginning."""
_MARGIN: Final = 20_000
_CUT_BACK: Final = 10_000
"""So far from a cut the end of a sentence is looked for."""
_LINE_ENDS: Final = re.compile(r"[\t\n\v\f\r\u2028\u2029]+")

_ROLE_ORIGIN: Final = {
    Role.USER: Origin.USER,
    Role.ASSISTANT: Origin.ASSISTANT,
    Role.SYSTEM: Origin.OPERATOR,
    Role.TOOL: Origin.TOOL,
}


@dataclass(frozen=True, slots=True)
class Said:
    """One message as an application hands it over. Its origin is the application's word, never a model's."""

    role: Role
    text: str
    origin: Origin | None = None
    speaker: str | None = None
    at: datetime | None = None
    confidence: float | None = None
    tokens: int | None = None
    latency_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of an observation. `acknowledged` means durable."""

    acknowledged: bool
    interaction: InteractionId | None = None
    problem: str | None = None
    redacted: tuple[str, ...] = field(default=())
    """The kinds of secrets that were taken out."""
    cut: int = 0
    """Characters that were left out of the middle of what was too long to be kept whole; a mark stands there."""
    quarantine: QuarantineId | None = None
    """The quarantine by which what was said here is kept, and out of service until that is lifted (C8)."""


def observe(runtime: Runtime, said: Sequence[Said], conversation: str, at: datetime | None = None) -> Receipt:
    """Store an interaction and owe it a thought. A store in trouble is reported, not raised."""
    with foreground_call():
        return _observe_now(runtime, said, conversation, at)


def _observe_now(runtime: Runtime, said: Sequence[Said], conversation: str, at: datetime | None) -> Receipt:
    fitted = [_fit_message(item) for item in said]
    cut = sum(left_out for _, left_out, _ in fitted)
    moment = runtime.now() if at is None else at
    interaction, found = _make_interaction(runtime, [item for item, _, _ in fitted], conversation, moment)
    redacted = (*(kind for _, _, kinds in fitted for kind in kinds), *found)
    try:
        store_backlog(runtime)
        contained = _store_interaction(runtime, interaction)
    except StoreTrouble as trouble:
        if len(runtime.memo.backlog) == MAX_BACKLOG:
            runtime.note_trouble(
                "observe", f"{runtime.memo.backlog[0].id} was never stored and makes room for a newer one."
            )
        runtime.memo.backlog.append(interaction)
        runtime.note_trouble("observe", str(trouble))
        waiting = len(runtime.memo.backlog)
        _LOG.warning(
            "An interaction waits to be stored.", extra=log_fields(interaction=interaction.id, waiting=waiting)
        )
        return Receipt(False, interaction.id, f"{trouble} It is kept in memory and tried again.", redacted, cut)
    return Receipt(True, interaction.id, None, redacted, cut, contained)


def store_backlog(runtime: Runtime) -> int:
    """Store what could not be stored before, oldest first; how many."""
    stored = 0
    with runtime.memo.storing:  # two threads that store the same one would lose the next
        while runtime.memo.backlog:
            stored += _store_waiting(runtime, runtime.memo.backlog[0])
            runtime.memo.backlog.popleft()
    return stored


def store_backlog_before(runtime: Runtime, deadline: Deadline) -> bool:
    """Store what could not be stored before, unless another thread is at it until the deadline; whether that was done.

    It may be waiting for the file. Whoever is asked for an answer meanwhile would wait for the file after it, in turn.
    """
    if not runtime.memo.backlog:
        return True
    if not runtime.memo.storing.acquire(timeout=deadline.left_s):
        return False
    try:
        store_backlog(runtime)
    finally:
        runtime.memo.storing.release()
    return True


def store_backlog_at_last(runtime: Runtime) -> int:
    """The last time to try, before the store is closed; how many could not be stored anywhere.

    Where the file was replaced while it was open, what lies at its place now takes what was said meanwhile (X9).
    """
    with suppress(StoreTrouble):
        store_backlog(runtime)
    if runtime.memo.backlog:
        with suppress(StoreTrouble, NotFound), closing(runtime.store.reopened()) as store:
            store_backlog(replace(runtime, store=store))
    return len(runtime.memo.backlog)


def _store_waiting(runtime: Runtime, interaction: Interaction) -> bool:
    """Store an interaction of the backlog; one that can never be stored must not hold up those after it."""
    try:
        _store_interaction(runtime, interaction)
    except (BadInput, Refused) as refused:
        runtime.note_trouble("observe", f"{interaction.id} waited to be stored and was refused: {refused}")
        return False
    return True


def _make_interaction(
    runtime: Runtime, said: Sequence[Said], conversation: str, at: datetime
) -> tuple[Interaction, tuple[str, ...]]:
    name = ConversationId(name_of(conversation, "conversation"))
    kept = [(item, clean_text(_check_text(item.text))) for item in said]
    kept = [(item, text) for item, text in kept if text.strip()]
    if not kept:
        raise BadInput("There is nothing to observe: every message is empty.")
    if len(kept) > MAX_MESSAGES:
        raise BadInput(f"An interaction has at most {MAX_MESSAGES} messages; this one has {len(kept)}.")
    own = runtime.interaction_id()
    messages: list[Message] = []
    redacted: list[str] = []
    for item, text in kept:
        safe, found = redact_secrets(text)
        redacted.extend(found)
        for part, words in _split_by_origin(item, safe):
            messages.append(_make_message(runtime, part, words, own, name, len(messages), at))
    moment = to_utc(at)
    return Interaction(own, name, runtime.session_id(), moment, tuple(messages)), tuple(redacted)


def _split_by_origin(item: Said, text: str) -> Iterator[tuple[Said, str]]:
    """A user's own words, and apart from them the passages that an application put into their turn (X1)."""
    role = _check_role(item.role)
    words, retrieved = split_retrieved(text) if role is Role.USER else (text, None)
    if words.strip():
        yield item, words
    if retrieved is not None:
        origin = min(retrieved.origin, _check_origin(role, item.origin), key=lambda each: each.trust)
        yield replace(item, role=Role.TOOL, origin=origin, speaker=None, tokens=None), retrieved.text


def _check_text(text: object) -> str:
    if not isinstance(text, str):
        raise BadInput(f"A message is text, not {type(text).__name__}.")
    return text


def _fit_message(item: Said) -> tuple[Said, int, tuple[str, ...]]:
    """What somebody wrote stands before or behind what they pasted: of a text that is too long both ends are kept.

    Secrets are looked for past the cuts, since a cut may go through one.
    """
    text = _check_text(item.text)
    if len(text) <= MAX_CHARACTERS:
        return item, 0, ()
    head, in_head = redact_secrets(clean_text(text[: _HEAD + _MARGIN]))
    tail, in_tail = redact_secrets(clean_text(text[-_TAIL - _MARGIN :]))
    head, tail = head[:_HEAD], tail[-_TAIL:]
    head, tail = head[: _end_of_last_sentence(head)], tail[_end_of_first_sentence(tail) :].lstrip()
    left_out = len(text) - len(head) - len(tail)
    kept = replace(item, text=f"{head.rstrip()}\n[… {left_out:,} characters left out …]\n{tail}")
    return kept, left_out, (*in_head, *in_tail)


def _end_of_last_sentence(text: str) -> int:
    """The place behind the last whole sentence."""
    start = max(0, len(text) - _CUT_BACK)
    ends = [start + behind for _, behind in sentence_spans(text[start:])]
    return ends[-2] if len(ends) > 1 else len(text)


def _end_of_first_sentence(text: str) -> int:
    """The place behind the first sentence, whose beginning is not there."""
    ends = [behind for _, behind in sentence_spans(text[:_CUT_BACK])]
    return ends[0] if len(ends) > 1 else 0


def name_of(name: str, what: str) -> str:
    """A name as it is stored: on one line, bounded. One that holds a secret gets another, the same each time."""
    plain = _LINE_ENDS.sub(" ", clean_text(name)).strip() if isinstance(name, str) else ""
    if not plain or len(plain) > MAX_NAME:
        raise BadInput(f"The name of a {what} has 1 to {MAX_NAME} characters.")
    return f"{what} {_name_digest(plain)}" if redact_secrets(plain)[1] else plain


def speaker_name(name: str) -> str:
    """A speaker's name as it is stored. What is too long, holds a secret or is reserved gets a short one instead.

    That is the same each time: what was said is not lost over it, and two people stay two.
    """
    if not isinstance(name, str):
        raise BadInput(f"The name of a speaker is text, not {type(name).__name__}.")
    plain = plain_name(clean_text(name[:MAX_CHARACTERS]))
    if not plain:
        raise BadInput(f"The name of a speaker has 1 to {MAX_SPEAKER} characters.")
    if LANGUAGE.names.is_reserved_name(plain):  # its facts would read as the user's own
        return f"speaker {_name_digest(fold_text(plain))}"
    return f"speaker {_name_digest(plain)}" if len(plain) > MAX_SPEAKER or redact_secrets(plain)[1] else plain


def _name_digest(name: str) -> str:
    return sha256(name.encode()).hexdigest()[:12]


def _make_message(
    runtime: Runtime, item: Said, text: str, interaction: InteractionId, conversation: ConversationId, ordinal: int,
    at: datetime,
) -> Message:  # fmt: skip
    return Message(
        id=runtime.message_id(),
        interaction=interaction,
        conversation=conversation,
        ordinal=ordinal,
        role=(role := _check_role(item.role)),
        origin=_check_origin(role, item.origin),
        text=text,
        at=to_utc(item.at or at),
        speaker=speaker_name(item.speaker) if item.speaker else None,
        confidence=_check_share(item.confidence),
        tokens=_check_count(item.tokens, "tokens"),
        latency_ms=_check_count(item.latency_ms, "milliseconds"),
    )


def _check_share(number: float | None) -> float | None:
    """A share as it will be read back: a 1 that comes back as 1.0 would look like tampering to the journal."""
    if number is None:
        return None
    if not isinstance(number, int | float) or not 0.0 <= number <= 1.0:
        raise BadInput(f"A confidence is a number from 0 to 1, not {number!r}.")
    return float(number)


def _check_count(number: int | None, what: str) -> int | None:
    if number is None:
        return None
    if not isinstance(number, int) or not 0 <= number <= MAX_COUNT:
        raise BadInput(f"A message has 0 to {MAX_COUNT:,} {what}, not {number!r}.")
    return int(number)


def _check_role(role: Role | str) -> Role:
    if not isinstance(role, str) or role not in set(Role):
        raise BadInput(f"The role of a message is one of {', '.join(Role)}.")
    return Role(role)


def _check_origin(role: Role, origin: Origin | str | None) -> Origin:
    """The origin of a message: an application may claim one further away than its role, never a nearer one (X1)."""
    usual = _ROLE_ORIGIN[role]
    if origin is None:
        return usual
    if not isinstance(origin, str) or origin not in set(Origin):
        raise BadInput(f"The origin of a message is one of {', '.join(Origin)}.")
    if Origin(origin).trust > usual.trust:
        raise BadInput(f"A message of the {role} cannot have the origin {origin}: that is more trusted.")
    return Origin(origin)


def to_utc(moment: datetime) -> datetime:
    """A moment in UTC; one without a zone is taken to be UTC."""
    if type(moment) is datetime and moment.tzinfo is UTC:
        return moment
    try:
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (AttributeError, TypeError):
        raise BadInput(f"A time is a datetime, not {type(moment).__name__}.") from None
    except (OverflowError, ValueError):
        raise BadInput(f"The time {moment} is out of range.") from None


def _store_interaction(runtime: Runtime, interaction: Interaction) -> QuarantineId | None:
    """Store an interaction, and say by which quarantine it is contained."""
    with runtime.writing() as txn:
        session = session_for(txn, interaction, runtime.sessions)
        placed = Interaction(interaction.id, interaction.conversation, session.id, interaction.at, interaction.messages)
        Ledger(runtime, txn).record_interaction(placed, session)
        owe_for_interaction(runtime, txn, placed.id)
        held = [each for each in txn.quarantines() if each.goes_on]
        caught = (each.id for each in held if any(each.contains_message(said) for said in placed.messages))
        return next(caught, None)


def session_for(txn: Writer, interaction: Interaction, policy: SessionPolicy) -> Session:
    """The session that goes on, or a new one where the conversation rested."""
    last = txn.last_session(interaction.conversation)
    if last and last.ended_at is None and interaction.at - last.last_at <= policy.idle:
        return replace(last, last_at=max(last.last_at, interaction.at))
    return Session(interaction.session, interaction.conversation, interaction.at, interaction.at)
