"""`atlas install` adds what it shows and nothing else; `atlas uninstall` leaves files as they were, byte for byte."""

from __future__ import annotations

import json
import stat
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from _fork_server import python
from atlas.errors import BadInput
from atlas.surfaces.agents import AGENTS
from atlas.surfaces.agents.pieces import JsonHooks, JsonServer, Piece, TomlServer
from atlas.surfaces.agents.plan import PIECES, Plan, apply_plan, diff_lines, plan_setup
from atlas.surfaces.agents.program import Place, Program
from surfaces.agents._agents import surroundings
from surfaces.cli._person import Person

PROGRAM = Program("/opt/my tools/bin/atlas")
BOTH = pytest.mark.parametrize("agent", AGENTS)
SCOPES = pytest.mark.parametrize("project", [False, True], ids=["user", "project"])

EVENTS = {"claude-code": ["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"]}
EVENTS["codex"] = EVENTS["claude-code"][:3]
HOOKS = {"claude-code": ".claude/settings.json", "codex": ".codex/hooks.json"}


def plan(agent: str, root: Path, project: bool = False, remove: bool = False, program: Program = PROGRAM) -> Plan:
    """Everything is in `root`, which is a home or a project; the other one does not exist."""
    nowhere = root / "nowhere"
    return plan_setup(agent, program, Place(nowhere, root) if project else Place(root), remove=remove)


def do(agent: str, root: Path, project: bool = False, remove: bool = False, program: Program = PROGRAM) -> Plan:
    made = plan(agent, root, project, remove, program)
    apply_plan(made)
    return made


def everything(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


# --- what it adds


@SCOPES
def test_claude_code_gets_a_server_hooks_and_skills(tmp_path: Path, project: bool) -> None:
    do("claude-code", tmp_path, project)
    servers = json.loads((tmp_path / (".mcp.json" if project else ".claude.json")).read_bytes())
    server = {"type": "stdio", "command": "/opt/my tools/bin/atlas", "args": ["mcp"]}
    assert servers == {"mcpServers": {"atlas": server}}
    hooks = json.loads((tmp_path / ".claude/settings.json").read_bytes())["hooks"]
    assert list(hooks) == EVENTS["claude-code"]
    handler = {"type": "command", "command": "'/opt/my tools/bin/atlas' hook claude-code", "timeout": 5}
    assert hooks["UserPromptSubmit"] == [{"hooks": [handler]}]
    assert hooks["Stop"] == [{"hooks": [{**handler, "async": True}]}]
    skills = sorted(path.parent.name for path in tmp_path.glob(".claude/skills/*/SKILL.md"))
    assert skills == ["forget", "remember", "what-do-you-know"]


@SCOPES
def test_codex_gets_only_what_its_schema_knows(tmp_path: Path, project: bool) -> None:
    do("codex", tmp_path, project)
    config = tomllib.loads((tmp_path / ".codex/config.toml").read_text("utf-8"))
    assert config == {"mcp_servers": {"atlas": {"command": "/opt/my tools/bin/atlas", "args": ["mcp"]}}}
    document = json.loads((tmp_path / ".codex/hooks.json").read_bytes())
    assert list(document) == ["hooks"]
    assert list(document["hooks"]) == EVENTS["codex"]
    for groups in document["hooks"].values():
        assert [set(group) for group in groups] == [{"hooks"}]
        assert [set(handler) for group in groups for handler in group["hooks"]] == [{"type", "command", "timeout"}]
    assert len(list(tmp_path.glob(".agents/skills/*/SKILL.md"))) == 3


def test_every_skill_says_when_it_is_meant_and_none_lets_a_model_approve(tmp_path: Path) -> None:
    do("claude-code", tmp_path)
    for path in tmp_path.glob(".claude/skills/*/SKILL.md"):
        _, head, body = path.read_text("utf-8").split("---\n", 2)
        assert f"name: {path.parent.name}\n" in head
        assert "description: " in head
        assert "atlas approve" not in body or "Never run `atlas approve` yourself" in body


def test_another_home_and_space_are_handed_on(tmp_path: Path) -> None:
    do("claude-code", tmp_path, program=Program("atlas", ("--home", "/my home", "--space", "work")))
    hooks = json.loads((tmp_path / ".claude/settings.json").read_bytes())["hooks"]
    assert hooks["Stop"][0]["hooks"][0]["command"] == "atlas hook claude-code --home '/my home' --space work"


# --- and how it leaves


@BOTH
@SCOPES
def test_from_nothing_to_nothing(tmp_path: Path, agent: str, project: bool) -> None:
    root = tmp_path / "root"
    root.mkdir()
    assert do(agent, root, project).changes
    installed = everything(root)
    assert not plan(agent, root, project).changes
    assert do(agent, root, project, remove=True).changes
    assert everything(root) == {}
    assert not list(root.rglob("remember"))
    assert not plan(agent, root, project, remove=True).changes
    do(agent, root, project)
    assert everything(root) == installed


WORDS = st.text(st.characters(blacklist_categories=["Cs"]), max_size=8).filter(
    lambda word: "{}" not in word and "[]" not in word  # that is where blanks are put in below
)
PLAIN = st.none() | st.booleans() | st.integers(-9, 9) | WORDS
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3))
THEIRS = st.fixed_dictionaries(
    {"type": st.just("command"), "command": st.sampled_from(["lint", "say atlas", "x hook"])}
)
GROUPS = st.lists(
    st.fixed_dictionaries({"hooks": st.lists(THEIRS, max_size=2)}, optional={"matcher": WORDS}), max_size=3
)
HOOKED = st.dictionaries(st.sampled_from([*EVENTS["claude-code"], "PreToolUse", "Notification"]), GROUPS, max_size=4)
SERVERS = st.dictionaries(WORDS.filter(lambda name: name != "atlas"), VALUES, max_size=3)
DOCUMENTS = st.builds(
    lambda rest, own, last: dict([*rest.items(), *own.items(), *last.items()]),
    st.dictionaries(WORDS, VALUES, max_size=3),
    st.fixed_dictionaries({}, optional={"hooks": HOOKED, "mcpServers": SERVERS}),
    st.dictionaries(WORDS.map("z".__add__), VALUES, max_size=2),
).filter(lambda made: all(isinstance(made.get(key, {}), dict) for key in ("hooks", "mcpServers")))
STYLES = st.fixed_dictionaries(
    {
        "indent": st.sampled_from([None, 0, 2, 4, "\t"]),
        "separators": st.sampled_from([(",", ":"), (", ", ": "), (" ,", " : ")]),
        "ensure_ascii": st.booleans(),
    }
)


