"""Fault 4: commands that are late, early, stale or from the future: answered, and nothing is changed."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from at_table.checker import check, read_log
from e2e.running import RunningServer
from faults.playing import at_table, draw, look

UNTIMED = ("deadline", "log", "bank")


def still(table: dict[str, Any]) -> dict[str, Any]:
    """A table without what changes by itself."""
    return {name: value for name, value in table.items() if name not in UNTIMED}


@pytest.mark.parametrize(
    ("shift", "code"),
    [(-1, "stale"), (1, "ahead"), (1_000_000, "ahead"), (2**62, "ahead")],
)
def test_fault_04_a_command_of_another_time_is_refused(
    house: RunningServer, folder: Path, shift: int, code: str
) -> None:
    async def work() -> None:
        async with at_table(house.address) as player:
            await draw(player)
            before = await look(player)
            assert player.seq is not None
            tile = before["can"]["discard"][0]
            message = {"t": "act", "id": "late", "seq": player.seq + shift, "do": "discard", "tile": tile}
            await player.send(message)
            answer = await player.hear_until("reject")
            assert answer["error"]["code"] == code
            assert answer["seq"] == player.seq
            assert still(await look(player)) == still(before)
        check(read_log(folder / "istaka.db", player.table), player.table, {0: player.frames})

    asyncio.run(work())


def test_fault_04_steps_of_a_turn_in_the_wrong_order_are_refused(house: RunningServer) -> None:
    """A discard before the draw, a second draw, a nonce of a round that is dealt, a next within a round."""

    async def work() -> None:
        async with at_table(house.address) as player:
            await draw(player)
            before = await look(player)
            for fields in ({"do": "draw"}, {"do": "take"}):
                assert (await player.ask("act", **fields))["t"] == "reject"
            assert (await player.ask("next"))["error"]["code"] == "not_between"
            assert (await player.ask("back"))["error"]["code"] == "not_away"
            await player.send({"t": "nonce", "round": 1, "nonce": "f" * 32})
            await player.send({"t": "nonce", "round": 9, "nonce": "f" * 32})
            assert still(await look(player)) == still(before)

    asyncio.run(work())
