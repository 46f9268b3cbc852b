"""What text must be before anything is stored: no control or hidden characters, no secrets, a bounded size.

Hidden characters (zero width, direction overrides, tag characters) are how instructions are smuggled past a reader's
eye; joiners that scripts and emoji need are kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from atlas.errors import BadInput

MAX_CHARACTERS: Final = 1_000_000

_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


@dataclass(frozen=True, slots=True)
class SecretRule:
    name: str
    pattern: re.Pattern[str]
    group: int = 0
    """Which part is the secret; the words around it stay."""


def _rule(name: str, pattern: str, group: int = 0, flags: int = 0) -> SecretRule:
    return SecretRule(name, re.compile(pattern, flags), group)


_WORD: Final = r"(?<![A-Za-z0-9])"
_END: Final = r"(?![A-Za-z0-9])"

SECRET_RULES: Final[tuple[SecretRule, ...]] = (
    _rule("private key", r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"),
    _rule("anthropic key", _WORD + r"sk-ant-[A-Za-z0-9_-]{16,}"),
    _rule("openai key", _WORD + r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}"),
    _rule("aws key id", _WORD + r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}" + _END),
    _rule("google key", _WORD + r"AIza[A-Za-z0-9_-]{35}"),
    _rule("github token", _WORD + r"(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})"),
    _rule("gitlab token", _WORD + r"glpat-[A-Za-z0-9_-]{20,}"),
    _rule("slack token", _WORD + r"xox[abeoprs]-[A-Za-z0-9-]{10,}"),
    _rule("stripe key", _WORD + r"(?:sk|rk|pk)_(?:live|test|prod)_[A-Za-z0-9]{10,}"),
    _rule("hugging face token", _WORD + r"hf_[A-Za-z]{30,}"),
    _rule("npm token", _WORD + r"npm_[A-Za-z0-9]{36}"),
    _rule("jwt", _WORD + r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),
    _rule("bearer token", r"\b[Bb]earer\s+([A-Za-z0-9._~+/=-]{20,})", 1),
    _rule("url password", r"\b[a-z][a-z0-9+.-]*://[^\s/:@]+:([^\s/@]{3,})@", 1),
    _rule(
        "key assignment",
        r"\b[\w.-]*(?:api[_-]?key|secret|passwd|password|access[_-]?token|auth[_-]?token)[\w.-]*"
        r"[\"']?\s*(?:=|:=|:)\s*[\"']?([^\s\"',;]{8,})",
        1,
        re.IGNORECASE,
    ),
    _rule("password", r"\bpass(?:word|phrase|code)\s+(?:is|was)\s+[\"'“]?([^\s\"'”,;]{4,})", 1, re.IGNORECASE),
)

_CARD: Final = re.compile(r"(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-])")


def clean(text: str) -> str:
    """The text as it may be kept: hidden characters gone, lone surrogates replaced, line ends unified."""
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    return _HIDDEN.sub("", _SURROGATES.sub("\ufffd", unified))


def check_size(text: str, what: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise BadInput(f"The {what} has {len(text):,} characters; the limit is {MAX_CHARACTERS:,}. Split it.")


def redact(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without secrets, and the names of what was found (rule 6 of the trust model)."""
    found: list[str] = []
    for rule in SECRET_RULES:
        text, count = _redact_rule(text, rule)
        found.extend([rule.name] * count)
    text, cards = _redact_cards(text)
    return text, (*found, *("card number" for _ in range(cards)))


def _redact_rule(text: str, rule: SecretRule) -> tuple[str, int]:
    def replace(match: re.Match[str]) -> str:
        whole, start = match.group(0), match.start(0)
        first, last = match.span(rule.group)
        return f"{whole[: first - start]}[redacted {rule.name}]{whole[last - start :]}"

    return rule.pattern.subn(replace, text)


def _redact_cards(text: str) -> tuple[str, int]:
    count = 0

    def replace(match: re.Match[str]) -> str:
        nonlocal count
        digits = [int(sign) for sign in match.group(0) if sign.isdigit()]
        if not _luhn(digits):
            return match.group(0)
        count += 1
        return "[redacted card number]"

    return _CARD.sub(replace, text), count


def _luhn(digits: list[int]) -> bool:
    doubled = [digit if place % 2 == 0 else sum(divmod(2 * digit, 10)) for place, digit in enumerate(reversed(digits))]
    return sum(doubled) % 10 == 0 and len(set(digits)) > 1
