"""Journal entries in words: an entry's action, and the rows that it changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from atlas.evolution.versions import count_changed_lines
from atlas.model.document import DocumentKind
from atlas.model.document_paths import PATHS
from atlas.model.journal import Action, Entry, Part, Row, RowKind
from atlas.model.memory import Memory, Status
from atlas.model.metric import Rung
from atlas.model.plain_data import proposal_from_plain
from atlas.model.proposal import Amend, Argue, Remember, named_memories
from atlas.surfaces.views.status_words import STATUS_WORDS
from atlas.surfaces.views.text import clip_line, format_count, short_id

_TEXT: Final = 300
_WORDS: Final = 80
"""Characters of a memory's words beside its id."""
_NAMED: Final = 3
"""Ids of which an entry names so many."""
_SHOWN: Final = 6
"""Rows of an entry that are told each; of more than so many, the first few are."""
_NOTHING: Final = "–"
_SELECTED: Final = ("conversation", "origin", "since", "memory")
_ACTIONS: Final = {
    Action.OBSERVED: "observed",
    Action.REMEMBERED: "remembered",
    Action.DECIDED: "decided",
    Action.DEMOTED: "put back to review",
    Action.CLOSED: "closed",
    Action.REFUSED: "refused",
    Action.HELD: "held",
    Action.CHANGED: "changed",
    Action.FORGOTTEN: "forgot",
    Action.UNDONE: "took back",
    Action.TROUBLE: "trouble",
    Action.VIOLATED: "constitution broken",
    Action.PINNED: "constitution pinned",
    Action.EXPIRED: "expired",
    Action.REINFORCED: "reinforced",
    Action.CONSOLIDATED: "consolidated",
    Action.AMENDED: "amended",
    Action.ARGUED: "argued",
    Action.MOVED: "moved",
    Action.JUDGED: "judged",
    Action.ESCALATED: "held back",
    Action.RESUMED: "resumed",
    Action.QUARANTINED: "quarantined",
    Action.INGESTED: "ingested",
}


def action_word(action: Action) -> str:
    return _ACTIONS[action]


def describe_entry(entry: Entry, named: Mapping[str, Memory] | None = None) -> str:
    """Describe on one line what an entry did, from what the entry recorded; where that is only an id, the memory of
    `named` is told in its words."""
    if entry.action is Action.UNDONE:
        parts = _describe_parts(entry, named or {})
        return f"entry {entry.cause}" if parts == _NOTHING else f"entry {entry.cause}: {parts}"
    if entry.action is Action.OBSERVED:
        return _describe_observation(entry)
    return _describe_parts(entry, named or {})


def _describe_observation(entry: Entry) -> str:
    """Count the messages of an observation; where somebody vouched for them, quote the reason."""
    number = sum(part.kind is RowKind.MESSAGE for part in entry.parts)
    notes = [text for part in entry.parts if part.kind is RowKind.NOTE and (text := _describe_part(part, {}))]
    return "; ".join([*notes, *([format_count(number, "message")] if number or not notes else [])])


def _describe_parts(entry: Entry, named: Mapping[str, Memory]) -> str:
    if entry.action is Action.FORGOTTEN:
        return ", ".join(_count_rows(entry.parts)) or "nothing"
    if entry.action is Action.REINFORCED:
        return "; ".join(_describe_reinforcement(entry.parts, named)) or "nothing"
    descriptions = [(part.kind, text) for part in entry.parts if (text := _describe_part(part, named))]
    kinds = {RowKind.MEMORY, RowKind.DOCUMENT, RowKind.NOTE, RowKind.BELIEF, RowKind.ESCALATION, RowKind.QUARANTINE}
    if entry.action in (Action.ARGUED, Action.UNDONE):
        kinds.add(RowKind.ARGUMENT)  # elsewhere a belief tells what its arguments came to
    if not any(kind is RowKind.MEMORY for kind, _ in descriptions):
        kinds.add(RowKind.PROPOSAL)  # it changed nothing: what was wished and why not is all there is to tell
    return _join_few(list(dict.fromkeys(text for kind, text in descriptions if kind in kinds))) or _NOTHING