@st.composite
def written(draw: st.DrawFn) -> bytes:
    """A JSON object as anybody may have written it."""
    text = json.dumps(draw(DOCUMENTS), **draw(STYLES))
    blank = st.text("\n\t ", max_size=3)
    text = text.replace("{}", "{" + draw(blank) + "}").replace("[]", "[" + draw(blank) + "]")
    text = draw(blank) + text + draw(blank)
    return (text.replace("\n", "\r\n") if draw(st.booleans()) else text).encode()


LINES = st.lists(
    st.sampled_from(
        [
            "# a remark",
            "",
            "[mcp_servers.other]\ncommand = 'x'",
            '[profiles.deep]\nmodel = "o3"',
            "[[things]]\nname = '''\nof several\nlines'''",
            "[table]  # with a remark\n  key = [\n 1,\n 2 ]",
        ]
    ),
    max_size=4,
    unique=True,
)


@st.composite
def toml(draw: st.DrawFn) -> bytes:
    text = "\n".join([*draw(st.lists(st.sampled_from(["model = 'x'", "# top"]), unique=True)), *draw(LINES)])
    text += draw(st.sampled_from(["", "\n", "\n\n", "\n# end"]))
    return (text.replace("\n", "\r\n") if draw(st.booleans()) else text).encode()


def _there_and_back(piece: Piece, body: bytes) -> str:
    """The text with it; checked on the way that once more changes nothing and that taking it away leaves no trace."""
    text = body.decode()
    with_it = piece.add_to(text)
    assert with_it is not None
    assert piece.add_to(with_it) == with_it
    assert piece.remove_from(with_it) == text
    assert piece.remove_from(text) == text
    return with_it


@BOTH
@given(body=written())
def test_any_hooks_file_gets_ours_and_is_the_same_afterwards(agent: str, body: bytes) -> None:
    (piece,) = [each for each in PIECES[agent](PROGRAM, Place(Path("/mine"))) if isinstance(each, JsonHooks)]
    _check_hooks(json.loads(body), json.loads(_there_and_back(piece, body)), agent)


