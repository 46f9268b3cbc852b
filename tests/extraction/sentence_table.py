"""Reading and scoring the sentence tables, exactly as README.md says."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from atlas.model.ids import ConversationId, InteractionId, MessageId, SessionId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.origin import Origin
from atlas.model.proposal import Remember
from atlas.model.thinking import Material
from atlas.testing.readings import find_facts

HERE = Path(__file__).parent
MAX_WORDS = 12

Row = dict[str, Any]
Wanted = dict[str, Any]


@dataclass
class Score:
    """What one group of rows came to."""

    rows: int = 0
    passed: int = 0
    required: int = 0
    found: int = 0
    claims: int = 0
    false: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.found / self.required if self.required else 1.0

    def add(self, other: Score) -> None:
        self.rows += other.rows
        self.passed += other.passed
        self.required += other.required
        self.found += other.found
        self.claims += other.claims
        self.false += other.false
        self.missed += other.missed


def rows(name: str) -> list[Row]:
    path = HERE / name
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def message(text: str, role: str, at: datetime, ordinal: int) -> Message:
    origin = Origin.USER if role == "user" else Origin.ASSISTANT
    return Message(
        MessageId(f"u_{ordinal}"), InteractionId("i_1"), ConversationId("c"), ordinal, Role(role), origin, text, at
    )


def extracted(row: Row) -> tuple[Remember, ...]:
    at = datetime.fromisoformat(f"{row['said_on']}T12:00:00+00:00")
    before = [message(item["text"], item["role"], at, place) for place, item in enumerate(row.get("before", []))]
    said = message(row["text"], row["role"], at, len(before))
    interaction = Interaction(said.interaction, said.conversation, SessionId("s_1"), at, (said,))
    return find_facts(Material(interaction, tuple(before)))


def score_row(row: Row) -> Score:
    claims = extracted(row)
    false = [_shown(claim) for claim in claims if _is_false(claim, row)]
    missed = [fact for fact in row["facts"] if not any(_satisfies(claim, fact) for claim in claims)]
    return Score(
        rows=1,
        passed=int(not false and not missed),
        required=len(row["facts"]),
        found=len(row["facts"]) - len(missed),
        claims=len(claims),
        false=[f"{row['id']} {row['text']!r}: {item}" for item in false],
        missed=[f"{row['id']} {row['text']!r}: {_wanted(item)}" for item in missed],
    )


def score(table: Iterable[Row]) -> dict[str, Score]:
    """By group; traps are marked with a star."""
    found: dict[str, Score] = defaultdict(Score)
    for row in table:
        found[row["group"] + ("*" if row["trap"] else "")].add(score_row(row))
    return dict(found)


def total(groups: Iterable[Score]) -> Score:
    whole = Score()
    for group in groups:
        whole.add(group)
    return whole


def report(groups: dict[str, Score]) -> str:
    whole = total(groups.values())
    lines = [f"{'group':22}{'rows':>6}{'passed':>8}{'recall':>10}{'claims':>8}{'false':>7}"]
    for name, found in (*sorted(groups.items()), ("all", whole)):
        recall = f"{found.found}/{found.required}"
        lines.append(f"{name:22}{found.rows:>6}{found.passed:>8}{recall:>10}{found.claims:>8}{len(found.false):>7}")
    lines += ["", "false:", *whole.false, "", "missed:", *whole.missed]
    return "\n".join(lines)


def _is_false(claim: Remember, row: Row) -> bool:
    assert claim.claim is not None
    if len(claim.claim.value.split()) > MAX_WORDS or any(_matches(claim, item) for item in row.get("never", [])):
        return True
    return not any(_matches(claim, item) for item in _allowed(row))


def _allowed(row: Row) -> Iterator[Wanted]:
    for fact in row["facts"]:
        yield fact
        yield from fact.get("or", [])
    yield from row["may"]


def _satisfies(claim: Remember, fact: Wanted) -> bool:
    return any(_matches(claim, form) and _marked(claim, form) for form in (fact, *fact.get("or", [])))


def _marked(claim: Remember, fact: Wanted) -> bool:
    kind, referred = fact.get("kind"), fact.get("referred")
    if kind and claim.kind.value != kind:
        return False
    return not referred or (claim.referred_at is not None and claim.referred_at.isoformat().startswith(referred))


def _matches(found: Remember, wanted: Wanted) -> bool:
    claim = found.claim
    assert claim is not None
    subjects = {_folded(item) for item in _many(wanted["subject"])}
    attributes = _many(wanted["attribute"])
    if _folded(claim.subject) not in subjects or ("*" not in attributes and claim.attribute not in attributes):
        return False
    if claim.affirmed is not wanted.get("affirmed", True):
        return False
    value = _folded(claim.value)
    return all(re.search(rf"(?<!\w){re.escape(_folded(item))}", value) for item in wanted["value"])


def _many(item: str | Sequence[str]) -> list[str]:
    return [item] if isinstance(item, str) else list(item)


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def _shown(claim: Remember) -> str:
    assert claim.claim is not None
    sign = "" if claim.claim.affirmed else "not "
    return f"{sign}{claim.claim.subject} {claim.claim.attribute} = {claim.claim.value}"


def _wanted(fact: Wanted) -> str:
    sign = "" if fact.get("affirmed", True) else "not "
    extra = f" on {fact['referred']}" if "referred" in fact else ""
    return f"{sign}{fact['subject']} {fact['attribute']} = {fact['value']}{extra}"
