"""One person at the queue: where they are, what they decide, what they decided last (C9).

Each decision is committed before anything else is read, so that whoever is killed between two keys has lost nothing.
It knows no terminal: the full-screen app and the tests drive the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from atlas.errors import AtlasError, NotFound
from atlas.model.journal import Action
from atlas.model.memory import Status
from atlas.model.review import Band, Grouping
from atlas.surfaces.views.text import clip_line, format_count

if TYPE_CHECKING:
    from atlas.model.review import Card, Cluster, ReviewQueue
    from atlas.surfaces.library import Atlas

SPOT_CHECKS: Final = 3
_BESIDE: Final = 8
_UNDOABLE: Final = 500
_NAMED: Final = 56
"""Columns for what was decided and on what, so that the way back stands beside it on a narrow screen."""
_SAID: Final = {
    Status.APPROVED: "Approved",
    Status.REJECTED: "Rejected",
    Status.SENSITIVE: "Marked as sensitive",
    Status.ONE_TIME: "Kept as a one-time exception",
}


@dataclass(slots=True)
class ReviewSession:
    """The queue as one person works through it."""

    atlas: Atlas
    search: str = ""
    at: int = 0
    """Which cluster."""
    inside: int = 0
    """Which card of it."""
    says: str = ""
    """What came of the last key."""
    decided: list[int] = field(default_factory=list)
    """The journal entries of what was decided here, the last at the end."""
    checks: list[str] = field(default_factory=list)
    """What is still to be looked at before the rest of low risk is approved together."""
    checked: bool = False
    """Whether all that was drawn was approved."""
    _queue: ReviewQueue | None = None
    _last: Callable[[], None] | None = None

    @property
    def queue(self) -> ReviewQueue:
        if self._queue is None:
            self._queue = self.atlas.review.queue(search=self.search)
            self.at = max(0, min(self.at, len(self._queue.clusters) - 1))
        return self._queue

    @property
    def cluster(self) -> Cluster | None:
        clusters = self.queue.clusters
        return clusters[self.at] if clusters else None

    @property
    def current(self) -> str | None:
        """The id of the card that is shown."""
        cluster = self.cluster
        if cluster is None:
            return None
        self.inside = max(0, min(self.inside, len(cluster.ids) - 1))
        return cluster.ids[self.inside]

    def card(self) -> Card | None:
        """The card that is shown; None when nothing waits. What was decided elsewhere meanwhile is passed over."""
        while (id := self.current) is not None:
            card = self._read_card(id)
            if card is not None:
                return card
            self._queue = None
        return None

    def _read_card(self, id: str) -> Card | None:
        try:
            return self.atlas.review.card(id)
        except NotFound:
            return None

    def read_others(self) -> list[Card]:
        """The other cards of the cluster, the first of them: what cannot all hold is seen side by side."""
        ids = self.cluster.ids if self.cluster else ()
        others = [id for id in ids if id != self.current][:_BESIDE]
        return [card for id in others if (card := self._read_card(id))]

    # --- moving

    def move(self, by: int) -> None:
        if self.queue.clusters:
            self.at = max(0, min(self.at + by, len(self.queue.clusters) - 1))
            self.inside = 0

    def turn(self, by: int) -> None:
        """Turn to another card of the same cluster."""
        if self.cluster is not None:
            self.inside = max(0, min(self.inside + by, len(self.cluster.ids) - 1))

    def find(self, words: str) -> None:
        """Show only the clusters in which something says these words; all of them with none."""
        self.search, self.at, self.inside, self._queue = words.strip(), 0, 0, None
        number = len(self.queue.clusters)
        self.says = f"{format_count(number, 'cluster')} with “{self.search}”." if self.search else ""

    # --- deciding

    def approve(self) -> None:
        """Approve the card; of rivals it is chosen, and the others are rejected."""
        self._last = self.approve
        cluster, id = self.cluster, self.current
        if cluster is None or id is None:
            return
        others = [each for each in cluster.ids if each != id]
        if cluster.grouping is Grouping.RIVALS and others:
            self._carry_out(lambda: self.atlas.review.choose(id, *others)[0].entry, f"Chosen among {len(cluster.ids)}")
        else:
            self._decide(Status.APPROVED)

    def reject(self, reason: str = "") -> None:
        self._last = lambda: self.reject(reason)
        id, before = self.current, len(self.decided)
        self._decide(Status.REJECTED, reason)
        if id is not None and id.startswith("m_") and len(self.decided) > before:
            self._tell_candidate(id)

    def mark_sensitive(self) -> None:
        self._last = self.mark_sensitive
        self._decide(Status.SENSITIVE)

    def keep_once(self) -> None:
        self._last = self.keep_once
        self._decide(Status.ONE_TIME)

    def approve_edited(self, text: str) -> None:
        id = self.current
        if id is not None:
            self._carry_out(lambda: self.atlas.review.approve_edited(id, text).entry, "Approved in your words")

    def approve_redacted(self) -> None:
        self._last = self.approve_redacted
        id = self.current
        if id is not None:
            self._carry_out(lambda: self.atlas.review.approve_redacted(id).entry, "Approved without the secret")

    def merge(self) -> None:
        """Merge the card into the approved memory most like it, or into the top card of its cluster."""
        self._last = self.merge
        card, cluster = self.card(), self.cluster
        if card is None or cluster is None:
            return
        into = next((each.id for each in card.similar), cluster.ids[0])
        if into == card.id:
            self.says = "There is nothing to merge it into."
            return
        self._carry_out(lambda: self.atlas.review.merge(into, card.id)[0].entry, f"Merged into {into[:8]}")

    def decide_cluster(self, status: Status, reason: str = "") -> None:
        self._last = lambda: self.decide_cluster(status, reason)
        cluster = self.cluster
        if cluster is not None:
            number = len(cluster.ids)
            self._carry_out(
                lambda: self.atlas.review.decide_cluster(status, cluster.ids[0], reason)[0].entry,
                f"{_SAID[status]}: the whole cluster of {number}" if number > 1 else _SAID[status],
            )

    def repeat(self) -> None:
        """Do again what was done last, to what is shown now."""
        if self._last is None:
            self.says = "There is nothing to repeat yet."
        else:
            self._last()

    def undo(self) -> None:
        """Take back the last decision, and the one before it, as far as anybody wishes."""
        entry = self.decided[-1] if self.decided else self._find_earlier_decision()
        if entry is None:
            self.says = "There is nothing to undo."
            return
        self.decided = self.decided[:-1]
        try:
            receipt = self.atlas.history.revert(entry)
        except AtlasError as trouble:  # it was taken back elsewhere, or has changed since: the one before is next
            self.says, self._queue = str(trouble), None
            return
        self._queue = None
        self._go_to(receipt.restored)
        self.checks, self.checked = [], False
        left = f" Not taken back: {' '.join(receipt.conflicts)}" if receipt.conflicts else ""
        self.says = f"Taken back.{left}"

    # --- low risk, together

    @property
    def low(self) -> list[str]:
        """What is of low risk and can be approved together."""
        return [id for each in self.queue.clusters if _is_simple(each) for id in each.ids]

    def approve_low(self) -> None:
        """Approve what is of low risk together, once some of it, drawn at random, was looked at and approved."""
        low = self.low
        if not low:
            self.says = "Nothing of low risk waits."
        elif self.checked:
            self._carry_out(lambda: self.atlas.review.decide(Status.APPROVED, *low)[0].entry, f"Approved {len(low)}")
            self.checked, self.at = False, 0  # back to what matters most
        elif self.checks:
            self._go_to(self.checks)
            self.says = f"{len(self.checks)} to look at first."
        else:
            self.checks = list(self.atlas.review.draw_checks(SPOT_CHECKS))
            self._go_to(self.checks)
            self.says = f"Look at {len(self.checks)} first, drawn at random; then b approves the rest."

    # --- inside

    def _tell_candidate(self, id: str) -> None:
        """Say which rule the rejection suggests, and how much else it would refuse."""
        found = self.atlas.review.suggest_rule(id)
        if found is not None and not self.checks:
            self.says += f"  As a rule: {found.rule.name} ({len(found.hits)} more wait)"

    def _decide(self, status: Status, reason: str = "") -> None:
        id = self.current
        if id is not None:
            self._carry_out(lambda: self.atlas.review.decide(status, id, reason=reason)[0].entry, _SAID[status])

    def _carry_out(self, decide: Callable[[], int], says: str) -> None:
        """Commit a decision, then read what is left."""
        id = self.current
        title = clip_line(self.cluster.title, _NAMED - len(says)) if self.cluster else ""
        try:
            entry = decide()
        except AtlasError as trouble:
            self.says, self._queue = str(trouble), None
            return
        self.decided.append(entry)
        self._queue, self.inside = None, 0
        self.says = f"{says}: {title}  (u takes it back)"
        self._note_check(id, says)

    def _note_check(self, id: str | None, says: str) -> None:
        """Count a card that was drawn; one that is not approved calls the batch off."""
        if id not in self.checks:
            return
        if not says.startswith(_SAID[Status.APPROVED]):
            self.checks, self.checked = [], False
            self.says = "One that was drawn was not right: decide these one by one."
            return
        self.checks = [each for each in self.checks if each != id]
        self.checked = not self.checks
        if self.checked:
            self.says = f"All that was drawn was right: b approves the other {len(self.low)}."
        else:
            self._go_to(self.checks)

    def _go_to(self, ids: list[str] | tuple[str, ...]) -> None:
        wanted = set(ids)
        for place, cluster in enumerate(self.queue.clusters):
            for inside, id in enumerate(cluster.ids):
                if id in wanted:
                    self.at, self.inside = place, inside
                    return

    def _find_earlier_decision(self) -> int | None:
        entries = self.atlas.history.undoable(_UNDOABLE)
        return next((entry.seq for entry in entries if entry.action is Action.DECIDED), None)


def _is_simple(cluster: Cluster) -> bool:
    return cluster.risk.band is Band.LOW and cluster.grouping in (Grouping.ALONE, Grouping.CONVERSATION)
