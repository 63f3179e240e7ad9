"""`istaka migrate`: a database with today's schema."""

import click

from istaka.cli.database import at_database, database_of

EXAMPLES = """\b
Examples:
  istaka migrate --db postgresql://istaka@db/istaka
  istaka migrate --db /var/lib/istaka/istaka.db
"""


@click.command(epilog=EXAMPLES)
@at_database
def command(db: str | None) -> None:
    """Make the tables of a new database, or bring an older one to today's schema.

    A server on a SQLite file does it by itself when it starts. Servers on PostgreSQL wait for this command:
    back up first, run it once, then start the new version.
    """
    import asyncio

    from istaka.server.upkeep import migrate, shown

    address = database_of(db)
    version = asyncio.run(migrate(address))
    click.echo(f"{shown(address)} has schema version {version}, which this istaka needs")
