"""Hygiene of text before storage: no control or hidden characters, no secrets, a bounded size."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from atlas.language.hidden_characters import remove_hidden
from atlas.language.registry import LANGUAGE

MAX_CHARACTERS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Secret:
    """One that stands in a text: the name of its rule, and itself."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class SecretRule:
    name: str
    pattern: re.Pattern[str]
    group: int = 0
    """Which part is the secret; the words around it stay."""
    hints: tuple[str, ...] = ()
    """A text without any of these holds no such secret; to look for them is much the quicker. In lower case where the
    pattern does not mind the case."""
    unbroken: bool = False
    """Such a secret has at least 15 characters and no space in it."""


def _make_token_rule(name: str, hints: str, pattern: str, group: int = 0) -> SecretRule:
    return SecretRule(name, re.compile(pattern), group, tuple(hints.split()), unbroken=True)


def _make_phrase_rule(name: str, hints: str, pattern: str, group: int = 1) -> SecretRule:
    return SecretRule(name, re.compile(pattern, re.IGNORECASE), group, tuple(hints.split()))


_WORD: Final = r"(?<![A-Za-z0-9])"
_END: Final = r"(?![A-Za-z0-9])"
_KEPT: Final = r"(?!\[redacted )"
"""What was taken out already is not a secret again: redacting twice changes nothing."""

