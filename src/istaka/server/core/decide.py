"""What a request leads to: `decide(room, request, now, secret) -> steps | problem`."""

from dataclasses import dataclass
from functools import singledispatch
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from istaka.game.position import Phase
from istaka.rules.actions import DRAW, GO_OUT, N_ACTIONS, SHOW, TAKE, Refusal, action_name, discard_of
from istaka.rules.errors import IllegalActionError, TileError
from istaka.rules.ruleset import RuleSet
from istaka.rules.shuffle import commitment
from istaka.rules.tiles import parse_kind
from istaka.server.core import events, messages
from istaka.server.core.events import Entry, LogEvent, Seat, Terms
from istaka.server.core.evolve import evolve, found
from istaka.server.core.messages import Problem
from istaka.server.core.room import Room, Stage

_PLAIN: Final[dict[str, int]] = {"draw": DRAW, "take": TAKE, "show": SHOW}
LATE_TURNS: Final = 2
"""R12.2: after so many time-outs in a row a bot plays the seat."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A player's command; what the network has made late, up to so many ms, is not his fault."""

    player: int
    command: messages.Command
    allowance: int = 0


@dataclass(frozen=True, slots=True)
class Attached:
    """A player's socket is attached, to the worker of that id."""

    player: int
    worker: str | None = None


@dataclass(frozen=True, slots=True)
class Detached:
    """A player has had no socket at that worker since that instant."""

    player: int
    since: int
    worker: str | None = None


@dataclass(frozen=True, slots=True)
class NonceCame:
    """A player's nonce for a round."""

    player: int
    round: int
    nonce: str


@dataclass(frozen=True, slots=True)
class BotMoves:
    """What the bot that plays a seat has chosen, having seen the table after event `seq`."""

    player: int
    action: int
    seq: int


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: do one thing that is due. A move may be on its way for so many ms."""

    allowance: int = 0


@dataclass(frozen=True, slots=True)
class Restarted:
    """The server that held every socket was started again."""


@dataclass(frozen=True, slots=True)
class Credit:
    """The worker that holds this player's socket stops: a turn of his has so many ms more."""

    player: int
    ms: int


Request = Asked | Attached | Detached | NonceCame | BotMoves | Tick | Restarted | Credit


class Step(Struct, frozen=True):
    """One event, in its place, and the room after it."""

    entry: Entry
    room: Room


Steps = tuple[Step, ...]


class Draft:
    """The steps decided so far, and the room after them."""

    def __init__(self, room: Room, now: int, secret: bytes) -> None:
        self.room = room
        self.now = now
        self.secret = secret
        self.steps: list[Step] = []

    def add(self, event: LogEvent) -> None:
        """One more event."""
        secret = self.secret if isinstance(event, events.Committed) else None
        entry = Entry(self.room.seq + 1, self.now, event, secret=secret)
        self.room = evolve(self.room, entry)
        self.steps.append(Step(entry, self.room))

    def signed(self, player: int, command: str) -> Steps:
        """The steps, the first of them as what that command led to."""
        first, *rest = self.steps
        return (replace(first, entry=replace(first.entry, player=player, command=command)), *rest)


@dataclass(frozen=True, slots=True)
class Opening:
    """What a table is made of.

    Attributes:
        rules: the rule set.
        seats: who sits where.
        standin: level of the bots that play for people.
        terms: the times.
        rated: whether the result counts for ratings.
        watch: whether spectators are let in.
        delay: so many ms later they are told.
    """

    rules: RuleSet
    seats: tuple[Seat, ...]
    standin: str
    terms: Terms
    rated: bool = False
    watch: bool = False
    delay: int = 0


def open_table(table: str, opening: Opening, now: int, secret: bytes) -> Steps:
    """A new table; where nobody but bots sits at it, its first round begins at once."""
    seated = events.Seated(
        rules=opening.rules.text,
        terms=opening.terms,
        seats=opening.seats,
        standin=opening.standin,
        due=now + opening.terms.gone,
        rated=opening.rated,
        watch=opening.watch,
        delay=opening.delay,
    )
    entry = Entry(1, now, seated)
    draft = Draft(found(table, entry), now, secret)
    first = Step(entry, draft.room)
    _go_on(draft)
    return (first, *draft.steps)


