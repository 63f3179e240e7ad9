"""Everything that is kept about somebody, for himself: every row that names him, without hashes."""

from typing import Any, Final

from sqlalchemy import Column, Connection, LargeBinary, select

from istaka.server.stores.schema import (
    blocks,
    friends,
    matches,
    members,
    offer_seats,
    people,
    ratings,
    reports,
    results,
    sessions,
    stats,
    talk,
    tokens,
)

MOST: Final = 100_000
"""Rows of one kind."""
PARTS: Final[tuple[tuple[str, Column[str]], ...]] = (
    ("person", people.c.id),
    ("bots", people.c.owner),
    ("sessions", sessions.c.person),
    ("tokens", tokens.c.person),
    ("friends", friends.c.person),
    ("asked_by", friends.c.other),
    ("blocks", blocks.c.person),
    ("ratings", ratings.c.person),
    ("stats", stats.c.person),
    ("results", results.c.person),
    ("tables", members.c.person),
    ("open_tables", offer_seats.c.person),
    ("said", talk.c.person),
    ("reports", reports.c.by_),
)
"""What the rows are called, and the column in which he is named."""
KEPT_BACK: Final = frozenset({"password", "key"})
"""Columns that tell him nothing: the hash of his password, and what his name is compared by."""

Rows = list[dict[str, Any]]


def export(connection: Connection, person: str) -> dict[str, Rows]:
    """The rows by what they are, as names and values that JSON knows."""
    found = {name: _rows(connection, column, person) for name, column in PARTS}
    tables = [row["table_id"] for row in found["results"]]
    query = select(matches).where(matches.c.table_id.in_(tables))
    found["matches"] = [dict(row) for row in connection.execute(query).mappings()]
    return found


def _rows(connection: Connection, column: Column[str], person: str) -> Rows:
    columns = [
        one
        for one in column.table.columns
        if one.name not in KEPT_BACK and not isinstance(one.type, LargeBinary)
    ]
    query = select(*columns).where(column == person).limit(MOST)
    return [dict(row) for row in connection.execute(query).mappings()]
