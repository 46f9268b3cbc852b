"""One person at the queue: where they are, what they decide, what they decided last (C9).

Each decision is committed before anything else is read, so that whoever is killed between two keys has lost nothing.
It knows no terminal: the full-screen app and the tests drive the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeGuard

from atlas.errors import AtlasError, NotFound
from atlas.model.journal import Action
from atlas.model.memory import Status
from atlas.model.review import Band, Grouping
from atlas.surfaces.views.text import clip_line, format_count

if TYPE_CHECKING:
    from atlas.engine.curate.conversations import ConversationsDecided, WaitingSource
    from atlas.model.memory import Memory
    from atlas.model.review import Card, Cluster, ReviewQueue
    from atlas.surfaces.library import Atlas

SPOT_CHECKS: Final = 3
_BESIDE: Final = 8
_UNDOABLE: Final = 500
_CONVERSATIONS: Final = 10_000
_NOTHING: Final = "Nothing waits here to be decided."
_ON_SOURCE: Final = "On conversations, a vouches for them and x dismisses them; v goes on."
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
    source_at: int | None = None
    """Which source of conversations is shown in the place of the cards."""
    _queue: ReviewQueue | None = None
    _sources: tuple[WaitingSource, ...] | None = None
    _last: Callable[[], None] | None = None

    @property
    def queue(self) -> ReviewQueue:
        if self._queue is None:
            self._queue = self.atlas.review.queue(search=self.search)
            self.at = max(0, min(self.at, len(self._queue.clusters) - 1))
        return self._queue

    @property
    def sources(self) -> tuple[WaitingSource, ...]:
        """Where the conversations come from whose messages wait: an import is one decision."""
        if self._sources is None:
            self._sources = self.atlas.review.pending(1).sources
        return self._sources

    @property
    def source(self) -> WaitingSource | None:
        """The source that is shown: where somebody turned to it, or no card is left."""
        if self.source_at is None and (self.queue.clusters or self.search):
            return None
        return self.sources[min(self.source_at or 0, len(self.sources) - 1)] if self.sources else None

    @property
    def cluster(self) -> Cluster | None:
        clusters = self.queue.clusters
        return clusters[self.at] if clusters else None

    @property
    def current(self) -> str | None:
        """The id of the card that is shown."""
        cluster = self.cluster
        if cluster is None or self.source is not None:
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
        self.says, self.source_at = "", None
        if not self.queue.clusters:
            return
        wanted, last = self.at + by, len(self.queue.clusters) - 1
        if not 0 <= wanted <= last:
            self.says = "That was the last one." if wanted > last else "This is the first one."
        self.at, self.inside = max(0, min(wanted, last)), 0

    def turn(self, by: int) -> None:
        """Turn to another card of the same cluster."""
        number = len(self.cluster.ids) if self.cluster is not None else 0
        self.says = "This decision has one card." if number == 1 else ""
        self.inside = max(0, min(self.inside + by, number - 1))

    def turn_to_sources(self) -> None:
        """Turn to the conversations that wait, a source at a time, and behind the last back to the cards."""
        self.says = "" if self.sources else "No conversations wait."
        at = 0 if self.source_at is None else self.source_at + 1
        self.source_at = at if at < len(self.sources) else None

    def find(self, words: str) -> None:
        """Show only the clusters in which something says these words; all of them with none."""
        self.search, self.at, self.inside, self._queue = words.strip(), 0, 0, None
        number = len(self.queue.clusters)
        self.says = f"{format_count(number, 'cluster')} with “{self.search}”." if self.search else ""

    # --- deciding

    def approve(self) -> None:
        """Approve the card; of rivals it is chosen, and the others are rejected. Conversations are vouched for."""
        self._last = self.approve
        if self.source is not None:
            return self._decide_source(self.source, vouching=True)
        cluster, id = self.cluster, self.current
        if cluster is None or id is None:
            self.says = _NOTHING
            return None
        others = [each for each in cluster.ids if each != id]
        if cluster.grouping is Grouping.RIVALS and others:
            self._carry_out(lambda: self.atlas.review.choose(id, *others)[0].entry, f"Chosen among {len(cluster.ids)}")
        else:
            self._decide(Status.APPROVED)
        return None

    def reject(self, reason: str = "") -> None:
        self._last = lambda: self.reject(reason)
        if self.source is not None:
            return self._decide_source(self.source, vouching=False, reason=reason)
        id, before = self.current, len(self.decided)
        self._decide(Status.REJECTED, reason)
        if id is not None and id.startswith("m_") and len(self.decided) > before:
            self._tell_candidate(id)
        return None

    def mark_sensitive(self) -> None:
        self._last = self.mark_sensitive
        self._decide(Status.SENSITIVE)

    def keep_once(self) -> None:
        self._last = self.keep_once
        self._decide(Status.ONE_TIME)

    def approve_edited(self, text: str) -> None:
        id = self.current
        if self._has_card(id):
            self._carry_out(lambda: self.atlas.review.approve_edited(id, text).entry, "Approved in your words")

    def tell_nothing_to_edit(self) -> None:
        """Say why there is no text to edit."""
        self._has_card(self.current)

    def approve_redacted(self) -> None:
        self._last = self.approve_redacted
        id = self.current
        if self._has_card(id):
            self._carry_out(lambda: self.atlas.review.approve_redacted(id).entry, "Approved without the secret")

    def merge(self) -> None:
        """Merge the card into the approved memory most like it that tells the same of the same, or into the top card
        of its cluster: what is only alike ("is called X", "wants to be called Y") would be lost in it."""
        self._last = self.merge
        card, cluster = self.card(), self.cluster
        if not self._has_card(self.current) or card is None or cluster is None:
            return
        into = self._find_alike(card, cluster)
        if into is None:
            self.says = "There is nothing to merge it into: nothing that is known tells the same of the same."
            return
        self._carry_out(lambda: self.atlas.review.merge(into, card.id)[0].entry, f"Merged into {into[:8]}")

    def _find_alike(self, card: Card, cluster: Cluster) -> str | None:
        top = cluster.ids[0]
        if not (card.id.startswith("m_") and top.startswith("m_")):
            return None  # a change that is held, and no memory
        own = self.atlas.inspect.memory(card.id).memory
        alike = [*card.similar, *([] if top == card.id else [self.atlas.inspect.memory(top).memory])]
        return next((each.id for each in alike if _tell_of_the_same(own, each)), None)

    def decide_cluster(self, status: Status, reason: str = "") -> None:
        self._last = lambda: self.decide_cluster(status, reason)
        if self.source is not None:
            return self.approve() if status is Status.APPROVED else self.reject(reason)
        cluster = self.cluster
        if cluster is None:
            self.says = _NOTHING
        else:
            number = len(cluster.ids)
            self._carry_out(
                lambda: self.atlas.review.decide_cluster(status, cluster.ids[0], reason)[0].entry,
                f"{_SAID[status]}: the whole cluster of {number}" if number > 1 else _SAID[status],
            )
        return None

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
        self._queue = self._sources = None
        self.source_at = None
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

    # --- conversations

    def _decide_source(self, source: WaitingSource, *, vouching: bool, reason: str = "") -> None:
        """Vouch for all conversations of a source, or dismiss them: one decision, and one undo."""
        decide = self.atlas.review.vouch if vouching else self.atlas.review.dismiss
        try:
            done = decide(*self._name_conversations(source), source=source.source, reason=reason)
        except AtlasError as trouble:
            self.says, self._queue, self._sources = str(trouble), None, None
            return
        self._queue = self._sources = None
        if done.entry is None:
            self.says = "Nobody typed these, so that nobody can vouch for them: x dismisses them."
            return
        self.decided.append(done.entry)
        self.source_at = None
        self.says = _describe_source_decision(done, vouching)

    def _name_conversations(self, source: WaitingSource) -> list[str]:
        """Those that were held here have no source by which all of them are named."""
        if source.source is not None:
            return []
        waiting = self.atlas.review.pending(_CONVERSATIONS).conversations
        return [each.name for each in waiting if each.source is None]

    # --- inside

    def _has_card(self, id: str | None) -> TypeGuard[str]:
        """Tell whether a card is shown, and say what is there instead."""
        if id is None:
            self.says = _ON_SOURCE if self.source is not None else _NOTHING
        return id is not None

    def _tell_candidate(self, id: str) -> None:
        """Say which rule the rejection suggests, and how much else it would refuse."""
        found = self.atlas.review.suggest_rule(id)
        if found is not None and not self.checks:
            self.says += f"  As a rule: {found.rule.name} ({len(found.hits)} more wait)"

    def _decide(self, status: Status, reason: str = "") -> None:
        id = self.current
        if self._has_card(id):
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
        entries = self.atlas.history.undoable(_UNDOABLE, past_forgets=True)
        return next((entry.seq for entry in entries if entry.action is Action.DECIDED), None)


def _describe_source_decision(done: ConversationsDecided, vouching: bool) -> str:
    number = format_count(len(done.conversations), "conversation")
    again = f"; atlas work thinks about {format_count(done.owed, 'exchange')} again" if done.owed else ""
    learned = f", and rejected {format_count(done.learned, 'memory', 'memories')}" if done.learned else ""
    return f"{'Vouched for' if vouching else 'Dismissed'} {number}{learned}{again}.  (u takes it back)"


def _tell_of_the_same(one: Memory, other: Memory) -> bool:
    """Whether two memories tell the same attribute of the same subject; without a claim, are of one kind."""
    if one.claim is None or other.claim is None:
        return one.claim is other.claim and one.kind is other.kind
    return one.claim.slot == other.claim.slot


def _is_simple(cluster: Cluster) -> bool:
    return cluster.risk.band is Band.LOW and cluster.grouping in (Grouping.ALONE, Grouping.CONVERSATION)
