"""ATLAS as a library: open a file, observe, ask for context. Every other surface stands on this one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self
from weakref import WeakSet

from atlas import compose
from atlas.curation.constitution import binding
from atlas.engine import answer as answers
from atlas.engine import browse, curate, deadline, explain, jobs, report, serve, suggest, troubles, work
from atlas.engine import by_model as wishing
from atlas.engine import conflicts as contradicting
from atlas.engine import costs as costing
from atlas.engine import due as reviewing
from atlas.engine import forget as forgetting
from atlas.engine import graph as graphing
from atlas.engine import health as faring
from atlas.engine import observe as observing
from atlas.engine import recall as recalling
from atlas.engine import remarked as remarking
from atlas.engine import replaying as replays
from atlas.engine import reported as reporting
from atlas.engine import undo as undoing
from atlas.engine import verify as verifying
from atlas.engine import whole as archiving
from atlas.engine.answer import Remembered, Spoken
from atlas.engine.by_model import Wished
from atlas.engine.conflicts import Conflict
from atlas.engine.costs import Costs
from atlas.engine.curate import Decision
from atlas.engine.due import Due
from atlas.engine.explain import InteractionStory, MemoryStory, ReflectionStory, ServingStory
from atlas.engine.forget import ForgetReceipt
from atlas.engine.graph import Graph
from atlas.engine.health import Health
from atlas.engine.jobs import Armed, Preview
from atlas.engine.observe import Receipt, Said
from atlas.engine.remarked import FeedbackReceipt, Remark
from atlas.engine.report import Check, Pending, StatusReport
from atlas.engine.reported import ReportReceipt
from atlas.engine.serve import Context
from atlas.engine.tiers import RUNNABLE
from atlas.engine.undo import Undone
from atlas.engine.verify import Verification
from atlas.engine.whole import Whole
from atlas.engine.whom import whom
from atlas.engine.world import Similar, World
from atlas.errors import AtlasError, BadInput
from atlas.model.entity import EntityId, speaker_entity
from atlas.model.failure import Failure, Pattern
from atlas.model.ids import ConversationId, InteractionId, MemoryId, ProposalId, ServingId
from atlas.model.interaction import Role
from atlas.model.journal import Actor, Entry
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.origin import Origin
from atlas.model.recall import Recalled
from atlas.model.signal import Confidence, Signal
from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.model.task import Task
from atlas.model.thinking import Job, JobState, Judged, Reflection
from atlas.settings import Settings, load, mode_named, zone_named
from atlas.surfaces import names, threads
from atlas.surfaces.worker import Worker

if TYPE_CHECKING:
    from atlas.engine.audit import Audited
    from atlas.engine.bring_back import BroughtBack
    from atlas.engine.bring_in import Brought
    from atlas.engine.consolidate import Consolidated
    from atlas.surfaces.aio import AsyncAtlas

LEARNING_S: Final = 0.5
"""How long at most somebody waits to be told what was learned, and which lesson waits."""
CLOSING_S: Final = 1.0
"""How long closing goes on with what is owed; as long as a recall does, where that is longer."""


class Atlas:
    """One space of one store.

    Safe to use from several threads; several processes may open the same file. `observe` never raises: what it
    returns says whether the interaction is stored for good.
    """

    def __init__(self, world: World, *, background: bool = True, deep: bool = True) -> None:
        """`deep` is whether this opening thinks further than the rules do at once: on doubt, by night, by week."""
        self._world = world
        self._tasks = RUNNABLE if deep else work.QUICK
        self._worker = Worker(world, self._tasks) if background else None
        self._closed = False
        self._guest = False
        """Whether the store is another's, who closes it."""
        self._guests: WeakSet[Atlas] = WeakSet()
        """Other spaces of the same store; what closes it closes for them too."""
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
        `embedder`, `model`.
        """
        chosen = settings or load()
        if policy is not None:
            chosen = replace(chosen, curation=replace(chosen.curation, mode=mode_named(policy)))
        if zone is not None:
            chosen = replace(chosen, zone=zone_named(zone))
        made = compose.world(chosen, path, space, with_model=with_model, **parts)
        world = compose.interruptible(replace(made, similar=similar), threads.stay)
        return cls(world, background=background, deep=deep)

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
        reply = Said(Role.ASSISTANT, assistant or "", confidence=confidence, tokens=tokens, latency_ms=latency_ms)
        receipt = self._observe(Said(Role.USER, user or "", speaker=speaker), messages, reply, conversation, at)
        if self._worker and receipt.acknowledged:
            self._worker.wake()
        return receipt

    def _observe(
        self, asked: Said, others: Sequence[Said], reply: Said, conversation: str, at: datetime | None
    ) -> Receipt:
        """What is empty is left out on the way."""
        try:
            return observing.observe(self._world, [asked, *others, reply], conversation, at)
        except AtlasError as trouble:
            return Receipt(False, None, str(trouble))
        except Exception as error:  # noqa: BLE001 # this edge stands in the host's chat path, which must go on
            problem = f"The interaction could not be stored ({type(error).__name__})."
            self._world.note_trouble("observe", problem)
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
    ) -> Brought | BroughtBack:
        """Take in a history from elsewhere: a file or folder of another assistant, or an export of our own.

        Each turn comes in once, however often it is brought. It waits for a person unless somebody vouches for it.
        `replay` lives it through on its own clock, by rules alone; without it the thinking is owed to the worker.
        `restore` brings an export of our own back into an empty space as it was, with all that is approved in it.
        """
        from atlas.engine.bring import bring as bringing  # seldom needed

        found = bringing(
            self._world,
            compose.history(),
            Path(path),
            format=names.format(format) if format else None,
            vouch=vouch,
            dry_run=dry_run,
            replay=replay,
            restore=restore,
            progress=progress,
        )
        if self._worker:
            self._worker.wake()
        return found

    def replaying(self) -> datetime | None:
        """How far a replay got that is not at its end: it still runs, or was interrupted. Nothing else is thought
        about meanwhile; bringing the same history with `replay` goes on with it."""
        return replays.replaying(self._world)

    def give_up_replay(self) -> datetime | None:
        """Let an interrupted replay be: what came in stays, and is thought about by today's clock. How far it got."""
        at = replays.give_up(self._world)
        if self._worker:
            self._worker.wake()
        return at

    def flush(
        self, progress: Callable[[int], None] | None = None, embedded: Callable[[int], None] | None = None
    ) -> int:
        """Do all owed thinking now; how many thoughts. Meanwhile `progress` is told how many more were had, `embedded`
        how many more memories have their vectors."""
        return work.work(self._world, progress=progress, tasks=self._tasks, embedded=embedded)

    def owed(self) -> int:
        return work.owed(self._world)

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
        about = InteractionId(self.resolve(interaction)) if interaction else None
        made = reporting.report(self._world, names.report_kind(kind), about, conversation, note, actions, at)
        if self._worker:
            self._worker.wake()
        return made

    def feedback(self, memory: str, signal: str, note: str = "", *, by_model: bool = False) -> FeedbackReceipt:
        """Say of a memory that it was `used`, that it `helped`, that it is `wrong` or `stale`.

        Used and helped make it stronger, once for each reply; wrong opens a failure and sends it to review; stale
        proposes to close it. `by_model` is for whoever passes on what a model says: that waits for a person.
        """
        told = remarking.feedback(
            self._world, MemoryId(self.resolve(memory)), names.feedback_signal(signal), note, by_model=by_model
        )
        if self._worker:
            self._worker.wake()
        return told

    def feedback_log(self, memory: str | None = None, *, limit: int = 50) -> Sequence[Remark]:
        """What became of memories that were served, the newest first: of one, or of all."""
        return remarking.feedback_log(self._world, limit, MemoryId(self.resolve(memory)) if memory else None)

    def propose_memory(self, text: str, *, kind: str = "fact", conversation: str = "model") -> Wished:
        """For whoever passes on what a model asks to be remembered: it waits for a person, whatever the policy.

        The text is taken in as something that the assistant said in this conversation, and is its own evidence.
        """
        wished = wishing.remember(self._world, text, names.kind(kind), conversation)
        if self._worker:
            self._worker.wake()
        return wished

    def propose_forget(self, memory: str, reason: str = "") -> Judged:
        """For whoever passes on what a model asks to be forgotten: nothing goes until a person says `forget`."""
        return wishing.forget(self._world, MemoryId(self.resolve(memory)), reason)

    def reflect(self, task: str = "nightly") -> Sequence[Reflection]:
        """Run one tier of thinking now: `lightweight`, `adaptive`, `nightly` or `weekly`; or take notes now:
        `observations`. What was thought."""
        return jobs.reflect(self._world, names.task(task))

    def preview(self, task: str = "nightly") -> Preview:
        """What a tier would read, ask, cost or propose, with nothing asked and nothing changed."""
        return jobs.preview(self._world, names.task(task))

    def consolidate(
        self, dry_run: bool = False, *, light: bool = False, progress: Callable[[str], None] | None = None
    ) -> Consolidated:
        """One cycle over what is remembered: what faded, is said twice, was used together, belongs together, is old.

        It is committed whole or not at all, and one `undo` takes it back. A dry run only says what it would do. `light`
        prunes, strengthens and sweeps; `progress` is told each step as it begins.
        """
        from atlas.engine import consolidate as consolidating  # heavy to import, and seldom needed

        return consolidating.consolidate(self._world, dry_run, light=light, progress=progress)

    def cycles(self, limit: int = 20) -> Sequence[Reflection]:
        """The records of cycles, the newest first."""
        return report.reflections(self._world, limit, Task.CONSOLIDATION)

    def expire(self) -> int:
        """Let what waited too long for a person expire; how many memories."""
        return curate.expire(self._world)

    # --- giving out

    def recall(
        self,
        query: str,
        limit: int | None = None,
        *,
        kinds: Iterable[Kind] = (),
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
            work.catch_up(self._world, deadline.reply_deadline(self._world))
        asked = recalling.Query(
            query,
            limit,
            frozenset(kinds),
            within=names.conversation(within),
            asker=speaker_entity(speaker),
            at=at,
            as_of=as_of,
            after=after,
            before=before,
            about=whom(self._world, about) if about is not None else (),
        )
        return recalling.recall(self._world, asked)

    def recall_for_model(
        self, query: str, limit: int | None = None, *, written: Callable[[Sequence[Recalled]], str] | None = None
    ) -> list[Recalled]:
        """For whoever hands the result to a model: the same search, which then stands on record, as a context does.

        The record says how many tokens that was: of what `written` makes of the result, or of its lines in a context.
        """
        return wishing.recall(self._world, recalling.Query(query, limit), written)

    def context(
        self,
        query: str,
        budget: int | None = None,
        *,
        conversation: str | None = None,
        speaker: str | None = None,
        at: datetime | None = None,
    ) -> Context:
        """A block of text for a model's context, within a token budget, with every item's origin and date."""
        if budget is not None and budget < 1:
            raise BadInput("A context's budget is at least 1 token.")
        here = names.conversation(conversation)
        asked = recalling.Query(query, conversation=here, asker=speaker_entity(speaker), at=at)
        return serve.context(self._world, asked, budget)

    def answer(self, question: str, *, conversation: str | None = None, speaker: str | None = None) -> Remembered:
        """An answer from memory alone: sentences, quotes and dates."""
        return answers.answer_from_memory(self._world, question, conversation, speaker_entity(speaker))

    def speak(
        self,
        question: str,
        *,
        conversation: str | None = None,
        earlier: Sequence[tuple[str, str]] = (),
        hear: Callable[[str], None] | None = None,
    ) -> Spoken:
        """A model's answer with the context beside the question; needs `with_model=True` and a configured model.

        `hear` is given the answer piece by piece, as it comes.
        """
        return answers.answer_through_model(self._world, question, conversation, earlier, hear)

    def learned(self, interaction: InteractionId) -> Sequence[Judged]:
        """What came of an interaction, which is thought about now, and not all else that is owed: each proposal with
        its verdict."""
        until = deadline.after(self._world, max(LEARNING_S, self._world.recall.catch_up_s))
        work.think_about(self._world, interaction, until)
        if Task.ADAPTIVE in self._tasks and not self._world.models:
            work.draw_lessons(self._world, until)
        return answers.learned(self._world, interaction)

    # --- looking

    def memories(
        self,
        *,
        limit: int = 50,
        kinds: Iterable[Kind] = (),
        statuses: Iterable[Status] = (),
        origins: Iterable[Origin] = (),
        conversation: str | None = None,
        subject: str | None = None,
        archived: bool = False,
    ) -> Sequence[Memory]:
        """Memories of any status, newest first."""
        where = browse.where(
            kinds=frozenset(kinds),
            statuses=frozenset(statuses),
            origins=frozenset(origins),
            conversation=ConversationId(conversation) if conversation else None,
            subject=EntityId(subject) if subject else None,
            states=frozenset({State.ACTIVE, State.ARCHIVED} if archived else {State.ACTIVE}),
        )
        return browse.memories(self._world, where, limit)

    def observations(self, limit: int = 50) -> Sequence[Memory]:
        """What was noted by the way and is in service, or waits for a person: notes, compressed ones, and long-term
        reflections, the newest first. `atlas.model.observation` reads their level and priority."""
        statuses = (Status.APPROVED, Status.NEEDS_REVIEW)
        return self.memories(limit=limit, kinds=[Kind.OBSERVATION], statuses=statuses)

    def show(self, id: str) -> MemoryStory:
        """Everything known about a memory: evidence, verdict, history, what it replaced, which replies it touched."""
        return explain.explain_memory(self._world, MemoryId(self.resolve(id)))

    def why(self, id: str | None = None, *, conversation: str | None = None) -> ServingStory:
        """What stood in a served context, why it ranked, whether it was used; without an id, in the last one."""
        if id is not None:
            return explain.explain_serving(self._world, ServingId(self.resolve(id)))
        last = explain.last_serving(self._world, conversation)
        if last is None:
            raise BadInput("Nothing has been served yet.")
        return explain.explain_serving(self._world, last.id)

    def said(self, id: str) -> InteractionStory:
        """One interaction, by its id or that of one of its messages: which contexts it had, and what came of it."""
        return explain.explain_interaction(self._world, self.resolve(id))

    def proposal(self, id: str) -> Judged:
        return explain.judged(self._world, ProposalId(self.resolve(id)))

    def resolve(self, prefix: str) -> str:
        """The one id that begins so."""
        return explain.resolve(self._world, prefix)

    def pending(self, limit: int = 200) -> Pending:
        """What waits for a person, of what was thought so far."""
        return report.pending(self._world, limit)

    def refusals(self, limit: int = 50) -> Sequence[Judged]:
        return report.refusals(self._world, limit)

    def reflections(self, limit: int = 50, task: str | None = None) -> Sequence[Reflection]:
        """What was thought, the newest first."""
        return report.reflections(self._world, limit, names.task(task) if task else None)

    def reflection(self, id: str) -> ReflectionStory:
        """One run of thinking: why, from what, at what cost, and what came of it."""
        return explain.explain_reflection(self._world, id)

    def signals(
        self, interaction: str | None = None, *, limit: int = 50, kind: str | None = None, since: datetime | None = None
    ) -> Sequence[Signal]:
        """What was noticed: about one reply, or lately, the newest first."""
        about = InteractionId(self.resolve(interaction)) if interaction else None
        return report.signals(self._world, about, limit, names.signal_kind(kind) if kind else None, since)

    def confidence(self, interaction: str) -> Confidence:
        """How sure one may be of a reply, by all that is known about it."""
        return report.confidence(self._world, InteractionId(self.resolve(interaction)))

    def failures(self, limit: int = 50) -> Sequence[Failure]:
        """What went wrong, the newest first."""
        return report.failures(self._world, limit)

    def patterns(self, *, active: bool | None = True) -> Sequence[Pattern]:
        """What keeps coming back."""
        return report.patterns(self._world, active)

    def suggestions(self, state: str | None = None, limit: int = 50) -> Sequence[Suggestion]:
        """What ATLAS would offer to do: the newest first."""
        return suggest.suggestions(self._world, SuggestionState(state) if state else None, limit)

    def accept(self, suggestion: str) -> Suggestion:
        return suggest.decide(self._world, suggestion, accepted=True)

    def decline(self, suggestion: str) -> Suggestion:
        return suggest.decide(self._world, suggestion, accepted=False)

    def jobs(self, state: str | None = None, limit: int = 50) -> Sequence[Job]:
        """Owed thinking, in the order in which it would be done."""
        return report.jobs(self._world, JobState(state) if state else None, limit)

    def retry(self, job: str) -> Job:
        """Take up again a job that was parked or is poison."""
        return jobs.retry(self._world, job)

    def drop(self, job: str) -> Job:
        """Let a job go: it need not be done."""
        return jobs.drop(self._world, job)

    def triggers(self) -> Sequence[Armed]:
        """What makes thinking owed, and when it is next due."""
        return jobs.triggers(self._world)

    def next_due(self) -> datetime | None:
        """When there is next something to do."""
        return jobs.next_at(self._world)

    def costs(self, days: int = 30, limit: int = 20) -> Costs:
        """What thinking cost, beside what it may cost."""
        return costing.costs(self._world, days, limit)

    def graph(self, about: str | None = None, *, limit: int = 60) -> Graph:
        """How memories hang together: around one (by id), around somebody (by name or id), or where they do most."""
        return graphing.graph(self._world, about, limit)

    def health(self) -> Health:
        """How memory fares over time: the last cycle, how strong it is, what is due, what is joined or contradicts."""
        return faring.health(self._world)

    def due(self, limit: int = 50) -> list[Due]:
        """What is due for review, the most important first."""
        return reviewing.due(self._world, limit)

    def conflicts(self, limit: int = 50) -> list[Conflict]:
        """Each two that contradict each other and are not settled."""
        return contradicting.conflicts(self._world, limit)

    def whole(self, id: str) -> Whole:
        """The whole text of a message that was shortened, by its id or that of a memory that stands on it."""
        return archiving.whole(self._world, self.resolve(id))

    def log(self, limit: int = 50) -> Sequence[Entry]:
        """The newest journal entries, newest first."""
        return report.log(self._world, limit)

    def status(self) -> StatusReport:
        return report.status(self._world)

    def doctor(self) -> list[Check]:
        return report.doctor(self._world)

    def audit(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        meaning: bool = False,
        progress: Callable[[int, int | None], None] | None = None,
    ) -> Audited:
        """How clean a memory is: of this space, or of a file that another wrote; nothing is taken in or changed.

        Rates of junk, duplicates, recall loops, secrets, contradictions, of what is stale or was never used, each with
        its worst examples. `meaning` also finds what says the same in other words, which takes an embedder's time.
        """
        from atlas.engine.audit import audit, audit_file  # seldom needed

        embedder = self._world.embedder if meaning else None
        if path is None:
            return audit(self._world, embedder, progress)
        return audit_file(compose.history(), Path(path), self.now(), embedder, progress)

    def verify(self) -> Verification:
        """Check the journal's chain, its digests, and the rows against it."""
        return verifying.verify(self._world)

    def export(
        self, *, person: str | None = None, conversation: str | None = None, sensitive: bool = False
    ) -> Iterator[dict[str, Any]]:
        """Everything in this space as plain data, line by line; `bring` takes a whole one back into an empty space.

        Of one conversation, or what is known about one person, where that is asked for. What is sensitive is left out
        unless it is asked for, and then the first line says that it is not whole.
        """
        from atlas.engine.export import export as exporting  # seldom needed

        return exporting(self._world, person=person, conversation=names.conversation(conversation), sensitive=sensitive)

    # --- deciding

    def approve(self, *ids: str, reason: str = "") -> list[Decision]:
        return self.decide(Status.APPROVED, *ids, reason=reason)

    def reject(self, *ids: str, reason: str = "") -> list[Decision]:
        """Take memories out of use; each decision tells which replies the memory had touched."""
        return self.decide(Status.REJECTED, *ids, reason=reason)

    def decide(self, status: Status, *ids: str, reason: str = "") -> list[Decision]:
        """Give memories or held proposals a status, as a person; all of them or none."""
        return curate.decide(self._world, [self.resolve(id) for id in ids], status, Actor.OPERATOR, reason)

    def undo(self) -> Undone:
        """Take back the last change; call again to go further back."""
        return undoing.undo(self._world)

    def undoable(self, limit: int = 10) -> Sequence[Entry]:
        """What `undo` would take back next, and after that."""
        return undoing.undoable(self._world, limit)

    def revert(self, entry: int) -> Undone:
        """Take back one journal entry, whatever came after it."""
        return undoing.revert(self._world, entry)

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
            return forgetting.forget_memory(self._world, MemoryId(self.resolve(memory)))
        if conversation is not None:
            return forgetting.forget_conversation(self._world, conversation)
        if person is not None:
            return forgetting.forget_person(self._world, person)
        return forgetting.forget_text(self._world, text or "")

    # --- living

    @property
    def aio(self) -> AsyncAtlas:
        """The same verbs for async code: `await atlas.aio.observe(...)`."""
        from atlas.surfaces.aio import AsyncAtlas  # it reads its verbs off this class

        return AsyncAtlas(self)

    def in_space(self, space: str) -> Atlas:
        """Another space of the same store, which stays open until this one is closed."""
        other = Atlas(compose.in_space(self._world, space), background=False)
        other._guest = True
        other._guests = self._guests
        self._guests.add(other)
        return other

    def before_closing(self, settle: Callable[[], object]) -> None:
        """Have this called before the store is closed: for whoever hands things over in the background."""
        self._settling.append(settle)

    def note_trouble(self, where: str, says: str) -> None:
        """Tell of something around memory that did not work: `doctor` says it, and the next write journals it."""
        self._world.note_trouble(where, says)

    def journal_troubles(self) -> None:
        """Put on record now what went wrong since the last write. Never raises."""
        troubles.journal_troubles(self._world)

    @property
    def law_tokens(self) -> int:
        """What the constitution takes of a context's budget; the rest of it is for what is remembered."""
        return self._world.context.count(binding(self._world.constitution))

    def spaces(self) -> Sequence[str]:
        return self._world.store.spaces()

    def now(self) -> datetime:
        """The time it is for this store, aware and in UTC."""
        return self._world.now()

    def new_conversation(self, name: str = "chat") -> str:
        """A conversation's name that nobody has had yet: `chat-2026-11-15-4kq9zt`."""
        return f"{name}-{self.now().astimezone(self._world.zone).date()}-{self._world.interaction_id()[-6:]}"

    def close(self, *, think: bool = True) -> None:
        """Close the store. What is owed is done as far as a moment allows, unless there is none; the rest stays owed.

        Closing twice is fine.
        """
        if self._closed:
            return
        self._closed = True
        ours = [self] if self._guest else [self, *self._guests]
        for settle in [settle for each in ours for settle in each._settling]:
            settle()
        if self._worker:
            self._worker.stop()
        if think:
            seconds = max(CLOSING_S, self._world.recall.catch_up_s)
            work.finish(self._world, deadline.after(self._world, seconds), self._tasks)
        forgetting.settle_purge(self._world)
        for each in ours:
            each.journal_troubles()
        if not self._guest:
            self._world.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
