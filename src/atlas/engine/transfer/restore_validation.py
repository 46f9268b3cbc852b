"""What a row must be like before it comes back (X7, P8): such as our own doors would have let it in.

A file can say anything, and its journal with it. So what no honest export holds is refused: ids of another shape,
numbers and times out of range, texts longer than they may be, characters that nobody sees, secrets. What the fields of
a noun are is read from the noun itself, once for each.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Final, NewType, Union, cast, get_args, get_origin, get_type_hints

from atlas.curation.hygiene import MAX_CHARACTERS, clean_text, redact_secrets
from atlas.curation.invariants import MAX_CONTENT, MAX_PHRASE
from atlas.engine.core.ledger import split_document_part
from atlas.engine.core.text_masks import BLOT
from atlas.engine.curate.suggestions import OPEN, has_all_sources
from atlas.engine.intake.observe import MAX_COUNT, MAX_MESSAGES, MAX_NAME
from atlas.engine.thinking.model_calls import MAX_REPLY
from atlas.errors import Refused
from atlas.model.belief import Argument, Belief
from atlas.model.document import Document
from atlas.model.entity import Entity, EntityId
from atlas.model.ids import ConversationId
from atlas.model.interaction import Interaction, Message
from atlas.model.journal import Part, Row, RowKind
from atlas.model.memory import USE_FIELDS, Evidence, Kind, Memory, Relation, State
from atlas.model.metric import Escalation
from atlas.model.origin import Origin
from atlas.model.plain_data import from_plain
from atlas.model.quarantine import Quarantine
from atlas.model.suggestion import Suggestion
from atlas.model.thinking import Judged
from atlas.model.verdict import Outcome

Check = Callable[[Any], None]

_ID: Final = re.compile(r"(?:[a-z_]{1,20}:[a-z]_[0-9a-z_]{1,40}:)?[a-z]_[0-9a-z_]{1,40}")
"""An edge's is made of its two ends'."""
_VERSION_ID: Final = re.compile(r"d_[0-9a-z_]{1,40}@[1-9][0-9]{0,8}")
"""Of a part about a document: which document, and which version of it."""
_AHEAD: Final = timedelta(days=3_653)
"""No schedule waits longer: one for the 29th of February waits eight years at most."""
_YEARS: Final = range(2, 9_999)
"""In any zone, and with a day more or less, it is still a time."""
_MOST_DAYS: Final = 1_000_000.0
_MOST_TEXT: Final = 2 * MAX_CHARACTERS
"""What stands for a secret may be longer than it was."""
_MOST_PAYLOAD: Final = 8 * MAX_CHARACTERS
"""A letter of another alphabet is six in a payload."""
_NAMES: Final = {ConversationId: MAX_NAME, EntityId: 4 * MAX_PHRASE}
"""Ids that are somebody's words; a sign of a name may be three in an id."""
_LIMITS: Final = {
    "Answer.text": MAX_REPLY,
    "Argument.insight": MAX_CONTENT,
    "Belief.topic": MAX_PHRASE,
    "Claim.attribute": MAX_PHRASE,
    "Claim.value": MAX_PHRASE,
    "Entity.names": MAX_PHRASE,
    "Memory.tags": MAX_PHRASE,
    "Message.speaker": MAX_NAME,
    "Part.payload": _MOST_PAYLOAD,
    "Remember.tags": MAX_PHRASE,
}
_SHARES: Final = frozenset(
    {"confidence", "emotion", "importance", "novelty", "share", "strength", "unique_ratio", "weight", "Signal.score"}
)
_SIGNED: Final = frozenset({"direction", "priority"})
_IDS: Final = frozenset({"Entity.handle", "Judged.memory", "Part.id"})
_AS_IT_CAME: Final = frozenset(
    {"Answer.text", "Evidence.quote", "Part.payload", "Serving.conversation"}
    | {"problem", "reason", "replaces", "says"}
)
"""What is not cleaned where it comes in; a quote is compared with what it quotes."""
_REDACTED: Final = frozenset(
    {"Archive.gist", "Archived.text", "Argument.insight", "Belief.topic"}
    | {"Claim.value", "Document.text", "Document.title", "Memory.content"}
    | {"Message.text", "Pattern.description", "Remember.content", "Revise.content", "Serving.query", "Suggestion.text"}
)
"""What secrets are taken out of where it comes in."""


