"""What each player learns: an event's public part and each player's own, and a whole table for one player.

Everything that leaves the server about a round is made here, from the room and for one player, so that
secrecy can be read and tested in one place.
"""

from collections.abc import Iterable
from functools import singledispatch
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from istaka.game.position import Phase, Position
from istaka.rules.actions import DRAW, GO_OUT, SHOW, TAKE, discard_of, parse_action
from istaka.rules.ruleset import RuleSet
from istaka.rules.shuffle import commitment, fixed_nonce
from istaka.rules.tiles import face_name, kind_name
from istaka.server.core import events
from istaka.server.core import messages as wire
from istaka.server.core.events import Entry, RoundOver
from istaka.server.core.hints import Rack, finishes, laid, rack
from istaka.server.core.messages import Can, Laid, PlayerInfo, Private, PublicEvent
from istaka.server.core.room import Room, Stage

_DOING: Final[tuple[tuple[int, wire.Doing], ...]] = (
    (DRAW, "draw"),
    (TAKE, "take"),
    (0, "discard"),
    (SHOW, "show"),
)
"""In the order of the wire; 0 stands for every discard."""
_CHANGES_CHOICES: Final = (
    events.Away,
    events.Returned,
    events.Dealt,
    events.Acted,
    events.RoundOver,
    events.MatchOver,
    events.Closed,
)


class Told(Struct, frozen=True):
    """An event as it is told.

    Attributes:
        seq: its number.
        public: what everyone learns, with an absolute deadline in `due`.
        private: each player's own part, None where there is none.
        due: the instant that `public.deadline` counts down to.
        bank: how much of that, at its end, is the time bank of whoever moves.
    """

    seq: int
    public: PublicEvent
    private: tuple[Private | None, ...]
    due: int | None
    bank: int = 0


def tell(before: Room | None, entry: Entry, after: Room, hands: tuple[Laid, ...] | None = None) -> Told:
    """The event for everyone and for each player; only people get parts of their own.

    Args:
        before: the table before it, None before the first.
        entry: the event.
        after: the table after it.
        hands: of the end of a round, what `laid` says of its `racks`, where that is known already.
    """
    private: list[Private | None] = [None] * len(after.chairs)
    if isinstance(entry.event, _CHANGES_CHOICES):
        last = None if before is None else before.turn
        for player in _concerned(entry.event, last, after):
            private[player] = _private(entry.event, after, player, last)
    public = _public(entry.event, after)
    if isinstance(public, wire.RoundOver):
        public = replace(public, hands=tuple(map(laid, racks(after))) if hands is None else hands)
    return Told(entry.seq, public, tuple(private), _due(entry.event, after), after.turn_bank)


def racks(room: Room) -> tuple[Rack, ...]:
    """Every player's tiles when a round is over: to lay them open is the dearest part of telling it."""
    return tuple(rack(room.game, room.seat_of(player)) for player in range(len(room.chairs)))


def _concerned(event: object, last: int | None, after: Room) -> list[int]:
    """To whom an event may bring something of his own: to all at a deal, else to who moved and moves next."""
    players = range(len(after.chairs)) if isinstance(event, events.Dealt) else {last, after.turn} - {None}
    return [player for player in players if player is not None and after.chairs[player].is_person]


def snapshot(room: Room, player: int | None, now: int, told: tuple[Told, ...]) -> wire.TableState:
    """The table as this player may see it.

    Args:
        room: the table.
        player: who looks, None for a spectator.
        now: the server's clock, ms; deadlines are counted from it.
        told: the latest events, for the log and the result that is shown.
    """
    results = [one.public for one in told if isinstance(one.public, wire.RoundOver)]
    shown = room.position is not None
    return wire.TableState(
        id=room.table,
        you=player,
        rules=rules_info(room.rules),
        clock=room.terms.clock // 1000,
        rated=room.rated,
        watch=room.watch,
        delay=room.delay,
        players=tuple(player_info(room, i) for i in range(len(room.chairs))),
        totals=room.match.totals,
        round=room.round,
        phase=_phase(room),
        turn=room.turn,
        deadline=left(_running(room), now),
        bank=min(room.turn_bank, left(room.turn_due, now) or 0),
        order=room.order,
        indicator=face_name(room.game.indicator) if shown else None,
        wild=face_name(room.game.wild) if shown else None,
        stock=room.game.stock if shown else 0,
        hand=_hand(room, player) if shown and player is not None else (),
        sizes=_sizes(room) if shown else (0,) * len(room.chairs),
        piles=_piles(room) if shown else ((),) * len(room.chairs),
        taken=_taken(room, player) if shown and player is not None else None,
        memory=_memory(room, player) if shown else None,
        can=None if player is None else can(room, player),
        commitment=None if room.secret is None or not _opens(room) else commitment(room.secret),
        nonced=tuple(i for i, nonce in enumerate(room.nonces) if nonce is not None),
        draws=_draws(room),
        turned=_turned(room),
        result=results[-1] if results and room.ended is not None else None,
        ready=tuple(sorted(room.ready)),
        ending=tuple(sorted(room.agreed)),
        ranking=room.ranking,
        log=tuple(one.public for one in told),
    )


