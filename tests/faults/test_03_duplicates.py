"""Fault 3: everything twice, by retries, by double clicks, from two windows (O05)."""

import asyncio
import json
from pathlib import Path

from at_table.checker import check, read_log
from at_table.player import Player
from e2e.running import RunningServer
from faults.playing import answers, at_table, draw, look, same_person


def discard_of(player: Player, tile: str, command: str) -> str:
    return json.dumps({"t": "act", "id": command, "seq": player.seq, "do": "discard", "tile": tile})


def test_fault_03_a_message_sent_twice_has_one_effect(house: RunningServer, folder: Path) -> None:
    """O05 a: the same discard, twice within a moment; both are answered alike, one tile is gone."""

    async def work() -> None:
        async with at_table(house.address, players=4) as player:
            await draw(player)
            assert player.can is not None
            message = discard_of(player, player.can["discard"][0], "twice")
            await player.send(message)
            await player.send(message)
            first, second = await answers(player, 2)
            assert first == second
            assert first["t"] == "ack"
            assert len((await look(player))["hand"]) == 14
        check(read_log(folder / "istaka.db", player.table), player.table, {0: player.frames})

    asyncio.run(work())


def test_fault_03_a_double_click_draws_once_and_discards_once(house: RunningServer, folder: Path) -> None:
    """O05 b, c: two messages with ids of their own at one sequence number; the second is refused."""

    async def work() -> None:
        async with at_table(house.address, players=4) as player:
            await draw(player)
            assert player.can is not None
            tile = player.can["discard"][0]
            await player.send(discard_of(player, tile, "one"))
            await player.send(discard_of(player, tile, "two"))
            one, two = await answers(player, 2)
            assert one["t"] == "ack"
            assert two["t"] == "reject"
            assert two["error"]["code"] in {"stale", "not_your_turn"}
            assert len((await look(player))["hand"]) == 14
        check(read_log(folder / "istaka.db", player.table), player.table, {0: player.frames})

    asyncio.run(work())


def test_fault_03_two_windows_send_one_command(house: RunningServer, folder: Path) -> None:
    """The same id from two sockets, again and again: one event each, one answer for both."""

    async def work() -> None:
        async with at_table(house.address) as player, same_person(player) as other:
            for _ in range(10):
                can = player.can
                if can is None:
                    break
                do = {"do": "draw"} if "draw" in can["do"] else {"do": "discard", "tile": can["discard"][-1]}
                message = json.dumps({"t": "act", "id": f"c{player.seq}", "seq": player.seq, **do})
                await asyncio.gather(player.send(message), other.send(message))
                (one,), (two,) = await asyncio.gather(answers(player, 1), answers(other, 1))
                assert one == two
                assert one["t"] == "ack"
                while player.can is None or player.can is can:
                    await player.hear()
        check(read_log(folder / "istaka.db", player.table), player.table, {0: player.frames + other.frames})

    asyncio.run(work())


def test_fault_03_next_round_twice_counts_once(house: RunningServer, folder: Path) -> None:
    """O05 e: the second click does nothing in the new round."""

    async def work() -> None:
        async with Player(house.address) as player:
            await player.sit_down(players=2, limit=80, level="greedy")
            await player.attach()
            await player.play_until("round_over")
            message = json.dumps({"t": "next", "id": "ready", "seq": player.seq})
            again = json.dumps({"t": "next", "id": "again", "seq": player.seq})
            player.waits_for_next = False
            for text in (message, message, again):
                await player.send(text)
            answered = await answers(player, 3)
            while answered[0]["id"] != "ready":
                # the last move of the round was not answered yet
                answered = [*answered[1:], *await answers(player, 1)]
            first, second, third = answered
            assert first == second
            assert first["t"] == "ack"
            assert third["error"]["code"] in {"stale", "not_between", "already_ready"}
        check(read_log(folder / "istaka.db", player.table), player.table, {0: player.frames})

    asyncio.run(work())
