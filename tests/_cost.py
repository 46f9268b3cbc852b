"""What tests cost, in seconds of CPU with those of the processes they start: `make test-cost`.

How long a test takes says how busy the machine is. What a fixture for many tests costs is told of the first of them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest

import _fork_server

SHOWN: Final = 30
WIDTH: Final = 110
BEGAN: Final = pytest.StashKey[float]()
NAME: Final = "cpu_s"

spent: Counter[str] = Counter()


def _spend() -> float:
    return sum(os.times()[:4]) + _fork_server.measure_forks()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    item.stash[BEGAN] = _spend()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    try:
        return (yield)
    finally:
        item.user_properties.append((NAME, _spend() - item.stash[BEGAN]))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    spent[report.nodeid] += sum(seconds for name, seconds in report.user_properties if name == NAME)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    files: Counter[str] = Counter()
    for test, seconds in spent.items():
        files[test.partition("::")[0]] += seconds
    terminalreporter.section(f"{spent.total():.0f} s of CPU in {len(spent)} tests")
    for dearest in (files, spent):
        for name, seconds in dearest.most_common(SHOWN):
            terminalreporter.line(f"{seconds:8.1f}  {name[:WIDTH]}")
        terminalreporter.line("")
