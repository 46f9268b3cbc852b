"""X6: on a dump whose shares are known, each rate is what it should be."""

from __future__ import annotations

from functools import cache

import pytest

from atlas.metrics.entries import Audit, Entry, Fault
from unit.metrics.audited import audited
from unit.metrics.mem0_dump import Row, Shares, dump, share

SIZE = 1_200
OFF = 0.03
FAULTS = {
    "junk": Fault.JUNK,
    "exact": Fault.EXACT,
    "near": Fault.NEAR,
    "loop": Fault.LOOP,
    "secret": Fault.SECRET,
}


def _entries(rows: list[Row]) -> list[Entry]:
    return [Entry(str(place), row.text, row.at, row.user) for place, row in enumerate(rows)]


@pytest.mark.parametrize(
    "shares",
    [
        pytest.param(Shares(), id="some of everything"),
        pytest.param(Shares(junk=0.6, exact=0.05, near=0.05, loop=0.05, secret=0.01), id="mostly junk"),
        pytest.param(Shares(junk=0.02, exact=0.3, near=0.2, loop=0.1, secret=0.0), id="mostly copies"),
        pytest.param(Shares(junk=0.05, exact=0.02, near=0.02, loop=0.5, secret=0.05), id="mostly loops"),
        pytest.param(Shares(junk=0.1, exact=0.0, near=0.0, loop=0.0, secret=0.3), id="mostly secrets"),
        pytest.param(Shares(0.0, 0.0, 0.0, 0.0, 0.0), id="clean"),
    ],
)
def test_each_rate_is_within_three_hundredths(shares: Shares) -> None:  # X6
    rows = dump(SIZE, 1, shares)
    audit = audited(_entries(rows))
    seen = {label: (share(rows, label), audit.rate(fault).share or 0.0) for label, fault in FAULTS.items()}
    assert not {label: pair for label, pair in seen.items() if abs(pair[0] - pair[1]) > OFF}


@cache
def _audited_whole(seed: int) -> Audit:
    return audited(_entries(dump(SIZE, seed)))


@pytest.mark.parametrize("label", FAULTS)
def test_what_is_counted_is_what_was_put_in(label: str) -> None:  # X6
    """A rate could be right by chance: of what is found nine in ten were put there, and most of what was is found."""
    rows = dump(SIZE, 4)
    clean = audited(entry for entry, row in zip(_entries(rows), rows, strict=True) if label not in row.labels)
    whole = _audited_whole(4).rate(FAULTS[label]).count
    put = sum(label in row.labels for row in rows)
    false = clean.rate(FAULTS[label]).count
    assert false <= 0.1 * put
    assert whole - false >= 0.85 * put


def test_a_dump_out_of_order_has_the_same_rates() -> None:  # X6
    """Dumps come newest first as often as not; which of two is the copy is told by their dates."""
    entries = _entries(dump(SIZE, 4))
    assert [rate.count for rate in audited(reversed(entries)).rates] == pytest.approx(
        [rate.count for rate in _audited_whole(4).rates], abs=SIZE * 0.005
    )
