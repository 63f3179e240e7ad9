"""A table in memory: made again from its log, it can tell the latest events and knows every command."""

import pytest

from at_table.core_table import WITH_BOTS, CoreTable, over
from istaka.server.core.room import Stage
from istaka.server.core.telling import Told, snapshot, tell
from istaka.server.service.listening import SHOWN
from istaka.server.service.live import rebuild


def told_from_the_start(table: CoreTable) -> list[Told]:
    rooms = [None, *(step.room for step in table.steps)]
    return [tell(before, step.entry, step.room) for before, step in zip(rooms, table.steps, strict=False)]


def test_a_table_that_is_loaded_is_the_one_that_was_played() -> None:
    table = CoreTable(seats=WITH_BOTS, level="greedy")
    table.deal()
    expected = {}
    for holds in (lambda room: room.seq == SHOWN + 1, lambda room: room.seq == SHOWN + 2, over):
        table.play_until(lambda room, holds=holds: holds(room))
        live = rebuild("table", table.entries, lambda: None)
        assert live.room == table.room
        assert list(live.told) == told_from_the_start(table)[-len(live.told) :]
        assert len(live.told) >= SHOWN
        expected = {(e.player, e.command): e.seq for e in table.entries if e.command is not None}
        assert live.acks == expected
    assert min(expected.values()) < len(table.entries) - SHOWN


@pytest.mark.parametrize("absences", [0, 30])
def test_the_result_of_a_round_is_shown_after_a_restart(absences: int) -> None:
    table = CoreTable(seed=5)
    table.deal()
    table.play_until(lambda room: room.stage is Stage.BETWEEN)
    table.come_and_go(absences)
    live = rebuild("table", table.entries, lambda: None)
    shown = snapshot(live.room, 0, table.now, tuple(live.told))
    assert shown.result is not None
    assert shown.result.totals == table.room.match.totals


def test_a_short_log_is_told_from_its_first_event() -> None:
    table = CoreTable()
    live = rebuild("table", table.entries, lambda: None)
    assert list(live.told) == told_from_the_start(table)
