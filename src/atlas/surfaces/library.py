"""ATLAS as a library: open a file, observe, ask for context. Every other surface stands on this one."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self
from weakref import WeakSet

from atlas import compose
from atlas.curation.constitution import extract_binding_levels
from atlas.engine.core import deadline, replay_mark, troubles, verification
from atlas.engine.core.runtime import Runtime, Similar
from atlas.engine.core.verification import Verification
from atlas.engine.curate import conflicts, explicit_feedback, proposals, suggestions, undo
from atlas.engine.curate.conflicts import Conflict
from atlas.engine.curate.conversations import ConversationsDecided, dismiss, vouch
from atlas.engine.curate.explicit_feedback import FeedbackReceipt, Remark
from atlas.engine.curate.proposals import Decision
from atlas.engine.curate.undo import UndoReceipt
from atlas.engine.forget import forget
from atlas.engine.forget.forget import ForgetReceipt
from atlas.engine.inspect import archived_text, browse, explain, graph, health, status
from atlas.engine.inspect.archived_text import ArchivedText
from atlas.engine.inspect.explain import InteractionStory, MemoryStory, ReflectionStory, ServingStory
from atlas.engine.inspect.graph import Graph
from atlas.engine.inspect.health import Health
from atlas.engine.inspect.resolve_entity import resolve_entity
from atlas.engine.inspect.status import Check, Pending, StatusReport
from atlas.engine.intake import observe, outcome_reports
from atlas.engine.intake.observe import Receipt, Said, name_of
from atlas.engine.intake.outcome_reports import ReportReceipt
from atlas.engine.jobs import costs, job_control, runner
from atlas.engine.jobs.costs import Costs
from atlas.engine.jobs.job_control import Armed, Preview
from atlas.engine.jobs.registry import LESSONS, QUICK, RUNNABLE
from atlas.engine.serve import answer, context, model_requests, recall
from atlas.engine.serve.answer import MemoryAnswer, ModelAnswer
from atlas.engine.serve.context import Context
from atlas.engine.serve.model_requests import RememberReceipt
from atlas.engine.thinking import review_schedule
from atlas.engine.thinking.review_schedule import Due
from atlas.errors import AtlasError, BadInput
from atlas.model.failure import Failure, Pattern
from atlas.model.ids import InteractionId, MemoryId, ProposalId, ServingId, SpaceId
from atlas.model.interaction import Role
from atlas.model.journal import Actor, Entry
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.origin import Origin
from atlas.model.recall import Recalled
from atlas.model.signal import Confidence, Signal
from atlas.model.suggestion import Suggestion
from atlas.model.task import Task
from atlas.model.thinking import Job, Judged, Reflection
from atlas.settings import Settings, load, mode_named, zone_named
from atlas.surfaces import input_values as names
from atlas.surfaces import threads
from atlas.surfaces.worker import Worker
from atlas.surfaces.wrapping.figures import WrapFigures

if TYPE_CHECKING:
    from atlas.engine.inspect.audit import AuditReport
    from atlas.engine.jobs.run_cycle import Consolidated
    from atlas.engine.transfer.backup import Backup, RestoreReceipt
    from atlas.engine.transfer.import_batches import ImportReport
    from atlas.engine.transfer.restore_export import RestoreReport
    from atlas.surfaces.aio import AsyncAtlas

LEARNING_S: Final = 0.5
"""How long at most somebody waits to be told what was learned, and which lesson waits."""
CLOSING_S: Final = 1.0
"""How long closing goes on with what is owed; as long as a recall does, where that is longer."""


_LOG: Final = logging.getLogger("atlas")


class Atlas:
    """One space of one store.

    Safe to use from several threads; several processes may open the same file. `observe` never raises: what it
    returns says whether the interaction is stored for good.
    """

    def __init__(self, runtime: Runtime, *, background: bool = True, deep: bool = True) -> None:
        """`deep` is whether this opening thinks further than the rules do at once: on doubt, by night, by week."""
        self._runtime = runtime
        self._tasks = RUNNABLE if deep else QUICK
        self._closed = False
        self._host: Atlas | None = None
        """The one that opened the store and closes it, where that is another."""
        self._guests: WeakSet[Atlas] = WeakSet()
        """Other spaces of the same store; what closes it closes for them too."""
        self._unstored: set[Atlas] = set()
        """Those of them for whom something waits to be stored: they stay until this one is closed."""
        self._worker = Worker(runtime, self._tasks, _runtime_in(runtime, self._guests)) if background else None
        """One for all spaces of the store."""
        self._wrapped: Callable[[int], WrapFigures] | None = None
        self._settling: list[Callable[[], object]] = []
        """What is waited for before closing."""

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str] | None = None,
        *,
        space: str = "default",
        policy: str | None = None,
        zone: str | None = None,
        background: bool = True,
        with_model: bool = False,
        deep: bool = True,
        settings: Settings | None = None,
        similar: Similar | None = None,
        **parts: Any,
    ) -> Self:
        """Open or create a store. Without a path: the one in `ATLAS_HOME`.

        `policy` is `manual`, `auto_low_risk` (default) or `auto`; `zone` such as `Europe/Lisbon` decides what "today"
        is. `similar` gives how alike a memory's text and a reply are, 0 to 1, where that and not keywords shall tell
        what was used: above 0.5. `parts` replaces what time, chance, meaning or a model come from: `clock`, `entropy`,
        `embedder`, `model`; `lock_seconds` is how long others are waited for who write the same file.
        """
        _check_opening(path, space, background, with_model, deep)
        chosen = settings or load()
        if policy is not None:
            mode = mode_named(names.check_text(policy, "policy"))
            chosen = replace(chosen, curation=replace(chosen.curation, mode=mode))
        if zone is not None:
            chosen = replace(chosen, zone=zone_named(names.check_text(zone, "zone")))
        made = compose.make_runtime(chosen, path, space, with_model=with_model, **parts)
        runtime = compose.interruptible(replace(made, similar=similar), threads.check_called_off, threads.checkpoint)
        return cls(runtime, background=background, deep=deep)

    @classmethod
    def restore(
        cls,
        backup: str | os.PathLike[str],
        path: str | os.PathLike[str] | None = None,
        *,
        settings: Settings | None = None,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> RestoreReceipt:
        """Lay a backup in the place of a store that nobody has open. Without a path: the one in `ATLAS_HOME`.

        The backup is copied and checked first, and stays as it is. What lay there before is kept beside it, with its
        log, so that this can be taken back; no old log can undo it. Derived indexes are made again.
        """
        from atlas.engine.transfer.backup import restore_backup as restoring  # seldom needed

        place = names.parse_path(path) if path is not None else (settings or load()).store
        told = names.check_callback(progress, "progress")
        return restoring(compose.store_files(), names.parse_path(backup), place, compose.now(), told)

    # --- taking in

    def observe(
        self,
        user: str | None = None,
        assistant: str | None = None,
        *,
        conversation: str = "default",
        at: datetime | None = None,
        speaker: str | None = None,
        messages: Sequence[Said] = (),
        confidence: float | None = None,
        tokens: int | None = None,
        latency_ms: int | None = None,
    ) -> Receipt:
        """Store one interaction for good and think about it afterwards. Never raises; look at the receipt.

        `messages` holds what else was said in it, such as a tool's output, each with its origin.
        """
        reply = Said(
            Role.ASSISTANT, _text_or_empty(assistant), confidence=confidence, tokens=tokens, latency_ms=latency_ms
        )
        receipt = self._observe(
            Said(Role.USER, _text_or_empty(user), speaker=speaker), messages, reply, conversation, at
        )
        if receipt.acknowledged:
            self._wake()
        return receipt

    def _wake(self) -> None:
        """Something is owed here."""
        if self._worker:
            self._worker.wake(self._runtime)

    def _attend(self) -> None:
        """Whoever only recalls lets the clock run too (J3)."""
        if self._worker and not self.opened_by._closed:
            self._worker.attend(self._runtime)

    def _observe(
        self, asked: Said, others: Sequence[Said], reply: Said, conversation: str, at: datetime | None
    ) -> Receipt:
        """What is empty is left out on the way."""
        try:
            receipt = observe.observe(self._runtime, [asked, *_check_messages(others), reply], conversation, at)
            if not receipt.acknowledged:
                self._unstored.add(self)
            return receipt
        except AtlasError as trouble:
            return Receipt(False, None, str(trouble))
        except Exception as error:  # noqa: BLE001 # this edge stands in the host's chat path, which must go on
            problem = f"The interaction could not be stored ({type(error).__name__})."
            self._runtime.note_trouble("observe", problem)
            return Receipt(False, None, f"{problem[:-1]}: {error}")

    def bring(
        self,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,  # noqa: A002 - it is what one says
        vouch: bool = False,
        dry_run: bool = False,
        replay: bool = False,
        restore: bool = False,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> ImportReport | RestoreReport:
        """Take in a history from elsewhere: a file or folder of another assistant, or an export of our own.

        Each turn comes in once, however often it is brought. It waits for a person unless somebody vouches for it.
        `replay` lives it through on its own clock, by rules alone; without it the thinking is owed to the worker.
        `restore` brings an export of our own back into an empty space as it was, with all that is approved in it.
        """
        from atlas.engine.transfer.import_history import import_history as bringing  # seldom needed

        found = bringing(
            self._runtime,
            compose.history(),
            names.parse_path(path),
            format=names.parse_format(format) if format is not None else None,
            vouch=names.check_flag(vouch, "vouch"),
            dry_run=names.check_flag(dry_run, "dry_run"),
            replay=names.check_flag(replay, "replay"),
            restore=names.check_flag(restore, "restore"),
            progress=names.check_callback(progress, "progress"),
        )
        self._wake()
        return found

    def replaying(self) -> datetime | None:
        """How far a replay got that is not at its end: it still runs, or was interrupted. Nothing else is thought
        about meanwhile; bringing the same history with `replay` goes on with it."""
        return replay_mark.find_replay_moment(self._runtime)

    def give_up_replay(self) -> datetime | None:
        """Let an interrupted replay be: what came in stays, and is thought about by today's clock. How far it got."""
        at = replay_mark.give_up_replay(self._runtime)
        self._wake()
        return at

    def flush(
        self, progress: Callable[[int], None] | None = None, embedded: Callable[[int], None] | None = None
    ) -> int:
        """Do all owed thinking now; how many thoughts. Meanwhile `progress` is told how many more were had, `embedded`
        how many more memories have their vectors."""
        told, made = names.check_callback(progress, "progress"), names.check_callback(embedded, "embedded")
        return runner.work(self._runtime, progress=told, tasks=self._tasks, embedded=made)

    def owed(self) -> int:
        return runner.owed(self._runtime)

    def report(
        self,
        kind: str,
        interaction: str | None = None,
        *,
        conversation: str | None = None,
        note: str = "",
        actions: Sequence[str] = (),
        at: datetime | None = None,
    ) -> ReportReceipt:
        """Tell how a reply fared: `undo`, `tool_error`, `task_failure`, `actions`, `thumbs_up`, `thumbs_down`, or a
        verifier's `right` or `wrong`. Without an interaction it is about the last one of the conversation.
        """
        said = names.parse_report_kind(kind)
        about = InteractionId(self.resolve(interaction)) if interaction is not None else None
        here, told = names.parse_conversation(conversation), names.check_text(note, "note")
        made = outcome_reports.record_report(
            self._runtime, said, about, here, told, names.check_texts(actions, "action"), names.parse_moment(at)
        )
        self._wake()
        return made

    def feedback(self, memory: str, signal: str, note: str = "", *, by_model: bool = False) -> FeedbackReceipt:
        """Say of a memory that it was `used`, that it `helped`, that it is `wrong` or `stale`.

        Used and helped make it stronger, once for each reply; wrong opens a failure and sends it to review; stale
        proposes to close it. `by_model` is for whoever passes on what a model says: that waits for a person.
        """
        told = explicit_feedback.record_feedback(
            self._runtime,
            MemoryId(self.resolve(memory)),
            names.parse_feedback_signal(signal),
            names.check_text(note, "note"),
            by_model=names.check_flag(by_model, "by_model"),
        )
        self._wake()
        return told

    def feedback_log(self, memory: str | None = None, *, limit: int = 50) -> Sequence[Remark]:
        """What became of memories that were served, the newest first: of one, or of all."""
        about = MemoryId(self.resolve(memory)) if memory is not None else None
        return explicit_feedback.feedback_log(self._runtime, names.check_limit(limit), about)

    def propose_memory(self, text: str, *, kind: str = "fact", conversation: str = "model") -> RememberReceipt:
        """For whoever passes on what a model asks to be remembered: it waits for a person, whatever the policy.

        The text is taken in as something that the assistant said in this conversation, and is its own evidence.
        """
        said, of = names.check_text(text, "text"), names.parse_kind(kind)
        wished = model_requests.propose_memory(self._runtime, said, of, name_of(conversation, "conversation"))
        self._wake()
        return wished

    def propose_forget(self, memory: str, reason: str = "") -> Judged:
        """For whoever passes on what a model asks to be forgotten: nothing goes until a person says `forget`."""
        return model_requests.propose_forgetting(
            self._runtime, MemoryId(self.resolve(memory)), names.check_text(reason, "reason")
        )

    def reflect(self, task: str = "nightly") -> Sequence[Reflection]:
        """Run one tier of thinking now: `lightweight`, `adaptive`, `nightly` or `weekly`; or take notes now:
        `observations`. What was thought."""
        return job_control.reflect(self._runtime, names.parse_task(task))

    def preview(self, task: str = "nightly") -> Preview:
        """What a tier would read, ask, cost or propose, with nothing asked and nothing changed."""
        return job_control.preview(self._runtime, names.parse_task(task))

    def consolidate(
        self, dry_run: bool = False, *, light: bool = False, progress: Callable[[str], None] | None = None
    ) -> Consolidated:
        """One cycle over what is remembered: what faded, is said twice, was used together, belongs together, is old.

        It is committed whole or not at all, and one `undo` takes it back. A dry run only says what it would do. `light`
        prunes, strengthens and sweeps; `progress` is told each step as it begins.
        """
        from atlas.engine.jobs import run_cycle  # heavy to import, and seldom needed

        told = names.check_callback(progress, "progress")
        only, light = names.check_flag(dry_run, "dry_run"), names.check_flag(light, "light")
        return run_cycle.consolidate(self._runtime, only, light=light, progress=told)

    def cycles(self, limit: int = 20) -> Sequence[Reflection]:
        """The records of cycles, the newest first."""
        return status.list_reflections(self._runtime, names.check_limit(limit), Task.CONSOLIDATION)

    def expire(self) -> int:
        """Let what waited too long for a person expire; how many memories."""
        return proposals.expire_waiting(self._runtime)

    # --- giving out

    def recall(
        self,
        query: str,
        limit: int | None = None,
        *,
        kinds: Iterable[Kind | str] = (),
        within: str | None = None,
        speaker: str | None = None,
        at: datetime | None = None,
        as_of: datetime | None = None,
        after: datetime | None = None,
        before: datetime | None = None,
        about: str | None = None,
    ) -> list[Recalled]:
        """Approved memories that bear on the query, best first, each with its evidence and component scores.

        `at` is when it is asked. `as_of` answers as it would have been answered at that moment. `after` and `before`
        bound when a thing was said; `about` names whom a claim is of, by name or id ("Maria", "user/sister").
        """
        if about is not None:  # whom a name means may just have been said
            runner.catch_up(self._runtime, deadline.reply_deadline(self._runtime))
        asked = recall.Query(
            names.check_text(query, "query"),
            names.check_limit(limit) if limit is not None else None,
            names.parse_kinds(kinds),
            within=names.parse_conversation(within),
            asker=names.parse_asker(speaker),
            at=names.parse_moment(at),
            as_of=names.parse_moment(as_of),
            after=names.parse_moment(after),
            before=names.parse_moment(before),
            about=resolve_entity(self._runtime, names.check_name(about, "person")) if about is not None else (),
        )
        self._attend()
        return recall.recall(self._runtime, asked)

    def recall_for_model(
        self, query: str, limit: int | None = None, *, written: Callable[[Sequence[Recalled]], str] | None = None
    ) -> list[Recalled]:
        """For whoever hands the result to a model: the same search, which then stands on record, as a context does.

        The record says how many tokens that was: of what `written` makes of the result, or of its lines in a context.
        """
        wanted = names.check_limit(limit) if limit is not None else None
        asked = recall.Query(names.check_text(query, "query"), wanted)
        self._attend()
        return model_requests.recall_for_model(self._runtime, asked, names.check_callback(written, "written"))

    def context(
        self,
        query: str,
        budget: int | None = None,
        *,
        conversation: str | None = None,
        speaker: str | None = None,
        at: datetime | None = None,
        already: Sequence[str] = (),
    ) -> Context:
        """A block of text for a model's context, within a token budget, with every item's origin and date.

        `already` holds the texts that you send beside it, such as the conversation so far and your system prompt: what
        was said in them is not quoted again.
        """
        asked = recall.Query(
            names.check_text(query, "query"),
            conversation=names.parse_conversation(conversation),
            asker=names.parse_asker(speaker),
            at=names.parse_moment(at),
        )
        sent = names.check_texts(already, "text")
        self._attend()
        return context.build_context(
            self._runtime, asked, names.check_tokens(budget) if budget is not None else None, already=sent
        )

    def answer(self, question: str, *, conversation: str | None = None, speaker: str | None = None) -> MemoryAnswer:
        """An answer from memory alone: sentences, quotes and dates."""
        asked, here = names.check_text(question, "question"), names.parse_conversation(conversation)
        self._attend()
        return answer.answer_from_memory(self._runtime, asked, here, names.parse_asker(speaker))

    def speak(
        self,
        question: str,
        *,
        conversation: str | None = None,
        earlier: Sequence[tuple[str, str]] = (),
        hear: Callable[[str], None] | None = None,
    ) -> ModelAnswer:
        """A model's answer with the context beside the question; needs `with_model=True` and a configured model.

        `hear` is given the answer piece by piece, as it comes.
        """
        asked, here = names.check_text(question, "question"), names.parse_conversation(conversation)
        before = [
            (names.check_text(one, "question"), names.check_text(other, "answer"))
            for one, other in names.check_pairs(earlier)
        ]
        self._attend()
        return answer.answer_through_model(self._runtime, asked, here, before, names.check_callback(hear, "hear"))

    def learned(self, interaction: InteractionId) -> Sequence[Judged]:
        """What came of an interaction, which is thought about now, and not all else that is owed: each proposal with
        its verdict."""
        about = InteractionId(names.check_id(interaction))
        until = deadline.deadline_after(self._runtime, max(LEARNING_S, self._runtime.recall.catch_up_s))
        runner.think_about(self._runtime, about, until)
        if LESSONS & self._tasks and not self._runtime.models:
            runner.draw_lessons(self._runtime, until)
        return answer.read_judged_proposals(self._runtime, about)

    # --- looking

    def memories(
        self,
        *,
        limit: int = 50,
        kinds: Iterable[Kind | str] = (),
        statuses: Iterable[Status | str] = (),
        origins: Iterable[Origin | str] = (),
        conversation: str | None = None,
        subject: str | None = None,
        archived: bool = False,
    ) -> Sequence[Memory]:
        """Memories of any status, newest first; `subject` names whom a claim is of, by name or id, as in `recall`."""
        states = {State.ACTIVE, State.ARCHIVED} if names.check_flag(archived, "archived") else {State.ACTIVE}
        about = resolve_entity(self._runtime, names.check_name(subject, "person")) if subject is not None else (None,)
        found = [
            browse.memory_filter(
                kinds=names.parse_kinds(kinds),
                statuses=names.parse_statuses(statuses),
                origins=names.parse_origins(origins),
                conversation=names.parse_conversation(conversation),
                subject=each,
                states=frozenset(states),
            )
            for each in about
        ]
        return browse.list_memories_of_any(self._runtime, found, names.check_limit(limit))

    def observations(self, limit: int = 50) -> Sequence[Memory]:
        """What was noted by the way and is in service, or waits for a person: notes, compressed ones, and long-term
        reflections, the newest first. `atlas.model.observation` reads their level and priority."""
        statuses = (Status.APPROVED, Status.NEEDS_REVIEW)
        return self.memories(limit=limit, kinds=[Kind.OBSERVATION], statuses=statuses)

    def show(self, id: str) -> MemoryStory:
        """Everything known about a memory: evidence, verdict, history, what it replaced, which replies it touched."""
        return explain.explain_memory(self._runtime, MemoryId(self.resolve(id)))

    def as_served(self, memories: Iterable[Memory]) -> list[Recalled]:
        """These memories as a context would quote them: words of what is sensitive or was rejected left out, what holds
        no longer marked as past."""
        return explain.redact_memories(self._runtime, names.check_memories(memories))

    def why(self, id: str | None = None, *, conversation: str | None = None) -> ServingStory:
        """What stood in a served context, why it ranked, whether it was used; without an id, in the last one."""
        if id is not None:
            return explain.explain_serving(self._runtime, ServingId(self.resolve(id)))
        last = explain.find_last_serving(self._runtime, names.parse_conversation(conversation))
        if last is None:
            raise BadInput("Nothing has been served yet.")
        return explain.explain_serving(self._runtime, last.id)

    def said(self, id: str) -> InteractionStory:
        """One interaction, by its id or that of one of its messages: which contexts it had, and what came of it."""
        return explain.explain_interaction(self._runtime, self.resolve(id))

    def proposal(self, id: str) -> Judged:
        return explain.find_proposal(self._runtime, ProposalId(self.resolve(id)))

    def resolve(self, prefix: str) -> str:
        """The one id that begins so."""
        return explain.resolve_id(self._runtime, names.check_id(prefix))

    def pending(
        self,
        limit: int = 200,
        *,
        kinds: Iterable[Kind | str] = (),
        origins: Iterable[Origin | str] = (),
        search: str = "",
        conversation: str | None = None,
    ) -> Pending:
        """What waits for a person, of what was thought so far: what was learned, one by one, and messages as the
        conversations they stand in.

        `kinds` with `episode` in it lists messages by themselves.
        """
        where = status.PendingFilter(
            names.parse_kinds(kinds),
            names.parse_origins(origins),
            names.check_text(search, "search"),
            names.parse_conversation(conversation),
        )
        return status.list_pending(self._runtime, names.check_limit(limit), where)

    def refusals(self, limit: int = 50) -> Sequence[Judged]:
        return status.list_refusals(self._runtime, names.check_limit(limit))

    def reflections(self, limit: int = 50, task: str | None = None) -> Sequence[Reflection]:
        """What was thought, the newest first."""
        return status.list_reflections(
            self._runtime, names.check_limit(limit), names.parse_task(task) if task is not None else None
        )

    def reflection(self, id: str) -> ReflectionStory:
        """One run of thinking: why, from what, at what cost, and what came of it."""
        return explain.explain_reflection(self._runtime, names.check_id(id))

    def signals(
        self, interaction: str | None = None, *, limit: int = 50, kind: str | None = None, since: datetime | None = None
    ) -> Sequence[Signal]:
        """What was noticed: about one reply, or lately, the newest first."""
        about = InteractionId(self.resolve(interaction)) if interaction is not None else None
        of = names.parse_signal_kind(kind) if kind is not None else None
        return status.list_signals(self._runtime, about, names.check_limit(limit), of, names.parse_moment(since))

    def confidence(self, interaction: str) -> Confidence:
        """How sure one may be of a reply, by all that is known about it."""
        return status.read_confidence(self._runtime, InteractionId(self.resolve(interaction)))

    def failures(self, limit: int = 50) -> Sequence[Failure]:
        """What went wrong, the newest first."""
        return status.list_failures(self._runtime, names.check_limit(limit))

    def patterns(self, *, active: bool | None = True) -> Sequence[Pattern]:
        """What keeps coming back."""
        return status.list_patterns(self._runtime, None if active is None else names.check_flag(active, "active"))

    def suggestions(self, state: str | None = None, limit: int = 50) -> Sequence[Suggestion]:
        """What ATLAS would offer to do: the newest first."""
        wanted = names.parse_suggestion_state(state) if state is not None else None
        return suggestions.list_suggestions(self._runtime, wanted, names.check_limit(limit))

    def accept(self, suggestion: str) -> Suggestion:
        return suggestions.decide_suggestion(self._runtime, names.check_id(suggestion), accepted=True)

    def decline(self, suggestion: str) -> Suggestion:
        return suggestions.decide_suggestion(self._runtime, names.check_id(suggestion), accepted=False)

    def jobs(self, state: str | None = None, limit: int = 50) -> Sequence[Job]:
        """Owed thinking, in the order in which it would be done."""
        wanted = names.parse_job_state(state) if state is not None else None
        return status.list_jobs(self._runtime, wanted, names.check_limit(limit))

    def retry(self, job: str) -> Job:
        """Take up again a job that was parked or is poison."""
        return job_control.retry(self._runtime, names.check_id(job))

    def drop(self, job: str) -> Job:
        """Let a job go: it need not be done."""
        return job_control.drop(self._runtime, names.check_id(job))

    def triggers(self) -> Sequence[Armed]:
        """What makes thinking owed, and when it is next due."""
        return job_control.triggers(self._runtime)

    def next_due(self) -> datetime | None:
        """When there is next something to do."""
        return job_control.next_at(self._runtime)

    def costs(self, days: int = 30, limit: int = 20) -> Costs:
        """What thinking cost, beside what it may cost."""
        return costs.costs(self._runtime, names.check_days(days), names.check_limit(limit))

    def graph(self, about: str | None = None, *, limit: int = 60) -> Graph:
        """How memories hang together: around one (by id), around somebody (by name or id), or where they do most."""
        around = names.check_name(about, "person") if about is not None else None
        return graph.build_graph(self._runtime, around, names.check_limit(limit))

    def health(self) -> Health:
        """How memory fares over time: the last cycle, how strong it is, what is due, what is joined or contradicts."""
        return health.read_health(self._runtime)

    def due(self, limit: int = 50) -> list[Due]:
        """What is due for review, the most important first."""
        return review_schedule.due(self._runtime, names.check_limit(limit))

    def conflicts(self, limit: int = 50) -> list[Conflict]:
        """Each two that contradict each other and are not settled."""
        return conflicts.list_conflicts(self._runtime, names.check_limit(limit))

    def whole(self, id: str) -> ArchivedText:
        """The whole text of a message that was shortened, by its id or that of a memory that stands on it."""
        return archived_text.read_archived_text(self._runtime, self.resolve(id))

    def log(self, limit: int = 50) -> Sequence[Entry]:
        """The newest journal entries, newest first."""
        return status.read_journal(self._runtime, names.check_limit(limit))

    def status(self) -> StatusReport:
        return status.read_status(self._runtime)

    def doctor(self) -> list[Check]:
        checks = status.run_doctor(self._runtime)
        figures = self.wrap_figures()
        return [*checks, _wrapped_check(figures)] if figures.calls else checks

    def audit(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        meaning: bool = False,
        progress: Callable[[int, int | None], None] | None = None,
    ) -> AuditReport:
        """How clean a memory is: of this space, or of a file that another wrote; nothing is taken in or changed.

        Rates of junk, duplicates, recall loops, secrets, contradictions, of what is stale or was never used, each with
        its worst examples. `meaning` also finds what says the same in other words, which takes an embedder's time.
        """
        from atlas.engine.inspect.audit import audit_file, audit_space  # seldom needed

        embedder = self._runtime.embedder if names.check_flag(meaning, "meaning") else None
        told = names.check_callback(progress, "progress")
        if path is None:
            return audit_space(self._runtime, embedder, told)
        return audit_file(compose.history(), names.parse_path(path), self.now(), embedder, told)

    def check_pages(self, at_most: int | None = None) -> None:
        """Raise where pages of the store's file do not fit together, so that a list would lack rows.

        A store of more bytes than `at_most` is not looked at; `doctor` looks at everything.
        """
        self._runtime.store.check_pages(names.check_limit(at_most) if at_most is not None else None)

    def verify(self) -> Verification:
        """Check the journal's chain, its digests, and the rows against it."""
        return verification.verify(self._runtime)

    def export(
        self, *, person: str | None = None, conversation: str | None = None, sensitive: bool = False
    ) -> Iterator[dict[str, Any]]:
        """Everything in this space as plain data, line by line; `bring` takes a whole one back into an empty space.

        Of one conversation, or what is known about one person, where that is asked for. What is sensitive is left out
        unless it is asked for, and then the first line says that it is not whole.
        """
        from atlas.engine.transfer.export import export_lines as exporting  # seldom needed

        whose = names.check_name(person, "person") if person is not None else None
        here, all_of_it = names.parse_conversation(conversation), names.check_flag(sensitive, "sensitive")
        return exporting(self._runtime, person=whose, conversation=here, sensitive=all_of_it)

    def backup(
        self,
        path: str | os.PathLike[str],
        *,
        force: bool = False,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> Backup:
        """Copy the whole store, with all its spaces, while others go on writing; `restore` lays it in place.

        The copy is the state of one moment, holds all that was acknowledged before it, is one file with no log beside
        it, and was read back and verified. A folder gets a file named by store and time. `progress` is told what is
        being done, how much of it since the last time, and of how much.
        """
        from atlas.engine.transfer.backup import back_up  # seldom needed

        place, told = names.parse_path(path), names.check_callback(progress, "progress")
        return back_up(
            self._runtime, compose.store_files(), place, force=names.check_flag(force, "force"), progress=told
        )

    # --- deciding

    def approve(self, *ids: str, reason: str = "") -> list[Decision]:
        return self.decide(Status.APPROVED, *ids, reason=reason)

    def reject(self, *ids: str, reason: str = "") -> list[Decision]:
        """Take memories out of use; each decision tells which replies the memory had touched."""
        return self.decide(Status.REJECTED, *ids, reason=reason)

    def vouch(self, *conversations: str, source: str | None = None, reason: str = "") -> ConversationsDecided:
        """Say that conversations which were brought in are one's own, by name, or all from one `source` ("chatgpt").

        What a person typed and what was answered is lifted, as `bring(vouch=True)` does; nothing else is. All of them
        or none, as one change that one `undo` takes back. The thinking is owed again.
        """
        made = vouch(self._runtime, *names.parse_conversations(conversations, source, reason))
        self._wake()
        return made

    def dismiss(self, *conversations: str, source: str | None = None, reason: str = "") -> ConversationsDecided:
        """Refuse conversations that wait, and what was learned from them alone and waits; as one change."""
        return dismiss(self._runtime, *names.parse_conversations(conversations, source, reason))

    def decide(self, status: Status | str, *ids: str, reason: str = "") -> list[Decision]:
        """Give memories or held proposals a status, as a person; all of them or none."""
        chosen, told = names.parse_status(status), names.check_text(reason, "reason")
        return proposals.decide_items(self._runtime, [self.resolve(id) for id in ids], chosen, Actor.OPERATOR, told)

    def undo(self) -> UndoReceipt:
        """Take back the last change; call again to go further back."""
        return undo.undo(self._runtime)

    def undoable(self, limit: int = 10) -> Sequence[Entry]:
        """What `undo` would take back next, and after that."""
        return undo.list_undoable(self._runtime, names.check_limit(limit))

    def revert(self, entry: int) -> UndoReceipt:
        """Take back one journal entry, whatever came after it."""
        return undo.revert_entry(self._runtime, names.check_entry_number(entry))

    def forget(
        self,
        memory: str | None = None,
        *,
        conversation: str | None = None,
        person: str | None = None,
        text: str | None = None,
    ) -> ForgetReceipt:
        """Erase for good, with everything derived from it. Exactly one of the four."""
        if sum(each is not None for each in (memory, conversation, person, text)) != 1:
            raise BadInput("Say one thing to forget: a memory, a conversation, a person or a text.")
        if memory is not None:
            return forget.forget_memory(self._runtime, MemoryId(self.resolve(memory)))
        if conversation is not None:
            return forget.forget_conversation(self._runtime, name_of(conversation, "conversation"))
        if person is not None:
            return forget.forget_person(self._runtime, names.check_name(person, "person"))
        return forget.forget_text(self._runtime, names.check_text(text or "", "text"))

    # --- living

    @property
    def aio(self) -> AsyncAtlas:
        """The same verbs for async code: `await atlas.aio.observe(...)`."""
        from atlas.surfaces.aio import AsyncAtlas  # it reads its verbs off this class

        return AsyncAtlas(self)

    def in_space(self, space: str) -> Atlas:
        """Another space of the same store, which stays open until this one is closed."""
        other = Atlas(compose.in_space(self._runtime, space), background=False)
        other._host, other._worker, other._tasks = self.opened_by, self._worker, self._tasks
        other._guests = self._guests
        other._unstored = self._unstored
        self._guests.add(other)
        return other

    def before_closing(self, settle: Callable[[], object]) -> None:
        """Have this called before the store is closed: for whoever hands things over in the background."""
        self._settling.append(names.check_callback(settle, "settle", needed=True))

    @property
    def opened_by(self) -> Atlas:
        """The Atlas that opened the store; of another space of it, the one that `in_space` was asked of first."""
        return self._host or self

    def count_wrapped(self, figures: Callable[[int], WrapFigures]) -> None:
        """For whoever counts wrapped calls: it is given how many spaces wait for the worker."""
        self._wrapped = figures

    def wrap_figures(self) -> WrapFigures:
        """How wrapped calls fare, in all spaces of the store and since it was opened here."""
        opener = self.opened_by
        waiting = self._worker.waiting() if self._worker else 0
        return opener._wrapped(waiting) if opener._wrapped else WrapFigures()

    def note_trouble(self, where: str, says: str) -> None:
        """Tell of something around memory that did not work: `doctor` says it, and the next write journals it."""
        self._runtime.note_trouble(names.check_text(where, "place"), names.check_text(says, "trouble"))

    def journal_troubles(self) -> None:
        """Put on record now what went wrong since the last write. Never raises."""
        troubles.journal_troubles(self._runtime)

    @property
    def notices(self) -> tuple[str, ...]:
        """What had to be done without when this was opened, a sentence each."""
        return self._runtime.notices

    @property
    def law_tokens(self) -> int:
        """What the constitution takes of a context's budget; the rest of it is for what is remembered."""
        return self._runtime.context.count(extract_binding_levels(self._runtime.constitution))

    def spaces(self) -> Sequence[str]:
        return self._runtime.store.spaces()

    def now(self) -> datetime:
        """The time it is for this store, aware and in UTC."""
        return self._runtime.now()

    def new_conversation(self, name: str = "chat") -> str:
        """A conversation's name that nobody has had yet: `chat-2026-11-15-4kq9zt`."""
        own = name_of(name, "conversation")
        return f"{own}-{self.now().astimezone(self._runtime.zone).date()}-{self._runtime.interaction_id()[-6:]}"

    def close(self, *, think: bool = True) -> None:
        """Close the store. What is owed is done as far as a moment allows, unless there is none; the rest stays owed.

        Closing twice is fine.
        """
        if self._closed:
            return
        self._closed = True
        ours = [self] if self._host else [self, *self._guests]
        for settle in [settle for each in ours for settle in each._settling]:
            settle()
        if self._worker and not self._host:
            self._worker.stop()
        if think:
            seconds = max(CLOSING_S, self._runtime.recall.catch_up_s)
            runner.finish(self._runtime, deadline.deadline_after(self._runtime, seconds), self._tasks)
        forget.settle_purge(self._runtime)
        for each in ours:
            each._store_what_waits()
            each.journal_troubles()
        if not self._host:
            self._runtime.store.close()

    def _store_what_waits(self) -> None:
        """What was never acknowledged is not dropped in silence either (X9)."""
        left = observe.store_backlog_at_last(self._runtime)
        if left:
            what = "1 interaction" if left == 1 else f"{left:,} interactions"
            _LOG.warning("%s could not be stored in %s before it was closed.", what, self._runtime.store.location)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _text_or_empty(said: str | None) -> str:
    return "" if said is None else said


def _check_messages(messages: Sequence[Said]) -> list[Said]:
    found = list(messages) if isinstance(messages, Iterable) else [messages]
    for each in found:
        if not isinstance(each, Said):
            raise BadInput(f"Each of messages is a Said, with its role and text, not {names.show_value(each)}.")
    return found


def _check_opening(
    path: str | os.PathLike[str] | None, space: str, background: bool, with_model: bool, deep: bool
) -> None:
    if path is not None:
        names.parse_path(path)
    for name, value in (("background", background), ("with_model", with_model), ("deep", deep)):
        names.check_flag(value, name)
    if not isinstance(space, str):
        raise BadInput(f"The name of a space is text, not {names.show_value(space)}.")


def _wrapped_check(figures: WrapFigures) -> Check:
    """Some calls without memory are nothing to worry about: a space that is opened first takes a while."""
    without = figures.late + figures.failed
    counts = f"{figures.calls:,} calls, {figures.with_memory:,} with memory, {figures.late:,} late"
    waits = f"waited {figures.wait_p50_ms:g} ms (p50), {figures.wait_p95_ms:g} ms (p95)"
    says = f"{counts}, {figures.failed:,} failed; {waits}; {figures.threads} threads"
    return Check("wrapped clients", without * 20 <= figures.calls, says)


def _runtime_in(home: Runtime, guests: WeakSet[Atlas]) -> Callable[[SpaceId], Runtime]:
    """A space of the store as somebody has it open; or anew, where nobody has. It keeps no space alive."""

    def runtime_of(space: SpaceId) -> Runtime:
        held = next((each._runtime for each in list(guests) if each._runtime.space == space), None)
        return held or compose.in_space(home, space)

    return runtime_of