@given(body=written())
def test_any_file_of_servers_gets_ours_and_is_the_same_afterwards(body: bytes) -> None:
    made = _there_and_back(JsonServer(Path("/mine/.claude.json"), {"command": "atlas", "args": ["mcp"]}), body)
    _check_server(json.loads(body), json.loads(made))


@given(body=toml())
def test_any_config_gets_a_table_and_is_the_same_afterwards(body: bytes) -> None:
    lines = ("[mcp_servers.atlas]", 'command = "atlas"', 'args = ["mcp"]')
    made = tomllib.loads(_there_and_back(TomlServer(Path("/mine/.codex/config.toml"), lines), body))
    assert made["mcp_servers"].pop("atlas") == {"command": "atlas", "args": ["mcp"]}
    assert made == {"mcp_servers": {}, **tomllib.loads(body.decode())}


def _check_hooks(old: dict[str, Any], new: dict[str, Any], agent: str) -> None:
    """Ours is the last of each event; all else is as it was, in its order."""
    added = new.pop("hooks")
    theirs = old.pop("hooks", {})
    assert list(new.items()) == list(old.items())
    for event in EVENTS[agent]:
        assert added[event][-1]["hooks"][0]["command"].endswith(f"hook {agent}")
        assert added[event][:-1] == theirs.get(event, [])
    assert [event for event in added if event in theirs] == list(theirs)
    assert {event for event in added if event not in EVENTS[agent]} <= set(theirs)


def _check_server(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert new["mcpServers"].pop("atlas")["args"] == ["mcp"]
    old.setdefault("mcpServers", {})
    assert {**new, "mcpServers": list(new["mcpServers"].items())} == {
        **old,
        "mcpServers": list(old["mcpServers"].items()),
    }


@BOTH
def test_what_others_wrote_meanwhile_stays(tmp_path: Path, agent: str) -> None:
    do(agent, tmp_path)
    path = tmp_path / HOOKS[agent]
    document = json.loads(path.read_bytes())
    document["hooks"]["Stop"][0]["hooks"].append({"type": "command", "command": "theirs"})
    document["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "more"}]})
    document["theirs"] = True
    path.write_text(json.dumps(document, indent=4), encoding="utf-8")  # as the agent itself writes it anew
    do(agent, tmp_path, remove=True)
    assert json.loads(path.read_bytes()) == {
        "hooks": {
            "Stop": [
                {"hooks": [{"type": "command", "command": "theirs"}]},
                {"hooks": [{"type": "command", "command": "more"}]},
            ]
        },
        "theirs": True,
    }


@BOTH
def test_an_atlas_that_moved_is_set_up_anew_and_once(tmp_path: Path, agent: str) -> None:
    (tmp_path / HOOKS[agent]).parent.mkdir()
    (tmp_path / HOOKS[agent]).write_bytes(b'{"a": 1,\n "hooks": {"Stop": [ ]}}\n')
    before = everything(tmp_path)
    do(agent, tmp_path, program=Program("/old/place/atlas"))
    do(agent, tmp_path)
    assert b"/old/place" not in b"".join(everything(tmp_path).values())
    do(agent, tmp_path, remove=True)
    assert everything(tmp_path) == before


# --- what it refuses


@BOTH
@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'{"a": 1} x', b'{"a": 1, "a": 2}', b'{"a": NaN}', b'{"hooks": []}', b'{"hooks": {"Stop": {}}}',
     b"\xff\xfe", b"\xef\xbb\xbf{}", b"[" * 100_000, b'{\n // mine\n "a": 1}'],
    ids=range(12),
)  # fmt: skip
def test_a_broken_file_is_refused_and_nothing_is_written(tmp_path: Path, agent: str, body: bytes) -> None:
    (tmp_path / HOOKS[agent]).parent.mkdir()
    (tmp_path / HOOKS[agent]).write_bytes(body)
    for remove in (False, True):
        with pytest.raises(BadInput, match=r"left as it is\.$"):
            do(agent, tmp_path, remove=remove)
    assert everything(tmp_path) == {HOOKS[agent]: body}


