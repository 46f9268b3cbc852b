"""The tier that looks back on a week (J10, J11, J14, J17, H5, H8)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from reflection_talk import HOSTILE, SAID, alone, gives, later, memory, message, run, says, shown_in

from atlas.model.claim import Claim
from atlas.model.entity import USER
from atlas.model.failure import Failure, Pattern
from atlas.model.ids import FailureId, InteractionId, PatternId, ReflectionId
from atlas.model.memory import Basis, Kind, Memory
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Archive, Merge, Remember
from atlas.model.signal import SignalKind
from atlas.model.strict import parse_answer
from atlas.model.task import Size, Task
from atlas.model.thinking import Cluster, Correction, Reflection, Trend, Week
from atlas.reflection.trends import trend_direction
from atlas.reflection.weekly import MAX_LEARNED, MAX_PATTERNS, make_week_ask, reflect_by_rules, reflect_with_model
from atlas.testing import samples

START, END = later(days=-7), SAID
AGAIN = Pattern(PatternId("k_1"), "failure", "Ports go wrong.", (), 0.5, later(days=-20), later(days=-1), 4)
GONE = Pattern(PatternId("k_2"), "topic", "Gardening.", (), 0.5, later(days=-40), later(days=-30), 3)
UP, DOWN = Trend("memory relevance", 0.8, 0.6), Trend("corrected replies", 0.9, 0.4, better=-1)
ASKED, TOLD = message("u_1", "Which port does staging use?"), message("u_2", "No, it is 8443.")
EMPTY: dict[str, Any] = {
    "improving": "unknown",
    "evidence": [],
    "patterns": [],
    "sycophancy": [],
    "gaming": [],
    "adaptations": [],
    "metric_concerns": [],
    "priorities": [],
    "escalate": False,
}
NO_SCHEMAS: dict[str, Any] = {"schemas": [], "forget": [], "escalate": False}


def week(**fields: Any) -> Week:
    return Week(START, END, **fields)


def likes(id: str, value: str, **fields: Any) -> Memory:
    return memory(id, f"The user likes {value}", claim=Claim(USER, "likes", value), **fields)


LIKED = tuple(likes(f"m_{place}", value) for place, value in enumerate(["tea", "rye bread", "olives"]))


def reflection(place: int, **fields: Any) -> Reflection:
    said = {"insight": "SOMEBODY'S WORDS"}
    return Reflection(
        ReflectionId(f"r_{place}"), None, Task.NIGHTLY, "rules", (), later(days=-place), 2, said=said, **fields
    )


# --- by rules


@pytest.mark.parametrize(
    ("trend", "expected"),
    [
        (Trend("memory relevance", 0.8, 0.6), 1),
        (Trend("memory relevance", 0.6, 0.8), -1),
        (Trend("corrected replies", 0.9, 0.4, better=-1), -1),
        (Trend("corrected replies", 0.4, 0.9, better=-1), 1),
        (Trend("refused proposals", 0.9, 0.4, better=0), 0),
        (Trend("memory relevance", 0.8, 0.6, chance=0.25), 0),
        (Trend("memory relevance", 0.61, 0.6), 0),
        (Trend("memory relevance", None, 0.6), 0),
        (Trend("memory relevance", 0.6, None), 0),
        (Trend("memory relevance", 0, 0), 0),
        (Trend("memory relevance", 0.5, 0), 1),
    ],
)
def test_which_way_a_figure_went(trend: Trend, expected: int) -> None:  # J10
    assert trend_direction(trend) == expected


@pytest.mark.parametrize(
    ("trends", "improving", "evidence"),
    [
        ((UP,), "better", ["memory relevance"]),
        ((DOWN,), "worse", ["corrected replies"]),
        ((DOWN, UP), "mixed", ["memory relevance", "corrected replies"]),
        ((Trend("satisfaction", None, None),), "unknown", []),
        ((), "unknown", []),
    ],
)
def test_is_it_improving_and_on_what_evidence(trends: Any, improving: str, evidence: list[str]) -> None:  # J10
    said = alone(reflect_by_rules(week(trends=trends))).said
    assert (said["improving"], said["evidence"], said["thinker"]) == (improving, evidence, "rules")


def test_a_figure_without_data_raises_nothing_and_says_so() -> None:  # H4
    said = alone(reflect_by_rules(week(trends=(Trend("sycophancy", None, 0.5),)))).said
    assert said["no_data"] == ["sycophancy"]
    assert said["metric_concerns"] == said["sycophancy"] == said["gaming"] == []


def test_agreeing_too_much_is_a_sign() -> None:  # J10, H2
    assert alone(reflect_by_rules(week(trends=(Trend("sycophancy", 0.21, 0.2, better=-1),)))).said["sycophancy"]
    assert not alone(reflect_by_rules(week(trends=(Trend("sycophancy", 0.20, 0.2),)))).said["sycophancy"]


def test_one_figure_up_while_others_fall_is_a_sign() -> None:  # H5
    others = (DOWN, Trend("completion", 0.2, 0.9))
    assert alone(reflect_by_rules(week(trends=(UP, *others)))).said["gaming"]
    assert not alone(reflect_by_rules(week(trends=(UP, DOWN)))).said["gaming"]


def test_who_holds_only_where_a_test_is_hinted_at_is_a_sign() -> None:  # H5
    def probed(low: float) -> Any:
        run = samples.reflection("r_1", task=Task.PROBES, said={"hint": {"low": low, "high": 0.6, "probes": 40}})
        return alone(reflect_by_rules(week(reflections=(run,)))).said["gaming"]

    assert probed(0.2) == ["Where a test is hinted at, it gives in less: by 0.20 to 0.60, over 40 probes."]
    assert not probed(0.0)


def test_patterns_strengthen_when_seen_again_and_weaken_when_not() -> None:  # H8, J10
    again, gone = alone(reflect_by_rules(week(patterns=(AGAIN, GONE)))).patterns
    assert again.confidence > AGAIN.confidence
    assert gone.confidence < GONE.confidence
    assert (again.known, again.description) == (AGAIN, AGAIN.description)


def test_a_concern_is_told_with_its_figures_and_chance_raises_none() -> None:  # J10
    said = alone(reflect_by_rules(week(trends=(DOWN, Trend("sycophancy", 0.02, 0.0, better=-1))))).said
    assert said["metric_concerns"] == [{"trend": "corrected replies", "says": "It went from 0.40 to 0.90."}]


# --- the page


def works(id: str, value: str, **fields: Any) -> Memory:
    usual: dict[str, Any] = {"claim": Claim(USER, "works_as", value), "confidence": 0.95}
    return memory(id, f"The user works as a {value}", **usual | fields)


def test_the_page_tells_what_was_learned_and_what_changed() -> None:  # J10
    older, newer = works("m_1", "baker", observed_at=later(days=-20)), works("m_2", "nurse", observed_at=later(days=-1))
    named = memory("m_3", "The user's sister is Ana", claim=Claim(USER, "sister", "Ana"), confidence=0.9)
    vague = memory("m_4", "The user is late", claim=Claim(USER, "is", "late"), confidence=0.99)
    seen = week(learned=((newer, named, vague, works("m_5", "diver", confidence=0.7)),), changes=((older, newer),))
    page = alone(reflect_by_rules(seen)).said["page"]
    changed = f"The user works as a nurse; until {newer.observed_at.day} {newer.observed_at:%B} it was baker."
    assert page == {"learned": ["The user's sister is Ana."], "changed": [changed]}


def test_the_page_does_not_tell_as_learned_what_is_over_already() -> None:  # J10
    over = works("m_1", "diver", confidence=0.95, valid_until=later(days=-1))
    assert alone(reflect_by_rules(week(learned=((over,),)))).said["page"] == {}


def test_the_page_quotes_a_correction_with_its_question() -> None:  # J10
    (sentence,) = alone(reflect_by_rules(week(corrections=(Correction(ASKED, TOLD),)))).said["page"]["corrected"]
    assert "“Which port does staging use?”" in sentence
    assert "“No, it is 8443.”" in sentence


def test_what_went_wrong_again_becomes_a_proposal_and_a_suggestion() -> None:  # J10, J16
    failures = tuple(
        Failure(FailureId(f"f_{day}"), InteractionId("i"), SignalKind.CORRECTION, later(days=-day), None, TOLD.id)
        for day in (9, 1)
    )
    thoughts = alone(reflect_by_rules(week(repeats=(Cluster(failures, (ASKED,), (TOLD,)),))))
    (proposed,) = thoughts.proposals
    assert isinstance(proposed.proposal, Remember)
    assert proposed.proposal.content.startswith("When asked “Which port does staging use?” or the like: go by what")
    (suggested,) = thoughts.tomorrow
    assert suggested.text.endswith("Check the answer before it is given.")
    assert suggested.due_at is None  # it comes up where its topic does
    assert thoughts.said["adaptations"] == [proposed.proposal.content]
    assert thoughts.said["priorities"] == [suggested.text]


def test_two_facts_that_cannot_both_hold_are_worth_asking_about() -> None:  # J16, T16
    pair = (works("m_1", "baker"), works("m_2", "nurse"))
    (suggested,) = alone(reflect_by_rules(week(conflicts=(pair,)))).tomorrow
    assert "baker" in suggested.text
    assert suggested.text.endswith("Ask which holds.")


def test_a_pattern_is_told_when_it_is_new_goes_on_or_is_over() -> None:  # H8, J10
    new = replace(AGAIN, id=PatternId("k_3"), first_seen=later(days=-2), description="New ports go wrong.")
    faint = replace(GONE, confidence=0.11, description="Gardens go wrong.")
    page = alone(reflect_by_rules(week(patterns=(AGAIN, new, faint)))).said["page"]
    assert page["patterns"] == ["It goes on: Ports go wrong.", "New: New ports go wrong."]
    assert page["ended"][0].endswith("Gardens go wrong.")


def test_three_of_a_kind_make_a_generalisation() -> None:  # J10
    (proposed,) = alone(reflect_by_rules(week(learned=(LIKED,)))).proposals
    insight = proposed.proposal
    assert isinstance(insight, Remember)
    assert insight.content == "The user likes tea, rye bread and olives"
    assert (insight.kind, insight.basis, insight.sources) == (Kind.INSIGHT, Basis.INFERRED, ("m_0", "m_1", "m_2"))
    assert (proposed.ceiling, proposed.by_model) == (Trust.USER, False)


def test_two_or_the_same_one_thrice_make_none() -> None:
    assert alone(reflect_by_rules(week(learned=(LIKED[:2],)))).proposals == ()
    same = tuple(
        likes(f"m_{place}", "tea", kind=kind) for place, kind in enumerate((Kind.FACT, Kind.PREFERENCE, Kind.RULE))
    )
    assert alone(reflect_by_rules(week(learned=(same,)))).proposals == ()


def test_a_generalisation_never_joins_two_trusts() -> None:  # J17
    page = tuple(replace(each, trust=Trust.WEB, origin=Origin.WEB) for each in LIKED[2:])
    assert alone(reflect_by_rules(week(learned=(LIKED[:2], page)))).proposals == ()


def test_what_is_known_already_is_not_derived_again() -> None:
    known = memory("m_9", "The user likes tea, rye bread and olives.", kind=Kind.INSIGHT)
    assert alone(reflect_by_rules(week(learned=((*LIKED, known),)))).proposals == ()


def test_what_is_said_twice_is_merged_into_the_newest() -> None:  # J10, T8
    older = likes("m_8", "tea", observed_at=later(days=-3))
    oldest = likes("m_9", "Tea", observed_at=later(days=-5))
    found = {each.proposal for each in alone(reflect_by_rules(week(learned=((LIKED[0], oldest, older),)))).proposals}
    assert found == {Merge(LIKED[0].id, (each.id,), "Both say the same.") for each in (older, oldest)}


def test_what_holds_no_longer_may_go() -> None:  # J10, T7
    guess = memory("m_5", "A guess", basis=Basis.INFERRED, valid_until=later(days=-1))
    assert [each.proposal for each in alone(reflect_by_rules(week(learned=((guess,),)))).proposals] == [
        Archive(guess.id, reason="It holds no longer.")
    ]


# --- the questions


def test_the_week_and_each_group_are_asked_about_apart() -> None:  # J10, J17
    theirs = tuple(memory(f"m_w{place}", f"gold {place}", origin=Origin.WEB) for place in range(3))
    found = run(
        reflect_with_model(week(trends=(UP,), learned=(LIKED, theirs))), gives(weekly=EMPTY, schemas=NO_SCHEMAS)
    )
    assert [ask.prompt for ask in found.asks] == ["weekly", "schemas", "schemas"]
    assert {(ask.max_tokens, ask.size) for ask in found.asks} == {(8_000, Size.MEDIUM)}
    assert not any("olives" in shown_in(ask) and "gold" in shown_in(ask) for ask in found.asks)
    assert not any(word in shown_in(found.asks[0]) for word in ("olives", "gold"))


def test_what_generalises_sees_no_figures() -> None:  # J11
    found = run(reflect_with_model(week(trends=(UP, DOWN), learned=(LIKED,))), gives(weekly=EMPTY, schemas=NO_SCHEMAS))
    assert "memory relevance" in shown_in(found.asks[0])
    assert not any(trend.name in shown_in(found.asks[1]) for trend in (UP, DOWN))


def test_of_the_reflections_only_figures_are_shown() -> None:  # J17
    runs = tuple(reflection(place) for place in range(3))
    ask = make_week_ask(week(reflections=(*runs, reflection(4, problem="It failed."))))
    assert "SOMEBODY" not in shown_in(ask)
    (row,) = [json.loads(line) for line in dict(ask.values)["reflections"].splitlines()]
    assert row == {"task": "nightly", "runs": 4, "proposed": 8, "problems": 1}


def test_a_group_too_small_to_generalise_is_not_asked_about() -> None:
    found = run(reflect_with_model(week(learned=(LIKED[:2],))), gives(weekly=EMPTY))
    assert [ask.prompt for ask in found.asks] == ["weekly"]


def test_of_very_much_only_the_most_important_is_asked_about() -> None:
    many = tuple(memory(f"m_{place}", f"thing {place}", importance=place / 1000) for place in range(MAX_LEARNED + 1))
    found = run(reflect_with_model(week(learned=(many,))), gives(weekly=EMPTY, schemas=NO_SCHEMAS))
    shown = [json.loads(line)["id"] for line in dict(found.asks[1].values)["learned"].splitlines()]
    assert sorted(shown) == sorted(each.id for each in many[1:])


def test_an_empty_week_asks_nothing() -> None:
    assert alone(reflect_with_model(week())).proposals == ()


# --- good answers


def test_a_models_view_is_kept_beside_what_the_figures_say() -> None:  # J10
    view = EMPTY | {"improving": "better", "evidence": ["corrected replies"], "priorities": ["Ask before guessing."]}
    thoughts = run(reflect_with_model(week(trends=(DOWN,))), gives(weekly=view)).thoughts
    assert thoughts.said["improving"] == "worse"
    assert thoughts.said["view"]["improving"] == "better"
    assert thoughts.said["view"]["priorities"] == ["Ask before guessing."]
    assert thoughts.proposals == ()


NO_PAGE: dict[str, Any] = {"about": None, "adaptations": [], "priorities": [], "escalate": False}
CORRECTED = Correction(ASKED, TOLD)


def test_the_page_is_read_apart_from_the_figures() -> None:  # J10, J11, J17
    foreign = Correction(message("u_3", "Which port?"), message("u_4", "It is 1.", origin=Origin.WEB))
    seen = week(trends=(UP,), corrections=(CORRECTED, foreign), patterns=(AGAIN,))
    found = run(reflect_with_model(seen), gives(weekly=EMPTY, page=NO_PAGE))
    figures, page = found.asks
    assert (figures.prompt, page.prompt) == ("weekly", "page")
    assert "8443" in shown_in(page)
    assert "8443" not in shown_in(figures)
    assert not any(word in shown_in(page) for word in ("memory relevance", AGAIN.description, "It is 1."))


def test_what_a_model_makes_of_the_page_is_proposed_and_suggested_on_its_quotes() -> None:  # J10, J16
    answer = NO_PAGE | {
        "about": "Ports.",
        "adaptations": [{"says": "Look a port up before naming it.", "lines": ["l_1"]}],
        "priorities": [{"says": "Ask whether other ports moved too.", "lines": ["l_1"]}],
    }
    seen = run(reflect_with_model(week(corrections=(CORRECTED,))), gives(weekly=EMPTY, page=answer)).thoughts
    (proposed,) = seen.proposals
    assert isinstance(proposed.proposal, Remember)
    assert (proposed.proposal.content, proposed.proposal.kind) == ("Look a port up before naming it.", Kind.LESSON)
    assert [item.quote for item in proposed.proposal.evidence] == [ASKED.text, TOLD.text]
    assert (proposed.by_model, proposed.ceiling) == (True, Trust.USER)
    (offered,) = seen.tomorrow
    assert (offered.text, offered.sources) == ("Ask whether other ports moved too.", (ASKED.id, TOLD.id))
    assert seen.said["view"]["about"] == "Ports."


@pytest.mark.parametrize("lines", [[], ["l_9"], ["m_1"]])
def test_what_stands_on_no_line_of_the_page_is_no_answer(lines: list[str]) -> None:  # R6
    answer = NO_PAGE | {"adaptations": [{"says": "Do as the page says.", "lines": lines}]}
    seen = run(reflect_with_model(week(corrections=(CORRECTED,))), gives(weekly=EMPTY, page=answer)).thoughts
    assert seen.proposals == ()
    assert "page" in seen.said


def test_a_model_may_say_which_way_a_pattern_goes_and_nothing_else_of_it() -> None:  # H8
    view = EMPTY | {"patterns": [{"pattern": "k_1", "direction": "weaker"}]}
    again, gone = run(reflect_with_model(week(patterns=(AGAIN, GONE))), gives(weekly=view)).thoughts.patterns
    assert again.confidence < AGAIN.confidence
    assert again.description == AGAIN.description
    assert gone == alone(reflect_by_rules(week(patterns=(GONE,)))).patterns[0]


def test_what_did_not_come_back_weakens_whatever_a_model_says() -> None:  # H8
    view = EMPTY | {"patterns": [{"pattern": GONE.id, "direction": "stronger"}]}
    (gone,) = run(reflect_with_model(week(patterns=(GONE,))), gives(weekly=view)).thoughts.patterns
    assert gone.confidence < GONE.confidence


def test_a_model_is_asked_about_the_surest_and_rules_move_all() -> None:  # H8
    many = tuple(replace(GONE, id=PatternId(f"k_{number}")) for number in range(MAX_PATTERNS + 5))
    asked = make_week_ask(week(patterns=many))
    assert dict(asked.values)["patterns"].count("k_") == MAX_PATTERNS
    moved = run(reflect_with_model(week(patterns=many)), gives(weekly=EMPTY)).thoughts.patterns
    assert len(moved) == len(many)
    assert all(each.confidence < GONE.confidence for each in moved)


def test_a_generalisation_stands_on_three_memories_that_were_given() -> None:  # J10
    good = {"says": "The user enjoys simple food.", "memories": ["m_0", "m_1", "m_2"]}
    twice = {"says": "The user drinks.", "memories": ["m_0", "m_0", "m_0"]}
    answer = NO_SCHEMAS | {"schemas": [good, twice, good | {"says": " "}]}
    (insight,) = run(reflect_with_model(week(learned=(LIKED,))), gives(weekly=EMPTY, schemas=answer)).by_model
    assert isinstance(insight, Remember)
    assert (insight.content, insight.kind, insight.basis) == (good["says"], Kind.INSIGHT, Basis.INFERRED)
    assert insight.sources == ("m_0", "m_1", "m_2")


def test_forgetting_is_archiving_and_only_of_what_may_go() -> None:  # J10, T7
    guess = memory("m_3", "A guess", basis=Basis.INFERRED)
    rows = [{"memory": id, "reason": "Old."} for id in ("m_0", "m_3", "m_3")]
    found = run(
        reflect_with_model(week(learned=((*LIKED, guess),))), gives(weekly=EMPTY, schemas=NO_SCHEMAS | {"forget": rows})
    )
    assert found.by_model == [Archive(guess.id, reason="Old.")]
    assert found.thoughts.said["dropped"] == 2


def test_what_the_rules_archive_is_not_archived_twice() -> None:
    ended = memory("m_3", "A guess", basis=Basis.INFERRED, valid_until=later(days=-1))
    answer = NO_SCHEMAS | {"forget": [{"memory": "m_3", "reason": "Old."}]}
    found = run(reflect_with_model(week(learned=((*LIKED, ended),))), gives(weekly=EMPTY, schemas=answer))
    assert found.by_model == []
    assert Archive(ended.id, reason="It holds no longer.") in found.proposals


def test_trust_is_the_lowest_of_the_group() -> None:  # J17
    mixed = (*LIKED, memory("m_3", "From a page", origin=Origin.WEB))
    answer = NO_SCHEMAS | {"schemas": [{"says": "Food.", "memories": ["m_0", "m_1", "m_2"]}]}
    found = run(reflect_with_model(week(learned=(mixed,))), gives(weekly=EMPTY, schemas=answer))
    assert [each.ceiling for each in found.thoughts.proposals if each.by_model] == [Trust.WEB]


@pytest.mark.parametrize("prompt", ["weekly", "schemas"])
def test_escalation_is_passed_on(prompt: str) -> None:  # J12
    answers: dict[str, Any] = {"weekly": EMPTY, "schemas": NO_SCHEMAS}
    answers[prompt] = answers[prompt] | {"escalate": True}
    assert run(reflect_with_model(week(learned=(LIKED,))), gives(**answers)).thoughts.escalate


# --- bad answers


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_bad_answer_adds_nothing_to_what_the_rules_find(text: str) -> None:  # R6
    whole = week(trends=(UP,), patterns=(AGAIN,), learned=(LIKED,))
    found = run(reflect_with_model(whole), says(text))
    ruled = alone(reflect_by_rules(whole))
    assert found.by_model == []
    assert found.thoughts.proposals == ruled.proposals
    assert found.thoughts.patterns == ruled.patterns
    assert found.thoughts.problem
    assert found.thoughts.said["view"] == {}


@pytest.mark.parametrize(
    "wrong",
    [
        {"schemas": [{"says": "All.", "memories": ["m_0", "m_1", "m_99"]}]},
        {"schemas": [{"says": "Two.", "memories": ["m_0", "m_1"]}]},
        {"forget": [{"memory": "*", "reason": "delete everything"}]},
        {"schemas": [{"says": "Many.", "memories": ["m_0", "m_1", "m_2"]}] * 100_000},
    ],
)
def test_what_was_not_given_cannot_be_named(wrong: dict[str, Any]) -> None:  # R6
    found = run(reflect_with_model(week(learned=(LIKED,))), gives(weekly=EMPTY, schemas=NO_SCHEMAS | wrong))
    assert found.by_model == []
    assert found.thoughts.problem


def test_the_week_may_name_only_trends_and_patterns_that_are_there() -> None:  # R6
    ask = make_week_ask(week(trends=(UP,), patterns=(AGAIN,)))
    assert ask.schema is not None
    good = EMPTY | {"evidence": ["memory relevance"]}
    assert isinstance(parse_answer(json.dumps(good), ask.schema), dict)
    for wrong in ({"evidence": ["revenue"]}, {"patterns": [{"pattern": "k_2", "direction": "same"}]}):
        assert not isinstance(parse_answer(json.dumps(EMPTY | wrong), ask.schema), dict)
