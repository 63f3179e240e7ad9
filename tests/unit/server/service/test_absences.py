"""Who goes and comes back, in every phase: nothing of his is lost (O02), and nobody waits for him (O08)."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from at_table.checker import check
from at_table.core_table import NO_CLOCK, TERMS
from at_table.hall import Ear, Hall
from istaka.game.position import Phase
from istaka.rules.actions import DRAW
from istaka.server.core import messages as wire
from istaka.server.core.events import Terms
from istaka.server.core.room import Room, Stage, due

SECOND = 1000
PEOPLE = ("ala", "bob", "cem", "ewa")
HALF_AN_HOUR = msgspec.structs.replace(TERMS, clock=1800 * SECOND)


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


def before_the_draw(room: Room) -> bool:
    return room.round == 2 and room.stage is Stage.PLAY and room.game.phase is Phase.TAKE


def between(room: Room) -> bool:
    return room.stage is Stage.BETWEEN


def waiting(room: Room) -> bool:
    return room.round == 2 and room.stage is Stage.WAITING


async def played(hall: Hall, phase: str, terms: Terms) -> tuple[int, list[Ear]]:
    """A table in the second round, or just before it; somebody the table waits for, and everybody's ears."""
    await hall.open(*PEOPLE, terms=terms)
    ears = await hall.start_round(*PEOPLE)
    wanted = {"waiting": waiting, "between": between}.get(phase, before_the_draw)
    await hall.play_until(wanted)
    if phase == "discard":
        await hall.act(DRAW)
    turn = hall.room().turn
    return (0 if turn is None else turn), ears


def comparable(ear: Ear) -> dict[str, Any]:
    """What a table shows, but for clocks and the latest events."""
    table = ear.heard[0]["table"]
    return {name: value for name, value in table.items() if name not in {"deadline", "log"}}


@pytest.mark.parametrize("phase", ["waiting", "take", "discard", "between"])
def test_who_is_cut_finds_everything_as_it_was(phase: str) -> None:
    """O02: the same seat, tiles, points, indicator and piles, and a clock that has only run on."""

    async def work() -> None:
        hall = Hall()
        # nonces are waited for longer than the cut lasts
        player, ears = await played(hall, phase, msgspec.structs.replace(TERMS, nonces=20 * SECOND))
        other = ears[(player + 1) % 4]
        before = await hall.attach(PEOPLE[player])
        heard = len(other.events)
        hall.service.detach("t", ears[player])
        hall.service.detach("t", before)
        await hall.pass_time(3 * SECOND)
        await hall.pass_time(2 * SECOND)
        after = await hall.attach(PEOPLE[player])
        assert comparable(after) == comparable(before)
        left = [ear.heard[0]["table"]["deadline"] for ear in (before, after)]
        assert left[1] == left[0] - 5 * SECOND
        assert other.kinds[heard:] == ["gone", "here"]
        check(await hall.log.read("t"), "t", {number: ear.frames for number, ear in enumerate(ears)})

    run(work)


def has_gone_on(before: Room, after: Room) -> bool:
    """Whether a table waits for something else than it did."""
    return (after.moved, after.stage) != (before.moved, before.stage)


@pytest.mark.parametrize("terms", [HALF_AN_HOUR, NO_CLOCK], ids=["clock", "no limit"])
@pytest.mark.parametrize("way", ["closes the tab", "leaves"])
@pytest.mark.parametrize("phase", ["waiting", "take", "discard", "between"])
def test_the_table_goes_on_without_whoever_it_waits_for(phase: str, way: str, terms: Terms) -> None:
    """O08: after a minute, or at once when he says that he leaves; with a long clock and without."""

    async def work() -> None:
        hall = Hall()
        player, ears = await played(hall, phase, terms)
        before = hall.room()
        if way == "leaves":
            answer = await hall.ask(player, wire.Leave(hall.new_id(), before.seq))
            assert isinstance(answer, wire.Ack)
        hall.service.detach("t", ears[player])
        for other in range(4):
            if other != player and phase == "between":
                await hall.ask(other, wire.Next(hall.new_id(), hall.room().seq))
            elif other != player and phase == "waiting":
                await hall.nonce(other)
        if way == "leaves":
            await hall.settle()
        else:
            await hall.pass_time(3 * SECOND)
            await hall.pass_time(57 * SECOND)
        assert has_gone_on(before, hall.room())
        assert hall.room().chairs[player].away in {"left", "gone"}
        assert due(hall.room()) is not None

    run(work)


@pytest.mark.parametrize("terms", [TERMS, NO_CLOCK], ids=["clock", "no limit"])
def test_where_everybody_has_gone_the_table_comes_to_its_end_and_is_let_go(terms: Terms) -> None:
    """O08: no prompt waits for an absent seat without a deadline."""

    async def work() -> None:
        hall = Hall()
        _, ears = await played(hall, "take", terms)
        for ear in ears:
            hall.service.detach("t", ear)
        for _ in range(400):
            await hall.pass_time(30 * SECOND)
            if not hall.service.tables:
                return
            assert due(hall.room()) is not None
        pytest.fail("the table goes on for ever")

    run(work)
