"""Other people's turns and notes as messages of ours (X7): named by where they stand, cleaned, cut, dated.

An id is told from the source's own names alone, so that whoever brings the same turn again brings the same message.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Final

from atlas.curation.hygiene import MAX_CHARACTERS, clean_text, redact_secrets
from atlas.curation.invariants import MAX_CONTENT
from atlas.curation.retrieved import split_retrieved
from atlas.engine.curate.provenance import vouched_origin
from atlas.engine.intake.observe import MAX_MESSAGES, MAX_NAME, speaker_name
from atlas.language.names import plain_name
from atlas.language.sentences import sentence_spans
from atlas.model.history import NOTES, Conversation, Format, Noted, Turn
from atlas.model.ids import ConversationId, InteractionId, MessageId, Prefix, SessionId, make_id
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.journal import encode_canonical
from atlas.model.origin import Origin

CUT_BACK: Final = 10_000
"""So far before its end a part is looked at for the end of a sentence."""
_PASSAGES: Final = "#retrieved"
_LATER: Final = InteractionId("")
"""Which interaction a message belongs to is known once it is known which of its neighbours are new."""


@dataclass(frozen=True, slots=True)
class ImportedMessage:
    """One message to be, of a turn, a note or a part of one."""

    message: Message
    redacted: int = 0
    """Secrets that were taken out of it; the first part has those of all."""
    dated: bool = True
    """Whether its time is the source's own."""
    begins: bool = True
    """Whether it is the first part of its turn or note, by which those are counted."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Neighbours of one conversation, or one note; looked at and stored together."""

    messages: tuple[ImportedMessage, ...]
    note: bool = False
    cut: int = 0
    """Turns that were too long for one message."""

    @property
    def length(self) -> int:
        return sum(len(each.message.text) for each in self.messages)


@dataclass(frozen=True, slots=True)
class TurnConverter:
    """Makes messages of turns and notes: of which format, whether somebody vouches for them, and when."""

    format: Format
    vouch: bool
    now: datetime

    def convert_conversation(self, found: Conversation) -> Piece:
        name = self._conversation_name(found.id)
        messages: list[ImportedMessage] = []
        cut = 0
        for turn, at in zip(found.turns, _turn_moments(found.turns, self.now), strict=True):
            for number, part in enumerate(_split_by_origin(turn)):
                parts = self._make_messages(part, (found.id, part.id), name, at, MAX_CHARACTERS)
                messages += parts if number == 0 else [replace(each, begins=False) for each in parts]
                cut += len(parts) > 1
        return Piece(tuple(messages), cut=cut)

    def convert_note(self, found: Noted) -> Piece:
        """Under the same id at another time it is another note: what was noted before was changed there.

        Nobody can vouch for it: a memory's notes are written by a model, in a person's name or not (X1).
        """
        name = self._conversation_name(found.who, f"{NOTES} of ") if found.who else self._conversation_name(NOTES)
        turn = Turn(found.id, Role.USER, found.origin, found.text)
        at = min(found.at or self.now, self.now)
        place = (NOTES, found.id, found.at.isoformat() if found.at else "")
        messages = replace(self, vouch=False)._make_messages(turn, place, name, at, MAX_CONTENT)
        return Piece(tuple(messages), note=True, cut=int(len(messages) > 1))

    def _origin_of(self, role: Role, origin: Origin) -> Origin:
        return vouched_origin(role, origin) if self.vouch else origin

    def _conversation_name(self, id: str, before: str = "") -> ConversationId:
        plain = clean_text(id).strip()
        name = f"{self.format}:{before}{plain}"
        fits = plain == id and len(name) <= MAX_NAME and not redact_secrets(plain)[1]
        return ConversationId(name if fits else f"{self.format}:{before}{sha256(id.encode()).hexdigest()[:24]}")

    def _make_messages(
        self, turn: Turn, place: tuple[str, ...], conversation: ConversationId, at: datetime, most: int
    ) -> list[ImportedMessage]:
        """Secrets are looked for in the whole, since a cut may go through one, and in every part, as in all we keep."""
        whole, found = redact_secrets(clean_text(turn.text))
        origin, speaker = self._origin_of(turn.role, turn.origin), _speaker_of(turn)
        messages: list[ImportedMessage] = []
        for number, part in enumerate(_split_text(whole, most)):
            id = MessageId(_derive_id(Prefix.MESSAGE, [self.format.value, *place, number]))
            message = Message(id, _LATER, conversation, 0, turn.role, origin, redact_secrets(part)[0], at, speaker)
            begins = number == 0
            messages.append(ImportedMessage(message, len(found) if begins else 0, at < self.now, begins))
        return messages


