"""Looking: what is known, where it comes from, why it was served."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import apsw
import pytest

from atlas import Atlas
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.engine.curate.documents import write_documents
from atlas.language.document_sources import make_sourced_line
from surfaces.cli._person import Person

TODAY = r"\d{4}-\d\d-\d\d"


@pytest.fixture(scope="module")
def told_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once, and copied for each who begins with it."""
    ana = Person(tmp_path_factory.mktemp("told") / "home")
    ana.tell("Hello! I live in Porto. And you?", conversation="c1")
    ana.tell("I moved to Lisbon last week.", conversation="c2")
    ana.tell("I like tea.", conversation="c2")
    return ana.home


@pytest.fixture
def told(ana: Person, told_home: Path) -> Person:
    """Someone who has told three things."""
    shutil.copytree(told_home, ana.home)
    return ana


def test_memories_are_what_was_learned_newest_first(told: Person) -> None:
    contents = [each["content"] for each in told.data("memories")["memories"]]
    assert contents == ["The user likes tea", "The user lives in Lisbon", "The user lives in Porto"]
    shown = told.says("memories").splitlines()
    assert shown[0].split() == ["ID", "SAID", "KIND", "STATUS", "MEMORY"]
    assert re.fullmatch(rf"m_\w{{6}}  {TODAY}  preference  approved  The user likes tea", shown[1])
    assert "replaced" in shown[3]  # T16


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (("--kind", "preference"), ["The user likes tea"]),
        (("--status", "replaced"), ["The user lives in Porto"]),
        (("--status", "superseded"), ["The user lives in Porto"]),
        (("--conversation", "c2", "--kind", "fact"), ["The user lives in Lisbon"]),
        (("--origin", "web"), []),
        (("--about", "user", "--limit", "1"), ["The user likes tea"]),
    ],
)
def test_memories_can_be_filtered(told: Person, filters: tuple[str, ...], found: list[str]) -> None:
    assert [each["content"] for each in told.data("memories", *filters)["memories"]] == found
    if not found:
        assert "Nothing like that is remembered." in told.says("memories", *filters)


def test_what_was_said_is_there_for_who_asks(told: Person) -> None:
    contents = [each["content"] for each in told.data("memories", "--kind", "episode", "--limit", "2")["memories"]]
    assert contents == ["I like tea.", "I moved to Lisbon last week."]


def test_nothing_yet_says_what_to_do(ana: Person) -> None:
    assert "Nothing has been learned yet." in ana.says("memories")
    assert "Nothing waits for you." in ana.says("pending")
    assert "Nothing has happened here yet." in ana.says("log")
    assert "Begin with: atlas chat" in ana.says("status")
    assert "Nothing has been served yet." in ana.run("why", code=1).stderr
    assert "There is nothing to undo." in ana.run("undo", code=1).stderr


def test_why_of_a_memory_names_its_sentence_verbatim(told: Person) -> None:
    """C8: the sentence with date and speaker, the verdict, and what it replaced; an id may be shortened."""
    id = told.learned("Lisbon")["id"]
    shown = told.says("why", id[:6])
    assert re.search(rf"said +“I moved to Lisbon last week\.” +— you, {TODAY}, origin user, u_", shown)
    assert re.search(r"verdict +accepted: The user stated it in their own words\.", shown)
    assert re.search(r"replaced +The user lives in Porto \(m_", shown)
    older = told.says("why", told.learned("Porto")["id"])
    assert "“I live in Porto.”" in older
    assert re.search(r"since +The user lives in Lisbon \(m_", older)


def test_why_as_data_has_the_sentence_its_origin_and_its_moment(told: Person) -> None:
    given = told.data("why", told.learned("Porto")["id"])
    (said,) = given["sentences"]
    assert (said["sentence"], said["origin"]) == ("I live in Porto.", "user")
    assert given["replaced_by"][0]["content"] == "The user lives in Lisbon"


def test_why_of_a_context_says_what_was_served_and_how_it_ranked(told: Person) -> None:
    serving = told.data("context", "Where do I live?")["serving"]
    told.run("context", "What do I drink?")
    shown = told.says("why", serving[:8], "--scores")
    assert "Asked: “Where do I live?”" in shown
    assert "“I moved to Lisbon last week.”" in shown
    assert re.search(r"score -?\d+\.\d\d = .*\basked \d+\.\d\d", shown)
    assert "Asked: “What do I drink?”" in told.says("why")  # without an id: the last
    item = told.data("why", serving)["items"][0]
    assert item["memory"]["content"] == "The user lives in Lisbon"
    assert set(item["components"]) >= {"words", "meaning"}
    assert item["sentences"][0]["sentence"] == "I moved to Lisbon last week."


