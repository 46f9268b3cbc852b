from __future__ import annotations

from collections.abc import Iterator

import pytest

from _store_template import StoreTemplate


@pytest.fixture(autouse=True)
def _run_migrations(store_template: StoreTemplate) -> Iterator[None]:
    """Here a new store is made as users have it made."""
    with store_template.disabled():
        yield
