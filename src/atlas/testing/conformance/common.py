"""What the parts of the suite share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from atlas.errors import AtlasError, Refused
from atlas.model.claim import Claim
from atlas.model.entity import USER, Entity, EntityKind
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.graph import build_edge
from atlas.model.ids import (
    BeliefId,
    DocumentId,
    JobId,
    MemoryId,
    MessageId,
    QuarantineId,
    ReflectionId,
    ServingId,
)
from atlas.model.interaction import Interaction
from atlas.model.memory import Kind, Link, Memory, Relation, State, Status
from atlas.model.metric import Escalation, Rung
from atlas.model.origin import Origin, Trust
from atlas.model.quarantine import Quarantine
from atlas.model.recall import ServedBelief, ServedDocument
from atlas.model.source_file import WatchedFolder
from atlas.ports.reading import MemoryFilter
from atlas.ports.store import Store
from atlas.ports.writing import Writer
from atlas.testing.samples import (
    HOME,
    SMALL,
    START,
    TALK,
    answer,
    argument,
    at,
    belief,
    changed,
    document,
    entry,
    episode,
    exam,
    failure,
    figure,
    interaction,
    job,
    judged,
    memory,
    note,
    pattern,
    quote,
    reflection,
    serving,
    session,
    signal,
    snapshot,
    source_file,
    spending,
    standing,
    suggestion,
    tell,
    vector,
    wish,
)

ANY = MemoryFilter(states=frozenset())
PORTO = ("u_1", "I live in Porto", Origin.USER)
REPLY = ("u_2", "Porto is lovely", Origin.ASSISTANT)


def assert_same(found: object, wanted: object) -> None:
    if found != wanted:
        raise AssertionError(f"found  {found!r}\nwanted {wanted!r}")


@contextmanager
def assert_raises(kind: type[AtlasError]) -> Iterator[None]:
    try:
        yield
    except kind:
        return
    raise AssertionError(f"{kind.__name__} was not raised")


def assert_refused(store: Store, act: Callable[[Writer], object], kind: type[AtlasError] = Refused) -> None:
    """Assert that the act is refused and its transaction's other writes are kept: a refusal spoils nothing else."""
    with store.writing(HOME) as writer, assert_raises(kind):
        act(writer)


def fill_space(writer: Writer) -> None:
    """Write one row of each kind."""
    fill_first(writer)
    named = interaction("i_9", ("u_9", "I like chess.", Origin.USER), conversation="elsewhere", minute=9)
    said = replace(named.messages[0], speaker="Ben")
    writer.add_interaction(replace(named, messages=(said,)), session(named))
    writer.put_document(document("d_1", "Porto is a city", title="Porto"), None)
    writer.add_exam(exam("x_1"))
    writer.put_belief(belief("v_1", "living in Porto"), None)
    writer.put_argument(argument("a_1", "v_1", "u_1", insight="Porto suits who likes rain."))
    writer.put_snapshot(snapshot(2))
    writer.put_figure(figure("consistency", START.date()))
    writer.put_escalation(Escalation(Rung.FLAGGED, START, "The consistency is low."))
    writer.put_quarantine(Quarantine(QuarantineId("q_1"), START, TALK))
    writer.put_source_file(source_file("folder", "file", "m_1"))
    writer.put_watched_folder(WatchedFolder("folder", "/notes", START))
    position = ServedBelief(BeliefId("v_1"), 0.25, 0.5)
    writer.add_serving(serving("c_2", documents=(ServedDocument(DocumentId("d_1"), 1),), beliefs=(position,)))
    _fill_thinking(writer)
    _fill_keeping(writer)


def _fill_thinking(writer: Writer) -> None:
    writer.add_job(job("j_1"))
    writer.put_answer(answer("j_1", "Porto it is"))
    writer.add_reflection(reflection("r_1", inputs=("u_1",), said={"insight": "lives in Porto"}))
    writer.put_signal(signal("i_1", seen_in="i_2", message="u_1"))
    writer.put_failure(failure("f_1", "i_1", vector=vector(1, 0), identity=SMALL.key))
    writer.put_pattern(pattern("k_1", "asks where", "f_1"))
    writer.put_suggestion(suggestion("g_1", "book a tram", "u_1"))
    writer.put_standing(standing("nightly"))
    writer.add_period("nightly", "2026-03-01")
    writer.put_spending(spending("b_1", job=JobId("j_1")))


def _fill_keeping(writer: Writer) -> None:
    one, two, reply = MemoryId("m_1"), MemoryId("m_2"), MessageId("u_2")
    writer.add_feedback(Feedback(two, FeedbackSignal.USED, at(2), ServingId("c_1"), reply, 0.5))
    writer.add_feedback(Feedback(one, FeedbackSignal.IGNORED, at(2), ServingId("c_1"), reply))
    writer.put_edge(build_edge(Relation.CO_ACTIVATED, two, one, 0.5))
    writer.shorten_message(reply, "lovely", at(3))


def fill_first(writer: Writer) -> None:
    """One row of each kind that the first schema knew and that no later one has changed."""
    said = tell(writer, "i_1", PORTO).messages[0]
    tell(writer, "i_2", REPLY)
    writer.put_memory(episode("m_1", said), None)
    claim = Claim(USER, "lives_in", "Porto")
    fact = memory("m_2", "lives there", claim=claim, evidence=(quote(said, "Porto"),))
    writer.put_memory(fact, None)
    writer.put_memory(changed(fact, links=(make_link("m_1"),)), 1)
    writer.put_entity(Entity(USER, EntityKind.PERSON, ("Ada",)))
    writer.put_vector(MemoryId("m_1"), SMALL, vector(1, 0))
    writer.put_judged(judged("p_1", wish("Porto", quote(said, "Porto")), reflection=ReflectionId("r_1")))
    writer.add_serving(serving("c_1", "m_1"))
    writer.append(entry(None, note("a")))


def make_link(to: str, relation: Relation = Relation.DERIVED_FROM) -> Link:
    return Link(relation, MemoryId(to), 0.5)


def full_memory(told: Interaction) -> Memory:
    """Every field away from its default; m_1 must be there."""
    return memory(
        "m_full",
        "The user lives in Porto",
        kind=Kind.PREFERENCE,
        status=Status.NEEDS_REVIEW,
        state=State.ARCHIVED,
        trust=Trust.WEB,
        observed_at=at(1),
        created_at=at(2),
        reinforced_at=at(3),
        conversation=TALK,
        reflection=ReflectionId("r_1"),
        claim=Claim(USER, "lives_in", "Porto", affirmed=False),
        confidence=0.25,
        importance=0.125,
        stability_days=7.0,
        strength=0.75,
        uses=1,
        contexts=2,
        applications=3,
        tags=("home", "étage"),
        emotion=0.5,
        pinned=True,
        approved_by="ada",
        referred_at=at(-60),
        valid_from=at(-30),
        valid_until=at(30),
        evidence=(quote(told.messages[0], "Porto"),),
        links=(make_link("m_1"), make_link("m_1", Relation.CO_ACTIVATED)),
    )