def test_why_of_a_context_names_the_lines_of_documents_and_their_causes(told: Person) -> None:  # C8, E8
    tea = told.learned("likes tea")
    with Atlas.open(told.home / "memory.atlas", embedder=HashingEmbedder(), background=False) as atlas:
        text = f"## Preferences\n{make_sourced_line(tea['content'], tea['id'])}- Calm.\n"
        write_documents(atlas._opening.runtime, {"user-profile.md": text}, "By hand.")
    serving = told.data("context", "Anything?")["serving"]
    shown = told.says("why", serving)
    assert re.search(
        r"profile  d_profil, version 1\n      “The user likes tea”\n        from m_\w{6} “The user likes", shown
    )
    assert re.search(rf"“Calm\.”\n        version 1, the operator's edit, {TODAY}: By hand\.", shown)
    (document,) = told.data("why", serving)["documents"]
    assert [line["text"] for line in document["lines"]] == ["The user likes tea", "Calm."]
    assert document["lines"][0]["memories"][0]["id"] == tea["id"]
    assert document["lines"][1]["cause"]["reason"] == "By hand."


def test_why_of_an_interaction_or_a_message_tells_what_came_of_it(told: Person) -> None:
    message = told.learned("tea")["evidence"][0]["message"]
    shown = told.says("why", message)
    assert "you: I like tea." in shown
    assert "The user likes tea  approved" in shown
    interaction = told.data("why", message)["interaction"]["id"]
    assert told.says("why", interaction) == shown
    assert told.says("show", interaction) == told.says("show", message[:8]) == shown
    assert told.data("show", interaction) == told.data("why", interaction)
    serving = told.data("context", "What do I drink?")["serving"]
    assert told.says("show", serving) == told.says("why", serving)


def test_show_has_everything(told: Person) -> None:
    id = told.learned("Lisbon")["id"]
    shown = told.says("show", id)
    for part in (
        id,
        "the user · lives_in · Lisbon",
        "“I moved to Lisbon last week.”",
        "History",
        "remembered",
        "Replaced",
    ):
        assert part in shown
    assert set(told.data("show", id)) >= {"memory", "messages", "judged", "history", "replaced", "served"}


def test_recall_gives_the_best_first_with_its_parts(told: Person) -> None:
    results = told.data("recall", "Where do I live?")["results"]
    assert results[0]["memory"]["content"] == "The user lives in Lisbon"
    assert "The user lives in Porto" not in [each["memory"]["content"] for each in results]  # C1, T16
    assert "The user lives in Lisbon" in told.says("recall", "Where do I live?", "--limit", "1", "--kind", "fact")
    assert "Nothing approved bears on that." in told.says("recall", "tea", "--within", "nowhere")


def test_context_prints_the_very_text(told: Person) -> None:
    given = told.data("context", "Where do I live?", "--budget", "600")
    assert given["tokens"] <= 600  # C7
    assert told.says("context", "Where do I live?", "--budget", "600") == f"{given['text']}\n"


def test_pending_shows_what_waits_and_the_words_it_stands_on(careful: Person) -> None:
    careful.tell("I live in Porto, you know.")
    shown = careful.says("pending")
    assert "The user lives in Porto" in shown
    assert "“I live in Porto" in shown
    assert "atlas approve m_" in shown


def test_pending_says_how_many_wait_beside_what_it_shows(careful: Person) -> None:  # C9
    careful.tell("I live in Porto.", "I like green tea.")
    there = len(careful.data("pending")["memories"])
    assert (careful.data("pending")["more"], careful.data("pending", "--limit", "1")["more"]) == (0, there - 1)
    assert f"\n1 of {there} shown; the rest waits: --limit {there}\n" in careful.says("pending", "--limit", "1")
    for everything in (careful.says("pending", "--limit", f"{there}"), careful.says("pending")):
        assert " shown" not in everything
        assert "--limit" not in everything


