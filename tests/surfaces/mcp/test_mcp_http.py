"""`atlas mcp --http`: on this machine alone, and only for whoever has the token of this install (P7, rule 9)."""

from __future__ import annotations

import json
import signal
import socket
import ssl
import stat
from collections.abc import Iterator
from datetime import UTC
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import Client
from starlette.testclient import TestClient

from _patience import LIMIT_S
from atlas.errors import BadInput, Refused
from atlas.model.memory import Kind, Status
from atlas.settings import load_settings
from atlas.surfaces.library import Atlas
from atlas.surfaces.mcp import transports as serving
from atlas.surfaces.mcp.server import make_server
from atlas.surfaces.mcp.transports import open_socket
from surfaces.agents._agents import eventually
from surfaces.cli._person import Person as Typist
from surfaces.mcp._clients import (
    MODES,
    Listening,
    Person,
    call,
    environment,
    first_id,
    listening,
    open_atlas,
    refused,
)

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "a test", "version": "1"},
    },
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where somebody said two things of themselves."""
    home = tmp_path_factory.mktemp("served") / "home"
    with open_atlas(home) as atlas:
        atlas.observe("I live in Porto.", "Nice!", conversation="c1")
        atlas.observe("My sister is called Maria.", "Nice!", conversation="c1")
        atlas.flush()
    return home


@pytest.fixture(scope="module")
def served(home: Path) -> Iterator[Listening]:
    with listening(home) as found:
        yield found


@pytest.mark.parametrize("mode", MODES)
def test_a_client_with_the_token_lists_recalls_remembers_explains_and_cannot_approve(
    served: Listening, home: Path, mode: str
) -> None:
    """C1, C3: with the current protocol, and with sessions as older clients have them."""
    made: list[str] = []

    async def said(client: Client) -> None:
        assert len((await client.list_tools()).tools) == 7
        assert "The user lives in Porto" in await call(client, "recall", query="Where do I live?")
        made.append(first_id(await call(client, "remember", text=f"The user keeps bees ({mode}).")))
        assert "status: needs_review" in await call(client, "explain", memory=made[0])
        assert "There is no tool 'approve'" in await refused(client, "approve", memory=made[0])

    served.over_http(said, mode=mode)
    with open_atlas(home) as atlas:
        assert atlas.inspect.memory(made[0]).memory.status is Status.NEEDS_REVIEW


@pytest.mark.parametrize("mode", MODES)
def test_a_person_who_says_no_keeps_the_memory(served: Listening, home: Path, mode: str) -> None:
    """X3: asked over HTTP, by either way of asking."""
    person = Person("accept", {"forget": False})

    async def said(client: Client) -> None:
        id = first_id(await call(client, "recall", query="What is my sister called?"))
        assert "said no" in await call(client, "propose_forget", memory=id)

    served.over_http(said, mode=mode, person=person)
    assert len(person.asked) == 1
    with open_atlas(home) as atlas:
        assert any("Maria" in each.content for each in atlas.memories(kinds=[Kind.FACT]))
        assert not any(each.memory is None for each in atlas.review.pending().proposals)


WRONG: tuple[dict[str, str], ...] = (
    {},
    {"Authorization": ""},
    {"Authorization": "Bearer"},
    {"Authorization": f"Bearer {'0' * 64}"},
    {"Authorization": "Basic dXNlcjpwYXNz"},
    {"Cookie": "token=x"},
)


@pytest.mark.parametrize("headers", WRONG, ids=str)
def test_without_the_token_nothing_is_answered(served: Listening, headers: dict[str, str]) -> None:
    """By whichever method, on whichever path; and no page of another origin is told even that."""
    for method, path in product(["GET", "POST", "DELETE", "OPTIONS", "PUT"], ["/mcp", "/", "/mcp/../mcp", "/nowhere"]):
        answer = _asked(served, headers, method=method, path=path)
        assert answer.status_code == 401
        assert answer.json() == {"error": "The token of this install is missing or wrong."}
        assert "access-control-allow-origin" not in answer.headers


def test_the_token_stands_in_the_header_alone_and_exactly(served: Listening) -> None:
    token = served.token
    for given in (token, f"bearer {token}", f"Bearer  {token}", f"Bearer {token[:-1]}", f"Bearer {token}0"):
        assert _asked(served, {"Authorization": given}).status_code == 401
    assert _asked(served, {}, path=f"/mcp?token={token}").status_code == 401


HOSTS = (
    "evil.example",
    "evil.example:{port}",
    "127.0.0.1",
    "127.0.0.1:1",
    "127.0.0.1.evil.example:{port}",
    "0.0.0.0:{port}",
)
ORIGINS = (
    "http://evil.example",
    "null",
    "http://127.0.0.1:1",
    "https://127.0.0.1:{port}",
    "http://localhost:{port}.evil",
)


@pytest.mark.parametrize("message", [LIST, HELLO], ids=["current", "older"])
@pytest.mark.parametrize("host", HOSTS)
def test_a_page_that_leads_its_name_here_is_not_let_in(served: Listening, host: str, message: dict[str, Any]) -> None:
    """DNS rebinding: the token is right, the name is not."""
    named = host.format(port=_port(served))
    assert _asked(served, {**_allowed(served), "Host": named}, message=message).status_code == 421


@pytest.mark.parametrize("message", [LIST, HELLO], ids=["current", "older"])
@pytest.mark.parametrize("origin", ORIGINS)
def test_a_page_from_elsewhere_is_not_let_in(served: Listening, origin: str, message: dict[str, Any]) -> None:
    named = origin.format(port=_port(served))
    answer = _asked(served, {**_allowed(served), "Origin": named}, message=message)
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_who_has_the_token_and_names_this_machine_is_let_in(served: Listening, host: str) -> None:
    place = f"{host}:{_port(served)}"
    answer = _asked(served, {**_allowed(served), "Host": place, "Origin": f"http://{place}"}, message=HELLO)
    assert answer.status_code == 200
    assert '"name":"atlas"' in answer.text.replace(" ", "")


def test_a_body_beyond_all_measure_is_refused(served: Listening) -> None:
    answer = httpx.post(served.url, content=b"x" * (2 * 1024 * 1024), headers=_allowed(served))
    assert answer.status_code == 413


def test_the_token_is_for_its_owner_alone_and_stays_the_same(tmp_path: Path) -> None:
    seen = []
    for _ in range(2):
        with listening(tmp_path / "home") as found:
            assert stat.S_IMODE(found.token_file.stat().st_mode) == 0o600
            seen.append(found.token)
    assert seen[0] == seen[1]
    assert len(seen[0]) == 64
    assert sorted(each.name for each in (tmp_path / "home").glob("*token*")) == ["memory.atlas-token"]


def test_two_installs_have_two_tokens(tmp_path: Path) -> None:
    from atlas.compose import read_mcp_token

    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, other = (read_mcp_token(load_settings(tmp_path / name, environment(tmp_path / name)))[1] for name in "ab")
    assert one != other


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o602])
def test_a_token_that_others_can_reach_is_not_used(tmp_path: Path, mode: int) -> None:
    from atlas.compose import read_mcp_token

    settings = load_settings(tmp_path, environment(tmp_path))
    path, _ = read_mcp_token(settings)
    path.chmod(mode)
    with pytest.raises(Refused, match="chmod 600"):
        read_mcp_token(settings)


@pytest.mark.parametrize("text", ["", "short", "a b " * 20])
def test_a_token_file_without_a_token_is_a_sentence(tmp_path: Path, text: str) -> None:
    from atlas.compose import read_mcp_token

    settings = load_settings(tmp_path, environment(tmp_path))
    path, _ = read_mcp_token(settings)
    path.write_text(text)
    with pytest.raises(Refused, match="delete the file"):
        read_mcp_token(settings)


def test_it_listens_on_this_machine_alone_and_says_when_it_cannot() -> None:
    with open_socket(0) as taken:
        host, port = taken.getsockname()
        assert host == "127.0.0.1"
        with pytest.raises(BadInput, match=f"Port {port} cannot be used here"):
            open_socket(port)
        with socket.create_connection((host, port), timeout=LIMIT_S) as reached:
            assert reached.getpeername() == (host, port)


def test_it_ends_on_sigterm_though_somebody_listens(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with listening(home) as found:
        session = _asked(found, _allowed(found), message=HELLO).headers["mcp-session-id"]
        with httpx.stream(
            "GET", found.url, headers={**_allowed(found), "mcp-session-id": session}, timeout=LIMIT_S
        ) as held:
            assert held.status_code == 200
            found.process.send_signal(signal.SIGTERM)
            assert found.process.wait(timeout=LIMIT_S) == 0
    assert (home / "stderr").read_text() == ""


def test_a_port_goes_with_http(tmp_path: Path) -> None:
    done = Typist(tmp_path / "home").run("mcp", "--port", "8321", code=2)
    assert done.stderr.splitlines()[-1] == "atlas: A port goes with --http."


def _port(served: Listening) -> int:
    return httpx.URL(served.url).port or 0


def _allowed(served: Listening) -> dict[str, str]:
    return {
        "Authorization": f"Bearer {served.token}",
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
    }


def _asked(
    served: Listening,
    headers: dict[str, str],
    *,
    method: str = "POST",
    path: str = "/mcp",
    message: dict[str, Any] = LIST,
) -> httpx.Response:
    content = json.dumps(message).encode() if method in ("POST", "PUT") else None
    url = f"http://127.0.0.1:{_port(served)}{path}"
    return httpx.request(method, url, headers=headers, content=content, timeout=LIMIT_S, verify=_read_authorities())


@cache
def _read_authorities() -> ssl.SSLContext:
    """Read once, and not for each of hundreds of requests that need none."""
    return ssl.create_default_context()


def test_who_leaves_without_a_word_keeps_no_place(atlas: Atlas, monkeypatch: pytest.MonkeyPatch) -> None:
    """Older clients have sessions, of which there are so many; not all of them say that they go."""
    monkeypatch.setattr(serving, "_SESSIONS", 2)
    monkeypatch.setattr(serving, "_IDLE_S", 0.1)
    accepts = {"Accept": "application/json, text/event-stream"}
    with TestClient(serving.http_app(make_server(atlas, UTC), 8321), base_url="http://127.0.0.1:8321") as client:

        def came() -> bool:
            return client.post("/mcp", json=HELLO, headers=accepts).status_code == 200

        assert came()
        eventually(came)
        eventually(came)


def test_a_place_is_kept_for_minutes_and_not_for_half_an_hour(atlas: Atlas) -> None:
    server = make_server(atlas, UTC)
    serving.http_app(server, 8321)
    assert server.session_manager.session_idle_timeout == 300
