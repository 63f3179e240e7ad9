"""What a bot makes of its socket is the view that the server itself shows to a bot on that seat."""

import json

import pytest

from at_table.core_table import CoreTable
from istaka.bots import BOTS
from istaka.bots.interface import unlimited
from istaka.game.view import View
from istaka.remote.table import Table
from istaka.rules.actions import SHOW
from istaka.rules.ruleset import RuleSet
from istaka.server.core.events import Seat
from istaka.server.core.messages import Snapshot, encode
from istaka.server.core.room import Room, Stage
from istaka.server.core.telling import snapshot, tell
from istaka.server.service.listening import frame

RULES = {
    "remik": RuleSet.remik(),
    "classic": RuleSet.classic(),
    "forbid": RuleSet.fast().replace(return_taken="forbid", bonus="round_end"),
    "passed on": RuleSet.remik().replace(order="drawn_once", bonus="off", ace_high=False),
}


def server_view(room: Room, player: int) -> View:
    return room.game.view(room.seat_of(player), room.match.seat_totals(room.order))


def from_snapshot(room: Room, player: int) -> Table:
    message = json.loads(encode(Snapshot(room.seq, 0, snapshot(room, player, 0, ()))))
    return Table(message["seq"], message["table"])


class Greedy(CoreTable):
    """Everyone shows, takes what helps and goes out as soon as he can."""

    def any_action(self) -> int:
        game = self.room.game
        if SHOW in game.legal:
            return SHOW
        return BOTS["greedy"].choose(game.view(game.turn), self.random, unlimited)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", list(RULES))
def test_every_view_of_a_match_is_the_servers(rules: str, players: int) -> None:
    """From the first snapshot by events alone, and from a fresh snapshot at every moment."""
    seats = tuple(Seat(name, owner=name) for name in "abcd"[:players])
    table = Greedy(seats, rules=RULES[rules], seed=players)
    heard = [from_snapshot(table.room, player) for player in range(players)]
    seen = 0
    table.deal()
    seen = follow(table, heard, seen)
    for _ in range(300):
        if table.room.stage is Stage.OVER:
            break
        table.step()
        seen = follow(table, heard, seen)
    assert table.room.round >= 2


def follow(table: CoreTable, heard: list[Table], seen: int) -> int:
    """Let every player hear what has happened, and compare what he knows with what he should."""
    steps = table.steps[seen + 1 :]
    rooms = [step.room for step in table.steps[seen:]]
    for before, step in zip(rooms, steps, strict=False):
        told = tell(before, step.entry, step.room)
        for player, mirror in enumerate(heard):
            mirror.hear(json.loads(frame(told, player, table.now)))
    room = table.room
    if room.position is not None:
        for player, mirror in enumerate(heard):
            assert mirror.seq == room.seq
            assert_same(mirror.view(), server_view(room, player))
        if room.stage is Stage.PLAY:
            player = table.random.randrange(len(heard))
            assert_same(from_snapshot(room, player).view(), server_view(room, player))
    return len(table.steps) - 1


def assert_same(mine: View, servers: View) -> None:
    if mine != servers:
        names = servers._record.dtype.names  # noqa: SLF001 - to name what differs
        other = {name: (mine._record[name], servers._record[name]) for name in names}  # noqa: SLF001
        assert [name for name, (one, two) in other.items() if (one != two).any()] == []
        assert mine.totals == servers.totals
        assert mine.rules == servers.rules
