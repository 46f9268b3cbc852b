"""What waits for a person, and what a person decides about it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from datetime import datetime

from atlas import compose
from atlas.curation.policy import CurationPolicy
from atlas.curation.policy_rules import RuleCandidate
from atlas.engine.curate import (
    conflicts,
    pinning,
    proposals,
    quarantine,
    review_cards,
    review_decisions,
    review_queue,
    suggestions,
    undo,
)
from atlas.engine.curate.conflicts import Conflict
from atlas.engine.curate.conversations import ConversationsDecided, dismiss_conversations, vouch_for_conversations
from atlas.engine.curate.proposals import Decision
from atlas.engine.curate.quarantine import QuarantineReceipt, QuarantineStory
from atlas.engine.curate.undo import UndoReceipt
from atlas.engine.inspect import explain, policy_replay, status
from atlas.engine.inspect.policy_replay import PolicyReplay
from atlas.engine.inspect.status import Pending
from atlas.engine.thinking import review_schedule
from atlas.engine.thinking.review_schedule import Due
from atlas.model.ids import MemoryId, ProposalId
from atlas.model.journal import Actor
from atlas.model.memory import Kind, Memory, Status
from atlas.model.origin import Origin
from atlas.model.review import Card, ReviewQueue
from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.model.thinking import Judged
from atlas.settings import load_settings
from atlas.surfaces.input_values import (
    check_flag,
    check_id,
    check_limit,
    check_text,
    parse_conversation,
    parse_conversations,
    parse_kinds,
    parse_moment,
    parse_origins,
    parse_path,
    parse_status,
    parse_suggestion_state,
)
from atlas.surfaces.library.opening import Opening


class Review:
    """What waits for a person, and what a person decides about it."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening

    def pending(
        self,
        limit: int = 200,
        *,
        kinds: Iterable[Kind | str] = (),
        origins: Iterable[Origin | str] = (),
        search: str = "",
        conversation: str | None = None,
        everything: bool = False,
    ) -> Pending:
        """What a person is asked to decide, of what was thought so far: what was learned, one by one, and messages as
        the conversations they stand in.

        In the order of `queue`, and of what is decided one by one no more than `decisions_a_week` of the settings
        within seven days; the rest waits (`more`). `everything`, or a filter, looks among all of it. `kinds` with
        `episode` in it lists messages by themselves.
        """
        where = status.PendingFilter(
            parse_kinds(kinds),
            parse_origins(origins),
            check_text(search, "search"),
            parse_conversation(conversation),
        )
        return status.list_pending(self._opening.runtime, check_limit(limit), where, everything)

    def decide(self, status: Status | str, *ids: str, reason: str = "") -> list[Decision]:
        """Give memories or held proposals a status, as a person; all of them or none."""
        chosen, told = parse_status(status), check_text(reason, "reason")
        return proposals.decide_items(
            self._opening.runtime, [self._opening.resolve_id(id) for id in ids], chosen, Actor.OPERATOR, told
        )

    def queue(self, search: str = "") -> ReviewQueue:
        """Everything that is decided one by one, in clusters, by risk × reach: what matters most comes first.

        `search` leaves the clusters in which something says or quotes these words. What is shown is read once for a
        process and then follows what changes, so that to decide takes as long whatever waits.
        """
        return review_queue.read_queue(self._opening.runtime, check_text(search, "search"))

    def card(self, id: str) -> Card:
        """One thing that waits, with everything that a decision on it needs."""
        return review_cards.read_card(self._opening.runtime, self._opening.resolve_id(id))

    def draw_checks(self, number: int = 3) -> tuple[str, ...]:
        """Ids of some that are of low risk, drawn at random: to be looked at before the rest is approved together."""
        return review_queue.draw_spot_checks(self._opening.runtime, check_limit(number))

    def suggest_rule(self, id: str) -> RuleCandidate | None:
        """The rule that a rejection of this memory suggests, with what else waits that it would refuse; or None.

        It holds once you have written it into the settings file.
        """
        return review_queue.suggest_rule_for(self._opening.runtime, MemoryId(self._opening.resolve_id(id)))

    def policy(self) -> CurationPolicy:
        """The policy and the rules in force: what is approved, held and refused without you, and what expires."""
        return self._opening.runtime.curation

    def replay_policy(self, path: str | os.PathLike[str], days: int = 30) -> PolicyReplay:
        """What a changed settings file would have decided on the proposals of the last days, against what was decided.

        The file is read as if it were the settings file of the home folder. Nothing is changed, and nothing is thought.
        """
        policy = compose.make_curation_policy(load_settings(instead=parse_path(path)))
        return policy_replay.replay_policy(self._opening.runtime, policy, check_limit(days))

    def decide_cluster(self, status: Status | str, id: str, reason: str = "") -> list[Decision]:
        """Approve or reject the whole cluster in which this stands, by its top card; as one change.

        Of rivals the top card is approved and the others are rejected; of what says the same one is kept. Where a card
        does not answer for the others, only a rejection takes all of them.
        """
        chosen, told = parse_status(status), check_text(reason, "reason")
        return review_decisions.decide_cluster(self._opening.runtime, self._opening.resolve_id(id), chosen, told)

    def choose(self, id: str, *others: str, reason: str = "") -> list[Decision]:
        """Approve one of several that cannot all hold, and reject the others; as one change."""
        named = [self._opening.resolve_id(each) for each in (id, *others)]
        return review_decisions.choose_rival(self._opening.runtime, named[0], named[1:], check_text(reason, "reason"))

    def merge(self, into: str, *ids: str, reason: str = "") -> list[Decision]:
        """Let one memory stand for others that wait and say the same; it is approved, where it waits itself."""
        named = [self._opening.resolve_id(each) for each in (into, *ids)]
        return review_decisions.merge_items(self._opening.runtime, named[0], named[1:], check_text(reason, "reason"))

    def approve_edited(self, id: str, text: str, reason: str = "") -> Decision:
        """Approve your own words in the place of a memory that waits; their origin is the operator."""
        return review_decisions.approve_edited(
            self._opening.runtime, self._opening.resolve_id(id), check_text(text, "text"), check_text(reason, "reason")
        )

    def approve_redacted(self, id: str) -> Decision:
        """Approve a copy without the secrets in it, which takes the place of the original (C5)."""
        return proposals.approve_redacted_copy(self._opening.runtime, MemoryId(self._opening.resolve_id(id)))

    def pin(self, *ids: str) -> list[Memory]:
        """Keep memories as they are, however little they are used: pinned ones are not pruned, shortened, merged away
        or proposed for archiving. All of them or none."""
        return self._set_pins(ids, pinned=True)

    def unpin(self, *ids: str) -> list[Memory]:
        """Let pinned memories fade again. All of them or none."""
        return self._set_pins(ids, pinned=False)

    def _set_pins(self, ids: Sequence[str], pinned: bool) -> list[Memory]:
        named = [MemoryId(self._opening.resolve_id(id)) for id in ids]
        return pinning.set_pins(self._opening.runtime, named, pinned)

    def quarantine(
        self,
        *,
        conversation: str | None = None,
        origin: Origin | str | None = None,
        since: datetime | None = None,
        memory: str | None = None,
        reason: str = "",
        dry_run: bool = False,
    ) -> QuarantineReceipt:
        """Take out of service, at once and as one change, what came from there with all that was derived from it.

        `conversation`, `origin` and `since` narrow each other; or one `memory`. Nothing is erased: `lift` and `undo`
        bring everything back as it was. The receipt lists the contexts it had stood in, and the replies. What comes
        in afterwards from that conversation or origin is contained as it comes. `dry_run` only tells.
        """
        origins = parse_origins([origin]) if origin is not None else frozenset()
        named = MemoryId(self._opening.resolve_id(memory)) if memory is not None else None
        return quarantine.quarantine(
            self._opening.runtime,
            conversation=parse_conversation(conversation),
            origin=next(iter(origins), None),
            since=parse_moment(since),
            memory=named,
            reason=check_text(reason, "reason"),
            dry_run=check_flag(dry_run, "dry_run"),
        )

    def lift(self, quarantine: str) -> UndoReceipt:
        """Bring back what a quarantine took out of service, as it was; by its id or the beginning of it."""
        made = undo.lift_quarantine(self._opening.runtime, check_id(quarantine))
        self._opening.wake()
        return made

    def quarantines(self, *, lifted: bool = False) -> list[QuarantineStory]:
        """The quarantines that hold, the oldest first; with `lifted` those too that do no longer."""
        return quarantine.list_quarantines(self._opening.runtime, lifted=check_flag(lifted, "lifted"))

    def proposal(self, id: str) -> Judged:
        """One proposal with its verdict."""
        return explain.find_proposal(self._opening.runtime, ProposalId(self._opening.resolve_id(id)))

    def refusals(self, limit: int = 50) -> Sequence[Judged]:
        """Proposals that were refused, the newest first."""
        return status.list_refusals(self._opening.runtime, check_limit(limit))

    def conflicts(self, limit: int = 50) -> list[Conflict]:
        """Each two that contradict each other and are not settled."""
        return conflicts.list_conflicts(self._opening.runtime, check_limit(limit))

    def due(self, limit: int = 50) -> list[Due]:
        """What is due for review, the most important first."""
        return review_schedule.list_due(self._opening.runtime, check_limit(limit))

    def vouch(self, *conversations: str, source: str | None = None, reason: str = "") -> ConversationsDecided:
        """Say that conversations which were imported are one's own, by name, or all from one `source` ("chatgpt").

        What a person typed and what was answered is lifted, as `history.import_file(vouch=True)` does; nothing else is.
        All of them or none, as one change that one `undo` takes back. The thinking is owed again.
        """
        made = vouch_for_conversations(self._opening.runtime, *parse_conversations(conversations, source, reason))
        self._opening.wake()
        return made

    def dismiss(self, *conversations: str, source: str | None = None, reason: str = "") -> ConversationsDecided:
        """Refuse conversations that wait, and what was learned from them alone and waits; as one change."""
        return dismiss_conversations(self._opening.runtime, *parse_conversations(conversations, source, reason))

    def expire(self) -> int:
        """Let what waited too long for a person expire; how many memories."""
        return proposals.expire_waiting(self._opening.runtime)

    def suggestions(self, state: SuggestionState | str | None = None, limit: int = 50) -> Sequence[Suggestion]:
        """What ATLAS would offer to do: the newest first."""
        wanted = parse_suggestion_state(state) if state is not None else None
        return suggestions.list_suggestions(self._opening.runtime, wanted, check_limit(limit))

    def accept(self, suggestion: str) -> Suggestion:
        """Accept a suggestion, by its id or the beginning of it."""
        return suggestions.decide_suggestion(self._opening.runtime, check_id(suggestion), accepted=True)

    def decline(self, suggestion: str) -> Suggestion:
        """Decline a suggestion: it is not offered again soon."""
        return suggestions.decide_suggestion(self._opening.runtime, check_id(suggestion), accepted=False)