def decide(room: Room, request: Request, now: int, secret: bytes) -> Steps | Problem:
    """The events that a request leads to, with the rooms after them, or why nothing happens.

    Args:
        room: the table now.
        request: what is asked.
        now: when it arrived, ms.
        secret: 32 fresh random bytes, used if a round begins.
    """
    draft = Draft(room, now, secret)
    problem = _answer(request, draft)
    if problem is not None:
        return problem
    if isinstance(request, Asked):
        return draft.signed(request.player, request.command.id)
    return tuple(draft.steps)


@singledispatch
def _answer(request: object, draft: Draft) -> Problem | None:
    """Add to the draft what the request leads to, or say why nothing."""
    msg = f"{type(request).__name__} cannot be asked of table {draft.room.table}"
    raise TypeError(msg)


@_answer.register
def _asked(request: Asked, draft: Draft) -> Problem | None:
    if draft.room.stage is Stage.OVER:
        return Problem("table_over")
    if request.command.seq > draft.room.seq:
        return Problem("ahead")
    return _obey(request, draft)


def _obey(request: Asked, draft: Draft) -> Problem | None:
    player, command = request.player, request.command
    match command:
        case messages.Act():
            return _act(draft, request, command)
        case messages.Next():
            return _next(draft, player, command)
        case messages.Leave():
            return _leave(draft, player)
        case messages.Back():
            return _back(draft, player)
    return _agree(draft, player, agree=command.agree)


def _act(draft: Draft, request: Asked, command: messages.Act) -> Problem | None:
    room, player = draft.room, request.player
    problem = _may_act(room, player, command.seq, draft.now - _allowed(room, request.allowance))
    if problem is not None:
        return problem
    try:
        action = _action_of(command, room.game.wild)
    except TileError:
        return Problem("bad_tile", {"tile": command.tile})
    return _try(draft, player, action)


def _try(draft: Draft, player: int, action: int) -> Problem | None:
    """Play an action, or say why the rules refuse it: asking them before would cost as much again."""
    if not 0 <= action < N_ACTIONS:
        return Problem("no_such_action")
    try:
        _play(draft, player, action)
    except IllegalActionError as error:
        return Problem(Refusal(error.code).name.lower())
    return None


def _allowed(room: Room, allowance: int) -> int:
    """How much of an allowance this table grants, ms."""
    return min(allowance, room.terms.lag)


def _may_act(room: Room, player: int, seq: int, now: int) -> Problem | None:
    """Why this player may not act now, having seen the table after event `seq`."""
    if seq < room.moved:
        return Problem("stale")
    if room.chairs[player].away:
        return Problem("away")
    if room.turn != player:
        return Problem("not_your_turn")
    if room.turn_due is not None and now >= room.turn_due:
        return Problem("too_late")
    return None


def _action_of(command: messages.Act, wild: int) -> int:
    """The action that a command means; raises `TileError` for a tile that is none."""
    if command.do in _PLAIN:
        return _PLAIN[command.do]
    kind = parse_kind(command.tile or "", wild)
    return kind + GO_OUT if command.do == "finish" else kind


def _next(draft: Draft, player: int, command: messages.Next) -> Problem | None:
    if command.seq < draft.room.moved:
        return Problem("stale")
    if draft.room.stage is not Stage.BETWEEN:
        return Problem("not_between")
    if draft.room.chairs[player].away:
        return Problem("away")
    if player in draft.room.ready:
        return Problem("already_ready")
    draft.add(events.Ready(player=player))
    _go_on(draft)
    return None


def _leave(draft: Draft, player: int) -> Problem | None:
    if draft.room.chairs[player].away:
        return Problem("away")
    _send_away(draft, player, "left")
    return None


