"""What is told of deals: all of those that have ended, nothing hidden of the one that runs."""

import msgspec

from at_table.core_table import NO_CLOCK, WITH_BOTS, CoreTable
from istaka.rules.shuffle import commitment, deal
from istaka.server.core.decide import NonceCame
from istaka.server.core.fairness import fairness
from istaka.server.core.room import Stage


def test_every_ended_round_can_be_dealt_again() -> None:
    table = CoreTable(seats=WITH_BOTS, seed=5)
    table.deal()
    table.play_until(lambda room: room.stage is Stage.PLAY and room.round == 2)
    told = fairness("table", table.entries)
    first, second = told.rounds
    assert told.names == ("Ala", "Defne", "Bob")
    assert (first.round, second.round, first.match, first.players) == (1, 2, "table", 3)
    assert first.secret is not None
    assert first.nonces is not None
    secret = bytes.fromhex(first.secret)
    assert commitment(secret) == first.commitment
    again = deal(secret, [bytes.fromhex(one.nonce) for one in first.nonces])
    assert again.order == first.order
    assert [one.source for one in first.nonces] == ["client", "fixed", "client"]


def test_nothing_hidden_of_the_round_that_runs() -> None:
    table = CoreTable(seed=5)
    table.deal()
    (running,) = fairness("table", table.entries).rounds
    assert (running.secret, running.nonces) == (None, None)
    assert running.order == table.room.order
    text = msgspec.json.encode(running)
    assert table.room.opened.hex().encode() not in text
    assert commitment(table.room.opened) == running.commitment


def test_a_round_that_waits_or_was_abandoned() -> None:
    table = CoreTable(terms=NO_CLOCK)
    assert fairness("table", table.entries).rounds == ()
    table.come()
    (waiting,) = fairness("table", table.entries).rounds
    assert (waiting.order, waiting.secret) == (None, None)
    for player in table.people:
        table.told(NonceCame(player, 1, f"{player:032x}"))
    table.run_out()
    (abandoned,) = fairness("table", table.entries).rounds
    assert abandoned.secret == table.room.opened.hex()
    assert abandoned.nonces is not None
