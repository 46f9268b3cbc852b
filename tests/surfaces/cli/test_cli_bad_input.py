"""Bad files and bad places, as real processes: one clear sentence, a non-zero exit, nothing lost, no traceback."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from _fork_server import python
from atlas.surfaces.cli.app import ALSO_CALLED, cli
from surfaces.cli._person import Person, command

LOCKING = """
import apsw, sys
connection = apsw.Connection(sys.argv[1])
connection.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def told(ana: Person) -> Person:
    ana.tell("I live in Porto.")
    return ana


def fails(person: Person, *args: str, said: bytes = b"", code: int = 1, **more: object) -> str:
    """The one sentence it fails with."""
    done = person.process(*args, said=said, **more)  # type: ignore[arg-type]
    text = done.stderr.decode()
    assert done.returncode == code, text
    assert "Traceback" not in text
    sentence = text.splitlines()[-1]
    assert sentence.startswith("atlas: ")
    return sentence


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("show", "m_zzzzzz"), "nothing with the id 'm_zzzzzz'"),
        (("why", "c_zzzzzz"), "nothing with the id"),
        (("show", "m"), "too short for an id"),
        (("approve", "m_zzzzzz"), "nothing with the id"),
        (("revert", "999"), "no journal entry 999"),
        (("log", "--about", "m_zzzzzz"), "nothing with the id"),
        (("observe", ""), "every message is empty"),
        (("observe", "\u200b \x07"), "every message is empty"),
        (("context", "x", "--budget", "0"), "at least 1 token"),
        (("recall", "x", "--limit", "5000"), "1 to 1000 results"),
        (("forget", "--text", "a", "--yes"), "at least two letters"),
        (("export", "--out", "/no/such/place"), "cannot be written"),
        (("status", "--home", "/no/such/place"), "no folder /no/such"),
        (("status", "--space", "a\nb"), "printable characters"),
    ],
)
def test_what_is_not_there_or_cannot_be(told: Person, args: tuple[str, ...], part: str) -> None:
    done = told.run(*args, code=1)
    assert done.stdout == ""
    assert part in done.stderr
    assert done.stderr.count("\n") == 1
    assert told.learned("Porto")


def test_a_prefix_of_several_ids_names_them(told: Person) -> None:
    told.run("observe", "-", said='{"user": "Hello."}\n' * 40)  # ids have 32 letters: two of these begin alike
    ids = [each["id"] for each in told.data("memories", "--kind", "episode")["memories"]]
    (prefix, _), *_ = Counter(id[:3] for id in ids).most_common(1)
    done = told.run("show", prefix, code=1)
    assert f"{prefix!r} is not unique: it could be" in done.stderr
    assert sum(id in done.stderr for id in ids) >= 2


@pytest.mark.parametrize("setting", ["ATLAS_POLICY", "ATLAS_ZONE", "ATLAS_EMBEDDER"])
def test_a_setting_that_is_none(ana: Person, setting: str) -> None:
    assert "nonsense" in fails(ana, "status", env={setting: "nonsense"})


def test_settings_that_cannot_be_read(told: Person) -> None:
    (told.home / "atlas.toml").write_text("policy = [broken", "utf-8")
    assert "atlas.toml cannot be read" in fails(told, "status")


def test_a_home_that_is_a_file(tmp_path: Path) -> None:
    """A store may be named instead of its folder; what is none is left as it is."""
    place = tmp_path / "home"
    place.write_text("hello", "utf-8")
    assert "is not an ATLAS store" in fails(Person(place), "status")
    assert place.read_text("utf-8") == "hello"
    ana = Person(tmp_path / "folder")
    ana.run("observe", "I live in Porto.")
    beside = Person(tmp_path / "folder" / "memory.atlas")
    assert "lives in Porto" in beside.run("memories").stdout


def test_a_store_that_is_another_file(ana: Person) -> None:
    ana.home.mkdir()
    place = ana.home / "memory.atlas"
    place.write_bytes(b"GIF89a and so on, for more than a hundred bytes. " * 10)
    before = place.read_bytes()
    assert "is not an ATLAS store" in fails(ana, "chat", said=b"hello\n")
    assert place.read_bytes() == before


def test_a_store_of_a_newer_version(told: Person) -> None:
    connection = apsw.Connection(str(told.home / "memory.atlas"))
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert "later version of ATLAS (schema 99): upgrade" in fails(told, "memories")