# --- nouns


def check_fields(noun: object, *, loosely: bool = False) -> None:
    """A noun and all that is in it. Refused with a sentence; a ValueError where a value is of another type.

    Loosely, only the types are looked at: what was refused is kept as it was.
    """
    for name, holds in _field_checks(cast("Hashable", type(noun)), loosely):
        holds(getattr(noun, name))


_UNSAID: Final = frozenset(
    {(Kind.KNOWLEDGE, Origin.FILE), (Kind.KNOWLEDGE, Origin.WEB), (Kind.DECISION, Origin.OPERATOR)}
)
"""What stands in a file, or was recorded: its own evidence, since nobody said it (C6)."""


def check_memory(memory: Memory) -> None:
    check_fields(memory)
    _check_bounds(memory)
    derived = memory.transcribes is not None or memory.linked(Relation.DERIVED_FROM)
    read = (memory.kind, memory.origin) in _UNSAID
    if not memory.evidence and not derived and not read and memory.state is not State.GONE:
        raise Refused("It has no evidence.")


def _check_bounds(memory: Memory) -> None:
    if memory.transcribes is None and len(memory.content) > MAX_CONTENT:
        raise Refused(f"It is longer than {MAX_CONTENT:,} characters.")
    if memory.trust > memory.origin.trust:
        raise Refused("Trust is the lowest of its sources: it is trusted more than where it came from.")


def check_interaction(interaction: Interaction) -> None:
    check_fields(interaction)
    if len(interaction.messages) > MAX_MESSAGES:
        raise Refused(f"An interaction has at most {MAX_MESSAGES} messages.")


def check_judged(judged: Judged) -> None:
    check_fields(judged)
    check_fields(judged.proposal, loosely=judged.verdict.outcome is Outcome.REFUSED)


def check_belief(belief: Belief) -> None:
    check_fields(belief)
    stances = (belief.stance, belief.corrected or 0.0)
    if not all(-1.0 <= each <= 1.0 for each in stances):
        raise Refused("Its stance is not between -1 and 1.")
    if belief.trust > belief.origin.trust:
        raise Refused("Trust is the lowest of its sources: it is trusted more than where it came from.")


def check_argument(argument: Argument) -> None:
    check_fields(argument)
    if argument.direction not in (-1, 1):
        raise Refused("It is neither for nor against.")


def check_suggestion(suggestion: Suggestion, said: Sequence[Message]) -> None:
    """The journal does not have them, and an open one goes into a context: it stands on what was said here."""
    check_fields(suggestion)
    if suggestion.state not in OPEN:
        return
    if not has_all_sources(suggestion, said):
        raise Refused("It stands on no message that is here.")
    if suggestion.trust > min(message.origin.trust for message in said):
        raise Refused("Trust is the lowest of its sources: it is trusted more than what it was made from.")


def check_part(part: Part) -> None:
    """What it says came before is what undoing would bring back."""
    _check_part_id(part)
    check_fields(replace(part, id=part.id.partition("@")[0]))
    change = part.change()
    if change is None:
        return
    before, after = change.before, change.after
    if not all(row is None or isinstance(row, Mapping) for row in (before, after)):
        raise ValueError(part.id)
    if part.kind is RowKind.DOCUMENT:
        _check_versions(part, before, after)
    if before is not None and part.kind in _PAST:
        _PAST[part.kind](before)


def _check_part_id(part: Part) -> None:
    if (part.kind is RowKind.DOCUMENT) != (_VERSION_ID.fullmatch(part.id) is not None):
        raise Refused("Its id is none that ATLAS gives.")


