"""The SQLite store against the plain one: the same random operations, in several spaces, and the same answers.

The plain store is the oracle of rows, statuses, journal and the feed of changes. Row sequences are compared as an
order, not as numbers. What is owed, thought and noticed has a machine of its own (test_thinking_machine.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from _following import Follower, follow_on, ranked
from _two_stores import SPACES, TwoStores
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from atlas.language.folding import content_hash
from atlas.model.claim import Claim
from atlas.model.document import Document, DocumentKind
from atlas.model.entity import USER, Entity, EntityId, EntityKind
from atlas.model.exam import Exam
from atlas.model.ids import (
    ConversationId,
    DocumentId,
    InteractionId,
    MemoryId,
    MessageId,
    ProposalId,
    ServingId,
    SessionId,
    SpaceId,
)
from atlas.model.interaction import Gate, Interaction, Session
from atlas.model.journal import Change, RowKind
from atlas.model.memory import Evidence, Kind, Link, Memory, Relation, State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.recall import EmbedderIdentity, ServedDocument
from atlas.model.verdict import Outcome
from atlas.ports.reading import SERVABLE, MemoryFilter, Reader
from atlas.ports.writing import Writer
from atlas.testing import samples

TALKS = ("talk", "chat")
SESSIONS = ("s_1", "s_2")
TEXTS = ("green tea", "Porto, por favor", "tea in porto", 'say "hi"', "a\x00b", "🏳️‍🌈 émile", "")
WORDS = ("tea", "porto", "green", "hi", "émile", "nothing", '"', "\x00")
ATTRIBUTES = ("lives_in", "likes")
NAMES = ("embed", "index")
EVERY = 99

numbers = st.integers(0, 2)
texts = st.sampled_from(TEXTS)
origins = st.sampled_from(Origin)
minutes = st.integers(0, 6)
memory_ids = numbers.map(lambda number: MemoryId(f"m_{number}"))
message_ids = numbers.map(lambda number: MessageId(f"u_{number}"))
document_ids = numbers.map(lambda number: DocumentId(f"d_{number}"))


@st.composite
def interactions(draw: st.DrawFn) -> Interaction:
    said = draw(st.lists(st.tuples(message_ids, texts, origins), max_size=3))
    told = samples.interaction(
        f"i_{draw(numbers)}", *said, conversation=draw(st.sampled_from(TALKS)), minute=draw(minutes)
    )
    spoken = [replace(message, speaker=draw(st.sampled_from((None, "Ada", "Zoë")))) for message in told.messages]
    return replace(told, messages=tuple(draw(st.permutations(spoken))))


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    told = samples.interaction("i", conversation=draw(st.sampled_from(TALKS)), minute=draw(minutes))
    return replace(
        samples.session(told),
        id=SessionId(draw(st.sampled_from(SESSIONS))),
        ended_at=draw(st.sampled_from((None, samples.at(5)))),
        gate=draw(st.sampled_from((None, *Gate))),
        evolved_at=draw(st.sampled_from((None, None, samples.at(6)))),
    )


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    """Often one that fits, sometimes one that must be refused."""
    claim = Claim(USER, draw(st.sampled_from(ATTRIBUTES)), draw(texts), draw(st.booleans()))
    spans = st.builds(Evidence, message_ids, st.integers(0, 1), st.integers(2, 3), texts, origins)
    links = st.builds(Link, st.sampled_from(Relation), memory_ids, st.sampled_from((0.5, 1.0)))
    return samples.memory(
        draw(memory_ids),
        draw(texts),
        draw(origins),
        trust=draw(st.sampled_from(Trust)),
        kind=draw(st.sampled_from((Kind.FACT, Kind.RULE))),
        status=draw(st.sampled_from(Status)),
        state=draw(st.sampled_from((State.ACTIVE, State.ACTIVE, State.ARCHIVED, State.GONE))),
        claim=draw(st.sampled_from((None, claim))),
        conversation=draw(st.sampled_from((None, *TALKS))),
        transcribes=draw(st.sampled_from((None, None, draw(message_ids)))),
        valid_from=draw(st.sampled_from((None, samples.at(2)))),
        valid_until=draw(st.sampled_from((None, samples.at(4)))),
        evidence=tuple(draw(st.lists(spans, max_size=2))),
        links=tuple(draw(st.lists(links, max_size=2))),
        version=draw(st.integers(1, 3)),
    )


proposals = st.one_of(
    st.builds(lambda text, source: samples.wish(text, sources=(source,)), texts, memory_ids),
    st.builds(lambda text, said: samples.wish(text, Evidence(said, 0, 1, "x", Origin.USER)), texts, message_ids),
)
documents = st.builds(
    samples.document,
    document_ids,
    texts,
    origins,
    trust=st.sampled_from(Trust),
    kind=st.sampled_from(DocumentKind),
    title=texts,
    status=st.sampled_from(Status),
    version=st.integers(1, 3),
)
exams = st.builds(samples.exam, numbers.map("x_{}".format), st.integers(-1, 3), st.integers(0, 2), st.just(2), minutes)
judgements = st.builds(
    lambda number, proposal, outcome, **fields: samples.judged(f"p_{number}", proposal, outcome, **fields),
    numbers,
    proposals,
    st.sampled_from(Outcome),
    memory=st.one_of(st.none(), memory_ids),
    decided_by=st.sampled_from((None, "ada")),
)
filters = st.builds(
    MemoryFilter,
    statuses=st.frozensets(st.sampled_from(Status), max_size=3),
    states=st.frozensets(st.sampled_from(State), max_size=2),
    kinds=st.frozensets(st.sampled_from(Kind), max_size=1),
    origins=st.frozensets(origins, max_size=3),
    conversation=st.sampled_from((None, *map(ConversationId, TALKS))),
    subject=st.sampled_from((None, USER, EntityId("person:ada"))),
    valid_at=st.sampled_from((None, samples.at(1), samples.at(2), samples.at(4))),
    observed_before=st.sampled_from((None, samples.START, samples.at(1))),
    observed_after=st.sampled_from((None, samples.START, samples.at(1))),
)
identities = st.sampled_from((samples.SMALL, EmbedderIdentity("small", 2, "2")))
owners = st.sampled_from(("me", "you"))


class Stores(TwoStores):
    def __init__(self) -> None:
        super().__init__()
        self.followers = {space: (Follower(), Follower()) for space in SPACES}

    # --- rows come

    @rule(told=interactions(), session=sessions(), quoting=st.booleans())
    def observe(self, told: Interaction, session: Session, quoting: bool) -> None:
        """What usually comes together, so that there is often something to change: a talk, episodes, vectors."""

        def act(writer: Writer) -> None:
            writer.add_interaction(told, session)
            for said in told.messages:
                kept = samples.episode(said.id.replace("u_", "m_"), said)
                span = Evidence(said.id, 0, 1, "x", said.origin)
                fact = replace(kept, content="a fact", transcribes=None, kind=Kind.FACT, evidence=(span,))
                writer.put_memory(fact if quoting else kept, None)
                writer.put_vector(kept.id, samples.SMALL, samples.vector(1, 0))

        self._both(act)

    @rule(told=interactions(), session=sessions())
    def add_interaction(self, told: Interaction, session: Session) -> None:
        self._both(lambda writer: writer.add_interaction(told, session))

    @rule(session=sessions())
    def put_session(self, session: Session) -> None:
        self._both(lambda writer: writer.put_session(session))

    @rule(memory=memories(), daring=st.booleans())
    def add_memory(self, memory: Memory, daring: bool) -> None:
        self._both(lambda writer: writer.put_memory(_fitted(memory, writer, daring), None))

    @rule(memory=memories(), daring=st.booleans())
    def change_memory(self, memory: Memory, daring: bool) -> None:
        def act(writer: Writer) -> None:
            before = writer.memory(memory.id)
            version = before.version if before else 1
            trust = min(before.trust, memory.trust) if before and not daring else memory.trust
            wanted = replace(memory, version=version + 1, trust=trust)
            writer.put_memory(_fitted(wanted, writer, daring), version)

        self._both(act)

    @rule(memory=memories(), expected=st.sampled_from((None, 1, 2)))
    def put_anything(self, memory: Memory, expected: int | None) -> None:
        self._both(lambda writer: writer.put_memory(memory, expected))

    @rule(name=st.sampled_from((USER, "person:ada")), names=st.lists(texts, max_size=2))
    def put_entity(self, name: str, names: list[str]) -> None:
        self._both(lambda writer: writer.put_entity(Entity(EntityId(name), EntityKind.PERSON, tuple(names))))

    @rule(memory=memory_ids, identity=identities, x=st.sampled_from((0.5, 1.0)), passages=st.sampled_from((1, 1, 2, 0)))
    def put_vector(self, memory: MemoryId, identity: EmbedderIdentity, x: float, passages: int) -> None:
        self._both(lambda writer: writer.put_vector(memory, identity, passages * samples.vector(x, 0)))

    @rule(name=st.sampled_from(NAMES), owner=owners, minute=minutes)
    def take_lease(self, name: str, owner: str, minute: int) -> None:
        self._both(lambda writer: writer.take_lease(name, owner, samples.at(minute), samples.at(minute + 2)))

    @rule(name=st.sampled_from(NAMES), owner=owners)
    def give_up_lease(self, name: str, owner: str) -> None:
        self._both(lambda writer: writer.give_up_lease(name, owner))

    @rule(name=st.sampled_from(NAMES), value=st.integers(-1, 3))
    def put_mark(self, name: str, value: int) -> None:
        self._both(lambda writer: writer.put_mark(name, value))

    @rule(judged=judgements)
    def put_judged(self, judged: Any) -> None:
        self._both(lambda writer: writer.put_judged(judged))

    @rule(
        number=numbers,
        served=st.lists(memory_ids, max_size=2),
        written=st.lists(st.builds(ServedDocument, document_ids, st.integers(1, 2)), max_size=2),
        talk=st.sampled_from((None, *TALKS)),
    )
    def add_serving(self, number: int, served: list[MemoryId], written: list[ServedDocument], talk: str | None) -> None:
        made = samples.serving(f"c_{number}", *served, conversation=talk, documents=tuple(written))
        self._both(lambda writer: writer.add_serving(made))

    @rule(document=documents, expected=st.sampled_from((None, 1, 2)), fitting=st.booleans())
    def put_document(self, document: Document, expected: int | None, fitting: bool) -> None:
        def act(writer: Writer) -> None:
            before = writer.document(document.id) if fitting else None
            trust = min(document.trust, document.origin.trust, before.trust if before else Trust.OPERATOR)
            if before:
                writer.put_document(replace(document, trust=trust, version=before.version + 1), before.version)
            else:
                writer.put_document(document, expected)

        self._both(act)

    @rule(document=documents)
    def add_document(self, document: Document) -> None:
        trust = min(document.trust, document.origin.trust)
        self._both(lambda writer: writer.put_document(replace(document, trust=trust), None))

    @rule(exam=exams)
    def add_exam(self, exam: Exam) -> None:
        self._both(lambda writer: writer.add_exam(exam))

    @rule(about=st.lists(memory_ids, max_size=2), text=texts, follows=st.booleans(), by_row=st.booleans())
    def append(self, about: list[MemoryId], text: str, follows: bool, by_row: bool) -> None:
        changes = [Change(RowKind.MEMORY, id, None, {"text": text}, by_row) for id in about]
        self._both(lambda writer: writer.append(samples.entry(writer.head() if follows else None, *changes)))

    # --- rows go

    @rule(memory=memory_ids, stale=st.integers(0, 1))
    def remove_memory(self, memory: MemoryId, stale: int) -> None:
        def act(writer: Writer) -> None:
            found = writer.memory(memory)
            writer.remove_memory(memory, found.version + stale if found else 1)

        self._both(act)

    @rule(memory=memory_ids)
    def erase_memory(self, memory: MemoryId) -> None:
        self._both(lambda writer: writer.erase_memory(memory, samples.START))

    @rule(message=message_ids, text=texts, nameless=st.booleans())
    def mask_message(self, message: MessageId, text: str, nameless: bool) -> None:
        self._both(lambda writer: writer.mask_message(message, text, nameless))

    @rule(identity=identities, limit=st.integers(0, 2))
    def drop_vectors(self, identity: EmbedderIdentity, limit: int) -> None:
        self._both(lambda writer: writer.drop_vectors(identity.key, limit))

    @rule(memory=memory_ids, message=message_ids, start=st.integers(0, 1), end=st.integers(2, 3), text=texts)
    def mask_evidence(self, memory: MemoryId, message: MessageId, start: int, end: int, text: str) -> None:
        self._both(lambda writer: writer.mask_evidence(memory, message, start, end, text))

    @rule(message=message_ids)
    def erase_message(self, message: MessageId) -> None:
        """Where the transaction goes on, episodes go first: one without its message says nothing to compare."""
        going_on = self.open is not None

        def act(writer: Writer) -> None:
            for found in writer.find_citing([message]) if going_on else ():
                if found.transcribes == message:
                    writer.erase_memory(found.id, samples.START)
            writer.erase_message(message)

        self._both(act)

    @rule(entity=st.sampled_from((USER, EntityId("person:ada"))))
    def erase_entity(self, entity: EntityId) -> None:
        self._both(lambda writer: writer.erase_entity(entity))

    @rule(document=document_ids, title=texts, text=texts)
    def mask_document(self, document: DocumentId, title: str, text: str) -> None:
        self._both(lambda writer: writer.mask_document(document, title, text))

    @rule(number=numbers)
    def erase_records(self, number: int) -> None:
        self._both(lambda writer: writer.erase_judged([ProposalId(f"p_{number}")]))
        self._both(lambda writer: writer.blank_servings([ServingId(f"c_{number}")]))
        self._both(lambda writer: writer.erase_parts(RowKind.MEMORY, [f"m_{number}"]))

    # --- both say the same

    @rule(where=filters, limit=st.integers(1, 3))
    def ask(self, where: MemoryFilter, limit: int) -> None:
        self._compare(self.here, lambda reader: _filtered(reader, where, limit))

    @invariant()
    def equal(self) -> None:
        """In every space: what happens in one must not be seen in another (P4)."""
        for space in SPACES if self.changed else ():
            self._compare(space, _everything)
            self._follow(space)
        self.changed = self.open is not None

    def _follow(self, space: SpaceId) -> None:
        """Whoever read on from any earlier moment knows what one who begins now is told, and no more (X3)."""
        with self.plain.reading(space) as plain, self.sqlite.reading(space) as sqlite:
            follow_on(self.followers[space], (plain, sqlite))

    @invariant()
    def trust_never_rises(self) -> None:
        """X1, asked of the file: nothing stands above what it stands on."""
        with self.sqlite.reading(self.here) as reader:
            assert not _above_their_sources(reader)


def _fitted(memory: Memory, writer: Writer, daring: bool) -> Memory:
    """The same memory with sources that are there and, unless it is daring, a trust that they allow."""
    evidence = tuple(
        replace(item, origin=said.origin) for item in memory.evidence if (said := writer.message(item.message))
    )
    links = tuple(link for link in memory.links if writer.memory(link.to))
    said = writer.message(memory.transcribes) if memory.transcribes else None
    sources = [item.origin.trust for item in evidence] + ([said.origin.trust] if said else [])
    sources += [found.trust for found in writer.memories([link.to for link in links])]
    return replace(
        memory,
        content=said.text if said else memory.content,
        transcribes=said.id if said else None,
        evidence=evidence,
        links=links,
        trust=memory.trust if daring else min([memory.trust, *sources]),
    )


def _filtered(reader: Reader, where: MemoryFilter, limit: int) -> list[object]:
    everyone = [MemoryId(f"m_{number}") for number in range(3)]
    pages: list[str] = []
    after = 0
    while page := reader.select(where, limit, after):
        after = page[-1][0]
        pages += [found.id for _, found in page]
    return [pages, [found.id for found in reader.newest_memories(where, limit)], reader.filter_ids(where, everyone)]


def _everything(reader: Reader) -> list[object]:
    parts = (_transcript, _memories, _search, _judged, _written, _journal)
    return [answer for part in parts for answer in part(reader)]


def _transcript(reader: Reader) -> Sequence[object]:
    talks = [ConversationId(talk) for talk in TALKS]
    return [
        [told for _, told in reader.interactions(0, EVERY)],
        [list(reader.messages_before(InteractionId(f"i_{number}"), 2)) for number in range(3)],
        [list(reader.messages_in(talk)) for talk in talks],
        [list(reader.messages_after(talk, samples.at(minute), 3)) for talk in talks for minute in (-90, 0, 3)],
        [list(reader.messages_mentioning([word])) for word in WORDS],
        [reader.last_session(talk) for talk in talks],
        [reader.session(SessionId(name)) for name in SESSIONS],
        [[each.id for _, each in reader.session_interactions(SessionId(name), 0, EVERY)] for name in SESSIONS],
        (list(reader.sessions(EVERY)), list(reader.sessions_queued(EVERY)), reader.queued_session_count()),
        [list(reader.sessions_idle(samples.at(minute), EVERY)) for minute in (0, 3, 9)],
        [reader.message(MessageId("u_0")), reader.interaction(InteractionId("i_0")), reader.interaction_count()],
        [reader.find_tainted(talks), list(reader.ids_like("", EVERY)), list(reader.ids_like("m_", 2))],
    ]


def _memories(reader: Reader) -> Sequence[object]:
    everyone = [MemoryId(f"m_{number}") for number in (2, 0, 1)]
    said = [MessageId(f"u_{number}") for number in range(3)]
    return [
        [list(reader.memories(everyone)), [reader.memory(id) for id in everyone]],
        [found.id for _, found in reader.select(MemoryFilter(states=frozenset()), EVERY)],
        [found.id for found in reader.newest_memories(SERVABLE, 2)],
        set(reader.counts()),
        [list(reader.in_slot(USER, attribute)) for attribute in ATTRIBUTES],
        [list(reader.with_content(content_hash(text))) for text in TEXTS],
        [list(reader.find_citing(said)), list(reader.linking_to(everyone[:2]))],
        [list(reader.entities()), reader.entity(USER)],
    ]


def _search(reader: Reader) -> Sequence[object]:
    everyone = [MemoryId(f"m_{number}") for number in (2, 0, 1)]
    changes = reader.changes(samples.SMALL, 0, EVERY)
    return [
        {change.memory for change in changes},
        ranked([change.listing for change in changes if change.listing]),
        [list(reader.vectors_of(samples.SMALL, everyone)), list(reader.identities())],
        [reader.read_mark(name) for name in NAMES],
    ]


def _judged(reader: Reader) -> Sequence[object]:
    return [
        [list(reader.judged_with(outcome, 3)) for outcome in Outcome],
        [list(reader.changes_waiting(limit)) for limit in (2, 9)],
        [reader.judged(ProposalId("p_0")), list(reader.judged_about([MemoryId("m_0")], [MessageId("u_0")]))],
        [list(reader.servings(3)), list(reader.servings(3, ConversationId("talk")))],
        [sorted(reader.find_served_memories(ConversationId("talk"), limit)) for limit in (1, 3)],
        [list(reader.servings_until(ConversationId("talk"), samples.at(minute), 2)) for minute in (0, 1, 9)],
        [reader.serving(ServingId("c_0")), list(reader.servings_of([MemoryId("m_0"), MemoryId("m_1")], 2))],
    ]


def _written(reader: Reader) -> Sequence[object]:
    everything = [DocumentId(f"d_{number}") for number in range(3)]
    return [
        [list(reader.documents()), [reader.document(id) for id in everything], reader.documents_edition()],
        [list(reader.exams(EVERY)), list(reader.exams(1)), list(reader.servings_with(everything[:2]))],
    ]


def _journal(reader: Reader) -> Sequence[object]:
    return [
        [reader.head(), reader.tip(), reader.entry(1), list(reader.entries(1, 2)), list(reader.last_entries(2))],
        [list(reader.entries_about(RowKind.MEMORY, f"m_{number}")) for number in range(2)],
    ]


def _above_their_sources(reader: Reader) -> list[str]:
    found = {memory.id: memory for _, memory in reader.select(MemoryFilter(states=frozenset()), EVERY)}
    sources = (Relation.DERIVED_FROM, Relation.SUPPORTS)
    return [
        memory.id
        for memory in found.values()
        if any(memory.trust > item.origin.trust for item in memory.evidence)
        or any(memory.trust > found[link.to].trust for link in memory.links if link.relation in sources)
    ]


TestStores = Stores.TestCase
TestStores.settings = settings(max_examples=25, stateful_step_count=40)
