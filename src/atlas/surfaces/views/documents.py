"""Documents, their versions and amendments in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from atlas.evolution.versions import list_changed_lines
from atlas.model.document import WHOLE, Edit
from atlas.model.proposal import Amend
from atlas.model.version import VersionCause
from atlas.surfaces.views.json_text import make_plain
from atlas.surfaces.views.text import one_line

if TYPE_CHECKING:
    from atlas.engine.inspect.documents import BlamedLine, DocumentSummary
    from atlas.engine.inspect.version_stories import DocumentTouched, VersionStory


def cause_text(story: VersionStory) -> str:
    """What a version came of: `rules filed it`, `a model (opus) proposed it, the operator approved it`."""
    approved = f", the {story.approved_by} approved it" if story.approved_by else ""
    match story.cause:
        case VersionCause.FILED:
            return f"rules filed it{approved}"
        case VersionCause.PROPOSED:
            return f"a model ({one_line(story.thinker)}) proposed it{approved}"
        case VersionCause.AMENDED:
            return f"a proposal that was forgotten since{approved}"
        case VersionCause.EDITED:
            return "the operator's edit"
        case VersionCause.NOTED:
            return "the application's note"
        case VersionCause.RESTORED:
            return f"version {story.of} restored" if story.of else "an older version restored"
        case VersionCause.UNDONE:
            return f"version {story.of} undone" if story.of else "an undo"
        case VersionCause.FORGOTTEN:
            return "something was forgotten"


def touched_text(touched: DocumentTouched) -> str:
    """`user-profile.md +3 -1`; of what was forgotten no more than that."""
    if touched.forgotten:
        return f"{one_line(touched.path)} (forgotten)"
    return f"{one_line(touched.path)} +{touched.added} -{touched.removed}"


def view_version(story: VersionStory) -> dict[str, object]:
    return {**make_plain(story), "says": cause_text(story)}


def view_summary(document: DocumentSummary) -> dict[str, object]:
    version = {"version": document.last.number, "by": cause_text(document.last)} if document.last else {"version": 0}
    known = {name: getattr(document, name) for name in ("path", "title", "status", "lines", "updated_at")}
    return {**make_plain(known), **version}


def view_line(line: BlamedLine) -> dict[str, object]:
    """A line with the version that brought it; null where that was forgotten."""
    version = view_version(line.version) if line.version else None
    return {"text": line.text.removesuffix("\n"), "version": version, "memory": make_plain(line.memory)}


def name_documents(proposal: Amend) -> str:
    return ", ".join(dict.fromkeys(one_line(edit.document) for edit in proposal.edits))


def amendment_lines(proposal: Amend) -> Iterator[str]:
    """What an amendment would change: each block by its name, and under it the lines behind `-` or `+`."""
    for (document, block), edits in groupby(proposal.edits, key=_find_place):
        yield f"{document} · {block}" if block not in ("", WHOLE) else document
        for edit in edits:
            yield from list_changed_lines(edit.old, edit.new)


def _find_place(edit: Edit) -> tuple[str, str]:
    return edit.document, edit.block
