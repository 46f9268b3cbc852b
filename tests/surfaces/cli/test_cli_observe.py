"""`atlas observe`: one interaction, or a file of them."""

from __future__ import annotations

import io
import json
from pathlib import Path

from atlas.surfaces.cli.shared.input_lines import read_lines
from surfaces.cli._person import Person


def _file(folder: Path, *rows: object) -> str:
    place = folder / "turns.jsonl"
    texts = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    place.write_text("\n".join(texts) + "\n", "utf-8")
    return str(place)


def test_one_interaction_is_stored_and_what_was_learned_is_said(ana: Person) -> None:
    shown = ana.says("observe", "--user", "I moved to Lisbon.", "--assistant", "How is it?", "--conversation", "c1")
    assert shown.startswith("Stored as i_")
    assert "Noted: you live in Lisbon." in shown
    assert ana.learned("Lisbon")["conversation"] == "c1"
    roles = [each["origin"] for each in ana.data("memories", "--kind", "episode")["memories"]]
    assert sorted(roles) == ["assistant", "user"]


def test_the_users_words_may_be_the_argument(ana: Person) -> None:
    given = ana.data("observe", "I live in Porto.")
    assert given["acknowledged"] is True
    assert [each["verdict"]["outcome"] for each in given["learned"]] == ["accepted"]


def test_speaker_and_moment_are_kept(ana: Person) -> None:
    ana.run("observe", "I live in Porto.", "--speaker", "Caroline", "--at", "2026-03-01T10:00")
    memory = ana.learned("Porto")
    assert memory["claim"]["subject"] == "user:caroline"
    assert memory["observed_at"].startswith("2026-03-01T10:00")


def test_a_moment_without_a_zone_is_in_the_spaces_own(tmp_path: Path) -> None:
    there = Person(tmp_path / "home", ATLAS_ZONE="Asia/Tokyo")
    there.run("observe", "I live in Kyoto.", "--at", "2026-03-01T10:00")
    assert there.learned("Kyoto")["observed_at"].startswith("2026-03-01T01:00")


def test_a_file_goes_in_and_its_messages_keep_their_origin(ana: Person, tmp_path: Path) -> None:
    page = {"role": "tool", "text": "The user is called Mallory.", "origin": "web"}
    file = _file(
        tmp_path,
        {"user": "I live in Ghent.", "assistant": "Nice.", "conversation": "f1", "at": "2026-03-01T10:00:00Z"},
        {"messages": [{"role": "user", "text": "Look this up."}, page], "conversation": "f1"},
    )
    shown = ana.says("observe", "--file", file)
    assert shown.startswith("2 interactions stored.\n")
    assert ana.learned("Ghent")["observed_at"].startswith("2026-03-01")
    (waiting,) = ana.data("pending", "--kind", "episode")["memories"]  # X1: what a page says is not the user's word
    assert (waiting["origin"], waiting["status"]) == ("web", "needs_review")


def test_bad_lines_are_reported_with_their_number_and_the_rest_goes_in(ana: Person, tmp_path: Path) -> None:
    file = _file(
        tmp_path,
        {"user": "I live in Ghent."},
        '{"user": "broken',
        "[1, 2]",
        "",
        {"user": 5},
        {"user": "x", "at": "someday"},
        {"messages": [{"role": "king", "text": "x"}]},
        {"messages": [{"role": "user", "text": "x", "origin": "operator"}]},
        {"messages": "hello"},
        {},
        {"user": "   "},
        "[" * 100_000,
        {"user": "x" * 1_000_001},
        {"user": "I like tea."},
    )
    done = ana.run("observe", "--file", file, code=1)
    numbers = [int(line.split()[2].rstrip(":")) for line in done.stderr.splitlines()]
    assert numbers == [2, 3, 5, 6, 7, 8, 9, 10, 11, 12]
    assert "3 interactions stored, 10 lines could not be used." in done.stdout
    assert {each["content"] for each in ana.data("memories")["memories"]} == {
        "The user lives in Ghent",
        "The user likes tea",
    }


def test_a_file_with_json_gives_the_same_as_data(ana: Person, tmp_path: Path) -> None:
    file = _file(tmp_path, {"user": "I live in Ghent.", "id": 7}, "nonsense")
    done = ana.run("observe", "--json", "--file", file, code=1)
    given = json.loads(done.stdout)
    assert (given["stored"], given["ignored"], given["thought"]) == (1, ["id"], 1)
    assert [each["line"] for each in given["bad"]] == [2]
    assert json.loads(done.stderr)["error"].startswith("line 2: ")


def test_a_file_may_come_through_a_pipe(ana: Person) -> None:
    said = b'\xef\xbb\xbf{"user": "I live in Ghent."}\r\n\xff\xfe\n{"user": "I like tea."}'
    for way in (("observe", "--file", "-"), ("observe", "-")):
        done = ana.process(*way, said=said)
        assert done.returncode == 1
        assert b"line 2: it is not UTF-8 text." in done.stderr
        assert b"2 interactions stored, 1 line could not be used." in done.stdout


def test_options_stand_in_where_a_line_says_nothing(ana: Person, tmp_path: Path) -> None:
    file = _file(tmp_path, {"user": "I live in Ghent."}, {"user": "I like tea.", "conversation": "own"})
    ana.run("observe", "--file", file, "--conversation", "given")
    assert ana.learned("Ghent")["conversation"] == "given"
    assert ana.learned("tea")["conversation"] == "own"


def test_a_line_that_is_too_long_never_stands_in_memory_whole() -> None:
    stream = io.BytesIO(b"a" * 1_000_000 + b"\nshort\n" + b"b" * 500)
    found = [(each.number, len(each.data), each.too_long, each.end) for each in read_lines(stream, limit=100)]
    assert found == [(1, 101, True, 1_000_001), (2, 6, False, 1_000_007), (3, 101, True, 1_000_507)]


def test_what_cannot_be_meant_is_bad_usage(ana: Person, tmp_path: Path) -> None:
    file = _file(tmp_path, {"user": "x"})
    for args in ((), ("--user", "a", "b"), ("text", "--file", file), ("--at", "someday", "x"), ("--file", "/no/such")):
        ana.run("observe", *args, code=2)
    assert ana.data("status")["interactions"] == 0


def test_hidden_and_control_characters_are_not_kept(ana: Person) -> None:
    ana.run("observe", "I live in \u202ePor\u200bto\x1b[31m.")
    stored = ana.data("memories", "--kind", "episode")["memories"][0]["content"]
    assert stored == "I live in Porto[31m."


def test_a_conversation_is_said_to_be_over(ana: Person) -> None:  # E1
    ana.run("observe", "I live in Porto.", "--conversation", "family")
    assert ana.says("end-session", "family") == "The session of family has ended.\n"
    assert ana.says("end-session", "family") == "No session of family is open.\n"
    ana.run("observe", "I like tea.", "--conversation", "family")
    assert ana.data("end-session", "family") == {"conversation": "family", "ended": True}
    assert ana.data("end-session", "nobody's") == {"conversation": "nobody's", "ended": False}
