from __future__ import annotations

from collections.abc import Iterator

import pytest

from adapters.llm._server import Bench, serving


@pytest.fixture
def bench() -> Iterator[Bench]:
    with serving() as made:
        yield made
