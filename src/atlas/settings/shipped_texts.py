"""The files that ship with the package: the constitution, the prompts, the words of signals."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_CONSTITUTION: Final = Path(__file__).parents[1] / "curation" / "constitution.md"
_PROMPTING: Final = ("atlas.reflection", "atlas.consolidation", "atlas.evolution", "atlas.beliefs", "atlas.examination")
"""The stages that ask a model."""


def constitution_bytes() -> bytes | None:
    """Read the constitution that ships with the package; None when it is not there."""
    try:
        return _CONSTITUTION.read_bytes()
    except OSError:
        return None


def prompt_texts() -> dict[str, str]:
    """Read the prompts that ship with the package, by name."""
    return {name: text for package in _PROMPTING for name, text in _read_texts(package, "prompts", ".md").items()}


def signal_word_texts() -> dict[str, str]:
    """Read the words that signals know, by language."""
    return _read_texts("atlas.signals", "languages", ".toml")


def bearing_word_texts() -> dict[str, str]:
    """Read the words by which replies give in or hold, by language."""
    return _read_texts("atlas.examination", "languages", ".toml")


def probe_texts() -> dict[str, str]:
    """Read the probes, by language."""
    return _read_texts("atlas.examination", "probes", ".jsonl")


def _read_texts(package: str, folder: str, ending: str) -> dict[str, str]:
    from importlib import resources  # a hook reads none of them

    try:
        files = [file for file in resources.files(package).joinpath(folder).iterdir() if file.name.endswith(ending)]
    except FileNotFoundError:
        return {}
    return {file.name.removesuffix(ending): file.read_text(encoding="utf-8") for file in files}
