"""Locks on what has no row yet."""

from sqlalchemy import Connection, func, select


def serialise(connection: Connection, what: str) -> None:
    """Let others who want the same wait until this transaction ends; SQLite writes one by one anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(what, 0))))
