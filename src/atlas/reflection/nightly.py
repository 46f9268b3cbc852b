"""The tier that thinks the whole day over (J1, J9): all interactions in batches, memories due for review, failures.

Each question sees material of one trust only (J17). An answer that is of no use costs its own part and no other.
"""

from __future__ import annotations

from typing import Any

from atlas.model.thinking import Ask, Day, Thinking, Thoughts
from atlas.reflection.batches import batch_ask, batch_part
from atlas.reflection.clusters import cluster_ask, cluster_part, recurring
from atlas.reflection.open_plans import planned
from atlas.reflection.questions import Part, joined, read
from atlas.reflection.reviews import certain, review_ask, review_part


def nightly(day: Day) -> Thinking:
    """By rules (J14). What was learned from each exchange has been proposed already, and is not proposed twice."""
    yield from ()
    parts = [
        *(Part(tomorrow=tuple(planned(batch, day))) for batch in day.batches),
        *(Part(tuple(certain(group, day))) for group in day.reviews),
        *(Part(patterns=(recurring(cluster),)) for cluster in day.clusters),
    ]
    return _night(day, parts, "rules")


def with_model(day: Day) -> Thinking:
    """One question for each batch, each group of reviews and each cluster, all asked together."""
    asks = questions(day)
    if not asks:
        return (yield from nightly(day))
    given = yield asks
    answers = iter([read(ask, each) for ask, each in zip(asks, given, strict=True)])
    parts = [
        *(batch_part(batch, day, next(answers)) for batch in day.batches),
        *(review_part(group, day, next(answers)) for group in day.reviews),
        *(cluster_part(cluster, next(answers)) for cluster in day.clusters),
    ]
    return _night(day, parts, "model")


def questions(day: Day) -> tuple[Ask, ...]:
    return (
        *(batch_ask(batch, day) for batch in day.batches),
        *(review_ask(group) for group in day.reviews),
        *(cluster_ask(cluster) for cluster in day.clusters),
    )


def _night(day: Day, parts: list[Part], thinker: str) -> Thoughts:
    said: dict[str, Any] = {
        "thinker": thinker,
        "interactions": sum(len(batch.materials) for batch in day.batches),
        "batches": len(day.batches),
        "reviewed": sum(map(len, day.reviews)),
        "clusters": len(day.clusters),
        "patterns": [seen.description for part in parts for seen in part.patterns],
        "tomorrow": [item.text for part in parts for item in part.tomorrow],
    }
    return joined(parts, said)
