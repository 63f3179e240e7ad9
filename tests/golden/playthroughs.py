"""A round of every preset and number of players, state by state, as text that a change of the rules moves."""

from collections.abc import Iterator
from pathlib import Path

from golden.playing import bytes_of, generator, playing
from istaka.game.match import Match
from istaka.game.position import Outcome, Position
from istaka.rules.actions import action_name
from istaka.rules.ruleset import PRESETS
from istaka.rules.tiles import face_name, kind_name, kind_names

FOLDER = Path(__file__).parent / "playthroughs"
CASES = [(preset, players) for preset in PRESETS for players in (2, 3, 4)]


def path(preset: str, players: int) -> Path:
    return FOLDER / f"{preset}-{players}.txt"


def text(preset: str, players: int) -> str:
    """The file's text."""
    return "".join(f"{line}\n" for line in lines(preset, players))


def lines(preset: str, players: int) -> Iterator[str]:
    rules = PRESETS[preset]
    label = f"playthrough {preset} {players}"
    nonces = [bytes_of(f"{label} {player}", 16) for player in range(players)]
    deal = Match.new(rules, players, "playthrough").deal(bytes_of(label, 32), nonces)
    position = Position.deal(rules, deal)
    yield f"rules {rules.text}"
    yield f"indicator {face_name(position.indicator)}, wild {face_name(position.wild)}"
    yield from table(position)
    for before, move, after in playing(position, generator(label)):
        if before.turn == 0 and before.turns and before.phase == 0:
            yield from table(before)
        legal = " ".join(action_name(action, before.wild) for action in before.legal)
        late = " (the clock)" if move.late else ""
        yield f"seat {before.turn}, stock {before.stock}, idle {before.idle}: {legal}"
        yield f"  {action_name(move.action, before.wild)}{late}"
        position = after
    yield from table(position)
    assert position.outcome is not None
    yield result(position, position.outcome)


def table(position: Position) -> Iterator[str]:
    """Every hand and pile."""
    yield ""
    for seat in range(position.players):
        yield f"hand {seat}: {kind_names(position.hand(seat), position.wild)}"
    for seat in range(position.players):
        yield f"pile {seat}: {kind_names(position.pile(seat), position.wild)}".rstrip()


def result(position: Position, outcome: Outcome) -> str:
    why = [[f"{penalty.reason} {penalty.points}" for penalty in seat] for seat in outcome.why]
    discard = kind_name(outcome.discard, position.wild)
    return f"{outcome.ending}, winner {outcome.winner}, {discard}, holder {outcome.holder}: {why}"
