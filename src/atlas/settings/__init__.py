"""Everything that can be set, gathered from the stages' policies; the only reader of files and environment.

Environment variables win over `atlas.toml` in the home folder, which wins over the defaults. In the file a key is the
variable's name in lower case without `ATLAS_`: `ATLAS_POLICY=manual` is `policy = "manual"`. What models cost is a
table there, in dollars for a million tokens in and out: `[prices]` with lines such as `"gpt-4o" = [2.5, 10]`. So are
traits, `[traits]` with lines such as `honesty = 0.8`; in the environment they are `ATLAS_TRAITS="honesty=0.8"`.
"""

from atlas.settings.choices import parse_mode, parse_zone
from atlas.settings.constitution_files import (
    PIN_NAME,
    format_pin,
    name_pinned_text,
    read_constitution,
    read_proposed_constitution,
    read_shipped_constitution,
)
from atlas.settings.model_endpoints import ModelSettings
from atlas.settings.policy_fields import override_policy
from atlas.settings.prices import price_of
from atlas.settings.settings import Settings, load_settings
from atlas.settings.shipped_texts import prompt_texts, signal_word_texts
from atlas.settings.sources import SETTINGS_NAME, STORE_NAME, folder_from_environment, is_debugging

__all__ = [
    "PIN_NAME",
    "SETTINGS_NAME",
    "STORE_NAME",
    "ModelSettings",
    "Settings",
    "folder_from_environment",
    "format_pin",
    "is_debugging",
    "load_settings",
    "name_pinned_text",
    "override_policy",
    "parse_mode",
    "parse_zone",
    "price_of",
    "prompt_texts",
    "read_constitution",
    "read_proposed_constitution",
    "read_shipped_constitution",
    "signal_word_texts",
]
