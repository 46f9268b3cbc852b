"""`atlas suggestions`, `atlas accept`, `atlas decline`: offers of ATLAS, never carried out by itself (J16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click

from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import Word, command, limit_option
from atlas.surfaces.cli.shared.output import (
    hint_text,
    make_field_table,
    make_table,
    print_json,
    print_text,
    styled_text,
)
from atlas.surfaces.views.id_lookup import check_id_kind, find_suggestion
from atlas.surfaces.views.text import clip_line, format_count, format_day, format_moment, one_line, short_id

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.console import RenderableType
    from rich.text import Text

    from atlas.surfaces.library import Atlas
    from atlas.surfaces.views.id_lookup import MessageLookup

_OPEN, _ALL = "open", "all"
_STATE: Final = Word("STATE", {_OPEN: _OPEN, _ALL: _ALL} | {state.value: state.value for state in SuggestionState})
OPEN_STATES: Final = (SuggestionState.WAITING, SuggestionState.OFFERED)
_STYLES: Final = {
    SuggestionState.WAITING: "yellow",
    SuggestionState.OFFERED: "yellow",
    SuggestionState.ACCEPTED: "green",
}
_GIVES: Final = "id, text, state, sources (messages), trust, created_at, due_at, offered_at, decided_at"


@command(
    "suggestions",
    "atlas suggestions",
    "atlas suggestions --state all --limit 100",
    "atlas accept g_4kq9zt",
    gives=f"suggestions, newest first: {_GIVES}; what is at its default is left out.",
)
@click.option("--state", type=_STATE, default=_OPEN, help="waiting, offered, accepted, declined, expired; open or all.")
@limit_option(30)
@pass_run
def suggestions(run: Run, state: str, limit: int) -> None:
    """See what ATLAS would offer to do tomorrow.

    Thought of in the night, offered in the next context that fits, and never done by itself: you accept or decline.
    """
    with run.open_for_reading() as atlas:
        offers = read_suggestions(atlas, state, limit)
    if run.as_json:
        print_json({"suggestions": offers})
    elif not offers:
        print_text("Nothing is suggested." if state == _OPEN else "There is no such suggestion.")
        print_text(
            hint_text(
                "They come from plans within two weeks and from “remind me”, each with a day: "
                "atlas learning reflect nightly"
            )
        )
    else:
        more = f" More: --limit {limit * 5}." if len(offers) == limit else ""
        print_text(_suggestion_table(offers, run.zone), hint_text(f"{_next_step(offers)}{more}"))


def read_suggestions(atlas: Atlas, state: str, limit: int) -> list[Suggestion]:
    if state != _OPEN:
        return list(atlas.review.suggestions(None if state == _ALL else state, limit))
    open_offers = [each for state in OPEN_STATES for each in atlas.review.suggestions(state.value, limit)]
    return sorted(open_offers, key=lambda each: each.created_at, reverse=True)[:limit]


def _next_step(offers: Sequence[Suggestion]) -> str:
    first = next((short_id(each.id) for each in offers if each.state in OPEN_STATES), None)
    number = f"{format_count(len(offers), 'suggestion')}."
    return f"{number} Decide: atlas learning accept {first}, atlas learning decline {first}." if first else number


def _suggestion_table(offers: Sequence[Suggestion], zone: tzinfo) -> RenderableType:
    rows: Iterator[list[str | Text]] = (
        [
            short_id(each.id),
            _state_text(each.state),
            format_day(each.due_at or each.created_at, zone),
            clip_line(each.text, 300),
        ]
        for each in offers
    )
    return make_table(["ID", "STATE", "FROM", "SUGGESTION"], rows, "SUGGESTION")


def _state_text(state: SuggestionState) -> Text:
    return styled_text((state.value, _STYLES.get(state, "dim")))


def suggestion_card(suggestion: Suggestion, messages: MessageLookup, zone: tzinfo) -> Iterator[RenderableType]:
    yield styled_text((one_line(suggestion.text), "bold"), "  ", _state_text(suggestion.state))
    yield make_field_table(_suggestion_fields(suggestion, messages, zone))
    if suggestion.state in OPEN_STATES:
        yield hint_text(
            f"Decide: atlas learning accept {short_id(suggestion.id)}, atlas learning decline {short_id(suggestion.id)}"
        )


def _suggestion_fields(suggestion: Suggestion, messages: MessageLookup, zone: tzinfo) -> Iterator[tuple[str, str]]:
    yield "id", suggestion.id
    yield "thought of", format_moment(suggestion.created_at, zone)
    if suggestion.due_at:
        yield "worth it from", format_moment(suggestion.due_at, zone)
    if suggestion.offered_at:
        yield "offered", format_moment(suggestion.offered_at, zone)
    if suggestion.decided_at:
        yield "decided", format_moment(suggestion.decided_at, zone)
    if suggestion.reflection:
        yield "thought in", f"{suggestion.reflection} (atlas show {short_id(suggestion.reflection)})"
    yield "trust", f"{int(suggestion.trust)} of 5"
    for message in suggestion.sources:
        yield "said", messages.quote_message(message) or "(forgotten)"


@command(
    "accept",
    "atlas accept g_4kq9zt",
    "atlas accept g_4kq9zt --json",
    gives=f"{_GIVES}.",
)
@click.argument("id")
@pass_run
def accept(run: Run, id: str) -> None:
    """Say yes to a suggestion.

    That is kept on record. ATLAS does nothing by itself: to do it is up to you or your assistant.
    """
    check_id_kind([id], takes="g", yes=True)
    with run.open_atlas() as atlas:
        accepted = atlas.review.accept(find_suggestion(atlas, id).id)
    _print_decision(run, accepted, "It is on record. ATLAS does nothing by itself: now it is up to you.")


@command(
    "decline",
    "atlas decline g_4kq9zt",
    "atlas decline g_4kq9zt --json",
    gives=f"{_GIVES}.",
)
@click.argument("id")
@pass_run
def decline(run: Run, id: str) -> None:
    """Say no to a suggestion; it is not offered again."""
    check_id_kind([id], takes="g", yes=False)
    with run.open_atlas() as atlas:
        declined = atlas.review.decline(find_suggestion(atlas, id).id)
    _print_decision(run, declined, "It is on record, and not offered again.")


def _print_decision(run: Run, suggestion: Suggestion, next_step: str) -> None:
    if run.as_json:
        print_json(suggestion)
        return
    print_text(
        styled_text(_state_text(suggestion.state), f"  {short_id(suggestion.id)}  {clip_line(suggestion.text, 300)}"),
        hint_text(next_step),
    )
