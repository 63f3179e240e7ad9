"""Fault 18: a log that does not fit the rules freezes its table, with a report; nobody wins by it."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from at_table.checker import check, read_log
from at_table.player import Player
from faults.playing import at_table
from faults.servers import sound


def write_impossible_moves(database: Path, table: str) -> None:
    """Two draws in a row, as no player of ours could have made them."""
    connection = sqlite3.connect(database)
    with connection:
        (head,) = connection.execute("SELECT head FROM tables WHERE id = ?", (table,)).fetchone()
        query = "SELECT at, body FROM events WHERE table_id = ? AND seq = ?"
        at, body = connection.execute(query, (table, head)).fetchone()
        assert b'"acted"' in body or b'"dealt"' in body
        for seq in (head + 1, head + 2):
            values = (table, seq, at, b'{"k":"acted","player":0,"do":"draw","due":null}')
            connection.execute("INSERT INTO events (table_id, seq, at, body) VALUES (?, ?, ?, ?)", values)
        connection.execute("UPDATE tables SET head = ? WHERE id = ?", (head + 2, table))
    connection.close()


def test_fault_18_a_log_that_cannot_be_is_frozen_and_reported(tmp_path: Path) -> None:
    database = tmp_path / "istaka.db"

    async def begin(address: str) -> tuple[Player, Player]:
        async with at_table(address) as broken, at_table(address) as whole:
            return broken, whole

    async def go_on(address: str) -> None:
        async with Player(address) as one, Player(address) as other:
            for again, before in ((one, broken), (other, whole)):
                again.http.cookies, again.table = before.http.cookies, before.table
            with pytest.raises(ConnectionClosed) as closed:
                await one.attach()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4003
            assert '"frozen"' in one.frames[-1]
            await other.attach()
            await other.play_for(10)
            whole.frames += other.frames

    server = sound(tmp_path)
    try:
        broken, whole = asyncio.run(begin(server.address))
    finally:
        server.kill()
    write_impossible_moves(database, broken.table)
    before = read_log(database, broken.table)
    with sound(tmp_path, server.port) as restarted:
        asyncio.run(go_on(restarted.address))
    assert read_log(database, broken.table) == before
    check(read_log(database, whole.table), whole.table, {0: whole.frames})
    assert any(broken.table in line for line in restarted.said)
    assert not any("Traceback" in line for line in restarted.said)
