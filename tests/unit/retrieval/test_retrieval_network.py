"""What the network adds to the sum: it reorders the best places, says how much it added, and touches nothing else."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from atlas.adapters.embedding.encoder import IDENTITY
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.retrieval.features import NAMES, PARTS
from atlas.retrieval.network_text import read_network, write_network
from atlas.retrieval.network_weights import get_network
from atlas.retrieval.query_reading import Reading
from atlas.retrieval.rank import TOGETHER, RankedRow, rank_places
from atlas.retrieval.ranking_network import RANKED, REACH, SEEN, Layer, RankingNetwork, describe_places
from atlas.retrieval.weights import WEIGHTS
from unit.retrieval._found import Row, found

_INPUTS = 2 * len(SEEN) + len(RANKED) + 1
_QUESTION = Reading(("x",))


def _prefer(name: str, by: float) -> RankingNetwork:
    """A network that adds so much of one number, where that is above nought."""
    column = np.zeros((_INPUTS, 1))
    column[[NAMES[at] for at in SEEN].index(name)] = 1.0
    return RankingNetwork(((Layer(column, np.zeros(1)), Layer(np.array([[by]]), np.zeros(1))),))


def _ranked(rows: list[Row], network: RankingNetwork | None, total: int = 100) -> list[RankedRow]:
    limit = max(20, len(rows))
    return rank_places(found(rows, total=total), _QUESTION, {}, limit, 50, {"near": 1.0}, network)


def _many(*rows: Row) -> list[Row]:
    """Rows among so many others, farther off, that the network is heard."""
    return [*rows, *(Row(near=0.1 - at / 1000, session=9 + at, length=1) for at in range(60))]


def test_the_network_reorders_what_the_sum_put_first_and_says_by_how_much() -> None:
    rows = _many(Row(near=0.9, length=3), Row(near=0.8, length=400, session=1))
    assert [each.row for each in _ranked(rows, None)][:2] == [0, 1]
    judged = _ranked(rows, _prefer("length", 5.0))
    assert [each.row for each in judged][:2] == [1, 0]  # C8
    assert dict(judged[0].components)[TOGETHER] == round(5.0 * math.log1p(400) / 2.0, 6)


def test_among_few_places_the_sum_alone_ranks() -> None:
    rows = [Row(near=0.9, length=3), Row(near=0.8, length=400, session=1)]
    judged = _ranked(rows, _prefer("length", 5.0))
    assert [each.row for each in judged] == [0, 1]
    assert all(not dict(each.components)[TOGETHER] for each in judged)


def test_places_that_are_alike_are_judged_alike() -> None:
    alike = [Row(near=0.5, session=at) for at in range(80)]
    network = get_network(IDENTITY.model)
    ranked = rank_places(found(alike), _QUESTION, {}, 80, 50, WEIGHTS, network)
    assert len({each.score for each in ranked}) == 1
    assert [each.row for each in ranked] == list(range(80))


@given(st.lists(st.builds(Row, near=st.floats(-1, 1), length=st.floats(0, 500)), min_size=1, max_size=70))
def test_parts_and_what_they_say_together_add_up_to_the_score(rows: list[Row]) -> None:
    network = get_network(IDENTITY.model)
    for each in rank_places(found(rows), _QUESTION, {}, 20, 50, WEIGHTS, network):
        assert [name for name, _ in each.components][: len(PARTS) + 1] == [*PARTS, TOGETHER]  # C8
        assert math.isclose(each.score, sum(value for _, value in each.components), rel_tol=1e-6, abs_tol=1e-4)


def test_what_is_beyond_its_reach_stays_behind_all_that_was_judged_and_in_its_order() -> None:
    rows = [Row(near=1.0 - at / 1000, session=at, length=1) for at in range(REACH + 30)]
    disliked = _ranked(rows, _prefer("length", -50.0))
    assert [each.row for each in disliked] == list(range(REACH + 30))
    liked = _ranked(rows, _prefer("length", 50.0))
    assert [each.row for each in liked] == list(range(REACH + 30))


def test_a_search_without_vectors_is_ranked_by_the_sum_alone() -> None:
    network = _prefer("length", 5.0)
    some = _many(Row(near=None, length=3), Row(near=None, length=400, session=1))
    half = rank_places(found(some, total=500, embedded=100), _QUESTION, {}, 20, 50, WEIGHTS, network)
    none = [replace(row, near=None) for row in some]
    unembedded = rank_places(found(none), _QUESTION, {}, 20, 50, WEIGHTS, network)
    blind = found(some)
    unasked = replace(blind, cosine=blind.cosine[:, :0])  # the question itself has none: the embedder failed
    wordy = rank_places(unasked, _QUESTION, {}, 20, 50, WEIGHTS, network)
    for ranked in (half, unembedded, wordy):
        assert ranked
        assert all(TOGETHER not in dict(each.components) for each in ranked)  # X8


def test_only_the_embedder_that_it_was_fitted_to_has_a_network() -> None:
    assert get_network(IDENTITY.model) is not None
    assert get_network(HashingEmbedder().identity.model) is None


def test_the_network_on_board_takes_what_places_are_described_by() -> None:
    network = get_network(IDENTITY.model)
    assert network is not None
    described = describe_places(np.zeros((3, len(NAMES))), 4)
    assert described.shape == (3, _INPUTS)
    assert {member[0].weights.shape[0] for member in network.members} == {_INPUTS}
    assert np.isfinite(network.judge_places(np.zeros((3, len(NAMES))), 4)).all()


def test_a_network_comes_back_from_its_text_to_the_thousandth() -> None:
    rng = np.random.default_rng(7)
    layers = Layer(rng.normal(size=(5, 3)), rng.normal(size=3)), Layer(rng.normal(size=(3, 1)), rng.normal(size=1))
    network = RankingNetwork((layers, layers))
    again = read_network(write_network(network))
    assert len(again.members) == 2
    for layer, read in zip(layers, again.members[1], strict=True):
        assert np.allclose(layer.weights, read.weights, atol=6e-4)
        assert np.allclose(layer.bias, read.bias, atol=6e-4)
