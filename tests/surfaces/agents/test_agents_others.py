"""What is not ours stays: tables, hooks, what an agent wrote meanwhile, folders, links; all is written, or nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from _fork_server import python
from atlas.errors import BadInput
from atlas.surfaces.agents import AGENTS
from atlas.surfaces.agents.plan import apply_plan, plan_setup
from atlas.surfaces.agents.program import Place, Program, is_hook_command
from surfaces.agents._agents import surroundings
from surfaces.cli._person import Person

PROGRAM = Program("/opt/bin/atlas")
OTHERS = '\n[projects."/w"]\ntrust_level = "trusted"\n'


def install(agent: str, home: Path, program: Program = PROGRAM, own: Path | None = None) -> None:
    apply_plan(plan_setup(agent, program, Place(home, own=own)))


def uninstall(agent: str, home: Path, own: Path | None = None) -> None:
    apply_plan(plan_setup(agent, PROGRAM, Place(home, own=own), remove=True))


def _atlas(home: Path, *args: str | bytes, code: int = 0, cwd: Path | None = None, **env: str) -> str:
    """The command as this person runs it, whose home it is; the memory is in the usual place."""
    around = {**surroundings(Person(home / "atlas"), HOME=str(home)), **env}
    if "ATLAS_HOME" not in env:
        del around["ATLAS_HOME"]
    done = subprocess.run(
        [python(), "-m", "atlas", *args],
        capture_output=True,
        cwd=cwd or home,
        env=around,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == code, done.stderr
    return (done.stdout or done.stderr).decode()


def _files(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())


# --- a config that an editor rearranged


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """An editor that keeps the last remark at the end has put a table before it."""
    path = tmp_path / ".codex" / "config.toml"
    path.parent.mkdir()
    path.write_text('model = "x"\n', encoding="utf-8")
    install("codex", tmp_path)
    text = path.read_text("utf-8")
    path.write_text(text.replace("# atlas: end\n", f"{OTHERS}# atlas: end\n"), encoding="utf-8")
    return path


def test_a_table_that_came_before_our_last_line_stays(tmp_path: Path, config: Path) -> None:
    uninstall("codex", tmp_path)
    assert config.read_text("utf-8") == f'model = "x"\n{OTHERS}'


def test_setting_up_anew_keeps_it_too(tmp_path: Path, config: Path) -> None:
    assert not plan_setup("codex", PROGRAM, Place(tmp_path)).changes
    install("codex", tmp_path, Program("/new/atlas"))
    found = tomllib.loads(config.read_text("utf-8"))
    assert found["projects"] == {"/w": {"trust_level": "trusted"}}
    assert found["mcp_servers"]["atlas"]["command"] == "/new/atlas"
    assert config.read_text("utf-8").count("# atlas: end") == 1
    uninstall("codex", tmp_path)
    assert config.read_text("utf-8") == f'model = "x"\n{OTHERS}'


def test_a_last_line_without_its_table_goes_alone(tmp_path: Path, config: Path) -> None:
    """As after `codex mcp remove atlas`."""
    config.write_text(f'model = "x"\n{OTHERS}# atlas: end\n', encoding="utf-8")
    uninstall("codex", tmp_path)
    assert config.read_text("utf-8") == f'model = "x"\n{OTHERS}'


def test_what_its_owner_set_for_our_server_stays_while_it_is_there_and_goes_with_it(
    tmp_path: Path, config: Path
) -> None:
    text = config.read_text("utf-8").replace('args = ["mcp"]\n', 'args = ["mcp"]\nstartup_timeout_sec = 30\n')
    config.write_text(text, encoding="utf-8")
    install("codex", tmp_path)
    assert config.read_text("utf-8") == text
    uninstall("codex", tmp_path)
    assert config.read_text("utf-8") == f'model = "x"\n{OTHERS}'


@pytest.mark.parametrize(
    "more",
    ["[mcp_servers.atlas.env]\nA = '1'\n", "[x]\ny = '''\n# atlas: end\n'''\n"],
    ids=["a table below ours", "our last line in a text"],
)
def test_where_more_than_ours_would_change_it_is_refused(tmp_path: Path, config: Path, more: str) -> None:
    text = config.read_text("utf-8") + more
    config.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=r"left as it is\.$"):
        uninstall("codex", tmp_path)
    assert config.read_text("utf-8") == text


# --- others' hooks


@pytest.mark.parametrize(
    "command",
    [
        "/opt/ariga/atlas hook lint --dev",
        "tee -a ~/log | /usr/local/bin/atlas hook claude-code --space mine",
        "notify 'atlas' hook done",
        "atlas hook claude-code --verbose",
        "atlas hook claude-code; rm -rf x",
        "atlas hook claude-code --home",
        "atlas hook",
        "atlas hook 'claude-code",
        "atlas hook claude-code || exit 1",
    ],
)
def test_only_a_command_that_we_would_write_is_ours(tmp_path: Path, command: str) -> None:
    path = tmp_path / ".claude" / "settings.json"
    path.parent.mkdir()
    text = json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": command}]}]}})
    path.write_text(text, encoding="utf-8")
    install("claude-code", tmp_path)
    uninstall("claude-code", tmp_path)
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("elsewhere", [False, True])
@pytest.mark.parametrize("program", ["atlas", "/my tools/atlas", r"C:\tools\atlas.exe"])
@pytest.mark.parametrize("options", [(), ("--home", "/a b", "--space", "$x"), ("--space", "é'\"")])
def test_whatever_we_write_is_known_again(agent: str, elsewhere: bool, program: str, options: tuple[str, ...]) -> None:
    assert is_hook_command(Program(program, options, elsewhere).hook_command(agent))


# --- while an agent runs


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("remove", [False, True])
def test_what_an_agent_wrote_since_is_not_overwritten(tmp_path: Path, agent: str, remove: bool) -> None:
    if remove:
        install(agent, tmp_path)
    made = plan_setup(agent, PROGRAM, Place(tmp_path), remove=remove)
    changed = made.changes[1].path
    changed.parent.mkdir(exist_ok=True)
    changed.write_text('{"written": "meanwhile"}', encoding="utf-8")
    before = {name: (tmp_path / name).read_bytes() for name in _files(tmp_path)}
    with pytest.raises(BadInput, match="changed meanwhile, so nothing was written; run it again"):
        apply_plan(made)
    assert {name: (tmp_path / name).read_bytes() for name in _files(tmp_path)} == before


# --- all of it or nothing


def test_a_file_that_cannot_be_written_leaves_all_others_as_they_were(tmp_path: Path) -> None:
    """There is no place for the last ones: a file stands where their folder would."""
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "skills").write_text("a file", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be written, so nothing was"):
        install("claude-code", tmp_path)
    assert _files(tmp_path) == [".claude/skills"]


def test_what_was_written_is_put_back_where_a_later_one_fails(tmp_path: Path) -> None:
    """A folder stands where a skill's text would: that is seen only when it takes its place."""
    (tmp_path / ".claude.json").write_text("{}", encoding="utf-8")
    made = plan_setup("claude-code", PROGRAM, Place(tmp_path))
    in_the_way = made.changes[-1].path
    (in_the_way / "x").mkdir(parents=True)
    with pytest.raises(BadInput):
        apply_plan(made)
    assert _files(tmp_path) == [".claude.json"]
    assert (tmp_path / ".claude.json").read_text("utf-8") == "{}"
    assert [path.name for path in (tmp_path / ".claude").iterdir()] == ["skills"]