def _check_versions(part: Part, before: Row | None, after: Row | None) -> None:
    """Both can be restored: what a document said before, and what it said then."""
    id, version = split_document_part(part.id)
    rows = [from_plain(Document, row) if row is not None else None for row in (before, after)]
    for document in filter(None, rows):
        check_fields(document)
        if document.id != id or document.version > version:
            raise Refused("It is about another document, or another version of it.")
        if document.trust > document.origin.trust:
            raise Refused("Trust is the lowest of its sources: it is trusted more than where it came from.")


def check_due(moment: datetime | None, now: datetime) -> None:
    if moment is not None and moment - now > _AHEAD:
        raise Refused("It is due in more than ten years.")


def check_quote(evidence: Evidence, text: str | None) -> None:
    """Word for word, where it says. Where nobody has the text any more, it is at least clean."""
    if text is None:
        _no_secret("quote")(evidence.quote)
    elif not evidence.quote.strip() or text[evidence.start : evidence.end] != evidence.quote:
        raise Refused("Its quote does not stand in the message it names.")


# --- what the journal would give back


def _past_memory(row: Row) -> None:
    """An episode's text is its message's own and stands there."""
    memory = from_plain(Memory, {**row, "content": row.get("content") or ""})
    check_fields(memory)
    _check_bounds(memory)


def _past_entity(row: Row) -> None:
    check_fields(from_plain(Entity, row))


def _past_use(row: Row) -> None:
    for name, holds in _field_checks(Memory, False):
        if name in USE_FIELDS and name in row:
            value = row[name]
            holds(datetime.fromisoformat(str(value)) if name == "reinforced_at" else value)


def _past_gist(row: Row) -> None:
    _no_secret("gist")(row["gist"])


def _past_belief(row: Row) -> None:
    check_belief(from_plain(Belief, row))


def _past_argument(row: Row) -> None:
    check_argument(from_plain(Argument, row))


def _past_escalation(row: Row) -> None:
    check_fields(from_plain(Escalation, row))


def _past_quarantine(row: Row) -> None:
    check_fields(from_plain(Quarantine, row))


_PAST: Final[Mapping[RowKind, Callable[[Row], None]]] = {
    RowKind.MEMORY: _past_memory,
    RowKind.ENTITY: _past_entity,
    RowKind.USE: _past_use,
    RowKind.GIST: _past_gist,
    RowKind.BELIEF: _past_belief,
    RowKind.ARGUMENT: _past_argument,
    RowKind.ESCALATION: _past_escalation,
    RowKind.QUARANTINE: _past_quarantine,
}


# --- fields


@cache
def _field_checks(kind: Any, loosely: bool) -> tuple[tuple[str, Check], ...]:
    hints = get_type_hints(kind)
    return tuple((each.name, _make_check(kind, each.name, hints[each.name], loosely)) for each in fields(kind))


def _make_check(kind: type[Any], name: str, hint: Any, loosely: bool) -> Check:
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        known = [each for each in inner if each is not type(None)]
        return _optional_check(_make_check(kind, name, known[0], loosely)) if len(known) == 1 else _accept_anything
    if origin is tuple:
        each = [_make_check(kind, name, part, loosely) for part in inner if part is not Ellipsis]
        return _all_of(each[0]) if Ellipsis in inner else _one_by_one(each)
    if isinstance(hint, NewType):
        own = _text_check(kind, name, _NAMES[hint]) if hint in _NAMES else _check_id
        return _of_type(str) if loosely else own
    if is_dataclass(hint):
        return _noun_check(hint, loosely)
    return _plain_check(kind, name, origin or hint, loosely)


def _plain_check(kind: type[Any], name: str, hint: Any, loosely: bool) -> Check:
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _of_type(hint)
    if hint is str and not loosely:
        where = f"{kind.__name__}.{name}"
        return _non_empty_check(_check_id) if where in _IDS else _text_check(kind, name, _LIMITS.get(where, _MOST_TEXT))
    if hint is datetime:
        return _moment_check(name)
    if hint in (int, float):
        return _number_check(kind, name, hint, loosely)
    return _of_type(hint)


