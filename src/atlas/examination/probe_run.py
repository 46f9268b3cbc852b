"""A run of probes: each with memory, without it and with a hint at a test, and with suspects left out (H2, H5).

What is put to the assistant is the probe and nothing else; what is expected of it stands in the grader's prompt alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from atlas.examination.ablation import choose_trials, find_harmful
from atlas.examination.bearing import BearingWords, read_bearing, speaks_of_test
from atlas.examination.policy import ExaminationPolicy
from atlas.examination.probe_bank import hint_at_test
from atlas.examination.probing import find_hint_difference, judge_character, list_probe_trials, rate_flips
from atlas.language.folding import has_words
from atlas.model.examination import Arm, Bearing, Probe, ProbeKind, ProbeResult
from atlas.model.ids import MemoryId
from atlas.model.strict import Problem, parse_answer
from atlas.model.task import Size
from atlas.model.thinking import Ask, AskAssistant, AssistantReply, Given, Reply, Request, Thinking, Thoughts

BEARING: Final = "bearing"
"""The grader's prompt."""
GRADER: Final = "the grader"
RULES: Final = "rules"
CHALLENGED: Final = "challenged"
FLIPPED: Final = "flipped"
"""The counts of which the daily figure is made (`metrics/figures.py`): stages do not know each other."""
_MAX_TOKENS: Final = 60
_ROUND: Final = 10
_COMPARED: Final = 10
"""Probes whose bearing the grader is asked for as well as the rules."""
_SHAPE: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"bearing": {"type": "string", "enum": [each.value for each in Bearing]}},
    "required": ["bearing"],
    "additionalProperties": False,
}
Pairs = tuple[tuple[Bearing, Bearing], ...]
Steps = Generator[tuple[Request, ...], tuple[Given, ...], "Told"]


@dataclass(frozen=True, slots=True)
class Setting:
    """How a probe is put."""

    arm: Arm = Arm.WITH
    hinted: bool = False
    left_out: MemoryId | None = None


@dataclass(frozen=True, slots=True)
class Told:
    results: tuple[ProbeResult, ...]
    pairs: Pairs = ()
    noticed: int = 0
    """Conversations without a hint in which it spoke of being tested."""


@dataclass(frozen=True, slots=True)
class ProbePlan:
    probes: tuple[Probe, ...]
    words: BearingWords
    with_memory: bool = True
    """Without, there is nothing to compare with: a model alone is probed."""
    with_grader: bool = False


def run_probes(plan: ProbePlan, policy: ExaminationPolicy) -> Thinking:
    """All probes in all settings; then, where memory made positions fall, each suspect left out in turn."""
    results: list[ProbeResult] = []
    pairs: Pairs = ()
    noticed = 0
    arms = (Setting(), Setting(Arm.WITHOUT)) if plan.with_memory else (Setting(),)
    for number, probe in enumerate(plan.probes):
        settings = [*arms, *((Setting(hinted=True),) if not probe.evidence else ())]
        told = yield from _put_probe(plan, probe, settings, number, number < _COMPARED)
        results += told.results
        pairs += told.pairs
        noticed += told.noticed
    by_id = {each.id: each for each in plan.probes}
    left = policy.trials if plan.with_memory else 0
    while left > 0 and (chosen := choose_trials(list_probe_trials(_blame_memory(results)), min(left, _ROUND))):
        for probe_id, memory in chosen:
            told = yield from _put_probe(plan, by_id[probe_id], [Setting(Arm.LEFT_OUT, left_out=memory)], 0, False)
            results += told.results
        left -= len(chosen)
    harms = tuple(find_harmful(list_probe_trials(_blame_memory(results))))
    return Thoughts(
        said=_tell_run(plan, results, pairs, noticed) | {"named": [each.memory for each in harms]}, harms=harms
    )


def _blame_memory(results: Sequence[ProbeResult]) -> list[ProbeResult]:
    """Leave out what falls without memory, too: no memory is to blame for that."""
    fell = {each.probe for each in results if each.arm is Arm.WITHOUT and each.bearing is not Bearing.HELD}
    return [replace(each, bearing=Bearing.UNCLEAR) if each.probe in fell else each for each in results]


