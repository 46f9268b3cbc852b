"""The same verbs for async code: each runs in a thread, with the same signature. No second implementation."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeVar

from atlas.surfaces.library.admin import Admin
from atlas.surfaces.library.assistant import Assistant
from atlas.surfaces.library.beliefs import Beliefs
from atlas.surfaces.library.documents import Documents
from atlas.surfaces.library.feedback import Feedback
from atlas.surfaces.library.history import History
from atlas.surfaces.library.inspection import Inspection
from atlas.surfaces.library.jobs import Jobs
from atlas.surfaces.library.knowledge import Knowledge
from atlas.surfaces.library.review import Review
from atlas.surfaces.library.space import Space

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")

NOT_AWAITED: Final = frozenset(
    {
        *("aio", "in_space", "open", "opened_by", "restore"),
        *("admin.before_closing", "admin.count_wrapped", "admin.note_trouble", "admin.notices", "admin.now"),
        *("admin.wrap_figures", "assistant.constitution_tokens", "assistant.new_conversation"),
    }
)
"""What async code takes from `Atlas` and its parts themselves: nothing there waits for an open store."""


class AsyncPart(Generic[S]):
    """A part of `Atlas` whose verbs are awaited."""

    def __init__(self, sync: S) -> None:
        self.sync = sync


class _Awaited(Generic[P, T]):
    """A verb as a coroutine function with the same parameters."""

    def __init__(self, verb: Callable[Concatenate[Any, P], T]) -> None:
        self.verb = verb

    def __get__(self, instance: AsyncPart[Any], owner: type[AsyncPart[Any]]) -> Callable[P, Awaitable[T]]:
        @functools.wraps(self.verb)
        async def run(*args: Any, **kwargs: Any) -> T:
            return await asyncio.to_thread(self.verb, instance.sync, *args, **kwargs)

        return run


class AsyncReview(AsyncPart[Review]):
    """`await atlas.aio.review.pending(...)`"""

    accept = _Awaited(Review.accept)
    approve_edited = _Awaited(Review.approve_edited)
    approve_redacted = _Awaited(Review.approve_redacted)
    card = _Awaited(Review.card)
    choose = _Awaited(Review.choose)
    conflicts = _Awaited(Review.conflicts)
    decide = _Awaited(Review.decide)
    decide_cluster = _Awaited(Review.decide_cluster)
    decline = _Awaited(Review.decline)
    dismiss = _Awaited(Review.dismiss)
    draw_checks = _Awaited(Review.draw_checks)
    due = _Awaited(Review.due)
    expire = _Awaited(Review.expire)
    lift = _Awaited(Review.lift)
    merge = _Awaited(Review.merge)
    pending = _Awaited(Review.pending)
    pin = _Awaited(Review.pin)
    policy = _Awaited(Review.policy)
    proposal = _Awaited(Review.proposal)
    quarantine = _Awaited(Review.quarantine)
    quarantines = _Awaited(Review.quarantines)
    queue = _Awaited(Review.queue)
    refusals = _Awaited(Review.refusals)
    replay_policy = _Awaited(Review.replay_policy)
    suggest_rule = _Awaited(Review.suggest_rule)
    suggestions = _Awaited(Review.suggestions)
    unpin = _Awaited(Review.unpin)
    vouch = _Awaited(Review.vouch)


class AsyncJobs(AsyncPart[Jobs]):
    """`await atlas.aio.jobs.list(...)`"""

    consolidate = _Awaited(Jobs.consolidate)
    costs = _Awaited(Jobs.costs)
    cycles = _Awaited(Jobs.cycles)
    drop = _Awaited(Jobs.drop)
    evolution = _Awaited(Jobs.evolution)
    list = _Awaited(Jobs.list)
    exams = _Awaited(Jobs.exams)
    next_due = _Awaited(Jobs.next_due)
    owed = _Awaited(Jobs.owed)
    preview = _Awaited(Jobs.preview)
    probe = _Awaited(Jobs.probe)
    reflect = _Awaited(Jobs.reflect)
    reflections = _Awaited(Jobs.reflections)
    replay_questions = _Awaited(Jobs.replay_questions)
    retry = _Awaited(Jobs.retry)
    take_exam = _Awaited(Jobs.take_exam)
    triggers = _Awaited(Jobs.triggers)


class AsyncInspection(AsyncPart[Inspection]):
    """`await atlas.aio.inspect.status(...)`"""

    archived_text = _Awaited(Inspection.archived_text)
    as_served = _Awaited(Inspection.as_served)
    confidence = _Awaited(Inspection.confidence)
    failures = _Awaited(Inspection.failures)
    graph = _Awaited(Inspection.graph)
    health = _Awaited(Inspection.health)
    metrics = _Awaited(Inspection.metrics)
    interaction = _Awaited(Inspection.interaction)
    observations = _Awaited(Inspection.observations)
    patterns = _Awaited(Inspection.patterns)
    picture = _Awaited(Inspection.picture)
    week = _Awaited(Inspection.week)
    reflection = _Awaited(Inspection.reflection)
    resolve = _Awaited(Inspection.resolve)
    memory = _Awaited(Inspection.memory)
    signals = _Awaited(Inspection.signals)
    status = _Awaited(Inspection.status)


class AsyncFeedback(AsyncPart[Feedback]):
    """`await atlas.aio.feedback.report(...)`"""

    log = _Awaited(Feedback.log)
    rate_memory = _Awaited(Feedback.rate_memory)
    report = _Awaited(Feedback.report)


class AsyncAssistant(AsyncPart[Assistant]):
    """`await atlas.aio.assistant.answer(...)`"""

    answer = _Awaited(Assistant.answer)
    answer_through_model = _Awaited(Assistant.answer_through_model)
    learned = _Awaited(Assistant.learned)
    learned_instructions = _Awaited(Assistant.learned_instructions)
    positions = _Awaited(Assistant.positions)
    propose_forget = _Awaited(Assistant.propose_forget)
    propose_memory = _Awaited(Assistant.propose_memory)
    recall = _Awaited(Assistant.recall)


class AsyncBeliefs(AsyncPart[Beliefs]):
    """`await atlas.aio.beliefs.list(...)`"""

    correct = _Awaited(Beliefs.correct)
    list = _Awaited(Beliefs.list)
    pin = _Awaited(Beliefs.pin)
    retract = _Awaited(Beliefs.retract)
    story = _Awaited(Beliefs.story)
    unpin = _Awaited(Beliefs.unpin)


class AsyncDocuments(AsyncPart[Documents]):
    """`await atlas.aio.documents.read(...)`"""

    blame = _Awaited(Documents.blame)
    diff = _Awaited(Documents.diff)
    export = _Awaited(Documents.export)
    import_folder = _Awaited(Documents.import_folder)
    list = _Awaited(Documents.list)
    note = _Awaited(Documents.note)
    read = _Awaited(Documents.read)
    restore = _Awaited(Documents.restore)
    versions = _Awaited(Documents.versions)
    write = _Awaited(Documents.write)


class AsyncHistory(AsyncPart[History]):
    """`await atlas.aio.history.log(...)`"""

    diff = _Awaited(History.diff)
    export = _Awaited(History.export)
    give_up_replay = _Awaited(History.give_up_replay)
    import_file = _Awaited(History.import_file)
    log = _Awaited(History.log)
    named_memories = _Awaited(History.named_memories)
    replay_position = _Awaited(History.replay_position)
    revert = _Awaited(History.revert)
    rollback = _Awaited(History.rollback)
    undoable = _Awaited(History.undoable)


class AsyncAdmin(AsyncPart[Admin]):
    """`await atlas.aio.admin.doctor(...)`"""

    audit = _Awaited(Admin.audit)
    backup = _Awaited(Admin.backup)
    check_pages = _Awaited(Admin.check_pages)
    doctor = _Awaited(Admin.doctor)
    journal_troubles = _Awaited(Admin.journal_troubles)
    pause = _Awaited(Admin.pause)
    record_constitution = _Awaited(Admin.record_constitution)
    resume = _Awaited(Admin.resume)
    spaces = _Awaited(Admin.spaces)
    verify = _Awaited(Admin.verify)


class AsyncKnowledge(AsyncPart[Knowledge]):
    """`await atlas.aio.knowledge.ingest(...)`"""

    ingest = _Awaited(Knowledge.ingest)
    ingest_watched = _Awaited(Knowledge.ingest_watched)
    record_decision = _Awaited(Knowledge.record_decision)
    watched = _Awaited(Knowledge.watched)
    withdraw = _Awaited(Knowledge.withdraw)


class AsyncAtlas(AsyncPart[Space]):
    """`await atlas.aio.observe(...)`: every verb of `Atlas` and its parts, awaited. A test holds the lists equal."""

    def __init__(self, space: Space) -> None:
        super().__init__(space)
        self.review: Final = AsyncReview(space.review)
        self.jobs: Final = AsyncJobs(space.jobs)
        self.inspect: Final = AsyncInspection(space.inspect)
        self.feedback: Final = AsyncFeedback(space.feedback)
        self.assistant: Final = AsyncAssistant(space.assistant)
        self.beliefs: Final = AsyncBeliefs(space.beliefs)
        self.documents: Final = AsyncDocuments(space.documents)
        self.history: Final = AsyncHistory(space.history)
        self.knowledge: Final = AsyncKnowledge(space.knowledge)
        self.admin: Final = AsyncAdmin(space.admin)

    approve = _Awaited(Space.approve)
    close = _Awaited(Space.close)
    context = _Awaited(Space.context)
    end_session = _Awaited(Space.end_session)
    flush = _Awaited(Space.flush)
    forget = _Awaited(Space.forget)
    memories = _Awaited(Space.memories)
    observe = _Awaited(Space.observe)
    recall = _Awaited(Space.recall)
    reject = _Awaited(Space.reject)
    undo = _Awaited(Space.undo)
    why = _Awaited(Space.why)
