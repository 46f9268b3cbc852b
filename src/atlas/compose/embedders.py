"""The embedder that the settings choose, or the lexical floor where it is not to be had."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from atlas.errors import BadInput, EmbedderTrouble
from atlas.settings import Settings

if TYPE_CHECKING:
    from atlas.ports.embedder import Embedder


def make_embedder(settings: Settings) -> Embedder:
    """Make the chosen embedder alone, or the lexical floor where the chosen one is not to be had."""
    return choose_embedder(settings)[0]


def choose_embedder(settings: Settings) -> tuple[Embedder, tuple[str, ...]]:
    """Choose the embedder; where it is not to be had, the lexical floor and a notice."""
    from atlas.adapters.embedding.hashing import HashingEmbedder  # this embedder alone
    from atlas.adapters.embedding.recent import RecentEmbedder  # for embedders alone

    if settings.embedder == "hashing":
        return HashingEmbedder(), ()
    try:
        return RecentEmbedder(_add_cache(_dense_embedder(settings), settings)), ()
    except EmbedderTrouble as trouble:
        return HashingEmbedder(), (f"{trouble} Words are compared instead of meanings.",)


def _dense_embedder(settings: Settings) -> Embedder:
    if settings.embedder == "endpoint":
        return _endpoint_embedder(settings)
    if find_spec("onnxruntime") is None:
        raise EmbedderTrouble("The encoder needs onnxruntime, not installed here.")
    from atlas.adapters.embedding.encoder import EncoderEmbedder  # this embedder alone

    return EncoderEmbedder()


def _endpoint_embedder(settings: Settings) -> Embedder:
    from atlas.adapters.embedding.endpoint import EndpointEmbedder  # this embedder alone

    if not settings.embeddings_url or not settings.embeddings_model:
        raise BadInput("An embeddings endpoint needs ATLAS_EMBEDDINGS_URL and ATLAS_EMBEDDINGS_MODEL.")
    return EndpointEmbedder(settings.embeddings_url, settings.embeddings_model, api_key=settings.embeddings_key or None)


def _add_cache(embedder: Embedder, settings: Settings) -> Embedder:
    if settings.embedding_cache is None:
        return embedder
    from atlas.adapters.embedding.cached import CachedEmbedder  # this embedder alone

    return CachedEmbedder(embedder, settings.embedding_cache)
