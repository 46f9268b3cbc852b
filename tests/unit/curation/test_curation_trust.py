"""Trust of what is derived: the lowest of all its sources, whatever they are (X1, rule 1 of the trust model)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from atlas.curation.judgement_input import JudgementInput
from atlas.curation.trust import proposal_origin, proposal_trust
from atlas.model.ids import MessageId
from atlas.model.memory import Basis, Kind
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Proposal, Remember
from unit.model._nouns import PROPOSALS, evidence, memory, message

ORIGINS = st.lists(st.sampled_from(Origin), max_size=4)
CEILINGS = st.none() | st.sampled_from(Trust)


def _made(said: list[Origin], remembered: list[Origin], ceiling: Trust | None) -> tuple[Remember, JudgementInput]:
    messages = [message(origin=origin, id=MessageId(f"u_{place}")) for place, origin in enumerate(said)]
    sources = [memory(f"m_{place}", origin=origin) for place, origin in enumerate(remembered)]
    before = JudgementInput(
        cited={each.id: each for each in messages}, named={each.id: each for each in sources}, ceiling=ceiling
    )
    quotes = tuple(evidence(each) for each in messages)
    proposal = Remember("x", Kind.FACT, Basis.STATED, quotes, sources=tuple(each.id for each in sources))
    return proposal, before


@given(ORIGINS, ORIGINS, CEILINGS)
def test_trust_is_the_lowest_of_evidence_sources_and_ceiling(
    said: list[Origin], remembered: list[Origin], ceiling: Trust | None
) -> None:  # X1, J17
    trusts = [origin.trust for origin in (*said, *remembered)]
    expected = min([*trusts, *([ceiling] if ceiling is not None else [])]) if trusts else Trust.UNKNOWN
    assert proposal_trust(*_made(said, remembered, ceiling)) == expected


@given(ORIGINS, ORIGINS, CEILINGS, st.sampled_from(Origin))
def test_one_more_source_never_raises_trust(
    said: list[Origin], remembered: list[Origin], ceiling: Trust | None, more: Origin
) -> None:  # X1
    if not said and not remembered:
        return
    trust = proposal_trust(*_made(said, remembered, ceiling))
    assert proposal_trust(*_made([*said, more], remembered, ceiling)) <= trust
    assert proposal_trust(*_made(said, [*remembered, more], ceiling)) <= trust


@given(ORIGINS, ORIGINS)
def test_the_origin_that_is_shown_is_of_the_least_trusted(said: list[Origin], remembered: list[Origin]) -> None:  # X1
    proposal, before = _made(said, remembered, None)
    shown = proposal_origin(proposal, before)
    if said or remembered:
        assert shown in (*said, *remembered)
        assert shown.trust == proposal_trust(proposal, before)
    else:
        assert shown is Origin.UNKNOWN


@given(PROPOSALS)
def test_what_stands_on_nothing_that_is_there_has_no_trust(proposal: Proposal) -> None:  # X1
    assert proposal_trust(proposal, JudgementInput()) is Trust.UNKNOWN


def test_what_a_proposal_says_of_its_origin_counts_for_nothing() -> None:
    """Origin is set by code at ingest: the message decides, not the label on the quote."""  # X1
    page = message(origin=Origin.WEB)
    forged = evidence(page)
    forged = type(forged)(forged.message, forged.start, forged.end, forged.quote, Origin.OPERATOR)
    proposal = Remember("x", Kind.FACT, Basis.STATED, (forged,))
    assert proposal_trust(proposal, JudgementInput(cited={page.id: page})) is Trust.WEB
