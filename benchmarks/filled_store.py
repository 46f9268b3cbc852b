"""A store with many memories, quickly, and an embedder that has its answers ready."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Final

from atlas.curation.effects import Stamp, create_episode
from atlas.engine.core.marks import KEPT
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.vectors import embed_missing
from atlas.model.ids import ConversationId, MemoryId
from atlas.model.interaction import Interaction, Message, Role, Session
from atlas.model.memory import Memory, Status
from atlas.model.origin import Origin
from atlas.model.recall import EmbedderIdentity
from benchmarks.sentences import DIMENSION, Line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

START: Final = datetime(2024, 1, 1, tzinfo=UTC)
IDENTITY: Final = EmbedderIdentity("bench", DIMENSION, "1")

_PACE: Final = timedelta(seconds=20)
_TALK: Final = 20
"""Messages of one conversation."""
_BATCH: Final = 5_000
"""Interactions that are committed together."""
_TURNS: Final = ((Role.USER, Origin.USER), (Role.ASSISTANT, Origin.ASSISTANT))

Tick = Callable[[int], None]


class Ready:
    """Gives the vectors that were laid out for it, in no time: embedding is not what is measured here."""

    identity = IDENTITY

    def __init__(self) -> None:
        import numpy as np

        self.next: NDArray[np.float32] = np.zeros((0, DIMENSION), dtype=np.float32)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.next[: len(texts)]


def fill(runtime: Runtime, lines: Sequence[Line], rows: NDArray[np.float32], tick: Tick) -> list[MemoryId]:
    """Each line a message, a user's and a reply in turn, with its episode and its vector.

    A benchmark fills rows directly, thousands in a transaction, and leaves out the journal and all thinking: a million
    through `observe` would take an hour. It bypasses nothing that is measured; the store is thrown away.
    """
    ids: list[MemoryId] = []
    exchanges = _exchanges(runtime, lines)
    while batch := list(islice(exchanges, _BATCH)):
        before = len(ids)
        with runtime.writing() as txn:
            for interaction, session in batch:
                txn.add_interaction(interaction, session)
                for each in _episodes(runtime, interaction):
                    txn.put_memory(each, None)
                    ids.append(each.id)
            for at in range(before, len(ids)):
                txn.put_vector(ids[at], IDENTITY, rows[at].tobytes())
            txn.put_mark(KEPT, txn.interaction_count())  # they are kept already, and numbered from 1 in a new store
        tick(len(ids) - before)
    embed_missing(runtime)  # nothing is owed; it takes note of that
    return ids


def asked_at(count: int) -> datetime:
    """Some time after the last of so many messages."""
    return START + (count + _TALK) * _PACE


def _episodes(runtime: Runtime, interaction: Interaction) -> Iterator[Memory]:
    for message in interaction.messages:
        yield create_episode(message, Status.APPROVED, Stamp(message.at, runtime.memory_id()))


def _exchanges(runtime: Runtime, lines: Sequence[Line]) -> Iterator[tuple[Interaction, Session]]:
    for start in range(0, len(lines), _TALK):
        name, begun = ConversationId(f"talk {start // _TALK + 1}"), START + start * _PACE
        session = Session(runtime.session_id(), name, begun, begun + _TALK * _PACE)
        for at in range(start, min(start + _TALK, len(lines)), len(_TURNS)):
            said = lines[at : min(at + len(_TURNS), start + _TALK)]
            yield _exchange(runtime, session, START + at * _PACE, said), session


def _exchange(runtime: Runtime, session: Session, at: datetime, said: Sequence[Line]) -> Interaction:
    own = runtime.interaction_id()
    messages = tuple(
        Message(
            runtime.message_id(),
            own,
            session.conversation,
            place,
            role,
            origin,
            line.text,
            at + place * _PACE,
            line.speaker if role is Role.USER else None,
        )
        for place, (line, (role, origin)) in enumerate(zip(said, _TURNS, strict=False))
    )
    return Interaction(own, session.conversation, session.id, at, messages)
