"""The copy of the documents that thinking edits, as a value, and its four tools: read, write, edit, find (E4).

There is no file behind it. A path is one of the known ones to the letter (`model/document_paths.py`) or it is refused,
so that no link, rename or twin of a name leads anywhere (E9). A tool never raises: what it cannot do it says in one
sentence, and leaves the copy as it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Any, Final

from atlas.language.document_lines import list_lines
from atlas.language.folding import fold_text
from atlas.language.hidden_characters import remove_hidden
from atlas.language.lookalikes import fold_lookalikes
from atlas.model.document import DocumentKind
from atlas.model.document_paths import CONSTITUTION_PATH, PATHS, Access, find_access, find_slug

MAX_FILE_BYTES: Final = 65_536
MAX_RESULT: Final = 8_000
"""Characters of what a tool answers."""
MAX_PAGES: Final = 50
_MAX_PATTERN: Final = 200
_LEAST_QUOTED: Final = 5
"""Words in a row from which a line repeats what somebody said; fewer may well be the only words for it."""
_TAUGHT: Final = frozenset(
    {
        PATHS[DocumentKind.PERSONA],
        PATHS[DocumentKind.PROFILE],
        PATHS[DocumentKind.STRATEGIES],
        PATHS[DocumentKind.CORRECTIONS],
        PATHS[DocumentKind.PRINCIPLES],
    }
)
"""Documents that are served as instructions: a complaint, word for word, would be one."""
_CUT: Final = "[Cut here; read on with from and to.]"
_LINE_ENDS: Final = re.compile("\r\n|[\r\u2028\u2029]")
_CONSTITUTION: Final = CONSTITUTION_PATH.removesuffix(".md")


@dataclass(frozen=True, slots=True)
class Workspace:
    files: Mapping[str, str]
    """Text by path; no caller can change it from outside."""
    said: tuple[str, ...] = ()
    """What users said: no line of what is served as instructions may repeat it word for word."""
    lines: int | None = None
    """How many a document may have; one that has more may only become shorter."""
    refused_writes: int = 0
    """How often a run tried to write where it may not."""
    constitution_writes: int = 0
    """How often it was the constitution, by its name or by a twin of it (E9)."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "files", MappingProxyType(dict(self.files)))


class _Refusal(Exception):
    """Why a tool does not do it, and the path that must not be written, where that is why; never leaves this module."""

    def __init__(self, says: str, path: str | None = None) -> None:
        super().__init__(says)
        self.path = path


def use_tool(workspace: Workspace, call: Mapping[str, Any]) -> tuple[Workspace, str]:
    """Do what a call asks for, `{"tool": "edit", "path": …, "old": …, "new": …}`, or say why not.

    What a tool does not take is not looked at; None, an empty text and line 0 are as good as nothing.
    """
    tool = call.get("tool") if isinstance(call, Mapping) else None
    if not isinstance(tool, str) or tool not in _TOOLS:
        return workspace, f"There is no such tool; use {', '.join(_TOOLS)}."
    try:
        return _TOOLS[tool](workspace, call)
    except _Refusal as refusal:
        return _count_refusal(workspace, refusal.path), str(refusal)


def _count_refusal(workspace: Workspace, path: str | None) -> Workspace:
    if path is None:
        return workspace
    return replace(
        workspace,
        refused_writes=workspace.refused_writes + 1,
        constitution_writes=workspace.constitution_writes + (_CONSTITUTION in fold_lookalikes(path)),
    )


# --- tools


def _read(workspace: Workspace, call: Mapping[str, Any]) -> tuple[Workspace, str]:
    path = _take_existing(workspace, call)
    lines = workspace.files[path].splitlines(keepends=True)
    first, last = _take_line(call, "from", 1), _take_line(call, "to", max(1, len(lines)))
    if first > max(1, len(lines)):
        raise _Refusal(f"{path} has {len(lines)} lines; read from one of them.")
    return workspace, _limit_result("".join(lines[first - 1 : last]) or "[There is nothing in it.]")


def _write(workspace: Workspace, call: Mapping[str, Any]) -> tuple[Workspace, str]:
    path = _take_writable(call)
    text = _take_text(call, "text")
    pages = sum(find_slug(each) is not None for each in workspace.files)
    if path not in workspace.files and find_slug(path) is not None and pages >= MAX_PAGES:
        raise _Refusal(f"There are {pages} wiki pages, and no more than {MAX_PAGES} may be; write to one of them.")
    return _put(workspace, path, text, added=text), f"{path} is written."


