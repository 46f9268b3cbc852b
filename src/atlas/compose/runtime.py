"""The runtime that every verb works with, made of settings and adapters."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from atlas.adapters.clock import SystemClock
from atlas.adapters.entropy import SystemEntropy
from atlas.beliefs import policy as beliefs
from atlas.compose.annotators import choose_annotator
from atlas.compose.clocks import choose_stopwatch
from atlas.compose.embedders import choose_embedder
from atlas.compose.files import LazyFiles, open_index, open_store, read_only_notices
from atlas.compose.language_models import choose_models, model_prices, unpriced_notices
from atlas.compose.signal_preset import signal_policy
from atlas.consolidation import policy as consolidation
from atlas.consolidation import retention
from atlas.engine.core.policy import JobPolicy, SessionPolicy
from atlas.engine.core.runtime import Memo, PreparedReply, Runtime, Verifier
from atlas.errors import AtlasError, BadInput, ConstitutionBroken
from atlas.evolution import policy as evolution
from atlas.examination.policy import ExaminationPolicy
from atlas.model.ids import SpaceId
from atlas.model.task import Size
from atlas.reflection.consistency_policy import RESEARCH as RESEARCH_SAMPLES
from atlas.reflection.consistency_policy import ConsistencyPolicy
from atlas.reflection.policy import ReflectionPolicy
from atlas.settings import Settings, override_policy, prompt_texts, read_constitution, signal_word_texts
from atlas.settings.trigger_times import override_triggers
from atlas.triggers.table import get_preset

if TYPE_CHECKING:
    from atlas.curation.policy import CurationPolicy
    from atlas.examination.bearing import BearingWords
    from atlas.model.examination import Probe
    from atlas.model.thinking import AskAssistant
    from atlas.ports.clock import Clock
    from atlas.ports.embedder import Embedder
    from atlas.ports.entropy import Entropy
    from atlas.ports.llm import Model

LOCK_S: Final = 10.0
_RECORD_S: Final = 1.0
"""How long others are waited for to put a broken constitution on record."""


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
    small reader and the rules work alone (J14). `lock_seconds` is how long others are waited for who write the same
    file.
    """
    from atlas.engine.jobs.registry import SCHEDULING  # with the engine, which not all that is composed here needs

    place = Path(path) if path else settings.store
    read_law = partial(read_constitution, settings.home)
    try:
        law = read_law()
    except ConstitutionBroken as broken:
        _record_broken_start(place, space, clock, entropy, broken)
        raise
    chosen, notices = (embedder, ()) if embedder else choose_embedder(settings)
    annotator, unread = choose_annotator(settings)
    randomness = entropy or SystemEntropy()
    chat, thinkers = choose_models(settings, randomness, with_model, model, models)
    signals, missing = signal_policy(settings.signals)
    samples = RESEARCH_SAMPLES if settings.signals == "research" else ConsistencyPolicy()
    evolving = override_policy(evolution.get_preset(settings.evolution), settings.options, "evolution")
    store = open_store(place, lock_seconds)
    return Runtime(
        store=store,
        clock=clock or SystemClock(),
        entropy=randomness,
        embedder=chosen,
        files=LazyFiles(),
        annotator=annotator,
        new_index=partial(open_index, place),
        space=_parse_space(space),
        constitution=law.text,
        read_constitution=read_law,
        zone=settings.zone,
        curation=make_curation_policy(settings),
        retention=override_policy(retention.get_preset(settings.retention), settings.options, "retention"),
        consolidation=override_policy(
            consolidation.get_preset(settings.consolidation), settings.options, "consolidation"
        ),
        evolution=evolving,
        beliefs=override_policy(beliefs.get_preset(settings.beliefs), settings.options, "beliefs"),
        recall=settings.recall,
        context=settings.context,
        model=chat,
        models=thinkers,
        self_improvement=settings.self_improvement,
        prompts=prompt_texts(),
        prices=model_prices(settings, chat, thinkers),
        budget=settings.budget,
        signals=override_policy(signals, settings.options, "signals"),
        words=signal_word_texts(),
        triggers=override_triggers(get_preset(settings.triggers), settings.options),
        scheduling=SCHEDULING,
        time_limits=settings.time_limits,
        consistency=override_policy(samples, settings.options, "sampling"),
        reflection=override_policy(ReflectionPolicy(), settings.options, "reflection"),
        jobs=override_policy(JobPolicy(), settings.options, "job"),
        sessions=override_policy(SessionPolicy(), settings.options, "session"),
        examination=override_policy(ExaminationPolicy(), settings.options, "examination"),
        prepare_reply=_prepare_reply,
        probe_bank=_read_probe_bank,
        bearing_words=_read_bearing_words,
        traits=settings.traits,
        verifier=verifier,
        stopwatch=stopwatch or choose_stopwatch(clock),
        owner=f"{os.getpid()}-{randomness.draw(4).hex()}",
        notices=notices
        + unread
        + missing
        + read_only_notices(store)
        + (unpriced_notices(settings) if thinkers and models is None else ()),
    )


def _record_broken_start(
    place: Path, space: str, clock: Clock | None, entropy: Entropy | None, broken: ConstitutionBroken
) -> None:
    """Journal, in a store that is there already, that it was to be opened with a broken constitution (H4)."""
    from atlas.adapters.embedding.hashing import HashingEmbedder  # nothing is embedded
    from atlas.engine.core.constitution import record_broken_start  # only for what must not happen

    def refuse() -> NoReturn:
        raise broken

    if not place.is_file():
        return
    with suppress(AtlasError), closing(open_store(place, _RECORD_S)) as store:
        record_broken_start(
            Runtime(
                store=store,
                clock=clock or SystemClock(),
                entropy=entropy or SystemEntropy(),
                embedder=HashingEmbedder(),
                new_index=partial(open_index, place),
                space=_parse_space(space),
                constitution="",
                read_constitution=refuse,
            ),
            broken,
        )


def make_curation_policy(settings: Settings) -> CurationPolicy:
    """Make the policy of curation: its own settings, and what the presets of other stages say of it."""
    evolving = override_policy(evolution.get_preset(settings.evolution), settings.options, "evolution")
    return replace(
        settings.curation,
        trusts_amendments=evolving.trusts_model,
        documents=override_policy(settings.curation.documents, settings.options, "documents"),
    )


def _prepare_reply(runtime: Runtime, ask: AskAssistant) -> PreparedReply:
    from atlas.engine.serve.examined_reply import prepare_reply  # for examinations alone

    return prepare_reply(runtime, ask)


def _read_probe_bank() -> tuple[Probe, ...]:
    from atlas.examination.probe_bank import parse_probes  # for examinations alone
    from atlas.settings.shipped_texts import probe_texts  # for examinations alone

    return tuple(probe for text in probe_texts().values() for probe in parse_probes(text))


def _read_bearing_words() -> BearingWords:
    from atlas.examination.bearing import parse_bearing_words  # for examinations alone
    from atlas.settings.shipped_texts import bearing_word_texts  # for examinations alone

    return parse_bearing_words(bearing_word_texts()["en"])


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
