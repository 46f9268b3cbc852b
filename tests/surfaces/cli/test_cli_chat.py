"""`atlas chat`, at a pipe: one line in, one answer out; learned while one chats."""

from __future__ import annotations

import json
import os
import re
import subprocess
import threading
from collections.abc import Iterator
from datetime import UTC
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from _patience import LIMIT_S
from atlas import Atlas
from atlas.engine.serve.answer import MemoryAnswer
from atlas.retrieval.answer import Answer, FoundFact
from atlas.settings import load_settings
from atlas.surfaces.cli.chat.chat_turn import Chat
from atlas.testing.models import ScriptedModel
from surfaces.cli._person import Person, command

TODAY = r"\d{4}-\d\d-\d\d"


def chat(person: Person, *lines: str, code: int | None = 0, args: tuple[str, ...] = ()) -> list[str]:
    done = person.run("chat", *args, said="".join(f"{line}\n" for line in lines), code=code)
    return done.stdout.splitlines()


def test_the_issues_own_example_as_a_real_process(ana: Person) -> None:
    said = b"My name is Ana and I live in Porto.\nI moved to Lisbon last week.\nWhere do I live?\n/quit\n"
    done = ana.process("chat", said=said)
    answers = done.stdout.decode().splitlines()
    assert done.returncode == 0
    assert answers[1] == "Noted: you live in Lisbon (before: Porto)."  # T16
    assert re.fullmatch(rf"You live in Lisbon\. \(You said on {TODAY}: “I moved to Lisbon last week\.”\)", answers[2])
    assert len(answers) == 4
    assert done.stderr.decode().count("No language model is configured") == 1
    why = ana.process("why").stdout.decode()  # C8
    assert "“I moved to Lisbon last week.”" in why
    assert "Where do I live?" in why


def test_each_answer_is_out_before_the_next_line_comes_in(ana: Person) -> None:
    env = {**os.environ, **ana.env}
    pipe = subprocess.PIPE
    with subprocess.Popen(command("chat"), stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=env) as process:
        assert process.stdin
        assert process.stdout
        for said, part in ((b"I live in Porto.\n", b"Noted: you live in Porto."), (b"Where do I live?\n", b"Porto")):
            process.stdin.write(said)
            process.stdin.flush()
            assert part in process.stdout.readline()
        process.stdin.close()
        assert process.wait(timeout=LIMIT_S) == 0


def test_nothing_known_is_said_plainly(ana: Person) -> None:
    assert chat(ana, "Where do I live?") == ["I don't know that yet."]
    # A question that was asked before is no answer to it.
    assert chat(ana, "Where do I live?") == ["I don't know that yet."]


def test_a_statement_and_a_question_in_one_line_are_both_heard(ana: Person) -> None:
    (answer,) = chat(ana, "I moved to Lisbon. Where do I live?")
    assert answer.startswith("Noted: you live in Lisbon. You live in Lisbon. (You said on ")


def test_a_question_is_not_answered_with_what_stands_beside_it(ana: Person) -> None:  # C13
    *_, answer = chat(ana, "A bag of cement is 33.50 now.", "Client on phone. A bag of cement, how much?")
    assert "33.50" in answer
    assert "Client on phone" not in answer


def test_what_is_said_is_stored_with_the_answer_given_and_the_answer_is_not_learned_again(ana: Person) -> None:
    chat(ana, "I live in Porto.", "Where do I live?", "Where do I live?", args=("--conversation", "c1"))
    episodes = ana.data("memories", "--kind", "episode", "--conversation", "c1")["memories"]
    assert sum(each["origin"] == "assistant" for each in episodes) == 2
    assert len(ana.data("memories")["memories"]) == 1  # X2


def test_a_chat_is_a_conversation_of_its_own(ana: Person) -> None:
    chat(ana, "I live in Porto.")
    chat(ana, "I like tea.")
    names = {each["conversation"] for each in ana.data("memories")["memories"]}
    assert len(names) == 2
    assert all(re.fullmatch(rf"chat-{TODAY}-[0-9a-z]{{6}}", name) for name in names)


