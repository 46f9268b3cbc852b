"""Every threshold and weight of the signals, as one value.

`DEFAULT` is what measures best on real data (`make bench-signals`); `RESEARCH` has the source document's own numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from atlas.signals.displeasure_weights import DISPLEASURE, Displeasure
from atlas.signals.weights import DISCONTENT, SWITCH, SWITCH_AFTER_LONG, WORDS_ALONE


class SwitchRule(StrEnum):
    FITTED = "fitted"
    """A small model over a window of turns; abandonment only where a question was left open."""
    COSINE = "cosine"
    """The document's: unlike the message before it, and abandonment at once."""


class ClusterRule(StrEnum):
    AVERAGE_LINK = "average_link"
    HDBSCAN = "hdbscan"


@dataclass(frozen=True, slots=True)
class SignalPolicy:
    # S1, S2: the reply by itself
    hedges: int = 1
    """From so many on it is told."""
    hedges_most: int = 5
    """At so many its score is 1."""
    unsure_below: float = 0.70

    # S6 to S9: what the user does next
    re_ask_above: float = 0.80
    re_ask_turns: int = 5
    re_ask_long: int | None = 10
    """Messages with more telling words than this must also share words; None: no matter how long."""
    re_ask_shared: float = 0.5
    re_ask_overlap: float = 0.75
    """Without vectors: the share of words that two questions must have in common."""
    correction_from: float = 0.5
    undo_within: timedelta = timedelta(seconds=30)
    discontent_from: float = 0.5
    discontent: Mapping[str, float] = field(default_factory=lambda: DISCONTENT)
    displeasure: Mapping[str, Displeasure] = field(default_factory=lambda: DISPLEASURE)
    """What replaces those where the meaning of a message is known, by the embedder's name."""
    switch: SwitchRule = SwitchRule.FITTED
    switch_from: float = 0.26
    """How likely a change of topic must be."""
    switch_below: float = 0.3
    """The cut of the document's rule."""
    switch_weights: Mapping[str, float] = field(default_factory=lambda: SWITCH)
    switch_weights_after_long: Mapping[str, float] = field(default_factory=lambda: SWITCH_AFTER_LONG)
    """The same where the reply before was long."""

    # S10: unlike anything before
    strange_below: float = 0.64
    strange_share: float | None = 0.03
    """The cut is lowered until no larger share of the known messages lies below it itself, since spaces differ in how
    scattered they are. None: the cut is the same everywhere."""
    strange_sigma: float | None = None
    """Mahalanobis distance, in standard deviations; None: not measured."""
    strange_silent: int = 30
    """With fewer messages known than this nothing is strange."""

    # S11: what the application does
    repeats: int = 3
    actions: int = 30

    # S12: failures
    same_failure: float = 0.78
    clusters: ClusterRule = ClusterRule.AVERAGE_LINK
    cluster_similarity: float = 0.6
    """Failures at least so alike draw each other nearer."""
    cluster_neighbours: int = 7
    """So many of the nearest draw; with none it is plain average-link, joined down to the similarity."""
    cluster_join: float = 0.82
    """After that, clusters are joined down to this."""
    cluster_least: int = 3
    cluster_most: int = 2_000
    """Only the newest so many are compared, since each is compared with each."""

    # S5: all together
    verbalized_weight: float = 0.2
    consistency_weight: float = 0.3
    in_distribution_weight: float = 0.2
    user_weight: float = 0.3
    covering: float = 0.5
    """Parts with less weight than this together say nothing."""
    user_neutral: float = 0.5
    user_accepts: float = 0.2
    """Added for thanks and acceptance."""
    user_re_asks: float = 0.2
    user_corrects: float = 0.1
    user_undoes: float = 0.0
    user_discontent: float = 0.3
    user_leaves: float = 0.4
    flag_below: float = 0.7
    adaptive_below: float = 0.5
    nightly_below: float = 0.3


DEFAULT: Final = SignalPolicy()
RESEARCH: Final = SignalPolicy(
    re_ask_above=0.70,
    re_ask_long=None,
    discontent=WORDS_ALONE,
    displeasure=MappingProxyType({}),
    switch=SwitchRule.COSINE,
    strange_below=0.5,
    strange_share=None,
    strange_sigma=3.0,
    same_failure=0.75,
    clusters=ClusterRule.HDBSCAN,
    user_discontent=0.5,  # the document names neither, so that they change nothing
    user_leaves=0.5,
)
PRESETS: Final[Mapping[str, SignalPolicy]] = MappingProxyType({"default": DEFAULT, "research": RESEARCH})
