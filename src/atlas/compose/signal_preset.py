"""The preset of signals, as far as the packages that it needs are there."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec

from atlas.errors import BadInput
from atlas.signals.policy import PRESETS, ClusterRule, SignalPolicy


def signal_policy(name: str) -> tuple[SignalPolicy, tuple[str, ...]]:
    """Choose the preset of signals; where the package that it groups failures with is missing, the default rule and
    a notice."""
    try:
        chosen = PRESETS[name]
    except KeyError:
        raise BadInput(f"There are no signals {name!r}; there are {', '.join(PRESETS)}.") from None
    if chosen.clusters is not ClusterRule.HDBSCAN or _has_hdbscan():
        return chosen, ()
    notice = (
        f"The signals {name} group failures by HDBSCAN, which needs scikit-learn 1.3 or newer, not installed here; "
        "they are grouped by the default rule instead."
    )
    return replace(chosen, clusters=ClusterRule.AVERAGE_LINK), (notice,)


def _has_hdbscan() -> bool:
    """Tell whether HDBSCAN is installed without importing it: that takes longer than everything else here."""
    from importlib.metadata import PackageNotFoundError, version  # slow to import

    try:
        numbers = version("scikit-learn").split(".")[:2]
    except PackageNotFoundError:
        return False
    return find_spec("sklearn") is not None and [int(each) for each in numbers if each.isdigit()] >= [1, 3]
