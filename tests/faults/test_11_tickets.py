"""Fault 11: tickets that are replayed, stolen, made up; a wrong reconnect never harms the real seat."""

import asyncio
from pathlib import Path

from at_table.checker import check, read_log
from at_table.player import Player
from e2e.running import RunningServer
from faults.playing import at_table, end_of


async def end_at(player: Player, ticket: str, table: str) -> int:
    """The code with which a connection is closed that uses this ticket for this table."""
    socket = await player.dial(ticket)
    return await end_of(socket, f'{{"t":"hello","v":1,"table":"{table}","seq":null}}')


def test_fault_11_no_ticket_of_another_and_none_twice(house: RunningServer, folder: Path) -> None:
    async def work() -> None:
        async with at_table(house.address) as owner, at_table(house.address) as stranger:
            used = await owner.ticket()
            await (await owner.dial(used)).close()
            assert await end_at(stranger, used, owner.table) == 4001
            for made_up in ("", "x", "A" * 32, "%00", "ticket=ticket"):
                assert await end_at(stranger, made_up, owner.table) == 4001
            # a good ticket of somebody else is no seat at this table
            assert await end_at(stranger, await stranger.ticket(), owner.table) == 4003
            await owner.play_for(12)
            await stranger.play_for(4)
        entries = read_log(folder / "istaka.db", owner.table)
        check(entries, owner.table, {0: owner.frames})
        assert not [e for e in entries if type(e.event).__name__ in {"Gone", "Away"}]

    asyncio.run(work())


def test_fault_11_a_session_that_is_none_leads_to_no_seat(house: RunningServer) -> None:
    """Who comes with a made-up session is a new guest, whatever it looks like."""

    async def work() -> None:
        async with at_table(house.address) as owner:
            for session in ("", "x" * 43, "é", '"; drop table people', "a=b; istaka=c"):
                async with Player(house.address) as thief:
                    headers = {"cookie": f"istaka={session}".encode()}
                    answer = await thief.http.post("/api/tickets", headers=headers)
                    assert answer.status_code == 201
                    assert await end_at(thief, answer.json()["ticket"], owner.table) == 4003
            await owner.play_for(4)

    asyncio.run(work())
