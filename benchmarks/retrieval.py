"""How much of the evidence for a question is among the ten turns that come back, beside what simpler methods find.

Data: LoCoMo, LongMemEval and BEAM (`formats`). Everything goes in through `observe` with its real time, under the
policy `auto_low_risk`; a session of the data is a conversation, a named speaker a user, and a question and its reply
one interaction. Each talk has a store of its own. What `recall` returns is traced to turns: an episode to the one that
it transcribes, a fact to those that it quotes. The baselines see the same turns in the same run.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from atlas import compose
from atlas._version import __version__
from atlas.curation.policy import CurationPolicy, Mode
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.observe import Said
from atlas.errors import BadInput
from atlas.model.ids import MessageId
from atlas.model.interaction import Role
from atlas.model.memory import Memory
from atlas.settings import Settings
from atlas.surfaces.library import Atlas
from benchmarks.baselines import Baselines
from benchmarks.formats import ADVERSARIAL, PUBLIC, Question, Talk, Turn, load, present
from benchmarks.measures import (
    DEPTH,
    RESAMPLES,
    SEED,
    Difference,
    Score,
    by_category,
    difference,
    macro,
    mean,
    score,
)  # fmt: skip
from benchmarks.ranking_fit import Case, Weighed, case, weigh

POLICY: Final = Mode.AUTO_LOW_RISK
METHODS: Final = ("atlas", "bm25", "dense", "rrf")
LEGS: Final = ("bm25", "dense")
COMPARED: Final = ("longmemeval", "beam")
"""Sets in which the margin over the better leg counts; it is drawn for each and for both together."""

Placed = Mapping[MessageId, str]
"""Which turn a message is."""

Tick = Callable[[int], None]
Progress = Callable[[int, int], None]
"""How much was done just now, and of how much in all."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One question, and the turns that each method returned for it, best first."""

    question: Question
    returned: Mapping[str, Sequence[str]]

    def score(self, method: str) -> Score:
        return score(self.question.category, self.returned[method], self.question.evidence)


@dataclass(frozen=True, slots=True)
class Measured:
    """One data set."""

    name: str
    talks: int
    turns: int
    unstored: int
    """Turns that were not taken in: empty ones."""
    memories: int
    answered: tuple[Answered, ...]
    cases: tuple[Case, ...] = ()
    """What the fit needs of each question; only where it is asked for."""

    def scores(self, method: str) -> list[Score]:
        return [each.score(method) for each in self.answered if each.question.category != ADVERSARIAL]

    def adversarial(self, method: str) -> list[Score]:
        return [each.score(method) for each in self.answered if each.question.category == ADVERSARIAL]

    def figures(self) -> dict[str, Any]:
        sizes = {"stores": self.talks, "turns": self.turns, "unstored": self.unstored, "memories": self.memories}
        methods = {method: _figures(self.scores(method), self.adversarial(method)) for method in METHODS}
        return {**sizes, "questions": len(self.scores(METHODS[0])), "methods": methods}


@dataclass(frozen=True, slots=True)
class Margin:
    """What ATLAS has over the better leg."""

    leg: str
    difference: Difference

    def figures(self) -> dict[str, Any]:
        numbers = {name: getattr(self.difference, name) for name in ("value", "low", "high")}
        return {"better_leg": self.leg, **_rounded(numbers)}


@dataclass(frozen=True, slots=True)
class Result:
    embedder: str
    depth: int
    date: str
    measured: tuple[Measured, ...]
    weighed: Weighed | None = None

    def margins(self) -> dict[str, Margin]:
        """For each set that is compared, and for all of them together where there are several."""
        compared = [each for each in self.measured if each.name in COMPARED]
        margins = {each.name: margin([each]) for each in compared}
        return {**margins, "together": margin(compared)} if len(compared) > 1 else margins

    def figures(self) -> dict[str, Any]:
        """Everything, for `--json`, `--save` and the tables; the same run gives the same, but for the date."""
        settings = {"embedder": self.embedder, "policy": POLICY.value, "limit": DEPTH, "depth": self.depth}
        return {
            "version": __version__,
            "date": self.date,
            "seed": SEED,
            "resamples": RESAMPLES,
            "settings": settings,
            "sets": {each.name: each.figures() for each in self.measured},
            "margins": {name: each.figures() for name, each in self.margins().items()},
            **({"fit": self.weighed.figures()} if self.weighed else {}),
        }


def margin(measured: Sequence[Measured]) -> Margin:
    """By macro-average recall@10; the categories of two sets are different ones, whatever they are called."""
    scores = {method: _named_apart(measured, method) for method in ("atlas", *LEGS)}
    better = max(LEGS, key=lambda leg: macro(scores[leg])["recall@10"])
    return Margin(better, difference(scores["atlas"], scores[better]))


def _named_apart(measured: Sequence[Measured], method: str) -> list[Score]:
    return [replace(each, category=f"{of.name}: {each.category}") for of in measured for each in of.scores(method)]


def _figures(scores: Sequence[Score], adversarial: Sequence[Score]) -> dict[str, Any]:
    categories = {
        name: {"questions": len(group), **_rounded(mean(group))} for name, group in by_category(scores).items()
    }
    apart = {"questions": len(adversarial), **_rounded(mean(adversarial))} if adversarial else None
    return {
        "overall": _rounded(mean(scores)),
        "macro": _rounded(macro(scores)),
        "categories": categories,
        **({ADVERSARIAL: apart} if apart else {}),
    }


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in values.items()}


# --- running


