"""What is said by setting it against something else: "X, not Y", "my wife is, I'm not", "somebody took my bike"."""

from __future__ import annotations

from dataclasses import replace

from atlas.language.english.lexicon.grammar import MY
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.rules.clause import Clause
from atlas.language.english.rules.draft import Draft
from atlas.language.english.rules.phrase import leading, substance, text_of
from atlas.language.english.rules.reading import Reading
from atlas.language.english.rules.telling import open_claim, run_on
from atlas.language.english.rules.verbal import Tense

_NO_CONTRAST = word_set("gonna so too really only even to sure because going just that")


def contrasted(clause: Clause, text: str) -> tuple[Clause, str | None]:
    """The clause without its ", not Y" or "rather than Y", and Y, which it replaces."""
    tokens = clause.tokens
    for place in range(clause.verb.after + 1, clause.end):
        low = tokens[place].low
        after = place + 1
        if low in {"rather", "instead"} and after < clause.end and tokens[after].low in {"than", "of"}:
            after += 1
        elif low != "not" or clause.verb.negated:
            continue
        wrong = leading(tokens[after : clause.end])
        if not wrong or wrong[0].low in _NO_CONTRAST:
            continue
        cut = place - 1 if tokens[place - 1].text == "," else place
        return replace(clause, end=cut, reach=cut), text_of(text, wrong)
    return clause, None


def shared(reading: Reading, before: list[Draft]) -> list[Draft]:
    """As in "My wife is a vegetarian, I'm not": the predicate is the one just said."""
    if not before or not reading.verb.copula or not reading.subject.person or substance(reading.rest):
        return []
    if reading.verb.tense is not Tense.PRESENT or reading.entity == before[-1].subject:
        return []
    clause = reading.clause
    place = (reading.start, clause.tokens[clause.verb.after - 1].end)
    return [
        replace(
            draft,
            subject=reading.entity,
            affirmed=reading.affirmed,
            start=place[0],
            end=place[1],
            also=(_place(draft),),
        )
        for draft in before
        if draft.name_of is None
    ]


def _place(draft: Draft) -> tuple[int, int]:
    return (draft.start, draft.end)


def by_somebody(reading: Reading) -> Draft | None:
    """As in "Somebody nicked my bike": it happened to the speaker."""
    who = reading.clause.who
    rest = reading.rest
    if len(who) != 1 or who[0].low not in {"somebody", "someone"} or reading.verb.tense is not Tense.PAST:
        return None
    if not rest or rest[0].low not in MY or not reading.affirmed:
        return None
    tokens = (who[0], reading.clause.tokens[reading.verb.head], *run_on(reading))
    made = open_claim(reading, "did", tokens)
    return replace(made, subject=reading.scene.speaker) if made else None
