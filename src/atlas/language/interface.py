"""What the stages ask of a language: small protocols, one for each kind of question, and the values they answer with.

A language is a package that has a module for each of them; `registry.py` chooses it. What holds in any language (words
for the index, sentences, folding, hidden characters) is a function of the floor itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from atlas.language.periods import Period, period_around

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date, datetime

    from atlas.model.belief import Reasoning
    from atlas.model.claim import Claim
    from atlas.model.entity import Entity, EntityId
    from atlas.model.interaction import Message
    from atlas.model.memory import Evidence
    from atlas.model.observation import Priority
    from atlas.model.proposal import Remember
    from atlas.model.reading import Reading, Unread
    from atlas.model.thinking import Material
    from atlas.model.trait import Trait

# --- answers


@dataclass(frozen=True, slots=True)
class When:
    """A moment named in a text, and where. `whole` is what the words cover: a day, a weekend, a week, a year."""

    at: datetime
    start: int
    end: int
    whole: str
    last: datetime | None = None
    """The last of several days that are told from the first on: "4-11 July"."""

    @property
    def period(self) -> Period:
        """All the time that the words cover."""
        first = period_around(self.at, self.whole)
        return first if self.last is None else Period(first.start, period_around(self.last, self.whole).end)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the speaker's own; `label` is what stood before a colon in front of it."""

    start: int
    end: int
    text: str
    mark: str
    label: str = ""

    @property
    def low(self) -> str:
        return self.text.casefold().replace("’", "'")


@dataclass(frozen=True, slots=True)
class SpokenSecret:
    """A secret that a text says in words: of which kind, and where."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence worth a note, and its place in the message."""

    start: int
    end: int
    text: str
    priority: Priority
    topic: str
    ahead: bool
    """Whether it speaks of what is to come, so that a bare "Friday" is the next one."""
    felt: bool = False


@dataclass(slots=True)
class Telltale:
    """What one answer commits itself to, as it is compared with another."""

    answer: bool | None = None
    said: set[str] = field(default_factory=set)
    """Stems of its telling words."""
    denied: set[str] = field(default_factory=set)
    small: set[str] = field(default_factory=set)
    """Small words that have a reverse: on and off, before and after."""
    figures: set[str] = field(default_factory=set)
    denied_figures: set[str] = field(default_factory=set)
    measured: set[tuple[str, str]] = field(default_factory=set)
    """Figures with the unit that follows them."""
    days: set[str] = field(default_factory=set)
    """Weekdays and months."""
    names: set[str] = field(default_factory=set)
    sequence: tuple[str, ...] = ()
    """Every word of it, in order."""

    @property
    def content(self) -> frozenset[str]:
        """All that it speaks of, affirmed or not."""
        return frozenset(self.said | self.denied | self.figures | self.denied_figures | self.days)


class AnswerType(StrEnum):
    """What an answer has to hold."""

    QUANTITY = "quantity"
    TIME = "time"
    REASON = "reason"


@dataclass(frozen=True, slots=True)
class AskedFact:
    """The fact that a question asks for."""

    attributes: tuple[str, ...] = ()
    subjects: tuple[EntityId, ...] = ()
    naming: tuple[tuple[EntityId, str], ...] = ()
    """Claims that say who it is: "my sister" is named by (user, sister, Maria)."""
    also: tuple[EntityId, ...] = ()
    """The same people, known by name alone: what was said of "Maria" is said of my sister Maria."""
    affirmed: bool | None = None
    """Whether it is asked for what is liked, or for what is not."""
    topic: frozenset[str] = frozenset()
    """The words that say what it is about."""
    which: bool = False
    """Whether it asks what or which, and not whether."""
    called: frozenset[str] = frozenset()
    """The words by which it names those it is about, where that is not the asker alone."""
    members: frozenset[str] = frozenset()
    """Where it asks for a set of beings that one has ("What pets …?"): stems of the words for one of them."""
    answer_type: AnswerType | None = None
    """The sort of thing it asks for, where its words say so."""
    named: tuple[EntityId, ...] = ()
    """Those of the subjects that it calls by their name, as against "my sister"."""
    several: bool = False
    """Whether it asks for more than one thing: "what does Ana do, and where does she live"."""
    nameless: bool = False
    """Whether nobody whom it is about has a name that is known: "my son"."""


@dataclass(frozen=True, slots=True)
class Point:
    """What a message argues about one topic, by its words (B1)."""

    topic: str
    direction: int
    """1 for the topic, -1 against it."""
    reasoning: Reasoning
    figures: int
    """How many it gives."""
    sourced: bool
    """Whether it names where that is from."""
    reasons: int
    """How many words it has by which one thought is drawn from another."""
    length: int
    """In telling words."""
    pressed: bool
    """Whether it also insists, praises or threatens."""
    clear: float
    """How far its judgements agree: 1 where all speak for one side, 0 where they cancel out."""
    mixed: bool
    """Whether it speaks for the topic and against it."""
    text: str
    """The speaker's own words about it."""
    ground: str
    """The part of them that says most of why."""


