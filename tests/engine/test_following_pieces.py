"""A transcript of any length is followed in pieces: what was read is stored before more of it is (P8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atlas.engine.transfer.follow_transcript import follow_transcript
from atlas.engine.transfer.import_batches import BATCH_TURNS
from atlas.model.history import Conversation, Format, Turn
from atlas.model.interaction import Role
from atlas.model.origin import Origin


def stored(life: Any) -> list[str]:
    with life.runtime.store.reading(life.runtime.space) as reader:
        return [message.text for _, each in reader.interactions(0, 100_000) for message in each.messages]


def piece(number: int, turns: int = BATCH_TURNS) -> Conversation:
    roles = (Role.USER, Role.ASSISTANT)
    made = (Turn(f"{number}.{n}", roles[n % 2], Origin.IMPORT, f"Turn {number}.{n}.") for n in range(turns))
    return Conversation("s", "", tuple(made))


def test_no_more_than_a_piece_is_held_back(life: Any) -> None:
    waiting: list[int] = []

    def pieces() -> Iterator[Conversation]:
        for number in range(6):
            waiting.append(number * BATCH_TURNS - len(stored(life)))
            yield piece(number)

    follow_transcript(life.runtime, pieces(), Format.CODEX, ended=True)
    assert len(stored(life)) == 6 * BATCH_TURNS
    assert max(waiting) <= 3 * BATCH_TURNS


def test_only_the_last_piece_waits_for_its_reply(life: Any) -> None:
    follow_transcript(life.runtime, iter([piece(0, 3), piece(1, 3)]), Format.CODEX)
    assert stored(life) == ["Turn 0.0.", "Turn 0.1.", "Turn 0.2.", "Turn 1.0.", "Turn 1.1."]
