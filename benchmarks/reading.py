"""How well messages are read: what the small reader marks and what is claimed of it, on annotated messages.

Data: `training/reading/data`, by part. A claim is right when its value, attribute, subject and operation are
(`training/reading/scoring.py` says what counts as the same). The blind part is for the last figure: whoever works on
the reader has not read it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from training.reading.annotations import ATTRIBUTES, OPEN, Annotated, Numbered, number_messages
from training.reading.scoring import Found, Judged, describe_mark, judge_message
from training.reading.verdicts import Verdicts

from atlas.errors import BadInput
from atlas.model.claim import FAVOURITE
from atlas.model.ids import ConversationId, InteractionId, MessageId, SessionId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.memory import Evidence
from atlas.model.origin import Origin
from atlas.model.proposal import Remember
from atlas.model.reading import Stance, Unread
from atlas.model.thinking import Material
from atlas.ports.annotator import Annotator
from atlas.testing.readings import find_facts

DATA: Final = Path(__file__).parents[1] / "training" / "reading" / "data"
_WISHED: Final = "answer_"
PARTS: Final = ("tune", "blind", "blind_2", "blind_3", "blind_4", "blind_5", "blind_6", "blind_7", "misread")
GRAMMAR: Final = {
    "tune": {"found": 667, "precision": 0.378, "recall": 0.124, "exact": 138, "wishes": 0.143, "changes": 0.078}
    | {"false_finds": 0.088},
    "blind": {"precision": 0.338, "recall": 0.129, "wishes": 0.104, "changes": 0.044, "false_finds": 0.138},
    "blind_2": {},
    "blind_3": {},
    "blind_4": {},
    "blind_5": {},
    "blind_6": {},
    "blind_7": {},
    "misread": {},
}
"""What the hand-written grammar found of the same messages. Recorded, not measured: the grammar is gone. Commit d892bbb
is the last whose benchmark ran it (`find_by_grammar`); messages and scoring have not changed since. `blind_2` and
those after it were written later."""
_SAID: Final = datetime(2026, 3, 4, 12, tzinfo=UTC)
_CHANGES: Final = frozenset({"change", "end"})

Find = Callable[[Annotated], list[Found]]
"""What a reader finds in a message, in earnest, each with its confidence."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What was found at a cut, beside what there was to find."""

    found: int = 0
    right: int = 0
    exact: int = 0
    gold: int = 0
    nothing: int = 0
    """Messages that hold nothing to remember."""
    false: int = 0
    """Those of them in which something was found."""
    judged_right: float = 0.0
    """By the annotators' marks or by readers who judged what those do not bear out."""
    judged_found: float = 0.0
    """The same, each thing told once."""
    unjudged: int = 0
    """What neither bears out nor anybody judged: it counts as wrong."""
    left_out: int = 0
    """What was found at any cut, and all its readers say that the annotator left it out."""
    by_act: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Claims found right, and claims, by the act of their message."""
    by_attribute: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    """Claims found right, claims, and finds, by attribute."""

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.gold if self.gold else 0.0

    @property
    def judged_precision(self) -> float:
        return self.judged_right / self.found if self.found else 0.0

    @property
    def judged_recall(self) -> float:
        return self.judged_found / (self.gold + self.left_out) if self.gold else 0.0

    def share_of_acts(self, acts: frozenset[str]) -> float:
        right, gold = (sum(self.by_act.get(act, (0, 0))[side] for act in acts) for side in (0, 1))
        return right / gold if gold else 0.0

    def figures(self) -> dict[str, Any]:
        return {
            "found": self.found,
            "precision": round(self.precision, 3),
            "recall": round(self.recall, 3),
            "judged_precision": round(self.judged_precision, 3),
            "judged_recall": round(self.judged_recall, 3),
            "unjudged": self.unjudged,
            "exact": self.exact,
            "wishes": round(self.share_of_acts(frozenset({"style"})), 3),
            "changes": round(self.share_of_acts(_CHANGES), 3),
            "false_finds": round(self.false / self.nothing, 3) if self.nothing else 0.0,
        }


def load_part(part: str, data: Path = DATA) -> list[Numbered]:
    files = sorted((data / part).glob("*.jsonl"))
    if part not in PARTS or not files:
        raise BadInput(f"There is no part {part!r} of the annotated messages; there are: {', '.join(PARTS)}.")
    return list(number_messages(files))


def judge_part(messages: Sequence[Numbered], find: Find, verdicts: Verdicts) -> list[tuple[Annotated, list[Judged]]]:
    return [
        (each.message, judge_message(find(each.message), each.message, verdicts.list_letters(each)))
        for each in messages
    ]


def find_unjudged(
    messages: Sequence[Numbered], parts: Sequence[Sequence[tuple[Annotated, list[Judged]]]], cut: float
) -> Iterator[tuple[Numbered, Found]]:
    """What is at least as sure as the cut and neither borne out by the annotator's marks nor judged, each once."""
    for number, message in enumerate(messages):
        seen: set[tuple[int, int, str, str, str]] = set()
        for each in (each for part in parts for each in part[number][1]):
            found = each.found
            key = (found.start, found.end, found.attribute, found.operation, found.subject)
            if each.share is None and found.confidence >= cut and found.start < found.end and key not in seen:
                seen.add(key)
                yield message, found


