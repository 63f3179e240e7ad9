"""Deals made to order, for tests that need certain tiles in certain places."""

import random
from collections.abc import Mapping

from istaka.game.position import Position
from istaka.rules.actions import parse_action
from istaka.rules.ruleset import RuleSet
from istaka.rules.shuffle import Deal
from istaka.rules.tiles import parse_face, parse_kind, swap_wild, wild_of


def faces(text: str, indicator: int) -> list[int]:
    """The faces of tiles written with J for a wild."""
    wild = wild_of(indicator)
    return [swap_wild(parse_kind(word, wild), wild) for word in text.split()]


def rig(players: int, indicator: str = "B7", hands: Mapping[int, str] | None = None, stock: str = "") -> Deal:
    """A deal with this indicator, these first tiles in the hands and on top of the stock.

    The other places are filled with what is left of the 106 tiles, shuffled once and for all; the
    indicator's twin lies at the bottom of the stock unless it is asked for.
    """
    face = parse_face(indicator)
    wanted = {seat: faces(text, face) for seat, text in (hands or {}).items()}
    top = faces(stock, face)
    left = [tile // 2 for tile in range(106)]
    for tile in (face, *(tile for hand in wanted.values() for tile in hand), *top):
        left.remove(tile)
    random.Random(1).shuffle(left)
    left.sort(key=lambda tile: tile == face)
    racks = []
    for seat in range(players):
        rack = wanted.get(seat, [])
        size = 15 if seat == 0 else 14
        racks.append(rack + [left.pop(0) for _ in range(size - len(rack))])
    dealt = [racks[seat][place] for place in range(14) for seat in range(players)]
    wall = (*dealt, racks[0][14], *top, *left, face)
    return Deal(tuple(range(players)), (), wall, (face,))


def rigged(rules: RuleSet, *arguments: object, **keywords: object) -> Position:
    """The first position of such a deal."""
    return Position.deal(rules, rig(*arguments, **keywords))  # type: ignore[arg-type]


def play(position: Position, text: str) -> Position:
    """The position after actions in notation, separated by spaces."""
    for word in text.split():
        position = position.play(parse_action(word, position.wild))
    return position
