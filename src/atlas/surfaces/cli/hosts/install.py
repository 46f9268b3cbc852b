"""`atlas install` and `atlas uninstall`: ATLAS set up beside a coding agent, and removed without a trace."""

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
from atlas.surfaces.cli.shared.output import (
    colour_diff_line,
    confirm_action,
    hint_text,
    print_json,
    print_text,
    styled_text,
)
from atlas.surfaces.views.text import format_count, reveal_hidden

if TYPE_CHECKING:
    from rich.text import Text

    from atlas.surfaces.agents.plan import Plan
    from atlas.surfaces.agents.program import Place, Program

AGENT = click.Choice(AGENTS)
_MISSING: Final = "The MCP server needs one package more: pip install '.[mcp]', in the folder of ATLAS."

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
    _change_setup(run, agent, project, dry_run, yes, remove=False)


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
    _change_setup(run, agent, project, dry_run, yes, remove=True)


def _change_setup(run: Run, agent: str, project: bool, dry_run: bool, yes: bool, *, remove: bool) -> None:
    from atlas.surfaces.agents.plan import apply_plan, plan_setup

    plan = plan_setup(agent, _make_program(run, project), _setup_place(agent, project), remove=remove)
    if not run.as_json:
        print_text(*_describe_plan(plan, remove))
    is_agreed = not dry_run and (not plan.changes or confirm_action(_plan_question(plan), yes, run.as_json))
    if is_agreed:
        apply_plan(plan)
    if run.as_json:
        print_json(_view_plan(plan, is_agreed and bool(plan.changes), remove))
    elif plan.changes:
        print_text(
            hint_text(_next_step(agent, remove) if is_agreed else f"Nothing was {'written' if dry_run else 'changed'}.")
        )


def _setup_place(agent: str, project: bool) -> Place:
    from atlas.settings import folder_from_environment
    from atlas.surfaces.agents.plan import VARIABLES
    from atlas.surfaces.agents.program import Place

    return Place(Path.home(), Path.cwd() if project else None, folder_from_environment(VARIABLES[agent]))


def _make_program(run: Run, project: bool) -> Program:
    """Make the command that the agent calls.

    A project's files are read on other people's machines: there it is the name that a shell finds, with the options of
    this command line alone and nothing from this person's environment.
    """
    from atlas.surfaces.agents.program import Program

    beside = Path(sys.executable).with_name("atlas")
    home, space = run.settings.file or run.settings.home, run.space or run.settings.space
    is_home_named = run.home if project else home.absolute() != Path.home() / ".atlas"
    is_space_named = run.space if project else space != "default"
    options = (["--home", str(home.absolute())] if is_home_named else []) + (
        ["--space", space] if is_space_named else []
    )
    program = Program("atlas" if project or not beside.exists() else str(beside), tuple(options), elsewhere=project)
    _check_encodable(program)
    return program


def _check_encodable(program: Program) -> None:
    for word in (program.command, *program.options):
        try:
            word.encode("utf-8")
        except UnicodeEncodeError:
            raise BadInput(f"{word!a} is not a text in UTF-8, and so cannot stand in an agent's files.") from None


def _describe_plan(plan: Plan, remove: bool) -> list[Text]:
    from atlas.surfaces.agents.plan import diff_lines

    lines = [colour_diff_line(each) for change in plan.changes for each in diff_lines(change)]
    if not plan.changes:
        lines.append(styled_text("There is nothing to take away." if remove else "All of it is there already."))
    foreign = [f"{reveal_hidden(str(path))} is somebody else's and stays as it is." for path in plan.left]
    return [*lines, *(hint_text(each) for each in (*foreign, *_list_missing(remove)))]


def _list_missing(remove: bool) -> list[str]:
    """List the packages that are missing here for the whole setup to work."""
    return [] if remove or find_spec("mcp") is not None else [_MISSING]


def _plan_question(plan: Plan) -> str:
    return f"Change {format_count(len(plan.changes), 'file')}?"


def _next_step(agent: str, remove: bool) -> str:
    if remove:
        return f"Taken away. What is remembered is still there; {agent} takes note when it starts next."
    trust = " Codex asks once whether it may run the hooks (/hooks)." if agent == CODEX else ""
    return f"Done. Start {agent} anew; then ask it what it knows about you.{trust}"


def _view_plan(plan: Plan, written: bool, remove: bool) -> dict[str, object]:
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
    return {"changes": changes, "left": left, "needs": _list_missing(remove), "written": written}