def tally_at(judged: Sequence[tuple[Annotated, list[Judged]]], cut: float) -> Tally:
    """Count what is at least as sure as the cut."""
    acts: Counter[tuple[str, int]] = Counter()
    attributes: Counter[tuple[str, int]] = Counter()
    found = right = exact = nothing = false = unjudged = left_out = 0
    judged_right = judged_found = 0.0
    for message, all_found in judged:
        taken = [each for each in all_found if each.found.confidence >= cut]
        found, right, exact = (
            found + len(taken),
            right + sum(each.right for each in taken),
            exact + sum(each.exact for each in taken),
        )
        judged_right += sum(each.share or 0.0 for each in taken)
        judged_found += sum(each.share or 0.0 for each in taken if each.new)
        unjudged += sum(each.share is None for each in taken)
        left_out += sum(each.left_out for each in all_found)
        nothing += message.act == "none"
        false += message.act == "none" and bool(taken)
        for mark in message.marks:
            if not mark.stance:
                acts[message.act, 1] += 1
                attributes[mark.attribute, 1] += 1
        for each in taken:
            attributes[each.found.attribute, 2] += 1
            if each.right and each.gold is not None:
                acts[message.act, 0] += 1
                attributes[each.gold.attribute, 0] += 1
    names = {name for name, _ in attributes}
    return Tally(
        found,
        right,
        exact,
        sum(count for (_, side), count in acts.items() if side == 1),
        nothing,
        false,
        judged_right,
        judged_found,
        unjudged,
        left_out,
        {act: (acts[act, 0], acts[act, 1]) for act in {name for name, _ in acts}},
        {name: (attributes[name, 0], attributes[name, 1], attributes[name, 2]) for name in names},
    )


# --- readers


def find_by_annotator(annotator: Annotator) -> Find:
    def find(message: Annotated) -> list[Found]:
        (reading,) = annotator.annotate([Unread(message.text, message.before)])
        return [describe_mark(mark) for mark in reading.marks if mark.stance is Stance.EARNEST]

    return find


def find_claims(annotator: Annotator) -> Find:
    """What is proposed of a message, in the end: marks that cannot be placed are left out, bare answers read."""

    def find(message: Annotated) -> list[Found]:
        before = [_make_message(0, Role.ASSISTANT, Origin.ASSISTANT, message.before)] if message.before else []
        said = _make_message(1, Role.USER, Origin.USER, message.text)
        interaction = Interaction(said.interaction, said.conversation, SessionId("s"), _SAID, (said,))
        return list(_describe_facts(find_facts(Material(interaction, tuple(before)), annotator), message))

    return find


def _make_message(ordinal: int, role: Role, origin: Origin, text: str) -> Message:
    ids = MessageId(f"u_{ordinal}"), InteractionId("i"), ConversationId("c")
    return Message(*ids, ordinal, role, origin, text, _SAID)


def _describe_facts(facts: Sequence[Remember], message: Annotated) -> Iterator[Found]:
    """What a claim says, and what it says is over or wrong."""
    for fact in facts:
        claim = fact.claim
        if claim is None:
            continue
        told = [(claim.value, "holds" if claim.affirmed else "denied")]
        if fact.replaces and claim.affirmed:
            told.append((fact.replaces, "denied"))
        for value, operation in told:
            start, end = _find_value(value, fact.evidence[0], message.text)
            attribute, shown = _name_attribute(claim.attribute, value)
            yield Found(start, end, shown, attribute, operation, _name_subject(claim.subject), fact.confidence)


def _name_attribute(attribute: str, value: str) -> tuple[str, str]:
    """In the annotators' terms, with the value: a wish of the closed list is a rule that names its topic."""
    if attribute in ATTRIBUTES | OPEN:
        return attribute, value
    if attribute.startswith(FAVOURITE):
        return "favourite", value
    topic = attribute.removeprefix(_WISHED)
    return ("other", value) if topic == attribute else ("answer_rule", f"{value} {topic}")


def _find_value(value: str, place: Evidence, text: str) -> tuple[int, int]:
    """Its words, where they stand in the message; else the words that it was read from."""
    at = text.casefold().find(value.casefold(), place.start)
    at = at if at >= 0 else text.casefold().find(value.casefold())
    return (at, at + len(value)) if at >= 0 else (place.start, place.end)


def _name_subject(entity: str) -> str:
    if entity == "user":
        return "user"
    owner, slash, relation = entity.rpartition("/")
    return f"my {relation}" if slash and owner == "user" else entity.rpartition(":")[2]
