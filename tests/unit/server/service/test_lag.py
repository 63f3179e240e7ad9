"""What the network costs is measured by the server and forgiven from a bank that refills (O15)."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import pytest

from at_table.core_table import TERMS
from at_table.hall import Ear, Hall
from istaka.server.core import messages as wire
from istaka.server.service.lag import MOST, Lag

LAG = msgspec.structs.replace(TERMS, lag=250)


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


def far(milliseconds: float) -> Lag:
    lag = Lag()
    lag.measured(milliseconds)
    return lag


def test_nobody_is_allowed_what_was_not_measured() -> None:
    assert Lag().allowance(10_000) == 0


def test_one_slow_answer_does_not_move_it_far() -> None:
    lag = far(40)
    lag.measured(200)
    assert lag.allowance(0) == 80
    for _ in range(20):
        lag.measured(40)
    assert lag.allowance(0) == 40


def test_the_bank_runs_dry_and_refills_slowly() -> None:
    lag = far(400)
    for _ in range(2):
        assert lag.allowance(0) == 400
        lag.spend(400, 0)
    assert lag.allowance(0) == MOST - 800
    lag.spend(300, 0)
    assert lag.allowance(0) == 0
    assert lag.allowance(1000) == 100
    assert lag.allowance(600_000) == 400


async def ear_far_away(hall: Hall, trip: float) -> Ear:
    """The ear of the player to move, so far away."""
    ears = await hall.start_round("ala", "bob")
    ear = ears[hall.room().turn or 0]
    ear.lag.measured(trip)
    return ear


@pytest.mark.parametrize(
    ("late", "accepted"), [(-50, True), (50, True), (79, True), (80, False), (200, False)]
)
def test_a_move_may_be_as_late_as_the_way_is_long(late: int, accepted: bool) -> None:  # noqa: FBT001
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob", terms=LAG)
        ear = await ear_far_away(hall, 80)
        end = hall.room().turn_due or 0
        hall.clock.now = end + late
        answer = await hall.act(hall.room().game.timeout_action())
        assert isinstance(answer, wire.Ack) == accepted
        assert ear.lag.allowance(end) == 80
        if not accepted:
            assert answer.error.code == "too_late"  # type: ignore[union-attr]

    run(work)


def test_the_time_out_waits_for_a_move_on_its_way() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob", terms=LAG)
        ear = await ear_far_away(hall, 80)
        seq, player = hall.room().seq, hall.room().turn
        hall.clock.now = (hall.room().turn_due or 0) + 79
        await hall.pass_time(0)
        assert hall.room().seq == seq
        await hall.pass_time(1)
        assert hall.room().turn != player
        assert ear.events[-1]["e"]["late"] is True
        assert ear.lag.allowance(hall.clock.now) == 80, "who did not move spends nothing"

    run(work)


def test_what_was_forgiven_is_spent() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob", terms=LAG)
        ear = await ear_far_away(hall, 200)
        end = hall.room().turn_due or 0
        ear.lag.spend(MOST - 200, end)
        hall.clock.now = end + 150
        assert isinstance(await hall.act(hall.room().game.timeout_action()), wire.Ack)
        assert ear.lag.allowance(hall.clock.now) == 200 - 150 + 15, "what came back meanwhile is in it"

    run(work)


def test_the_terms_of_the_table_are_the_most() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob", terms=LAG)
        await ear_far_away(hall, 900)
        hall.clock.now = (hall.room().turn_due or 0) + 250
        answer = await hall.act(hall.room().game.timeout_action())
        assert isinstance(answer, wire.Reject)

    run(work)


def test_the_way_of_another_player_does_not_count() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob", terms=LAG)
        ears = await hall.start_round("ala", "bob")
        ears[1 - (hall.room().turn or 0)].lag.measured(200)
        hall.clock.now = hall.room().turn_due or 0
        answer = await hall.act(hall.room().game.timeout_action())
        assert isinstance(answer, wire.Reject)

    run(work)
