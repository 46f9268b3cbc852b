"""`atlas docs`, `docs show`, `docs history`: the documents, what they say or said, and their versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from atlas.surfaces.cli.lookup.memory_text import status_text
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, group, limit_option
from atlas.surfaces.cli.shared.output import hint_text, make_table, print_json, print_text, styled_text
from atlas.surfaces.cli.shared.past_moments import parse_past_moment
from atlas.surfaces.views.documents import cause_text, touched_text, view_summary, view_version
from atlas.surfaces.views.text import format_day, format_moment, one_line, reveal_hidden

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.text import Text

    from atlas.engine.inspect.documents import DocumentSummary
    from atlas.engine.inspect.version_stories import VersionStory

_COMMENT: Final = r"<!--(?s:.*?)-->"


@group(
    "docs",
    "atlas docs",
    "atlas docs show profile",
    "atlas docs diff 2026-03-01 2026-04-30",
    "atlas docs blame profile",
    "atlas docs export ~/documents && atlas docs import ~/documents",
    gives="documents, each with path, title, status, lines, updated_at, version (the number of the one that changed it "
    "last) and by (what that came of).",
)
@pass_run
@click.pass_context
def docs(ctx: click.Context, run: Run) -> None:
    """Read the documents that ATLAS keeps about itself.

    Persona, user profile, domain knowledge, strategies, corrections, principles, the agent's notes, pages of a wiki. It
    amends them in the open: each change is a version with its cause, which can be compared, traced line by line, and
    restored. NAME is a path such as user-profile.md, or just profile.
    """
    if ctx.invoked_subcommand is not None:
        return
    with run.open_for_reading() as atlas:
        found = atlas.documents.list()
    if run.as_json:
        print_json({"documents": [view_summary(each) for each in found]})
        return
    if not found:
        print_text("No document has been written yet: what is learned is filed into them by and by.")
        return
    rows = [_summary_row(each, run.zone) for each in found]
    table = make_table(["DOCUMENT", "LINES", "STATUS", "CHANGED", "IN VERSION"], rows, "IN VERSION")
    print_text(table, hint_text(f"Read one: atlas docs show {found[0].path}. All changes: atlas docs history"))


def _summary_row(document: DocumentSummary, zone: tzinfo) -> list[str | Text]:
    last = f"{document.last.number}: {cause_text(document.last)}" if document.last else ""
    day = format_day(document.updated_at, zone)
    return [one_line(document.path), str(document.lines), status_text(document.status), day, last]


@command(
    "show",
    "atlas docs show profile",
    "atlas docs show user-profile.md --version 3",
    "atlas docs show profile --as-of 2026-03-01",
    "atlas docs show constitution",
    gives="path, text, version (of what is shown), at and status.",
)
@click.argument("name")
@click.option("--version", type=click.IntRange(0), help="As it stood after this version.")
@click.option("--as-of", metavar="WHEN", help="As it stood at this time: 2026-03-01, March, yesterday; its end.")
@pass_run
def show_document(run: Run, name: str, version: int | None, as_of: str | None) -> None:
    """Show what a document says, or said.

    A comment such as <!-- m_4kq9zt --> names the memory that a line was filed from, and is never served. What was
    forgotten is not told of any version.
    """
    with run.open_for_reading() as atlas:
        moment = parse_past_moment(as_of, atlas.admin.now(), run.zone) if as_of is not None else None
        found = atlas.documents.read(name, version=version, as_of=moment)
    if run.as_json:
        print_json(found)
        return
    text = styled_text(reveal_hidden(found.text.removesuffix("\n")))
    text.highlight_regex(_COMMENT, "dim")
    text.highlight_regex(r"(?m)^#{1,6} .*$", "bold")
    print_text(text)


@command(
    "history",
    "atlas docs history",
    "atlas docs history profile",
    "atlas docs history --json | jq -r '.versions[].says'",
    gives="versions, the newest first, each with number, at, actor, cause, says (the cause in words), documents (path, "
    "added and removed lines, or forgotten), reason, proposals, sources and entry (for `atlas revert`).",
)
@click.argument("name", required=False)
@limit_option(20)
@pass_run
def history(run: Run, name: str | None, limit: int) -> None:
    """List the versions of the documents, and why each came about.

    With NAME only those that changed this document.
    """
    with run.open_for_reading() as atlas:
        found = atlas.documents.versions(name, limit)
    if run.as_json:
        print_json({"versions": [view_version(each) for each in found]})
        return
    if not found:
        print_text("There is no version yet.")
        return
    rows = [_version_row(each, run.zone) for each in found]
    last = found[0].number
    back = f" Take it back: atlas docs restore {last - 1}" if last > 1 else ""
    hint = hint_text(f"What one did: atlas docs diff {last - 1} {last}.{back}")
    print_text(make_table(["#", "WHEN", "WHAT"], rows, "WHAT"), hint)


def _version_row(story: VersionStory, zone: tzinfo) -> list[str | Text]:
    touched = ", ".join(map(touched_text, story.documents))
    reason = f"\n{one_line(story.reason)}" if story.reason else ""
    what = styled_text(touched, f": {cause_text(story)}", (reason, "dim"))
    return [str(story.number), format_moment(story.at, zone), what]
