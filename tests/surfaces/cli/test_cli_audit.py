"""X6: `atlas audit` for a person, for a machine, for a browser and for whoever checks in CI."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from atlas.surfaces.audit.audit_text import NAMES
from surfaces.cli._person import Person
from unit.metrics.mem0_dump import dump, written

HOSTILE = (
    "<script>document.title='owned'</script> is what the user likes",
    "- <img src=x onerror=alert(1)> (score: 0.91)",
    '"><svg onload=alert(1)> is a tea',
    '"><svg onload=alert(1)> is a tea',
    "User's password is </q></li><script>alert(1)</script>x",
    "\u202eevil\u202c \x1b[31m </style></title><script>alert(2)</script>",
    "{{7*7}} ${7*7} <!-- --> &amp; ]]> javascript:alert(3)",
)


@pytest.fixture
def mem0(tmp_path: Path) -> Path:
    return written(dump(400, 1), tmp_path / "mem0.json")


def test_a_person_sees_rates_definitions_and_the_worst(ana: Person, mem0: Path) -> None:
    shown = ana.says("audit", str(mem0))
    assert "mem0.json: a mem0 export" in shown
    for name in ("junk", "exact duplicate", "near-duplicate", "recall loop", "secret", "contradiction", "stale"):
        assert any(line.startswith(name) and "%" in line for line in shown.splitlines()), name
    assert any(line.startswith("never used") and "not applicable" in line for line in shown.splitlines())
    assert "[redacted" in shown


def test_a_file_is_audited_without_a_home(ana: Person, mem0: Path) -> None:
    ana.run("audit", str(mem0))
    assert not ana.home.exists()


def test_json_has_every_field(ana: Person, mem0: Path) -> None:
    found = ana.data("audit", str(mem0))
    assert (found["entries"], found["skipped"], found["turns"]) == (400, 0, False)
    rates = {rate["fault"]: rate for rate in found["rates"]}
    assert rates["junk"]["share"] == pytest.approx(0.2, abs=0.03)
    assert rates["never_used"]["share"] is None
    assert rates["never_used"]["unknown"]
    assert {"share", "count", "of", "says", "unknown", "reasons", "examples"} < set(rates["secret"])
    assert found["failed"] == {}
    assert sum(found["months"].values()) == 400


def test_the_own_store(ana: Person) -> None:
    assert "nothing in it to audit" in ana.says("audit")
    ana.tell("I live in Porto.", "I am allergic to peanuts.")
    found = ana.data("audit")
    assert found["kind"] == "an ATLAS store"
    assert found["entries"] == found["sound"] > 0


@pytest.mark.parametrize(
    ("limits", "code"),
    [("junk=0.9,secret=1", 0), ("junk=0.1", 3), ("secret=0", 3), ("exact-duplicate=0,near_duplicate=0.9", 3)],
)
def test_what_is_above_its_limit_ends_with_3_and_a_sentence(ana: Person, mem0: Path, limits: str, code: int) -> None:
    done = ana.run("audit", str(mem0), "--fail-above", limits, code=code)
    assert ("is above what is allowed" in done.stderr) is (code == 3)
    assert "WHAT IS COUNTED" in done.stdout  # the report is there all the same


def test_a_limit_on_what_cannot_be_told_fails_nobody(ana: Person, mem0: Path) -> None:
    ana.run("audit", str(mem0), "--fail-above", "never_used=0")


def test_the_sentence_is_json_where_json_is_asked_for(ana: Person, mem0: Path) -> None:
    done = ana.run("audit", str(mem0), "--fail-above", "secret=0", "--json", code=3)
    assert json.loads(done.stdout)["failed"].keys() == {"secret"}
    assert "secret" in json.loads(done.stderr)["error"]


@pytest.mark.parametrize("limits", ["junk", "junk=x", "junk=2", "nonsense=0.1", "junk=nan", ""])
def test_a_limit_that_is_none_is_bad_usage(ana: Person, mem0: Path, limits: str) -> None:
    done = ana.run("audit", str(mem0), "--fail-above", limits, code=2)
    assert done.stdout == ""


def test_what_cannot_be_read_is_one_sentence(ana: Person, tmp_path: Path) -> None:
    done = ana.run("audit", str(tmp_path / "nothere.json"), code=1)
    assert done.stderr.startswith("atlas: There is no file")


class _Elements(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.said: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def _page(ana: Person, source: Path, out: Path) -> _Elements:
    ana.run("audit", str(source), "--html", str(out))
    return _Elements(out.read_text(encoding="utf-8"))


def test_the_page_loads_nothing_and_runs_nothing(ana: Person, mem0: Path, tmp_path: Path) -> None:  # P6
    page = _page(ana, mem0, tmp_path / "audit.html")
    assert page.tags.count("svg") == 3
    assert not {"script", "img", "link", "iframe", "object", "embed", "form", "a", "base"} & set(page.tags)
    assert not [name for name, _ in page.attributes if name.startswith("on") or name in ("src", "href", "style")]
    policy = next(value for name, value in page.attributes if name == "content" and "default-src" in (value or ""))
    assert str(policy).startswith("default-src 'none'")


def test_hostile_text_is_inert_on_the_page(ana: Person, tmp_path: Path) -> None:  # P6
    rows = [
        {"id": f'{place}<i>" onload=x', "memory": text, "created_at": "2026-01-02T03:04:05Z"}
        for place, text in enumerate(HOSTILE)
    ]
    source = tmp_path / "mem0.<b>.json"
    source.write_text(json.dumps(rows), encoding="utf-8")
    page = _page(ana, source, tmp_path / "audit.html")
    assert not {"script", "img", "i", "b"} & set(page.tags)
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    said = "".join(page.said)
    assert "<svg onload=alert(1)>" in said  # it is there, as text
    assert not {"\u202e", "\x1b"} & set(said)


def test_the_page_of_an_empty_store_is_a_page(ana: Person, tmp_path: Path) -> None:
    ana.run("audit", "--html", str(tmp_path / "audit.html"))
    assert "nothing in it to audit" in (tmp_path / "audit.html").read_text(encoding="utf-8")


def test_a_page_is_written_over_nothing_unless_by_force(ana: Person, mem0: Path) -> None:
    before = mem0.read_bytes()
    done = ana.run("audit", str(mem0), "--html", str(mem0), code=1)
    assert "is there already; write over it with --force" in done.stderr
    assert done.stdout == ""
    assert mem0.read_bytes() == before
    page = mem0.with_suffix(".html")
    page.write_text("old", "utf-8")
    ana.run("audit", str(mem0), "--html", str(page), "--force")
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_on_the_page_an_id_is_said_to_be_one(ana: Person, tmp_path: Path) -> None:
    source = tmp_path / "mem0.json"
    source.write_text(json.dumps([{"id": "6", "memory": "HEARTBEAT_OK"}]), "utf-8")
    assert "system noise · entry 6" in "".join(_page(ana, source, tmp_path / "audit.html").said)


def test_an_id_may_be_a_secret_too(ana: Person, tmp_path: Path) -> None:
    """P5: somebody else's dump may have anything for an id."""
    key = "sk-ant-" + "a1b2" * 8
    source = tmp_path / "mem0.json"
    source.write_text(json.dumps([{"id": key, "memory": "HEARTBEAT_OK"}]), "utf-8")
    assert key not in ana.says("audit", str(source), "--json")
    assert key not in "".join(_page(ana, source, tmp_path / "audit.html").said)


