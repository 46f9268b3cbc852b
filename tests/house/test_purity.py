"""One reader each: of the clock, of chance, of the environment, of files; one door to memory.

What import-linter cannot see, the standard library and methods, is read from the source here. An exception is a line in
an allow-list with its reason, and a line that nothing needs any more fails too.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache

import pytest

from atlas.ports.reading import Reader
from atlas.ports.writing import Writer
from house._source import Module, modules, parse

FLOORS_BELOW = ("errors", "_version", "model", "ports")
STAGES = (
    "signals",
    "triggers",
    "reflection",
    "consolidation",
    "curation",
    "evolution",
    "beliefs",
    "examination",
    "retrieval",
    "context",
    "metrics",
)
PURE = (*FLOORS_BELOW, *STAGES)

WORLD = frozenset(
    [
        *("fileinput", "glob", "io", "mmap", "pathlib", "shelve", "shutil", "sqlite3", "tempfile"),  # files
        *("ftplib", "http", "select", "selectors", "smtplib", "socket", "socketserver", "ssl", "urllib", "webbrowser"),
        *("asyncio", "concurrent", "multiprocessing", "queue", "sched", "signal", "subprocess", "threading"),
        *("ctypes", "fcntl", "getpass", "logging", "os", "platform", "sys"),  # the machine
        *("random", "secrets", "time", "uuid"),  # chance and time
    ]
)
"""Standard modules through which the world gets in. `sys` for its streams and arguments."""

CLOCK = frozenset(
    [
        *(f"datetime.{name}" for name in ("datetime.now", "datetime.utcnow", "datetime.today", "date.today")),
        *(f"time.{name}" for name in ("time", "time_ns", "localtime", "gmtime", "ctime", "asctime")),
    ]
)
STOPWATCH = frozenset(
    f"time.{name}{unit}"
    for name in ("clock_gettime", "monotonic", "perf_counter", "process_time", "thread_time")
    for unit in ("", "_ns")
)
"""Tells how long, never when."""

CHANCE_MODULES = ("numpy.random", "random", "secrets", "uuid")
CHANCE = (*CHANCE_MODULES, "os.getrandom", "os.urandom")
SEEDED = frozenset(["random.Random", "numpy.random.default_rng"])
"""Chance that is an argument: the same seed tells the same story. Called without one it is no longer that."""

ENVIRONMENT = ("os.environ", "os.environb", "os.getenv", "os.getenvb", "os.putenv", "os.unsetenv")
FILE_NAMES = frozenset(["open", "io.open", "os.open", "importlib.resources.files", "pkgutil.get_data"])
FILE_METHODS = frozenset(["read_text", "read_bytes", "write_text", "write_bytes", "unlink", "rmdir", "touch"])

CLOCK_READERS = {"adapters/clock.py": "the one clock"}
INTERPRETER = frozenset(f"sys.{name}" for name in ("setswitchinterval", "setrecursionlimit", "settrace", "setprofile"))
"""Settings of the whole interpreter: the host's."""
INTERPRETER_SETTERS: dict[str, str] = {}
STOPWATCH_READERS = {
    "adapters/": "the network is waited for with a deadline; no row ever sees it",
    "benchmarks/stopwatch.py": "how long things take is what it measures",
}
CHANCE_READERS = {"adapters/entropy.py": "the one source of ids and salts"}
ENVIRONMENT_READERS = {
    "settings/": "gathers the settings",
    "adapters/onnx_session.py": "tells onnxruntime to report to nobody, which it takes from the environment alone",
}
FILE_READERS = {
    "settings/": "gathers the settings and the files shipped with the package",
    "adapters/": "an adapter opens the files it owns: the store, the vocabulary, the weights",
    "surfaces/demo/scan.py": "reads the store's bytes as a stranger would",
    "surfaces/simulation/phrasings.py": "reads its own sentences, which are shipped with the package",
    "benchmarks/": "reads the public data sets that it measures on",
    "surfaces/agents/files.py": "reads and writes the configuration of agents, which a person asked for",
    "surfaces/cli/": "reads and writes the files that a person names on the command line",
    "surfaces/folders.py": "reads the documents that a person has checked out and names the folder of",
}

OPEN_WRITES = frozenset(["put_vector", "add_job", "claim_job", "put_job", "add_reflection", "add_serving"]) | frozenset(
    [
        *("drop_vectors", "take_lease", "give_up_lease", "put_mark"),
        *("put_answer", "drop_answers", "put_signal", "put_failure", "put_pattern", "put_suggestion"),
        *("put_standing", "add_period", "put_spending", "add_feedback", "touch_archived", "put_session"),
    ]
)
"""Writes that change no memory: derived vectors, owed work and its cost, whose turn it is, records of thoughts,
signals, servings and what became of them, and that a session ended."""
GUARDED = frozenset(name for name in dir(Writer) if not name.startswith("_")) - set(dir(Reader)) - OPEN_WRITES
ERASING = frozenset(name for name in GUARDED if name.startswith(("erase_", "mask_", "blank_")))
WRITING = GUARDED - ERASING
WRITERS = {
    "engine/core/ledger.py": "the one door",
    "engine/transfer/restore_export.py": "an export into an empty space, each row with its own journal entry",
    "testing/": "the conformance suite speaks to a bare store",
    "benchmarks/filled_store.py": "a million rows for a store that is measured and thrown away",
    "benchmarks/growth.py": "the same, for cycles",
}
ERASERS = {
    "engine/forget/forget.py": "the one eraser",
    "engine/transfer/restore_export.py": "what was exported as a tombstone comes back as one",
    "engine/core/ledger.py": "a text whose time in the archive is over goes in the transaction of its cycle (T12)",
    "adapters/storage/": "a store takes back an entity as it erases one",
    "testing/": "the conformance suite speaks to a bare store",
}


