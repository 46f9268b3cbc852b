"""No test reaches a paid model or the network, and none touches the user's own store."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from _network_cache import NetworkCache
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


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.startswith(("ANTHROPIC_", "OPENAI_")) or (name.startswith("ATLAS_") and name != "ATLAS_DATA"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("ATLAS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("ATLAS_CATCH_UP_MS", "600000")  # how busy the machine is decides nothing
    real = socket.socket.connect

    def connect(self: socket.socket, address: object) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and (
            not isinstance(address, tuple) or address[0] not in LOCAL
        ):
            raise AssertionError(f"a test tried to reach {address!r}")
        real(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", connect)


@pytest.fixture(scope="session")
def session_patch() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(scope="session", autouse=True)
def network_cache(session_patch: pytest.MonkeyPatch) -> NetworkCache:
    """Each text is read and embedded once a process, for fixtures of every scope."""
    cache = NetworkCache()
    cache.install(session_patch)
    return cache


@pytest.fixture(scope="session", autouse=True)
def store_template(session_patch: pytest.MonkeyPatch) -> StoreTemplate:
    """The migrations are run once a process, for fixtures of every scope."""
    template = StoreTemplate()
    template.install(session_patch)
    return template


@pytest.fixture(scope="session", autouse=True)
def unsynced_disk(session_patch: pytest.MonkeyPatch) -> UnsyncedDisk:
    """No test waits for the disk, for fixtures of every scope."""
    disk = UnsyncedDisk()
    disk.install(session_patch)
    return disk


@pytest.fixture(autouse=True)
def _run_networks(network_cache: NetworkCache, request: pytest.FixtureRequest) -> Iterator[None]:
    with network_cache.disabled() if request.node.get_closest_marker("runs_networks") else nullcontext():
        yield


@pytest.fixture
def data() -> Path:
    """The folder of public data sets; whoever needs it skips where there is none."""
    place = os.environ.get("ATLAS_DATA")
    if not place or not Path(place).is_dir():
        pytest.skip("set ATLAS_DATA to the folder of data sets to run this")
    return Path(place)
