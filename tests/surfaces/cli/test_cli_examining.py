"""`atlas replay-questions`, `atlas exams` and `atlas probe` on the command line (H2, H7, C10)."""

from __future__ import annotations

from atlas.surfaces.views.examination import list_agreement
from surfaces.cli._person import Person


def test_past_questions_are_asked_again_and_told_as_a_table_and_as_json(ana: Person) -> None:  # H7
    assert "whose answer is known" in ana.run("replay-questions", code=1).stderr
    ana.run("observe", "--user", "I live in Porto.", "--assistant", "Nice!")
    shown = ana.says("replay-questions")
    assert "with memory" in shown
    assert "1 of 1 (100%)" in shown
    assert "No memory makes answers worse" in shown
    given = ana.data("replay-questions", "--as-of", "2020-01-01")
    assert given["arms"]["without memory"] == {"right": 0, "graded": 1}
    assert given["demoted"] == []
    assert "as_of" not in given  # nothing had been said by then


def test_exams_are_listed_and_taken(ana: Person) -> None:  # C10
    assert "No exam was taken yet" in ana.says("exams")
    ana.run("observe", "--user", "I live in Porto.", "--assistant", "Nice!")
    shown = ana.says("exams", "--take")
    assert "1 of 1" in shown
    assert "0 of 1" in shown
    (exam,) = ana.data("exams")["exams"]
    assert (exam["asked"], exam["right_with"], exam["right_without"]) == (1, 1, 0)


def test_without_a_model_there_is_nobody_to_probe(ana: Person) -> None:  # H2
    assert "ATLAS_MODEL names one" in ana.run("probe", code=1).stderr


def test_how_far_rules_and_grader_agree_is_told_where_there_is_a_grader() -> None:  # H2, H7, C10
    assert list_agreement({"agreement": {"same": 3, "both": 4}}) == [("rules and grader agree", "3 of 4 (75%)")]
    assert list_agreement({"agreement": {"same": 0, "both": 0}}) == []