def _join_few(texts: Sequence[str]) -> str:
    """Join the descriptions of a batch: the first few, and how many more there are."""
    if len(texts) <= _SHOWN:
        return "; ".join(texts)
    return f"{'; '.join(texts[:_NAMED])}; and {len(texts) - _NAMED:,} more"


def _describe_reinforcement(parts: Sequence[Part], named: Mapping[str, Memory]) -> Iterator[str]:
    """`used m_4kq9zt The user likes tea; ignored m_9tn3ed and 2 more`: memories by why their strength moved."""
    by_word: dict[str, list[str]] = {}
    for part in parts:
        by_word.setdefault(_reinforcement_word(part), []).append(_name_memory(part.id, named))
    for word, names in sorted(by_word.items(), reverse=True):
        more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
        yield f"{word} {', '.join(names[:_NAMED])}{more}"


def _name_memory(id: str, named: Mapping[str, Memory]) -> str:
    """Name a memory by its short id and, where it is known, its words."""
    memory = named.get(id)
    return f"{short_id(id)} {clip_line(memory.content, _WORDS)}".strip() if memory else short_id(id)


def _reinforcement_word(part: Part) -> str:
    """Name the reason of a moved strength by the counts that moved with it: being ignored moves none."""
    change = part.change()
    fields = (change.after or {}) if change else {}
    return "helped" if "applications" in fields else "used" if "uses" in fields else "ignored" if change else "moved"


def _count_rows(parts: Sequence[Part]) -> Iterator[str]:
    for kind, many in ((RowKind.MEMORY, "memories"), (RowKind.MESSAGE, "messages"), (RowKind.ENTITY, "names")):
        number = sum(part.kind is kind for part in parts)
        if number:
            yield format_count(number, kind.value, many)
    for kind in (RowKind.BELIEF, RowKind.ARGUMENT):
        number = sum(part.kind is kind for part in parts)
        if number:
            yield format_count(number, kind.value)
    documents = {part.id.rpartition("@")[0] for part in parts if part.kind is RowKind.DOCUMENT}
    if documents:
        yield f"lines of {format_count(len(documents), 'document')}"


def _describe_part(part: Part, named: Mapping[str, Memory]) -> str:
    if part.erased:
        name = part.id if part.kind is RowKind.DOCUMENT else short_id(part.id)
        return f"{name} (text forgotten)"
    change = part.change()
    if change is None or part.kind is RowKind.ENTITY:
        return ""
    if part.kind is RowKind.NOTE:
        return clip_line(str((change.after or {}).get("text", "")), _TEXT)
    if part.kind is RowKind.DOCUMENT:
        return _describe_document(change.before or {}, change.after or {})
    if part.kind is RowKind.PROPOSAL:
        return _describe_proposal(change.after or {}, named)
    if part.kind is RowKind.BELIEF:
        return _describe_belief(short_id(part.id), change.before, change.after)
    if part.kind is RowKind.ARGUMENT:
        return _describe_argument(short_id(part.id), change.before, change.after)
    if part.kind is RowKind.QUARANTINE:
        return _describe_quarantine(short_id(part.id), change.after or {})
    if part.kind is RowKind.ESCALATION:
        return _describe_escalation(change.before or {}, change.after or {})
    held = named.get(part.id)
    return _describe_row(short_id(part.id), change.before, change.after, held.content if held else "")


def _describe_row(id: str, before: Row | None, after: Row | None, current: str) -> str:
    """A row that has no words of its own is a message's: `current` are those of today."""
    old, new = before or {}, after or {}
    content = clip_line(str(new.get("content") or old.get("content") or current or "a message"), _TEXT)
    old_status, new_status = (_status_word(row.get("status")) for row in (old, new))
    if old and new and old_status != new_status:
        return f"{id} {old_status} → {new_status}: {content}"
    if old and not new:
        return f"{id} withdrawn: {content}"
    return f"{id} {content}"


