"""Looking closer: the story of one thing, and how memory fares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from atlas.engine.inspect import archived_text, browse, explain, graph, health, metrics, picture, status, week
from atlas.engine.inspect.archived_text import ArchivedText
from atlas.engine.inspect.explain import InteractionStory, MemoryStory, ReflectionStory
from atlas.engine.inspect.graph import Graph
from atlas.engine.inspect.health import Health
from atlas.engine.inspect.metrics import MetricsReport
from atlas.engine.inspect.picture import Picture
from atlas.engine.inspect.status import StatusReport
from atlas.engine.inspect.week import WeekReport
from atlas.model.failure import Failure, Pattern
from atlas.model.ids import InteractionId, MemoryId
from atlas.model.memory import Kind, Memory, Status
from atlas.model.recall import Recalled
from atlas.model.signal import Confidence, Signal, SignalKind
from atlas.surfaces.input_values import (
    check_flag,
    check_id,
    check_limit,
    check_memories,
    check_name,
    parse_moment,
    parse_signal_kind,
)
from atlas.surfaces.library.opening import Opening


class Inspection:
    """Looking closer: the story of one thing, and how memory fares."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening

    def status(self) -> StatusReport:
        """Counts of what is stored, waits and is owed, and when thinking is next due."""
        return status.read_status(self._opening.runtime)

    def health(self) -> Health:
        """How memory fares over time: the last cycle, how strong it is, what is due, what is joined or contradicts."""
        return health.read_health(self._opening.runtime)

    def metrics(self, days: int = 30) -> MetricsReport:
        """Figures of the last days, each with its number of cases, what alerts, and where the engine stands."""
        return metrics.read_metrics(self._opening.runtime, check_limit(days))

    def week(self, back: int = 0) -> WeekReport:
        """The page of the last week that was thought over, or of one so many weeks before it: whether it improves and
        on what evidence, what was learned, what was taken back, and what it cost."""
        return week.read_week_report(self._opening.runtime, check_limit(back))

    def picture(self) -> Picture:
        """What is remembered and how it gets curated, in figures: writers, statuses, read paths, the last context."""
        return picture.read_picture(self._opening.runtime)

    def memory(self, id: str) -> MemoryStory:
        """Everything known about a memory: evidence, verdict, history, what it replaced, which replies it touched."""
        runtime, found = self._opening.runtime, MemoryId(self._opening.resolve_id(id))
        return explain.explain_memory(runtime, found, runtime.recall.used_above)

    def interaction(self, id: str) -> InteractionStory:
        """One interaction, by its id or that of one of its messages: which contexts it had, and what came of it."""
        runtime, found = self._opening.runtime, self._opening.resolve_id(id)
        return explain.explain_interaction(runtime, found, runtime.recall.used_above)

    def reflection(self, id: str) -> ReflectionStory:
        """One run of thinking: why, from what, at what cost, and what came of it."""
        return explain.explain_reflection(self._opening.runtime, check_id(id))

    def resolve(self, prefix: str) -> str:
        """The one id that begins so."""
        return self._opening.resolve_id(prefix)

    def as_served(self, memories: Iterable[Memory], *, unapproved: bool = False) -> list[Recalled]:
        """These memories as a context would quote them: words of what is sensitive or was rejected left out, what holds
        no longer marked as past. With `unapproved` also what is not in service, for a person who is to decide."""
        also = check_flag(unapproved, "unapproved")
        return explain.redact_memories(self._opening.runtime, check_memories(memories), also)

    def observations(self, limit: int = 50) -> Sequence[Memory]:
        """What was noted by the way and is in service, or waits for a person: notes, compressed ones, and long-term
        reflections, the newest first. `atlas.model.observation` reads their level and priority."""
        statuses = frozenset({Status.APPROVED, Status.NEEDS_REVIEW})
        where = browse.memory_filter(kinds=frozenset({Kind.OBSERVATION}), statuses=statuses)
        return browse.list_memories_of_any(self._opening.runtime, [where], check_limit(limit))

    def signals(
        self,
        interaction: str | None = None,
        *,
        limit: int = 50,
        kind: SignalKind | str | None = None,
        since: datetime | None = None,
    ) -> Sequence[Signal]:
        """What was noticed: about one reply, or lately, the newest first."""
        about = InteractionId(self._opening.resolve_id(interaction)) if interaction is not None else None
        of = parse_signal_kind(kind) if kind is not None else None
        return status.list_signals(self._opening.runtime, about, check_limit(limit), of, parse_moment(since))

    def confidence(self, interaction: str) -> Confidence:
        """How sure one may be of a reply, by all that is known about it."""
        return status.read_confidence(self._opening.runtime, InteractionId(self._opening.resolve_id(interaction)))

    def failures(self, limit: int = 50) -> Sequence[Failure]:
        """What went wrong, the newest first."""
        return status.list_failures(self._opening.runtime, check_limit(limit))

    def patterns(self, *, active: bool | None = True) -> Sequence[Pattern]:
        """What keeps coming back."""
        return status.list_patterns(self._opening.runtime, None if active is None else check_flag(active, "active"))

    def graph(self, about: str | None = None, *, limit: int = 60) -> Graph:
        """How memories hang together: around one (by id), around somebody (by name or id), or where they do most."""
        around = check_name(about, "person") if about is not None else None
        return graph.build_graph(self._opening.runtime, around, check_limit(limit))

    def archived_text(self, id: str) -> ArchivedText:
        """The whole text of a message that was shortened, by its id or that of a memory that stands on it."""
        return archived_text.read_archived_text(self._opening.runtime, self._opening.resolve_id(id))
