"""How quick an import is, and how much memory it takes: a ChatGPT export of any size, made from a seed.

Run by itself (`python -m benchmarks.history_import FILE CONVERSATIONS ...`), so that its peak is its own.
"""

from __future__ import annotations

import json
import random
import resource
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from atlas.settings import load_settings
from atlas.surfaces.library import Atlas
from benchmarks.stopwatch import elapsed

START: Final = datetime(2024, 1, 1, 8, tzinfo=UTC)
DAYS: Final = 730
"""Over which the conversations are spread."""
_TOWNS: Final = ("Porto", "Rome", "Oslo", "Kyoto", "Lima", "Accra", "Perth", "Tunis")
_THINGS: Final = ("staging server", "printer", "front gate", "car park", "bicycle", "boiler", "spare key", "fuse box")
_WHAT: Final = ("port", "code", "number", "colour", "price")
_TELLING: Final = 0.002
_REPLY: Final = "Let me think about that with you. There are a few things to weigh, and none of them is urgent today. "


def conversations(count: int, seed: int = 7) -> Iterator[dict[str, Any]]:
    """The newest first, as the real ones have it."""
    chance = random.Random(seed)  # noqa: S311 # a story, not a secret
    step = timedelta(days=DAYS) / max(1, count)
    for number in reversed(range(count)):
        yield _conversation(chance, number, START + step * number)


def _conversation(chance: random.Random, number: int, at: datetime) -> dict[str, Any]:
    mapping: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
    last = "root"
    for turn in range(2 * chance.randint(1, 6)):
        role = "assistant" if turn % 2 else "user"
        text = _said(chance) if role == "user" else _REPLY * chance.randint(1, 6)
        node, at = f"{number}-{turn}", at + timedelta(seconds=chance.randint(5, 120))
        mapping[last]["children"].append(node)
        mapping[node] = {"id": node, "message": _message(node, role, text, at), "parent": last, "children": []}
        last = node
    return {
        "title": f"Talk {number}",
        "create_time": at.timestamp(),
        "mapping": mapping,
        "current_node": last,
        "conversation_id": f"talk-{number}",
    }


def _message(id: str, role: str, text: str, at: datetime) -> dict[str, Any]:
    return {
        "id": id,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": at.timestamp(),
        "content": {"content_type": "text", "parts": [text]},
        "weight": 1.0,
        "metadata": {},
        "recipient": "all",
    }


def _said(chance: random.Random) -> str:
    """Most of it tells nothing about anybody, as in life; nobody moves house every day."""
    what, thing = chance.choice(_WHAT), f"{chance.choice(_THINGS)} {chance.randrange(1_000)}"
    if chance.random() < _TELLING:
        return f"I moved to {chance.choice(_TOWNS)} last week."
    return chance.choice(
        (
            f"What is the {what} of the {thing}?",
            f"No, that is wrong. The {what} of the {thing} is {chance.randrange(1_000, 9_999)}.",
            f"My neighbour {chance.randrange(1_000)} has a {thing}. Is that a good one?",
            f"I have an interview on {chance.choice(('Monday', 'Friday'))}. Can you help me to prepare?",
            f"Write a short note about the {thing}, please.",
            "Thanks, that helps.",
        )
    )


def write(path: Path, count: int) -> None:
    """Piece by piece: the export may be larger than memory."""
    with path.open("w", encoding="utf-8") as file:
        for number, row in enumerate(conversations(count)):
            file.write(f"{',' if number else '['}\n{json.dumps(row)}")
        file.write("\n]\n" if count else "[]")


def measure(export: Path, store: Path, *, replay: bool) -> dict[str, Any]:
    """One import into a new store, vouched for, with the embedder that costs nothing."""
    settings = replace(load_settings(store.parent, {}), embedder="hashing")
    atlas = Atlas.open(store, settings=settings, background=False)
    found: list[Any] = []
    cpu, wall = elapsed(lambda path: found.append(atlas.history.import_file(path, vouch=True, replay=replay)), export)
    figures = {
        "conversations": found[0].conversations,
        "turns": found[0].turns,
        "interactions": found[0].new_interactions,
        "days": found[0].days,
        "cycles": dict(found[0].cycles),
        "wall_s": round(wall, 2),
        "cpu_s": round(cpu, 2),
        "turns_a_second": round(found[0].turns / wall, 1) if wall else 0.0,
        "export_mb": round(export.stat().st_size / 2**20, 1),
        "store_mb": round(store.stat().st_size / 2**20, 1),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10, 1),
    }
    atlas.close(think=False)
    return figures


if __name__ == "__main__":
    place, how = Path(sys.argv[1]), sys.argv[2]
    sys.stdout.write(json.dumps(measure(place, place.with_name(f"{how}.atlas"), replay=how == "replayed")))
