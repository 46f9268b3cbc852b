"""Where each document stands in the copy, and that no twin of a path is one (E4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.model.document import DocumentKind
from atlas.model.document_paths import CANONICAL, PATHS, Access, find_access, find_kind, find_slug, make_wiki_path

WRITABLE = (
    *("persona.md", "user-profile.md", "domain-knowledge.md", "strategies.md", "corrections.md", "principles.md"),
    *("wiki/porto.md", "wiki/0.md", f"wiki/{'a' * 64}.md"),
)
READ_ONLY = ("constitution.md", "agent-notes.md", "session-log.jsonl", "meta/version.json", "meta/evolution-log.jsonl")
TWINS = (
    *("./persona.md", "../persona.md", "/persona.md", "persona.md/", "persona.md ", " persona.md", "persona.md."),
    *("persona.md\n", "persona.md\0", "Persona.md", "PERSONA.MD", "persona", "persona.txt", ".\\persona.md", ""),
    *("CONSTITUTION.md", "Constitution.md", "wiki/../constitution.md", "meta/../constitution.md", "//constitution.md"),
    *("wiki\\constitution.md", "c\u043enstitution.md", "constitution\u2024md", "\uff43onstitution.md", "~/x.md"),
    *("wiki/.md", "wiki/-a.md", "wiki/A.md", "wiki/a/b.md", "wiki/a.md\n", f"wiki/{'a' * 65}.md", "wiki/", "wiki"),
    *("wiki/\u0663.md", "wiki/a b.md", "wiki/a.MD", "meta/", "meta/a/b.json", "meta/../a.json", "strategies/x.md"),
    *(".staging/../persona.md", ".staging/", "persona.md:stream", "persona.md%00", "%70ersona.md"),
)


@pytest.mark.parametrize("path", WRITABLE)
def test_thinking_may_write_these_paths(path: str) -> None:  # E4
    assert find_access(path) is Access.WRITABLE
    assert find_kind(path) is not None


@pytest.mark.parametrize("path", READ_ONLY)
def test_thinking_may_only_read_these_paths(path: str) -> None:  # E4
    assert find_access(path) is Access.READ_ONLY


@pytest.mark.parametrize("path", TWINS)
def test_a_twin_of_a_path_is_no_path(path: str) -> None:  # E4
    assert find_access(path) is Access.FOREIGN
    assert find_kind(path) is None


@given(st.sampled_from((*WRITABLE, *READ_ONLY)), st.data())
def test_a_path_with_one_letter_changed_is_the_path_of_no_document(path: str, data: st.DataObject) -> None:  # E4
    place = data.draw(st.integers(0, len(path) - 1))
    letter = data.draw(st.characters(exclude_characters="abcdefghijklmnopqrstuvwxyz0123456789-_"))
    twin = path[:place] + letter + path[place + 1 :]
    if letter != path[place]:
        assert find_access(twin) is Access.FOREIGN


@given(st.text(max_size=80))
def test_every_known_path_is_plain(text: str) -> None:  # E4
    for path in (text, f"wiki/{text}.md", f"meta/{text}", f".staging/{text}"):
        if find_access(path) is not Access.FOREIGN:
            assert path.isascii()
            assert path.isprintable()
            assert not {"..", "\\"} & set(path.replace("/", " ").split())
            assert not path.startswith("/")


def test_every_kind_has_its_path_and_every_path_its_kind() -> None:  # E4
    assert {find_kind(path): path for path in PATHS.values()} == dict(PATHS)
    assert set(DocumentKind) - PATHS.keys() == {DocumentKind.WIKI}
    assert find_kind("wiki/porto.md") == DocumentKind.WIKI
    assert set(CANONICAL) - set(PATHS.values()) == {"constitution.md"}


def test_a_page_has_its_path_by_its_slug() -> None:
    assert make_wiki_path("porto-2024") == "wiki/porto-2024.md"
    assert find_slug("wiki/porto-2024.md") == "porto-2024"
    assert find_slug("persona.md") is None
    with pytest.raises(ValueError, match="slug"):
        make_wiki_path("../constitution")
