"""Failures that belong together (S12): grouped by what was asked, with their words from the transcript."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from atlas.engine.core.runtime import Runtime
from atlas.model.failure import Failure, Pattern
from atlas.model.ids import MessageId, PatternId
from atlas.model.interaction import Message
from atlas.model.origin import Trust
from atlas.model.thinking import Cluster
from atlas.ports.reading import Reader

SHOWN: Final = 40
"""Of a cluster, whose words a question shows: the newest."""
MOST: Final = 2_000
"""Failures that are compared with each other: the newest."""


def find_clusters(runtime: Runtime, reader: Reader, until: datetime) -> tuple[Cluster, ...]:
    """Find the clusters of failures that hold a new one."""
    identity = runtime.embedder.identity
    seen = [each for each in reader.failures(MOST) if each.at <= until]
    held = [each for each in reversed(seen) if each.vector and each.identity == identity.key]
    if not held:
        return ()
    import numpy as np  # slow to import

    from atlas.signals.failure_clusters import cluster_failures as grouped  # brings in numpy

    rows = np.stack([np.frombuffer(each.vector or b"", dtype="<f4") for each in held])
    labels = grouped(rows, runtime.signals).tolist()
    groups = [[each for each, at in zip(held, labels, strict=True) if at == label] for label in range(max(labels) + 1)]
    new = [group for group in groups if any(each.pattern is None for each in group)]
    return tuple(cluster for group in new if (cluster := build_cluster(reader, group)) is not None)


def build_cluster(reader: Reader, group: Sequence[Failure]) -> Cluster | None:
    """Build a cluster of the failures of which the users' own words are still there (J17)."""
    words = {each.id: each for each in reader.messages(_list_messages(group))}
    own = {id for id, message in words.items() if message.origin.trust >= Trust.USER}
    kept = tuple(each for each in group if each.asked in own)
    if not kept:
        return None
    shown = kept[-SHOWN:]
    asked, told = (
        _pick_own_words(words, own, [each.asked for each in shown]),
        _pick_own_words(words, own, [each.told for each in shown]),
    )
    return Cluster(kept, asked, told, _find_known_pattern(reader, kept))


def _list_messages(group: Sequence[Failure]) -> list[MessageId]:
    return [message for each in group for message in (each.asked, each.told) if message is not None]


def _pick_own_words(
    words: dict[MessageId, Message], own: set[MessageId], ids: Sequence[MessageId | None]
) -> tuple[Message, ...]:
    return tuple(words[id] for id in dict.fromkeys(ids) if id is not None and id in own)


def _find_known_pattern(reader: Reader, group: Sequence[Failure]) -> Pattern | None:
    """Find the pattern that most of the failures were known as."""
    named: Counter[PatternId] = Counter(each.pattern for each in group if each.pattern is not None)
    return reader.pattern(named.most_common(1)[0][0]) if named else None