def _describe_document(before: Row, after: Row) -> str:
    """`user-profile.md +3 -1`: a document by its path, a page by its topic, and how many lines changed."""
    kind, title = DocumentKind(str(after["kind"])), str(after.get("title", ""))
    name = PATHS.get(kind) or f"wiki page {clip_line(title, _WORDS)}"
    added, removed = count_changed_lines(str(before.get("text", "")), str(after["text"]))
    return f"{name} +{added} -{removed}"


def _describe_belief(id: str, before: Row | None, after: Row | None) -> str:
    """`v_4kq9zt remote work +0.10 → +0.16`: where a belief stood, and where it stands."""
    old, new = before or {}, after or {}
    topic = clip_line(str(new.get("topic") or old.get("topic")), _WORDS)
    if not new:
        return f"{id} withdrawn: {topic}"
    stances = dict.fromkeys(f"{float(str(row['stance'])):+.2f}" for row in (old, new) if row)
    statuses = dict.fromkeys(_status_word(row.get("status")) for row in (old, new) if row)
    told = f", {' → '.join(statuses)}" if len(statuses) > 1 else ""
    pins = [bool(row.get("pinned")) for row in (old, new)]
    held = "" if not old or pins[0] == pins[1] else ", pinned" if pins[1] else ", no longer pinned"
    return f"{id} {topic} {' → '.join(stances)}{told}{held}"


def _describe_argument(id: str, before: Row | None, after: Row | None) -> str:
    """`a_9tn3ed for v_4kq9zt: Commuting costs a day a week.`"""
    row = after or before or {}
    side = "for" if int(str(row["direction"])) > 0 else "against"
    insight = clip_line(str(row.get("insight") or row["reasoning"]), _TEXT)
    return f"{id} {side} {short_id(str(row['belief']))}{'' if after else ' withdrawn'}: {insight}"


def _describe_quarantine(id: str, after: Row) -> str:
    """`q_8c3h conversation c1`, `q_8c3h origin web (lifted)`: what is contained."""
    named = [f"{name} {clip_line(str(after[name]), _WORDS)}" for name in _SELECTED if after.get(name)]
    return f"{id} {', '.join(named)}{' (lifted)' if after.get('lifted_at') else ''}"


def _describe_escalation(before: Row, after: Row) -> str:
    """`free → restricted: The consistency is 0.40; less than 0.85 is too little.`"""
    rungs = f"{before.get('rung', Rung.FREE)} → {after.get('rung')}"
    return f"{rungs}: {clip_line(str(after['why']), _TEXT)}" if after.get("why") else rungs


def _status_word(value: object) -> str:
    return STATUS_WORDS[Status(value)] if isinstance(value, str) else "gone"


def _describe_proposal(row: Row, named: Mapping[str, Memory]) -> str:
    """Describe a proposal, by its words or by the memories it is about, with the findings of its verdict."""
    findings = row.get("findings")
    listed = findings if isinstance(findings, list) else []
    says = [str(each.get("says", "")) for each in listed if isinstance(each, dict)]
    wish = _describe_wish(row.get("proposal"), named)
    return ": ".join(clip_line(text, _TEXT) for text in (wish, " ".join(says)) if text)


def _describe_wish(row: object, named: Mapping[str, Memory]) -> str:
    """`The user likes tea`, of what would be remembered; `archive m_4kq9zt The user likes tea`, of all else."""
    if not isinstance(row, dict):
        return ""
    proposal = proposal_from_plain(row)
    if isinstance(proposal, Remember):
        return proposal.content
    if isinstance(proposal, Amend):
        return proposal.reason
    if isinstance(proposal, Argue):
        return f"argue {proposal.topic}"
    names = [_name_memory(id, named) for id in named_memories(proposal)]
    return f"{type(proposal).__name__.lower()} {', '.join(names[:_NAMED])}".strip()


def view_entry(entry: Entry, named: Mapping[str, Memory] | None = None) -> dict[str, object]:
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
        "says": describe_entry(entry, named),
        "parts": parts,
        "chain": entry.chain,
    }
