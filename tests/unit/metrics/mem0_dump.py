"""A memory as others keep it, with known shares of what is wrong with it (X6).

The texts follow what people have published about such dumps, above all mem0 issue 4573 (97.8 % of 10,134 entries: the
agent's own start-up files restated, heartbeats and cron, dumps of configuration, an invented user, recalled entries
extracted again), mem0 pull requests 4550 (times of day) and 4302 (acknowledgements), and scraps of talk as in
memory-lancedb-pro issue 635. They were written before the rules that judge them. What each entry is stands beside it,
told by how it was made, never by our own rules.
"""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from unit.metrics.mem0_texts import FACTS, JUNK, SECRETS, SERVED, SLOTS, SWAPS, TAILS

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
SPAN = timedelta(days=180)
USERS = ("alex", "sam", "noor", "kim", "tomas")


@dataclass(frozen=True)
class Shares:
    junk: float = 0.2
    exact: float = 0.1
    near: float = 0.1
    loop: float = 0.1
    secret: float = 0.03


@dataclass
class Row:
    user: str
    text: str
    at: datetime
    labels: set[str] = field(default_factory=set)


DEFAULT = Shares()


def dump(size: int, seed: int, shares: Shares = DEFAULT) -> list[Row]:
    """In the order of their times; what each is, as labels."""
    return _Maker(random.Random(seed)).rows(size, shares)


def written(rows: Sequence[Row], path: Path, seed: int = 0) -> Path:
    chance = random.Random(seed)
    path.write_text(json.dumps({"results": [plain(row, chance) for row in rows]}), encoding="utf-8")
    return path


def plain(row: Row, chance: random.Random) -> dict[str, object]:
    """As mem0 gives it back."""
    id = str(uuid.UUID(int=chance.getrandbits(128), version=4))
    at = row.at.isoformat()
    return {"id": id, "memory": row.text, "user_id": row.user, "created_at": at, "updated_at": at, "metadata": None}


def share(rows: Sequence[Row], label: str) -> float:
    return sum(label in row.labels for row in rows) / len(rows)


