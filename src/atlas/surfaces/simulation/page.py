"""The figures of simulated lives as one self-contained page: no script, nothing loaded from anywhere.

What comes in is the plain data of `summarize_lives`; every text of it is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

from atlas.surfaces.simulation.figure_text import OUTCOMES, ROWS, SYSTEMS, format_figure
from atlas.surfaces.simulation.page_style import STYLE
from atlas.surfaces.simulation.plots import Series, draw_answers, draw_key, draw_lines
from atlas.surfaces.views.text import format_count, one_line

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src 'none'; base-uri 'none'; form-action 'none'"
_PARTS: Final = {
    "aside": "whose sentences were set aside: nobody tuned ATLAS on them",
    "tune": "that ATLAS was tuned on, so that these figures flatter it",
}
_REVIEWERS: Final = {
    "none": "Nobody decided anything: what waited for a person kept waiting.",
    "weekly": "Once a week somebody who knows the truth decided what waited for a person.",
}
_MEANINGS: Final = {
    "right": "what is true on that day",
    "stale": "what was true once",
    "wrong": "what never was true",
    "unknown": "nothing in the context tells",
}
_PANELS: Final = (
    (
        "Mistakes made again",
        "After the person had said that it was one, so far: how often the assistant made the same mistake again.",
        (("Style of answers", "style_repeats"), ("Facts about the person", "fact_repeats")),
    ),
    (
        "What is kept",
        "Junk is what was learned and should not have been: wrong, trivial, double, or planted by a page.",
        (("Junk among what was learned", "junk"), ("Learned and in service", "kept")),
    ),
    (
        "What a context costs and is worth",
        "The context that the assistant is served for a question: its size, and how much of it is to the point.",
        (("Tokens, median", "tokens"), ("Lines about what was asked", "precision")),
    ),
    (
        "What it asks of a person",
        "What a person was asked to decide, for each week so far, and what waited that evening.",
        (("Decisions owed a week", "decisions_a_week"), ("Waiting for a person", "waiting")),
    ),
)
"""Sections of line plots: title, what is shown, and for each plot its name and key."""
_FORMS: Final = {key: form for _, key, form in ROWS}

Day = Mapping[str, Any]


def render_page(figures: Mapping[str, Any]) -> Iterator[str]:
    """The whole document, in pieces."""
    yield (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">'
        f"<title>A simulated life of {format_count(figures['days'], 'day')}</title>"
        f"<style>{STYLE}</style></head><body><main>\n"
    )
    yield _render_head(figures)
    yield _render_answers(figures)
    yield from _render_panels(figures)
    yield _render_causes(figures["causes"])
    yield _render_table(figures)
    yield (
        "<footer>Made by <code>atlas operate simulate</code>. A night of thinking took "
        f"{figures['seconds_a_night']:.2f} seconds on average.</footer></main></body></html>\n"
    )


# --- in words


def _render_head(figures: Mapping[str, Any]) -> str:
    return (
        f"<header><h1>What memory does in a simulated life</h1><p>{_describe_run(figures)}</p>"
        f"<p class=headline>{_describe_last_day(figures)}</p></header>\n"
    )


def _describe_run(figures: Mapping[str, Any]) -> str:
    seeds = ", ".join(str(each) for each in figures["seeds"])
    several = len(figures["seeds"]) > 1
    whose = _PARTS.get(figures["part"], f"of the part {figures['part']}")
    reviewer = _REVIEWERS.get(figures["reviewer"], f"The reviewer was {figures['reviewer']}.")
    told = (
        f"{format_count(len(figures['seeds']), 'made-up life', 'made-up lives')} of "
        f"{format_count(figures['days'], 'day')} with an assistant "
        f"({'seeds' if several else 'seed'} {seeds}; {'on average ' if several else ''}"
        f"{format_count(figures['turns'], 'turn')}{' each' if several else ''}), in words of writers {whose}. "
        f"{reviewer} The person tells things, changes them, jokes, hedges and corrects; the assistant is scripted and "
        "knows only the context that the real engine serves it. On the evening of each measured day it is asked about "
        "everything that was told so far, in words nobody used before. Beside it stands BM25, a plain search for the "
        "question's words in all that was said; it is graded kindly, for a joke or a guess never misleads it. "
        "Without either, every answer would be unknown."
    )
    lives = " Thick lines are the mean of the lives, thin ones each life; bars are the mean." if several else ""
    return _escape_line(told + lives)


def _describe_last_day(figures: Mapping[str, Any]) -> str:
    last = figures["checkpoints"][-1]
    memory, bm25 = (format_figure(last[key]["right"], "{:.0%}") for key in ("memory", "bm25"))
    return _escape_line(
        f"On day {last['day']}, {memory} of the questions were answered right with memory, {bm25} by BM25 "
        f"({format_count(last['questions'], 'question')} in a life)."
    )


# --- as plots


def _render_answers(figures: Mapping[str, Any]) -> str:
    legend = "".join(
        f"<li>{draw_key(outcome)}<b>{outcome}</b> {meaning}</li>" for outcome, meaning in _MEANINGS.items()
    )
    bars = "".join(
        draw_answers(each["day"], (("memory", each["memory"]), ("BM25", each["bm25"])))
        for each in figures["checkpoints"]
    )
    lives = _render_outcomes(figures) if len(figures["lives"]) > 1 else ""
    return (
        f"<section><h2>Answers about the present</h2><ul class=legend>{legend}</ul>"
        f"<div class=bars>{bars}</div>{lives}</section>\n"
    )


def _render_outcomes(figures: Mapping[str, Any]) -> str:
    """The same answers, each outcome by itself, so that the single lives can be seen."""
    names = (("memory", "memory"), ("BM25", "bm25"))
    legend = "".join(f"<li>{draw_key(key)}<b>{name}</b></li>" for name, key in names)
    panels = "".join(
        _render_panel(
            f"Answers {outcome}",
            figures,
            "{:.0%}",
            [_make_series(figures, name, key, (key, outcome)) for name, key in names],
            highest=1.0,
        )
        for outcome in OUTCOMES
    )
    return f"<ul class=legend>{legend}</ul><div class=panels>{panels}</div>"


def _render_panels(figures: Mapping[str, Any]) -> Iterator[str]:
    for title, says, plots in _PANELS:
        panels = "".join(
            _render_panel(name, figures, _FORMS[key], [_make_series(figures, "memory", "memory", (key,))])
            for name, key in plots
        )
        yield f"<section><h2>{title}</h2><p class=quiet>{says}</p><div class=panels>{panels}</div></section>\n"


def _render_panel(
    title: str, figures: Mapping[str, Any], form: str, series: Sequence[Series], highest: float | None = None
) -> str:
    days = [each["day"] for each in figures["checkpoints"]]
    return f"<figure><figcaption>{title}</figcaption>{draw_lines(title, days, form, series, highest)}</figure>"


def _make_series(figures: Mapping[str, Any], name: str, style: str, path: Sequence[str]) -> Series:
    lives = [
        (f"{name}, seed {seed}", [_find_figure(day, path) for day in life])
        for seed, life in zip(figures["seeds"], figures["lives"], strict=True)
    ]
    mean = [_find_figure(day, path) for day in figures["checkpoints"]]
    return Series(name, style, mean, lives if len(lives) > 1 else ())


def _find_figure(day: Day, path: Sequence[str]) -> float | None:
    value: Any = day
    for key in path:
        value = value.get(key)
    return None if value is None else float(value)


# --- as lists


def _render_causes(causes: Mapping[str, int]) -> str:
    found = "".join(f"<li>{_escape_line(cause)}<b>{count:,}</b></li>" for cause, count in causes.items())
    told = f"<ul class=causes>{found}</ul>" if found else "<p>Everything was answered right.</p>"
    return (
        "<section><h2>Why answers were not right</h2><p class=quiet>Questions of the last day, of all lives together, "
        f"by what memory has of them.</p>{told}</section>\n"
    )


def _render_table(figures: Mapping[str, Any]) -> str:
    heads = "".join(f"<th scope=col>day {each['day']}</th>" for each in figures["checkpoints"])
    answers = "".join(
        _render_row(figures, f"{system}: {outcome}", "{:.0%}", (key, outcome))
        for system, key in SYSTEMS
        for outcome in OUTCOMES
        if key != "without" or outcome in figures["checkpoints"][-1][key]
    )
    others = "".join(_render_row(figures, name, form, (key,)) for name, key, form in ROWS)
    several = len(figures["lives"]) > 1
    says = (
        "The mean of the lives, and below it the lowest and the highest where they differ; poison is the sum. "
        if several
        else ""
    )
    return (
        f"<section><h2>All figures</h2><p class=quiet>{says}A dash: there was nothing to measure.</p><div class=wide>"
        f"<table><thead><tr><td></td>{heads}</tr></thead><tbody>{answers}</tbody><tbody>{others}</tbody></table>"
        "</div></section>\n"
    )


def _render_row(figures: Mapping[str, Any], name: str, form: str, path: Sequence[str]) -> str:
    cells = [
        f"<td>{format_figure(_find_figure(mean, path), form)}{_render_range(lives, form, path)}</td>"
        for mean, *lives in zip(figures["checkpoints"], *figures["lives"], strict=True)
    ]
    return f"<tr><th scope=row>{name}</th>{''.join(cells)}</tr>"


def _render_range(lives: Sequence[Day], form: str, path: Sequence[str]) -> str:
    """From the lowest life to the highest, where they differ."""
    found = [value for life in lives if (value := _find_figure(life, path)) is not None]
    low, high = (format_figure(end(found, default=None), form) for end in (min, max))
    return f"<small>{low} to {high}</small>" if low != high else ""


def _escape_line(text: str) -> str:
    """A text on one line, hidden characters drawn, and inert."""
    return escape(one_line(text), quote=True)
