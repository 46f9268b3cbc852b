"""Positions that wait, as items and cards of the one queue (B1, C3, C9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from atlas.curation.reach import count_reach
from atlas.curation.review_clusters import ReviewItem
from atlas.curation.risk import RiskFactors, RiskPart, assess_risk, draw_hidden, hides_characters
from atlas.engine.curate.review_counts import find_waiting_beliefs
from atlas.language.stance_words import describe_position
from atlas.model.belief import Belief
from atlas.model.ids import BeliefId
from atlas.model.review import Card, Quote
from atlas.ports.reading import Reader

_POSITION: Final[RiskPart] = (0.2, "It would be a position of the assistant's own.")
_WHY: Final = "A model judged what was argued about it: from your approval on, arguments move it."


def weigh_beliefs(reader: Reader, questions: Sequence[frozenset[str]]) -> Iterator[tuple[ReviewItem, RiskFactors]]:
    """The items of all positions that wait, each with what its risk was told from."""
    for belief in find_waiting_beliefs(reader):
        text = draw_hidden(_describe_belief(belief))
        factors = RiskFactors(belief.origin, belief.trust, (text,), by_model=True, changes=_POSITION)
        reach = count_reach(belief.topic, questions)
        yield (
            ReviewItem(
                belief.id,
                text,
                belief.updated_at,
                assess_risk(factors),
                belief.trust,
                factors.steers,
                reach,
                target=belief.id,
            ),
            factors,
        )


def make_belief_card(reader: Reader, item: ReviewItem, of: int) -> Card | None:
    """The card of a position, with the words of all that was argued about it; None where it is none."""
    belief = reader.belief(BeliefId(item.id))
    if belief is None:
        return None
    messages = reader.messages(each.message for each in reader.arguments(belief.id))
    quotes = tuple(
        Quote(each.id, draw_hidden(each.text), each.speaker or each.role.value, each.at, each.origin)
        for each in messages
    )
    hides = any(map(hides_characters, (belief.topic, *(each.text for each in messages))))
    return Card(
        id=item.id, what="position", text=item.text, since=item.since, risk=item.risk, reach=item.reach, of=of,
        why=_WHY, quotes=quotes, hides=hides,
    )  # fmt: skip


def _describe_belief(belief: Belief) -> str:
    return f"{belief.topic}: {describe_position(belief.stance, belief.confidence)}"
