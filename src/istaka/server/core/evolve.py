"""What an event changes: `evolve(room, entry) -> room`, the only code that makes rooms."""

from collections.abc import Iterable
from functools import singledispatch
from itertools import groupby
from typing import Final

from msgspec.structs import replace

from istaka.game.match import Match
from istaka.game.position import Phase, Position
from istaka.rules.actions import discard_of, parse_action
from istaka.rules.ruleset import RuleSet
from istaka.server.core import events
from istaka.server.core.events import Entry
from istaka.server.core.room import Chair, Room, Stage

_MOVES: Final = (
    events.Committed,
    events.Dealt,
    events.Acted,
    events.RoundOver,
    events.MatchOver,
    events.Closed,
)
"""Events that make a decision about the tiles or the next round stale."""


class ReplayError(Exception):
    """A log does not fit its own rules; the table is frozen, and nobody wins by it."""


def found(table: str, entry: Entry) -> Room:
    """The room after the first event of a log."""
    event = entry.event
    if not isinstance(event, events.Seated):
        msg = f"the log of table {table} begins with {type(event).__name__}: expected seated"
        raise ReplayError(msg)
    rules = RuleSet.parse(event.rules)
    chairs = tuple(
        Chair(
            seat,
            here=seat.bot is not None,
            gone_due=None if seat.bot else event.due,
            bank=0 if seat.bot else event.terms.bank,
        )
        for seat in event.seats
    )
    return Room(
        table=table,
        seq=entry.seq,
        moved=entry.seq,
        terms=event.terms,
        rules=rules,
        standin=event.standin,
        chairs=chairs,
        match=Match.new(rules, len(chairs), table),
        rated=event.rated,
        watch=event.watch,
        delay=event.delay,
    )


def evolve(room: Room, entry: Entry) -> Room:
    """The room after one more event.

    Raises:
        ReplayError: the entry is not the next one, or cannot have happened.
    """
    _expect(room, entry)
    if isinstance(entry.event, events.Committed):
        room = replace(room, secret=entry.secret)
    moved = entry.seq if isinstance(entry.event, _MOVES) else room.moved
    return replace(_change(entry.event, room), seq=entry.seq, moved=moved)


def evolve_all(room: Room, entries: Iterable[Entry]) -> Room:
    """The room after several more events, as `evolve` goes on by each; moves in a row are played at once.

    Raises:
        ReplayError: an entry is not the next one, or cannot have happened.
    """
    for are_moves, group in groupby(entries, lambda entry: isinstance(entry.event, events.Acted)):
        run = tuple(group)
        if not are_moves:
            for entry in run:
                room = evolve(room, entry)
            continue
        for place, entry in enumerate(run):
            _expect(room, entry, place)
        seq = run[-1].seq
        moves = tuple(entry.event for entry in run if isinstance(entry.event, events.Acted))
        room = replace(_play(room, moves), seq=seq, moved=seq)
    return room


def replay(table: str, entries: Iterable[Entry]) -> Room:
    """The room after a whole log."""
    rest = iter(entries)
    return evolve_all(found(table, next(rest)), rest)


def _expect(room: Room, entry: Entry, place: int = 0) -> None:
    """Refuse an entry that is not the next one, `place` entries later."""
    if entry.seq != room.seq + 1 + place:
        msg = f"table {room.table}: event {entry.seq} after event {room.seq + place}"
        raise ReplayError(msg)


@singledispatch
def _change(event: object, room: Room) -> Room:
    """The room with what one kind of event changes."""
    msg = f"table {room.table}: {type(event).__name__} cannot follow event {room.seq}"
    raise ReplayError(msg)


def _seat(room: Room, player: int, **changes: object) -> Room:
    chairs = list(room.chairs)
    chairs[player] = replace(chairs[player], **changes)
    return replace(room, chairs=tuple(chairs))


def _time_turn(room: Room, turn: int | None, due: int | None) -> Room:
    """The turn that runs, or begins, ends at `due`; the last of it is the time bank of whoever moves."""
    bank = 0 if turn is None else room.bank_of(turn)
    return replace(room, turn=turn, turn_due=due, turn_bank=bank)


@_change.register
def _here(event: events.Here, room: Room) -> Room:
    return _seat(room, event.player, here=True, gone_due=None, worker=event.worker)


