"""Which database a command is about."""

import os
from collections.abc import Callable
from typing import Any

import click

at_database: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--db", help="SQLite file, or postgresql://...  [default: ISTAKA_DB, or a file in the user's data folder]"
)


def database_of(db: str | None) -> str:
    """What --db says, or else the environment, or else the place in the user's data folder."""
    from istaka.server.settings import default_database

    return db or os.environ.get("ISTAKA_DB") or str(default_database())
