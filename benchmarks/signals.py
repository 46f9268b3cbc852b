"""How well the signals tell, on public data sets, beside the source document's own rules in the same run.

Protocol: benchmarks.md §3, seed 7. Each signal is asked through the functions that the engine asks, under the policy
`default`, and again under `research`, which has the document's numbers.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from atlas import compose
from atlas._version import __version__
from atlas.engine.core.runtime import Runtime
from atlas.errors import BadInput
from atlas.settings import Settings, signal_word_texts
from atlas.signals.dissatisfaction import measure_signs, score_dissatisfaction
from atlas.signals.failure_clusters import cluster_failures
from atlas.signals.out_of_distribution import find_outliers
from atlas.signals.policy import DEFAULT, RESEARCH, SignalPolicy
from atlas.signals.re_ask import is_same_question
from atlas.signals.topic_switch import WINDOW, is_switch, measure_features, score_switch
from atlas.signals.word_lists import WordLists, read_words
from atlas.surfaces.library import Atlas
from benchmarks import signals_data as data
from benchmarks.measures import SEED
from benchmarks.retrieval import bench_settings
from benchmarks.signals_fit import CHATS, TURNS, Fitted, Form, fit
from benchmarks.signals_measures import adjusted_rand, auroc, told

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows = NDArray[np.float32]

RULES: Final[Mapping[str, SignalPolicy]] = {"default": DEFAULT, "research": RESEARCH}
_BATCH: Final = 64
_BACK: Final = 8
"""Interactions that the engine looks back on."""

T = TypeVar("T")
Embed = Callable[[Sequence[str]], "Rows"]
Progress = Callable[[int, int], None]
"""How much was done just now, and of how much in all."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One signal: how many cases, and the figures of each rule."""

    name: str
    cases: int
    rules: Mapping[str, Mapping[str, float]]
    fails: Mapping[str, str]
    """Rules that could not be asked here, and why."""

    def figures(self) -> dict[str, Any]:
        rules = {rule: {name: round(value, 4) for name, value in each.items()} for rule, each in self.rules.items()}
        return {"cases": self.cases, **rules, **({"not_measured": dict(self.fails)} if self.fails else {})}


@dataclass(frozen=True, slots=True)
class Result:
    embedder: str
    date: str
    measured: tuple[Measured, ...]
    missing: tuple[str, ...] = ()
    """Signals whose data is not there."""
    fitted: Fitted | None = None
    fitted_chats: Fitted | None = None

    def figures(self) -> dict[str, Any]:
        return {
            "version": __version__,
            "date": self.date,
            "seed": SEED,
            "embedder": self.embedder,
            "signals": {each.name: each.figures() for each in self.measured},
            "missing": list(self.missing),
            **({"fit": self.fitted.figures()} if self.fitted else {}),
            **({"fit_chats": self.fitted_chats.figures()} if self.fitted_chats else {}),
        }


def run(
    folder: Path, names: Sequence[str], settings: Settings, progress: Progress | None = None, *, fit: bool = False
) -> Result:
    """The named signals, or all that there is data for."""
    chosen = list(names) or data.present(folder)
    if not chosen:
        raise BadInput(f"There is none of {', '.join(source for source, _ in data.SOURCES.values())} under {folder}.")
    words = read_words(signal_word_texts())
    with _opened(bench_settings(settings)) as (runtime, atlas):
        embed = _Embedding(runtime, sum(len(_texts(folder, name)) for name in chosen), progress)
        measured = tuple(_MEASURES[name](folder, embed, words) for name in chosen)
        fitted = _fitted(folder, embed, words, data.BETWEEN_PEOPLE, TURNS) if fit else None
        chats = _fitted(folder, embed, words, data.IN_CHATS, CHATS) if fit else None
        missing = tuple(name for name in data.SOURCES if not names and name not in chosen)
        today = atlas.admin.now().date().isoformat()
        return Result(runtime.embedder.identity.key, today, measured, missing, fitted, chats)


