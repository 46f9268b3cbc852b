"""Everything that can be set, gathered from the stages' policies."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, tzinfo
from pathlib import Path

from atlas.context.policy import ContextPolicy
from atlas.curation.policy import CurationPolicy
from atlas.model.spending import Budget, Price
from atlas.model.task import Size, Task
from atlas.model.trait import Trait
from atlas.retrieval.policy import RecallPolicy
from atlas.settings.budget_limits import parse_budget
from atlas.settings.choices import curation_policy, parse_embedder, parse_reader, parse_traits, parse_zone
from atlas.settings.model_endpoints import ModelSettings, is_model_named, model_settings
from atlas.settings.policy_fields import override_policy, pick_options
from atlas.settings.policy_rules import parse_rules
from atlas.settings.prices import parse_prices
from atlas.settings.scalars import parse_flag, parse_milliseconds, parse_time_limits
from atlas.settings.sources import SETTINGS_NAME, STORE_NAME, names_store, read_environment, read_file, read_named_file


@dataclass(frozen=True, slots=True)
class Settings:
    home: Path
    space: str = "default"
    zone: tzinfo = UTC
    curation: CurationPolicy = field(default_factory=CurationPolicy)
    recall: RecallPolicy = field(default_factory=RecallPolicy)
    context: ContextPolicy = field(default_factory=ContextPolicy)
    embedder: str = "encoder"
    embeddings_url: str | None = None
    embeddings_model: str = ""
    embeddings_key: str = field(default="", repr=False)
    embedding_cache: Path | None = None
    reader: str = "small"
    """What finds facts in messages: the small network on board, or nothing, so that only a model does."""
    data: Path | None = None
    """Where the data sets of the benchmarks are."""
    model: ModelSettings | None = None
    """The language model to chat with, the medium one of those that were named; used only where one is asked for."""
    models: Mapping[Size, ModelSettings] = field(default_factory=dict)
    """Of every size, or of none."""
    names_model: bool = False
    """Whether somebody named a model here, and not only a key that other programs use too: then hooks and servers think
    with it in the background."""
    wanting: str = ""
    """What a model would need that was named only in part; empty where there is one, or none was wished for."""
    thinking: bool | None = None
    """Whether to think with them; None is wherever one is asked for at all."""
    self_improvement: bool = True
    """Whether anything is thought about and changed by itself; what is said is stored and served either way."""
    prices: Mapping[str, Price] = field(default_factory=lambda: parse_prices({}))
    """By how a model's name begins."""
    budget: Budget = field(default_factory=Budget)
    signals: str = "default"
    triggers: str = "default"
    time_limits: Mapping[Task, float] = field(default_factory=dict)
    """How many seconds a run of a task may ask a model, where somebody set it (J1)."""
    retention: str = "default"
    consolidation: str = "default"
    evolution: str = "default"
    beliefs: str = "default"
    traits: Mapping[Trait, float] = field(default_factory=dict)
    """What observation looks for above all (T17); none by default."""

    options: Mapping[str, str] = field(default_factory=dict)
    """Single fields of the policies that are chosen by a preset, as somebody wrote them."""

    file: Path | None = None
    """The store, where a file was named instead of a home folder."""

    @property
    def thinks_in_background(self) -> bool:
        """Whether hooks and servers, which nobody asked for a model, think with one."""
        return bool(self.models) and (self.names_model if self.thinking is None else self.thinking)

    @property
    def store(self) -> Path:
        return self.file or self.home / STORE_NAME


def load_settings(
    home: str | os.PathLike[str] | None = None,
    environ: Mapping[str, str] | None = None,
    *,
    instead: Path | None = None,
) -> Settings:
    """Load the settings of a home folder, or of a store's own file, from the environment and the `atlas.toml` beside
    it; `instead` is a file to read in its place, which has to be there."""
    env = os.environ if environ is None else environ
    path = Path(home or env.get("ATLAS_HOME") or Path.home() / ".atlas").expanduser()
    folder = path.parent if names_store(path) else path
    file_values = read_named_file(instead) if instead else read_file(folder / SETTINGS_NAME)
    prices, file_traits = file_values.pop("prices", {}), file_values.pop("traits", {})
    rules = parse_rules(file_values.pop("rules", []))
    values = {**{key: str(value) for key, value in file_values.items()}, **read_environment(env)}
    cache, data = values.get("embedding_cache"), values.get("data")
    models = model_settings(values, env)
    traits = parse_traits(values.get("traits", file_traits))
    options = pick_options(values)
    recall = RecallPolicy(catch_up_s=parse_milliseconds(values, "catch_up_ms", RecallPolicy().catch_up_s))
    return Settings(
        home=folder,
        file=path if path != folder else None,
        space=values.get("space", "default"),
        zone=parse_zone(values.get("zone", "UTC")),
        curation=replace(override_policy(curation_policy(values, traits), options, "curation"), rules=rules),
        recall=override_policy(recall, options, "recall"),
        context=override_policy(ContextPolicy(), options, "context"),
        embedder=parse_embedder(values.get("embedder", "encoder")),
        embeddings_url=values.get("embeddings_url"),
        embeddings_model=values.get("embeddings_model", ""),
        embeddings_key=values.get("embeddings_key") or env.get("OPENAI_API_KEY", ""),
        embedding_cache=Path(cache) if cache else None,
        reader=parse_reader(values.get("reader", "small")),
        data=Path(data).expanduser() if data else None,
        model=models.get(Size.MEDIUM),
        models=models,
        names_model=bool(models) and is_model_named(values),
        wanting="ATLAS_BASE_URL is set, ATLAS_MODEL is not" if values.get("base_url") and not models else "",
        thinking=parse_flag(values, "think_with_model"),
        self_improvement=parse_flag(values, "self_improvement") is not False,
        prices=parse_prices(prices),
        budget=parse_budget(values),
        signals=values.get("signals", "default"),
        triggers=values.get("triggers", "default"),
        time_limits=parse_time_limits(values),
        retention=values.get("retention", "default"),
        consolidation=values.get("consolidation", "default"),
        evolution=values.get("evolution", "default"),
        beliefs=values.get("beliefs", "default"),
        traits=traits,
        options=options,
    )
