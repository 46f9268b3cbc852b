"""`python -m benchmarks questions`: what a chat without a model answers about lives that were told to it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import make_table, print_json, print_text, progress_bar

if TYPE_CHECKING:
    from benchmarks.life_questions import Answered


@command(
    "questions",
    "python -m benchmarks questions",
    "python -m benchmarks questions --part tune --tell",
    "python -m benchmarks questions --answers answers.txt",
    gives="part; lives, each with life, questions, right, sure (of those said as known) and wrong_and_sure; and with "
    "--tell answers: life, ask, expected, answer, sure, right, wrong_and_sure.",
)
@click.option(
    "--part",
    type=click.Choice(["blind", "blind_2", "tune", "tune_2"]),
    default="blind",
    show_default=True,
    help="blind: nobody who works on the answers has read these lives.",
)
@click.option("--tell", is_flag=True, help="Print every question with its answer; never of the blind part.")
@click.option(
    "--answers",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write questions and answers there, for readers to judge.",
)
@pass_run
def questions(run: Run, part: str, tell: bool, answers: Path | None) -> None:
    """Measure the answers to questions about a life (benchmarks/data/lives).

    Thirty sentences that a person told over months, then fifteen questions, answered by the chat without a language
    model. Right: what the answer needs stands in it. Wrong and sure: it claims what is not so, without a doubt.
    """
    from atlas.errors import BadInput
    from benchmarks.life_questions import ask_life, read_lives

    if tell and part.startswith("blind"):
        raise BadInput("The blind part is not to be read: give --answers FILE for readers who work on nothing else.")
    lives = read_lives(part)
    found: list[Answered] = []
    with progress_bar(
        "sentences", sum(len(each.said) + len(each.questions) for each in lives), quiet=run.as_json
    ) as on:
        for life in lives:
            found += ask_life(life, lambda: on(1, None))
    if answers is not None:
        answers.write_text("\n".join(map(_tell_answer, found)), "utf-8")
    rows = [_count_answers(life.name, [each for each in found if each.life == life.name]) for life in lives]
    total = _count_answers("all", found)
    if run.as_json:
        told = {"answers": [each.figures() for each in found]} if tell else {}
        print_json({"part": part, "lives": [*rows, total], **told})
        return
    if tell:
        print_text(*(_tell_answer(each, judged=True) for each in found), "")
    lines = [[f"{value}" for value in row.values()] for row in (*rows, total)]
    print_text(make_table(["LIFE", "QUESTIONS", "RIGHT", "OF THEM SURE", "WRONG AND SURE"], lines, ""))


def _count_answers(name: str, answered: list[Answered]) -> dict[str, str | int]:
    right = [each for each in answered if each.right]
    return {
        "life": name,
        "questions": len(answered),
        "right": len(right),
        "sure": sum(each.sure for each in right),
        "wrong_and_sure": sum(each.wrong for each in answered),
    }


def _tell_answer(each: Answered, judged: bool = False) -> str:
    verdict = "WRONG " if each.wrong else "right " if each.right else "miss  "
    return (
        f"{verdict if judged else ''}{each.life}: {each.question.text}\n"
        f"  expected: {each.question.right}\n  answer: {each.text}\n"
    )