KILLED = """
import os, signal, sys
real, count = os.fsync, [0]
def fsync(handle):
    count[0] += 1
    os.kill(os.getpid(), signal.SIGKILL) if count[0] == 2 else real(handle)
os.fsync = fsync
sys.argv = ["atlas", "install", "claude-code", "--yes"]
from atlas.surfaces.cli import main
main()
"""


@pytest.mark.parametrize("verb", ["install", "uninstall"])
def test_what_a_killed_install_left_is_swept_up_by_the_next(tmp_path: Path, verb: str) -> None:
    env = surroundings(Person(tmp_path / "atlas"), HOME=str(tmp_path))
    killed = subprocess.run([python(), "-c", KILLED], env=env, check=False, capture_output=True)
    assert killed.returncode == -signal.SIGKILL
    assert [name for name in _files(tmp_path) if name.endswith(".draft")]
    assert not [name for name in _files(tmp_path) if not name.endswith(".draft")]
    _atlas(tmp_path, verb, "claude-code", "--yes")
    assert not [name for name in _files(tmp_path) if name.endswith(".draft")]


# --- folders and links


def test_folders_that_were_there_stay(tmp_path: Path) -> None:
    project = tmp_path / "d" / "skills" / "proj"
    for folder in (tmp_path / ".claude" / "skills", tmp_path / ".codex", project):
        folder.mkdir(parents=True)
    for agent in AGENTS:
        install(agent, tmp_path)
        uninstall(agent, tmp_path)
        apply_plan(plan_setup(agent, PROGRAM, Place(tmp_path, project)))
        apply_plan(plan_setup(agent, PROGRAM, Place(tmp_path, project), remove=True))
    assert (tmp_path / ".claude" / "skills").is_dir()
    assert (tmp_path / ".codex").is_dir()
    assert project.is_dir()
    assert not list(tmp_path.rglob("remember"))
    assert _files(tmp_path) == []


