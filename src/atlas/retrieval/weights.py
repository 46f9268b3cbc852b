"""How much each number of `features` counts. Fitted, not written: `make bench-retrieval` with
`ARGS="--sets locomo,longmemeval,beam,chats --write-weights"` prints this table.

A linear sum with a strong pull towards zero, because what was fitted more closely fell apart on conversations that it
had not seen (docs/benchmarks.md). None of the chats behind it was seen by the encoder in training.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "bm25": -0.248,
        "cover": -0.089,
        "rare": 0.611,
        "near": 0.636,
        "average": 0.473,
        "bm25_two": 0.541,
        "bm25_seven": 0.709,
        "cover_two": 0.928,
        "cover_seven": 1.435,
        "bm25_before": 0.111,
        "bm25_after": 0.141,
        "near_before": -0.123,
        "near_after": 0.065,
        "near_two": 0.864,
        "near_wide": -0.118,
        "answers": 0.288,
        "answers_near": 0.092,
        "session_bm25": 0.109,
        "session_near": 1.090,
        "session_cover": 0.733,
        "speaker": 0.690,
        "reply": -1.375,
        "reply_asked": -0.359,
        "date": 2.500,
        "dated_when": 0.939,
        "dated": 0.482,
        "length": -0.368,
        "short": -0.868,
        "asks": -0.256,
        "ends_asking": -0.091,
        "fact": -0.020,
        "asked": 4.000,
    }
)
