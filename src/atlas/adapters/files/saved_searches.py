"""A saved search: what somebody looked for, and what was found, as JSON. What was found comes from the web (X1).

{"query": "sqlite wal checkpoint", "results": [{"title": "…", "url": "…", "snippet": "…"}]}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from atlas.adapters.history.parsing import Unreadable, parse_item
from atlas.model.origin import Origin
from atlas.model.source_file import Section, SkipReason

_TEXTS: Final = ("snippet", "text", "content", "summary")
_MOST: Final = 500
"""Results of one search."""


def read_search(text: str) -> Iterable[Section] | SkipReason:
    """The results of a saved search; any other JSON is data, and no text that somebody wrote."""
    try:
        saved = parse_item(bytearray(text.encode()))
    except Unreadable:
        return SkipReason.UNREADABLE
    if not isinstance(saved, dict) or not isinstance(saved.get("results"), list):
        return SkipReason.KIND
    query = saved.get("query")
    if not isinstance(query, str) or not query.strip():
        return SkipReason.KIND
    return list(_read_results(" ".join(query.split()), saved["results"][:_MOST]))


def _read_results(query: str, results: list[Any]) -> Iterator[Section]:
    for result in results:
        if not isinstance(result, dict):
            continue
        told = next((result[name] for name in _TEXTS if isinstance(result.get(name), str)), "")
        title, url = (str(result[name]) if isinstance(result.get(name), str) else "" for name in ("title", "url"))
        if told.strip():
            headings = (f"search: {query}", *([" ".join(title.split())] if title.strip() else []))
            yield Section(headings, f"{told.strip()}\n{url.strip()}".strip(), Origin.WEB)
