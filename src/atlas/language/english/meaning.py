"""Whether two English texts can both be right: their figures, days, names, and what they deny."""

from __future__ import annotations

from atlas.language.english.rules.telltale import clash as telltales_clash
from atlas.language.english.rules.telltale import denies as has_denial
from atlas.language.english.rules.telltale import telltale as read_telltale

__all__ = ["has_denial", "read_telltale", "telltales_clash"]