def _back(draft: Draft, player: int) -> Problem | None:
    if not draft.room.chairs[player].away:
        return Problem("not_away")
    _return(draft, player)
    return None


def _agree(draft: Draft, player: int, *, agree: bool) -> Problem | None:
    if draft.room.chairs[player].away:
        return Problem("away")
    if agree == (player in draft.room.agreed):
        return Problem("already_said")
    draft.add(events.Ending(player=player, agree=agree))
    _go_on(draft)
    return None


@_answer.register
def _attached(request: Attached, draft: Draft) -> Problem | None:
    room, player = draft.room, request.player
    chair = room.chairs[player]
    if room.stage is Stage.OVER or (chair.here and chair.worker == request.worker):
        return None
    draft.add(events.Here(player=player, worker=request.worker))
    if chair.away == "gone":
        _return(draft, player)
    _go_on(draft)
    return None


@_answer.register
def _detached(request: Detached, draft: Draft) -> Problem | None:
    room, player = draft.room, request.player
    chair = room.chairs[player]
    if room.stage is not Stage.OVER and chair.here and chair.worker == request.worker:
        due = request.since + room.terms.gone if chair.plays else None
        draft.add(events.Gone(player=player, due=due))
    return None


@_answer.register
def _nonce_came(request: NonceCame, draft: Draft) -> Problem | None:
    room, player = draft.room, request.player
    if room.stage is not Stage.WAITING or not room.committed or request.round != room.round:
        return Problem("not_waiting")
    if room.nonces[player] is not None:
        return Problem("not_waiting")
    draft.add(events.Nonced(player=player, nonce=request.nonce))
    _go_on(draft)
    return None


@_answer.register
def _bot_moves(request: BotMoves, draft: Draft) -> Problem | None:
    room = draft.room
    if room.turn != request.player or room.level(request.player) is None or room.moved != request.seq:
        return Problem("stale")
    return _try(draft, request.player, request.action)


@_answer.register
def _restarted(_: Restarted, draft: Draft) -> Problem | None:
    room, now = draft.room, draft.now
    if room.stage is Stage.OVER:
        return None
    waits = {Stage.WAITING: room.terms.nonces, Stage.BETWEEN: room.terms.between}
    draft.add(
        events.Resumed(
            turn=None if room.turn is None else _turn_due(room, room.turn, now),
            wait=None if room.wait_due is None else now + waits[room.stage],
            gone=now + room.terms.gone,
        )
    )
    return None


@_answer.register
def _credit(request: Credit, draft: Draft) -> Problem | None:
    room, player = draft.room, request.player
    if room.turn == player and room.turn_due is not None and room.terms.clock and room.chairs[player].plays:
        draft.add(events.Credited(player=player, due=room.turn_due + request.ms))
    return None


@_answer.register
def _tick(request: Tick, draft: Draft) -> Problem | None:
    room, now = draft.room, draft.now
    if room.stage is Stage.OVER:
        return None
    for player, chair in enumerate(room.chairs):
        if chair.gone_due is not None and chair.gone_due <= now:
            _send_away(draft, player, "gone")
            return None
    late = now - _allowed(room, request.allowance)
    if room.turn is not None and room.turn_due is not None and room.turn_due <= late:
        _time_out(draft, room.turn)
    elif room.wait_due is not None and room.wait_due <= now:
        _deal(draft) if room.stage is Stage.WAITING else _commit(draft)
    return None


def _time_out(draft: Draft, player: int) -> None:
    """R12.1: move for whoever is late; R12.2: a table where nothing happens for a day ends."""
    chair = draft.room.chairs[player]
    if chair.plays and not draft.room.terms.clock:
        _close(draft, "idle")
        return
    while draft.room.turn == player:
        _play(draft, player, draft.room.game.timeout_action(), late=True)
    if draft.room.stage is not Stage.OVER and draft.room.chairs[player].late >= LATE_TURNS:
        _send_away(draft, player, "late")