def test_what_waits_is_said_to_wait(careful: Person) -> None:
    """C9: with what shows it where that is said, and of the same store."""
    waits, pending = chat(careful, "I live in Porto.", "/pending")
    assert waits == "Waiting for your approval (/pending): you live in Porto."
    assert re.search(r"Decide in a terminal: atlas approve m_\w+, atlas reject m_\w+\.", pending)
    elsewhere = ("--home", str(careful.home.parent / "my home"))
    said = careful.says(*elsewhere, "observe", "--user", "I live in Lisbon.")
    assert f"(atlas --home '{elsewhere[1]}' curate pending): you live in Lisbon." in said
    done = careful.run(*elsewhere, "chat", said="/pending\n").stdout
    assert f"atlas --home '{elsewhere[1]}' approve m_" in done


@pytest.mark.parametrize(("typed", "name"), [("help", "/help"), ("Undo that.", "/undo"), ("memories?", "/memories")])
def test_a_command_without_its_stroke_is_no_message(ana: Person, typed: str, name: str) -> None:
    (answer,) = chat(ana, typed)
    assert answer.startswith(f"Commands begin with a stroke: {name}. ")
    assert "/help" in answer
    assert "/undo" in answer
    assert ana.data("memories", "--kind", "episode")["memories"] == []


