"""A ranking network as text, in whole thousandths, so that its numbers can stand in a source file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from atlas.retrieval.ranking_network import Layer, RankingNetwork

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_SCALE: Final = 1000
_LINE: Final = 118


def read_network(text: str) -> RankingNetwork:
    """Members are parted by a blank line; a layer is its size, its weights, and its biases."""
    return RankingNetwork(tuple(tuple(_read_layers(member)) for member in text.strip().split("\n\n")))


def write_network(network: RankingNetwork) -> str:
    """The text that `read_network` reads."""
    return "\n\n".join("\n".join(_write_layers(member)) for member in network.members) + "\n"


def _read_layers(member: str) -> Iterator[Layer]:
    import numpy as np  # slow to import

    for part in member.split("layer ")[1:]:
        size, _, numbers = part.partition("\n")
        inputs, outputs = map(int, size.split())
        table = np.array(numbers.split(), dtype=np.float64).reshape(inputs + 1, outputs) / _SCALE
        yield Layer(table[:-1], table[-1])


def _write_layers(member: tuple[Layer, ...]) -> Iterator[str]:
    for layer in member:
        yield f"layer {layer.weights.shape[0]} {layer.weights.shape[1]}"
        yield from _wrap_numbers([*layer.weights.ravel(), *layer.bias])


def _wrap_numbers(numbers: list[float]) -> Iterator[str]:
    line = ""
    for number in numbers:
        word = str(round(number * _SCALE))
        if line and len(line) + 1 + len(word) > _LINE:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    yield line
