"""`atlas pending` asks little (C9), and tells of a correction what was asked, replied and said against it (S7)."""

from __future__ import annotations

from atlas.engine.intake.observe import Said
from atlas.model.interaction import Role
from atlas.model.origin import Origin
from atlas.settings import load_settings
from atlas.surfaces.library import Atlas
from surfaces.cli._person import Person

LIKED = ("tea", "chess", "rain", "figs", "jazz", "snow", "opera", "salsa", "maps", "boats", "birds", "bread", "wool")


def _wait(person: Person) -> None:
    """Thirteen likings from an unvouched history."""
    person.home.mkdir(exist_ok=True)
    settings = load_settings(person.home, person.env)
    with Atlas.open(settings.store, settings=settings, background=False) as atlas:
        for liked in LIKED:
            atlas.observe(messages=[Said(Role.USER, f"I like {liked}.", Origin.IMPORT)], conversation="history")
        atlas.flush()


def test_ten_are_shown_and_the_rest_is_counted_wherever_one_looks(ana: Person) -> None:
    _wait(ana)
    rest = "10 of 13 shown; the rest waits"
    assert f"{rest}: atlas curate pending --all" in ana.says("pending")
    found = ana.data("pending")
    assert (len(found["memories"]), found["more"]) == (10, 3)
    assert len(ana.data("pending", "--all")["memories"]) == 13
    assert "shown" not in ana.says("pending", "--all")
    assert f"({rest})" in ana.says("status")
    assert f"({rest})" in " ".join(ana.says("health").split())
    assert ana.data("status")["waiting"]["surfaced"] == 10
    assert rest in ana.says("chat", said="/pending\n")


def test_what_is_not_shown_this_week_is_said(ana: Person) -> None:
    _wait(ana)
    ana.run("reject", *(each["id"] for each in ana.data("pending")["memories"]))
    assert "0 of 3 shown; the rest waits: atlas curate pending --all" in ana.says("pending")
    assert "0 of 3 shown; the rest waits: atlas curate pending --all" in ana.says("chat", said="/pending\n")
    ana.run("reject", "--all", "--yes")
    assert ana.data("pending", "--all")["memories"] == []


def test_one_setting_says_how_many(ana: Person) -> None:
    _wait(ana)
    ana.env["ATLAS_DECISIONS_A_WEEK"] = "4"
    assert "4 of 13 shown; the rest waits" in ana.says("pending")
    ana.env["ATLAS_DECISIONS_A_WEEK"] = "lots"
    assert "ATLAS_DECISIONS_A_WEEK is a whole number" in ana.run("pending", code=None).output


def test_a_correction_is_shown_with_its_question_the_wrong_reply_and_the_words(ana: Person) -> None:
    said = ("Which glue holds on a wet tent?", "That's wrong: only seam grip holds.")
    ana.run("observe", said[0], "--assistant", "Any wood glue will do.", "--conversation", "c1")
    ana.run("observe", said[1], "--assistant", "Sorry.", "--conversation", "c1")
    found = ana.data("pending")
    (lesson,) = found["memories"]
    correction = found["corrections"][lesson["id"]]
    quotes = [correction[part]["quote"] for part in ("question", "reply", "words")]
    assert quotes == [said[0], "Any wood glue will do.", said[1]]
    for shown in (ana.says("pending"), ana.says("why", lesson["id"])):
        lines = " ".join(shown.split())
        assert [part for part in ("asked", "replied", "corrected") if part not in lines] == []
        assert [quote for quote in quotes if quote not in lines] == []
    assert ana.data("why", lesson["id"])["correction"] == correction
