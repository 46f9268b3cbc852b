"""Examples for the ranking network: what a search found, as it is kept, and another encoder in the place of ours."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from training.ranking import OWN
from training.ranking.examples import FileEmbedder, make_arrays

from atlas.adapters.embedding import encoder
from atlas.adapters.embedding.encoder import EncoderEmbedder
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.model.interaction import Role
from atlas.retrieval.features import NAMES
from atlas.retrieval.ranking_network import REACH
from benchmarks.formats import Question, Talk, Turn

_BEGUN = datetime(2026, 3, 2, 9, tzinfo=UTC)
_SAID = (
    "The canoe hangs in the shed.",
    "Lena paints doors for a living.",
    "We ate soup.",
    "The shed key is with Omar.",
)


def _make_talk() -> Talk:
    turns = tuple(
        Turn(str(at), "session 1", Role.USER, text, _BEGUN + timedelta(minutes=at), "Ida")
        for at, text in enumerate(_SAID)
    )
    asked = Question("Where is the canoe, and who has the shed key?", "join", frozenset({"0", "3"}), _BEGUN)
    return Talk("shed", turns, (asked,))


def test_an_example_keeps_the_best_places_and_which_line_of_the_evidence_each_holds() -> None:
    arrays = make_arrays([(OWN, _make_talk())], HashingEmbedder())
    assert arrays["places"].shape == (1, REACH, len(NAMES))
    (count, lines), holds = arrays["evidence"][0], np.unpackbits(arrays["holds"][0]).reshape(REACH, -1)
    assert lines == 2
    assert 2 <= count <= len(_SAID)
    assert holds[:count].any(axis=0).tolist()[:3] == [True, True, False]
    assert not holds[count:].any()
    assert not arrays["places"][0, count:].any()
    assert (arrays["set"][0], arrays["talk"][0], arrays["terms"][0] > 0) == (OWN, "shed", True)


def test_an_exported_encoder_embeds_as_the_one_on_board_does() -> None:
    board = Path(encoder.__file__).parent / "data" / "encoder.onnx"
    texts = ["The canoe hangs in the shed.", "Who has the key?"]
    assert np.array_equal(FileEmbedder(board).embed(texts), EncoderEmbedder().embed(texts))