@pytest.mark.parametrize("body", ["model = ", "mcp_servers = {a = {command = 'x'}}", "mcp_servers = 7"])
def test_a_config_with_no_place_for_it_is_refused(tmp_path: Path, body: str) -> None:
    (tmp_path / ".codex").mkdir()
    (tmp_path / ".codex/config.toml").write_text(body, encoding="utf-8")
    with pytest.raises(BadInput, match=r"left as it is\.$"):
        do("codex", tmp_path)
    assert set(everything(tmp_path)) == {".codex/config.toml"}


@pytest.mark.parametrize(
    ("agent", "name", "body"),
    [
        ("claude-code", ".claude.json", '{"mcpServers": {"atlas": {"command": "npx", "args": ["mongo"]}}}'),
        ("codex", ".codex/config.toml", '[mcp_servers.atlas]\ncommand = "npx"\n'),
    ],
)
def test_another_server_of_our_name_is_refused_and_never_taken_away(
    tmp_path: Path, agent: str, name: str, body: str
) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(body, encoding="utf-8")
    with pytest.raises(BadInput, match="another MCP server called atlas"):
        do(agent, tmp_path)
    assert not do(agent, tmp_path, remove=True).changes


def test_a_skill_of_somebody_else_stays_and_is_named(tmp_path: Path) -> None:
    mine = tmp_path / ".claude/skills/remember/SKILL.md"
    mine.parent.mkdir(parents=True)
    mine.write_text("my own", encoding="utf-8")
    assert do("claude-code", tmp_path).left == (mine,)
    do("claude-code", tmp_path, remove=True)
    assert everything(tmp_path) == {".claude/skills/remember/SKILL.md": b"my own"}


def test_a_link_stays_a_link_and_a_file_keeps_its_mode(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_text("{}", encoding="utf-8")
    real.chmod(0o640)
    (tmp_path / ".claude.json").symlink_to(real)
    do("claude-code", tmp_path)
    assert (tmp_path / ".claude.json").is_symlink()
    assert "mcpServers" in json.loads(real.read_bytes())
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    do("claude-code", tmp_path, remove=True)
    assert real.read_text("utf-8") == "{}"


def test_a_diff_says_what_is_added(tmp_path: Path) -> None:
    (tmp_path / ".claude.json").write_text('{\n  "mine": 1\n}\n', encoding="utf-8")
    (change, *_) = plan("claude-code", tmp_path).changes
    lines = list(diff_lines(change))
    assert '-  "mine": 1' in lines
    assert '+  "mine": 1,' in lines
    assert '+    "atlas": {' in lines


# --- as a command


def _atlas(home: Path, *args: str, code: int = 0) -> str:
    person = Person(home / "atlas")
    done = subprocess.run(
        [python(), "-m", "atlas", *args],
        capture_output=True,
        text=True,
        cwd=home,
        env=surroundings(person, HOME=str(home)),
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == code, done.stderr
    return done.stdout or done.stderr


@BOTH
def test_the_command_shows_asks_writes_and_takes_away(tmp_path: Path, agent: str) -> None:
    assert "+++ " in _atlas(tmp_path, "install", agent, "--dry-run")
    assert everything(tmp_path) == {}
    assert "+++ " in _atlas(tmp_path, "install", agent, code=2)  # nobody is there to be asked
    assert everything(tmp_path) == {}
    told = json.loads(_atlas(tmp_path, "install", agent, "--yes", "--json"))
    assert told["written"] is True
    assert {change["file"] for change in told["changes"]} == {str(tmp_path / name) for name in everything(tmp_path)}
    assert all(change["made"] for change in told["changes"])
    assert "there already" in _atlas(tmp_path, "install", agent)
    _atlas(tmp_path, "uninstall", agent, "--yes")
    assert everything(tmp_path) == {}
    assert "nothing to take away" in _atlas(tmp_path, "uninstall", agent)


def test_a_project_is_set_up_by_name_so_that_it_works_elsewhere(tmp_path: Path) -> None:
    _atlas(tmp_path, "install", "claude-code", "--project", "--yes")
    assert json.loads((tmp_path / ".mcp.json").read_bytes())["mcpServers"]["atlas"]["command"] == "atlas"
    assert not (tmp_path / ".claude.json").exists()


def test_a_refusal_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / ".claude.json").write_text("{", encoding="utf-8")
    said = _atlas(tmp_path, "install", "claude-code", "--yes", code=1)
    assert said.startswith("atlas: ")
    assert len(said.splitlines()) == 1
    assert "nowhere" in _atlas(tmp_path, "install", "nowhere", code=2)