def test_status_counts_the_status_machine(told: Person) -> None:
    """C1: all seven, also those that are empty."""
    shown = told.says("status")
    for word in ("waiting", "approved", "rejected", "expired", "one time", "sensitive", "replaced"):
        assert re.search(rf"^{word} +\d+ +\d+", shown, re.MULTILINE)
    assert re.search(r"^approved +2 +3", shown, re.MULTILINE)
    report = told.data("status")
    assert (report["interactions"], report["pending"], report["policy"]) == (3, 0, "auto_low_risk")


def test_the_log_tells_what_was_done_newest_first(told: Person) -> None:
    shown = told.says("log")
    assert "approved → replaced: The user lives in Porto" in shown
    entries = told.data("log", "--limit", "3")["entries"]
    assert [each["seq"] for each in entries] == [6, 5, 4]
    about = told.data("log", "--about", told.learned("Porto")["id"])["entries"]
    assert [each["action"] for each in about] == ["memory.remembered", "memory.remembered"]
    assert about[0]["parts"][0]["after"]["content"] == "The user lives in Lisbon"


def test_the_log_names_the_newest_entry_that_can_be_taken_back(told: Person) -> None:
    """What was only said is not taken back by a number."""
    told.tell("What a day it was.")
    newest, next_up = told.data("log")["entries"][0]["seq"], told.data("undo", "--list")["entries"][0]["seq"]
    assert newest > next_up
    assert f"atlas journal revert {next_up}." in told.says("log")
    lisbon = told.data("log", "--about", told.learned("Lisbon")["id"])["entries"][0]["seq"]
    assert lisbon < next_up
    assert f"atlas journal revert {lisbon}." in told.says("log", "--about", told.learned("Lisbon")["id"])
    told.run("revert", str(next_up))


def test_the_log_promises_nothing_where_nothing_can_be_taken_back(ana: Person) -> None:
    ana.tell("What a day it was.")
    assert "atlas journal revert" not in ana.says("log")
    assert ana.says("log", "--limit", "1").endswith("More: --limit 5.\n")


def test_doctor_and_verify_are_content(told: Person) -> None:
    assert "All is well." in told.says("doctor")
    assert told.data("doctor")["ok"] is True
    assert told.data("verify")["problems"] == []
    assert "The journal holds: 6 entries" in told.says("verify")


def test_a_journal_that_was_tampered_with_is_noticed(told: Person) -> None:
    connection = apsw.Connection(str(told.home / "memory.atlas"))
    connection.execute("UPDATE memories SET content = 'The user lives in Paris' WHERE content LIKE '%Lisbon%'")
    connection.close()
    assert "is not as the journal has it" in told.says("verify", code=1)
    assert "BAD" in told.says("doctor", code=1)
    assert told.data("doctor", code=1)["ok"] is False


def test_stored_text_cannot_command_a_terminal(told: Person) -> None:
    """What is taken in is cleaned; what got into the file in another way is drawn."""
    id = told.learned("tea")["id"]
    told.run("context", "What do I like?")
    connection = apsw.Connection(str(told.home / "memory.atlas"))
    connection.execute("UPDATE memories SET content = ? WHERE id = ?", ("evil \x1b]0;title\x07 tea\u202e", id))
    connection.close()
    for args in (("memories",), ("show", id), ("why", id), ("why",), ("recall", "tea"), ("memories", "--json")):
        shown = told.says(*args)
        assert "evil" in shown
        assert not [sign for sign in shown if sign in "\x1b\x07\u202e"]
    assert "evil ␛]0;title␇ tea⟨U+202E⟩" in told.says("memories")


def test_why_fits_a_small_screen_however_long_the_sentences_are(ana: Person) -> None:  # C8
    places = ("the old mill behind the harbour", "a tall house with green doors", "the school above the vineyards")
    likes = (f"I like {place}, where the evenings are long and the neighbours sing on the stairs." for place in places)
    works = "I work at Globex, which has its offices in the third street beside the river, near the market hall."
    ana.tell(*likes, works, "I live in Porto, in the quarter that lies over the river and is full of stairs and cats.")
    ana.run("context", "What do I like, where do I live and where do I work, near the river, with cats and stairs?")
    for args in (("why",), ("why", "--all")):
        screen, _ = ana.at_terminal(*args)
        assert (len(screen.splitlines()) <= 24) is (len(args) == 1)
    assert "more: atlas why c_" in ana.at_terminal("why")[0]