def test_eighty_columns_are_enough(ana: Person, mem0: Path) -> None:
    screen, code = ana.at_terminal("audit", str(mem0), NO_COLOR="1")
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen.replace("\r", "\n")).splitlines()
    assert code == 0
    assert max(len(line) for line in shown) <= 80
    head = next(at for at, line in enumerate(shown) if "SHARE" in line)
    rates = shown[head : head + 9]
    assert [line.split("  ")[0].strip() for line in rates[1:]] == list(NAMES.values())  # a line for each
    counted = [line.rstrip() for line in rates if "not applicable" not in line]
    assert len({len(line) for line in counted}) == 1  # figures stand under figures
    assert any(line.startswith("  It says nothing worth remembering") for line in shown[head + 9 :])
    assert any(line.startswith("  Nothing tells what was used") for line in shown[head + 9 :])


def test_a_line_that_is_no_memory_is_counted_and_no_crash(ana: Person, tmp_path: Path) -> None:  # X6, P8
    ana.tell("I live in Porto.", "I like tea.")
    header, *rows = ana.says("export").splitlines()
    source = tmp_path / "everything.jsonl"
    source.write_text("\n".join([header, '{"type": "memory"}', *rows]), "utf-8")
    assert ana.data("audit", str(source))["skipped"] == 1
    source.write_text(f'{header}\n{{"type": "memory"}}\n', "utf-8")
    assert "can be read: line 2" in ana.run("audit", str(source), code=1).stderr


def test_a_page_that_cannot_be_written_is_one_sentence(ana: Person, mem0: Path, tmp_path: Path) -> None:
    done = ana.run("audit", str(mem0), "--html", str(tmp_path / "no" / "where.html"), code=1)
    assert "cannot be written" in done.stderr


def test_hostile_text_does_not_move_the_terminal(ana: Person, tmp_path: Path) -> None:
    source = tmp_path / "mem0.json"
    source.write_text(
        json.dumps([{"memory": "hi \x1b[2J\x07"}, {"memory": "- x\x1b]0;owned\x07 (score: 0.91)"}]), "utf-8"
    )
    assert not {"\x1b", "\x07"} & set(ana.says("audit", str(source)))
