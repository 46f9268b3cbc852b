"""How the journal looks on a terminal: what an entry did, and to what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from atlas.model.journal import Action, Entry, Part, Row, RowKind
from atlas.model.memory import Status
from atlas.surfaces.views.status_words import STATUS_WORDS
from atlas.surfaces.views.text import clipped, counted, short

if TYPE_CHECKING:
    pass

_TEXT: Final = 300
_NAMED: Final = 3
"""Ids of which an entry names so many."""
_SHOWN: Final = 6
"""Rows of an entry that are told each; of more than so many, the first few are."""
_NOTHING: Final = "–"
_ACTIONS: Final = {
    Action.OBSERVED: "observed",
    Action.REMEMBERED: "remembered",
    Action.DECIDED: "decided",
    Action.CLOSED: "closed",
    Action.REFUSED: "refused",
    Action.HELD: "held",
    Action.CHANGED: "changed",
    Action.FORGOTTEN: "forgot",
    Action.UNDONE: "took back",
    Action.TROUBLE: "trouble",
    Action.EXPIRED: "expired",
    Action.REINFORCED: "reinforced",
    Action.CONSOLIDATED: "consolidated",
}


def action_word(action: Action) -> str:
    return _ACTIONS[action]


def told(entry: Entry) -> str:
    """What an entry is about, in one line, from what it recorded."""
    if entry.action is Action.UNDONE:
        parts = _parts(entry)
        return f"entry {entry.cause}" if parts == _NOTHING else f"entry {entry.cause}: {parts}"
    if entry.action is Action.OBSERVED:
        return _observed(entry)
    return _parts(entry)


def _observed(entry: Entry) -> str:
    """How much was said; where somebody vouches for it, their word."""
    number = sum(part.kind is RowKind.MESSAGE for part in entry.parts)
    notes = [text for part in entry.parts if part.kind is RowKind.NOTE and (text := _part(part))]
    return "; ".join([*notes, *([counted(number, "message")] if number or not notes else [])])


def _parts(entry: Entry) -> str:
    if entry.action is Action.FORGOTTEN:
        return ", ".join(_tally(entry.parts)) or "nothing"
    if entry.action is Action.REINFORCED:
        return "; ".join(_moved(entry.parts)) or "nothing"
    texts = [(part.kind, text) for part in entry.parts if (text := _part(part))]
    shown = {RowKind.MEMORY, RowKind.NOTE}
    if not any(kind is RowKind.MEMORY for kind, _ in texts):
        shown.add(RowKind.PROPOSAL)  # it changed nothing: what was wished and why not is all there is to tell
    return _few(list(dict.fromkeys(text for kind, text in texts if kind in shown))) or _NOTHING


def _few(texts: Sequence[str]) -> str:
    """A batch in one line: the first of it, and how many more."""
    if len(texts) <= _SHOWN:
        return "; ".join(texts)
    return f"{'; '.join(texts[:_NAMED])}; and {len(texts) - _NAMED:,} more"


def _moved(parts: Sequence[Part]) -> Iterator[str]:
    """`used m_4kq9zt, m_7hw2ac; ignored m_9tn3ed and 2 more`: whose strength moved, and why."""
    by_word: dict[str, list[str]] = {}
    for part in parts:
        by_word.setdefault(_became(part), []).append(short(part.id))
    for word, ids in sorted(by_word.items(), reverse=True):
        more = f" and {len(ids) - _NAMED:,} more" if len(ids) > _NAMED else ""
        yield f"{word} {', '.join(ids[:_NAMED])}{more}"


def _became(part: Part) -> str:
    """Told from the counts that moved with it: being ignored has none."""
    change = part.change()
    moved = (change.after or {}) if change else {}
    return "helped" if "applications" in moved else "used" if "uses" in moved else "ignored" if change else "moved"


def _tally(parts: Sequence[Part]) -> Iterator[str]:
    for kind, many in ((RowKind.MEMORY, "memories"), (RowKind.MESSAGE, "messages"), (RowKind.ENTITY, "names")):
        number = sum(part.kind is kind for part in parts)
        if number:
            yield counted(number, kind.value, many)


def _part(part: Part) -> str:
    if part.erased:
        return f"{short(part.id)} (text forgotten)"
    change = part.change()
    if change is None or part.kind is RowKind.ENTITY:
        return ""
    if part.kind is RowKind.NOTE:
        return clipped(str((change.after or {}).get("text", "")), _TEXT)
    if part.kind is RowKind.PROPOSAL:
        return _wished(change.after or {})
    return _row(short(part.id), change.before, change.after)


def _row(id: str, before: Row | None, after: Row | None) -> str:
    old, new = before or {}, after or {}
    content = clipped(str(new.get("content") or old.get("content") or "a message"), _TEXT)
    was, now = (_status(row.get("status")) for row in (old, new))
    if old and new and was != now:
        return f"{id} {was} → {now}: {content}"
    if old and not new:
        return f"{id} withdrawn: {content}"
    return f"{id} {content}"


def _status(value: object) -> str:
    return STATUS_WORDS[Status(value)] if isinstance(value, str) else "gone"


def _wished(row: Row) -> str:
    """A proposal and what was found about it."""
    proposal, findings = row.get("proposal"), row.get("findings")
    body = proposal.get("body") if isinstance(proposal, dict) else None
    content = body.get("content") if isinstance(body, dict) else None
    listed = findings if isinstance(findings, list) else []
    says = [str(each.get("says", "")) for each in listed if isinstance(each, dict)]
    return ": ".join(clipped(text, _TEXT) for text in (str(content or ""), " ".join(says)) if text)


def view_entry(entry: Entry) -> dict[str, object]:
    """A journal entry as JSON; each part with its row before and after, unless that was erased."""
    from atlas.model.plain_data import instant_text

    parts = []
    for part in entry.parts:
        change = part.change()
        rows = {"before": change.before, "after": change.after} if change else {}
        parts.append({"kind": part.kind.value, "id": part.id, "erased": part.erased, **rows})
    return {
        "seq": entry.seq,
        "at": instant_text(entry.at),
        "actor": entry.actor.value,
        "action": entry.action.value,
        "cause": entry.cause,
        "says": told(entry),
        "parts": parts,
        "chain": entry.chain,
    }