def run(
    folder: Path, names: Sequence[str], settings: Settings, progress: Progress | None = None, *, fit: bool = False
) -> Result:
    """The named data sets of a folder, or all that it has."""
    chosen = list(names) or present(folder)
    if not chosen:
        raise BadInput(f"There is none of {', '.join(PUBLIC.values())} under {folder}.")
    sets = {name: load(name, folder) for name in chosen}
    total = sum(len(talk.turns) + len(talk.questions) for talks in sets.values() for talk in talks)
    own = bench_settings(settings)

    def tick(count: int) -> None:
        if progress:
            progress(count, total)

    measured = tuple(_measured(name, talks, own, tick, fit) for name, talks in sets.items())
    weighed = weigh({each.name: each.cases for each in measured}) if fit else None
    embedder, date = _about(own)
    return Result(embedder, own.recall.depth, date, measured, weighed)


def bench_settings(settings: Settings) -> Settings:
    """Only what makes vectors is the person's own choice; everything else is as it ships."""
    plain = Settings(settings.home)
    return replace(
        settings,
        zone=UTC,
        curation=CurationPolicy(mode=POLICY),
        recall=plain.recall,
        context=plain.context,
        model=None,
    )


def _about(settings: Settings) -> tuple[str, str]:
    """The embedder that was really used, and today's date."""
    with opened(settings) as (runtime, atlas):
        return runtime.embedder.identity.key, atlas.admin.now().date().isoformat()


def _measured(name: str, talks: Sequence[Talk], settings: Settings, tick: Tick, fit: bool) -> Measured:
    done = [_one(talk, settings, tick, fit) for talk in talks]
    return Measured(
        name,
        talks=len(talks),
        turns=sum(len(talk.turns) for talk in talks),
        unstored=sum(each.unstored for each in done),
        memories=sum(each.memories for each in done),
        answered=tuple(answered for each in done for answered in each.answered),
        cases=tuple(case for each in done for case in each.cases),
    )


def _one(talk: Talk, settings: Settings, tick: Tick, fit: bool) -> Measured:
    with opened(settings) as (runtime, atlas):
        placed = take_in(atlas, talk.turns, tick)
        plain = Baselines(talk.turns, runtime.embedder.embed)
        answered = [_answered(atlas, plain, question, placed, tick) for question in talk.questions]
        asked = [each for each in talk.questions if each.category != ADVERSARIAL] if fit else []
        cases = tuple(case(runtime, talk.name, each, lambda memory: turns_of([memory], placed)) for each in asked)
        memories = sum(each.count for each in atlas.inspect.status().counts)
    return Measured(talk.name, 1, len(talk.turns), len(talk.turns) - len(placed), memories, tuple(answered), cases)


@contextmanager
def opened(settings: Settings) -> Iterator[tuple[Runtime, Atlas]]:
    """A store that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="atlas-bench-") as folder:
        runtime = compose.make_runtime(settings, Path(folder) / "bench.atlas")
        atlas = Atlas(runtime, background=False)
        try:
            yield runtime, atlas
        finally:
            atlas.close(think=False)


def _answered(atlas: Atlas, plain: Baselines, question: Question, placed: Placed, tick: Tick) -> Answered:
    recalled = atlas.recall(question.text, DEPTH, at=question.at)
    ours = turns_of([item.memory for item in recalled], placed)
    tick(1)
    return Answered(question, {"atlas": ours, **plain.answers(question.text)})


def turns_of(memories: Iterable[Memory], placed: Placed) -> list[str]:
    """The turns that memories come from, each once, in the memories' order."""
    messages = [message for memory in memories for message in _messages(memory)]
    return list(dict.fromkeys(placed[message] for message in messages if message in placed))


def _messages(memory: Memory) -> list[MessageId]:
    return [memory.transcribes] if memory.transcribes else [each.message for each in memory.evidence]


# --- taking in


def take_in(atlas: Atlas, turns: Sequence[Turn], tick: Tick) -> dict[MessageId, str]:
    """All turns through the front door, thinking after each session, as there would be time for it then."""
    placed: dict[MessageId, str] = {}
    for _, session in groupby(turns, key=lambda turn: turn.session):
        said = list(session)
        for exchange in exchanges(said):
            placed |= _observed(atlas, exchange)
        atlas.flush()
        tick(len(said))
    return placed


def exchanges(turns: Sequence[Turn]) -> list[list[Turn]]:
    """What somebody said and what was answered, together; what opens a session unasked goes with the first answer."""
    groups: list[list[Turn]] = []
    for turn in turns:
        asked = groups and any(each.role is Role.USER for each in groups[-1])
        if not groups or (turn.role is Role.USER and asked):
            groups.append([])
        groups[-1].append(turn)
    return groups


def _observed(atlas: Atlas, exchange: Sequence[Turn]) -> dict[MessageId, str]:
    """An empty turn, a picture without words, leaves nothing behind; nor does what is refused."""
    told = [turn for turn in exchange if turn.text.strip()]
    said = [Said(turn.role, turn.text, speaker=turn.speaker, at=turn.at) for turn in told]
    receipt = atlas.observe(messages=said, conversation=exchange[0].session, at=exchange[0].at)
    if receipt.interaction is None or not receipt.acknowledged:
        return {}
    messages = atlas.inspect.interaction(receipt.interaction).interaction.messages
    whole = len(messages) == len(told)  # a turn of nothing but marks that are cleaned away would shift the others
    return {message.id: turn.id for message, turn in zip(messages, told, strict=True)} if whole else {}
