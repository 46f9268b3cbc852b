"""`atlas mcp`: memory for any assistant that speaks the Model Context Protocol."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

import click

from atlas.errors import BadInput
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import print_json_line

if TYPE_CHECKING:
    from pathlib import Path

    from atlas.surfaces.library import Atlas

_PORT: Final = 8321


@command(
    "mcp",
    "atlas mcp                      # for a client that starts it itself",
    "atlas mcp --space work",
    "atlas mcp --http --port 8321",
    gives="with --http one line when it listens: url and token_file. Without it stdout is the protocol's alone.",
)
@click.option("--http", "over_http", is_flag=True, help="Listen on this machine, instead of on stdin and stdout.")
@click.option("--port", type=click.IntRange(0, 65_535), help=f"Where to listen: {_PORT}, or 0 for a free one.")
@pass_run
def mcp(run: Run, over_http: bool, port: int | None) -> None:
    """Serve memory to an assistant over MCP.

    It can recall, propose memories, say how one fared, explain, and ask you to forget. It cannot approve anything:
    what it proposes waits in atlas review. A model that you named (ATLAS_MODEL) thinks in the background, within the
    budgets. Over HTTP it demands the token that stands in a file beside the store, and listens on 127.0.0.1 alone. It
    ends when stdin is closed, or on SIGTERM.
    """
    if port is not None and not over_http:
        raise click.UsageError("A port goes with --http.")
    if find_spec("mcp") is None:
        raise BadInput("atlas mcp needs one package more: pip install '.[mcp]', in the folder of ATLAS.")
    with run.open_atlas(with_model=run.settings.thinks_in_background, background=True, create=True) as atlas:
        if over_http:
            _serve_over_http(run, atlas, _PORT if port is None else port)
        else:
            _serve_over_stdio(run, atlas)


def _serve_over_stdio(run: Run, atlas: Atlas) -> None:
    """Serve over stdin and stdout. The SDK is imported here and below, and nowhere else: no other command needs it."""
    from atlas.surfaces.mcp.server import make_server
    from atlas.surfaces.mcp.transports import log_to_stderr, serve_stdio

    log_to_stderr()
    serve_stdio(make_server(atlas, run.zone), lambda: atlas.close(think=False))


def _serve_over_http(run: Run, atlas: Atlas, port: int) -> None:
    from atlas.compose import read_mcp_token
    from atlas.surfaces.mcp.server import make_server
    from atlas.surfaces.mcp.transports import HOST, PATH, log_to_stderr, open_socket, serve_http

    log_to_stderr()
    path, token = read_mcp_token(run.settings)
    with open_socket(port) as listening:
        url = f"http://{HOST}:{listening.getsockname()[1]}{PATH}"
        serve_http(make_server(atlas, run.zone), listening, token, lambda: _print_address(run, url, path))


def _print_address(run: Run, url: str, path: Path) -> None:
    if run.as_json:
        print_json_line({"url": url, "token_file": str(path)})
    else:
        click.echo(f"ATLAS serves MCP at {url}; its token is in {path}.", err=True)
