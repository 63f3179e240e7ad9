"""Fault 5: two want the same place in the log. One wins, the other is told."""

import asyncio
import json
from pathlib import Path
from random import Random

from at_table.checker import check, read_log
from at_table.core_table import command_for
from at_table.hall import Hall
from e2e.running import RunningServer
from faults.playing import answers, at_table, same_person
from istaka.server.core import events
from istaka.server.core.messages import Ack

RACES = 60
WINDOWS = 30


def test_fault_05_a_time_out_against_a_move_has_one_winner() -> None:
    """O15: both in one tick of the loop, either one first; never both, never a second discard."""

    async def race(seed: int) -> bool:
        """Whether the move won."""
        hall = Hall(seed=seed)
        await hall.open("ala", "bob")
        await hall.start_round("ala", "bob")
        room = hall.room()
        assert room.turn is not None
        assert room.turn_due is not None
        hall.clock.now = room.turn_due
        command = command_for(room.game.timeout_action(), room, "move")
        time_outs = [] if Random(seed).random() < 0.5 else hall.service.keeper.sweep()
        move = asyncio.create_task(hall.service.command("t", room.turn, command, room.turn_due - 1))
        time_outs += hall.service.keeper.sweep()
        answer, *_ = await asyncio.gather(move, *time_outs)
        await hall.settle()
        entries = await hall.log.read("t")
        check(entries, "t", {})
        thrown = [entry for entry in entries if isinstance(entry.event, events.Acted)]
        assert len(thrown) == 1
        assert isinstance(answer, Ack) == (thrown[0].command == "move")
        return isinstance(answer, Ack)

    async def work() -> list[bool]:
        return [await race(seed) for seed in range(RACES)]

    won = asyncio.run(work())
    assert 0 < sum(won) < RACES


def test_fault_05_two_windows_race_for_one_turn(house: RunningServer, folder: Path) -> None:
    """Different commands at one sequence number, from two sockets at once: one is taken, one refused."""

    async def work() -> None:
        async with at_table(house.address) as player, same_person(player) as other:
            for turn in range(WINDOWS):
                can = player.can
                if can is None:
                    break
                do = {"do": "draw"} if "draw" in can["do"] else {"do": "discard", "tile": can["discard"][-1]}
                one, two = (
                    json.dumps({"t": "act", "id": f"{turn}{window}", "seq": player.seq, **do})
                    for window in "ab"
                )
                await asyncio.gather(player.send(one), other.send(two))
                (first,), (second,) = await asyncio.gather(answers(player, 1), answers(other, 1))
                assert {first["t"], second["t"]} == {"ack", "reject"}
                refusal = first if first["t"] == "reject" else second
                assert refusal["error"]["code"] in {"stale", "not_your_turn"}
                while player.can is None or player.can is can:
                    await player.hear()
        check(read_log(folder / "istaka.db", player.table), player.table, {0: player.frames + other.frames})

    asyncio.run(work())