def worldly_imports(module: Module) -> Iterable[str]:
    for line, name in module.imports():
        if name.split(".")[0] in WORLD:
            yield f"{module.path}:{line} imports {name}"


def clock_reads(module: Module) -> Iterable[str]:
    return (f"{module.path}:{use.line} reads {use.name}" for use in module.uses() if use.name in CLOCK)


def stopwatches(module: Module) -> Iterable[str]:
    return (f"{module.path}:{use.line} reads {use.name}" for use in module.uses() if use.name in STOPWATCH)


def interpreter_settings(module: Module) -> Iterable[str]:
    return (f"{module.path}:{use.line} calls {use.name}" for use in module.uses() if use.name in INTERPRETER)


def chance_draws(module: Module) -> Iterable[str]:
    seeded = {id(call.func) for call in module.calls() if call.args or call.keywords}
    annotations = {id(node) for root in _annotations(module) for node in ast.walk(root)}
    for use in module.uses():
        if not _within(use.name, CHANCE) or use.name in CHANCE_MODULES or id(use.node) in annotations:
            continue
        if not (use.name in SEEDED and id(use.node) in seeded):
            yield f"{module.path}:{use.line} draws {use.name}"


def environment_reads(module: Module) -> Iterable[str]:
    for use in module.uses():
        if use.name in ENVIRONMENT:
            yield f"{module.path}:{use.line} reads {use.name}"
    for call in module.calls():
        for keyword in call.keywords:
            if keyword.arg in ("envvar", "auto_envvar_prefix", "default_map"):
                yield f"{module.path}:{call.lineno} has click read the environment ({keyword.arg}=)"


def file_reads(module: Module) -> Iterable[str]:
    called = {id(call.func) for call in module.calls()}
    for use in module.uses():
        if use.name in FILE_NAMES and id(use.node) in called:
            yield f"{module.path}:{use.line} calls {use.name}"
    for call in module.calls():
        if isinstance(call.func, ast.Attribute) and call.func.attr in FILE_METHODS:
            yield f"{module.path}:{call.lineno} calls .{call.func.attr}()"


def speech(module: Module) -> Iterable[str]:
    for call in module.calls():
        if isinstance(call.func, ast.Name) and call.func.id in ("print", "input", "breakpoint", "eval", "exec"):
            yield f"{module.path}:{call.lineno} calls {call.func.id}()"


def waiting(module: Module) -> Iterable[str]:
    for node in module.nodes():
        if isinstance(node, ast.AsyncFunctionDef | ast.Await | ast.AsyncFor | ast.AsyncWith):
            yield f"{module.path}:{node.lineno} awaits"


def memory_writes(module: Module) -> Iterable[str]:
    return _store_calls(module, WRITING)


def erasures(module: Module) -> Iterable[str]:
    return _store_calls(module, ERASING)


def _store_calls(module: Module, methods: frozenset[str]) -> Iterable[str]:
    for call in module.calls():
        if not isinstance(call.func, ast.Attribute) or call.func.attr not in methods:
            continue
        # Lists append too: of that name only what is known to be a writer counts.
        if call.func.attr != "append" or ast.unparse(call.func.value) in _writers(module):
            yield f"{module.path}:{call.lineno} calls {ast.unparse(call.func)}()"


def foreign_imports(module: Module) -> Iterable[str]:
    ours = ("atlas.errors", "atlas.model")
    for line, name in module.imports():
        if name.split(".")[0] not in sys.stdlib_module_names and not _within(name, ours):
            yield f"{module.path}:{line} imports {name}"


def _within(name: str, roots: Iterable[str]) -> bool:
    return any(name == root or name.startswith(f"{root}.") for root in roots)


def _annotations(module: Module) -> Iterable[ast.expr]:
    for node in module.nodes():
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation:
            yield node.annotation
        elif isinstance(node, ast.FunctionDef) and node.returns:
            yield node.returns


@cache
def _writers(module: Module) -> set[str]:
    """Names bound to a store's writer: annotated so, or opened by `with ….writing(…) as`."""
    names = set()
    for node in module.nodes():
        if isinstance(node, ast.arg) and node.annotation and "Writer" in ast.unparse(node.annotation):
            names.add(node.arg)
        elif isinstance(node, ast.AnnAssign) and "Writer" in ast.unparse(node.annotation):
            names |= {ast.unparse(node.target), f"self.{ast.unparse(node.target)}"}
        elif isinstance(node, ast.withitem) and node.optional_vars and ".writing(" in ast.unparse(node.context_expr):
            names.add(ast.unparse(node.optional_vars))
    return names