@contextmanager
def _opened(settings: Settings) -> Iterator[tuple[Runtime, Atlas]]:
    """A world for its embedder, in a folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="atlas-bench-") as folder:
        runtime = compose.make_runtime(settings, Path(folder) / "bench.atlas")
        atlas = Atlas(runtime, background=False)
        try:
            yield runtime, atlas
        finally:
            atlas.close(think=False)


class _Embedding:
    """The embedder, a batch at a time, telling how far it is."""

    def __init__(self, runtime: Runtime, total: int, progress: Progress | None) -> None:
        self._runtime = runtime
        self._total = total
        self._progress = progress

    def __call__(self, texts: Sequence[str]) -> Rows:
        import numpy as np

        rows = []
        for start in range(0, len(texts), _BATCH):
            batch = texts[start : start + _BATCH]
            rows.append(self._runtime.embedder.embed(batch))
            if self._progress:
                self._progress(len(batch), self._total)
        return np.concatenate(rows)


def _texts(folder: Path, name: str) -> list[str]:
    """What will be embedded for a signal."""
    if name == "re-ask":
        return [text for pair in data.pairs(folder) for text in (pair.one, pair.other)]
    if name == "out of distribution":
        asked = data.questions(folder)
        return [*asked.known, *asked.asked]
    if name in data.TALKS:
        return [turn for talk in data.TALKS[name](folder, "dev") for turn in talk.turns]
    return list(data.failures(folder).texts) if name == "clusters" else []


# --- each signal


def _re_ask(folder: Path, embed: Embed, words: WordLists) -> Measured:
    pairs = data.pairs(folder)
    near = (embed([pair.one for pair in pairs]) * embed([pair.other for pair in pairs])).sum(axis=1).tolist()
    compared = [(pair.one, pair.other, similarity) for pair, similarity in zip(pairs, near, strict=True)]
    true = [pair.same for pair in pairs]
    rules = {}
    for rule, policy in RULES.items():
        said = [is_same_question(*each, policy, words) for each in compared]
        rules[rule] = told(said, true)
    return Measured("re-ask", len(pairs), rules, {})


def _strange(folder: Path, embed: Embed, words: WordLists) -> Measured:
    questions = data.questions(folder)
    known, asked = embed(questions.known), embed(questions.asked)
    inside = len(questions.asked) - questions.outside
    true = [at >= inside for at in range(len(questions.asked))]
    rules = {rule: told(find_outliers(asked, known, policy).tolist(), true) for rule, policy in RULES.items()}
    return Measured("out of distribution", len(true), rules, {})


def _switches(name: str, folder: Path, embed: Embed, words: WordLists) -> Measured:
    talks = data.TALKS[name](folder, "dev")
    windows = list(_windows(talks, embed))
    true = _list_changes(talks)
    rules = {}
    for rule, policy in RULES.items():
        scores = [score_switch(texts, rows, words, policy) for texts, rows, _ in windows]
        rules[rule] = {**told([is_switch(score, policy) for score in scores], true), "auroc": auroc(scores, true)}
    return Measured(name, len(true), rules, {})


def _list_changes(talks: Sequence[data.Talk]) -> list[bool]:
    return [talk.changes[at] for talk in talks for at in talk.judged]


def _windows(talks: Sequence[data.Talk], embed: Embed) -> Iterator[tuple[Sequence[str], Rows, int]]:
    """Every turn that is told, with those before it, and the number of its talk."""
    rows = embed([turn for talk in talks for turn in talk.turns])
    start = 0
    for number, talk in enumerate(talks):
        own = rows[start : start + len(talk.turns)]
        start += len(talk.turns)
        for at in talk.judged:
            first = max(0, at - WINDOW)
            yield talk.turns[first : at + 1], own[first : at + 1], number


def _fitted(folder: Path, embed: Embed, words: WordLists, of: Sequence[str], form: Form) -> Fitted | None:
    """To the training part of those sets that there are."""
    there = data.present(folder)
    sets = [(name, data.TALKS[name](folder, "train")) for name in of if name in there]
    if not sets:
        return None
    talks = [talk for _, of_set in sets for talk in of_set]
    windows = list(_windows(talks, embed))
    rows = [measure_features(texts, vectors, words) for texts, vectors, _ in windows]
    names = [name for name, of_set in sets for talk in of_set for _ in talk.judged]
    return fit(rows, _list_changes(talks), [talk for _, _, talk in windows], names, form)


def _clusters(folder: Path, embed: Embed, words: WordLists) -> Measured:
    failures = data.failures(folder)
    rows = embed(failures.texts)
    rules: dict[str, Mapping[str, float]] = {}
    fails: dict[str, str] = {}
    for rule, policy in RULES.items():
        try:
            labels = cluster_failures(rows, policy).tolist()
        except BadInput as missing:
            fails[rule] = str(missing)
        else:
            rules[rule] = _grouped(labels, failures.kinds)
    return Measured("clusters", len(failures.texts), rules, fails)


def _grouped(labels: Sequence[int], kinds: Sequence[str]) -> dict[str, float]:
    """What is in no cluster counts as alone."""
    own = [label if label >= 0 else -1 - at for at, label in enumerate(labels)]
    alone = sum(label < 0 for label in labels) / len(labels)
    return {"ari": adjusted_rand(own, kinds), "clusters": float(max(labels) + 1), "in_none": alone}


def _dissatisfaction(folder: Path, embed: Embed, words: WordLists) -> Measured:
    rated = data.rated(folder)
    true = [each.dissatisfied for each in rated]
    shown = [measure_signs(each.text, each.replies[-_BACK:], each.before[-_BACK:], words, DEFAULT) for each in rated]
    rules = {}
    for rule, policy in RULES.items():
        scores = [score_dissatisfaction(each, policy) for each in shown]
        said = [score >= policy.discontent_from for score in scores]
        unseen = auroc(_kept(scores, rated), _kept(true, rated))
        rules[rule] = {**told(said, true), "auroc": auroc(scores, true), "auroc_unseen": unseen}
    return Measured("dissatisfaction", len(rated), rules, {})


def _kept(values: Sequence[T], rated: Sequence[data.Rated]) -> list[T]:
    """Those of conversations that nobody read."""
    return [value for value, each in zip(values, rated, strict=True) if each.unseen]


_MEASURES: Final[Mapping[str, Callable[[Path, Embed, WordLists], Measured]]] = {
    "re-ask": _re_ask,
    "out of distribution": _strange,
    **{name: partial(_switches, name) for name in data.TALKS},
    "clusters": _clusters,
    "dissatisfaction": _dissatisfaction,
}
