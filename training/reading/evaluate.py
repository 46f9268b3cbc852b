"""Figures of trained weights on the tune part (or, once, on the blind part): `python -m training.reading.evaluate WEIGHTS…`."""
from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).parent))
from network import ReaderNetwork

from atlas.adapters.reading.decoding import PRODUCT, Calibration, Outputs, decode_outputs
from atlas.adapters.reading.tokens import tokenise_message
from atlas.model.reading import READ_ATTRIBUTES, Reading, Stance
from training.reading.annotations import Annotated, read_annotated
from training.reading.scoring import Found, Judged, judge_message


BASE = Path("/tmp/q/base.npz")


def load_network(*folders: Path) -> ReaderNetwork:
    """Trained weights over the published ones; of several folders their mean."""
    network = ReaderNetwork(len(READ_ATTRIBUTES))
    network.encoder.load_weights(BASE)
    states = [_read_weights(folder) for folder in folders]
    mean = {name: torch.tensor(np.mean([state[name] for state in states], axis=0)) for name in states[0]}
    network.load_state_dict(mean, strict=False)
    return network.eval()


def _read_weights(folder: Path) -> dict[str, np.ndarray]:
    parts: dict[str, dict[int, np.ndarray]] = {}
    for path in sorted(folder.glob("weights-*.npz")):
        for key, array in np.load(path).items():
            name, _, at = key.rpartition("@")
            parts.setdefault(name, {})[int(at)] = array
    return {name: np.concatenate([each[at] for at in sorted(each)]).astype(np.float32) for name, each in parts.items()}


@torch.no_grad()
def run_network(networks: list[ReaderNetwork], message: Annotated) -> tuple[Outputs, Any]:
    tokens = tokenise_message(message.text, message.before, 192)
    ids, types = torch.tensor([tokens.ids]), torch.tensor([tokens.types])
    found = [network(ids, types) for network in networks]
    if len(found) == 1:
        return Outputs(*(each[0].numpy() for each in found[0])), tokens
    raise NotImplementedError


def describe(reading: Reading) -> list[Found]:
    return [
        Found(mark.place.start, mark.place.end, mark.place.text, mark.attribute, str(mark.operation), mark.subject.text if mark.subject else "user", mark.confidence)
        for mark in reading.marks
        if mark.stance is Stance.EARNEST
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--show", type=int, default=0)
    arguments = parser.parse_args()
    network = load_network(arguments.weights)
    messages = [message for path in arguments.files for message in read_annotated(path)]
    judged: list[tuple[Judged, Annotated]] = []
    gold = sum(not mark.stance for message in messages for mark in message.marks)
    for message in messages:
        outputs, tokens = run_network([network], message)
        reading = decode_outputs(outputs, tokens, message.text, message.before, PRODUCT)
        judged.extend((each, message) for each in judge_message(describe(reading), message))
    report(judged, gold, messages)
    for each, message in judged[: arguments.show]:
        if not each.right:
            print(f"{each.found.confidence:.2f} {message.text[:160]!r} FOUND {each.found.value}|{each.found.attribute}|{each.found.operation}|{each.found.subject} GOLD {each.gold and (each.gold.value, each.gold.attribute, each.gold.operation, each.gold.subject)}")
    return 0


def report(judged: list[tuple[Judged, Annotated]], gold: int, messages: list[Annotated]) -> None:
    none = {id(message) for message in messages if message.act == "none"}
    ordered = sorted(judged, key=lambda pair: -pair[0].found.confidence)
    print(f"{len(messages)} messages, {gold} claims, {len(none)} with nothing; found {len(judged)}, right {sum(each.right for each, _ in judged)}, exact {sum(each.exact for each, _ in judged)}")
    right = 0
    best: dict[float, tuple[float, float, float]] = {}
    false: set[int] = set()
    for count, (each, message) in enumerate(ordered, 1):
        right += each.right
        if id(message) in none:
            false.add(id(message))
        for bar in (0.95, 0.9, 0.85, 0.8):
            if right / count >= bar:
                best[bar] = (right / gold, each.found.confidence, len(false) / len(none))
    for bar, (recall, cut, wrong) in best.items():
        print(f"  precision {bar}: found {recall:.3f} at cut {cut:.3f}, false on nothing {wrong:.3f}")
    why: Counter[str] = Counter()
    for each, _ in judged:
        if each.right:
            continue
        if each.gold is None:
            why["no gold mark there"] += 1
        else:
            from training.reading.scoring import fits_attribute, same_value

            why["attribute" if not fits_attribute(each.found.attribute, each.gold.attribute) else "value" if not same_value(each.found.value, each.gold.value, each.gold.attribute) else "subject" if each.found.subject.lower() != each.gold.subject.lower() else "operation"] += 1
    print("  wrong by", dict(why))


if __name__ == "__main__":
    sys.exit(main())
