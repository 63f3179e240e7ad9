"""Inserting what may be there already: both dialects can, SQLAlchemy's common language cannot."""

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def insert_into(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An insertion that knows `on_conflict_do_nothing` and `on_conflict_do_update`."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)
