"""How many decisions an import takes to review (C9): three hundred conversations of nine turns, from public talks.

They come in as a ChatGPT export that nobody vouches for, are thought about, and a scripted reviewer works through the
queue as the screen has it: what is of low risk together after three random looks, then a cluster at a time, by its top
card. Either the import is taken as it is, or the whole of it is vouched for first.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, count, islice
from pathlib import Path
from typing import Any, Final

from atlas.errors import BadInput, Refused
from atlas.model.interaction import Role
from atlas.model.memory import Status
from atlas.model.review import Band
from atlas.settings import load_settings
from atlas.surfaces.library import Atlas
from benchmarks.formats import Turn, load, present

CONVERSATIONS: Final = 300
TURNS: Final = 9
LOOKS: Final = 3
"""At what is of low risk, before the rest of it goes together."""


def measure_import(data: Path, folder: Path, conversations: int = CONVERSATIONS) -> dict[str, Any]:
    """Decisions until nothing waits, with and without vouching; and what waited before."""
    talks = list(islice(_cut_talks(data), conversations))
    if not talks:
        raise BadInput(f"There are no talks under {data}: put locomo*.json or longmemeval*.json there.")
    export = folder / "conversations.json"
    export.write_text(json.dumps([_write_talk(number, talk) for number, talk in enumerate(talks)]), encoding="utf-8")
    ways = {"as_it_is": False, "vouched": True}
    figures = {name: _review(export, folder / f"{name}.atlas", vouch=vouch) for name, vouch in ways.items()}
    return {"conversations": len(talks), "turns": sum(map(len, talks)), **figures}


def _cut_talks(data: Path) -> Iterator[Sequence[Turn]]:
    """Pieces of nine turns, from whoever talks with whom; the first of two speakers is the user."""
    turns = [turn for name in present(data) for talk in load(name, data) for turn in talk.turns]
    sessions: dict[str, list[Turn]] = {}
    for turn in turns:
        sessions.setdefault(f"{turn.session}:{turn.at.date()}", []).append(turn)
    said = list(chain.from_iterable(sessions.values()))
    yield from (said[at : at + TURNS] for at in range(0, len(said) - TURNS + 1, TURNS))


def _write_talk(number: int, turns: Sequence[Turn]) -> dict[str, Any]:
    mapping: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
    last, first = "root", turns[0]
    for at, turn in enumerate(turns):
        same = turn.speaker == first.speaker if turn.speaker else turn.role is Role.USER
        node = f"{number}-{at}"
        mapping[last]["children"].append(node)
        message = {
            "id": node,
            "author": {"role": "user" if same else "assistant", "name": None, "metadata": {}},
            "create_time": turn.at.timestamp(),
            "content": {"content_type": "text", "parts": [turn.text]},
            "weight": 1.0,
            "metadata": {},
            "recipient": "all",
        }
        mapping[node] = {"id": node, "message": message, "parent": last, "children": []}
        last = node
    return {
        "title": f"Talk {number}",
        "create_time": first.at.timestamp(),
        "mapping": mapping,
        "current_node": last,
        "conversation_id": f"talk-{number}",
    }


def _review(export: Path, store: Path, *, vouch: bool) -> dict[str, Any]:
    settings = replace(load_settings(store.parent, {}), embedder="hashing")
    atlas = Atlas.open(store, settings=settings, background=False)
    atlas.history.import_file(export)
    atlas.flush()
    decisions = 0
    if vouch:
        atlas.review.vouch(source="chatgpt")
        atlas.flush()
        decisions += 1
    waiting = atlas.inspect.status().waiting
    clusters = len(atlas.review.queue().clusters)
    low = sum(each.risk.band is Band.LOW for each in atlas.review.queue().clusters)
    decisions += _clear_low(atlas)
    decisions += _clear_queue(atlas)
    if not vouch and waiting.conversations:
        atlas.review.dismiss(source="chatgpt")
        decisions += 1
    left = atlas.inspect.status().waiting
    atlas.close(think=False)
    return {
        "items": waiting.items,
        "conversations_waiting": waiting.conversations,
        "clusters": clusters,
        "clusters_of_low_risk": low,
        "decisions": decisions,
        "left": left.items + left.conversations,
    }


def _clear_low(atlas: Atlas) -> int:
    """Approve what is of low risk together, after a few random looks; how many decisions that took."""
    looks = atlas.review.draw_checks(LOOKS)
    for id in looks:
        atlas.review.decide(Status.APPROVED, id)
    rest = [id for each in atlas.review.queue().clusters if each.risk.band is Band.LOW for id in each.ids]
    if rest:
        atlas.review.decide(Status.APPROVED, *rest)
    return len(looks) + bool(rest)


def _clear_queue(atlas: Atlas) -> int:
    for decided in count():
        clusters = atlas.review.queue().clusters
        if not clusters:
            return decided
        top = clusters[0].ids[0]
        try:
            atlas.review.decide_cluster(Status.APPROVED, top)
        except Refused:
            atlas.review.decide_cluster(Status.REJECTED, top)
    return 0
