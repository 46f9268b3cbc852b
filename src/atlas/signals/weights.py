"""How much each number counts: fitted for a change of topic, set by hand for signs of dissatisfaction alone.

`make bench-signals ARGS=--fit` prints the first two tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SWITCH: Final[Mapping[str, float]] = MappingProxyType(
    {
        "rest": 0.246,
        "near_last": -3.780,
        "nearest": -3.219,
        "near_two": -2.108,
        "near_four": -0.480,
        "near_all": 1.776,
        "near_before": 1.461,
        "shared": -0.749,
        "asks": 1.337,
        "was_asked": -0.535,
        "length": 2.613,
        "points_back": -4.018,
    }
)
"""What each number of `topics` adds to the odds of another topic. Fitted to TIAGE (MIT) and to
joined beginnings of task dialogues (every second of SGD), with a pull towards zero."""

SWITCH_AFTER_LONG: Final[Mapping[str, float]] = MappingProxyType(
    {"rest": 4.049, "near_last": -4.037, "nearest": -4.050, "shared": -3.068}
)
"""The same after a long reply, as assistants give: fitted to joined sessions of LongMemEval (MIT) and parts of BEAM's
chats, every second of each, which count alike."""

DISCONTENT: Final[Mapping[str, float]] = MappingProxyType(
    {
        "rest": -1.7,
        "first": -2.0,
        "complains": 2.0,
        "corrects": 1.0,
        "refuses": 2.0,
        "wants_no_more": 0.5,
        "denies": 1.0,
        "wants_other": 1.5,
        "restates": 1.0,
        "unconfirmed": 0.7,
        "failed": 1.0,
        "failed_before": 0.3,
        "succeeded": -0.7,
        "repeats": 0.5,
        "answers": -0.5,
        "agrees": -0.7,
        "pleased": -0.7,
        "thanks": -0.5,
        "closes": -0.5,
    }
)
"""What each sign adds to the odds (natural logarithm): coarse numbers, by how plainly the sign speaks."""

WORDS_ALONE: Final[Mapping[str, float]] = MappingProxyType(
    {"rest": -1.0, "complains": 1.0, "refuses": 1.0, "wants_no_more": 1.0, "denies": 1.0, "wants_other": 1.0}
)
"""Any word of displeasure, whatever is around it."""
