"""`istaka restore`: a database from a backup."""

from pathlib import Path

import click

from istaka.cli.database import at_database, database_of

EXAMPLES = """\b
Examples:
  istaka restore istaka-2031-05-01.db --db /var/lib/istaka/istaka.db
  istaka restore istaka-2031-05-01.db --db postgresql://istaka@db/istaka
"""


@click.command(epilog=EXAMPLES)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@at_database
def command(file: Path, db: str | None) -> None:
    """Fill an empty database from a FILE that `istaka backup` has made.

    The tables are made where there are none. A database with anything in it is left as it is. A backup of a
    SQLite file may go into PostgreSQL and the other way round: that is how a server is moved.
    """
    import asyncio

    from istaka.server.upkeep import restore, shown

    address = database_of(db)
    asyncio.run(restore(file, address))
    click.echo(f"{shown(address)} holds everything from {file}")
