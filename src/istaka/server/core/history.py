"""The record of a table's match, from its log: rounds that have ended, never the one that is played."""

from dataclasses import dataclass, field

from istaka.game.record import Move, Player, Record, Round, write
from istaka.rules.actions import parse_action
from istaka.server.core import events
from istaka.server.core.events import Entry
from istaka.server.core.evolve import evolve, found
from istaka.server.core.room import Room


@dataclass
class _Writer:
    room: Room
    moves: list[Move] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)

    def read(self, entry: Entry) -> None:
        event = entry.event
        if isinstance(event, events.Acted):
            self.moves.append(Move(parse_action(event.do, self.room.game.wild), event.late))
        elif isinstance(event, events.RoundOver | events.Closed) and event.secret is not None:
            self.end(event.secret)
        self.room = evolve(self.room, entry)

    def end(self, secret: str) -> None:
        """The round is over or abandoned: its secret is open, so it may be written down."""
        nonces = tuple(None if nonce is None else bytes.fromhex(nonce) for nonce in self.room.nonces)
        self.rounds.append(Round(bytes.fromhex(secret), nonces, tuple(self.moves)))
        self.moves = []


def history(table: str, entries: list[Entry]) -> str:
    """The text record (docs/records.md) of what has ended at a table."""
    writer = _Writer(found(table, entries[0]))
    for entry in entries[1:]:
        writer.read(entry)
    room = writer.room
    players = tuple(Player(chair.seat.name, chair.seat.bot is not None) for chair in room.chairs)
    return write(Record(table, room.rules, players, tuple(writer.rounds)))