def left(due: int | None, now: int) -> int | None:
    """Milliseconds from now to an instant, 0 when it is past."""
    return None if due is None else max(0, due - now)


def rules_info(rules: RuleSet) -> wire.RulesInfo:
    """The rule set, as far as it is shown."""
    return wire.RulesInfo(
        name=rules.name,
        limit=rules.limit,
        descending=rules.descending,
        ace_high=rules.ace_high,
        return_taken=rules.return_taken,
        bonus=rules.bonus,
        text=rules.text,
    )


def player_info(room: Room, player: int) -> PlayerInfo:
    """A player as the others see him."""
    chair = room.chairs[player]
    return PlayerInfo(
        name=chair.seat.name,
        bot=chair.seat.bot,
        away=chair.away is not None,
        here=chair.here,
        id=chair.seat.owner,
        kind="bot" if chair.seat.bot else chair.seat.kind,
        bank=chair.bank,
    )


def can(room: Room, player: int) -> Can | None:
    """What a player may do with the tiles now, None for nothing."""
    if room.turn != player or not room.chairs[player].plays:
        return None
    game = room.game
    legal = game.legal
    throws = _names([action for action in legal if action < DRAW], game)
    others = legal[len(throws) :]  # the legal actions ascend
    return Can(
        do=tuple(word for action, word in _DOING if action in others or (action < DRAW and throws)),
        discard=throws,
        finish=finishes(game) if others and GO_OUT <= others[0] < SHOW else (),
    )


def _phase(room: Room) -> wire.PhaseName:
    if room.stage is Stage.PLAY:
        return "take" if room.game.phase == Phase.TAKE else "discard"
    names: dict[Stage, wire.PhaseName] = {
        Stage.WAITING: "waiting",
        Stage.BETWEEN: "between",
        Stage.OVER: "over",
    }
    return names[room.stage]


def _running(room: Room) -> int | None:
    """The end of what runs and is shown: the turn at a table with a clock, or a wait."""
    if room.stage is Stage.PLAY:
        return room.turn_due if room.terms.clock else None
    return room.wait_due


def _opens(room: Room) -> bool:
    return room.committed or room.ended is not None


def _names(kinds: Iterable[int], game: Position) -> tuple[str, ...]:
    wild = game.wild
    return tuple(kind_name(kind, wild) for kind in kinds)


def _hand(room: Room, player: int) -> tuple[str, ...]:
    return _names(room.game.hand(room.seat_of(player)), room.game)


def _sizes(room: Room) -> tuple[int, ...]:
    return room.match.by_player(room.order, tuple(room.game.size(seat) for seat in range(room.game.players)))


def _piles(room: Room) -> tuple[tuple[str, ...], ...]:
    return tuple(_names(room.game.pile(room.seat_of(i)), room.game) for i in range(len(room.chairs)))


def _taken(room: Room, player: int) -> str | None:
    taken = room.game.taken
    return kind_name(taken, room.game.wild) if room.turn == player and taken is not None else None


def _memory(room: Room, player: int | None) -> wire.Memory:
    game = room.game
    holder = game.holder(None if player is None else room.seat_of(player))
    last, took = game.last_discard, game.taken if game.taken_from_pile else None
    return wire.Memory(
        known=tuple(_names(game.known(room.seat_of(i)), game) for i in range(len(room.chairs))),
        turns=game.turns,
        idle=game.idle,
        last=None if last is None else kind_name(last, game.wild),
        took=None if took is None else kind_name(took, game.wild),
        holder=None if holder is None else room.order[holder],
    )


def _draws(room: Room) -> tuple[tuple[wire.Drawn, ...], ...]:
    draws = () if room.deal is None else room.deal.draws
    return tuple(tuple(wire.Drawn(player, face_name(face)) for player, face in one) for one in draws)


def _turned(room: Room) -> tuple[str, ...]:
    return () if room.deal is None else tuple(face_name(face) for face in room.deal.turned)


def _due(event: object, after: Room) -> int | None:
    """The instant that the deadline of an event's public part counts down to."""
    if isinstance(event, events.Gone | events.Committed | events.RoundOver):
        return event.due
    return _running(after)


def _private(event: object, after: Room, player: int, last: int | None) -> Private | None:
    """A player's own part of an event; `last` was to move before it."""
    choices = can(after, player)
    if isinstance(event, events.Dealt):
        return Private(hand=_hand(after, player), can=choices)
    if isinstance(event, events.Acted) and event.player == player and event.do == "draw":
        return Private(tile=kind_name(after.received, after.game.wild), can=choices)
    return None if choices is None and player != last else Private(can=choices)


