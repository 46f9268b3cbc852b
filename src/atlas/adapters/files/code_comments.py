"""The comments and docstrings of source code, by Pygments, each under the class or function that it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from atlas.model.source_file import Section, SkipReason

if TYPE_CHECKING:
    from pygments.lexer import Lexer

_SUFFIXES: Final = frozenset(
    {
        *(".py", ".pyi", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".java", ".kt", ".kts", ".scala", ".c", ".h"),
        *(".cc", ".cpp", ".cxx", ".hpp", ".cs", ".m", ".swift", ".go", ".rs", ".rb", ".php", ".pl", ".lua", ".r"),
        *(".jl", ".sh", ".bash", ".zsh", ".sql", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".tf", ".hs", ".ex", ".exs"),
        *(".erl", ".clj", ".dart", ".groovy"),
    }
)
_LEAST: Final = 25
"""Characters of a comment that says something; briefer ones are for programs, or for the line beside them."""
_DECLARING: Final = frozenset({"class", "function", "interface", "struct", "enum", "trait", "fn", "func", "def"})
"""What stands before a name that is given, where the lexer does not tell."""
_NEAR: Final = 2
"""Lines between a comment and the name that it stands above."""
_SIGNS: Final = re.compile(
    r"^[ \t]*(?:///?!?|/\*+!?|\*+/?|#+!?|--+|;+|%+|r?\"{3}|'{3})[ \t]?|[ \t]*(?:\*+/|\"{3}|'{3})[ \t]*$"
)


@dataclass(slots=True)
class _Block:
    line: int
    column: int
    doc: bool
    names: tuple[str, ...]
    texts: list[str] = field(default_factory=list)
    last: int = 0


def read_comments(text: str, name: str) -> Iterable[Section] | SkipReason:
    suffix = f".{name.rpartition('.')[2].casefold()}" if "." in name else ""
    if suffix not in _SUFFIXES:
        return SkipReason.KIND
    from pygments.lexers import get_lexer_for_filename  # seldom needed
    from pygments.util import ClassNotFound

    try:
        return list(_make_sections(get_lexer_for_filename(name, stripnl=False), text))
    except ClassNotFound:
        return SkipReason.KIND


def _make_sections(lexer: Lexer, text: str) -> Iterator[Section]:
    blocks, names = _find_blocks(lexer, text)
    for block in blocks:
        words = "\n".join(_strip_signs("\n".join(block.texts))).strip()
        if len(words) >= _LEAST:
            yield Section(block.names or (() if block.doc else _find_name_below(block, names)), words)


def _find_blocks(lexer: Lexer, text: str) -> tuple[list[_Block], list[tuple[int, str]]]:
    """Comments that stand in one column below each other are one; and the names that are given, by their lines."""
    from pygments.token import Comment, Name, String

    unread: Any = (Comment.Hashbang, Comment.Preproc, Comment.PreprocFile)
    blocks: list[_Block] = []
    names: list[tuple[int, str]] = []
    around: list[tuple[int, str]] = []
    line, column = 1, 0
    declares = False
    for kind, value in lexer.get_tokens(text):
        if kind in Name.Class or kind in Name.Function or (declares and kind in Name):
            indent = _find_indent(text, line)
            around = [(at, each) for at, each in around if at < indent] + [(indent, value)]
            names.append((line, value))
        elif (kind in Comment and kind not in unread) or kind in String.Doc:
            doc = kind in String.Doc
            inside = tuple(each for at, each in around if at < column or (column == 0 and doc and at < 0))
            previous = blocks[-1] if blocks else None
            if previous and not doc and not previous.doc and (previous.last + 1, previous.column) == (line, column):
                previous.texts.append(value)
            else:
                blocks.append(_Block(line, column, doc, inside, [value]))
            blocks[-1].last = line + value.rstrip("\n").count("\n")
        declares = value in _DECLARING or (declares and not value.strip())
        newlines = value.count("\n")
        line += newlines
        column = len(value) - value.rfind("\n") - 1 if newlines else column + len(value)
    return blocks, names


def _find_indent(text: str, line: int) -> int:
    found = text.split("\n", line)[line - 1] if line - 1 <= text.count("\n") else ""
    return len(found) - len(found.lstrip())


def _find_name_below(block: _Block, names: list[tuple[int, str]]) -> tuple[str, ...]:
    return next(((name,) for line, name in names if block.last < line <= block.last + _NEAR), ())


def _strip_signs(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        yield _SIGNS.sub("", _SIGNS.sub("", line)).rstrip()
