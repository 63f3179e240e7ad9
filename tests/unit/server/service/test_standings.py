"""Results follow the log: each table once, by any worker, whatever was left undone."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from at_table.core_table import CoreTable, over
from istaka.server.core.events import Entry, UnknownEventError
from istaka.server.core.results import Result, result
from istaka.server.ports import StoreError
from istaka.server.ports.results import Rate
from istaka.server.service.standings import Standings


@dataclass
class Kept:
    """Tables that are over; `broken` ones cannot be noted, `faults` are raised first."""

    over: list[str]
    broken: set[str] = field(default_factory=set)
    faults: list[StoreError] = field(default_factory=list)
    noted: dict[str, Result | None] = field(default_factory=dict)

    async def unsettled(self, limit: int) -> list[str]:
        if self.faults:
            raise self.faults.pop(0)
        return [table for table in self.over if table not in self.noted][:limit]

    async def settle(self, table: str, result: Result | None, rate: Rate) -> bool:
        del rate
        if table in self.broken:
            raise StoreError(table)
        if table == "fault":
            raise ZeroDivisionError
        self.noted[table] = result
        return True


@dataclass
class Logs:
    """Logs by table; those that are missing were written by a later istaka."""

    entries: dict[str, Sequence[Entry]]

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        if table not in self.entries:
            raise UnknownEventError(table)
        return list(self.entries[table])[after:]


def finished() -> list[Entry]:
    table = CoreTable(level="greedy", rated=True)
    table.deal()
    table.play_until(over)
    return table.entries


def standings(logs: Logs, kept: Kept) -> Standings:
    return Standings(logs, kept)  # type: ignore[arg-type]


def test_every_table_that_is_over_is_noted_and_a_bad_one_stops_no_other() -> None:
    good = finished()
    bad = [entry for entry in good if type(entry.event).__name__ != "Acted"]
    kept = Kept(["bad", "newer", "fault", "broken", "good"], broken={"broken"})
    follower = standings(Logs({"bad": bad, "broken": good, "fault": good, "good": good}), kept)
    assert asyncio.run(follower.catch_up()) == 2
    assert kept.noted == {"bad": None, "good": result("good", good)}
    assert asyncio.run(follower.catch_up()) == 0
    kept.broken.clear()
    assert asyncio.run(follower.catch_up()) == 1
    assert "newer" not in kept.noted


def test_the_end_of_a_table_is_noted_at_once_and_a_failing_store_is_asked_again() -> None:
    async def work() -> None:
        kept = Kept([], faults=[StoreError("down")])
        follower = standings(Logs({"t": finished()}), kept)
        running = asyncio.create_task(follower.run())
        await asyncio.sleep(0.01)
        assert not kept.faults
        kept.over.append("t")
        follower.table_over()
        async with asyncio.timeout(30):
            while "t" not in kept.noted:  # noqa: ASYNC110 - as the world sees it
                await asyncio.sleep(0.01)
        running.cancel()

    asyncio.run(work())
