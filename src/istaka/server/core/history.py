"""The rounds of a table, from its log: the record of what has ended, and what each deal came from."""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field

from istaka.game.match import Match
from istaka.game.record import Move, Player, Record, Round, all_nonces, write
from istaka.rules.actions import parse_action
from istaka.rules.ruleset import RuleSet
from istaka.rules.shuffle import Deal
from istaka.server.core import events
from istaka.server.core.events import Entry, Seated
from istaka.server.core.evolve import ReplayError


@dataclass
class Past:
    """A round of the past, or the one that is played: then its secret and nonces are nobody's business.

    Attributes:
        match: the match before it.
        commitment: what the server was bound to.
        secret: what it was bound by.
        nonces: those of people; None where the fixed one counts.
        deal: what follows from them; None where the tiles are not dealt yet.
        moves: what the seats have done so far.
        is_open: whether the secret has been opened: the round has ended, or was abandoned.
        is_over: whether it has ended.
    """

    match: Match
    commitment: str
    secret: bytes
    nonces: list[bytes | None]
    deal: Deal | None = None
    moves: list[Move] = field(default_factory=list)
    is_open: bool = False
    is_over: bool = False

    @property
    def all_nonces(self) -> tuple[bytes, ...]:
        """The nonces, the fixed ones among them."""
        return all_nonces(self.match, self.nonces)

    @property
    def choices(self) -> Round:
        """What the rest follows from."""
        return Round(self.secret, tuple(self.nonces), tuple(self.moves))


def seated(table: str, entries: list[Entry]) -> Seated:
    """How the log of a table begins.

    Raises:
        ReplayError: it begins with something else.
    """
    event = entries[0].event
    if not isinstance(event, Seated):
        msg = f"the log of table {table} begins with {type(event).__name__}: expected seated"
        raise ReplayError(msg)
    return event


def rounds(table: str, entries: list[Entry]) -> Iterator[Past]:
    """The rounds of a table in order; the last one may be running."""
    start = seated(table, entries)
    match = Match.new(RuleSet.parse(start.rules), len(start.seats), table)
    past: Past | None = None
    for entry in entries[1:]:
        event = entry.event
        if isinstance(event, events.Committed):
            past = Past(match, event.commitment, entry.secret or b"", [None] * match.players)
        elif past is not None:
            _go_on(past, event)
            if isinstance(event, events.RoundOver) and past.deal is not None:
                order = past.deal.order
                match = dataclasses.replace(match, totals=event.totals, round=match.round + 1, order=order)
            if past.is_open:
                yield past
                past = None
    if past is not None:
        yield past


def _go_on(past: Past, event: events.LogEvent) -> None:
    """The round after one more event."""
    if isinstance(event, events.Nonced):
        past.nonces[event.player] = bytes.fromhex(event.nonce)
    elif isinstance(event, events.Dealt):
        past.deal = past.match.deal(past.secret, past.all_nonces)
    elif isinstance(event, events.Acted) and past.deal is not None:
        past.moves.append(Move(parse_action(event.do, past.deal.wild), event.late))
    elif isinstance(event, events.RoundOver | events.Closed):
        past.is_open = True
        past.is_over = isinstance(event, events.RoundOver)


def history(table: str, entries: list[Entry]) -> str:
    """The text record (docs/records.md) of what has ended at a table."""
    start = seated(table, entries)
    players = tuple(Player(seat.name, seat.bot is not None or seat.kind == "bot") for seat in start.seats)
    ended = tuple(past.choices for past in rounds(table, entries) if past.is_open)
    return write(Record(table, RuleSet.parse(start.rules), players, ended))
