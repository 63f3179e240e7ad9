"""The record of a table holds what has ended, and replays to the same totals."""

from at_table.core_table import NO_CLOCK, WITH_BOTS, CoreTable, over
from istaka.game.record import parse, replay
from istaka.server.core.history import history
from istaka.server.core.room import Stage


def test_the_record_of_a_match_replays_to_its_totals() -> None:
    table = CoreTable(seats=WITH_BOTS, level="greedy")
    table.deal()
    table.play_until(over)
    record = parse(history("table", table.entries))
    last = list(replay(record))[-1]
    assert last.position.outcome is not None
    assert last.match.score(last.deal.order, last.position.outcome).totals == table.room.match.totals
    assert [player.name for player in record.players] == ["Ala", "Defne", "Bob"]
    assert [player.bot for player in record.players] == [False, True, False]


def test_the_round_that_is_played_is_not_in_the_record() -> None:
    table = CoreTable(seed=5)
    table.deal()
    table.play_until(lambda room: room.stage is Stage.BETWEEN)
    first = table.room.secret
    table.play_until(lambda room: room.stage is Stage.PLAY and room.round == 2)
    running = table.room.secret
    text = history("table", table.entries)
    assert first is not None
    assert running is not None
    assert first.hex() in text
    assert running.hex() not in text
    assert len(parse(text).rounds) == 1


def test_an_abandoned_round_is_in_the_record_with_its_secret() -> None:
    table = CoreTable(terms=NO_CLOCK)
    table.deal()
    table.told(table.act(table.room.game.timeout_action()))
    table.run_out()
    record = parse(history("table", table.entries))
    assert len(record.rounds) == 1
    assert len(record.rounds[0].moves) == 1
    assert record.rounds[0].secret == table.room.secret


def test_late_moves_are_marked() -> None:
    table = CoreTable(seed=5)
    table.deal()
    table.run_out()
    table.play_until(lambda room: room.stage is Stage.BETWEEN)
    record = parse(history("table", table.entries))
    assert [move.late for move in record.rounds[0].moves[:2]] == [True, False]
