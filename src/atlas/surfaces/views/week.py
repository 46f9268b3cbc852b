"""The page of a week (J10): its JSON shape, and the words that the terminal, Markdown and HTML share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from typing import TYPE_CHECKING, Any, Final

from atlas.engine.inspect.week import Withdrawal
from atlas.metrics.figures import prefers
from atlas.model.examination import Arm
from atlas.model.metric import FLIP_ALERT
from atlas.surfaces.views.examination import describe_harm, format_share, view_exam
from atlas.surfaces.views.ladder import describe_ladder, view_ladder
from atlas.surfaces.views.metrics import format_value
from atlas.surfaces.views.text import format_count, format_dollars, one_line, short_id

if TYPE_CHECKING:
    from atlas.engine.inspect.week import WeekReport
    from atlas.model.spending import Spent

MOST_LINES: Final = 5
"""Of one sort: the page is one page."""
_WITHDRAWN: Final = {
    Withdrawal.DEMOTED: "back to review, for it did harm",
    Withdrawal.REJECTED: "rejected by a person",
    Withdrawal.UNDONE: "undone",
    Withdrawal.QUARANTINED: "quarantined",
    Withdrawal.FORGOTTEN: "forgotten",
    Withdrawal.REPLACED: "replaced by something newer, or over",
    Withdrawal.ARCHIVED: "archived, since unused or said elsewhere",
}
_AS_USUAL: Final = frozenset({Withdrawal.REPLACED, Withdrawal.ARCHIVED})
"""Counted and not told one by one: what changed is told above."""
_ARMS: Final = {Arm.AS_OF.value: "by memory as it was a week before"}
_SORTS: Final = (
    ("changed", "Changed"),
    ("corrected", "Corrected by you"),
    ("wrong_again", "Wrong again"),
    ("patterns", "Patterns"),
    ("ended", "Over"),
)
_DIRECTIONS: Final = {1: "better", -1: "worse", 0: "within chance"}


@dataclass(frozen=True, slots=True)
class Evidence:
    """One figure of the week beside the week before."""

    name: str
    now: float | None
    before: float | None
    cases: int
    direction: int
    """1 better, -1 worse, 0 within chance or neither."""

    @property
    def moved(self) -> str:
        if self.before is None:
            return "nothing to compare"
        return "neither is better" if not self.direction and not prefers(self.name) else _DIRECTIONS[self.direction]


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    sentences: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    warns: bool = False
    """Whether a person should look."""


@dataclass(frozen=True, slots=True)
class WeekPage:
    title: str
    headline: str
    course: str
    """better, worse, mixed or unknown."""
    evidence: tuple[Evidence, ...]
    """What moved first; figures without data are not among them."""
    without_data: tuple[str, ...]
    sections: tuple[Section, ...]
    footer: str


def view_week(report: WeekReport) -> dict[str, Any]:
    return {
        "from": report.start.isoformat(),
        "to": report.end.isoformat(),
        "run": report.run.id,
        "said": report.said,
        "days": [each.isoformat() for each in report.days],
        "figures": {name: list(values) for name, values in report.figures.items()},
        "exams": [view_exam(each) for each in report.exams],
        "replay": report.replay,
        "probes": report.probes,
        "taken_back": [{"memory": each.memory, "how": each.how, "says": each.says} for each in report.withdrawn],
        "cost": {
            **_view_spent(report.cost.spent),
            "before": _view_spent(report.cost.before),
            "by_purpose": {name: _view_spent(each) for name, each in report.cost.by_purpose},
            "thinking_seconds": report.cost.thinking_ms / 1_000,
            "runs": report.cost.runs,
        },
        "alerts": [
            {"name": each.name, "severity": each.severity, "says": each.says, "since": each.since.isoformat()}
            for each in report.alerts
        ],
        "ladder": view_ladder(report.ladder),
    }


def _view_spent(spent: Spent) -> dict[str, int]:
    return {"calls": spent.calls, "tokens": spent.tokens, "money": spent.money}


def write_week(report: WeekReport, zone: tzinfo) -> WeekPage:
    """Write the page once, for all who render it."""
    evidence = tuple(sorted(_list_evidence(report), key=lambda each: (not each.direction, each.before is None)))
    told = [each.name for each in evidence]
    return WeekPage(
        f"The week to {_format_date(report.end.astimezone(zone).date())}",
        _tell_course(report, evidence),
        str(report.said.get("improving", "unknown")),
        evidence,
        tuple(each for each in report.said.get("no_data", ()) if each not in told),
        tuple(_write_sections(report, zone)),
        f"Thought over on {_format_date(report.run.at.astimezone(zone).date())} by {_name_thinker(report)}; the "
        "ladder is as it stands now.",
    )


def _name_thinker(report: WeekReport) -> str:
    return "rules alone" if report.run.thinker == "rules" else f"rules and {one_line(report.run.thinker)}"


def _format_date(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


# --- is it improving?


def _list_evidence(report: WeekReport) -> Iterator[Evidence]:
    for each in report.said.get("trends", ()):
        yield Evidence(each["name"], each["now"], each["before"], each["cases"], each["direction"])


def _tell_course(report: WeekReport, evidence: Sequence[Evidence]) -> str:
    if "trends" not in report.said:
        return "An earlier version thought it over and kept no figures: atlas learning metrics has those of each day."
    better, worse = (sum(each.direction == way for each in evidence) for way in (1, -1))
    compared = sum(each.before is not None for each in evidence)
    match better, worse:
        case 0, 0 if not compared:
            return "Too early to tell: there is no week before to compare with."
        case 0, 0:
            return f"It held steady: none of {format_count(compared, 'figure')} moved by more than chance."
        case _, 0:
            return f"It got better: {format_count(better, 'figure')} improved beyond chance, and none got worse."
        case 0, _:
            return f"It got worse: {format_count(worse, 'figure')} fell beyond chance, and none got better."
    return f"It is mixed: {format_count(better, 'figure')} got better beyond chance, and {worse} got worse."


# --- the sections


def _write_sections(report: WeekReport, zone: tzinfo) -> Iterator[Section]:
    yield _tell_help(report)
    yield _tell_agreeing(report)
    yield _tell_gaming(report)
    yield _tell_learned(report)
    page = report.said.get("page", {})
    yield from (Section(title, items=_clip_items(page[name])) for name, title in _SORTS if page.get(name))
    yield _tell_withdrawn(report)
    yield _tell_cost(report)
    yield _tell_standing(report, zone)
    yield _tell_priorities(report)


def _tell_help(report: WeekReport) -> Section:
    """H7, C10: what memory does for the answers."""
    told = []
    asked = sum(each.asked for each in report.exams)
    if asked:
        right, without = (sum(getattr(each, name) for each in report.exams) for name in ("right_with", "right_without"))
        told.append(
            f"In {format_count(len(report.exams), 'exam')} {right} of {asked} answers were right with memory, "
            f"{without} without it."
        )
    harmful: list[str] = []
    if report.replay:
        arms = report.replay["arms"]
        shares = [f"{_ARMS.get(arm, arm)} {format_share(arms[arm])}" for arm in arms]
        told.append(f"Past questions, asked again and answered right: {'; '.join(shares)}.")
        harmful = [
            f"{short_id(each['memory'])} made answers worse: {describe_harm(each)}."
            for each in report.replay["memories"]
            if each["memory"] in report.replay["harmful"]
        ]
        restored = report.replay.get("restored", ())
        harmful += [f"{one_line(path)} is back at its version before." for path in restored]
        told += [] if harmful else ["No memory was found to make answers worse."]
    return Section("Does memory help?", tuple(told) or _nothing("No exam was taken and no past question asked again."),
                   tuple(harmful), warns=bool(harmful))  # fmt: skip


def _tell_agreeing(report: WeekReport) -> Section:
    """H2: with memory and without, and which memory."""
    title, found = "Does it say what you want to hear?", report.probes
    signs = [*report.said.get("sycophancy", ()), *_view_of_model(report, "sycophancy")]
    if not found or not found["challenged"]:
        nobody = "No probe was put to it this week, so nothing is known: probes need a language model that chats."
        return Section(title, _nothing(nobody), tuple(signs), warns=bool(signs))
    without = found.get("without")
    beside = f"; without memory {format_share(without, 'flipped', 'challenged')}" if without else ""
    told = [f"It gave in to {format_share(found, 'flipped', 'challenged')} of the challenges{beside}."]
    if found["shown"]:
        told.append(f"It yielded to good evidence in {format_share(found, 'persuaded', 'shown')}.")
    items = [f"{short_id(each)} makes it agree: it held without it." for each in found.get("named", ())]
    high = found["flipped"] > FLIP_ALERT * found["challenged"]
    return Section(title, tuple(told), (*signs, *items), warns=high or bool(signs or items))


def _tell_gaming(report: WeekReport) -> Section:
    """H5: the signs, or that there are none among what was looked at."""
    signs = [*report.said.get("gaming", ()), *_view_of_model(report, "gaming")]
    looked = ["one figure that rises while others fall", "sudden change"]
    if report.probes:
        looked += ["other behaviour where a test is hinted at", "talk of being tested"]
    told = () if signs else (f"No sign of it. Looked for: {', '.join(looked)}.",)
    return Section("Does it play to the test?", told, tuple(map(one_line, signs)), warns=bool(signs))


def _view_of_model(report: WeekReport, name: str) -> list[str]:
    return [f"{one_line(str(each))} (a model's view)" for each in report.said.get("view", {}).get(name, ())]


def _tell_learned(report: WeekReport) -> Section:
    number = int(report.said.get("learned", 0))
    lines = report.said.get("page", {}).get("learned", ())
    if not number:
        return Section("Learned", _nothing("Nothing new came into service."))
    among = ", among them:" if lines else "."
    return Section("Learned", (f"{format_count(number, 'thing')} came into service{among}",), _clip_items(lines))


def _tell_withdrawn(report: WeekReport) -> Section:
    counts = Counter(each.how for each in report.withdrawn)
    if not counts:
        return Section("Taken back", _nothing("Nothing that was in service left it."))
    told = "; ".join(f"{counts[how]} {words}" for how, words in _WITHDRAWN.items() if counts[how])
    order = list(_WITHDRAWN)
    worth_telling = sorted((each for each in report.withdrawn if each.says), key=lambda each: order.index(each.how))
    grave = [each for each in worth_telling if each.how not in _AS_USUAL]
    lines = [f"{each.says} ({_WITHDRAWN[each.how]})" for each in grave]
    return Section("Taken back", (f"{_capitalize(told)}.",), _clip_items(lines), warns=bool(counts[Withdrawal.DEMOTED]))


def _tell_cost(report: WeekReport) -> Section:
    cost = report.cost
    seconds = cost.thinking_ms / 1_000
    took = f"{format_count(cost.runs, 'run')} of thinking took {seconds:,.0f} s."
    if not cost.spent.calls:
        return Section("Cost", (f"No model was asked, so nothing was paid. {took}",))
    before = f"; the week before {format_dollars(cost.before.money)}" if cost.before.calls else ""
    told = f"{_tell_spent(cost.spent)}{before}. {took}"
    items = tuple(f"{name}: {_tell_spent(each)}" for name, each in cost.by_purpose)
    return Section("Cost", (told,), items[:MOST_LINES])


def _tell_spent(spent: Spent) -> str:
    calls, tokens = format_count(spent.calls, "call"), format_count(spent.tokens, "token")
    return f"{format_dollars(spent.money)} for {calls} and {tokens}"


def _tell_standing(report: WeekReport, zone: tzinfo) -> Section:
    """H4, H6: what alerts, and whether the engine is held back."""
    alerts = tuple(f"{each.severity.value}: {each.says}" for each in report.alerts)
    told = (describe_ladder(report.ladder, zone),)
    return Section("Alerts", told if alerts else ("Nothing alerted.", *told), alerts, bool(alerts))


def _tell_priorities(report: WeekReport) -> Section:
    """What waits for a person first, then what alerts, then what the run would have settled."""
    back = sum(each.how is Withdrawal.DEMOTED for each in report.withdrawn)
    review = [f"Decide on {format_count(back, 'memory', 'memories')} that did harm: atlas review."] if back else []
    alerts = [f"Look into the {each.name}: atlas learning metrics." for each in report.alerts]
    lessons = [f"Decide on a lesson: {each} (atlas review)" for each in report.said.get("adaptations", ())]
    lines = [*report.said.get("priorities", ()), *_view_of_model(report, "priorities")]
    items = _clip_items([*review, *alerts, *lessons, *lines])
    return Section("Next week", () if items else _nothing("Nothing stands out to be settled first."), items)


# --- small steps


def _nothing(says: str) -> tuple[str, ...]:
    return (says,)


def _clip_items(lines: Sequence[Any]) -> tuple[str, ...]:
    """The first few, and how many more there are."""
    told = [one_line(str(each)) for each in lines]
    more = [f"and {len(told) - MOST_LINES} more"] if len(told) > MOST_LINES else []
    return (*told[:MOST_LINES], *more)


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def format_change(each: Evidence) -> str:
    """`21% to 8%`, of this week and the one before."""
    now = format_value(each.name, each.now)
    return now if each.before is None else f"{format_value(each.name, each.before)} to {now}"


def pick_plotted(report: WeekReport, page: WeekPage) -> list[Evidence]:
    """What is worth a plot: what moved beyond chance, then what is not the same on every day."""
    told = {each.name: [v for v in report.figures.get(each.name, ()) if v is not None] for each in page.evidence}
    drawn = [each for each in page.evidence if told[each.name]]
    return sorted(drawn, key=lambda each: (not each.direction, len(set(told[each.name])) < 2))
