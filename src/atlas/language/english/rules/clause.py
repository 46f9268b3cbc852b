"""Sentences taken apart into clauses: who, which verb, what follows, and how the clause hangs on the others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from atlas.language.english.lexicon.grammar import (
    AUXILIARIES,
    BE,
    COORDINATORS,
    DETERMINERS,
    FILLERS,
    MODALS,
    NOMINATIVE,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    SUBORDINATORS,
    VERB_ADVERBS,
)
from atlas.language.english.lexicon.tone import EVALUATIVE
from atlas.language.english.lexicon.verbs import OFTEN_NOUNS, SAME_PAST, Form, reading
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.rules.token import Token, ends_abbreviation, is_possessive
from atlas.language.english.rules.verbal import Tense, Verb, verb_at

Tokens = tuple[Token, ...]

_MAX_SUBJECT: Final = 12
_SUBJECT_PRONOUNS: Final = NOMINATIVE | word_set("you it this that these those there who everyone nobody")
_COMMA: Final = ","
_CAUSATIVES: Final = word_set("helping watching letting make help to see seeing making let")
_SINGULAR_SUBJECTS: Final = word_set("it that this he she which who what there and but so how one everything everyone")
_OBJECTS: Final = word_set("me us my our the a an")
"""What follows a verb and no noun: "dancing makes me happy", not "training runs"."""
_DASHES: Final = frozenset({"—", "–", "-"})


@dataclass(frozen=True, slots=True)
class Clause:
    """`subject` is a range of tokens, empty where it is left out. `end` is where the next clause begins, `reach`
    where the next one begins that does not hang on this one."""

    tokens: Tokens
    lead: str
    begin: int
    subject: tuple[int, int]
    verb: Verb
    end: int
    reach: int
    embedded: bool = False
    host: int = -1
    elided: bool = False
    inverted: bool = False

    @property
    def who(self) -> Tokens:
        return self.tokens[self.subject[0] : self.subject[1]]

    @property
    def rest(self) -> Tokens:
        return self.tokens[self.verb.after : self.end]

    @property
    def loose(self) -> Tokens:
        return self.tokens[self.verb.after : self.reach]


def clauses(tokens: Tokens) -> list[Clause]:
    """All finite clauses, in order, each knowing the clause it is embedded in."""
    return _Splitter(tokens).run()


class _Splitter:
    """One pass from left to right; each step looks only a bounded distance ahead, so the whole is linear."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.found: list[Clause] = []
        self.boundary = True
        self.lead: list[str] = []
        self.lead_at = 0
        self.comma = False

    def run(self) -> list[Clause]:
        place = 0
        while place < len(self.tokens):
            place = self._step(place)
        return _closed_ends(self.found, len(self.tokens))

    def _step(self, place: int) -> int:
        token = self.tokens[place]
        if not token.word:
            if not ends_abbreviation(self.tokens, place):
                self._mark(token, place)
            return place + 1
        if token.low in {"let", "lets"} and self.boundary:
            return self._past_let_us(place)
        if self._is_link(place):
            self._link(token, place)
            return place + 1
        clause = self._clause_at(place)
        if clause:
            self._add(clause)
            return clause.verb.after
        if not (token.low in FILLERS or token.low in VERB_ADVERBS):
            self.boundary = self.boundary and self._fronted(place)
        return place + 1

    def _mark(self, token: Token, place: int) -> None:
        self.boundary = True
        self.comma = True
        self.lead, self.lead_at = [], place

    def _past_let_us(self, place: int) -> int:
        """As in "Let's go" states nothing; skip to where something else may begin."""
        while place < len(self.tokens) and self.tokens[place].word:
            place += 1
        return place

    def _is_link(self, place: int) -> bool:
        low = self.tokens[place].low
        if low in COORDINATORS:
            return low != "so" or self._starts_subject(place + 1)
        if low not in SUBORDINATORS:
            return False
        if low in {"that", "who", "what", "which"} and place + 1 < len(self.tokens):
            return self._starts_subject(place + 1) and self.tokens[place + 1].low not in BE
        return True

    def _starts_subject(self, place: int) -> bool:
        if place >= len(self.tokens):
            return False
        token = self.tokens[place]
        return (
            token.low in _SUBJECT_PRONOUNS
            or token.low in POSSESSIVES
            or token.low in {"the", "a", "an"}
            or token.capital
        )

    def _link(self, token: Token, place: int) -> None:
        if not self.lead:
            self.lead_at = self.lead_at if self.comma and place == self.lead_at + 1 else place
        self.lead.append(token.low)
        self.boundary = True

    def _fronted(self, place: int) -> bool:
        """Words before the subject: "last night I …", "in March my sister …"."""
        return place < 6 and not self.found

    def _clause_at(self, place: int) -> Clause | None:
        low = self.tokens[place].low
        if low in _SUBJECT_PRONOUNS:
            return self._with_pronoun(place)
        if not self.boundary or low in VERB_ADVERBS or low in FILLERS:
            return None
        named = self._with_noun(place)
        return named or self._without_subject(place)

    def _with_pronoun(self, place: int) -> Clause | None:
        low = self.tokens[place].low
        if low not in NOMINATIVE and not self.boundary and low not in {"you", "it"}:
            return None
        verb = verb_at(self.tokens, place + 1, sure=low in NOMINATIVE)
        if verb is None:
            return None
        return self._made(place, (place, place + 1), verb, inverted=self._inverted(place))

    def _inverted(self, place: int) -> bool:
        return (
            place > 0 and self.tokens[place - 1].low in AUXILIARIES and self.tokens[place - 1].low not in {"'s", "'d"}
        )

    def _with_noun(self, place: int) -> Clause | None:
        end = self._noun_subject(place)
        if (
            end is None
            or self.tokens[end - 1].low == "you"
            or self.tokens[place].low in AUXILIARIES
            or not self._fits_subject(place, end)
        ):
            return None
        verb = verb_at(self.tokens, end, sure=False)
        return self._made(place, (place, end), verb) if verb else None

    def _fits_subject(self, place: int, end: int) -> bool:
        """A verb form is no subject, but for a gerund whose verb is plain: "training is fun", not "laugh and take"."""
        first, finite = self.tokens[place], self.tokens[end].low
        found = reading(first.low)
        if found is None or (first.low in OFTEN_NOUNS and found[1] is Form.BASE and not self.found):
            return True
        if found[1] is not Form.ING:
            return found[1] is Form.THIRD and first.low.removesuffix("s") in OFTEN_NOUNS
        plain = reading(finite)
        return finite in AUXILIARIES or (plain is not None and plain[1] in (Form.THIRD, Form.PAST))

    def _noun_subject(self, place: int) -> int | None:
        """Where the subject that begins here ends: before the first word that can only be its verb."""
        tokens, inside = self.tokens, False
        for at in range(place, min(len(tokens), place + _MAX_SUBJECT)):
            token = tokens[at]
            if token.low == _COMMA and at > place and (inside or self._appositive(at)):
                inside = not inside
                continue
            if not token.word or (
                token.low in SUBORDINATORS and token.low not in {"that", "as", "since"} and at > place
            ):
                return None
            if at > place and token.low in NOMINATIVE and tokens[at - 1].low not in {"and", "nor", "or"}:
                return None
            if at > place and self._is_finite(place, at):
                return at
        return None

    def _appositive(self, comma: int) -> bool:
        """As in ", my colleague," and ", Mrs Papadopoulos,": a short noun phrase between commas, then the verb."""
        for at in range(comma + 1, min(len(self.tokens) - 1, comma + 6)):
            if self.tokens[at].low == _COMMA:
                return at > comma + 1 and self._is_finite(comma, at + 1)
            if self.tokens[at].low in AUXILIARIES:
                return False
        return False

    def _is_finite(self, start: int, at: int) -> bool:
        token, before = self.tokens[at], self.tokens[at - 1].low
        if token.low in AUXILIARIES:
            return not is_possessive(self.tokens, at) and not (token.low == "'s" and before in {"let"})
        found = reading(token.low)
        if found is None or before in DETERMINERS - {"both", "all"} or before in POSSESSIVES or before in PREPOSITIONS:
            return False
        if token.capital or token.low == "like" or before == "to" or is_possessive(self.tokens, at - 1):
            return False
        return self._finite_form(start, at, found[1])

    def _finite_form(self, start: int, at: int, form: Form) -> bool:
        following = self.tokens[at + 1].low if at + 1 < len(self.tokens) else ""
        if following in AUXILIARIES and following not in {"'s", "'d"}:
            return False
        if form is Form.PAST:
            return True
        if form is Form.THIRD:
            ends_list = not following and bool(self.lead) and at - start == 1
            gerund = self.tokens[at - 1].low.endswith("ing") and following not in _OBJECTS
            return not gerund and not ends_list
        if any(token.low in _CAUSATIVES for token in self.tokens[start:at]):
            return False
        plural = self._plural(start, at)
        return (form is Form.BASE and plural and self.tokens[at].low not in OFTEN_NOUNS) or (
            plural and following in DETERMINERS
        )

    def _plural(self, start: int, at: int) -> bool:
        subject = self.tokens[start:at]
        return (
            any(token.low in {"and", "nor"} for token in subject)
            or subject[-1].low.endswith("s")
            or subject[-1].low
            in {
                "people",
                "children",
                "i",
            }
        )

    def _without_subject(self, place: int) -> Clause | None:
        """A verb that shares the subject before it, or whose *I* was left out."""
        verb = verb_at(self.tokens, place, sure=False)
        if verb is None:
            return None
        if self.found and (self.lead or self.comma):
            return self._coordinated(place, verb)
        if not self.found and not self.lead and self._opens(place) and self._dropped_i(place, verb):
            return self._made(place, (place, place), verb, elided=True)
        return None

    def _opens(self, place: int) -> bool:
        """Nothing but openers stands before: "Ok, so finally finished it"."""
        before = [token.low for token in self.tokens[:place] if token.word]
        return len(before) <= 3 and all(low in FILLERS or low in VERB_ADVERBS for low in before)

    def _coordinated(self, place: int, verb: Verb) -> Clause | None:
        before = self._last_main()
        if before is None or not self._joins(before, place, verb) or any(word in SUBORDINATORS for word in self.lead):
            return None
        shared = self._under_negation(before, place, verb)
        return self._made(place, before.subject, shared, elided=True) if shared else None

    def _under_negation(self, before: Clause, place: int, verb: Verb) -> Verb | None:
        """As in "I've never smoked or gambled", which denies both; "never smoked and gamble" is left alone."""
        if not before.verb.negated or verb.negated or verb.head != place or "but" in self.lead:
            return verb
        return replace(verb, negated=True) if {"or", "nor"} & set(self.lead) else None

    def _last_main(self) -> Clause | None:
        return next((clause for clause in reversed(self.found) if not clause.embedded), None)

    def _joins(self, before: Clause, place: int, verb: Verb) -> bool:
        token = self.tokens[place]
        if before.verb.tense in (Tense.UNREAL, Tense.CAN) and token.low not in AUXILIARIES:
            return False
        if token.low in AUXILIARIES:
            return token.low != "'s" and not self._asks(place) and _agrees(before, token.low)
        found = reading(self.tokens[verb.head].low)
        form = found[1] if found else Form.BASE
        if form is Form.PAST or (form is Form.PARTICIPLE and before.verb.tense is Tense.PERFECT):
            return before.verb.tense in (Tense.PAST, Tense.PERFECT) or verb.head > place
        if form is Form.THIRD:
            return before.verb.tense is Tense.PRESENT and not _first_or_second(before)
        return form is Form.BASE and self._base_joins(before, verb)

    def _asks(self, place: int) -> bool:
        return place + 1 < len(self.tokens) and self.tokens[place + 1].low in PRONOUNS

    def _base_joins(self, before: Clause, verb: Verb) -> bool:
        low = self.tokens[verb.head].low
        following = self.tokens[verb.after] if verb.after < len(self.tokens) else None
        if low in SAME_PAST and before.verb.tense is Tense.PAST:
            return True
        if before.verb.tense is not Tense.PRESENT or not _first_or_second(before) or self._infinitive(before, verb):
            return False
        takes_object = following is not None and (
            following.low in DETERMINERS or following.low in POSSESSIVES or following.low in PREPOSITIONS
        )
        return low not in OFTEN_NOUNS or takes_object or (following is not None and following.word and bool(self.lead))

    def _infinitive(self, before: Clause, verb: Verb) -> bool:
        """As in "excited to guide and mentor": the second verb hangs on the *to* of the first."""
        return any(token.low == "to" or token.low in MODALS for token in self.tokens[before.verb.start : verb.start])

    def _dropped_i(self, place: int, verb: Verb) -> bool:
        """As in "Broke my wrist", "planning to run", "been feeling low", "can't stand it": diary style."""
        first = self.tokens[place].low
        if first in {"been", "gonna", "born"} or (
            first in {"ca", "could"} and verb.negated and verb.lemma in {"stand", "bear"}
        ):
            return True
        found = reading(first)
        if found is None or self._asks(place) or first in BE or verb.head != place or first in EVALUATIVE:
            return False
        if found[1] is Form.PAST and first not in SAME_PAST:
            return True
        if found[1] is not Form.ING or self._words_left(place) < 3:
            return False
        return not self._later_finite(place + 1)

    def _words_left(self, place: int) -> int:
        return sum(1 for token in self.tokens[place : place + 6] if token.word)

    def _later_finite(self, place: int) -> bool:
        """A gerund that turns out to be the subject: "Painting is fun"."""
        for at in range(place, min(len(self.tokens), place + 14)):
            if self.tokens[at].low in _DASHES:
                return at + 1 < len(self.tokens) and self.tokens[at + 1].low in {"that", "this"}
            if self.tokens[at].low in NOMINATIVE | SUBORDINATORS:
                return self._ends_in_verdict(at)
            if self._is_finite(place - 1, at):
                return True
        return False

    def _ends_in_verdict(self, place: int) -> bool:
        """As in "Finding friends whom I trust has meant a lot": the verb of a gerund behind a clause inside it."""
        return any(
            token.low in {"is", "was", "has"} and before.word and before.low not in _SINGULAR_SUBJECTS
            for before, token in pairwise(self.tokens[place:])
        )

    def _made(
        self, place: int, subject: tuple[int, int], verb: Verb, *, elided: bool = False, inverted: bool = False
    ) -> Clause:
        lead = " ".join(self.lead)
        embedded = self._embeds(place)
        begin = self.lead_at if self.lead else place
        return Clause(self.tokens, lead, begin, subject, verb, 0, 0, embedded, len(self.found) - 1, elided, inverted)

    def _embeds(self, place: int) -> bool:
        """Inside another clause: after *that* or *who*, or with no sign of a new start at all."""
        if not self.found:
            said = any(token.low in _REPORTING for token in self.tokens[:place])
            return said or (bool(self.lead) and self.lead[-1] in _DEPENDENT)
        if self.lead:
            return self.lead[-1] in _DEPENDENT
        return not self.comma and not self.boundary

    def _add(self, clause: Clause) -> None:
        self.found.append(clause)
        self.boundary, self.comma, self.lead = False, False, []


_REPORTING: Final = word_set(
    """
    say says said sound sounds seem seems look looks guess think thinks wish imagine pretend suppose claim claims tell
    tells told according apparently believe believes swear knowing realising realizing
    """
)
"""Words before the first subject that make what follows somebody's view: "sounds like I'm a nurse"."""

_DEPENDENT: Final = word_set("that which who whom whose where how why what whether than")


def _first_or_second(clause: Clause) -> bool:
    last = clause.who[-1].low if clause.who else "i"
    return last in {"i", "we", "you", "they"} or (last.endswith("s") and not last.endswith("ss"))


def _agrees(clause: Clause, helper: str) -> bool:
    """As in "is" and "has" do not go with *I*."""
    return not (helper in {"is", "has", "does"} and _first_or_second(clause))


def _closed_ends(found: list[Clause], length: int) -> list[Clause]:
    ended = []
    for place, clause in enumerate(found):
        following = found[place + 1 :]
        end = following[0].begin if following else length
        reach = next((other.begin for other in following if not other.embedded), length)
        ended.append(replace(clause, end=end, reach=reach))
    return ended
