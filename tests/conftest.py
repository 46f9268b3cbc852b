"""No test reaches a paid model or the network, and none touches the user's own store."""

from __future__ import annotations

import gc
import os
import re
import socket
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from _network_cache import NetworkCache
from _rewritten_tests import rewrite_share
from _store_template import StoreTemplate
from _unsynced_disk import UnsyncedDisk

LOCAL = {"127.0.0.1", "::1", "localhost"}


# How long an example takes says how busy the machine is, and nothing of what is tested. The suite draws the same
# examples each time, so that it fails for what was changed; the full proof draws new ones, and more.
PROVES = os.environ.get("ATLAS_PROVE") == "full"
settings.register_profile(
    "atlas",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=300 if PROVES else 20,
    derandomize=not PROVES,
)
settings.load_profile("atlas")


# What every test needs is a hook and no fixture: a fixture costs each of thousands of tests a millisecond.

NETWORK_CACHE, STORE_TEMPLATE, UNSYNCED_DISK = NetworkCache(), StoreTemplate(), UnsyncedDisk()
FOLDER = pytest.StashKey[Path]()
numbers = count()


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[object]:
    """Thousands of tests are collected once and stay: nobody looks through them again for what could be let go."""
    rewrite_share(session.config)
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Iterator[object]:
    """Each text is read and embedded once a process, the migrations are run once, and no test waits for the disk."""
    with pytest.MonkeyPatch.context() as patch:
        _forget_settings(patch)
        _forbid_network(patch)
        for each in (NETWORK_CACHE, STORE_TEMPLATE, UNSYNCED_DISK):
            each.install(patch)
        return (yield)


def _forget_settings(patch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("ANTHROPIC_", "OPENAI_")) or (name.startswith("ATLAS_") and name != "ATLAS_DATA"):
            patch.delenv(name)
    patch.setenv("ATLAS_HOME", "no-such-home")
    patch.setenv("ATLAS_CATCH_UP_MS", "600000")  # how busy the machine is decides nothing


def _forbid_network(patch: pytest.MonkeyPatch) -> None:
    real = socket.socket.connect

    def connect(self: socket.socket, address: object) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and (
            not isinstance(address, tuple) or address[0] not in LOCAL
        ):
            raise AssertionError(f"a test tried to reach {address!r}")
        real(self, address)  # type: ignore[arg-type]

    patch.setattr(socket.socket, "connect", connect)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[object]:
    """Each test has a home of its own, which nobody has made yet."""
    base: Path = item.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    folder = item.stash[FOLDER] = base / f"{re.sub(r'[^A-Za-z0-9_]', '_', item.name)[:30]}{next(numbers)}"
    home = folder / "home" if "tmp_path" in getattr(item, "fixturenames", ()) else folder
    os.environ["ATLAS_HOME"] = str(home)
    with NETWORK_CACHE.disabled() if item.get_closest_marker("runs_networks") else nullcontext():
        return (yield)


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest) -> Path:
    """Made when a test asks for it; pytest's own looks through the folders of all tests before for a free number."""
    folder: Path = request.node.stash[FOLDER]
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture(scope="session")
def store_template() -> StoreTemplate:
    return STORE_TEMPLATE


@pytest.fixture(scope="session")
def unsynced_disk() -> UnsyncedDisk:
    return UNSYNCED_DISK


@pytest.fixture
def data() -> Path:
    """The folder of public data sets; whoever needs it skips where there is none."""
    place = os.environ.get("ATLAS_DATA")
    if not place or not Path(place).is_dir():
        pytest.skip("set ATLAS_DATA to the folder of data sets to run this")
    return Path(place)
