"""The language models that the settings name, and what they cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from atlas.model.spending import Price
from atlas.model.task import Size
from atlas.settings import SETTINGS_NAME, Settings, price_of

if TYPE_CHECKING:
    from atlas.ports.entropy import Entropy
    from atlas.ports.llm import Model

_LOCAL: Final = ("127.0.0.1", "::1", "localhost")


def choose_models(
    settings: Settings, entropy: Entropy, with_model: bool, model: Model | None, models: Mapping[Size, Model] | None
) -> tuple[Model | None, Mapping[Size, Model]]:
    """Choose the model to chat with, and those that think: given ones, or the configured ones where they are asked
    for."""
    if models is not None:
        return model or models.get(Size.MEDIUM), models
    thinks = with_model if settings.thinking is None else settings.thinking
    configured = _make_models(settings, entropy) if with_model or thinks else {}
    return model or (configured.get(Size.MEDIUM) if with_model else None), configured if thinks else {}


def make_scripted_model(name: str, answer: Callable[[str, Mapping[str, Any] | None], str]) -> Model:
    """A model that answers by a function of the question and of the shape that is asked for."""
    from atlas.adapters.llm.scripted import FunctionModel  # for simulations alone

    return FunctionModel(name, answer)


def _make_models(settings: Settings, entropy: Entropy) -> dict[Size, Model]:
    """Make all models on one wire: what is learned of an endpoint with one model holds for the others."""
    first = settings.model
    if first is None:
        return {}
    from atlas.adapters.llm.wire import Patience, Wire  # for models alone

    patience = Patience(total_s=first.seconds)
    chance = partial(_draw_chance, entropy)
    if first.provider == "anthropic":
        from atlas.adapters.llm.anthropic import BASE_URL, AnthropicModel  # for models alone

        wire = Wire(first.base_url or BASE_URL, chance=chance, patience=patience, proxy=first.proxy)
        return {size: AnthropicModel(each.name, each.key, wire) for size, each in settings.models.items()}
    from atlas.adapters.llm.openai import OpenAiModel  # for models alone

    wire = Wire(first.base_url or "", chance=chance, patience=patience, proxy=first.proxy)
    return {size: OpenAiModel(each.name, wire, each.key) for size, each in settings.models.items()}


def _draw_chance(entropy: Entropy) -> float:
    """Draw a number from 0 up to 1."""
    return int.from_bytes(entropy.draw(4), "big") / 2**32


def model_prices(settings: Settings, chat: Model | None, thinkers: Mapping[Size, Model]) -> dict[str, Price]:
    """Collect the price of each model in use, by its whole name."""
    names = {each.name for each in (chat, *thinkers.values()) if each}
    return {name: price_of(settings.prices, name) for name in names}


def unpriced_notices(settings: Settings) -> tuple[str, ...]:
    """Warn of a remote model without a price: it counts as free, and no budget of money would hold it back."""
    remote = {each.name for each in settings.models.values() if urlsplit(each.base_url or "").hostname not in _LOCAL}
    unknown = sorted(name for name in remote if not name.startswith(tuple(settings.prices)))
    return tuple(
        f"What {name} costs is not known and counts as nothing; say it under [prices] in {SETTINGS_NAME}."
        for name in unknown
    )