def _play(draft: Draft, player: int, action: int, *, late: bool = False) -> None:
    """An action that the rules allow, and the end of the round if it is one."""
    room = draft.room
    due, spent = room.turn_due, 0
    if discard_of(action) >= 0:
        seat = (room.seat_of(player) + 1) % len(room.chairs)
        due = None if action >= GO_OUT else _turn_due(room, room.order[seat], draft.now)
        spent = room.spent(draft.now)
    name = action_name(action, room.game.wild)
    draft.add(events.Acted(player=player, do=name, due=due, late=late, spent=spent))
    if draft.room.game.phase == Phase.OVER:
        _end_round(draft)


def _turn_due(room: Room, player: int, now: int) -> int:
    """The deadline of a turn that this player begins now."""
    if room.terms.clock:
        return now + room.terms.clock + room.bank_of(player)
    return now + (room.terms.idle if room.chairs[player].plays else room.terms.bot)


def _end_round(draft: Draft) -> None:
    room = draft.room
    match = room.match.score(room.order, room.outcome)
    draft.add(
        events.RoundOver(
            round=room.round,
            points=match.by_player(room.order, room.outcome.penalties),
            totals=match.totals,
            secret=room.opened.hex(),
            due=None if match.over else draft.now + room.terms.between,
        )
    )
    if match.over:
        draft.add(events.MatchOver(ranking=match.ranking))


def _send_away(draft: Draft, player: int, reason: Literal["left", "gone", "late"]) -> None:
    """A bot plays for this player from now on (R12.2)."""
    room, due, spent = draft.room, None, 0
    if room.turn == player and room.turn_due is not None:
        due, spent = draft.now + room.terms.bot, room.spent(draft.now)
        if room.terms.clock:  # a bot has no time bank
            due = max(room.turn_due - room.turn_bank, min(room.turn_due, draft.now))
    draft.add(events.Away(player=player, reason=reason, due=due, spent=spent))
    _go_on(draft)


def _return(draft: Draft, player: int) -> None:
    """The player moves for himself again; a running clock runs on, and has his time bank behind it."""
    room, due = draft.room, None
    if room.turn == player and room.turn_due is not None:
        due = room.turn_due + room.chairs[player].bank if room.terms.clock else draft.now + room.terms.idle
    draft.add(events.Returned(player=player, due=due))


def _go_on(draft: Draft) -> None:
    """Begin the round, deal, or begin the next one, when nobody has to be waited for any longer."""
    room = draft.room
    people = [i for i, chair in enumerate(room.chairs) if chair.plays]
    if people and room.agreed.issuperset(people):
        _close(draft, "agreed")
    elif room.stage is Stage.BETWEEN:
        if people and room.ready.issuperset(people):
            _commit(draft)
    elif room.stage is Stage.WAITING and room.committed:
        if all(room.nonces[player] is not None for player in people):
            _deal(draft)
    elif room.stage is Stage.WAITING:
        if not people and any(chair.is_person for chair in room.chairs):
            _close(draft, "empty")
        elif all(room.chairs[player].here for player in people):
            _commit(draft)


def _commit(draft: Draft) -> None:
    """Bind the server to the secret of the next round; nonces are asked for only now."""
    room = draft.room
    round_number = room.match.round
    due = draft.now + room.terms.nonces
    draft.add(events.Committed(round=round_number, commitment=commitment(draft.secret), due=due))
    if not any(chair.plays for chair in room.chairs):
        _deal(draft)


def _deal(draft: Draft) -> None:
    """Deal with the nonces that came; the starter's clock has the time of dealing on top."""
    room = draft.room
    starter = room.match.deal(room.opened, room.nonce_bytes()).order[0]
    due = _turn_due(room, starter, draft.now) + room.terms.deal
    draft.add(events.Dealt(round=room.round, due=due))


def _close(draft: Draft, reason: Literal["idle", "empty", "agreed"]) -> None:
    """End the table without a result; a round that was running is abandoned and its secret opened."""
    room = draft.room
    draft.add(events.Closed(reason=reason, secret=room.opened.hex() if room.committed else None))