_PREFIXED: Final = (
    ("1password key", "A3- ops_eyJ", r"A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}|ops_eyJ[A-Za-z0-9+/]{50,}={0,3}"),
    ("adobe secret", "p8e-", r"p8e-[A-Za-z0-9]{32}"),
    ("age key", "AGE-SECRET-KEY-", r"AGE-SECRET-KEY-1[A-Z0-9]{58}"),
    ("airtable token", "pat", r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
    ("alibaba key", "LTAI", r"LTAI[A-Za-z0-9]{20}"),
    ("anthropic key", "sk-ant-", r"sk-ant-[A-Za-z0-9_-]{16,}"),
    ("artifactory token", "AKCp cmVmd", r"(?:AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59})"),
    (
        "aws key",
        "AKIA ASIA ABIA ACCA ABSK",
        r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}" + _END + r"|ABSK[A-Za-z0-9+/]{109,}={0,2}",
    ),
    ("azure secret", "Q~", r"[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}"),
    ("clojars token", "CLOJARS_", r"CLOJARS_[A-Za-z0-9]{60}"),
    ("cloudflare key", "v1.0-", r"v1\.0-[a-f0-9]{24}-[a-f0-9]{146}"),
    ("databricks token", "dapi", r"dapi[a-f0-9]{32}(?:-\d)?" + _END),
    ("digitalocean token", "_v1_", r"do[opr]_v1_[a-f0-9]{64}"),
    ("doppler token", "dp.pt.", r"dp\.pt\.[A-Za-z0-9]{43}"),
    ("duffel token", "duffel_", r"duffel_(?:test|live)_[A-Za-z0-9_=-]{43}"),
    ("dynatrace token", "dt0c01.", r"dt0c01\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}"),
    ("easypost token", "EZAK EZTK", r"EZ[AT]K[A-Za-z0-9]{54}"),
    ("facebook token", "EAAM EAAC | %", r"EAA[MC][A-Za-z0-9]{100,}|\d{15,16}[|%][A-Za-z0-9_-]{27,40}"),
    ("flutterwave key", "FLW", r"FLW(?:SEC|PUB)K_TEST-[A-Ha-h0-9]{12,32}(?:-X)?"),
    ("fly.io token", "fo1_ fm1 fm2_", r"fo1_[\w-]{43}|fm(?:1[ar]|2)_[A-Za-z0-9+/]{100,}={0,3}"),
    ("frame.io token", "fio-u-", r"fio-u-[A-Za-z0-9_=-]{64}"),
    (
        "github token",
        "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
        r"gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,}",
    ),
    (
        "gitlab token",
        "gl GR1348941",
        r"gl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|soat)-[A-Za-z0-9_.-]{20,}|GR1348941[\w-]{20}",
    ),
    ("google key", "AIza", r"AIza[A-Za-z0-9_-]{35}"),
    ("grafana token", "glc_ glsa_ eyJrIjoi", r"gl(?:c|sa)_[A-Za-z0-9+/_]{32,}={0,3}|eyJrIjoi[A-Za-z0-9]{70,}={0,3}"),
    ("harness token", "pat. sat.", r"(?:pat|sat)\.[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}"),
    ("hashicorp token", ".atlasv1. hvb. hvs.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9=_-]{60,70}|hv[bs]\.[\w-]{90,}"),
    ("heroku key", "HRKU-", r"HRKU-AA[A-Za-z0-9_-]{58}"),
    ("hugging face token", "hf_ api_org_", r"(?:hf_|api_org_)[A-Za-z0-9]{30,}"),
    ("infracost key", "ico-", r"ico-[A-Za-z0-9]{32}"),
    ("linear key", "lin_api_", r"lin_api_[A-Za-z0-9]{40}"),
    ("new relic key", "NRAK- NRII- NRJS-", r"NR(?:AK|II|JS)-[A-Za-z0-9-]{19,32}"),
    ("notion token", "ntn_", r"ntn_[0-9]{11}[A-Za-z0-9]{35}"),
    ("npm token", "npm_", r"npm_[A-Za-z0-9]{36}"),
    ("octopus key", "API-", r"API-[A-Z0-9]{26}"),
    ("openai key", "sk-", r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}"),
    ("openshift token", "sha256~", r"sha256~[\w-]{43}"),
    ("perplexity key", "pplx-", r"pplx-[A-Za-z0-9]{48}"),
    ("planetscale token", "pscale_", r"pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}"),
    ("postman key", "PMAK-", r"PMAK-[A-Fa-f0-9]{24}-[A-Fa-f0-9]{34}"),
    ("prefect token", "pnu_", r"pnu_[A-Za-z0-9]{36}"),
    ("pulumi token", "pul-", r"pul-[a-f0-9]{40}"),
    ("pypi token", "pypi-AgE", r"pypi-AgE[\w-]{50,}"),
    ("readme token", "rdme_", r"rdme_[a-z0-9]{70}"),
    ("rubygems token", "rubygems_", r"rubygems_[a-f0-9]{48}"),
    ("scalingo token", "tk-us-", r"tk-us-[\w-]{48}"),
    ("sendgrid token", "SG.", r"SG\.[A-Za-z0-9=_.-]{66}"),
    ("sendinblue token", "xkeysib-", r"xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}"),
    ("sentry token", "sntry", r"sntry(?:s_[A-Za-z0-9+/=_]{60,}|u_[a-f0-9]{64})"),
    ("settlemint token", "sm_", r"sm_[aps]at_[A-Za-z0-9]{16}"),
    ("shippo token", "shippo_", r"shippo_(?:live|test)_[A-Fa-f0-9]{40}"),
    ("shopify token", "shp", r"shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}"),
    ("slack token", "xox xapp-", r"xox[abeoprs][-.][A-Za-z0-9.-]{10,}|xapp-\d-[A-Za-z0-9-]{10,}"),
    ("slack webhook", "hooks.slack.com", r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{40,}"),
    ("sourcegraph token", "sgp_", r"sgp_(?:(?:[A-Fa-f0-9]{16}|local)_)?[A-Fa-f0-9]{40}"),
    ("square token", "EAAA sq0atp-", r"(?:EAAA|sq0atp-)[\w-]{22,60}"),
    ("stripe key", "_live_ _test_ _prod_", r"(?:sk|rk|pk)_(?:live|test|prod)_[A-Za-z0-9]{10,}"),
    ("telegram token", ":AA", r"\d{8,10}:AA[A-Za-z0-9_-]{33}"),
    ("twilio key", "SK", r"SK[0-9a-fA-F]{32}" + _END),
    ("typeform token", "tfp_", r"tfp_[A-Za-z0-9_.=-]{59}"),
)
"""Tokens that are known by how they begin: a name, what such a text must hold somewhere, and how the whole looks."""

_GIVEN: Final = r"[\"'“‘`]?" + _KEPT + r"((?<=[\"'“‘`])[^\"'“”‘’`\n]{4,100}(?=[\"'”’`])|[^\s\"'“”‘’`,;]{4,})"
"""A word, or all that stands in quotation marks."""

SECRET_RULES: Final[tuple[SecretRule, ...]] = (
    SecretRule(
        "private key",
        re.compile(
            r"-----BEGIN [A-Z0-9 ]{0,60}PRIVATE KEY(?: BLOCK)?-----"
            r"[\s\S]*?(?:-----END [A-Z0-9 ]{0,60}PRIVATE KEY(?: BLOCK)?-----|\Z)"
        ),
        hints=("-----BEGIN ",),
    ),
    *(_make_token_rule(name, hints, _WORD + f"(?:{pattern})") for name, hints, pattern in _PREFIXED),
    # A run of token characters has one beginning, so that a text of nothing but beginnings is read once.
    _make_token_rule("jwt", "eyJ", r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),
    _make_token_rule(
        "bearer token",
        "earer asic",
        r"\b[Bb](?:earer|asic)\s{1,9}(?=[A-Za-z._~+/=-]*\d)([A-Za-z0-9._~+/=-]{20,})",
        1,
    ),
    SecretRule(
        "url password",
        re.compile(r"\b[a-z][a-z0-9+.-]{0,20}://[^\s/:@]{0,256}:" + _KEPT + r"([^\s/@]{3,256})@"),
        1,
        ("://",),
    ),
    _make_phrase_rule(
        "key assignment",
        "key secret credential token",
        r"(?:api[_-]?key|access[_-]?key|private[_-]?key|secret|credential|access[_-]?token|auth[_-]?token)[\w.-]{0,40}"
        r"[\"']?\s{0,9}(?:=>|:=|=|:)\s{0,9}[\"'`]?" + _KEPT + r"(?=[^\s\"'`,;]{0,200}[\d_+/=-])([^\s\"'`,;]{8,})",
    ),
    _make_phrase_rule(
        "password", "pass", r"pass(?:word|phrase|code|wd)[\w.-]{0,40}[\"']?\s{0,9}(?:=>|:=|=|:)\s{0,9}" + _GIVEN
    ),
)


def _index_hints(unbroken: bool, any_case: bool) -> tuple[tuple[str, int], ...]:
    """List each hint with the position of its rule."""
    return tuple(
        (hint, place)
        for place, rule in enumerate(SECRET_RULES)
        if rule.unbroken is unbroken and bool(rule.pattern.flags & re.IGNORECASE) is any_case
        for hint in rule.hints
    )


_UNBROKEN: Final = re.compile(r"\S{15}")
_HINTS: Final = _index_hints(unbroken=False, any_case=False)
_ALL_HINTS: Final = _HINTS + _index_hints(unbroken=True, any_case=False)
_LOWER_HINTS: Final = _index_hints(unbroken=False, any_case=True)
_ALSO_LETTERS: Final = str.maketrans("\u0130\u0131\u017f\u212a", "iisk")
"""What a pattern that does not mind the case takes for an i, s or k though it is none of ASCII."""

# Digits in groups, as written: "4111 1111 1111 1111". The first part says that they are an account or a telephone.
_DIGITS: Final = re.compile(r"(?<!\d)(?<!\d\.)([A-Z]{2}(?=\d\d ?[A-Z0-9]{4})|\+)?(\d+(?:[ -]\d+)*)")
_CARD: Final = re.compile(
    r"4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}"
    r"|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17}"
)
_LONG_NUMBER: Final = re.compile(r"\d[\d -]{12}")
_MAX_PASSES: Final = 10
_MIN_CARD: Final = 13
_MAX_CARD: Final = 19
_MAX_PIECES: Final = 60
"""In longer rows, groups of one or two digits are a table of numbers and no card."""


def clean_text(text: str) -> str:
    """Clean a text for storage: without what nobody sees."""
    return remove_hidden(text)


def redact_secrets(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the text without secrets, and the names of the rules that matched (rule 6 of the trust model).

    A removed secret can lay bare another glued to it, so the text is read again until nothing more is found.
    """
    redacted, found = _redact_repeatedly(text)
    return redacted, tuple(secret.name for secret in found)


def find_secrets(text: str) -> tuple[Secret, ...]:
    """Find the secrets of a text themselves: to tell those that were there before; never to be kept or shown."""
    return tuple(_redact_repeatedly(text)[1])


def _redact_repeatedly(text: str) -> tuple[str, list[Secret]]:
    found: list[Secret] = []
    for _ in range(_MAX_PASSES):
        text, secrets = _redact_once(text)
        found.extend(secrets)
        if not secrets:
            break
    return text, found


def _redact_once(text: str) -> tuple[str, list[Secret]]:
    found: list[Secret] = []
    for rule in _select_rules(text):
        text, values = _redact_rule(text, rule)
        found.extend(Secret(rule.name, value) for value in values)
    text, spoken = _redact_spoken(text)
    found.extend(spoken)
    text, cards = _redact_cards(text) if _LONG_NUMBER.search(text) else (text, [])
    return text, [*found, *(Secret("card number", card) for card in cards)]


def _select_rules(text: str) -> list[SecretRule]:
    """Select the rules whose hints stand in the text, in their order; for most texts none.

    One look is enough: no rule matches the placeholder that replaces a secret.
    """
    lower = (text if text.isascii() else text.translate(_ALSO_LETTERS)).lower()
    hints = _ALL_HINTS if _UNBROKEN.search(text) else _HINTS
    places = {place for hint, place in _LOWER_HINTS if hint in lower} | {place for hint, place in hints if hint in text}
    return [SECRET_RULES[place] for place in sorted(places)]


def _redact_rule(text: str, rule: SecretRule) -> tuple[str, list[str]]:
    values: list[str] = []

    def replace(match: re.Match[str]) -> str:
        whole, start = match.group(0), match.start(0)
        if rule.name == "password" and _is_plain_english(match):
            return whole
        values.append(match.group(rule.group))
        first, last = match.span(rule.group)
        return f"{whole[: first - start]}[redacted {rule.name}]{whole[last - start :]}"

    return rule.pattern.sub(replace, text), values


def _is_plain_english(match: re.Match[str]) -> bool:
    """Tell "my password is wrong" from a password; a quoted word is always a secret."""
    quoted = match.string[match.start(1) - 1] in "\"'“‘`"
    word = match.group(1).strip(".!?:()…-—").casefold()
    return not quoted and (LANGUAGE.passwords.is_ordinary_word(word) or len(word) < 4)


def _redact_spoken(text: str) -> tuple[str, list[Secret]]:
    """Take out what a text says in words to be a secret: "4839 is the PIN of my card"."""
    kept: list[str] = []
    secrets: list[Secret] = []
    behind = 0
    for spoken in LANGUAGE.spoken_secrets.find_spoken_secrets(text):
        kept += (text[behind : spoken.start], f"[redacted {spoken.kind}]")
        secrets.append(Secret(spoken.kind, text[spoken.start : spoken.end]))
        behind = spoken.end
    return ("".join([*kept, text[behind:]]) if secrets else text), secrets


def _redact_cards(text: str) -> tuple[str, list[str]]:
    cards: list[str] = []

    def replace(match: re.Match[str]) -> str:
        if match.group(1) or len(match.group(2)) < _MIN_CARD:
            return match.group(0)
        kept, found = _remove_cards(re.split(r"([ -])", match.group(2)))
        cards.extend(found)
        return kept

    return _DIGITS.sub(replace, text), cards


def _remove_cards(pieces: list[str]) -> tuple[str, list[str]]:
    """Replace every run of whole digit groups that forms a card number."""
    kept: list[str] = []
    cards: list[str] = []
    place = 0
    while place < len(pieces):
        end = _find_card_end(pieces, place)
        kept.append("[redacted card number]" if end else pieces[place])
        cards.extend(["".join(pieces[place:end])] if end else [])
        place = end or place + 1
    return "".join(kept), cards


def _find_card_end(pieces: list[str], place: int) -> int | None:
    digits = ""
    for end in range(place, len(pieces), 2):
        digits += pieces[end]
        if len(digits) > _MAX_CARD or not digits.isascii() or (len(pieces[end]) < 3 and len(pieces) > _MAX_PIECES):
            return None
        if len(digits) >= _MIN_CARD and _CARD.fullmatch(digits) and _passes_luhn(digits):
            return end + 1
    return None


def _passes_luhn(digits: str) -> bool:
    numbers = [int(sign) for sign in reversed(digits)]
    doubled = (digit if place % 2 == 0 else sum(divmod(2 * digit, 10)) for place, digit in enumerate(numbers))
    return sum(doubled) % 10 == 0
