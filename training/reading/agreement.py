"""How far two annotators agree on the same messages: `python -m training.reading.agreement ONE.jsonl TWO.jsonl`."""

from __future__ import annotations

import sys
from pathlib import Path

from training.reading.annotations import Annotated, Mark, read_annotated


def compare_annotators(one: list[Annotated], two: list[Annotated]) -> dict[str, float]:
    """Shares of agreement; marks meet where their words overlap."""
    texts = {message.text: message for message in two}
    pairs = [(message, texts[message.text]) for message in one if message.text in texts]
    met = [pair for first, second in pairs for pair in _meet_marks(_earnest(first), _earnest(second))]
    marks = sum(len(_earnest(each)) for pair in pairs for each in pair)
    acts = sum(first.act == second.act for first, second in pairs)
    none = sum((first.act == "none") == (second.act == "none") for first, second in pairs)
    return {
        "messages": len(pairs),
        "act": acts / len(pairs),
        "something or nothing": none / len(pairs),
        "marks that meet (F1)": 2 * len(met) / marks,
        "the same words, of these": _share(met, "value"),
        "the same attribute, of these": _share(met, "attribute"),
        "the same operation, of these": _share(met, "operation"),
        "the same subject, of these": _share(met, "subject"),
        "all of it (F1)": 2 * sum(_alike(*pair) for pair in met) / marks,
    }


def _earnest(message: Annotated) -> list[Mark]:
    return [mark for mark in message.marks if not mark.stance]


def _meet_marks(one: list[Mark], two: list[Mark]) -> list[tuple[Mark, Mark]]:
    free, met = list(two), []
    for mark in one:
        near = [other for other in free if other.start < mark.end and mark.start < other.end]
        if near:
            best = max(near, key=lambda other: (other.attribute == mark.attribute, other.value == mark.value))
            free.remove(best)
            met.append((mark, best))
    return met


def _share(met: list[tuple[Mark, Mark]], field: str) -> float:
    return sum(getattr(one, field).lower() == getattr(two, field).lower() for one, two in met) / max(1, len(met))


def _alike(one: Mark, two: Mark) -> bool:
    return all(getattr(one, field) == getattr(two, field) for field in ("attribute", "operation", "subject", "value"))


def main(paths: list[str]) -> int:
    one, two = (list(read_annotated(Path(path))) for path in paths)
    for name, figure in compare_annotators(one, two).items():
        sys.stdout.write(f"{name:32} {figure:.3f}\n" if figure <= 1 else f"{name:32} {figure:,}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