def test_a_sentence_on_which_two_facts_stand_is_offered_once(ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """J14: among what is nearest."""
    chat(ana, "I play the cello and my sister Maria plays the harp.")
    with Atlas.open(load_settings(ana.home, ana.env).store, settings=load_settings(ana.home, ana.env)) as atlas:
        session = Chat(atlas, UTC, "c2", through_model=False)
        facts = atlas.memories(kinds=["fact"])
        at, words = facts[0].observed_at, "I play the cello and my sister Maria plays the harp."
        found = tuple(FoundFact(each.content, each, words, at) for each in facts)
        assert len(found) > 1
        found += (FoundFact("You play the cello", facts[0], "I play the cello", at),)
        answer = MemoryAnswer(Answer(found, sure=False), None)
        monkeypatch.setattr(type(atlas.assistant), "answer", lambda *_, **__: answer)
        told = session.reply_to("When is my concert?")
    assert told.text.count(words) == 1
    assert len(told.memories) == len(found)


@pytest.mark.parametrize(
    ("said", "part"),
    [
        *(("Thanks!", "You are welcome."), ("thank you so much", "You are welcome.")),
        *(("Hello!", "Hello."), ("Good morning", "Hello."), ("What can you do?", "/help lists what else there is.")),
        ("Well then", "Okay. I found nothing new to note in that."),
    ],
)
def test_small_talk_gets_a_fitting_short_answer(ana: Person, said: str, part: str) -> None:
    (answer,) = chat(ana, said)
    assert answer.endswith(part)
    assert "know" not in answer


def test_a_correction_says_that_a_lesson_waits_and_pending_lists_it(ana: Person) -> None:
    """S7, C2."""
    answers = chat(
        *(ana, "/pending", "I live in Porto.", "Where do I live?", "No, that is wrong, I live in Lisbon."),
        *("/pending", "I like tea."),
    )
    assert answers[0] == "Nothing waits for you."
    assert answers[3] == "Noted: you live in Lisbon (before: Porto). A lesson waits for you: /pending"
    (lesson,) = ana.data("pending")["memories"]
    id = lesson["id"][:8]
    assert answers[4].startswith(f"{id} Asked “Where do I live?”")
    assert answers[4].endswith(f"Decide in a terminal: atlas approve {id}, atlas reject {id}.")
    assert answers[5] == "Noted: you like tea."  # it is said once


def test_what_is_known_of_me(ana: Person) -> None:
    assert chat(ana, "What do you know about me?") == ["Nothing yet. Tell me something about yourself."]
    chat(ana, "I live in Porto.", "I like tea.")
    (answer,) = chat(ana, "What do you know about me?")
    assert answer == "You like tea; you live in Porto."


def test_why_names_the_sentence_of_the_last_answer(ana: Person) -> None:
    answers = chat(ana, "/why", "Well. I live in Porto. It is nice.", "/why", "Where do I live?", "/why", "/why m_zzzz")
    assert answers[0].startswith("There is nothing to explain yet")
    for answer in (answers[2], answers[4]):
        assert re.search(rf"lives in Porto: “I live in Porto\.” \(you, {TODAY}\)", answer)
    assert answers[5] == "There is nothing with the id 'm_zzzz' here."


def test_undo_in_a_chat_takes_the_last_change_back(ana: Person) -> None:
    answers = chat(ana, "I live in Porto.", "I moved to Lisbon.", "/undo", "Where do I live?", "/undo", "/undo")
    assert "Took back entry" in answers[2]
    assert answers[3].startswith("You live in Porto.")
    assert answers[5] == "There is nothing to undo."


def test_what_was_undone_is_not_the_last_thing_any_more(ana: Person) -> None:
    answers = chat(ana, "I like tea.", "/undo", "/forget")
    assert "Took back entry" in answers[1]
    assert answers[2] == "Say what to forget: /forget ID or /forget TEXT."


def test_a_model_that_is_named_by_half_is_said_to_be(ana: Person) -> None:
    ana.env["ATLAS_BASE_URL"] = "http://127.0.0.1:9"
    said = "ATLAS_BASE_URL is set, ATLAS_MODEL is not"
    assert said in ana.run("chat", said="/quit\n").stderr
    assert said in ana.says("status")


def test_forget_in_a_chat_by_id_by_text_and_the_last_thing(ana: Person) -> None:
    chat(ana, "I live in Porto.")
    by_id = ana.learned("Porto")["id"][:9]
    answers = chat(
        ana, f"/forget {by_id}", "I like chamomile.", "/forget", "My car is red and fast.", "/forget red and fast"
    )
    assert all("Forgotten for good" in answers[place] for place in (0, 2, 4)), answers
    assert ana.data("memories")["memories"] == []
    everything = ana.home.joinpath("memory.atlas").read_bytes()  # X3
    assert not [word for word in (b"Porto", b"chamomile", b"red and fast") if word in everything]


def test_memories_help_and_what_is_not_there(ana: Person) -> None:
    none, _, some, helped, unknown = chat(ana, "/memories", "I live in Porto.", "/memories", "/help", "/dance")
    assert none == "Nothing has been learned yet."
    assert re.fullmatch(r"m_\w{6} you live in Porto\.", some)
    assert all(name in helped for name in ("/why", "/forget", "/undo", "/memories", "/quit"))
    assert unknown.startswith("There is no /dance; there are /why,")


def test_quit_ends_it(ana: Person) -> None:
    assert chat(ana, "/quit", "I live in Porto.") == ["Bye."]
    assert ana.data("memories")["memories"] == []


@pytest.mark.parametrize("word", ["exit", "quit", "Bye!", "goodbye."])
def test_a_plain_word_ends_it_too(ana: Person, word: str) -> None:
    assert chat(ana, word, "I live in Porto.") == ["Bye."]


def test_a_wish_to_forget_is_told_how(ana: Person) -> None:
    _, told, kept = chat(ana, "I live in Porto.", "Please forget that I live in Porto.", "Where do I live?")
    assert "/forget" in told
    assert kept.startswith("You live in Porto.")


def test_what_one_sentence_said_is_quoted_once(ana: Person) -> None:
    _, answer = chat(ana, "I'm allergic to nuts and shellfish.", "What am I allergic to?")
    assert answer.count("You are allergic to") == 2
    assert answer.count("I'm allergic to nuts and shellfish.") == 1


def test_a_change_of_mind_says_what_held_before(ana: Person) -> None:
    _, answer = chat(ana, "I like sushi.", "I don't like sushi.")
    assert answer == "Noted: you do not like sushi (before: you like sushi)."


def test_blank_lines_and_broken_bytes_do_not_end_it(ana: Person) -> None:
    done = ana.run("chat", said=b"\n  \n\xff\xfe I live in Porto.\r\nWhere do I live?\n")
    assert len(done.stdout.splitlines()) == 2
    assert "You live in Porto." in done.stdout


def test_with_json_each_answer_is_one_line_of_json(ana: Person) -> None:
    answers = [
        json.loads(line) for line in chat(ana, "I live in Porto.", "Where do I live?", "/quit", args=("--json",))
    ]
    assert answers[1]["from"] == "memory"
    assert answers[1]["memories"] == [ana.learned("Porto")["id"]]
    assert answers[1]["serving"].startswith("c_")


def test_a_secret_is_left_out_and_said(ana: Person) -> None:
    key = "sk-ant-" + "a1b2" * 8
    (answer,) = chat(ana, f"My key is {key} so there.")
    assert "Left out what looks like a secret (anthropic key)." in answer
    assert key.encode() not in ana.home.joinpath("memory.atlas").read_bytes()


# --- through a model


class _Model(BaseHTTPRequestHandler):
    """An OpenAI-style server that repeats what it was asked."""

    asked: list[dict[str, Any]]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append(body)
        text = f"Reply {len(self.asked)} \x1b[31m"
        answer = json.dumps({"choices": [{"message": {"content": text}}], "model": "parrot"}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def model() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    asked: list[dict[str, Any]] = []
    server = HTTPServer(("127.0.0.1", 0), type("Handler", (_Model,), {"asked": asked}))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1", asked
    server.shutdown()
    thread.join()
    server.server_close()


def test_with_a_model_it_talks_through_it_with_the_context_beside_the_question(
    tmp_path: Path, model: tuple[str, list[dict[str, Any]]]
) -> None:
    url, asked = model
    ana = Person(tmp_path / "home", ATLAS_BASE_URL=url, ATLAS_MODEL="parrot", ATLAS_THINK_WITH_MODEL="0")
    done = ana.run("chat", said="I live in Porto.\nWhere do I live?\n/why\n")
    answers = done.stdout.splitlines()
    assert answers[:2] == ["Reply 1 ␛[31m", "Reply 2 ␛[31m"]
    assert "“I live in Porto.”" in answers[2]  # C8
    assert "No language model" not in done.stderr
    last = asked[-1]["messages"]
    assert [each["content"] for each in last if each["role"] == "assistant"] == ["Reply 1 \x1b[31m"]
    assert "lives in Porto" in last[-1]["content"]
    assert "lives in Porto" not in last[0]["content"]  # never among the instructions
    assert ana.learned("lives in Porto")["status"] == "approved_for_reuse"


def test_a_model_in_trouble_is_said_once_and_memory_answers_instead(tmp_path: Path) -> None:
    quiet = Person(tmp_path / "home")
    chat(quiet, "I live in Porto.")
    ana = Person(tmp_path / "home", ATLAS_BASE_URL="http://127.0.0.1:9/v1", ATLAS_MODEL="nobody")
    done = ana.run("chat", said="Where do I live?\n")
    assert done.stdout.startswith("You live in Porto.")
    assert done.stderr.count("\n") == 1
    assert "cannot be reached" in done.stderr


def test_a_model_is_heard_while_it_speaks(tmp_path: Path) -> None:
    """At a terminal the pieces are shown as they come, and the answer not again."""
    heard: list[str] = []
    scripted = ScriptedModel("scripted", ["You live in Porto, by the river."])
    with Atlas.open(
        tmp_path / "me.atlas", background=False, model=scripted, settings=load_settings(tmp_path, {})
    ) as atlas:
        talk = Chat(atlas, UTC, "c", through_model=True, show_piece=heard.append)
        answer = talk.reply_to("Where do I live?")
    assert "".join(heard) == "You live in Porto, by the river."
    assert answer.heard
    assert answer.text == "You live in Porto, by the river."
    assert "You live in Porto" not in str(answer.drawn)


def test_the_last_thing_can_be_pinned(ana: Person) -> None:  # T7
    answers = chat(ana, "I live in Porto.", "Where do I live?", "/pin")
    assert answers[-1] == "Kept however little it is used: you live in Porto."
    assert ana.learned("lives in Porto")["pinned"] is True
    assert chat(ana, "/pin") == ["Say what to keep: /pin ID."]


def test_a_question_without_its_form_is_answered_where_memory_knows(ana: Person) -> None:
    """J14: "my flat, where is it again", and nothing said is lost on the way."""
    answers = chat(ana, "I live in Porto.", "remind me, home town, where do i live again", "whats my job")
    assert answers[1].startswith("You live in Porto.")
    assert answers[2] == "I don't know that yet."


def test_what_will_end_is_noted_with_its_day_and_holds_until_then(ana: Person) -> None:
    answers = chat(ana, "I work at Baltrans.", "My last day at Baltrans is 29 December.", "Where do I work?")
    assert re.fullmatch(r"Noted: you no longer work at Baltrans \(from \d{4}-12-29 on\).*", answers[1])
    assert answers[2].startswith("You work at Baltrans.")


def test_what_begins_on_a_day_to_come_is_answered_with_it(ana: Person) -> None:  # T16
    answers = chat(ana, "I start at Lidl on 29 December.", "Where do I work?")
    assert re.match(r"You work at Lidl from \d{4}-12-29 on\. \(You said on ", answers[1])
