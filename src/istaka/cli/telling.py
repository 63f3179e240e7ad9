"""A match record as a story: for people with coloured tiles, for machines one object a line."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from istaka.cli.consoles import stdout
from istaka.cli.tiles import tile, tiles
from istaka.game.position import Outcome, Position
from istaka.game.record import Record, Step, replay
from istaka.rules.actions import DRAW, GO_OUT, SHOW, TAKE, action_name, discard_of
from istaka.rules.tiles import face_name, kind_name


@dataclass(frozen=True)
class Moment:
    """A step of a replay and who made it."""

    step: Step
    names: tuple[str, ...]
    """The name in each seat."""
    seat: int
    """Who moved; the starter when the tiles have just been dealt."""

    @property
    def position(self) -> Position:
        """The position after the move."""
        return self.step.position

    @property
    def tile(self) -> int | None:
        """The kind that moved, None where the twin was shown."""
        if self.step.move is None or self.step.move.action == SHOW:
            return None
        if self.step.move.action in {DRAW, TAKE}:
            return self.position.taken
        return discard_of(self.step.move.action)


def moments(record: Record) -> Iterator[Moment]:
    """Every step with its seat."""
    seat = 0
    for step in replay(record):
        names = tuple(record.players[player].name for player in step.deal.order)
        yield Moment(step, names, 0 if step.move is None else seat)
        seat = step.position.turn


def as_lines(record: Record, *, turns: bool) -> Iterator[dict[str, Any]]:
    """One object for each deal, each action where `turns` are wanted, and each result."""
    for moment in moments(record):
        if moment.step.move is None:
            yield _deal_data(moment)
        elif turns:
            yield _action_data(moment)
        if moment.position.outcome is not None:
            yield _result_data(moment, moment.position.outcome)


def _deal_data(moment: Moment) -> dict[str, Any]:
    position = moment.position
    return {
        "round": moment.step.match.round,
        "order": list(moment.names),
        "indicator": face_name(position.indicator),
        "wild": face_name(position.wild),
        "hands": [_names(position, seat) for seat in range(position.players)],
    }


def _action_data(moment: Moment) -> dict[str, Any]:
    move, position = moment.step.move, moment.position
    assert move is not None  # noqa: S101 - asked for moves alone
    return {
        "round": moment.step.match.round,
        "player": moment.names[moment.seat],
        "action": action_name(move.action, position.wild),
        "tile": None if moment.tile is None else kind_name(moment.tile, position.wild),
        "late": move.late,
        "hand": _names(position, moment.seat),
    }


def _result_data(moment: Moment, outcome: Outcome) -> dict[str, Any]:
    match, order = moment.step.match, moment.step.deal.order
    return {
        "round": match.round,
        "ending": outcome.ending,
        "winner": None if outcome.winner is None else moment.names[outcome.winner],
        "discard": kind_name(outcome.discard, moment.position.wild),
        "points": list(match.by_player(order, outcome.penalties)),
        "totals": list(match.score(order, outcome).totals),
    }


def _names(position: Position, seat: int) -> list[str]:
    return [kind_name(kind, position.wild) for kind in position.hand(seat)]


def tell(record: Record, *, turns: bool) -> None:
    """Print the match."""
    console = stdout()
    for moment in moments(record):
        if moment.step.move is None:
            _tell_deal(console, moment)
        elif turns:
            console.print(_action_text(moment))
        if moment.position.outcome is not None:
            _tell_result(console, record, moment, moment.position.outcome)


def _tell_deal(console: Console, moment: Moment) -> None:
    position = moment.position
    console.print(
        f"Round {moment.step.match.round}: {', '.join(moment.names)} in the order of turns; "
        f"indicator {face_name(position.indicator)}, wild {face_name(position.wild)}",
        style="bold",
    )
    for seat, name in enumerate(moment.names):
        console.print(Text(f"  {name} holds ").append_text(tiles(sorted(position.hand(seat)), position.wild)))


def _action_text(moment: Moment) -> Text:
    move, position = moment.step.move, moment.position
    assert move is not None  # noqa: S101 - asked for moves alone
    words = {DRAW: "draws", TAKE: "takes", SHOW: "shows the indicator's twin"}
    verb = words.get(move.action, "goes out with" if move.action >= GO_OUT else "throws")
    text = Text(f"  {moment.names[moment.seat]} {verb} ")
    if moment.tile is not None:
        text.append_text(tile(moment.tile, position.wild))
    return text.append(" (the clock)" if move.late else "")


def _tell_result(console: Console, record: Record, moment: Moment, outcome: Outcome) -> None:
    match = moment.step.match.score(moment.step.deal.order, outcome)
    if outcome.winner is None:
        console.print("  Stalemate", style="bold")
    else:
        wild = " on a wild" if outcome.wild else ""
        console.print(f"  {moment.names[outcome.winner]} goes out: {outcome.ending}{wild}", style="bold")
        laid = tiles(sorted(moment.position.hand(outcome.winner)), moment.position.wild)
        console.print(Text("  ").append_text(laid))
    scored = zip(
        record.players,
        moment.step.match.by_player(moment.step.deal.order, outcome.penalties),
        match.totals,
        strict=True,
    )
    sign = "-" if record.rules.descending else "+"
    console.print(
        "  " + ", ".join(f"{player.name} {sign}{points} = {total}" for player, points, total in scored)
    )
    if match.over:
        places = sorted(zip(match.ranking, (player.name for player in record.players), strict=True))
        console.print("Match over: " + ", ".join(f"{place}. {name}" for place, name in places), style="bold")