def test_a_damaged_store(told: Person) -> None:
    place = told.home / "memory.atlas"
    whole = place.read_bytes()
    place.write_bytes(whole[:8192] + b"\xa5" * (len(whole) - 8192))
    assert "is damaged" in fails(told, "memories")
    assert "is damaged" in fails(told, "observe", "I like tea.")
    done = told.process("doctor")
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


@pytest.fixture
def locked(told: Person) -> Iterator[Person]:
    """Another process writes and does not end."""
    pipe = subprocess.PIPE
    place = str(told.home / "memory.atlas")
    with subprocess.Popen([python(), "-c", LOCKING, place], stdin=pipe, stdout=pipe) as other:
        assert other.stdout
        assert other.stdin
        assert other.stdout.readline() == b"locked\n"
        yield told
        other.stdin.close()


@pytest.mark.slow
def test_a_locked_store_is_said_and_reading_goes_on(locked: Person) -> None:
    sentence = fails(locked, "observe", "I like tea.")
    assert "being written by another process: try again in a moment." in sentence
    assert "tried again" not in sentence  # this process ends: it does not try again
    assert "lives in Porto" in locked.process("memories").stdout.decode()


def test_a_read_only_store(told: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() == 0:
        pytest.skip("nothing is read-only to root")
    told.home.joinpath("memory.atlas").chmod(0o400)
    assert "write-protected" in fails(told, "observe", "I like tea.")
    told.home.joinpath("memory.atlas").chmod(0o600)
    assert told.learned("Porto")


def test_a_full_disk_loses_nothing_that_was_acknowledged(told: Person, tmp_path: Path) -> None:
    """A file may not grow beyond a limit, as on a full disk: the lines before are stored, and it says so."""
    file = tmp_path / "turns.jsonl"
    file.write_text("".join(f'{{"user": "Number {n} is {"long " * 200}"}}\n' for n in range(400)), "utf-8")
    most = (told.home / "memory.atlas").stat().st_size + 200_000

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    done = told.process("observe", "--file", str(file), "--json", preexec_fn=limited)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert b"Stopped at line" in done.stderr
    stored = json.loads(done.stdout)["stored"]
    assert 0 < stored < 400
    assert told.data("status")["interactions"] == stored + 1
    assert told.data("verify")["ok"] is True


def test_ten_megabytes_in_one_message(told: Person, tmp_path: Path) -> None:
    text = b"a" * 10_000_000
    done = told.process("chat", said=text + b"\nWhere do I live?\n")
    assert done.returncode == 0
    assert "You live in Porto." in done.stdout.decode()
    file = tmp_path / "big.jsonl"
    file.write_bytes(b'{"user": "' + text[:3_000_000] + b'"}\n{"user": "I like tea."}\n')
    sentence = told.process("observe", "--file", str(file))
    assert b"too long to be kept whole" in sentence.stdout
    assert told.learned("tea")


def test_output_that_nobody_reads_ends_quietly(told: Person) -> None:
    done = subprocess.run(
        ["bash", "-c", '"$0" -m atlas export | head -c 1 >/dev/null', python()],
        env={**os.environ, **told.env},
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_output_that_cannot_be_written(told: Person) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command("export"), env={**os.environ, **told.env}, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert done.stderr == b"atlas: The output could not be written: No space left on device.\n"


def test_a_terminal_that_knows_few_letters_gets_them_spelled_out(told: Person) -> None:
    done = told.process("why", told.learned("Porto")["id"], env={"PYTHONIOENCODING": "latin-1"})
    assert done.returncode == 0
    assert b"\\u201cI live in Porto.\\u201d" in done.stdout


def test_only_a_command_that_the_help_lists_is_suggested(ana: Person) -> None:
    listed = ana.says("--help")
    for typed in ("nosuch", "recal", "memorys", "pendng", "curat"):
        said = ana.run(typed, code=2).stderr
        assert f"No such command {typed!r}." in said
        for name in re.findall(r"'(\w+)'", said.partition("Did you mean")[2]):
            assert re.search(rf"^  {name} ", listed, re.MULTILINE), name
    assert "Did you mean 'recall'?" in ana.run("recal", code=2).stderr
    assert "Did you mean 'pending'?" in ana.run("curate", "pendng", code=2).stderr


def test_a_command_under_another_name_is_told_ours(ana: Person) -> None:
    assert "No such command 'history': that is atlas journal." in ana.run("history", code=2).stderr
    assert all(ours in cli.commands and theirs not in cli.commands for theirs, ours in ALSO_CALLED.items())
