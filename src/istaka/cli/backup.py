"""`istaka backup`: everything in one file."""

from pathlib import Path

import click

from istaka.cli.database import at_database, database_of

EXAMPLES = """\b
Examples:
  istaka backup istaka-2031-05-01.db
  istaka backup --db postgresql://istaka@db/istaka /backups/monday.db
"""


@click.command(epilog=EXAMPLES)
@at_database
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def command(db: str | None, file: Path) -> None:
    """Save a whole database in a new FILE, also while servers go on.

    The file is a SQLite database, whatever the server runs on, with every table, account and match as they
    were at one moment. `istaka restore` fills a database of either kind from it. It holds the secrets of
    running rounds: keep it where only you can read it.
    """
    import asyncio

    from istaka.server.upkeep import backup, shown

    address = database_of(db)
    asyncio.run(backup(address, file))
    click.echo(f"{shown(address)} is saved in {file} ({file.stat().st_size:,} bytes)")
