"""`atlas docs`, as a person uses it: read, compare, trace, restore, check out and bring back (E4, E7, X4)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from atlas.engine.core.ledger import Ledger
from atlas.engine.curate.proposals import commit_proposals
from atlas.model.document import Edit
from atlas.model.ids import ReflectionId
from atlas.model.origin import Trust
from atlas.model.proposal import Amend
from atlas.model.task import Task
from atlas.model.thinking import Proposed, Reflection
from atlas.settings import load_settings
from atlas.surfaces.library import Atlas
from surfaces.cli._person import Person

PROFILE = "user-profile.md"
WISHES = "# User profile\n\n## Wishes about answers\n- Short answers.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "documents"


def edit(person: Person, folder: Path, text: str = WISHES, path: str = PROFILE) -> None:
    """Check out, edit one file, bring it back."""
    person.run("docs", "export", str(folder))
    (folder / path).write_text(text, encoding="utf-8")
    person.run("docs", "import", str(folder), "--yes")
    for file in sorted(folder.rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()


@pytest.fixture
def edited(ana: Person, folder: Path) -> Person:
    """Someone whose profile was edited twice."""
    ana.run("docs", "note", "The harbour opens at nine.")
    edit(ana, folder)
    edit(ana, folder, f"{WISHES}- Metric units.\n")
    return ana


def test_before_anything_was_learned_there_is_no_document(ana: Person) -> None:
    assert ana.says("docs").startswith("No document has been written yet")
    assert ana.data("docs") == {"documents": []}
    assert "There is no version yet." in ana.says("docs", "history")
    assert "Nothing differs between version 0 and version 0." in ana.says("docs", "diff")
    assert not ana.home.exists()


def test_documents_are_listed_read_and_their_versions_told(edited: Person) -> None:  # E7
    listed = edited.says("docs")
    assert "user-profile.md" in listed
    assert "3: the operator's edit" in listed
    assert edited.says("docs", "show", "profile") == f"{WISHES}- Metric units.\n"
    assert edited.data("docs", "show", "user-profile")["version"] == 3
    told = edited.says("docs", "history")
    assert "user-profile.md +1 -0: the operator's edit" in told
    assert "agent-notes.md +1 -0: the application's note" in told
    assert [each["number"] for each in edited.data("docs", "history", "profile")["versions"]] == [3, 2]
    assert "The harbour opens at nine." in edited.says("docs", "show", "notes")


def test_a_document_is_shown_as_it_stood(edited: Person) -> None:  # X4
    assert edited.says("docs", "show", "profile", "--version", "2") == WISHES
    assert edited.says("docs", "show", "profile", "--as-of", "today") == f"{WISHES}- Metric units.\n"
    assert "was not there in version 0" in edited.run("docs", "show", "profile", "--as-of", "yesterday", code=1).stderr


def test_versions_are_compared_by_number_and_by_date(edited: Person) -> None:  # E7, X4
    assert "+- Metric units." in edited.says("docs", "diff")
    assert "+- Short answers." in edited.says("docs", "diff", "0", "2", "profile")
    today = datetime.now(UTC).date().isoformat()
    assert "+- Metric units." in edited.says("docs", "diff", "2020-01-01", today)
    assert "-- Metric units." in edited.says("docs", "diff", "3", "2", "profile")
    assert edited.data("docs", "diff", "1")["before"] == 1
    assert "neither a version nor a time" in edited.run("docs", "diff", "profile", "3", code=2).stderr


def test_blame_says_of_each_line_which_version_brought_it(edited: Person) -> None:  # E7
    lines = {each["text"]: each["version"]["number"] for each in edited.data("docs", "blame", "profile")["lines"]}
    assert (lines["- Short answers."], lines["- Metric units."]) == (2, 3)
    assert "the operator's edit: Brought back from a folder." in edited.says("docs", "blame", "profile")


def test_a_version_is_restored_after_asking_and_undone(edited: Person) -> None:  # E7
    assert "say --yes" in edited.run("docs", "restore", "2", code=2).stderr
    screen, code = edited.at_terminal("docs", "restore", "2", keys=["n\n"])
    assert (code, "Nothing was restored." in screen) == (1, True)
    assert "Version 4: user-profile.md as in version 2." in edited.says("docs", "restore", "2", "profile", "--yes")
    assert edited.says("docs", "show", "profile") == WISHES
    assert "amended user-profile.md +0 -1" in edited.says("undo")
    assert "- Metric units." in edited.says("docs", "show", "profile")
    assert "version 4 undone" in edited.says("docs", "history")
    assert "user-profile.md +0 -1; Version 2 was restored." in edited.says("log")


def test_what_a_person_edits_in_files_stands_in_the_next_context(ana: Person, folder: Path) -> None:  # E4, E8
    ana.tell("I live in Porto.")
    ana.run("docs", "export", str(folder))
    with (folder / PROFILE).open("a", encoding="utf-8") as file:
        file.write("\n## Wishes about answers\n- Always mention the tide.\n")
    asked, code = ana.at_terminal("docs", "import", str(folder), keys=["n\n"], columns=80)
    assert (code, "Nothing was changed." in asked) == (1, True)
    assert "+- Always mention the tide." in asked
    assert max(len(line) for line in asked.splitlines() if "\x1b" not in line) <= 80
    assert "Version 1: user-profile.md" in ana.says("docs", "import", str(folder), "--yes")
    assert "Always mention the tide." in ana.says("context", "Where do I live?")
    assert "Nothing was changed in it." in ana.says("docs", "import", str(folder), "--yes")
    assert "The journal holds" in ana.says("verify")


def test_a_file_that_may_only_be_read_is_refused_with_one_sentence(ana: Person, folder: Path) -> None:  # E4, E9
    ana.run("docs", "note", "A note.")
    ana.run("docs", "export", str(folder))
    (folder / "constitution.md").write_text("Anything goes.\n", encoding="utf-8")
    done = ana.run("docs", "import", str(folder), "--yes", code=1)
    said = "constitution.md was changed and is read-only: put it back as it was exported."
    assert done.stderr.splitlines() == [f"atlas: {said}"]


def held(person: Person) -> str:
    """A model's amendment that waits for a person; its id."""
    settings = load_settings(person.home, person.env)
    atlas = Atlas.open(settings.store, settings=settings, background=False)
    runtime = atlas._opening.runtime
    edits = (Edit(PROFILE, "Wishes about answers", "- Short answers.\n", "- Short answers, without praise.\n"),)
    proposed = Proposed(Amend(edits, reason="They asked twice."), Trust.USER, by_model=True)
    reflection = Reflection(ReflectionId("r_1"), None, Task.EVOLUTION, "scripted", (), runtime.now(), 1)
    with runtime.writing() as txn:
        txn.add_reflection(reflection)
        commit_proposals(runtime, Ledger(runtime, txn), [proposed], reflection, {})
    atlas.close(think=False)
    (waiting,) = person.data("pending", "--all")["proposals"]
    return str(waiting["id"])


