"""`atlas approve`, `reject` and `sensitive`: a person decides on memories, by id or for everything that waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from atlas.model.memory import Status
from atlas.surfaces.cli.lookup.memory_text import STATUS_STYLES, replies_text, reply_line
from atlas.surfaces.cli.lookup.pending import waiting_table
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, conversation_option, kind_option, origin_option, yes_option
from atlas.surfaces.cli.shared.output import confirm_action, hint_text, indent_part, print_json, print_text, styled_text
from atlas.surfaces.views.decision import view_decision
from atlas.surfaces.views.id_lookup import check_id_kind
from atlas.surfaces.views.status_words import STATUS_WORDS
from atlas.surfaces.views.text import clip_line, format_count, short_id

if TYPE_CHECKING:
    from atlas.engine.curate.proposals import Decision
    from atlas.engine.inspect.status import Pending
    from atlas.surfaces.library import Atlas

_MOST = 10_000
_GIVES = (
    "decisions, each with id, status, content, closed (what it replaced), entry (for `atlas journal revert`) and, of "
    "an amendment, version (of the documents)."
)
_REJECTED_GIVES = (
    f"{_GIVES[:-1]}; with them touched: the newest 50 replies that it stood behind (message, text, at, used, …)."
)


ids_argument = click.argument("ids", nargs=-1)
all_option = click.option("--all", "everything", is_flag=True, help="All that wait and match the filters.")
search_option = click.option("--search", metavar="WORDS", default="", help="Only what says or quotes these words.")
reason_option = click.option("--reason", metavar="TEXT", default="", help="Kept in the journal.")


@command(
    "approve",
    "atlas approve m_4kq9zt m_7hw2ac",
    "atlas approve --all --kind preference",
    "atlas approve --all --conversation c1 --yes --reason 'checked by Ana'",
    gives=_GIVES,
)
@ids_argument
@all_option
@kind_option
@origin_option
@conversation_option
@search_option
@reason_option
@yes_option
@pass_run
def approve(
    run: Run,
    ids: tuple[str, ...],
    everything: bool,
    kinds: tuple[str, ...],
    origins: tuple[str, ...],
    conversation: str | None,
    search: str,
    reason: str,
    yes: bool,
) -> None:
    """Let memories be used.

    From now on they may reach a context. All of the ids are approved or none. With --all you see them first and are
    asked.
    """
    _decide_memories(
        run, Status.APPROVED, ids, everything, PendingFilter(kinds, origins, conversation, search), reason, yes
    )


@command(
    "reject",
    "atlas reject m_4kq9zt --reason 'a joke'",
    "atlas reject --all --origin web",
    "atlas reject --all --origin tool --conversation c1 --yes",
    gives=_REJECTED_GIVES,
)
@ids_argument
@all_option
@kind_option
@origin_option
@conversation_option
@search_option
@reason_option
@yes_option
@pass_run
def reject(
    run: Run,
    ids: tuple[str, ...],
    everything: bool,
    kinds: tuple[str, ...],
    origins: tuple[str, ...],
    conversation: str | None,
    search: str,
    reason: str,
    yes: bool,
) -> None:
    """Refuse memories, and see which replies they touched.

    They are never used again, and the same is not proposed again. All of the ids are rejected or none. With --all you
    see them first and are asked.
    """
    _decide_memories(
        run, Status.REJECTED, ids, everything, PendingFilter(kinds, origins, conversation, search), reason, yes
    )


@command(
    "sensitive",
    "atlas sensitive m_4kq9zt",
    "atlas sensitive m_4kq9zt m_7hw2ac --reason 'about health'",
    gives=_GIVES,
)
@click.argument("ids", nargs=-1, required=True)
@reason_option
@pass_run
def sensitive(run: Run, ids: tuple[str, ...], reason: str) -> None:
    """Keep memories to yourself.

    They are known and never served, and an export leaves them out with the words that tell them, unless it is asked
    for them. All of the ids are marked or none.
    """
    _decide_memories(run, Status.SENSITIVE, ids, everything=False, filters=PendingFilter(), reason=reason, yes=True)


@dataclass(frozen=True, slots=True)
class PendingFilter:
    """The filters that choose among the memories and proposals that wait."""

    kinds: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    conversation: str | None = None
    search: str = ""

    @property
    def is_given(self) -> bool:
        return bool(self.kinds or self.origins or self.conversation or self.search)


def _decide_memories(
    run: Run, status: Status, ids: tuple[str, ...], everything: bool, filters: PendingFilter, reason: str, yes: bool
) -> None:
    if bool(ids) == everything:
        raise click.UsageError("Give ids, or --all with filters." if not ids else "Give ids or --all, not both.")
    if ids and filters.is_given:
        raise click.UsageError("The filters go with --all.")
    check_id_kind(ids, takes="mpv", yes=status is Status.APPROVED)
    with run.open_atlas() as atlas:
        chosen = ids if ids else _choose_waiting(run, atlas, status, filters, yes)
        decisions = atlas.review.decide(status, *chosen, reason=reason) if chosen else []
    _print_decisions(run, status, decisions)


def _choose_waiting(run: Run, atlas: Atlas, status: Status, filters: PendingFilter, yes: bool) -> tuple[str, ...]:
    """Choose what waits and matches, and show it before anything is decided."""
    waiting = _read_waiting(atlas, filters)
    ids = waiting.ids
    if not ids:
        return ()
    if not run.as_json:
        print_text(waiting_table(waiting, run.zone))
    verb = "Approve" if status is Status.APPROVED else "Reject"
    if not confirm_action(
        f"{verb} {'all ' if len(ids) > 1 else ''}{format_count(len(ids), 'item')}?", yes, run.as_json
    ):
        print_text("Nothing was decided.")
        raise click.exceptions.Exit(1)
    return ids


def _read_waiting(atlas: Atlas, filters: PendingFilter) -> Pending:
    return atlas.review.pending(
        _MOST,
        kinds=filters.kinds,
        origins=filters.origins,
        search=filters.search,
        conversation=filters.conversation,
        everything=True,
    )


def _print_decisions(run: Run, status: Status, decisions: list[Decision]) -> None:
    if run.as_json:
        print_json({"decisions": [view_decision(each) for each in decisions]})
        return
    if not decisions:
        print_text("Nothing like that waits for you.")
        return
    for each in decisions:
        closed = f"  (replaces {', '.join(short_id(id) for id in each.closed)})" if each.closed else ""
        status_word = (f"{STATUS_WORDS[status]:<10}", STATUS_STYLES.get(status, "dim"))
        print_text(styled_text(status_word, short_id(each.id), "  ", clip_line(each.content, 300), (closed, "dim")))
        if each.version is not None:
            print_text(indent_part(f"It is version {each.version} of the documents: atlas docs diff.", 2))
        if each.touched:
            print_text(indent_part(f"It stood behind {replies_text(each.touched)}:", 2))
            print_text(*(indent_part(reply_line(reply, run.zone), 4) for reply in each.touched))
    if status is Status.REJECTED and not any(each.touched for each in decisions):
        print_text(hint_text("No reply that was observed stood on it."))
    print_text(hint_text(f"Take {'it' if len(decisions) == 1 else f'all {len(decisions):,}'} back: atlas undo."))
