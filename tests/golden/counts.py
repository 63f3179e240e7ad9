"""Perft: how many sequences of actions lead on, from the deal, near a win and at the end of the stock."""

from collections.abc import Iterator
from pathlib import Path

from golden.playing import generator, playing
from istaka.game.perft import perft, start
from istaka.game.position import Phase, Position
from istaka.rules.actions import GO_OUT
from istaka.rules.chance import next_below
from istaka.rules.ruleset import PRESETS

FILE = Path(__file__).parent / "perft.txt"
DEPTHS = {"deal": 5, "win": 4, "end": 5}
NUMBERS = {"classic": 0, "remik": 1, "fast": 2}
"""The fixed deal of each preset; in deal 0 of four players a twin can be shown."""


def near_a_win(preset: str, players: int) -> Position:
    """The first position of some numbered deal in which the seat on turn may go out."""
    number = NUMBERS[preset]
    while True:
        first = start(PRESETS[preset], players, number)
        for position, _, _ in playing(first, generator(f"win {number}")):
            if position.turns and any(GO_OUT <= action < GO_OUT + 53 for action in position.legal):
                return position
        number += 1


def end_of_the_stock(preset: str, players: int) -> Position:
    """Two tiles are left in the stock; reached by any actions but going out."""
    position = start(PRESETS[preset], players, NUMBERS[preset])
    rng = generator("end")
    while position.stock > 2 or position.phase is not Phase.TAKE:
        legal = [action for action in position.legal if not GO_OUT <= action < GO_OUT + 53]
        position = position.play(legal[next_below(rng, len(legal))])
    return position


def positions(preset: str, players: int) -> dict[str, Position]:
    return {
        "deal": start(PRESETS[preset], players, NUMBERS[preset]),
        "win": near_a_win(preset, players),
        "end": end_of_the_stock(preset, players),
    }


def lines(preset: str, players: int) -> Iterator[str]:
    for name, position in positions(preset, players).items():
        counts = [perft(position, depth) for depth in range(1, DEPTHS[name] + 1)]
        yield f"{preset} {players} {name}: {' '.join(map(str, counts))}"


def text() -> str:
    """The file's text."""
    return "".join(
        f"{line}\n" for preset in PRESETS for players in (2, 3, 4) for line in lines(preset, players)
    )