@dataclass(frozen=True, slots=True)
class SlotValue:
    """The one thing that a text says of one slot of which only one can hold."""

    slot: str
    """Of whom, and what."""
    value: str


# --- questions


class Dates(Protocol):
    """Days and times as the language names them (T15)."""

    def calendar_names(self) -> tuple[str, ...]: ...

    def find_date(self, text: str, start: int, end: int, said: datetime, *, ahead: bool) -> When | None: ...

    def find_planned_period(self, text: str, said: datetime, planned: date) -> Period | None: ...

    def read_period(self, text: str, now: datetime) -> Period | None: ...

    def names_time(self, text: str) -> bool: ...

    def looks_ahead(self, text: str) -> bool: ...


class Directives(Protocol):
    """Whether a text tells somebody what to do (C3)."""

    def is_directive(self, text: str) -> bool: ...

    def addresses_assistant(self, value: str) -> bool: ...

    def speaks_to_assistant(self, text: str) -> bool: ...

    def speaks_of_assistant(self, text: str) -> bool: ...

    def asks_for_reminder(self, text: str) -> bool: ...

    def find_instruction(self, text: str, *, reproachful: bool = ...) -> str | None: ...


class Overrides(Protocol):
    """Whether a text claims to change what no learning may change (H1)."""

    def claims_to_override(self, text: str) -> bool: ...


class Names(Protocol):
    """Whether a text can be somebody's name."""

    def is_name(self, text: str) -> bool: ...

    def is_reserved_name(self, text: str) -> bool: ...


class ClaimText(Protocol):
    """Claims as sentences."""

    def state_claim(self, claim: Claim, subject: str, *, over: bool = ..., speaker: str = ...) -> str: ...

    def address_claim(self, claim: Claim, *, over: bool = ...) -> str: ...

    def tells_end(self, content: str, claim: Claim) -> bool: ...


class Facts(Protocol):
    """The facts that talk states (J14): what has to be read of it, and what the readings tell."""

    def list_unread(self, material: Material) -> tuple[Unread, ...]: ...

    def find_facts(self, material: Material, readings: Sequence[Reading]) -> tuple[Remember, ...]: ...

    def make_fact(self, message: Message, claim: Claim, place: Evidence, confidence: float) -> Remember: ...


class Speech(Protocol):
    """The sentences of a message that are its speaker's own, and what they ask of the memory."""

    def blank_foreign_text(self, text: str) -> str: ...

    def split_sentences(self, own: str) -> list[Sentence]: ...

    def is_game_open(self, earlier: Iterable[str]) -> bool: ...

    def asks_to_forget(self, text: str) -> bool: ...


class Notes(Protocol):
    """What can be noted of an exchange: its tone, its topics, its remarks (J8, T14)."""

    def find_remarks(
        self, text: str, told: Sequence[tuple[int, int]], traits: frozenset[Trait], playing: bool
    ) -> Iterator[Remark]: ...

    def is_worth_noting(self, remark: Remark, reading: Reading, traits: frozenset[Trait]) -> bool: ...

    def find_topics(self, texts: Iterable[str], most: int = ...) -> tuple[str, ...]: ...

    def find_common_words(self, texts: Sequence[str], most: int = ...) -> tuple[str, ...]: ...

    def find_names(self, text: str) -> tuple[str, ...]: ...

    def find_invented(self, text: str, sources: Iterable[str]) -> tuple[str, ...]: ...

    def is_topic(self, word: str) -> bool: ...

    def judge_tone(self, messages: Iterable[Message]) -> str: ...

    def is_left_open(self, messages: Sequence[Message]) -> bool: ...

    def admits_ignorance(self, text: str) -> bool: ...

    def write_insight(self, proposals: Sequence[Remember], topics: Sequence[str]) -> str | None: ...


class Meaning(Protocol):
    """Whether two answers can both be right."""

    def read_telltale(self, text: str) -> Telltale: ...

    def telltales_clash(self, one: Telltale, other: Telltale) -> bool: ...

    def has_denial(self, text: str) -> bool: ...


class Negation(Protocol):
    """The words that deny."""

    def list_negative_adverbs(self) -> frozenset[str]: ...

    def denies_statement(self, text: str) -> bool: ...


class QueryWords(Protocol):
    """The words of a query that say what it is about."""

    def list_common_stems(self) -> frozenset[str]: ...

    def find_telling_words(self, text: str) -> tuple[str, ...]: ...


class QueryForms(Protocol):
    """What a query asks for besides its words: a time, a reply, how things were."""

    def asks_when(self, text: str) -> bool: ...

    def asks_for_reply(self, text: str) -> bool: ...

    def asks_about_past(self, text: str) -> bool: ...

    def asks_for_past_state(self, text: str) -> bool: ...

    def holds_answer_type(self, text: str, answer_type: AnswerType) -> bool: ...


class QuestionForms(Protocol):
    """Whether a text asks."""

    def is_question(self, text: str) -> bool: ...

    def may_ask(self, text: str) -> bool: ...

    def is_keyword_query(self, text: str) -> bool: ...

    def asks_what_to_enter(self, text: str) -> bool: ...

    def tells_beside_asking(self, sentence: str) -> bool: ...

    def reports_question(self, text: str) -> bool: ...


