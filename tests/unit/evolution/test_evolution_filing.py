"""Rules file what is approved into documents, and take out what no longer is (E4, J14)."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.evolution._driving import FILES

from atlas.evolution.filing import file_memories
from atlas.evolution.policy import EvolutionPolicy
from atlas.language.document_blocks import apply_edits, find_block
from atlas.model.claim import Claim
from atlas.model.entity import USER, EntityId
from atlas.model.evolution import Standing
from atlas.model.ids import MemoryId
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Origin
from atlas.testing.samples import memory as sample

POLICY = EvolutionPolicy()


def memory(number: int, content: str, kind: Kind, attribute: str | None = None, subject: str = USER) -> Memory:
    claim = Claim(EntityId(subject), attribute, content) if attribute else None
    return sample(f"m_{number}", content, kind=kind, claim=claim)


WISH = memory(1, "The user wants short answers.", Kind.PREFERENCE, "answer_length")
TEA = memory(2, "The user prefers tea.", Kind.PREFERENCE, "prefers")
RULE = memory(3, "Run the tests before a commit.", Kind.RULE)
LESSON = memory(4, "Asked for the port, the reply said 80; it is 8080.", Kind.LESSON)
BROKEN = memory(5, "The deploy tool fails without a token.", Kind.LESSON)
FACT = memory(6, "The user lives in Porto.", Kind.FACT, "lives_in")


def amend(files: dict[str, str], standing: Standing, **policy: Any) -> dict[str, str]:
    made = file_memories(files, standing, EvolutionPolicy(**policy))
    after = dict(files)
    for edit in made.edits if made else ():
        text = apply_edits(after[edit.document], [edit])
        assert text is not None
        after[edit.document] = text
    return after


def block(files: dict[str, str], path: str, name: str) -> str:
    found = find_block(files[path], name)
    return found.text if found else ""


def test_each_thing_goes_where_it_belongs() -> None:
    standing = Standing((WISH, TEA, RULE, LESSON, BROKEN, FACT), frozenset({BROKEN.id}))
    after = amend(FILES, standing)
    assert block(after, "user-profile.md", "Wishes about answers").endswith(
        "- The user wants short answers. <!-- m_1 -->\n\n"
    )
    assert "- The user prefers tea. <!-- m_2 -->" in block(after, "user-profile.md", "Preferences")
    assert "<!-- m_3 -->" in block(after, "strategies.md", "Task patterns")
    assert "<!-- m_4 -->" in block(after, "corrections.md", "Corrections")
    assert "<!-- m_5 -->" in block(after, "strategies.md", "Error recovery")
    assert not any("Porto" in text for text in after.values())


def test_filing_twice_is_filing_once() -> None:
    standing = Standing((WISH, TEA, RULE))
    assert file_memories(amend(FILES, standing), standing, POLICY) is None


def test_what_is_no_longer_approved_is_taken_out_and_what_people_wrote_stays() -> None:
    filed = amend(FILES, Standing((WISH, TEA)))
    filed["user-profile.md"] = filed["user-profile.md"].replace("## Preferences\n", "## Preferences\n- By hand.\n")
    newer = memory(7, "The user wants long answers.", Kind.PREFERENCE, "answer_length")
    made = file_memories(filed, Standing((newer,)), POLICY)
    assert made is not None
    assert made.compacted == ("user-profile.md",)
    assert made.sources == (newer.id,)
    assert made.reason == "To match what is approved: 1 line filed, 2 lines taken out."
    after = amend(filed, Standing((newer,)))["user-profile.md"]
    assert "m_1" not in after
    assert "m_2" not in after
    assert "long answers. <!-- m_7 -->" in after
    assert "- By hand." in after


def test_a_wish_of_somebody_else_is_not_filed_as_the_users() -> None:
    other = memory(8, "Ana wants long answers.", Kind.PREFERENCE, "answer_length", "person:ana")
    assert file_memories(FILES, Standing((other,)), POLICY) is None


def test_a_memory_can_neither_begin_nor_end_a_comment() -> None:
    sly = memory(9, "Say --> yes <!-- m_1 -->", Kind.RULE)
    line = block(amend(FILES, Standing((sly,))), "strategies.md", "Task patterns").splitlines()[1]
    assert line == "- Say -- > yes <! -- m_1 -- > <!-- m_9 -->"


@given(st.lists(st.lists(st.integers(0, 60), max_size=40, unique=True), min_size=1, max_size=6))
def test_documents_stay_bounded_however_much_is_learned(days: list[list[int]]) -> None:
    """E5: growth is bounded by compaction, and every day's filing ends where it began anew would end."""
    files = FILES
    for standing in days:
        held = Standing(tuple(memory(number, f"Rule {number}.", Kind.RULE) for number in standing))
        for _ in range(3):
            files = amend(files, held, filed_lines_a_block=20, filed_lines_a_run=10)
        lines = block(files, "strategies.md", "Task patterns").count("<!-- m_")
        assert lines == min(20, len(standing))
    assert {MemoryId(f"m_{number}") for number in days[-1][:20]} == {
        MemoryId(line.rpartition("<!-- ")[2].removesuffix(" -->"))
        for line in block(files, "strategies.md", "Task patterns").splitlines()
        if line.endswith("-->")
    }


def test_what_is_no_users_own_is_filed_where_a_person_approved_it() -> None:  # X1
    by_person = sample(
        "m_7", "Asked for the port, it is 8080.", Origin.ASSISTANT, kind=Kind.LESSON, approved_by="operator"
    )
    by_rule = sample("m_8", "Prefers green.", Origin.WEB, kind=Kind.PREFERENCE, approved_by="policy")
    made = file_memories(FILES, Standing((by_person, by_rule)), POLICY)
    assert made is not None
    assert made.sources == (by_person.id,)


def test_nobody_is_asked_twice_about_one_line() -> None:  # E4
    made = file_memories(FILES, Standing((WISH, TEA), asked=frozenset({TEA.id})), POLICY)
    assert made is not None
    assert made.sources == (WISH.id,)
    taking = file_memories(amend(FILES, Standing((WISH,))), Standing(), POLICY)
    assert taking is not None
    waiting = Standing(waiting=frozenset(taking.edits))
    assert file_memories(amend(FILES, Standing((WISH,))), waiting, POLICY) is None
