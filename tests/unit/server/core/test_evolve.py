"""Logs replay to the live state, for ever, and what cannot have happened is refused."""

from random import Random

import pytest
from msgspec.structs import replace

from at_table.core_table import PEOPLE, TERMS, WITH_BOTS, CoreTable, over
from istaka.rules.ruleset import RuleSet
from istaka.server.core import events
from istaka.server.core import messages as wire
from istaka.server.core.decide import Asked, Attached, Opening, decide, open_table
from istaka.server.core.events import Entry, decode_event, encode_event
from istaka.server.core.evolve import ReplayError, evolve, evolve_all, replay
from istaka.server.core.room import Stage


@pytest.mark.parametrize("rules", [RuleSet.fast(), RuleSet.classic()], ids=lambda rules: rules.name)
def test_the_replay_of_a_log_is_the_live_room_at_every_event(rules: RuleSet) -> None:
    table = CoreTable(seats=WITH_BOTS, rules=rules, level="greedy")
    table.deal()
    table.play_until(over)
    stored = [replace(entry, event=decode_event(encode_event(entry.event))) for entry in table.entries]
    assert replay("table", stored) == table.room
    half = len(stored) // 2
    assert replay("table", stored[:half]) == table.steps[half - 1].room


@pytest.mark.parametrize("seed", range(3))
def test_moves_that_are_played_at_once_lead_where_each_leads_by_itself(seed: int) -> None:
    """`evolve_all` against `evolve`: turns that ran out, time banks that are used up, bots for the absent."""
    terms = replace(TERMS, bank=60_000)
    table = CoreTable(seats=WITH_BOTS, terms=terms, level="greedy", seed=seed)
    table.deal()
    whims = Random(seed)
    while not over(table.room) and len(table.steps) < 400:
        table.step()
        if table.room.stage is Stage.PLAY:
            table.now += whims.choice((0, 0, 15_000, 40_000))
            if table.room.turn_due is not None and (whims.random() < 0.1 or table.now >= table.room.turn_due):
                table.run_out()
        for player in table.people:
            room = table.room
            wants_back = room.chairs[player].away and (whims.random() < 0.1 or room.stage is not Stage.PLAY)
            if wants_back and not over(room):
                table.told(Asked(player, wire.Back(table.new_id(), table.room.seq)))
    entries = table.entries
    assert {"Acted", "Away", "RoundOver"} <= set(table.kinds())
    assert any(
        chair.bank < terms.bank for step in table.steps for chair in step.room.chairs if chair.is_person
    )
    for _ in range(60):
        start, end = sorted(whims.sample(range(len(entries)), 2))
        assert evolve_all(table.steps[start].room, entries[start + 1 : end + 1]) == table.steps[end].room


def test_a_gap_among_moves_that_are_played_at_once_is_refused() -> None:
    table = CoreTable(seats=WITH_BOTS, level="greedy")
    table.deal()
    dealt = len(table.steps)
    table.play_until(lambda room: room.game.turns > 4)
    gap = [*table.entries[: dealt + 2], *table.entries[dealt + 3 :]]
    with pytest.raises(ReplayError, match=f"event {dealt + 4} after event {dealt + 2}"):
        replay("table", gap)


def test_the_log_holds_nothing_hidden() -> None:
    """SERVER.md: what was drawn follows from the wall; a draw's row is the same whatever was drawn."""
    table = CoreTable(seats=WITH_BOTS)
    table.deal()
    table.play_until(lambda room: room.stage is Stage.BETWEEN)
    secret = table.room.secret
    assert secret is not None
    before_the_end = [encode_event(entry.event) for entry in table.entries[:-1]]
    assert all(secret.hex().encode() not in row for row in before_the_end)
    draws = {row.split(b'"due"')[0] for row in before_the_end if b'"do":"draw"' in row}
    assert draws == {b'{"k":"acted","player":%d,"do":"draw",' % player for player in range(3)}


def test_an_event_out_of_its_place_is_refused() -> None:
    table = CoreTable()
    with pytest.raises(ReplayError, match="event 3 after event 1"):
        evolve(table.room, Entry(3, 0, events.Here(player=0)))


def test_a_log_begins_with_its_table() -> None:
    with pytest.raises(ReplayError, match="expected seated"):
        replay("table", [Entry(1, 0, events.Here(player=0))])


def test_a_second_beginning_cannot_follow() -> None:
    table = CoreTable()
    with pytest.raises(ReplayError, match="cannot follow"):
        evolve(table.room, replace(table.entries[0], seq=2))


def test_the_report_of_a_fault_holds_no_nonce() -> None:
    """It goes to the server's log, and a nonce is a share of the wall until its round has ended."""
    entry = Entry(1, 0, events.Nonced(player=0, nonce="ab" * 16))
    with pytest.raises(ReplayError, match="begins with Nonced") as fault:
        replay("table", [entry])
    assert "abab" not in str(fault.value)


def test_a_deal_needs_its_secret() -> None:
    table = CoreTable()
    table.told(Attached(0))
    table.told(Attached(1))
    room = replay("table", [replace(entry, secret=None) for entry in table.entries])
    with pytest.raises(LookupError, match="no secret at event 4"):
        evolve(room, Entry(room.seq + 1, 0, events.Dealt(round=1, due=1)))


def test_a_round_that_goes_on_has_no_result() -> None:
    table = CoreTable()
    table.deal()
    result = events.RoundOver(round=1, points=(0, 0), totals=(0, 0), secret="", due=None)
    with pytest.raises(LookupError, match="no outcome at event"):
        evolve(table.room, Entry(table.room.seq + 1, 0, result))


def test_totals_that_the_rules_do_not_give_are_refused() -> None:
    table = CoreTable(seed=5)
    table.deal()
    table.play_until(lambda room: room.stage is Stage.BETWEEN)
    *rest, last = table.entries
    assert isinstance(last.event, events.RoundOver)
    wrong = events.RoundOver(
        round=last.event.round,
        points=last.event.points,
        totals=(90, 90),
        secret=last.event.secret,
        due=last.event.due,
    )
    with pytest.raises(ReplayError, match="the rules say"):
        replay("table", [*rest, replace(last, event=wrong)])


def test_a_room_without_tiles_has_no_position() -> None:
    table = CoreTable()
    with pytest.raises(LookupError, match="no deal at event 1"):
        _ = table.room.game
    table.deal()
    with pytest.raises(LookupError, match="no draw"):
        _ = table.room.received


def test_people_are_found_by_their_seats() -> None:
    table = CoreTable(seats=WITH_BOTS)
    assert [table.room.player_of(name) for name in ("ala", "bob", "eve")] == [0, 2, None]


def test_an_old_log_replays_with_other_settings() -> None:
    """Deadlines are stored with the events, not computed anew."""
    opening = Opening(RuleSet.fast(), PEOPLE, "greedy", TERMS)
    steps = open_table("old", opening, 5, bytes(32))
    assert replay("old", [step.entry for step in steps]).chairs[0].gone_due == 60_005


def test_a_request_of_an_unknown_kind_is_a_fault_of_ours() -> None:
    table = CoreTable()
    with pytest.raises(TypeError, match="cannot be asked"):
        decide(table.room, 5, 0, b"")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="cannot be asked"):
        decide(table.room, 1, 0, b"")  # type: ignore[arg-type]
