"""The SQLite store against the plain one: what is owed, thought, noticed and spent, and how it is forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from _two_stores import SPACES, TwoStores
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from atlas.model.failure import Failure, Pattern
from atlas.model.ids import FailureId, InteractionId, JobId, MessageId, PatternId, ReflectionId, SuggestionId
from atlas.model.origin import Origin, Trust
from atlas.model.signal import Signal, SignalKind, Source
from atlas.model.spending import Spending, SpendingState
from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.model.task import Size, Task
from atlas.model.thinking import Answer, Job, JobState, Reflection
from atlas.model.trigger import Standing
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer
from atlas.testing import samples

TEXTS = ("green tea", "a\x00b", "🏳️‍🌈 émile", "", "half \udc80")
TASKS = (Task.LIGHTWEIGHT, Task.NIGHTLY, Task.PROBES)
KINDS = (SignalKind.RE_ASK, SignalKind.STRANGE)
TRIGGERS = ("nightly", "Weekly", "é")
DAYS = tuple(samples.START.date() + timedelta(days=number) for number in range(2))
EVERY = 99

numbers = st.integers(0, 2)
texts = st.sampled_from(TEXTS)
minutes = st.integers(0, 6)
times = minutes.map(samples.at)
maybe_times = st.none() | times
interaction_ids = numbers.map(lambda number: InteractionId(f"i_{number}"))
message_ids = numbers.map(lambda number: MessageId(f"u_{number}"))
failure_ids = numbers.map(lambda number: FailureId(f"f_{number}"))
pattern_ids = numbers.map(lambda number: PatternId(f"k_{number}"))
job_ids = numbers.map(lambda number: JobId(f"j_{number}"))
reals = st.sampled_from((0.0, 0.5, 1.0, 1.0, float("nan")))
tasks = st.sampled_from(TASKS)
messages = st.lists(message_ids, max_size=2).map(tuple)
owners = st.sampled_from(("me", "you"))

jobs = st.builds(
    Job,
    id=job_ids,
    task=tasks,
    key=numbers.map("k_{}".format),
    interaction=st.none() | interaction_ids,
    state=st.sampled_from(JobState),
    priority=st.integers(-1, 1),
    created_at=times,
    trigger=texts,
    due_at=maybe_times,
    pinned=st.lists(texts, max_size=2).map(tuple),
    again=numbers,
    size=st.none() | st.sampled_from(Size),
    lease_until=maybe_times,
)
answers = st.builds(Answer, job_ids, numbers, st.integers(0, 1), st.sampled_from("ab"), st.just("model"), texts, times)
reflections = st.builds(
    Reflection,
    id=numbers.map(lambda number: ReflectionId(f"r_{number}")),
    job=st.none() | job_ids,
    task=tasks,
    thinker=texts,
    inputs=messages,
    at=times,
    proposed=numbers,
    trust=st.sampled_from(Trust),
    said=st.dictionaries(texts, st.none() | reals | texts | st.lists(texts, max_size=1), max_size=2),
    problem=st.none() | texts,
)
signals = st.builds(
    Signal,
    kind=st.sampled_from(KINDS),
    about=interaction_ids,
    seen_in=interaction_ids,
    score=reals,
    at=times,
    source=st.sampled_from((Source.NOTICED, Source.APPLICATION)),
    message=st.none() | message_ids,
    figures=st.lists(st.tuples(texts, reals), max_size=1).map(tuple),
    note=texts,
)
failures = st.builds(
    Failure,
    id=failure_ids,
    about=interaction_ids,
    signal=st.sampled_from(KINDS),
    at=times,
    asked=st.none() | message_ids,
    told=st.none() | message_ids,
    type=st.none() | failure_ids,
    pattern=st.none() | pattern_ids,
    identity=st.none() | texts,
    vector=st.sampled_from((None, b"", samples.vector(1, 0))),
)
patterns = st.builds(
    Pattern,
    id=pattern_ids,
    type=texts,
    description=texts,
    evidence=st.lists(failure_ids, max_size=2).map(tuple),
    confidence=reals,
    first_seen=times,
    last_seen=times,
    count=numbers,
    active=st.booleans(),
    sources=messages,
)
suggestions = st.builds(
    Suggestion,
    id=numbers.map(lambda number: SuggestionId(f"g_{number}")),
    text=texts,
    sources=messages,
    trust=st.sampled_from(Trust),
    state=st.sampled_from(SuggestionState),
    created_at=times,
    due_at=maybe_times,
    decided_at=maybe_times,
)
standings = st.builds(Standing, st.sampled_from(TRIGGERS), maybe_times, maybe_times, numbers, numbers, numbers)
spendings = st.builds(
    samples.spending,
    numbers.map("b_{}".format),
    st.integers(0, 9),
    st.integers(0, 9),
    job=st.none() | job_ids,
    day=st.sampled_from(DAYS),
    state=st.sampled_from(SpendingState),
    problem=st.none() | texts,
)


class Thoughts(TwoStores):
    # --- what is thought about

    @rule(number=numbers, said=st.lists(message_ids, min_size=1, max_size=2, unique=True))
    def tell(self, number: int, said: list[MessageId]) -> None:
        told = [(name, "tea", Origin.USER) for name in said]
        self._both(lambda writer: samples.tell(writer, f"i_{number}", *told))

    @rule(message=message_ids)
    def erase_message(self, message: MessageId) -> None:
        self._both(lambda writer: writer.erase_message(message))

    # --- jobs

    @rule(job=jobs)
    def add_job(self, job: Job) -> None:
        self._both(lambda writer: writer.add_job(replace(job, state=JobState.QUEUED)))

    @rule(job=jobs)
    def put_job(self, job: Job) -> None:
        self._both(lambda writer: writer.put_job(job))

    @rule(minute=minutes, owner=owners, only=st.none() | st.lists(tasks, max_size=2), id=st.none() | job_ids)
    def claim_job(self, minute: int, owner: str, only: list[Task] | None, id: JobId | None) -> None:
        now, until = samples.at(minute), samples.at(minute + 2)
        self._both(lambda writer: writer.claim_job(owner, now, until, only, id))

    @rule(minute=minutes, owner=owners)
    def claim_any_job(self, minute: int, owner: str) -> None:
        self._both(lambda writer: writer.claim_job(owner, samples.at(minute), samples.at(minute + 2)))

    @rule(
        minute=minutes, owner=owners, only=st.none() | st.lists(tasks, max_size=2), least=st.none() | st.integers(0, 2)
    )
    def claim_newest_job(self, minute: int, owner: str, only: list[Task] | None, least: int | None) -> None:
        now, until = samples.at(minute), samples.at(minute + 2)
        self._both(lambda writer: writer.claim_job(owner, now, until, only, newest=True, least=least))

    @rule(answer=answers)
    def put_answer(self, answer: Answer) -> None:
        self._both(lambda writer: writer.put_answer(answer))

    @rule(job=job_ids)
    def drop_answers(self, job: JobId) -> None:
        self._both(lambda writer: writer.drop_answers(job))

    @rule(reflection=reflections)
    def add_reflection(self, reflection: Reflection) -> None:
        self._both(lambda writer: writer.add_reflection(reflection))

    # --- noticing

    @rule(signal=signals)
    def put_signal(self, signal: Signal) -> None:
        self._both(lambda writer: writer.put_signal(signal))

    @rule(failure=failures)
    def put_failure(self, failure: Failure) -> None:
        self._both(lambda writer: writer.put_failure(failure))

    @rule(pattern=patterns)
    def put_pattern(self, pattern: Pattern) -> None:
        self._both(lambda writer: writer.put_pattern(pattern))

    @rule(suggestion=suggestions)
    def put_suggestion(self, suggestion: Suggestion) -> None:
        self._both(lambda writer: writer.put_suggestion(suggestion))

    @rule(said=messages, gone=st.booleans())
    def erase_thoughts(self, said: tuple[MessageId, ...], gone: bool) -> None:
        """As forgetting does it, or of what stays, or of what is gone already."""

        def act(writer: Writer) -> None:
            writer.erase_thoughts(said)
            for message in said if gone else ():
                writer.erase_message(message)

        self._both(act)

    # --- triggers and what it costs

    @rule(standing=standings)
    def put_standing(self, standing: Standing) -> None:
        self._both(lambda writer: writer.put_standing(standing))

    @rule(trigger=st.sampled_from(TRIGGERS), period=texts)
    def add_period(self, trigger: str, period: str) -> None:
        self._both(lambda writer: writer.add_period(trigger, period))

    @rule(spending=spendings)
    def put_spending(self, spending: Spending) -> None:
        self._both(lambda writer: writer.put_spending(spending))

    # --- both say the same

    @invariant()
    def equal(self) -> None:
        """In every space: what happens in one must not be seen in another (P4)."""
        for space in SPACES if self.changed else ():
            self._compare(space, _everything)
        self.changed = self.open is not None

    @invariant()
    def one_open_job_for_a_key(self) -> None:
        """J4, asked of the file."""
        with self.sqlite.reading(self.here) as reader:
            over = (JobState.DONE, JobState.DROPPED)
            keys = [job.key for job in reader.jobs(None, EVERY) if job.state not in over]
            assert len(keys) == len(set(keys))


def _everything(reader: Reader) -> list[object]:
    return [answer for part in (_owed, _thought, _noticed, _cost) for answer in part(reader)]


def _owed(reader: Reader) -> Sequence[object]:
    return [
        [list(reader.jobs(state, 3)) for state in (None, *JobState)],
        [reader.job_count(state) for state in JobState],
        [reader.open_job(job.key) for job in reader.jobs(None, EVERY)],
        [reader.next_job_at(samples.at(minute)) for minute in (0, 3, 9)],
        [reader.job(JobId("j_0")), [list(reader.answers(JobId(f"j_{number}"))) for number in range(3)]],
        [list(reader.standings()), [reader.standing(trigger) for trigger in TRIGGERS]],
    ]


def _thought(reader: Reader) -> Sequence[object]:
    since, job = samples.at(3), JobId("j_0")
    return [
        [list(reader.reflections(2)), reader.reflection(ReflectionId("r_0"))],
        [list(reader.reflections(2, task)) for task in TASKS],
        [list(reader.reflections(2, since=since)), list(reader.reflections(EVERY, TASKS[0], since))],
        [list(reader.reflections(EVERY, job=job)), list(reader.reflections(1, since=since, job=job))],
        [list(reader.suggestions(state, 2)) for state in (None, *SuggestionState)],
        [reader.suggestion(SuggestionId("g_0"))],
    ]


def _noticed(reader: Reader) -> Sequence[object]:
    places = [InteractionId(f"i_{number}") for number in range(3)]
    return [
        [list(reader.signals(places)), list(reader.signals(places[:1])), list(reader.signals([]))],
        [list(reader.signals_seen_in(places)), list(reader.signals_seen_in(places[:1]))],
        [list(reader.signals_since(samples.at(2), limit, kind)) for limit in (2, EVERY) for kind in (None, *KINDS)],
        [list(reader.failures(EVERY)), list(reader.failures(1)), reader.failure(FailureId("f_0"))],
        [list(reader.patterns(active)) for active in (None, True, False)],
        [reader.pattern(PatternId("k_0"))],
    ]


def _cost(reader: Reader) -> Sequence[object]:
    jobs = [None, *(JobId(f"j_{number}") for number in range(2))]
    return [
        [reader.sum_spent(day, job) for day in (None, *DAYS) for job in jobs],
        [list(reader.spendings(limit, since)) for limit in (1, EVERY) for since in (None, *DAYS)],
    ]


TestThoughts = Thoughts.TestCase
TestThoughts.settings = settings(max_examples=25, stateful_step_count=40)