@singledispatch
def _public(event: object, after: Room) -> PublicEvent:
    """What everyone learns of an event; its deadline is filled in when it is sent."""
    msg = f"table {after.table}: {type(event).__name__} is told to nobody"
    raise TypeError(msg)


@_public.register
def _seated(event: events.Seated, after: Room) -> PublicEvent:
    players = tuple(player_info(after, i) for i in range(len(after.chairs)))
    return wire.Seated(
        players=players,
        rules=rules_info(after.rules),
        clock=after.terms.clock // 1000,
        rated=event.rated,
        watch=event.watch,
        delay=event.delay,
    )


@_public.register
def _here(event: events.Here, after: Room) -> PublicEvent:
    del after
    return wire.Here(player=event.player)


@_public.register
def _gone(event: events.Gone, after: Room) -> PublicEvent:
    del after
    return wire.Gone(player=event.player, deadline=None)


@_public.register
def _away(event: events.Away, after: Room) -> PublicEvent:
    return wire.Away(player=event.player, bot=after.standin, reason=event.reason, deadline=None)


@_public.register
def _returned(event: events.Returned, after: Room) -> PublicEvent:
    del after
    return wire.Returned(player=event.player, deadline=None)


@_public.register
def _committed(event: events.Committed, after: Room) -> PublicEvent:
    del after
    return wire.Committed(round=event.round, commitment=event.commitment, deadline=None)


@_public.register
def _nonced(event: events.Nonced, after: Room) -> PublicEvent:
    del after
    return wire.Nonced(player=event.player)


@_public.register
def _dealt(event: events.Dealt, after: Room) -> PublicEvent:
    return wire.Dealt(
        round=event.round,
        order=after.order,
        draws=_draws(after),
        indicator=face_name(after.game.indicator),
        turned=_turned(after),
        wild=face_name(after.game.wild),
        stock=after.game.stock,
        sizes=_sizes(after),
        turn=after.order[0],
        deadline=None,
    )


@_public.register
def _acted(event: events.Acted, after: Room) -> PublicEvent:
    game, player = after.game, event.player
    action = parse_action(event.do, game.wild)
    if action == DRAW:
        return wire.Drew(player=player, stock=game.stock, deadline=None, late=event.late)
    if action == TAKE:
        source = after.order[after.seat_of(player) - 1]
        tile = kind_name(after.received, game.wild)
        return wire.Took(player=player, source=source, tile=tile, deadline=None)
    if action == SHOW:
        return wire.Showed(player=player)
    tile = kind_name(discard_of(action), game.wild)
    return wire.Discarded(player=player, tile=tile, turn=after.turn, deadline=None, late=event.late)


@_public.register
def _round_over(event: RoundOver, after: Room) -> PublicEvent:
    game, outcome = after.game, after.outcome
    seats = [after.seat_of(player) for player in range(len(after.chairs))]
    return wire.RoundOver(
        round=event.round,
        ending=outcome.ending,
        wild=outcome.wild,
        winner=None if outcome.winner is None else after.order[outcome.winner],
        discard=kind_name(outcome.discard, game.wild),
        hands=(),
        points=event.points,
        why=tuple(tuple(wire.Reason(*one) for one in outcome.why[seat]) for seat in seats),
        totals=event.totals,
        bonus=None if outcome.holder is None else after.order[outcome.holder],
        secret=event.secret,
        nonces=_nonces_used(after),
        deadline=None,
    )


def _nonces_used(room: Room) -> tuple[wire.NonceUsed, ...]:
    return tuple(
        wire.NonceUsed(player, fixed_nonce(room.table, room.round, player).hex(), "fixed")
        if nonce is None
        else wire.NonceUsed(player, nonce, "client")
        for player, nonce in enumerate(room.nonces)
    )


@_public.register
def _ready(event: events.Ready, after: Room) -> PublicEvent:
    del after
    return wire.Ready(player=event.player)


@_public.register
def _match_over(event: events.MatchOver, after: Room) -> PublicEvent:
    return wire.MatchOver(ranking=event.ranking, totals=after.match.totals)


@_public.register
def _resumed(event: events.Resumed, after: Room) -> PublicEvent:
    del event
    gone = tuple(i for i, chair in enumerate(after.chairs) if not chair.here)
    return wire.Resumed(deadline=None, gone=gone)


@_public.register
def _ending(event: events.Ending, after: Room) -> PublicEvent:
    del after
    return wire.Ending(player=event.player, agree=event.agree)


@_public.register
def _credited(event: events.Credited, after: Room) -> PublicEvent:
    del after
    return wire.Credited(player=event.player, deadline=None)


@_public.register
def _closed(event: events.Closed, after: Room) -> PublicEvent:
    del after
    opened = None if event.secret is None else commitment(bytes.fromhex(event.secret))
    return wire.Closed(reason=event.reason, commitment=opened, secret=event.secret)