def _accept_anything(value: Any) -> None:
    """Accept any of a union of nouns: whoever has one looks at it."""


def _optional_check(holds: Check) -> Check:
    return lambda value: None if value is None else holds(value)


def _non_empty_check(holds: Check) -> Check:
    """A check that passes over an empty text: an entity that somebody only spoke of has no handle yet."""
    return lambda value: None if value == "" else holds(value)


def _all_of(holds: Check) -> Check:
    def check_all(values: Any) -> None:
        for value in values:
            holds(value)

    return check_all


def _one_by_one(each: list[Check]) -> Check:
    def check_each(values: Any) -> None:
        for holds, value in zip(each, values, strict=True):
            holds(value)

    return check_each


def _noun_check(kind: Any, loosely: bool) -> Check:
    of_type = _of_type(kind)

    def check_noun(value: Any) -> None:
        of_type(value)
        check_fields(value, loosely=loosely)

    return check_noun


def _of_type(kind: Any) -> Check:
    def check_type(value: Any) -> None:
        if not isinstance(value, kind):
            raise ValueError(kind)

    return check_type


def _check_id(value: Any) -> None:
    if not _ID.fullmatch(value):
        raise Refused("Its id is none that ATLAS gives.")


def _text_check(kind: type[Any], name: str, most: int) -> Check:
    where, says = f"{kind.__name__}.{name}", _field_title(name)
    as_it_came = bool({name, where} & _AS_IT_CAME)
    no_secret = _no_secret(name) if where in _REDACTED else _accept_anything

    def check_text(value: Any) -> None:
        if len(value) > most:
            raise Refused(f"{says} is longer than {most:,} characters.")
        if not as_it_came and clean_text(value) != value:
            raise Refused(f"{says} holds characters that nobody sees.")
        no_secret(value)

    return _both_checks(_of_type(str), check_text)


def _no_secret(name: str) -> Check:
    """Between blots: a blot after "my password is" looks like one."""

    def check_secrets(value: Any) -> None:
        found = [kind for piece in value.split(BLOT) for kind in redact_secrets(piece)[1]]
        if found:
            raise Refused(f"{_field_title(name)} holds a secret ({found[0]}): forget it where it is, and export anew.")

    return check_secrets


def _both_checks(first: Check, second: Check) -> Check:
    def check_both(value: Any) -> None:
        first(value)
        second(value)

    return check_both


def _moment_check(name: str) -> Check:
    def check_moment(value: Any) -> None:
        if value.tzinfo is None:
            raise ValueError(name)
        if value.year not in _YEARS or value.astimezone(UTC).year not in _YEARS:
            raise Refused(f"{_field_title(name)} is out of range.")

    return _both_checks(_of_type(datetime), check_moment)


def _number_check(kind: type[Any], name: str, hint: Any, loosely: bool) -> Check:
    is_share = bool({name, f"{kind.__name__}.{name}"} & _SHARES)
    least, most = _number_range(name, hint, loosely)

    def check_number(value: Any) -> None:
        if isinstance(value, bool) or not math.isfinite(value):
            raise ValueError(name)
        if is_share and not loosely and not 0.0 <= value <= 1.0:
            raise Refused(f"{_field_title(name)} is not between 0 and 1.")
        if not least <= value <= most:
            raise Refused(f"{_field_title(name)} is out of range.")

    return _both_checks(_of_type(hint), check_number)


def _number_range(name: str, hint: Any, loosely: bool) -> tuple[float, float]:
    if name == "stability_days":
        return 0.0, _MOST_DAYS
    return (-MAX_COUNT if hint is float or loosely or name in _SIGNED else 0), MAX_COUNT


def _field_title(name: str) -> str:
    return f"Its {name.replace('_', ' ')}"
