"""`atlas graph`, `health`, `due`, `conflicts`, `whole`, and a past moment in words."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas.engine.inspect.graph import Graph, Node, Tie
from atlas.model.graph import build_edge
from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import Kind, Relation, State, Status
from atlas.settings import load_settings
from atlas.surfaces.cli.lookup.graph_layout import place_nodes
from atlas.surfaces.cli.lookup.graph_svg import render_svg
from atlas.surfaces.library import Atlas
from surfaces.cli._person import Person

HOSTILE = '"><script>alert(1)</script><image href="http://evil.example/x.png"/>&amp;\x1b[2J\x00\ufffe\u202e'


def opened(person: Person) -> Atlas:
    person.home.mkdir(exist_ok=True)
    chosen = load_settings(person.home, person.env)
    return Atlas.open(chosen.store, settings=chosen, background=False)


def join(person: Person, relation: Relation, one: str, other: str, weight: float = 1.0) -> None:
    with opened(person) as atlas, atlas._opening.runtime.store.writing(atlas._opening.runtime.space) as txn:
        txn.put_edge(build_edge(relation, MemoryId(one), MemoryId(other), weight))


@pytest.fixture
def told(ana: Person) -> Person:
    ana.tell("My sister Maria lives in Rome.", "I like jazz.", "I work at Acme.")
    join(ana, Relation.CO_ACTIVATED, ana.learned("jazz")["id"], ana.learned("Acme")["id"], 0.4)
    return ana


# --- on the terminal


def test_the_tree_says_in_words_what_joins_memories(told: Person) -> None:
    shown = told.says("graph")
    assert "used together with (0.40)" in shown
    assert "about Maria" in shown or "known of it Maria lives in Rome" in shown
    around = told.says("graph", told.learned("jazz")["id"][:8])
    assert around.startswith("The user likes jazz")
    assert "└── used together with (0.40) The user works at Acme" in around
    assert told.says("graph", "Maria").startswith("Maria\n")


def test_a_tie_that_the_tree_has_no_branch_for_is_named(told: Person) -> None:
    jazz, acme, rome = (told.learned(part)["id"] for part in ("jazz", "Acme", "Rome"))
    join(told, Relation.CONTRADICTS, jazz, acme)
    join(told, Relation.CO_ACTIVATED, jazz, rome, 0.9)
    join(told, Relation.CO_ACTIVATED, acme, rome, 0.2)
    shown = told.says("graph", jazz)
    one, other = sorted((acme, rome))
    (line,) = [each for each in shown.splitlines() if f"{one[:8]}," in each]
    assert re.search(rf"; used together with (?:“[^”]+” \(m_\w+\), )*“[^”]+” \({other[:8]}\)", line), (
        "an id alone says nothing"
    )
    assert "├── contradicts The user works at Acme" in shown


def test_the_graph_as_data(told: Person) -> None:
    given_ = told.data("graph", "--limit", "5")
    assert {"centre", "nodes", "ties", "groups", "more"} == set(given_)
    jazz = next(node for node in given_["nodes"] if node["label"] == "The user likes jazz")
    assert (jazz["kind"], jazz["status"]) == ("preference", "approved_for_reuse")
    assert 0.9 < jazz["strength"] <= 1.0
    assert {"relation": "co_activated", "weight": 0.4}.items() <= next(
        tie for tie in given_["ties"] if tie["relation"] == "co_activated"
    ).items()


def test_an_empty_store_says_what_to_do(ana: Person, tmp_path: Path) -> None:
    assert "Nothing has been learned yet." in ana.says("graph")
    out = tmp_path / "empty.svg"
    ana.says("graph", "--svg", str(out))
    assert _root(out.read_text()).tag.endswith("svg")


def test_what_is_joined_to_nothing_stands_indented(told: Person) -> None:
    told.tell("I like tea.")
    assert re.search(r"Joined to nothing here \(\d+\)\n(?:  .*\n)*  The user likes tea  m_", told.says("graph"))


def test_a_name_means_all_who_are_called_so(told: Person) -> None:
    told.tell("Maria works as a teacher.")
    shown = told.says("graph", "Maria")
    assert shown.count("known of it Maria") == 2
    assert "Maria works as a teacher" in told.says("recall", "teacher", "--about", "Maria")


# --- the picture


def test_the_picture_is_one_file_for_its_owner(told: Person, tmp_path: Path) -> None:
    out = tmp_path / "memories.svg"
    assert "drawn to" in told.says("graph", "--svg", str(out))
    texts = [each.text for each in _root(out.read_text()).iter("{http://www.w3.org/2000/svg}text")]
    assert "How memories hang together" in texts
    assert "The user likes jazz" in texts
    assert "used together with" in texts, "the legend"
    assert out.stat().st_mode & 0o077 == 0
    before = out.read_bytes()
    assert told.data("graph", "--svg", str(out))["file"] == str(out)
    assert _positions(out.read_bytes().decode()) == _positions(before.decode())
    told.run("graph", "--svg", str(tmp_path / "no" / "such.svg"), code=1)


def _positions(text: str) -> list[str]:
    return re.findall(r'<text x="[^"]+" y="[^"]+"', text)


def drawing(*labels: str, ties: tuple[tuple[int, int], ...] = ()) -> Graph:
    nodes = tuple(
        Node(f"m_{at}", label, Kind.FACT, Status.APPROVED, State.ACTIVE, 0.7) for at, label in enumerate(labels)
    )
    return Graph(None, nodes, tuple(Tie(Relation.CO_ACTIVATED, f"m_{one}", f"m_{two}", 0.5) for one, two in ties))


def _root(text: str) -> Any:
    return ET.fromstring(text)  # noqa: S314 # we drew it ourselves; that it can be read is what is tested


@settings(max_examples=40)
@given(st.lists(st.text(max_size=60), max_size=5))
def test_no_text_is_more_than_text_in_a_picture(labels: list[str]) -> None:
    """Trust: what was remembered cannot run, load, or break the picture."""
    drawn = drawing(HOSTILE, *labels)
    allowed = {"svg", "title", "defs", "marker", "path", "rect", "circle", "text", "g"}
    for part in _root(render_svg(drawn)).iter():
        assert part.tag.removeprefix("{http://www.w3.org/2000/svg}") in allowed
        assert not any(name.startswith("on") or "href" in name for name in part.attrib)
        assert all("url(" not in value or value.startswith("url(#") for value in part.attrib.values())


@given(
    st.lists(st.tuples(st.floats(10, 200), st.floats(20, 40)), min_size=1, max_size=25),
    st.lists(st.tuples(st.integers(0, 24), st.integers(0, 24)), max_size=40),
)
@settings(max_examples=15)
def test_labels_do_not_lie_on_each_other_and_the_same_graph_is_drawn_the_same(
    sizes: list[tuple[float, float]], pairs: list[tuple[int, int]]
) -> None:
    ties = [(one, two, 0.5) for one, two in pairs if one != two and max(one, two) < len(sizes)]
    found = place_nodes(sizes, ties)
    assert found == place_nodes(sizes, ties)
    assert all(x >= 0 and y >= 0 for x, y in found)
    for at, ((x, y), (width, height)) in enumerate(zip(found, sizes, strict=True)):
        for (other_x, other_y), (other_width, other_height) in zip(found[:at], sizes[:at], strict=True):
            apart = abs(x - other_x) >= (width + other_width) / 2 or abs(y - other_y) >= (height + other_height) / 2
            assert apart


def test_hostile_text_is_inert_on_the_terminal_too(ana: Person) -> None:
    ana.tell("My dog is called \x1b[2JRex\u202e.")
    assert "\x1b[2J" not in ana.says("graph")


# --- health, due, conflicts, whole


def test_health_tells_how_memory_fares(told: Person) -> None:  # T18
    shown = told.says("health")
    assert "none yet: atlas learning consolidate" in shown
    assert "1 pair used together" in shown
    assert re.search(r"preference +1 +0 +0 +0", shown)
    data = told.data("health")
    assert set(data) == {
        *("last_cycle", "active", "waiting", "strength", "due", "counts"),
        *("shortened", "edges", "feedback", "conflicts", "replaying", "reader_trouble", "owed", "beliefs"),
    }
    assert data["edges"] == {"co_activated": 1}
    assert data["due"] == 0


def test_due_lists_what_has_faded(ana: Person) -> None:  # T4
    assert ana.says("due") == "Nothing is due for review.\n"
    past = datetime.now(UTC) - timedelta(days=400)
    ana.tell("I like jazz.")
    with opened(ana) as atlas, atlas._opening.runtime.store.writing(atlas._opening.runtime.space) as txn:
        (jazz,) = [each for each in atlas.memories() if "jazz" in each.content and each.claim]
        faded = replace(jazz, reinforced_at=past, version=jazz.version + 1)
        txn.put_memory(faded, jazz.version)
    assert "The user likes jazz" in ana.says("due")
    (found,) = ana.data("due")["due"]
    assert found["memory"]["id"] == jazz.id
    assert found["strength"] < 0.9


def test_conflicts_show_both_sides(told: Person) -> None:  # T16
    assert told.says("conflicts") == "No two memories contradict each other.\n"
    jazz, acme = told.learned("jazz")["id"], told.learned("Acme")["id"]
    join(told, Relation.CONTRADICTS, jazz, acme)
    shown = told.says("conflicts")
    assert jazz[:8] in shown
    assert acme[:8] in shown
    (found,) = told.data("conflicts")["conflicts"]
    assert {found["older"]["id"], found["newer"]["id"]} == {jazz, acme}


def test_the_whole_of_what_was_shortened(ana: Person) -> None:  # T12
    said = "We walked along the river until the lamps were lit."
    ana.tell(said)
    episode = ana.data("memories", "--kind", "episode")["memories"][0]
    with opened(ana) as atlas, atlas._opening.runtime.store.writing(atlas._opening.runtime.space) as txn:
        txn.shorten_message(MessageId(episode["transcribes"]), "A walk.", atlas.admin.now())
    message = episode["transcribes"][:8]
    assert f"(shortened; atlas operate whole {message})" in ana.says("show", episode["id"])
    assert f"(shortened; atlas operate whole {message})" in ana.says("why", episode["id"])
    assert ana.says("whole", episode["id"]) == f"{said}\n"
    assert ana.data("whole", message)["text"] == said
    assert ana.run("whole", "m_nothing", code=1).stderr.startswith("atlas: There is nothing with the id")


# --- a past moment in words


def test_as_of_takes_the_words_that_people_have(ana: Person) -> None:  # X4
    now = datetime.now(UTC)
    last = now.replace(day=1) - timedelta(days=1)
    ana.tell("I live in Rome.", at=(now - timedelta(days=300)).date().isoformat())
    ana.tell("I moved to Lisbon.", at=last.date().isoformat())
    for words in (f"{last:%Y-%m}", f"{last:%B %Y}", f"{last:%Y-%m-%d}", "today", "this year"):
        assert "The user lives in Lisbon" in ana.says("recall", "Where do I live?", "--kind", "fact", "--as-of", words)
    before = (last - timedelta(days=1)).date().isoformat()
    for words in (before, "200 days ago"):
        shown = ana.says("recall", "Where do I live?", "--kind", "fact", "--as-of", words)
        assert "The user lives in Rome" in shown
        assert "Lisbon" not in shown
    assert f"As of {before} 23:59." in ana.says("recall", "Where do I live?", "--as-of", before)


def test_chat_answers_how_things_stood(ana: Person) -> None:  # X4
    ana.tell("I live in Rome.", at="2025-01-10")
    ana.tell("I moved to Lisbon.", at="2025-06-02")
    shown = ana.says("chat", said="Where did I live in March 2025?\n")
    assert "As it stood on 2025-03-31:" in shown
    assert "You live in Rome." in shown
    assert "Lisbon" in ana.says("chat", said="Where do I live?\n")
