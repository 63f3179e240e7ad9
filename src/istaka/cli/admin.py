"""`istaka admin`: who keeps order."""

import click

from istaka.cli.database import at_database, database_of

EXAMPLES = """\b
Examples:
  istaka admin grant Zofia
  istaka admin revoke Zofia --db postgresql://istaka@db/istaka
"""


@click.group(epilog=EXAMPLES)
def command() -> None:
    """Say who may moderate: read reports, mute, ban, and take lines out of the talk.

    It works while servers run, and is written to the audit that moderators read.
    """


@command.command()
@click.argument("name")
@at_database
def grant(name: str, db: str | None) -> None:
    """Make the account of this NAME (or id) a moderator."""
    appoint(name, db, moderator=True)


@command.command()
@click.argument("name")
@at_database
def revoke(name: str, db: str | None) -> None:
    """Make the account of this NAME (or id) a moderator no more."""
    appoint(name, db, moderator=False)


def appoint(name: str, db: str | None, *, moderator: bool) -> None:
    """Do it, and say so."""
    import asyncio

    from istaka.server import upkeep

    found, is_new = asyncio.run(upkeep.appoint(database_of(db), name, moderator=moderator))
    state = "a moderator" if moderator else "no moderator"
    click.echo(f"{found} is {state} {'now' if is_new else 'already'}")