def _split_by_origin(turn: Turn) -> Iterator[Turn]:
    """What a person said, and apart from it the passages that an application put into their turn (X1).

    The first keeps the name of the turn, so that it is counted, and known again, as one.
    """
    is_typed = turn.role is Role.USER and turn.origin is Origin.IMPORT
    words, retrieved = split_retrieved(clean_text(turn.text)) if is_typed else (turn.text, None)
    if retrieved is None:
        yield turn
        return
    if words.strip():
        yield replace(turn, text=words)
    name = f"{turn.id}{_PASSAGES}" if words.strip() else turn.id
    yield replace(turn, id=name, role=Role.TOOL, origin=retrieved.origin, text=retrieved.text, speaker=None)


def group_interactions(messages: Sequence[ImportedMessage]) -> Iterator[Interaction]:
    """Interactions of a question and its answer each; what comes unasked goes with the first answer."""
    for group in _group_exchanges([each.message for each in messages]):
        for start in range(0, len(group), MAX_MESSAGES):
            yield _make_interaction(group[start : start + MAX_MESSAGES])


def _make_interaction(exchange: Sequence[Message]) -> Interaction:
    first = exchange[0]
    own = InteractionId(_derive_id(Prefix.INTERACTION, [first.id]))
    messages = tuple(replace(each, interaction=own, ordinal=ordinal) for ordinal, each in enumerate(exchange))
    return Interaction(own, first.conversation, SessionId(_derive_id(Prefix.SESSION, [first.id])), first.at, messages)


def _group_exchanges(messages: Sequence[Message]) -> list[list[Message]]:
    groups: list[list[Message]] = []
    asked = False
    for each in messages:
        if not groups or (each.role is Role.USER and asked):
            groups.append([])
            asked = False
        asked = asked or each.role is Role.USER
        groups[-1].append(each)
    return groups


def _turn_moments(turns: Sequence[Turn], now: datetime) -> Iterator[datetime]:
    """The moment of each turn: where the source does not say, that of the turn before; none lies in the future."""
    known = next((turn.at for turn in turns if turn.at), now)
    for turn in turns:
        known = min(turn.at or known, now)
        yield known


def _speaker_of(turn: Turn) -> str | None:
    return speaker_name(turn.speaker) if turn.speaker and plain_name(clean_text(turn.speaker)) else None


def _derive_id(prefix: Prefix, names: Sequence[str | int]) -> str:
    return make_id(prefix, sha256(encode_canonical(list(names)).encode("ascii")).digest())


def _split_text(text: str, most: int) -> list[str]:
    """The text in pieces of at most so many characters, cut between sentences where there are any."""
    if len(text) <= most:
        return [text] if text.strip() else []
    parts: list[str] = []
    begin = 0
    while len(text) - begin > most:
        end = _find_cut(text, begin, begin + most)
        parts.append(text[begin:end])
        begin = end
    return [part.strip() for part in (*parts, text[begin:]) if part.strip()]


def _find_cut(text: str, begin: int, end: int) -> int:
    """The place behind the last whole sentence, which is looked for near the end of a long part."""
    start = max(begin, end - CUT_BACK)
    ends = [start + behind for _, behind in sentence_spans(text[start:end])]
    return ends[-2] if len(ends) > 1 else end