def _edit(workspace: Workspace, call: Mapping[str, Any]) -> tuple[Workspace, str]:
    path = _take_writable(call)
    _take_existing(workspace, call)
    text, old, new = workspace.files[path], _take_text(call, "old"), _take_text(call, "new")
    place = text.find(old)
    if not old or place < 0:
        raise _Refusal(f"What is to be replaced does not stand in {path}; read it and name its words exactly.")
    if text.find(old, place + 1) >= 0:
        raise _Refusal(f"What is to be replaced stands in {path} more than once; name more of the words around it.")
    edited = text[:place] + new + text[place + len(old) :]
    return _put(workspace, path, edited, added=new), f"{path} is edited."


def _find(workspace: Workspace, call: Mapping[str, Any]) -> tuple[Workspace, str]:
    pattern = _take_string(call, "path") if call.get("path") else "*"
    if len(pattern) > _MAX_PATTERN:
        raise _Refusal(f"The pattern is longer than {_MAX_PATTERN} characters; use a shorter one.")
    paths = [path for path in sorted(workspace.files) if fnmatchcase(path, pattern)]
    text = _take_text(call, "text") if call.get("text") else ""
    found = list(_find_lines(workspace, paths, text)) if text else paths
    return workspace, _limit_result("\n".join(found)) or "Nothing was found."


_TOOLS: Final[Mapping[str, Callable[[Workspace, Mapping[str, Any]], tuple[Workspace, str]]]] = {
    "read": _read,
    "write": _write,
    "edit": _edit,
    "find": _find,
}


# --- what a call holds


def _take_string(call: Mapping[str, Any], name: str) -> str:
    value = call.get(name)
    if not isinstance(value, str):
        raise _Refusal(f"The call lacks the text `{name}`; add it.")
    return value


def _take_text(call: Mapping[str, Any], name: str) -> str:
    return _LINE_ENDS.sub("\n", _take_string(call, name))


def _take_line(call: Mapping[str, Any], name: str, default: int) -> int:
    value = call.get(name)
    if value is None or value == 0:
        return default
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise _Refusal(f"`{name}` is the number of a line, from 1 on; give one.")
    return value


def _take_existing(workspace: Workspace, call: Mapping[str, Any]) -> str:
    path = _take_string(call, "path")
    if path not in workspace.files or find_access(path) is Access.FOREIGN:
        raise _Refusal("There is no document at that path; use find for a list of them.")
    return path


def _take_writable(call: Mapping[str, Any]) -> str:
    path = _take_string(call, "path")
    access = find_access(path)
    if access is Access.READ_ONLY:
        raise _Refusal(f"{path} may only be read; write to another document.", path)
    if access is not Access.WRITABLE:
        raise _Refusal(
            "That path is not one of the documents; use find for a list, or wiki/<slug>.md for a new page.",
            path,
        )
    return path


# --- what becomes of it


def _put(workspace: Workspace, path: str, text: str, *, added: str) -> Workspace:
    before = workspace.files.get(path, "")
    if not text.strip():
        raise _Refusal(f"{path} would be empty; leave its heading at least.")
    if _holds_hidden(added) or (_holds_hidden(text) and not _holds_hidden(before)):
        raise _Refusal("The text holds characters that nobody sees; write it without them.")
    if len(text.encode("utf-8", "surrogatepass")) > MAX_FILE_BYTES:
        raise _Refusal(f"{path} would be longer than {MAX_FILE_BYTES:,} bytes; make it shorter.")
    count = _count_lines(text)
    if workspace.lines is not None and count > max(workspace.lines, _count_lines(before)):
        raise _Refusal(
            f"{path} would have {count} lines, and no more than {workspace.lines} may be; leave out or join what "
            "matters least, and name the document among `compacted`."
        )
    if path in _TAUGHT and any(_is_quoted(line, workspace.said) for line in _list_new_lines(before, text)):
        raise _Refusal("A line repeats what a user said, word for word; say in words of your own what holds.")
    return replace(workspace, files={**workspace.files, path: text})


def _count_lines(text: str) -> int:
    return sum(1 for _ in list_lines(text))


def _list_new_lines(before: str, text: str) -> set[str]:
    return {line.text for line in list_lines(text)} - {line.text for line in list_lines(before)}


def _is_quoted(line: str, said: tuple[str, ...]) -> bool:
    words = fold_text(line)
    return len(words.split()) >= _LEAST_QUOTED and any(words in fold_text(message) for message in said)


def _holds_hidden(text: str) -> bool:
    return remove_hidden(text) != text


def _find_lines(workspace: Workspace, paths: list[str], text: str) -> Iterator[str]:
    for path in paths:
        for number, line in enumerate(workspace.files[path].splitlines(), start=1):
            if text in line:
                yield f"{path}:{number}: {line}"


def _limit_result(text: str) -> str:
    return text if len(text) <= MAX_RESULT else f"{text[: MAX_RESULT - len(_CUT) - 1]}\n{_CUT}"
