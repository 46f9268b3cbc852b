"""The figures of one or more lives, side by side and on average, as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from statistics import mean
from typing import Any, Final

from atlas.surfaces.simulation.arguing import Persuasion
from atlas.surfaces.simulation.assistant import Outcome
from atlas.surfaces.simulation.figures import Checkpoint, Figures

_BETTER_HIGH: Final = ("right", "wishes_served")
_BETTER_LOW: Final = (
    *("stale", "wrong", "style_repeats", "fact_repeats", "junk", "junk_facts", "stale_kept", "poison", "tokens"),
)
"""What is compared with nights and without, and over who evolves documents: more is better, or less."""
_JUNK: Final = ("wrong", "trivial", "beside", "double")
"""What junk consists of, beside poison."""
_DOCUMENTS: Final = ("document_lines", "document_bytes", "document_versions", "document_contradictions")


def summarize_lives(lives: Sequence[Figures]) -> dict[str, Any]:
    """The mean of the lives for each day that was measured, and what each life showed."""
    days = [each.day for each in lives[0].checkpoints]
    return {
        "days": lives[0].days,
        "part": lives[0].part,
        "reviewer": lives[0].reviewer,
        "nights": lives[0].nights,
        "model": lives[0].with_model,
        "documents": lives[0].documents,
        "seeds": [each.seed for each in lives],
        "turns": round(mean(each.turns for each in lives)),
        "seconds_a_night": round(mean(mean(each.night_seconds) for each in lives), 3),
        "held_back_days": round(mean(each.held_back for each in lives), 1),
        "document_bytes_by_day": [
            round(mean(day)) for day in zip(*(each.document_bytes for each in lives), strict=True)
        ],
        "checkpoints": [_summarize_day([each.checkpoints[place] for each in lives]) for place in range(len(days))],
        "causes": dict(Counter(_list_causes(lives)).most_common()),
        "persuasion": _add_persuasion([each.persuasion for each in lives if each.persuasion]),
        "lives": [[_summarize_day([each]) for each in life.checkpoints] for life in lives],
    }


def _add_persuasion(found: Sequence[Persuasion]) -> dict[str, int] | None:
    """All lives together; None where nobody argued."""
    totals = [asdict(each) for each in found]
    return {name: sum(each[name] for each in totals) for name in totals[0]} if totals else None


def measure_gain(on: Mapping[str, Any], off: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What nights gain on each measured day: each figure with them and without, and whether they make it worse."""
    return [
        {"day": one["day"], **{name: _compare(one, other, name) for name in (*_BETTER_HIGH, *_BETTER_LOW)}}
        for one, other in zip(on["checkpoints"], off["checkpoints"], strict=True)
    ]


def compare_documents(ways: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Each figure on each measured day, whoever evolved the documents."""
    names = (*_BETTER_HIGH, *_BETTER_LOW, *_DOCUMENTS)
    days = zip(*(figures["checkpoints"] for figures in ways.values()), strict=True)
    return [
        {
            "day": day[0]["day"],
            **{name: dict(zip(ways, (_pick(each, name) for each in day), strict=True)) for name in names},
        }
        for day in days
    ]


def _pick(day: Mapping[str, Any], name: str) -> float | None:
    found: float | None = day["memory"][name] if name in day["memory"] else day[name]
    return found


def _compare(on: Mapping[str, Any], off: Mapping[str, Any], name: str) -> dict[str, Any]:
    one, other = _pick(on, name), _pick(off, name)
    if one is None or other is None:
        return {"on": one, "off": other, "worse": False}
    worse = one < other if name in _BETTER_HIGH else one > other
    return {"on": one, "off": other, "worse": worse}


def _summarize_day(lives: Sequence[Checkpoint]) -> dict[str, Any]:
    def average(figure: Callable[[Checkpoint], float | None], digits: int = 3) -> float | None:
        found = [value for each in lives if (value := figure(each)) is not None]
        return round(mean(found), digits) if found else None

    def outcomes(share: Callable[[Checkpoint, Outcome], float]) -> dict[str, float | None]:
        return {outcome.value: average(lambda each, o=outcome: share(each, o)) for outcome in Outcome}  # type: ignore[misc]

    return {
        "day": lives[0].day,
        "questions": round(mean(len(each.asked) for each in lives)),
        "memory": outcomes(Checkpoint.share),
        "bm25": outcomes(Checkpoint.share_by_words),
        "without": outcomes(Checkpoint.share_without),
        "style_repeats": average(lambda each: each.style.rate),
        "fact_repeats": average(lambda each: each.facts.rate),
        "junk": average(lambda each: each.kept.junk),
        "junk_facts": average(lambda each: each.kept.junk_facts, 1),
        **{f"{sort}_facts": average(lambda each, s=sort: getattr(each.kept, s), 1) for sort in _JUNK},  # type: ignore[misc]
        "incidental_facts": average(lambda each: each.kept.incidental, 1),
        "kept": average(lambda each: each.kept.total, 1),
        "stale_kept": average(lambda each: each.kept.stale, 1),
        "poison": sum(each.kept.poison + each.poisoned_contexts for each in lives),
        "tokens": average(lambda each: each.tokens, 0),
        "precision": average(lambda each: each.precision),
        "old_questions": average(lambda each: each.old_questions),
        "wishes_served": average(lambda each: _share(each.wishes_served)),
        "document_lines": average(lambda each: each.documents.lines, 1),
        "document_bytes": average(lambda each: each.documents.bytes, 0),
        "document_versions": average(lambda each: each.documents.versions, 1),
        "document_contradictions": average(lambda each: each.documents.contradictions, 1),
        "waiting": average(lambda each: each.waiting, 1),
        "shown": average(lambda each: each.shown, 1),
        "decisions_a_week": average(lambda each: each.decisions / max(1.0, each.day / 7), 1),
        "held_a_week": average(lambda each: each.held / max(1.0, each.day / 7), 1),
    }


def _mean_bytes(day: Sequence[int]) -> int:
    return round(mean(day))


def _share(part: tuple[int, int]) -> float | None:
    return part[0] / part[1] if part[1] else None


def _list_causes(lives: Sequence[Figures]) -> list[str]:
    return [each.cause for life in lives for each in life.checkpoints[-1].asked if each.cause]
