"""Rows in every table, for what must carry all of them."""

from typing import Any

from sqlalchemy import Boolean, Column, Connection, Float, Integer, LargeBinary, insert, select

from istaka.server.stores.portable import LEFT_OUT
from istaka.server.stores.schema import metadata

BIG = 1 << 41
"""More than four bytes, as every instant is."""


def value(column: Column[Any], row: int) -> object:
    """Something that fits the column, and stands in no other row."""
    if isinstance(column.type, Boolean):
        return bool(row)
    if isinstance(column.type, Float):
        return row + 0.1
    if type(column.type) is Integer:
        return row + 1
    if isinstance(column.type, Integer):
        return BIG + row
    if isinstance(column.type, LargeBinary):
        return bytes([row, 0, 255])
    return f"{column.name}-{row} Łódź şükür"


def fill(connection: Connection) -> None:
    """Three rows in every table; what may be empty is, in the last one."""
    for table in metadata.sorted_tables:
        rows = [{column.name: value(column, row) for column in table.columns} for row in range(3)]
        rows[2] |= {column.name: None for column in table.columns if column.nullable}
        connection.execute(insert(table), rows)


def everything(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    """What is in the tables that are carried."""
    return {
        table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=str)
        for table in metadata.sorted_tables
        if table not in LEFT_OUT
    }