@_change.register
def _gone(event: events.Gone, room: Room) -> Room:
    return _seat(room, event.player, here=False, gone_due=event.due, worker=None)


@_change.register
def _away(event: events.Away, room: Room) -> Room:
    bank = room.chairs[event.player].bank - event.spent
    room = _seat(room, event.player, away=event.reason, gone_due=None, bank=bank)
    return _time_turn(room, room.turn, event.due) if room.turn == event.player else room


@_change.register
def _returned(event: events.Returned, room: Room) -> Room:
    room = _seat(room, event.player, away=None, late=0)
    return _time_turn(room, room.turn, event.due) if room.turn == event.player else room


@_change.register
def _committed(event: events.Committed, room: Room) -> Room:
    return replace(
        room,
        stage=Stage.WAITING,
        committed=True,
        nonces=(None,) * len(room.chairs),
        deal=None,
        position=None,
        wait_due=event.due,
        ready=frozenset(),
        agreed=frozenset(),
        ended=None,
    )


@_change.register
def _nonced(event: events.Nonced, room: Room) -> Room:
    nonces = list(room.nonces)
    nonces[event.player] = event.nonce
    return replace(room, nonces=tuple(nonces))


@_change.register
def _dealt(event: events.Dealt, room: Room) -> Room:
    deal = room.match.deal(room.opened, room.nonce_bytes())
    position = Position.deal(room.rules, deal)
    room = replace(room, stage=Stage.PLAY, deal=deal, position=position, wait_due=None)
    return _time_turn(room, deal.order[position.turn], event.due)


@_change.register
def _acted(event: events.Acted, room: Room) -> Room:
    return _play(room, (event,))


def _play(room: Room, moves: tuple[events.Acted, ...]) -> Room:
    """The room after moves that follow one another."""
    wild = room.game.wild
    actions = [parse_action(move.do, wild) for move in moves]
    game = room.game.play_all(actions)
    turns_over = [discard_of(action) >= 0 for action in actions]
    for move, turn_over in zip(moves, turns_over, strict=True):
        chair = room.chairs[move.player]
        late = chair.late + turn_over if move.late else 0
        if chair.plays and (late, 0) != (chair.late, move.spent):
            room = _seat(room, move.player, late=late, bank=chair.bank - move.spent)
    due = moves[-1].due
    room = replace(room, position=game, turn_due=due)
    if not any(turns_over):
        return room
    turn = None if game.phase is Phase.OVER else room.order[game.turn]
    return _time_turn(room, turn, due)


@_change.register
def _round_over(event: events.RoundOver, room: Room) -> Room:
    match = room.match.score(room.order, room.outcome)
    if match.totals != event.totals:
        msg = f"table {room.table}: the log says totals {event.totals}, the rules say {match.totals}"
        raise ReplayError(msg)
    return replace(
        room,
        stage=Stage.BETWEEN,
        match=match,
        turn=None,
        turn_due=None,
        turn_bank=0,
        wait_due=event.due,
        ended=event,
        committed=False,
    )


@_change.register
def _ready(event: events.Ready, room: Room) -> Room:
    return replace(room, ready=room.ready | {event.player})


@_change.register
def _match_over(event: events.MatchOver, room: Room) -> Room:
    return _end(replace(room, ranking=event.ranking))


@_change.register
def _closed(_: events.Closed, room: Room) -> Room:
    return _end(room)


def _end(room: Room) -> Room:
    chairs = tuple(replace(chair, gone_due=None) for chair in room.chairs)
    room = replace(room, stage=Stage.OVER, chairs=chairs, wait_due=None)
    return _time_turn(room, None, None)


@_change.register
def _resumed(event: events.Resumed, room: Room) -> Room:
    chairs = tuple(
        replace(chair, here=False, worker=None, gone_due=event.gone if chair.plays else None)
        if chair.is_person
        else chair
        for chair in room.chairs
    )
    return _time_turn(replace(room, chairs=chairs, wait_due=event.wait), room.turn, event.turn)


@_change.register
def _ending(event: events.Ending, room: Room) -> Room:
    agreed = room.agreed | {event.player} if event.agree else room.agreed - {event.player}
    return replace(room, agreed=agreed)


@_change.register
def _credited(event: events.Credited, room: Room) -> Room:
    return replace(room, turn_due=event.due)
