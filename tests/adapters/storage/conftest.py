from __future__ import annotations

from collections.abc import Iterator

import pytest

from _new_stores import NewStores


@pytest.fixture(autouse=True)
def _by_migrations(new_stores: NewStores) -> Iterator[None]:
    """Here a new store is made as users have it made."""
    with new_stores.left_out():
        yield
