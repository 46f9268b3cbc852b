"""Find what was approved and bears on a query, and say why it ranked."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from itertools import chain, islice, product
from typing import TYPE_CHECKING, Final

from atlas.engine.core.as_of import memory_served_at
from atlas.engine.core.deadline import reply_deadline
from atlas.engine.core.foreground import foreground_call
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.vectors import open_index, query_vectors, save_index
from atlas.engine.curate.source_check import is_grounded
from atlas.engine.intake.observe import to_utc
from atlas.engine.jobs.runner import catch_up
from atlas.engine.serve.line_worth import drop_uninformative, replace_past
from atlas.engine.serve.question_pairing import QuestionPairing, is_reply, read_question_pairing
from atlas.engine.serve.redaction import Redaction, stand_behind_successors
from atlas.engine.serve.redaction_reading import find_told_claims, read_redaction, redact_items
from atlas.errors import BadInput
from atlas.language.folding import fold_text
from atlas.language.words import MAX_QUERY
from atlas.model.entity import USER, Entity, EntityId, is_self
from atlas.model.ids import ConversationId, MemoryId
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.origin import Origin
from atlas.model.recall import Recalled
from atlas.model.search_result import ROLES, Found
from atlas.ports.clock import Clock
from atlas.ports.embedder import Embedder
from atlas.ports.index import Probe
from atlas.ports.reading import SERVABLE, MemoryFilter, Reader
from atlas.retrieval.floor import FLOORS, Floor, may_answer
from atlas.retrieval.graph_walk import STARTS, STEPS, Step, find_steps, lift_linked, put_newer_first
from atlas.retrieval.network_weights import get_network
from atlas.retrieval.query_reading import Reading, possible_names, read_query
from atlas.retrieval.question import WantedFact, find_wanted_fact
from atlas.retrieval.rank import PlaceRanking, RankedRow
from atlas.retrieval.ranking_network import RankingNetwork
from atlas.retrieval.repeats import NOBODY, drop_repeats, put_repeats_behind
from atlas.retrieval.weights import WEIGHTS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    QueryVectors = NDArray[np.float32] | None

MAX_RESULTS: Final = 1_000
LARGE: Final = 20_000
"""From so many memories on each leg hands over fewer: there is less in a crowd that is only just not found."""
_WIDER: Final = (1, 8, 64)
"""Where replies that may not be served crowd out the rest, each leg hands over so many times as many."""
MAX_SLOTS: Final = 48
_SPARE: Final = 20
"""Looked at beyond what was asked for, since some of it may turn out not to be fit to serve."""

_ONCE_HELD: Final = frozenset({Status.APPROVED, Status.SUPERSEDED})
_IN_AND_OUT_OF_SERVICE: Final = frozenset({State.ACTIVE, State.ARCHIVED})
_ONCE_SERVED: Final = frozenset({Status.APPROVED, Status.SUPERSEDED, Status.EXPIRED, Status.NEEDS_REVIEW})


@dataclass(frozen=True, slots=True)
class Query:
    text: str
    limit: int | None = None
    kinds: frozenset[Kind] = frozenset()
    conversation: ConversationId | None = None
    """Where it is asked; what is served there is not learned again from there (X2)."""
    within: ConversationId | None = None
    """Look in this conversation only."""
    asker: EntityId = USER
    at: datetime | None = None
    """When it is asked: "last week" is counted from here."""
    as_of: datetime | None = None
    """Answer as it would have been answered then (X4)."""
    after: datetime | None = None
    before: datetime | None = None
    """Only what was observed from, or before, this moment."""
    about: tuple[EntityId, ...] = ()
    """Only what is claimed of any of them."""
    archived: bool = False
    """Look also at what left service by itself (T7)."""
    for_context: bool = False
    """Whether only what is worth a line of a context is wanted (C13); else repeats come too, behind the rest."""
    documents_as_of: datetime | None = None
    """Serve the documents of this moment, and all else as it is now (H7)."""
    grades: bool = False
    """Whether a person reads it, who may see the grades of exams (C10); whoever answers never does (J11)."""


@dataclass(frozen=True, slots=True)
class Search:
    """One search: what both legs found for a question as it was read."""

    found: Found
    reading: Reading
    asked: Mapping[int, float]
    """Rows whose claim is of the very kind that is asked for."""
    depth: int
    """How many memories each leg handed over."""
    where: MemoryFilter
    """What may be served at all."""
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class PreparedQuery:
    """A query that was caught up for and embedded: to search is to read."""

    query: Query
    vectors: QueryVectors
    asked_at: datetime


def recall(runtime: Runtime, query: Query) -> list[Recalled]:
    """The approved, served and currently valid memories that bear on a query, the best first."""
    prepared = prepare_query(runtime, query)
    if prepared is None:
        return []
    with foreground_call(), runtime.reading() as reader:
        found = search_memories(runtime, reader, prepared)
    save_index(runtime)
    return found


def prepare_query(runtime: Runtime, query: Query) -> PreparedQuery | None:
    """Catch up, and embed the question, with no transaction open; None where nothing is asked."""
    _check_query(runtime, query)
    if not query.text.strip():
        return None
    catch_up(runtime, reply_deadline(runtime))
    with foreground_call():
        return PreparedQuery(query, embed_query(runtime, query), _query_time(runtime, query))


def search_memories(runtime: Runtime, reader: Reader, prepared: PreparedQuery) -> list[Recalled]:
    """The same as `recall` gives, for whoever reads more in the same transaction."""
    limit = prepared.query.limit or runtime.recall.limit
    found = [
        _search_widening(runtime, reader, each, prepared.vectors, prepared.asked_at, limit)
        for each in _split_by_subject(prepared.query)
    ]
    return found[0] if len(found) == 1 else _merge_by_score(found, limit)


def _search_widening(
    runtime: Runtime, reader: Reader, query: Query, vectors: QueryVectors, asked_at: datetime, limit: int
) -> list[Recalled]:
    """Search ever wider, as long as replies that may not be served, or old questions, crowd out the rest."""
    for width in _WIDER:
        search = run_search(runtime, reader, query, vectors, asked_at, width)
        if not query.about and not may_answer(
            search.found, search.reading, search.asked, _relevance_floor(runtime.embedder)
        ):
            return []
        items = select_servable(reader, search, query, limit, network=get_network(runtime.embedder.identity.model))
        if len(items) >= limit or len(search.found) < search.depth:
            break
        crowded = _is_crowded_by_replies(search.found) or (query.for_context and 2 * len(items) < limit)
        if not crowded and limit <= search.depth:
            break
    return items


def _relevance_floor(embedder: Embedder) -> Floor | None:
    """The floor below which nothing bears on the question (C13); None for an embedder that was not fitted."""
    return FLOORS.get(embedder.identity.model)


def _is_crowded_by_replies(found: Found) -> bool:
    """Whether most candidates are replies, which are served only beside the messages they answer."""
    replies = found.candidate & ~found.fact & (found.role == ROLES.index("assistant"))
    return bool(2 * replies.sum() > found.candidate.sum())


def _split_by_subject(query: Query) -> list[Query]:
    """One query for each subject, since a filter holds one subject."""
    return [replace(query, about=(subject,)) for subject in query.about] if len(query.about) > 1 else [query]


def _merge_by_score(found: Iterable[Sequence[Recalled]], limit: int) -> list[Recalled]:
    """The results of several searches for one question, ordered by score."""
    return sorted(chain.from_iterable(found), key=lambda item: -item.score)[:limit]


def select_servable(
    reader: Reader,
    search: Search,
    query: Query,
    limit: int,
    weights: Mapping[str, float] = WEIGHTS,
    network: RankingNetwork | None = None,
) -> list[Recalled]:
    """The best of what was found that may be served.

    Where the first are mostly repeats, or not fit to serve, as many again are looked at, and so on.
    """
    rows, enough = _RankedRows(reader, query, search), limit + _SPARE
    ranking = PlaceRanking(search.found, search.reading, search.asked, search.depth, weights, network)
    while True:
        # What stands otherwise by now can fill the first places with what did not hold then.
        width = enough if query.as_of is None else max(enough, len(search.found))
        ranked = ranking.take_rows(width)
        standing = _present_first(search, query, rows.serve_ranked(search.found.names, ranked, enough))
        pairing = read_question_pairing(reader, standing)
        best = pairing.best_servable(standing, limit)
        # Where enough stand and a few of them are not fit, to look at as many again costs more than it gives.
        least = limit if rows.considered < enough else limit // 2
        new_facts = sum(not item.repeat for item in best)
        if new_facts >= least or (len(ranked) < width and rows.considered < enough):
            walked = best if query.as_of else _walk_edges(reader, search, query, standing, pairing, limit)
            return _present_first(search, query, walked)
        enough *= 2


def _present_first(search: Search, query: Query, ranked: list[Recalled]) -> list[Recalled]:
    """Put memories that hold before memories that held once, where the question is about the present (T16)."""
    return stand_behind_successors(ranked) if search.reading.now and query.as_of is None else ranked


def embed_query(runtime: Runtime, query: Query) -> QueryVectors:
    """Embed a question, with no transaction open while the embedder works."""
    return query_vectors(runtime, [query.text[:MAX_QUERY]])


def _read_query(runtime: Runtime, speakers: Container[str], query: Query, asked_at: datetime) -> Reading:
    named = [name for name in possible_names(query.text) if name in speakers]
    return read_query(query.text, _to_local_time(runtime.zone, asked_at), named)


def _to_local_time(zone: tzinfo, moment: datetime) -> datetime:
    try:
        return moment.astimezone(zone)
    except OverflowError:
        raise BadInput(f"The time {moment} is out of range.") from None


def run_search(
    runtime: Runtime, reader: Reader, query: Query, vectors: QueryVectors, asked_at: datetime, width: int = 1
) -> Search:
    """Read the question; search both legs and the claims, filtered before they are ranked."""
    where, space_index = _servable_filter(query, asked_at), open_index(runtime, reader)
    reading = _read_query(runtime, space_index.speakers, query, asked_at)
    asked_claim = find_wanted_fact(query.text, query.asker, _known_entities(runtime, reader))
    claimed = _find_claimed_facts(reader, asked_claim, asked_at)
    if not reading.now or query.as_of is not None:
        claimed = {id: fit for id, fit in claimed.items() if fit > 0.0}
    depth = width * (runtime.recall.depth if len(space_index) < LARGE else runtime.recall.depth * 2 // 3)
    probe = Probe(reading.terms, vectors, where, depth, also=tuple(id for id, fit in claimed.items() if fit > 0.0))
    found = space_index.search(probe)
    return Search(found, reading, _asked_rows(found, claimed), depth, where, asked_at)


def _servable_filter(query: Query, asked_at: datetime) -> MemoryFilter:
    where = replace(
        SERVABLE,
        kinds=query.kinds,
        conversation=query.within,
        subject=query.about[0] if query.about else None,
        observed_after=to_utc(query.after) if query.after else None,
        observed_before=to_utc(query.before) if query.before else None,
    )
    if query.as_of is not None:
        # What was approved then may be anything by now but what a person took out of use, which stays out of use; how
        # it stood then is looked up for what is found. What was said later was not known.
        said_before = min(filter(None, (where.observed_before, asked_at + timedelta.resolution)))
        return replace(where, statuses=_ONCE_SERVED, states=frozenset(), observed_before=said_before)
    states = _IN_AND_OUT_OF_SERVICE if query.archived else where.states
    return replace(where, states=states, valid_at=asked_at)


def _query_time(clock: Clock, query: Query) -> datetime:
    moment = query.as_of or query.at
    return to_utc(moment) if moment else clock.now()


def _known_entities(runtime: Runtime, reader: Reader) -> Sequence[Entity]:
    """All entities of the space, read again only when something changed."""
    change = reader.last_change()
    with runtime.memo.lock:
        seen, entities = runtime.memo.entities.get(runtime.space, (-1, ()))
    if seen != change:
        entities = tuple(reader.entities())
        with runtime.memo.lock:
            runtime.memo.entities[runtime.space] = (change, entities)
    return entities


def _find_claimed_facts(reader: Reader, asked_claim: WantedFact, asked_at: datetime) -> dict[MemoryId, float]:
    """A third way in: facts of the very kind that is asked for, however they are worded, and how well they fit.

    What said so once and holds no longer counts against: who asks where they live means now.
    """
    slots = islice(product((*asked_claim.subjects, *asked_claim.also), asked_claim.attributes), MAX_SLOTS)
    all_held = (memory for slot in [*slots, *asked_claim.naming] for memory in reader.in_slot(*slot))
    held = [memory for memory in all_held if memory.status in _ONCE_HELD]
    fitting = {memory.id: (memory, fit) for memory in held if (fit := asked_claim.match(memory.claim)) > 0.0}
    ended = [memory for memory, _ in fitting.values() if _is_over(memory, asked_at)]
    messages = {item.message for memory in ended for item in memory.evidence}
    outdated_episodes = (
        [memory.id for memory in reader.find_citing(messages) if memory.kind is Kind.EPISODE] if messages else []
    )
    return dict.fromkeys(outdated_episodes, -1.0) | {id: fit for id, (_, fit) in fitting.items()}


def _is_over(memory: Memory, asked_at: datetime) -> bool:
    return memory.status is Status.SUPERSEDED or not memory.valid_at(asked_at)


def _asked_rows(found: Found, claimed: Mapping[MemoryId, float]) -> dict[int, float]:
    return {row: claimed[name] for row, name in enumerate(found.names) if name in claimed} if claimed else {}


class _RankedRows:
    """The rows behind ranked results: a result is served only as its row stands, or stood; each row is read once."""

    def __init__(self, reader: Reader, query: Query, search: Search) -> None:
        self._reader = reader
        self._query = query
        self._at = search.asked_at
        self._terms = search.reading.terms
        self._present = search.reading.now and query.as_of is None
        self._speakers = dict(zip(search.found.names, search.found.speaker.tolist(), strict=True))
        self.considered = 0
        """How many there were before anything was left out of them."""
        self._words: dict[MemoryId, tuple[Origin, str]] = {}
        """From which side a row is, and the hash of its words."""
        self._fit: dict[MemoryId, bool] = {}
        """Whether a row may be served, of those that were looked at."""
        self._read: dict[MemoryId, Memory] = {}
        self._stood: dict[MemoryId, Memory | None] = {}

    def serve_ranked(self, names: Sequence[MemoryId], ranked: Sequence[RankedRow], enough: int) -> list[Recalled]:
        wanted = [(names[item.row], item) for item in ranked]
        found = self._find_distinct(wanted, enough) if self._query.as_of is None else self._find_as_of(wanted, enough)
        self.considered = len(found)
        redaction = read_redaction(self._reader, [item.memory for item in found], self._at)
        told_claims = {
            item.memory.id: find_told_claims(redaction, item.memory, self._speakers.get(item.memory.id, NOBODY))
            for item in found
        }
        redacted = [item for item in map(redaction.redact_item, found) if item is not None]
        if not self._query.for_context:
            return put_repeats_behind(redacted, self._terms, told_claims)
        return drop_repeats(self._keep_worth(redacted, redaction), self._terms, told_claims)

    def _keep_worth(self, redacted: Sequence[Recalled], redaction: Redaction) -> list[Recalled]:
        """What is worth a line of a context (C13); asked how things are, what holds stands in for what was replaced."""
        telling = drop_uninformative(self._reader, redacted, redaction.facts)
        if not self._present:
            return telling
        told = {item.memory.id for item in telling}
        present = replace_past(telling, redaction, self._terms)
        return [item for item in present if item.memory.id in told or self._is_servable(item.memory)]

    def _is_servable(self, memory: Memory) -> bool:
        return memory.served and is_grounded(self._reader, memory, self._at)

    def _find_as_of(self, wanted: Sequence[tuple[MemoryId, RankedRow]], enough: int) -> list[Recalled]:
        """The rows as they stood then, whatever their words are by now."""
        self._read_rows(name for name, _ in wanted)
        rows = ((self._row_as_asked(name), item) for name, item in wanted)
        served = (Recalled(memory, item.score, item.components) for memory, item in rows if memory)
        return list(islice(_drop_same_words(served), enough))

    def _find_distinct(self, wanted: Sequence[tuple[MemoryId, RankedRow]], enough: int) -> list[Recalled]:
        """The rows that are fit to serve, each words once.

        Of rows with the same words only the first that is fit is read: there may be thousands.
        """
        unknown = [name for name, _ in wanted if name not in self._words]
        self._words |= self._reader.read_words(unknown) if unknown else {}
        while True:
            first = self._pick_distinct(wanted, enough)
            unread = [name for name, _ in first if name not in self._fit]
            if not unread:
                rows = ((self._read[name], item) for name, item in first)
                return [Recalled(memory, item.score, item.components) for memory, item in rows]
            self._read_rows(unread)
            self._fit |= {name: self._is_fit(name) for name in unread}

    def _pick_distinct(
        self, wanted: Sequence[tuple[MemoryId, RankedRow]], enough: int
    ) -> list[tuple[MemoryId, RankedRow]]:
        """The first of each words from each side, of those that are fit or were not looked at yet."""
        picked: dict[tuple[Origin, str], tuple[MemoryId, RankedRow]] = {}
        for name, item in wanted:
            words = self._words.get(name)
            if words is not None and words not in picked and self._fit.get(name, True):
                picked[words] = (name, item)
                if len(picked) == enough:
                    break
        return list(picked.values())

    def _is_fit(self, name: MemoryId) -> bool:
        memory = self._row_as_asked(name)
        return memory is not None and is_grounded(self._reader, memory, self._at)

    def _read_rows(self, names: Iterable[MemoryId]) -> None:
        unread = [name for name in names if name not in self._read]
        self._read |= {memory.id: memory for memory in self._reader.memories(unread)} if unread else {}

    def _row_as_asked(self, name: MemoryId) -> Memory | None:
        if name not in self._stood:
            memory = self._read.get(name)
            self._stood[name] = _memory_for_query(self._reader, memory, self._query) if memory else None
        return self._stood[name]


def _drop_same_words(ranked: Iterable[Recalled]) -> Iterator[Recalled]:
    """Give the same words from the same side once, however often they were said."""
    given: set[tuple[Origin, str]] = set()
    for item in ranked:
        key = (item.memory.origin, fold_text(item.memory.content))
        if key not in given:
            given.add(key)
            yield item


def _memory_for_query(reader: Reader, memory: Memory, query: Query) -> Memory | None:
    if query.as_of is not None:
        return memory_served_at(reader, memory, to_utc(query.as_of))
    fit = memory.served or (query.archived and memory.status is Status.APPROVED and memory.state is State.ARCHIVED)
    return memory if fit else None


def _check_query(runtime: Runtime, query: Query) -> None:
    if query.limit is not None and not 1 <= query.limit <= MAX_RESULTS:
        raise BadInput(f"A recall gives 1 to {MAX_RESULTS} results; {query.limit} were asked for.")
    if query.as_of is not None and query.archived:
        raise BadInput("As of a moment what was in service then is found: give “as of” or “archived”, not both.")
    if query.as_of is not None and query.at is not None:
        raise BadInput("As of a moment it is asked at that moment: give “as of” or “at”, not both.")
    if query.as_of is not None and to_utc(query.as_of) > runtime.now():
        raise BadInput(f"{_format_moment(runtime.zone, query.as_of)} is still to come: “as of” asks about the past.")
    if query.after and query.before and to_utc(query.after) >= to_utc(query.before):
        first, last = _format_moment(runtime.zone, query.after), _format_moment(runtime.zone, query.before)
        raise BadInput(f"Nothing is after {first} and before {last}.")


def _format_moment(zone: tzinfo, moment: datetime) -> str:
    return to_utc(moment).astimezone(zone).isoformat(" ", "minutes")


def _walk_edges(
    reader: Reader,
    search: Search,
    query: Query,
    standing: Sequence[Recalled],
    pairing: QuestionPairing,
    limit: int,
) -> list[Recalled]:
    """What hangs together with the best, nearer to it; of two that contradict each other the newer first (T16).

    Nothing comes in by a step that a search could not have given: the same filter, and served as it stands.
    """
    best = pairing.best_servable(standing, limit)
    if not best:
        return best
    edges = reader.edges(item.memory.id for item in best)
    taken = [*find_steps(best, edges), *_steps_to_same_subject(reader, search.where, best, limit)]
    if taken:
        known = {item.memory.id for item in standing}
        beyond = reader.filter_ids(search.where, {step.to for step in taken} - known)
        reached = (memory for memory in reader.memories(sorted(beyond)) if memory.served)
        entering = [Recalled(memory, 0.0, ()) for memory in reached if is_grounded(reader, memory, search.asked_at)]
        fit = redact_items(reader, entering, search.asked_at)
        wanted = drop_uninformative(reader, fit) if query.for_context else fit
        redacted = {item.memory.id: item for item in wanted}
        added = {id: item.memory for id, item in redacted.items()}
        moved = [_copy_redaction(item, redacted) for item in _drop_same_words(lift_linked(standing, taken, added))]
        if any(is_reply(memory) for memory in added.values()):
            pairing = read_question_pairing(reader, moved)
        best = pairing.best_servable(moved, limit)
    return put_newer_first(best, edges)


def _copy_redaction(item: Recalled, redacted: Mapping[MemoryId, Recalled]) -> Recalled:
    found = redacted.get(item.memory.id)
    return replace(item, past=found.past, masked=found.masked) if found else item


def _steps_to_same_subject(reader: Reader, where: MemoryFilter, best: Sequence[Recalled], limit: int) -> Iterator[Step]:
    """Steps to further claims about the subjects of the best results, where room is left; speakers are no subjects."""
    if len(best) >= limit:
        return
    claimed = ((item.memory.id, item.memory.claim) for item in best[:STARTS])
    starts = {claim.subject: id for id, claim in claimed if claim and not is_self(claim.subject)}
    for subject, start in starts.items():
        if where.subject in (None, subject):
            same = reader.newest_memories(replace(where, subject=subject), STEPS)
            yield from (Step(memory.id, start, 0.0) for memory in same)