class Questions(Protocol):
    """For which fact a text asks."""

    def read_question(self, query: str, asker: EntityId = ..., entities: Iterable[Entity] = ...) -> AskedFact: ...


class WordStems(Protocol):
    """Words without their endings, and the amounts beside them."""

    def stem_words(self, text: str) -> frozenset[str]: ...

    def list_kindred_stems(self, stems: frozenset[str]) -> frozenset[str]: ...

    def split_amount(self, text: str) -> tuple[str, frozenset[str]]: ...


class ExamQuestions(Protocol):
    """How one asks for what is known."""

    def word_question(self, claim: Claim) -> str | None: ...

    def reword_question(self, claim: Claim) -> str | None: ...

    def word_cloze(self, text: str) -> tuple[str, str] | None: ...

    def find_values(self, text: str) -> tuple[str, ...]: ...


class Confirmations(Protocol):
    """What a bare "yes" confirms: whom the question is put to, and whether it asks for a power (C3)."""

    def names_authority(self, text: str) -> bool: ...

    def find_addressees(self, question: str) -> tuple[str, ...] | None: ...

    def strip_addressee(self, question: str) -> str: ...

    def is_interjection(self, word: str) -> bool: ...


class Statements(Protocol):
    """What statements are compared and weighed by."""

    def is_filler(self, word: str) -> bool: ...

    def opens_fronted_phrase(self, word: str) -> bool: ...

    def list_many_valued_verbs(self) -> frozenset[str]: ...

    def states_commitment(self, text: str) -> bool: ...


class Entries(Protocol):
    """What the entries of a memory say, and whether they say anything (X6)."""

    def extract_telling_stems(self, text: str) -> frozenset[str]: ...

    def find_junk_reason(self, text: str) -> str | None: ...

    def is_pleasantry(self, text: str) -> bool: ...

    def read_slot_value(self, text: str) -> SlotValue | None: ...

    def read_matter(self, text: str) -> tuple[str, bool] | None: ...

    def remove_memory_frames(self, text: str) -> tuple[str, int]: ...


class Pronouns(Protocol):
    """By which words people speak of themselves and of whom they talk to."""

    def list_first_person_stems(self) -> frozenset[str]: ...

    def list_second_person_stems(self) -> frozenset[str]: ...

    def speaks_of_other(self, text: str) -> bool: ...

    def strip_article(self, text: str) -> str: ...

    def strip_leading_article(self, text: str) -> str: ...


class KindredThings(Protocol):
    """Which words name one thing in turn."""

    def list_kindred_subjects(self, subject: EntityId, attribute: str) -> tuple[EntityId, ...]: ...


class Arguments(Protocol):
    """What a message argues, and whether two arguments are one (B1)."""

    def may_argue(self, text: str) -> bool: ...

    def reads_vectors_of(self, encoder: str) -> bool: ...

    def hears_argument(self, text: str, vector: Sequence[float]) -> bool: ...

    def find_points(self, text: str) -> tuple[Point, ...]: ...

    def is_same_topic(self, one: str, other: str) -> bool: ...

    def stem_topic(self, topic: str) -> frozenset[str]: ...

    def measure_overlap(self, one: str, other: str, topic: str = ...) -> float: ...


class Passwords(Protocol):
    """Whether what is said of a password is the password."""

    def is_ordinary_word(self, word: str) -> bool: ...


class SpokenSecrets(Protocol):
    """Which words of a text are a secret, by what it says of them."""

    def find_spoken_secrets(self, text: str) -> Sequence[SpokenSecret]: ...


class Language(Protocol):
    """One language: a part for each kind of question."""

    @property
    def dates(self) -> Dates: ...

    @property
    def directives(self) -> Directives: ...

    @property
    def overrides(self) -> Overrides: ...

    @property
    def names(self) -> Names: ...

    @property
    def claim_text(self) -> ClaimText: ...

    @property
    def facts(self) -> Facts: ...

    @property
    def speech(self) -> Speech: ...

    @property
    def notes(self) -> Notes: ...

    @property
    def meaning(self) -> Meaning: ...

    @property
    def negation(self) -> Negation: ...

    @property
    def query_words(self) -> QueryWords: ...

    @property
    def query_forms(self) -> QueryForms: ...

    @property
    def question_forms(self) -> QuestionForms: ...

    @property
    def questions(self) -> Questions: ...

    @property
    def word_stems(self) -> WordStems: ...

    @property
    def exam_questions(self) -> ExamQuestions: ...

    @property
    def confirmations(self) -> Confirmations: ...

    @property
    def statements(self) -> Statements: ...

    @property
    def entries(self) -> Entries: ...

    @property
    def pronouns(self) -> Pronouns: ...

    @property
    def kindred_things(self) -> KindredThings: ...

    @property
    def arguments(self) -> Arguments: ...

    @property
    def passwords(self) -> Passwords: ...

    @property
    def spoken_secrets(self) -> SpokenSecrets: ...
