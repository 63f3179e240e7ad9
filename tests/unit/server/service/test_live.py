"""A table in memory: made again from its log, it can tell the latest events and knows every command."""

from at_table.core_table import WITH_BOTS, CoreTable, over
from istaka.server.core.telling import Told, tell
from istaka.server.service.listening import KEPT
from istaka.server.service.live import rebuild


def told_from_the_start(table: CoreTable) -> list[Told]:
    rooms = [None, *(step.room for step in table.steps)]
    return [tell(before, step.entry, step.room) for before, step in zip(rooms, table.steps, strict=False)]


def test_a_table_that_is_loaded_is_the_one_that_was_played() -> None:
    table = CoreTable(seats=WITH_BOTS, level="greedy")
    table.deal()
    expected = {}
    for holds in (lambda room: room.seq == KEPT, lambda room: room.seq == KEPT + 1, over):
        table.play_until(lambda room, holds=holds: room.seq >= KEPT and holds(room))
        live = rebuild("table", table.entries, lambda: None)
        assert live.room == table.room
        assert list(live.told) == told_from_the_start(table)[-KEPT:]
        expected = {(e.player, e.command): e.seq for e in table.entries if e.command is not None}
        assert live.acks == expected
    assert min(expected.values()) < len(table.entries) - KEPT


def test_a_short_log_is_told_from_its_first_event() -> None:
    table = CoreTable()
    live = rebuild("table", table.entries, lambda: None)
    assert list(live.told) == told_from_the_start(table)