def test_a_held_amendment_shows_its_diff_and_an_approval_names_its_version(ana: Person, folder: Path) -> None:  # C9, E7
    edit(ana, folder)
    id = held(ana)
    for told in (ana.says("pending", "--all"), ana.says("show", id), ana.says("why", id)):
        assert "amend user-profile.md: They asked twice." in told
        assert "-- Short answers." in told
        assert "+- Short answers, without praise." in told
    assert "+- Short answers, without praise." in ana.data("show", id)["diff"]
    assert "It is version 2 of the documents" in ana.says("approve", id)
    assert "without praise" in ana.says("docs", "show", "profile")
    (version, _) = ana.data("docs", "history")["versions"]
    assert version["says"] == "a model (scripted) proposed it, the operator approved it"
    ana.run("undo")
    assert ana.says("docs", "show", "profile") == WISHES
    assert ana.data("pending", "--all")["proposals"]


def test_a_rejected_amendment_changes_nothing(ana: Person, folder: Path) -> None:  # C9
    edit(ana, folder)
    ana.run("reject", held(ana))
    assert ana.says("docs", "show", "profile") == WISHES
    assert ana.data("pending", "--all")["proposals"] == []


def test_who_is_forgotten_is_in_no_version_that_is_told(ana: Person, folder: Path) -> None:  # X3, E7
    edit(ana, folder)
    edit(ana, folder, f"{WISHES}- Maria is the sister.\n")
    ana.run("forget", "--person", "Maria", "--yes")
    for args in (("show", "profile"), ("history",), ("diff", "0"), ("blame", "profile"), ("diff", "1", "2")):
        assert "Maria" not in ana.says("docs", *args)
    assert "what it said in version 2 was forgotten" in ana.says("docs", "diff", "1", "2")
    assert "was forgotten; it is not told" in ana.run("docs", "show", "profile", "--version", "2", code=1).stderr
    assert "lines of 1 document" in ana.says("log")
    ana.run("docs", "restore", "1", "--yes")
    assert ana.says("docs", "show", "profile") == WISHES
    assert "The journal holds" in ana.says("verify")


def test_a_whole_export_brings_documents_back_approved(ana: Person, folder: Path, tmp_path: Path) -> None:  # X9, E7
    edit(ana, folder)
    ana.run("export", "--out", str(tmp_path / "all.jsonl"))
    other = Person(tmp_path / "other")
    other.run("import", str(tmp_path / "all.jsonl"), "--restore")
    (document,) = other.data("docs")["documents"]
    assert (document["path"], document["status"]) == (PROFILE, "approved_for_reuse")
    assert other.data("docs") == ana.data("docs")
    assert other.data("docs", "history") == ana.data("docs", "history")
    assert "The journal holds" in other.says("verify")