def _excused(path: str, excuses: Mapping[str, str]) -> str | None:
    return next((entry for entry in excuses if path == entry or (entry.endswith("/") and path.startswith(entry))), None)


Finder = Callable[[Module], Iterable[str]]
EVERYWHERE: Mapping[str, tuple[Finder, Mapping[str, str]]] = {
    "the clock": (clock_reads, CLOCK_READERS),
    "a stopwatch": (stopwatches, STOPWATCH_READERS),
    "the interpreter's settings": (interpreter_settings, INTERPRETER_SETTERS),
    "chance": (chance_draws, CHANCE_READERS),
    "the environment": (environment_reads, ENVIRONMENT_READERS),
    "files": (file_reads, FILE_READERS),
    "writing memory, transcript and journal": (memory_writes, WRITERS),
    "erasing": (erasures, ERASERS),
}
BELOW: tuple[Finder, ...] = (
    worldly_imports,
    clock_reads,
    chance_draws,
    environment_reads,
    file_reads,
    speech,
    waiting,
    memory_writes,
    erasures,
)


@cache
def findings(finder: Finder) -> Mapping[str, tuple[str, ...]]:
    """By the paths of all modules."""
    return {module.path: tuple(finder(module)) for module in modules()}


@pytest.mark.parametrize("what", EVERYWHERE)
def test_the_world_has_one_reader_each(what: str) -> None:
    finder, excuses = EVERYWHERE[what]
    found = [line for path, lines in findings(finder).items() if not _excused(path, excuses) for line in lines]
    assert not found, f"{what}: only for {', '.join(excuses) or 'nobody'}"


@pytest.mark.parametrize("what", EVERYWHERE)
def test_no_excuse_outlives_its_reason(what: str) -> None:
    finder, excuses = EVERYWHERE[what]
    needed = {_excused(path, excuses) for path, lines in findings(finder).items() if lines}
    assert set(excuses) <= needed


@pytest.mark.parametrize("finder", BELOW, ids=lambda finder: finder.__name__)
def test_nouns_ports_and_stages_are_values_in_values_out(finder: Finder) -> None:
    assert not [line for module in modules() if module.top in PURE for line in finder(module)]


def test_the_nouns_need_the_standard_library_only() -> None:
    nouns = [module for module in modules() if module.top in ("errors", "_version", "model")]
    assert not [line for module in nouns for line in foreign_imports(module)]


def test_the_door_guards_every_change_to_memory_and_journal() -> None:
    assert {"add_interaction", "put_memory", "put_entity", "put_judged", "append"} <= WRITING
    assert {"erase_memory", "erase_message", "erase_parts", "mask_message"} <= ERASING


@pytest.mark.parametrize(
    ("finder", "text"),
    [
        (worldly_imports, "from os import environ"),
        (clock_reads, "from datetime import datetime as d\nx = d.now()"),
        (clock_reads, "import datetime\nf = datetime.datetime.now"),
        (clock_reads, "import time\ntime.time()"),
        (stopwatches, "from time import perf_counter\nperf_counter()"),
        (interpreter_settings, "import sys\nsys.setswitchinterval(0.1)"),
        (chance_draws, "import os\nos.urandom(3)"),
        (chance_draws, "from random import random\nrandom()"),
        (chance_draws, "import random\nrandom.Random()"),
        (chance_draws, "import numpy as np\nnp.random.default_rng()"),
        (chance_draws, "from uuid import uuid4\nuuid4()"),
        (environment_reads, "import os\nos.environ['X']"),
        (environment_reads, "import click\nclick.option('--home', envvar='ATLAS_HOME')"),
        (file_reads, "open('x')"),
        (file_reads, "from pathlib import Path\nPath('x').read_text()"),
        (speech, "print('x')"),
        (waiting, "async def f(): ..."),
        (memory_writes, "def f(w: Writer) -> None:\n    w.append(1)"),
        (memory_writes, "with store.writing(space) as tx:\n    tx.append(entry)"),
        (memory_writes, "anything.put_memory(m, None)"),
        (erasures, "anything.erase_parts(kind, ids)"),
        (foreign_imports, "import numpy"),
    ],
)
def test_the_finders_find(finder: Finder, text: str) -> None:
    assert list(finder(parse("intruder.py", text)))


@pytest.mark.parametrize(
    ("finder", "text"),
    [
        (clock_reads, "def f(clock: Clock) -> None:\n    clock.now()"),
        (chance_draws, "import random\nrandom.Random(7)"),
        (chance_draws, "import random\ndef f(chance: random.Random) -> None: ..."),
        (chance_draws, "def f(secrets: Patterns) -> None:\n    secrets.find()"),
        (file_reads, "from atlas import Atlas\nAtlas.open('me.atlas')"),
        (memory_writes, "rows = []\nrows.append(1)"),
    ],
)
def test_the_finders_let_pass_what_is_fine(finder: Finder, text: str) -> None:
    assert not list(finder(parse("neighbour.py", text)))
