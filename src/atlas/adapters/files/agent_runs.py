"""Runs of agents: each question of a transcript with what the agent answered to it, by the importers of histories."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from atlas.adapters.history import read, recognise
from atlas.errors import BadInput
from atlas.model.history import Conversation
from atlas.model.interaction import Role
from atlas.model.source_file import Section, SkipReason

_ASKED: Final = 80
"""Characters of a question that stand in a heading."""
_MOST: Final = 4_000
"""Characters of one answer: the end of a long one says what came of it."""


def read_runs(path: Path) -> Iterable[Section] | SkipReason:
    """One section for each question; what tools gave back is left out."""
    try:
        kind = recognise(path)
    except BadInput:
        return SkipReason.KIND
    runs = (item for item in read(path, kind) if isinstance(item, Conversation))
    return chain.from_iterable(map(_read_conversation, runs))


def _read_conversation(run: Conversation) -> Iterator[Section]:
    asked, answered = "", ""
    for turn in run.turns:
        if turn.role is Role.USER:
            yield from _make_section(run, asked, answered)
            asked, answered = turn.text.strip(), ""
        elif turn.role is Role.ASSISTANT and turn.text.strip():
            answered = f"{answered}\n\n{turn.text.strip()}"[-_MOST:]
    yield from _make_section(run, asked, answered)


def _make_section(run: Conversation, asked: str, answered: str) -> Iterator[Section]:
    if asked and answered.strip():
        title = " ".join(run.title.split()) or "run"
        question = " ".join(asked.split())
        yield Section((title[:_ASKED], question[:_ASKED]), f"Asked: {question[:_MOST]}\n\nAnswered: {answered.strip()}")