class _Maker:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.seen: set[tuple[str, str]] = set()
        self.facts: list[Row] = []

    def rows(self, size: int, shares: Shares) -> list[Row]:
        wanted = {name: round(size * getattr(shares, name)) for name in ("junk", "exact", "near", "loop", "secret")}
        rest = size - sum(wanted.values())
        self.facts = [self.fresh(self.fact) for _ in range(rest)]
        made = [
            *self.facts,
            *(self.junk() for _ in range(wanted["junk"])),
            *(self.fresh(self.secret, "secret") for _ in range(wanted["secret"])),
            *(self.later(self.chance.choice(self.facts)) for _ in range(wanted["exact"])),
            *(self.varied() for _ in range(wanted["near"])),
            *self.loops(wanted["loop"]),
        ]
        made.sort(key=lambda row: row.at)
        return _labelled(made)

    def fact(self) -> str:
        return self.filled(self.chance.choice(FACTS))

    def secret(self) -> str:
        return self.filled(self.chance.choice(SECRETS)).replace("{secret}", "")

    def fresh(self, make: Callable[[], str], *labels: str) -> Row:
        """Something that this user has not got yet."""
        while True:
            user, text = self.chance.choice(USERS), make()
            if (user, _key(text)) not in self.seen:
                self.seen.add((user, _key(text)))
                return Row(user, text, self.moment(), set(labels))

    def junk(self) -> Row:
        """Noise repeats itself, so nobody sees to it that it is fresh."""
        kind = self.chance.choices([kind for kind, _ in JUNK], [weight for _, weight in JUNK])[0]
        return Row(self.chance.choice(USERS), self.filled(self.chance.choice(kind)), self.moment(), {"junk"})

    def later(self, row: Row) -> Row:
        return replace(row, at=self.moment(row.at), labels=row.labels - {"near", "loop"})

    def varied(self) -> Row:
        while True:
            row = self.chance.choice(self.facts)
            text = self.reworded(row.text)
            if (row.user, _key(text)) not in self.seen:
                self.seen.add((row.user, _key(text)))
                return Row(row.user, text, self.moment(row.at), {"near"})

    def loops(self, count: int) -> Iterator[Row]:
        """Some are a single entry served and stored once more; most come in bursts, hour after hour."""
        while count > 0:
            base = self.chance.choice(self.facts)
            copies = 1 if self.chance.random() < 0.3 else min(count, self.chance.randint(5, 30))
            at = base.at + timedelta(minutes=self.chance.randint(20, 300))
            for _ in range(copies):
                at += timedelta(minutes=self.chance.randint(10, 180))
                yield self.again(base, min(at, NOW), lone=copies < 5)
            count -= copies

    def again(self, base: Row, at: datetime, *, lone: bool) -> Row:
        how = 1.0 if lone else self.chance.random()
        if how < 0.5:
            return Row(base.user, base.text, at, {"loop"})
        if how < 0.7:
            return Row(base.user, self.reworded(base.text), at, {"loop", "near"})
        served = self.chance.choice(SERVED)
        inner = base.text if "{T}" in served else base.text[0].lower() + base.text[1:]
        text = served.replace("{T}", inner).replace("{t}", inner).replace("{score}", f"0.{self.chance.randint(61, 97)}")
        return Row(base.user, self.filled(text), at, {"loop", "near"})

    def reworded(self, text: str) -> str:
        """As an extraction says the same thing once more: other words for a few, something before or behind."""
        for _ in range(self.chance.choice((1, 1, 2))):
            text = self.chance.choice((self.swapped, self.swapped, self.tailed, self.subject, self.mistyped))(text)
        return text

    def swapped(self, text: str) -> str:
        fitting = [(old, new) for old, new in SWAPS if f" {old} " in f" {text} "]
        old, new = self.chance.choice(fitting) if fitting else ("", "")
        return f" {text} ".replace(f" {old} ", f" {new} ", 1).strip() if old else self.tailed(text)

    def tailed(self, text: str) -> str:
        return f"{text.rstrip('.')}{self.chance.choice(TAILS)}"

    def subject(self, text: str) -> str:
        for begins in ("The user ", "User "):
            if text.startswith(begins):
                rest = text[len(begins) :]
                return self.chance.choice((f"{rest[0].upper()}{rest[1:]}", f"User {rest}", f"The user {rest}."))
        return f"Note: {text}" if self.chance.random() < 0.5 else f"{text} (user)"

    def mistyped(self, text: str) -> str:
        words = text.split(" ")
        long = [place for place, word in enumerate(words) if len(word) > 6 and word.isalpha() and word.islower()]
        if not long:
            return self.tailed(text)
        place = self.chance.choice(long)
        at = self.chance.randrange(1, len(words[place]) - 2)
        word = words[place]
        words[place] = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        return " ".join(words)

    def moment(self, after: datetime | None = None) -> datetime:
        begins = after or NOW - SPAN
        return begins + (NOW - begins) * self.chance.random()

    def filled(self, text: str) -> str:
        for name, values in SLOTS.items():
            while f"<{name}>" in text:
                text = text.replace(f"<{name}>", self.chance.choice(values), 1)
        while "<n>" in text:
            text = text.replace("<n>", str(self.chance.randint(2, 58)), 1)
        while "<hex>" in text:
            text = text.replace("<hex>", f"{self.chance.getrandbits(64):016x}", 1)
        while "<key" in text:
            text = self._keyed(text)
        return text

    def _keyed(self, text: str) -> str:
        """`<key40>`: so many letters and digits, such as a token has."""
        before, _, rest = text.partition("<key")
        length, _, after = rest.partition(">")
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        return before + "".join(self.chance.choice(letters) for _ in range(int(length))) + after


def _labelled(rows: list[Row]) -> list[Row]:
    """What is word for word there already is an exact duplicate, however it came about."""
    seen: set[tuple[str, str]] = set()
    for row in rows:
        key = (row.user, _key(row.text))
        if key in seen:
            row.labels |= {"exact"}
            row.labels -= {"near"}
        seen.add(key)
    return rows


def _key(text: str) -> str:
    return " ".join(text.lower().split()).strip(" .!?,;:\"'()-")
