"""`istaka serve`: the server on this machine, and its page."""

import os
import sys
import webbrowser
from threading import Thread
from typing import Final

import click

from istaka.cli.modes import may_compile, small_question

EXAMPLES = """\b
Examples:
  istaka serve --open
  istaka serve --host 0.0.0.0 --port 9000 --no-open
  istaka serve --db /var/lib/istaka/istaka.db
  istaka serve --db postgresql://istaka@db/istaka --bus redis://bus
"""
SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY")


@click.command(epilog=EXAMPLES)
@click.option("--host", help="Where to listen; 0.0.0.0 is every network.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="0 is any free port.  [default: 8000]")
@click.option("--db", help="SQLite file, or postgresql://...  [default: a file in the user's data folder]")
@click.option("--bus", help="redis://... over which the servers on one PostgreSQL tell one another.")
@click.option("--open/--no-open", "open_page", default=False, help="Open the page where there is a screen.")
def command(host: str | None, port: int | None, db: str | None, bus: str | None, *, open_page: bool) -> None:
    """Start the server on this machine.

    Its address is printed. Ctrl-C stops it, and every table goes on from its last move at the next start.
    Servers on one PostgreSQL share their tables: any of them takes any move, and may be stopped at any time.
    """
    small_question()
    from istaka.jit import compiled
    from istaka.server.app import serve
    from istaka.server.settings import Settings

    said = {"host": host, "port": port, "db": db, "bus": bus}
    given = {name: value for name, value in said.items() if value is not None}
    settings = Settings.from_environment(os.environ, **given)

    def ready(address: str) -> None:
        click.echo(f"istaka is served at {address} (Ctrl-C stops it)")
        if settings.warm and may_compile() and not compiled():
            click.echo("The kernels compile in the background, once; play already.")
        if not open_page:
            return
        if has_screen():
            show(address)
        else:
            click.echo("There is no screen here: open that address in a browser.")

    serve(settings, ready)


def show(address: str) -> Thread:
    """Open the page on a thread of its own: a browser's launcher may take its time."""
    opening = Thread(target=webbrowser.open, args=(address,), daemon=True)
    opening.start()
    return opening


def has_screen() -> bool:
    """Whether a page can be shown on this machine."""
    return sys.platform in {"darwin", "win32"} or any(os.environ.get(name) for name in SCREENS)
