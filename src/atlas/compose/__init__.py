"""Settings into a runtime; the only package that knows every adapter. Heavy ones are imported where they are chosen."""

from atlas.compose.clocks import make_seeded_entropy, make_virtual_clock, read_clock, read_stopwatch
from atlas.compose.embedders import make_embedder
from atlas.compose.files import make_history, make_store_files, read_mcp_token
from atlas.compose.language_models import make_scripted_model
from atlas.compose.runtime import in_space, make_curation_policy, make_interruptible, make_runtime

__all__ = [
    "in_space",
    "make_curation_policy",
    "make_embedder",
    "make_history",
    "make_interruptible",
    "make_runtime",
    "make_scripted_model",
    "make_seeded_entropy",
    "make_store_files",
    "make_virtual_clock",
    "read_clock",
    "read_mcp_token",
    "read_stopwatch",
]
