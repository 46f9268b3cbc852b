"""The invariants of what a run of thinking made of the documents, I1 to I9 and H1: pure checks over before and after.

They run on every outcome, also where the run says that it changed nothing (E5). What they find is hard unless it says
that it is soft: with one hard finding nothing of the run may be stored (E6). No finding quotes what was written.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Final

from atlas.curation.document_credentials import find_credentials
from atlas.curation.policy import DocumentLimits
from atlas.language.code_fences import list_unfenced_lines
from atlas.language.document_items import remove_comments, split_items
from atlas.language.folding import fold_text
from atlas.language.registry import LANGUAGE
from atlas.language.words import split_words
from atlas.model.document_draft import DocumentDraft, Ending
from atlas.model.document_paths import CANONICAL, CONSTITUTION_PATH, Access, find_access
from atlas.model.strict import Problem, parse_answer
from atlas.model.verdict import Finding

_LINE: Final = 1_000
"""Characters that count as one line, so that no text grows within one."""
_ALIKE: Final = 0.9
_BLOCK: Final = re.compile(r" {0,3}##[ \t]+(?P<name>.*?)[ \t]*#*[ \t]*")
_BULLET: Final = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+")
_URL: Final = re.compile(
    r"(?:\b[a-z][a-z0-9+.-]{0,20}://(?:[^\s/?#]{0,256}@)?|\b(?=www\.))([^\s/?#:@)\]>\"'`,;]{1,256})", re.IGNORECASE
)

Check = Callable[[DocumentDraft, DocumentLimits], Iterator[Finding]]


def check_draft(draft: DocumentDraft, limits: DocumentLimits) -> tuple[Finding, ...]:
    """Run every invariant, in its order; without a hard finding the draft may be stored."""
    return tuple(finding for check in _CHECKS for finding in check(draft, limits))


def check_writable(draft: DocumentDraft, limits: DocumentLimits) -> Iterator[Finding]:
    """I1: Only documents that thinking may write were changed, added or removed."""
    for path in draft.changed:
        access = find_access(path)
        if access is not Access.WRITABLE:
            says = "may only be read" if access is Access.READ_ONLY else "is not to be written"
            yield Finding("I1", f"{_name(path)} was changed, and {says}.")


def check_constitution(draft: DocumentDraft, limits: DocumentLimits) -> Iterator[Finding]:
    """I2: The constitution is the same to the byte."""
    if draft.after.get(CONSTITUTION_PATH) != draft.before.get(CONSTITUTION_PATH):
        yield Finding("I2", "It changes the constitution.")


def check_canonical(draft: DocumentDraft, limits: DocumentLimits) -> Iterator[Finding]:
    """I3: The canonical documents exist and say something."""
    for path in CANONICAL:
        if not draft.after.get(path, "").strip():
            yield Finding("I3", f"It leaves no {path}, or an empty one.")


def check_size(draft: DocumentDraft, limits: DocumentLimits) -> Iterator[Finding]:
    """I4: Documents grow and shrink within bounds, and none goes to nothing; what comes near a bound warns."""
    total = 0
    for path in draft.changed:
        before, after = draft.before.get(path, ""), draft.after.get(path, "")
        growth = _count_lines(after) - _count_lines(before)
        total += max(0, growth)
        yield from _check_growth(_name(path), growth, limits.growth_lines, limits)
        if path not in draft.compacted:
            yield from _check_shrinking(path, before, after, limits)
        if path in draft.before and (path not in draft.after or (before.strip() and not after.strip())):
            yield Finding("I4", f"{_name(path)} would be empty or gone.")
    yield from _check_growth("The run", total, limits.run_growth_lines, limits)


def _check_growth(what: str, growth: int, bound: int, limits: DocumentLimits) -> Iterator[Finding]:
    says = f"{what} grows by {growth} lines; the bound is {bound}."
    if growth > bound:
        yield Finding("I4", says)
    elif growth > 0 and growth >= limits.warn_share * bound:
        yield Finding("I4", says, soft=True)


def _check_shrinking(path: str, before: str, after: str, limits: DocumentLimits) -> Iterator[Finding]:
    had, has = _count_bytes(before), _count_bytes(after)
    lost = (had - has) / had if had else 0.0
    if lost > 0 and lost >= limits.warn_share * limits.shrink_share:
        says = f"{_name(path)} loses {lost:.0%} of its bytes; the bound is {limits.shrink_share:.0%}."
        yield Finding("I4", says, soft=lost <= limits.shrink_share)


def _count_lines(text: str) -> int:
    return sum(max(1, math.ceil(len(line) / _LINE)) for line in text.splitlines())


def _count_bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def check_form(draft: DocumentDraft, limits: DocumentLimits) -> Iterator[Finding]:
    """I5: Fences and comments have an end, blocks have names of their own, and JSONL parses line by line."""
    for path in draft.changed:
        text = draft.after.get(path, "")
        if path.endswith(".md"):
            yield from _check_markdown(path, text)
        elif path.endswith(".jsonl") and not all(map(_is_object, text.removesuffix("\n").split("\n") if text else ())):
            yield Finding("I5", f"{_name(path)} has a line that is no JSON object.")


def _check_markdown(path: str, text: str) -> Iterator[Finding]:
    lines, is_open = list_unfenced_lines(text)
    if is_open:
        yield Finding("I5", f"{_name(path)} has a code fence without an end.")
    if "<!--" in "\n".join(lines).rpartition("-->")[2]:
        yield Finding("I5", f"{_name(path)} has a comment without an end, which hides all that follows.")
    names = [fold_text(found["name"]) for found in map(_BLOCK.fullmatch, lines) if found]
    if len(set(names)) < len(names):
        yield Finding("I5", f"{_name(path)} has two blocks of one name.")


def _is_object(line: str) -> bool:
    return not isinstance(parse_answer(line, {"type": "object"}), Problem)


def check_credentials(draft: DocumentDraft, limits: DocumentLimits) -> Iterator[Finding]:
    """I6: No credentials were added; one that stood there before only warns."""
    for path in draft.changed:
        found = find_credentials(draft.after.get(path, ""))
        stood = find_credentials(draft.before.get(path, "")) if found else frozenset()
        for name in sorted({secret.name for secret in found - stood}):
            yield Finding("I6", f"{_name(path)} has a new credential ({name}).")
        for name in sorted({secret.name for secret in found & stood}):
            yield Finding("I6", f"{_name(path)} has a credential that stood there before ({name}).", soft=True)


def check_links(draft: DocumentDraft, limits: DocumentLimits) -> Iterator[Finding]:
    """I6: Links that were added lead to allowed hosts."""
    for path in draft.changed:
        added = _find_hosts(draft.after.get(path, "")) - _find_hosts(draft.before.get(path, ""))
        if added - {host.casefold() for host in limits.allowed_hosts}:
            yield Finding("I6", f"It adds a link to {_name(path)} that leads to no allowed host.", soft=True)


def _find_hosts(text: str) -> set[str]:
    return {host.rstrip(".").casefold() for host in _URL.findall(text)}


def check_repeats(draft: DocumentDraft, limits: DocumentLimits) -> Iterator[Finding]:
    """I7: No bullet was added that says nearly what another of its document says."""
    for path in draft.changed:
        before, after = (Counter(_list_bullets(side.get(path, ""))) for side in (draft.before, draft.after))
        words = {bullet: frozenset(split_words(bullet)) for bullet in after}
        added = islice(after - before, limits.run_growth_lines)
        if any(after[bullet] > 1 or _has_near_duplicate(bullet, words) for bullet in added):
            yield Finding("I7", f"{_name(path)} says nearly the same in two bullets.", soft=True)


def _list_bullets(text: str) -> Iterator[str]:
    """List what the bullets of a document say, folded; where a line comes from is no part of it."""
    for item in split_items(remove_comments(text)):
        if marker := _BULLET.match(item):
            yield from filter(None, (fold_text(item[marker.end() :]),))


def _has_near_duplicate(bullet: str, words: Mapping[str, frozenset[str]]) -> bool:
    own = words[bullet]
    return any(
        other != bullet and len(own & theirs) >= _ALIKE * len(own | theirs) > 0 for other, theirs in words.items()
    )


def check_claim(draft: DocumentDraft, limits: DocumentLimits) -> Iterator[Finding]:
    """I8: What the run says it changed is what it changed, and a run that did not end well changed nothing."""
    if draft.ending is not Ending.OK:
        if draft.changed:
            yield Finding("I8", f"It ended with {draft.ending}, and yet changed documents: none of it may be stored.")
        return
    if missing := set(draft.changed) - set(draft.claimed):
        yield Finding("I8", f"It does not name {len(missing)} of the documents that it changed.", soft=True)
    if invented := set(draft.claimed) - set(draft.changed):
        yield Finding("I8", f"It names {len(invented)} documents that it did not change.", soft=True)


def check_staging(draft: DocumentDraft, limits: DocumentLimits) -> Iterator[Finding]:
    """I9: Nothing is left in staging."""
    if any(find_access(path) is Access.STAGING for path in draft.after):
        yield Finding("I9", "It leaves something in staging, which is dropped.", soft=True)


def check_levels(draft: DocumentDraft, limits: DocumentLimits) -> Iterator[Finding]:
    """H1: Nothing was added that claims to change the first three levels, evaluation, permissions or roles."""
    for path in draft.changed:
        before, after = (_list_items(side.get(path, "")) for side in (draft.before, draft.after))
        if any(map(LANGUAGE.overrides.claims_to_override, after - before)):
            yield Finding("H1", f"{_name(path)} claims to change more than level 4 of the constitution.")


def _list_items(text: str) -> set[str]:
    """List the items of a document, as it is written and as it is served, which is without comments."""
    return {item.strip() for version in (text, remove_comments(text)) for item in split_items(version)}


def _name(path: str) -> str:
    """Name a document; a path that belongs to none may say anything, and is not repeated."""
    return "A path that belongs to no document" if find_access(path) is Access.FOREIGN else path


_CHECKS: Final[tuple[Check, ...]] = (
    check_writable,
    check_constitution,
    check_canonical,
    check_size,
    check_form,
    check_credentials,
    check_links,
    check_repeats,
    check_claim,
    check_staging,
    check_levels,
)
