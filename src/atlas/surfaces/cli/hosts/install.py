"""`atlas install` and `atlas uninstall`: ATLAS beside a coding agent, and gone from there without a trace."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from atlas.errors import BadInput
from atlas.surfaces.agents import AGENTS, CODEX
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, yes_option
from atlas.surfaces.cli.shared.output import confirm_action, hint_text, print_json, print_text, styled_text
from atlas.surfaces.views.text import format_count, reveal_hidden

if TYPE_CHECKING:
    from rich.text import Text

    from atlas.surfaces.agents.plan import Plan
    from atlas.surfaces.agents.program import Place, Program

AGENT = click.Choice(AGENTS)
_MISSING: Final = "The MCP server needs one package more: pip install '.[mcp]', in the folder of ATLAS."
_COLOURS = {"+": "green", "-": "red", "@": "dim"}

_project_option = click.option(
    "--project/--user", default=False, help="For this folder's project, or for you everywhere.  [default: user]"
)
_dry_option = click.option("--dry-run", is_flag=True, help="Show the change and write nothing.")


@command(
    "install",
    "atlas install claude-code --dry-run",
    "atlas install claude-code --project",
    "atlas install codex --yes",
    gives="changes (file, made, removed, diff), left (files of others), needs (what is missing), written.",
)
@click.argument("agent", type=AGENT)
@_project_option
@_dry_option
@yes_option
@pass_run
def install(run: Run, agent: str, project: bool, dry_run: bool, yes: bool) -> None:
    """Set up ATLAS for a coding agent: claude-code or codex.

    It adds an MCP server, hooks that give the agent what is remembered and take down what was said, and skills to
    remember and forget. Everything else in its files stays as it is; the change is shown before it is made.
    """
    _change(run, agent, project, dry_run, yes, remove=False)


@command(
    "uninstall",
    "atlas uninstall claude-code",
    "atlas uninstall codex --project --yes",
    gives="changes (file, made, removed, diff), left (files of others), needs (what is missing), written.",
)
@click.argument("agent", type=AGENT)
@_project_option
@_dry_option
@yes_option
@pass_run
def uninstall(run: Run, agent: str, project: bool, dry_run: bool, yes: bool) -> None:
    """Take away what `atlas install` added, and nothing else. What is remembered stays."""
    _change(run, agent, project, dry_run, yes, remove=True)


def _change(run: Run, agent: str, project: bool, dry_run: bool, yes: bool, *, remove: bool) -> None:
    from atlas.surfaces.agents.plan import apply_plan, plan_setup

    plan = plan_setup(agent, _program(run, project), _place(agent, project), remove=remove)
    if not run.as_json:
        print_text(*_told(plan, remove))
    agreed = not dry_run and (not plan.changes or confirm_action(_question(plan), yes, run.as_json))
    if agreed:
        apply_plan(plan)
    if run.as_json:
        print_json(_plain(plan, agreed and bool(plan.changes), remove))
    elif plan.changes:
        print_text(hint_text(_next(agent, remove) if agreed else f"Nothing was {'written' if dry_run else 'changed'}."))


def _place(agent: str, project: bool) -> Place:
    from atlas.settings import folder_named
    from atlas.surfaces.agents.plan import VARIABLES
    from atlas.surfaces.agents.program import Place

    return Place(Path.home(), Path.cwd() if project else None, folder_named(VARIABLES[agent]))


def _program(run: Run, project: bool) -> Program:
    """A project's files are read on other people's machines: there it is the name that a shell finds, and only what
    was said here and now; not what happens to be in this person's environment."""
    from atlas.surfaces.agents.program import Program

    beside = Path(sys.executable).with_name("atlas")
    home, space = run.settings.file or run.settings.home, run.space or run.settings.space
    named = run.home if project else home.absolute() != Path.home() / ".atlas"
    called = run.space if project else space != "default"
    options = (["--home", str(home.absolute())] if named else []) + (["--space", space] if called else [])
    program = Program("atlas" if project or not beside.exists() else str(beside), tuple(options), elsewhere=project)
    _check(program)
    return program


def _check(program: Program) -> None:
    for word in (program.command, *program.options):
        try:
            word.encode("utf-8")
        except UnicodeEncodeError:
            raise BadInput(f"{word!a} is not a text in UTF-8, and so cannot stand in an agent's files.") from None


def _told(plan: Plan, remove: bool) -> list[Text]:
    from atlas.surfaces.agents.plan import diff_lines

    lines = [_coloured(each) for change in plan.changes for each in diff_lines(change)]
    if not plan.changes:
        lines.append(styled_text("There is nothing to take away." if remove else "All of it is there already."))
    kept = [f"{reveal_hidden(str(path))} is somebody else's and stays as it is." for path in plan.left]
    return [*lines, *(hint_text(each) for each in (*kept, *_needs(remove)))]


def _needs(remove: bool) -> list[str]:
    """What is missing here for all of it to work."""
    return [] if remove or find_spec("mcp") is not None else [_MISSING]


def _coloured(text: str) -> Text:
    """Never wrapped: a line of a difference is one line."""
    made = styled_text((reveal_hidden(text), _COLOURS.get(text[:1], "")))
    made.no_wrap, made.overflow = True, "ignore"
    return made


def _question(plan: Plan) -> str:
    return f"Change {format_count(len(plan.changes), 'file')}?"


def _next(agent: str, remove: bool) -> str:
    if remove:
        return f"Taken away. What is remembered is still there; {agent} takes note when it starts next."
    trust = " Codex asks once whether it may run the hooks (/hooks)." if agent == CODEX else ""
    return f"Done. Start {agent} anew; then ask it what it knows about you.{trust}"


def _plain(plan: Plan, written: bool, remove: bool) -> dict[str, object]:
    from atlas.surfaces.agents.plan import diff_lines

    changes = [
        {
            "file": str(each.path),
            "made": each.before is None,
            "removed": each.after is None,
            "diff": "\n".join(diff_lines(each)),
        }
        for each in plan.changes
    ]
    left = [str(path) for path in plan.left]
    return {"changes": changes, "left": left, "needs": _needs(remove), "written": written}
