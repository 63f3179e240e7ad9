"""Which state of the schema a database is in, and how it gets to today's.

Alembic is imported only where there is something to do: a server that starts asks one question.
"""

from pathlib import Path
from typing import Final

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    insert,
    inspect,
    select,
    text,
)

from istaka.server.ports import StoreError
from istaka.server.stores.schema import metadata

HEAD: Final = "2"
"""The newest of the steps in `migrations/versions`."""
STEPS: Final = Path(__file__).with_name("migrations")
ONE_AT_A_TIME: Final = 0x6973_7461_6B61
"""The key of the advisory lock under which PostgreSQL databases are changed."""

_versions: Final = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Alembic's own table."""


def revision(connection: Connection) -> str | None:
    """The last step that this database has taken, None where it is empty.

    Raises:
        StoreError: it is another program's.
    """
    names = inspect(connection).get_table_names()
    if _versions.name in names:
        return connection.scalar(select(_versions.c.version_num))
    if names:
        msg = "the database belongs to another program"
        raise StoreError(msg)
    return None


def check(connection: Connection) -> None:
    """Nothing, if the database is in today's state.

    Raises:
        StoreError: it is not, and what to do about it.
    """
    found = revision(connection)
    if found == HEAD:
        return
    _refuse_unknown(found)
    state = "empty" if found is None else f"of an older istaka (schema version {found}, not {HEAD})"
    msg = f"the database is {state}: run `istaka migrate --db` with its address"
    raise StoreError(msg)


def migrate(connection: Connection) -> str | None:
    """Bring a database to today's state; answers the step that it was at.

    Raises:
        StoreError: it is another program's, or a newer istaka's.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})
    found = revision(connection)
    _refuse_unknown(found)
    if found is None:
        create(connection)
    elif found != HEAD:
        _upgrade(connection, HEAD)
    return found


def create(connection: Connection) -> None:
    """Every table in an empty database."""
    metadata.create_all(connection, checkfirst=False)
    mark(connection, HEAD)


def mark(connection: Connection, step: str) -> None:
    """Note the step that a database without a note is at."""
    _versions.create(connection)
    connection.execute(insert(_versions).values(version_num=step))


def _refuse_unknown(found: str | None) -> None:
    if found is not None and not (found.isdecimal() and int(found) <= int(HEAD)):
        msg = f"the database has schema version {found}, this istaka knows {HEAD}: install a newer one"
        raise StoreError(msg)


def _upgrade(connection: Connection, step: str) -> None:
    from alembic import command  # noqa: PLC0415 - takes a while, and is seldom needed
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, step)
