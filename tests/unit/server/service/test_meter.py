"""What the service tells whoever watches it."""

import asyncio

from at_table.hall import Hall
from istaka.rules.actions import DRAW
from istaka.server.core import messages as wire
from istaka.server.metrics import Metrics


def test_moves_refusals_and_late_looks_are_counted() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob")
        for person in ("ala", "bob"):
            await hall.attach(person)
        for player in (0, 1):
            await hall.nonce(player, f"{player:032x}")
        player = hall.room().turn
        assert player is not None
        refused = await hall.ask(1 - player, wire.Act(id="x", seq=hall.room().seq, do="draw"))
        assert isinstance(refused, wire.Reject)
        await hall.act(hall.room().game.legal[0])
        assert hall.room().turn != player
        await hall.act(DRAW)
        due = hall.room().turn_due
        assert due is not None
        hall.clock.now = due + 50
        await asyncio.gather(*hall.service.keeper.sweep())
        meter = hall.service.keeper.clerk._world.meter  # noqa: SLF001 - what the composition root joins
        assert isinstance(meter, Metrics)
        lines = meter.text().decode().splitlines()
        assert 'istaka_commands_total{answer="not_your_turn"} 1.0' in lines
        assert 'istaka_commands_total{answer="ack"} 2.0' in lines
        assert 'istaka_events_total{kind="dealt"} 1.0' in lines
        assert 'istaka_events_total{kind="acted"} 3.0' in lines
        late = next(line for line in lines if line.startswith("istaka_timer_lateness_seconds_sum"))
        assert 0 < float(late.split()[1]) <= 0.05

    asyncio.run(work())
