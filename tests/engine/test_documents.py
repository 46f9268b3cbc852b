"""Documents for people: as they are and were, compared, blamed, restored, checked out and brought back (E4, E7, X4)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_evolution import LINE, adding, edited_by, editing, evolve, talk

from atlas import Atlas
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.curation.policy import Mode
from atlas.errors import AtlasError, BadInput, NotFound, Refused
from atlas.model.memory import Status
from atlas.model.version import VersionCause
from atlas.testing.virtual import virtual

PROFILE = "user-profile.md"
WORDS = st.text(alphabet="abcdefgh äß漢", min_size=1, max_size=20).map(str.strip).filter(bool)
TEXTS = st.lists(WORDS.map(lambda words: f"- {words}\n"), min_size=1, max_size=8).map(
    lambda lines: "# User profile\n\n" + "".join(lines)
)


def write(life: Any, *lines: str, path: str = PROFILE) -> int:
    life.virtual.later(days=1)
    made = life.atlas.documents.write(
        {path: "# User profile\n\n" + "".join(f"- {line}\n" for line in lines)}, "By hand."
    )
    return int(made.version or 0)


# --- versions


def test_a_document_is_listed_with_the_version_that_changed_it_last(life) -> None:  # E7
    write(life, "Likes tea.")
    life.atlas.documents.note("A note.")
    notes, profile = life.atlas.documents.list()
    assert (profile.path, profile.title, profile.status, profile.lines) == (PROFILE, "User profile", Status.APPROVED, 3)
    assert (profile.last.number, profile.last.cause, profile.last.reason) == (1, VersionCause.EDITED, "By hand.")
    assert (notes.path, notes.status, notes.last.cause) == ("agent-notes.md", Status.NEEDS_REVIEW, VersionCause.NOTED)


@pytest.mark.parametrize("name", ["profile", "user-profile", PROFILE, " Profile "])
def test_a_document_is_found_by_what_people_call_it(life, name: str) -> None:
    write(life, "Likes tea.")
    assert life.atlas.documents.read(name).path == PROFILE


def test_a_page_is_found_by_its_topic(life) -> None:
    life.atlas.documents.write({"wiki/porto.md": "# Porto\n\nA town.\n"})
    assert {life.atlas.documents.read(name).path for name in ("porto", "wiki/porto", "Porto", "wiki/porto.md")} == {
        "wiki/porto.md"
    }


def test_what_nobody_has_written_yet_and_the_constitution_are_read_too(life) -> None:  # E4, E9
    assert life.atlas.documents.read("persona").text.startswith("# Persona")
    assert life.atlas.documents.read("constitution").text == life.runtime.constitution
    with pytest.raises(NotFound, match="There is no document 'nonsense'; there are agent-notes"):
        life.atlas.documents.read("nonsense")


def test_any_past_state_is_told_by_its_version_or_by_a_moment(life) -> None:  # E7, X4
    began = life.runtime.now()
    write(life, "Likes tea.")
    first = life.runtime.now()
    write(life, "Likes coffee.")
    read = life.atlas.documents.read
    assert "coffee" in read("profile").text
    assert read("profile", version=1) == replace(read("profile", as_of=first), path=PROFILE)
    assert "tea" in read("profile", version=1).text
    with pytest.raises(NotFound, match="was not there in version 0"):
        read("profile", as_of=began)
    with pytest.raises(NotFound, match="There is no version 3 of the documents; there are 2"):
        read("profile", version=3)
    with pytest.raises(BadInput):
        read("profile", version=1, as_of=first)


def test_versions_say_what_they_came_of(life) -> None:  # E7
    life.say("Please answer briefly from now on, two sentences at most.")
    life.atlas.end_session("c1")
    evolve(life)
    write(life, "Likes tea.")
    life.atlas.documents.restore(1)
    life.atlas.undo()
    undone, restored, edited, filed = life.atlas.documents.versions()
    assert (undone.cause, undone.of) == (VersionCause.UNDONE, restored.number)
    assert (restored.cause, restored.of) == (VersionCause.RESTORED, filed.number)
    assert edited.cause is VersionCause.EDITED
    assert (filed.cause, filed.thinker, len(filed.sources)) == (VersionCause.FILED, "rules", 1)
    assert "filed" in filed.reason


def test_what_differs_is_told_between_versions_and_moments(life) -> None:  # E7, X4
    write(life, "Likes tea.")
    first = life.runtime.now()
    write(life, "Likes tea.", "Likes rain.")
    write(life, "A harbour.", path="wiki/porto.md")
    diff = life.atlas.documents.diff
    assert [each.path for each in diff().documents] == ["wiki/porto.md"]
    (found,) = diff(first, 2).documents
    assert "+- Likes rain." in found.diff.splitlines()
    assert "-- Likes tea." not in found.diff.splitlines()
    assert {each.path for each in diff(1).documents} == {PROFILE, "wiki/porto.md"}
    assert [each.path for each in diff(1, name="profile").documents] == [PROFILE]
    assert (diff(name="profile").before, diff(name="profile").after) == (1, 2)
    assert diff(2, 2).documents == ()


def test_each_line_names_its_version_its_reason_and_the_words_behind_it(life) -> None:  # E7, C8
    said = "Please answer briefly from now on, two sentences at most."
    life.say(said)
    life.atlas.end_session("c1")
    evolve(life)
    text = life.atlas.documents.read("profile").text
    life.virtual.later(days=1)
    life.atlas.documents.write({PROFILE: f"{text}- Likes tea.\n"}, "Told me so.")
    lines = {each.text: each for each in life.atlas.documents.blame("profile")}
    filed = next(each for each in lines.values() if each.memory)
    assert filed.memory.quotes[0] in said
    assert filed.memory.served
    assert filed.version.number == 1
    assert (lines["- Likes tea.\n"].version.number, lines["- Likes tea.\n"].version.reason) == (2, "Told me so.")


def test_a_line_whose_memory_is_no_longer_in_service_says_so(life) -> None:  # E7, C1
    life.say("Please answer briefly from now on, two sentences at most.")
    life.atlas.end_session("c1")
    evolve(life)
    (source,) = [each.memory for each in life.atlas.documents.blame("profile") if each.memory]
    life.atlas.reject(source.id)
    (after,) = [each.memory for each in life.atlas.documents.blame("profile") if each.memory]
    assert (after.served, after.forgotten) == (False, False)


# --- restoring


@given(texts=st.lists(TEXTS, min_size=10, max_size=10), chosen=st.integers(1, 10))
def test_after_ten_amendments_any_version_comes_back_byte_for_byte(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], chosen: int
) -> None:  # E7
    made = virtual(tmp_path_factory.mktemp("restoring") / "me.atlas", embedder=HashingEmbedder())
    with Atlas(made.runtime, background=False) as atlas:
        stood = []
        for number, text in enumerate(texts):
            atlas.documents.write(
                {PROFILE: text} if number % 2 else {PROFILE: text, "persona.md": f"# {number}\n{text}"}
            )
            stood.append([atlas.documents.read(name).text for name in ("profile", "persona")])
        versions = len(atlas.documents.versions())
        wanted = min(chosen, versions)
        then = [atlas.documents.read(name, version=wanted).text for name in ("profile", "persona")]
        assert then in stood
        atlas.documents.restore(wanted)
        assert [atlas.documents.read(name).text for name in ("profile", "persona")] == then
        assert atlas.admin.verify().ok


def test_one_document_is_restored_alone_and_undone(life) -> None:  # E7
    write(life, "Likes tea.")
    write(life, "Likes coffee.")
    write(life, "A town.", path="wiki/porto.md")
    made = life.atlas.documents.restore(1, "profile")
    assert (made.paths, made.version) == ((PROFILE,), 4)
    assert "tea" in life.atlas.documents.read("profile").text
    assert "town" in life.atlas.documents.read("porto").text
    life.atlas.undo()
    assert "coffee" in life.atlas.documents.read("profile").text


# --- held amendments


def test_an_approval_says_which_version_came_of_it_and_undo_has_it_wait_again(life) -> None:  # C9, E7
    life, _ = edited_by(life, lambda _: editing(adding()), Mode.MANUAL)
    talk(life, "The harbour was quiet this morning.")
    evolve(life)
    (judged,) = life.atlas.review.pending(search="Short answers").proposals
    (decision,) = life.atlas.approve(judged.id)
    assert decision.version == 1
    (story,) = life.atlas.documents.versions()
    assert (story.cause, story.thinker, story.approved_by) == (VersionCause.PROPOSED, "scripted", "operator")
    assert LINE in life.atlas.documents.read("profile").text
    life.atlas.undo()
    assert life.atlas.documents.versions()[0].cause is VersionCause.UNDONE
    assert life.atlas.review.pending(search="Short answers").proposals
    assert LINE not in life.atlas.documents.read("profile").text
    assert life.atlas.admin.verify().ok


# --- forgetting


def told_of_maria(life: Any) -> None:
    write(life, "Likes tea.")
    write(life, "Likes tea.", "Maria is their sister.")
    write(life, "Likes tea.", "Maria is their sister.", "Likes rain.")


def test_what_was_forgotten_is_gone_from_every_version_that_is_told(life) -> None:  # X3, X4, E7
    told_of_maria(life)
    life.atlas.forget(person="Maria")
    documents = life.atlas.documents
    for number in (2, 3):
        with pytest.raises(NotFound, match="was forgotten; it is not told"):
            documents.read("profile", version=number)
        with pytest.raises(Refused, match="it does not come back"):
            documents.restore(number)
    everything = f"{documents.versions()}{documents.blame('profile')}{documents.diff(0)}{documents.diff(1, 3)}"
    assert "Maria" not in everything + str(documents.list()) + str(list(life.atlas.history.export(sensitive=True)))
    (difference,) = documents.diff(1, 3).documents
    assert (difference.diff, difference.forgotten) == ("", (3,))
    assert [each.version.number if each.version else None for each in documents.blame("profile")] == [1, 1, 1, None]
    documents.restore(1)
    assert documents.read("profile").text == "# User profile\n\n- Likes tea.\n"
    assert life.atlas.admin.verify().ok


def test_a_document_that_only_used_to_tell_it_stands_as_it_is(life) -> None:  # X3, E7
    told_of_maria(life)
    write(life, "Likes rain.")
    life.atlas.forget(person="Maria")
    documents = life.atlas.documents
    assert documents.read("profile").text == "# User profile\n\n- Likes rain.\n"
    assert documents.read("profile", as_of=life.runtime.now()).text == documents.read("profile").text
    assert documents.versions()[0].cause is VersionCause.FORGOTTEN
    documents.restore(1)
    assert "tea" in documents.read("profile").text
    assert life.atlas.admin.verify().ok


def test_forgetting_twice_leaves_the_versions_countable(life) -> None:  # X3, E7
    told_of_maria(life)
    life.atlas.forget(person="Maria")
    before = [each.number for each in life.atlas.documents.versions()]
    write(life, "Likes rain.", "Pedro is their brother.")
    life.atlas.forget(person="Pedro")
    after = [each.number for each in life.atlas.documents.versions()]
    assert after[-len(before) :] == before
    assert life.atlas.documents.read("profile", version=1).text.endswith("Likes tea.\n")
    assert life.atlas.admin.verify().ok


# --- a whole store


def test_an_export_brings_documents_and_versions_back_approved(
    life, live: Callable[..., Any], tmp_path: Path
) -> None:  # X9
    write(life, "Likes tea.")
    write(life, "Likes coffee.")
    life.atlas.documents.note("A note.")
    file = tmp_path / "everything.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in life.atlas.history.export()), encoding="utf-8")
    other = live("other.atlas", seed=9)
    other.atlas.history.import_file(file, restore=True)
    assert other.atlas.documents.list() == life.atlas.documents.list()
    assert other.atlas.documents.versions() == life.atlas.documents.versions()
    other.atlas.documents.restore(1)
    assert "tea" in other.atlas.documents.read("profile").text
    assert other.atlas.admin.verify().ok


# --- checked out and brought back


@pytest.fixture
def folder(life: Any, tmp_path: Path) -> Path:
    write(life, "Likes tea.")
    life.atlas.documents.note("A note.")
    place = tmp_path / "documents"
    life.atlas.documents.export(place)
    return place


def test_what_is_edited_in_a_folder_comes_back_and_is_served(life, folder: Path) -> None:  # E4, E8
    with (folder / PROFILE).open("a", encoding="utf-8") as file:
        file.write("- Likes rain.\n")
    (folder / "wiki").mkdir()
    (folder / "wiki" / "porto.md").write_text("# Porto\n\nA town by the sea.\n", encoding="utf-8")
    seen = life.atlas.documents.import_folder(folder, dry_run=True)
    assert (set(seen.diffs), seen.amended) == ({PROFILE, "wiki/porto.md"}, None)
    assert "rain" not in life.atlas.documents.read("profile").text
    made = life.atlas.documents.import_folder(folder)
    assert made.amended.paths == (PROFILE, "wiki/porto.md")
    assert "Likes rain." in life.atlas.context("Hello").text
    again = life.atlas.documents.import_folder(folder)
    assert (again.diffs, again.amended.version) == ({}, None)


def test_what_was_not_touched_in_a_folder_does_not_take_back_what_was_learned_since(life, folder: Path) -> None:  # E4
    write(life, "Likes coffee.")
    (folder / "persona.md").write_text("# Persona\n\nCalm.\n", encoding="utf-8")
    assert life.atlas.documents.import_folder(folder).amended.paths == ("persona.md",)
    assert "coffee" in life.atlas.documents.read("profile").text


def test_a_document_that_changed_here_meanwhile_is_not_written_over(life, folder: Path) -> None:  # E4
    write(life, "Likes coffee.")
    (folder / PROFILE).write_text("# User profile\n\n- Likes wine.\n", encoding="utf-8")
    with pytest.raises(Refused, match=r"user-profile\.md was changed here since it was exported"):
        life.atlas.documents.import_folder(folder)


def _link(folder: Path) -> None:
    (folder / "persona.md").unlink()
    (folder / "persona.md").symlink_to(folder / "constitution.md")


def _link_folder(folder: Path) -> None:
    (folder / "wiki").symlink_to(folder / "meta")


def _folder_for_file(folder: Path) -> None:
    (folder / "persona.md").unlink()
    (folder / "persona.md").mkdir()


BROKEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "a foreign file": (lambda f: (f / "notes.txt").write_text("x"), "notes.txt is no document"),
    "a twin by case": (lambda f: (f / "Wiki.md").write_text("x"), "Wiki.md is no document"),
    "a page with a bad name": (
        lambda f: ((f / "wiki").mkdir(), (f / "wiki" / "A b.md").write_text("x")),
        "wiki/A b.md is no document",
    ),
    "a folder of others": (lambda f: (f / "more").mkdir(), "more is a folder"),
    "a link": (_link, "persona.md is a link"),
    "a linked folder": (_link_folder, "wiki is a link"),
    "a folder where a file should be": (_folder_for_file, "persona.md is a folder"),
    "no UTF-8": (lambda f: (f / "persona.md").write_bytes(b"\xff\xfe\x00"), "persona.md is not UTF-8 text"),
    "too large": (lambda f: (f / "persona.md").write_bytes(b"x" * 1_000_001), "persona.md is larger than 1,000,000"),
    "a changed constitution": (
        lambda f: (f / "constitution.md").write_text("Do as you like.\n"),
        "constitution.md was changed and is read-only",
    ),
    "changed notes": (lambda f: (f / "agent-notes.md").write_text("- x\n"), "agent-notes.md was changed"),
    "an added log": (lambda f: (f / "session-log.jsonl").write_text("{}\n"), "session-log.jsonl was changed"),
    "a missing file": (lambda f: (f / "persona.md").unlink(), "persona.md is missing"),
    "an emptied file": (lambda f: (f / "persona.md").write_text(""), "persona.md"),
    "an open fence": (lambda f: (f / "persona.md").write_text("# Persona\n```\n"), "persona.md has a code fence"),
    "no meta": (lambda f: (f / "meta" / "version.json").unlink(), "meta/version.json is missing"),
    "broken meta": (lambda f: (f / "meta" / "version.json").write_text("{"), "meta/version.json does not say"),
    "meta of others": (
        lambda f: (f / "meta" / "version.json").write_text(
            json.dumps({"entry": 1, "chain": "0" * 64, "files": {}}),
        ),
        "is of another store",
    ),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_or_foreign_file_is_refused_by_name_and_nothing_is_taken(life, folder: Path, how: str) -> None:  # E4
    break_folder, says = BROKEN[how]
    (folder / PROFILE).write_text("# User profile\n\n- Likes wine.\n", encoding="utf-8")
    break_folder(folder)
    with pytest.raises(AtlasError) as refused:
        life.atlas.documents.import_folder(folder)
    assert says in str(refused.value)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)
    assert "wine" not in life.atlas.documents.read("profile").text
    assert life.runtime.constitution == life.atlas.documents.read("constitution").text


def test_a_folder_of_another_store_or_space_is_refused(life, live: Callable[..., Any], folder: Path) -> None:  # E4
    other = live("other.atlas", seed=9)
    other.atlas.documents.note("Of another.")
    for atlas in (other.atlas, life.atlas.in_space("other")):
        with pytest.raises(Refused, match="is of another store or space"):
            atlas.documents.import_folder(folder)


def test_an_export_writes_over_nothing_and_is_for_its_owner_alone(life, folder: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is not empty"):
        life.atlas.documents.export(folder)
    with pytest.raises(BadInput, match="There is no folder"):
        life.atlas.documents.export(tmp_path / "no" / "such")
    assert {oct(file.stat().st_mode & 0o777) for file in folder.rglob("*.md")} == {"0o600"}
    assert oct(folder.stat().st_mode & 0o777) == "0o700"


def test_line_ends_and_marks_of_other_systems_are_no_change(life, folder: Path) -> None:  # E4
    text = (folder / PROFILE).read_text(encoding="utf-8")
    (folder / PROFILE).write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert life.atlas.documents.import_folder(folder).diffs == {}


def test_the_log_of_sessions_is_read_from_their_rows(life, tmp_path: Path) -> None:  # E4
    life.say("Hello there.")
    life.atlas.end_session("c1")
    life.atlas.documents.export(tmp_path / "documents")
    (line,) = (tmp_path / "documents" / "session-log.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["session"].startswith("s_")


def test_who_writes_what_may_only_be_read_is_refused(life) -> None:  # E4, E9
    for path in ("constitution.md", "agent-notes.md", "meta/version.json", "../x.md", "Persona.md"):
        with pytest.raises(Refused):
            life.atlas.documents.write({path: "Mine now.\n"})