def test_a_link_to_a_file_that_is_not_there_yet_stays_and_what_was_made_goes(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    link, real = tmp_path / ".claude" / "settings.json", tmp_path / "dotfiles" / "settings.json"
    link.symlink_to(real)
    install("claude-code", tmp_path)
    assert "hooks" in json.loads(real.read_bytes())
    uninstall("claude-code", tmp_path)
    assert link.is_symlink()
    assert not real.exists()


# --- which memory, and where the agent keeps its files


def _hook(home: Path) -> str:
    hooks = json.loads((home / ".claude/settings.json").read_bytes())["hooks"]
    return str(hooks["Stop"][0]["hooks"][0]["command"])


def test_a_relative_home_is_written_as_the_whole_path(tmp_path: Path) -> None:
    _atlas(tmp_path, "--home", "mine", "install", "claude-code", "--yes")
    assert _hook(tmp_path).endswith(f"hook claude-code --home {tmp_path / 'mine'}")


def test_what_the_environment_says_of_home_and_space_is_written_down(tmp_path: Path) -> None:
    _atlas(tmp_path, "install", "claude-code", "--yes", ATLAS_HOME=str(tmp_path / "x"), ATLAS_SPACE="work")
    assert _hook(tmp_path).endswith(f"hook claude-code --home {tmp_path / 'x'} --space work")
    server = json.loads((tmp_path / ".claude.json").read_bytes())["mcpServers"]["atlas"]
    assert server["args"] == ["mcp", "--home", str(tmp_path / "x"), "--space", "work"]


def test_the_usual_home_is_not_written_down_and_a_project_gets_nothing_from_the_environment(tmp_path: Path) -> None:
    _atlas(tmp_path, "install", "claude-code", "--yes")
    assert _hook(tmp_path).endswith("hook claude-code")
    project = tmp_path / "project"
    project.mkdir()
    _atlas(tmp_path, "install", "claude-code", "--project", "--yes", cwd=project, ATLAS_SPACE="work")
    assert _hook(project) == "atlas hook claude-code || exit 0"


def test_the_hook_of_a_project_is_no_trouble_where_there_is_no_atlas(tmp_path: Path) -> None:
    command = Program("atlas", elsewhere=True).hook_command("claude-code")
    done = subprocess.run(["/bin/sh", "-c", command], env={"PATH": str(tmp_path)}, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"")


@pytest.mark.parametrize(("agent", "variable"), [("claude-code", "CLAUDE_CONFIG_DIR"), ("codex", "CODEX_HOME")])
def test_an_agent_that_keeps_its_files_elsewhere_is_set_up_there(tmp_path: Path, agent: str, variable: str) -> None:
    own = tmp_path / "elsewhere"
    env: Any = {variable: str(own)}
    _atlas(tmp_path, "install", agent, "--yes", **env)
    names = {"claude-code": [".claude.json", "settings.json"], "codex": ["config.toml", "hooks.json"]}[agent]
    assert set(names) <= set(_files(own))
    assert not (tmp_path / ".claude.json").exists()
    assert not (tmp_path / ".codex").exists()
    _atlas(tmp_path, "uninstall", agent, "--yes", **env)
    assert _files(tmp_path) == []


def test_a_home_with_any_letters_is_spelt_for_codex(tmp_path: Path) -> None:
    home = tmp_path / "🦊 né"
    _atlas(tmp_path, "--home", str(home), "install", "codex", "--yes")
    config = tomllib.loads((tmp_path / ".codex/config.toml").read_text("utf-8"))
    assert config["mcp_servers"]["atlas"]["args"] == ["mcp", "--home", str(home)]


def test_a_home_that_no_text_can_hold_is_refused_with_a_sentence(tmp_path: Path) -> None:
    said = _atlas(tmp_path, "--home", b"/tmp/\xff", "install", "codex", "--yes", code=1)
    assert said.startswith("atlas: ")
    assert "UTF-8" in said
    assert _files(tmp_path) == []


# --- what a person is told


def test_each_agent_is_told_its_own_sign_for_a_skill(tmp_path: Path) -> None:
    for agent in AGENTS:
        install(agent, tmp_path)
    assert "says /remember," in (tmp_path / ".claude/skills/remember/SKILL.md").read_text("utf-8")
    assert "says $remember," in (tmp_path / ".agents/skills/remember/SKILL.md").read_text("utf-8")


def test_it_says_when_nothing_was_written(tmp_path: Path) -> None:
    assert _atlas(tmp_path, "install", "claude-code", "--dry-run").endswith("Nothing was written.\n")


def test_it_says_that_nothing_was_changed_to_who_says_no(tmp_path: Path) -> None:
    person = Person(tmp_path / "atlas", HOME=str(tmp_path))
    screen, code = person.at_terminal("install", "claude-code", keys=["n\n"])
    assert code == 0
    assert "Nothing was changed." in screen
    assert _files(tmp_path) == []


def test_it_says_when_a_package_is_missing(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as util\nreal = util.find_spec\n"
        "util.find_spec = lambda name, package=None: None if name == 'mcp' else real(name, package)\n",
        encoding="utf-8",
    )
    env = surroundings(Person(tmp_path / "atlas"))
    path = os.pathsep.join([str(tmp_path), env["PYTHONPATH"]])
    said = _atlas(tmp_path, "install", "claude-code", "--dry-run", PYTHONPATH=path)
    assert "pip install '.[mcp]', in the folder of ATLAS." in said
    assert "[mcp]" not in _atlas(tmp_path, "uninstall", "claude-code", "--dry-run", PYTHONPATH=path)