def _put_probe(plan: ProbePlan, probe: Probe, settings: Sequence[Setting], number: int, compare: bool) -> Steps:
    """Turn by turn, in all settings side by side; what the last reply is like."""
    said: list[tuple[tuple[str, str], ...]] = [() for _ in settings]
    served: list[tuple[MemoryId, ...]] = [() for _ in settings]
    for turn in range(len(probe.challenges) + 1):
        texts = [
            (hint_at_test(probe, number) if each.hinted else probe.question) if not turn else probe.challenges[turn - 1]
            for each in settings
        ]
        given = yield tuple(
            AskAssistant(text, each.arm, each.left_out, earlier=before)
            for text, each, before in zip(texts, settings, said, strict=True)
        )
        for at, (text, reply) in enumerate(zip(texts, given, strict=True)):
            answer = reply if isinstance(reply, AssistantReply) else AssistantReply("")
            said[at] = (*said[at], ("user", text), ("assistant", answer.text))
            served[at] = tuple(dict.fromkeys([*served[at], *answer.served]))
    bearings = [_read_conversation(plan, probe, each) for each in said]
    graders = [RULES for _ in settings]
    wanted = [at for at, each in enumerate(bearings) if compare or each is Bearing.UNCLEAR] if plan.with_grader else []
    pairs: Pairs = ()
    if wanted:
        told = yield tuple(_put_to_grader(probe, said[at]) for at in wanted)
        for at, each in zip(wanted, told, strict=True):
            found = read_grade(each)
            pairs += ((bearings[at], found),)
            if bearings[at] is Bearing.UNCLEAR and _held_first(probe, said[at]):
                bearings[at], graders[at] = found, GRADER
    return Told(
        tuple(
            ProbeResult(
                probe.id, probe.kind, each.arm, bearing, probe.evidence, each.hinted, grader, each.left_out, stood
            )
            for each, bearing, grader, stood in zip(settings, bearings, graders, served, strict=True)
        ),
        pairs,
        sum(_speaks_of_test(plan, each) for each, setting in zip(said, settings, strict=True) if not setting.hinted),
    )


def _speaks_of_test(plan: ProbePlan, said: Sequence[tuple[str, str]]) -> bool:
    return any(speaks_of_test(text, plan.words) for role, text in said if role == "assistant")


def _read_conversation(plan: ProbePlan, probe: Probe, said: Sequence[tuple[str, str]]) -> Bearing:
    """Who was wrong from the first has given up nothing: that is unclear."""
    if not _held_first(probe, said):
        return Bearing.UNCLEAR
    return read_bearing(probe, said[-1][1], plan.words)


def _held_first(probe: Probe, said: Sequence[tuple[str, str]]) -> bool:
    if not probe.challenges:
        return True
    first = said[1][1]
    wrong = any(has_words(first, each) for each in probe.yields)
    return not wrong or any(has_words(first, each) for each in probe.holds)


def _put_to_grader(probe: Probe, said: Sequence[tuple[str, str]]) -> Ask:
    conversation = "\n".join(f"{role}: {text}" for role, text in said)
    values = (("conversation", conversation), ("holds", "\n".join(probe.holds)))
    return Ask(BEARING, values, _MAX_TOKENS, _SHAPE, Size.SMALL)


def read_grade(given: Given) -> Bearing:
    text = given.texts[0] if isinstance(given, Reply) and given.texts else ""
    found = parse_answer(text, _SHAPE)
    return Bearing.UNCLEAR if isinstance(found, Problem) else Bearing(found["bearing"])


# --- what is said of it


def _tell_run(plan: ProbePlan, results: Sequence[ProbeResult], pairs: Pairs, noticed: int) -> dict[str, Any]:
    plain = [each for each in results if not each.hinted]
    whole = rate_flips(each for each in plain if each.arm is Arm.WITH)
    clear = [(rules, model) for rules, model in pairs if Bearing.UNCLEAR not in (rules, model)]
    hint = find_hint_difference(results)
    return {
        "probes": len(plan.probes),
        CHALLENGED: whole.challenged,
        FLIPPED: whole.flipped,
        "persuaded": whole.persuaded,
        "shown": whole.shown,
        "unclear": whole.unclear,
        "character": judge_character(whole).value,
        **({"without": _tell_flips(plain, Arm.WITHOUT)} if plan.with_memory else {}),
        "kinds": {kind.value: _tell_kind(plain, kind) for kind in ProbeKind},
        "hint": {"low": hint[0], "high": hint[1], "probes": hint[2]} if hint else None,
        "noticed": noticed,
        "agreement": {"same": sum(rules is model for rules, model in clear), "both": len(clear)},
        "graded_by": dict(Counter(each.graded_by for each in plain if each.bearing is not Bearing.UNCLEAR)),
        "trials": sum(each.arm is Arm.LEFT_OUT for each in results),
    }


def _tell_flips(results: Sequence[ProbeResult], arm: Arm) -> dict[str, int]:
    rate = rate_flips(each for each in results if each.arm is arm)
    return {CHALLENGED: rate.challenged, FLIPPED: rate.flipped}


def _tell_kind(results: Sequence[ProbeResult], kind: ProbeKind) -> dict[str, int]:
    return _tell_flips([each for each in results if each.kind is kind], Arm.WITH)
