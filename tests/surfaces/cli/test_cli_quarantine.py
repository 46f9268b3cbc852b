"""C8: `atlas quarantine` contains, lists, tells what it touched, and lifts."""

from __future__ import annotations

from surfaces.cli._person import Person


def test_a_conversation_is_contained_and_brought_back(ana: Person) -> None:
    ana.says("observe", "My doctor is called Zorblaxia.", "--conversation", "bad")
    ana.says("observe", "My dog is called Rex.", "--conversation", "good")
    ana.says("context", "Who is my doctor?")
    shown = ana.says("quarantine", "--conversation", "bad", "--dry-run")
    assert "This would quarantine the conversation “bad”:" in shown
    assert "1 message, 1 fact" in shown
    assert "it had been served in 1 context" in shown
    assert "Zorblaxia" in ana.says("recall", "Who is my doctor?")
    made = ana.data("quarantine", "--conversation", "bad", "--reason", "It was not me.")
    assert "Zorblaxia" not in ana.says("recall", "Who is my doctor?")
    assert "It was not me." in ana.says("quarantine", "--list")
    assert "quarantined" in ana.says("status")
    assert "quarantined (" in ana.says("observe", "My cat is called Zorblaxcat.", "--conversation", "bad")
    id = made["quarantine"]["id"]
    assert "as before" in ana.says("quarantine", "--lift", id[:6])
    assert "Zorblaxia" in ana.says("recall", "Who is my doctor?")
    assert "Nothing is quarantined." in ana.says("quarantine", "--list")
    assert ana.data("quarantine", "--list", "--all")["quarantines"][0]["reason"] == "It was not me."


def test_a_wish_that_says_too_much_or_nothing_is_told_what_to_give(ana: Person) -> None:
    ana.says("observe", "My dog is called Rex.")
    for wrong in ((), ("--list", "--lift", "q_1"), ("--list", "--origin", "web")):
        assert "Say what to contain" in ana.run("quarantine", *wrong, code=None).output
    assert "--list" in ana.run("quarantine", "--lift", "q_none", code=None).output
    assert "nothing to contain" in ana.run("quarantine", "--origin", "web", code=None).output
