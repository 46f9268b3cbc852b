"""How much each number of `features` counts. Fitted, not written: `make bench-retrieval` with
`ARGS="--sets locomo,longmemeval,beam,chats --write-weights"` prints this table.

A linear sum with a strong pull towards zero, because what was fitted more closely fell apart on conversations that it
had not seen (docs/benchmarks.md). None of the chats behind it was seen by the encoder in training. `date` and `asked`
are set by hand, and were raised after the fit (decision 23).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "bm25": -0.313,
        "cover": -0.101,
        "rare": 0.374,
        "near": 1.103,
        "average": 0.558,
        "bm25_two": 0.448,
        "bm25_seven": 0.650,
        "cover_two": 0.759,
        "cover_seven": 1.147,
        "bm25_before": 0.007,
        "bm25_after": 0.183,
        "near_before": 0.004,
        "near_after": 0.137,
        "near_two": 1.161,
        "near_wide": -0.054,
        "answers": 0.100,
        "answers_near": 0.150,
        "session_bm25": 0.091,
        "session_near": 1.244,
        "session_cover": 0.604,
        "speaker": 0.562,
        "reply": -1.315,
        "reply_asked": -0.361,
        "date": 3.500,
        "dated_when": 0.776,
        "dated": 0.435,
        "length": -0.469,
        "short": -0.771,
        "asks": -0.152,
        "ends_asking": -0.128,
        "fact": -0.043,
        "asked": 5.000,
    }
)
