"""Which positions bear on a question, for a context and for a hook's glance alike."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.context.topics import index_topics
from atlas.model.belief import Belief, Position
from atlas.model.ids import BeliefId
from atlas.model.recall import ServedBelief


def choose_beliefs(held: Sequence[Belief], question: str, argued: Sequence[BeliefId] = ()) -> list[Belief]:
    """Choose those whose topic the question names, then the argued ones; where nothing is asked, the surest first.

    One that nothing has moved yet is no position.
    """
    settled = (each for each in held if each.support or each.contradiction or each.corrected is not None)
    surest = sorted(settled, key=lambda each: (-each.confidence, -abs(each.stance), each.id))
    if not question.strip():
        return surest
    named = [surest[place] for place in index_topics([each.topic for each in surest]).find_topics(question)]
    by_id = {each.id: each for each in surest}
    beside = (by_id[id] for id in argued if id in by_id)
    return list({each.id: each for each in (*named, *beside)}.values())


def as_served(position: Position) -> ServedBelief:
    belief = position.belief
    return ServedBelief(belief.id, belief.stance, belief.confidence)
