"""What is new of a history is stored, a batch in a transaction; what is here, or was forgotten here, is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from atlas.engine.core.access import ReadAccess
from atlas.engine.core.ledger import Ledger, note_change
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.proposals import Neighbours
from atlas.engine.intake.episodes import make_episodes
from atlas.engine.intake.observe import session_for
from atlas.engine.thinking.schedule import owe_for_interaction
from atlas.engine.transfer.imported_notes import find_rejected_neighbours, propose_notes
from atlas.engine.transfer.imported_turns import ImportedMessage, Piece, group_interactions
from atlas.engine.transfer.known_turns import Known, KnownDigests, compare_messages
from atlas.model.history import Format, Skipped
from atlas.model.interaction import Interaction, Message
from atlas.model.journal import Action, Actor
from atlas.model.origin import Origin
from atlas.ports.reading import Reader

BATCH_TURNS: Final = 400
BATCH_CHARACTERS: Final = 4_000_000
"""Of one transaction: whoever talks meanwhile does not wait long for their turn to write."""
KEPT_TOGETHER: Final = 64
SHOWN: Final = 5
"""Of what could not be read, so many are told with their reason."""


@dataclass(slots=True)
class ImportReport:
    """What stood in a history, and what of it is new here."""

    format: Format
    conversations: int = 0
    turns: int = 0
    notes: int = 0
    new_turns: int = 0
    new_interactions: int = 0
    new_notes: int = 0
    origins: Counter[Origin] = field(default_factory=Counter)
    """Of what is new, how many have which."""
    known: int = 0
    """Turns and notes that are here already."""
    other_text: int = 0
    """Those that are here under the same name with another text, which stays."""
    unvouched: int = 0
    """Of those, the ones for which somebody vouches now and nobody did when they came in: `vouch` is for these."""
    forgotten: int = 0
    """Those that were here once and were forgotten, all of it or words in it: they do not come back this way."""
    cut: int = 0
    """Those that were too long, and became several."""
    redacted: int = 0
    """Secrets that were taken out of what is new."""
    skipped: int = 0
    """What could not be read."""
    examples: list[Skipped] = field(default_factory=list)
    first: datetime | None = None
    last: datetime | None = None
    broke: str | None = None
    """Why reading ended before the end, where it did; what came before is taken in."""
    days: int = 0
    """Of a replay: the days on which something was said."""
    cycles: Mapping[str, int] = field(default_factory=dict)
    """Of a replay: what the history's own clock fired, and how often."""
    met: KnownDigests = field(default_factory=dict, repr=False, compare=False)
    """What was new so far."""

    @property
    def read_anything(self) -> bool:
        return bool(self.turns or self.notes)

    def record_skipped(self, found: Skipped) -> None:
        self.skipped += 1
        if len(self.examples) < SHOWN:
            self.examples.append(found)

    def note_dates(self, messages: Sequence[ImportedMessage]) -> None:
        for at in (each.message.at for each in messages if each.dated):
            self.first = min(self.first or at, at)
            self.last = max(self.last or at, at)


def make_batches(found: Iterable[Piece]) -> Iterator[list[Piece]]:
    batch: list[Piece] = []
    turns = characters = 0
    for piece in found:
        if batch and (turns + len(piece.messages) > BATCH_TURNS or characters + piece.length > BATCH_CHARACTERS):
            yield batch
            batch, turns, characters = [], 0, 0
        batch.append(piece)
        turns, characters = turns + len(piece.messages), characters + piece.length
    if batch:
        yield batch


def count_new(access: ReadAccess, found: Iterable[Piece], done: ImportReport) -> datetime | None:
    """Count what storing would come to; the moment when the first of what is new was said."""
    begins: datetime | None = None
    for batch in make_batches(found):
        with access.reading() as reader:
            said = [each.at for piece in batch for each in group_interactions(find_new(reader, piece, done))]
        begins = min([*said, *([begins] if begins else [])], default=None)
    return begins


def find_new(reader: Reader, piece: Piece, done: ImportReport) -> list[ImportedMessage]:
    """The messages that are neither here nor were forgotten here; turns and notes are counted by their first part."""
    met = list(compare_messages(reader, piece.messages, done.met))
    begun = [each for each in met if each.imported.begins]
    count = Counter(each.known for each in begun)
    done.known += count[Known.HERE]
    done.other_text += count[Known.OTHER_TEXT]
    done.forgotten += count[Known.FORGOTTEN]
    done.unvouched += sum(_less_trusted(each.origin, each.imported.message.origin) for each in begun)
    done.origins.update(each.imported.message.origin for each in begun if each.known is Known.NEW)
    if piece.note:
        done.new_notes += count[Known.NEW]
    else:
        done.new_turns += count[Known.NEW]
    done.cut += piece.cut
    done.note_dates(piece.messages)
    new = [each.imported for each in met if each.known is Known.NEW]
    done.redacted += sum(each.redacted for each in new)
    return new


def _drop_known(reader: Reader, interaction: Interaction) -> Iterator[Interaction]:
    """An interaction without the messages that came in meanwhile, so that each turn comes in once."""
    here = {message.id for message in reader.messages([message.id for message in interaction.messages])}
    if here:
        yield from group_interactions(
            [ImportedMessage(message) for message in interaction.messages if message.id not in here]
        )
    else:
        yield interaction


def _less_trusted(here: Origin | None, now: Origin) -> bool:
    return here is not None and here.trust < now.trust


@dataclass(slots=True)
class ImportWriter:
    """Stores what is new and makes its episodes, a batch at a time."""

    runtime: Runtime
    done: ImportReport
    vouching: str | None = None
    """What the journal says where somebody vouches, before the first that is taken in on their word."""
    live: bool = False
    """Whether it was said just now, and is followed; what was said long ago waits its turn behind that."""

    def store_batch(self, batch: Sequence[Piece]) -> None:
        near = find_rejected_neighbours(
            self.runtime, [each.message for piece in batch if piece.note for each in piece.messages]
        )
        with self.runtime.writing() as txn:
            found = (
                (piece.note, each) for piece in batch for each in group_interactions(find_new(txn, piece, self.done))
            )
            self.receive_interactions(Ledger(self.runtime, txn), found, near)
        make_episodes(self.runtime, batch=KEPT_TOGETHER)

    def receive_interactions(self, ledger: Ledger, found: Iterable[tuple[bool, Interaction]], near: Neighbours) -> None:
        """A note is thought about when it comes in; what was said elsewhere owes its thought like all that is said."""
        notes: list[Message] = []
        for is_note, each in found:
            for interaction in _drop_known(ledger.txn, each):
                if is_note:
                    notes += interaction.messages
                    self._record_interaction(ledger, interaction)
                else:
                    self._record_vouching(ledger)
                    self._record_interaction(ledger, interaction)
                    owe_for_interaction(self.runtime, ledger.txn, interaction.id, just_said=self.live)
                    self.done.new_interactions += 1
        propose_notes(self.runtime, ledger, notes, near)

    def _record_interaction(self, ledger: Ledger, interaction: Interaction) -> None:
        session = session_for(ledger.txn, interaction, self.runtime.sessions)
        ledger.record_interaction(replace(interaction, session=session.id), session)

    def _record_vouching(self, ledger: Ledger) -> None:
        if self.vouching is not None:
            told = note_change(self.runtime.note_id(), self.vouching)
            ledger.record_entry(Actor.OPERATOR, Action.OBSERVED, [told])
            self.vouching = None
