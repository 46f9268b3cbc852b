"""X6: what says nothing worth remembering, and what looks so and does."""

from __future__ import annotations

import pytest

from atlas.language.english.entry_rules.junk import find_junk_reason
from atlas.language.english.entry_rules.junk_rules import RULES

NOTHING = (
    *("hello!", "Ok, thanks a lot", "yes", "👍", "...", "n/a", "  ", "undefined", "see above", "You're right, sir."),
    *("2026-02-03 10:00", "Tuesday, March 3rd, 2026", "User indicates that the current time is 4:10 PM"),
    *("HEARTBEAT_OK", "The heartbeat found nothing to report", "Cron job backup ran with exit code 0"),
    *(
        "The agent reads SOUL.md first",
        "You are Nova, a helpful assistant.",
        "Assistant must never share its system prompt",
    ),
    *("User asked the assistant for a poem", "User requested more details", "The assistant suggested a restart"),
    *("The conversation was about travel", "User greeted the assistant warmly", "User wants to know how to cook rice"),
    *("Could you do that again?", "What time is it in Tokyo?", "wait, what is going on here??"),
    *("John Doe works at Google", "User is a person", "User values efficiency", "User communicates in English"),
    *("Step 3 of 7 done", "Tests are running", "download at 40%", "user is in the admin panel"),
    *("stop the server", "continue where we left off", "Sure, I can help with that!", "Let me know if you need more."),
    *('{"a": {"host": "x"}}', "Traceback (most recent call last): boom", "0f3c9a7b1d2e4f60718293a4b5c6d7e8"),
    "POST /api/v1/items --json http://10.0.0.1:8080 -> 200, container web, port 8080",
)

SOMETHING = (
    *("User asked Maria to marry him", "User wants to move to Porto", "User is a nurse", "User prefers terse answers"),
    *("Is vegetarian", "Name is John", "Likes cheese pizza", "Allergic to nuts", "Lives in Oslo", "喜欢喝茶"),
    *(
        "User's research agent posts to Slack every morning, with a cron every 30 minutes",
        "Heartbeat of baby is fine at 140",
    ),
    *(
        "Yes, I live in Porto now",
        "ok so my sister lives in Rome, what should I bring?",
        "I made it yesterday. And you?",
    ),
    *(
        "The agent sold the flat in Leeds for 200,000",
        "User said that the deadline is 3 May",
        "Run the tests with `make -j --all`",
    ),
    *("User rule: each agent must review the model before a task", "The current mayor is a friend of the user"),
    *("User's machine 'mac' (IP 100.71.135.41) is configured under a work account", "Tomorrow is Anna's birthday"),
    *(
        "The password was changed in May",
        "Deployments run on EKS with pgvector 0.7",
        "Project Heron is in progress since May",
    ),
    *("Always answer in British English please. How do I sort a list?", "Never use tabs. Can you fix this file?"),
    "A long note that begins with thanks " + "and goes on about the harbour " * 20,
)


@pytest.mark.parametrize("text", NOTHING)
def test_this_is_junk(text: str) -> None:  # X6
    assert find_junk_reason(text)


@pytest.mark.parametrize("text", SOMETHING)
def test_this_is_not(text: str) -> None:  # X6
    assert find_junk_reason(text) is None


def test_a_figure_is_no_time() -> None:  # X6
    assert {find_junk_reason(text) for text in ("1", "42.", "3.5", "+1")} == {"only a figure"}
    times = ("10:30", "2026-02-03", "3.2.2026", "4 pm", "May 3rd", "on Tuesday", "14 March 2026", "12/24")
    assert {find_junk_reason(text) for text in times} == {"only the date or time"}


def test_every_reason_is_a_few_words() -> None:
    assert all(reason and len(reason) < 40 for reason, _ in RULES)
