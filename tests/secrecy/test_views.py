"""A view holds nothing its seat may not know (O09): permuting hidden tiles does not move a byte of it."""

import pickle
import random

import numpy as np
import pytest

from istaka.game.match import Match
from istaka.game.position import Phase, Position
from istaka.rules.ruleset import PRESETS, RuleSet
from istaka.rules.state import STATE, STOCK_END

STATES = 500


def random_positions(rules: RuleSet, players: int, count: int, chance: random.Random) -> list[Position]:
    """States from the middle of random rounds."""
    found: list[Position] = []
    while len(found) < count:
        nonces = [chance.randbytes(16) for _ in range(players)]
        position = Position.deal(rules, Match.new(rules, players, "m").deal(chance.randbytes(32), nonces))
        while position.phase is not Phase.OVER:
            if chance.random() < 0.1:
                found.append(position)
            position = position.play(chance.choice(position.legal))
    return found[:count]


def rearranged(position: Position, seat: int, chance: random.Random) -> Position:
    """The same public history for this seat, with every tile hidden from it somewhere else.

    The tiles of the stock and those of other hands that nobody knows are shuffled among their places. The
    order in which others received their tiles is hidden, too, and so is the tile another seat has just drawn.
    """
    game = np.frombuffer(position.to_bytes(), STATE)[0].copy()
    others = [other for other in range(position.players) if other != seat]
    hidden = {other: hidden_tiles(position, seat, other) for other in others}
    pool = [kind for tiles in hidden.values() for kind in tiles]
    pool += [int(kind) for kind in game.wall[game.position : STOCK_END]]
    chance.shuffle(pool)
    for other in others:
        known = [kind for kind in range(53) for _ in range(int(game.known[other, kind]))]
        tiles = known + [pool.pop() for _ in hidden[other]]
        chance.shuffle(tiles)
        lay_in_hand(game, other, tiles)
        if game.turn == other and game.taken >= 0 and not game.from_pile:
            game.taken = tiles[-1]
    game.wall[game.position : STOCK_END] = pool
    if game.bonus == 1 and game.holder != seat:
        game.holder = chance.choice([-1, *others])
    return Position.from_bytes(position.rules, game.tobytes())


def hidden_tiles(position: Position, seat: int, other: int) -> list[int]:
    known = position.view(seat).known[other].tolist()
    hidden = []
    for kind in position.hand(other):
        if known[kind]:
            known[kind] -= 1
        else:
            hidden.append(kind)
    return hidden


def lay_in_hand(game: np.record, seat: int, tiles: list[int]) -> None:
    game.hands[seat] = np.bincount(tiles, minlength=53)
    game.received[seat] = 0
    for stamp, kind in enumerate(tiles, 1):
        game.received[seat, kind, 1] = game.received[seat, kind, 0]
        game.received[seat, kind, 0] = stamp
    game.bits[seat] = 0
    for kind in tiles:
        if kind < 52:
            bit = 1 << (16 * (kind // 13) + kind % 13)
            game.bits[seat, 1] |= game.bits[seat, 0] & bit
            game.bits[seat, 0] |= bit


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", ["remik", "classic"])
def test_o09_permuting_hidden_tiles_leaves_a_view_byte_identical(preset: str, players: int) -> None:
    chance = random.Random(f"{preset} {players}")
    moved = 0
    for position in random_positions(PRESETS[preset], players, STATES // 6 + 1, chance):
        for seat in range(players):
            other = rearranged(position, seat, chance)
            moved += other != position
            assert other.view(seat).to_bytes() == position.view(seat).to_bytes()
            assert pickle.dumps(other.view(seat)) == pickle.dumps(position.view(seat))
    assert moved > STATES / 6 * players * 0.9, "the tiles were really moved"


def test_o09_the_other_seats_see_that_their_tiles_changed() -> None:
    """The test has teeth: what is hidden from one seat shows in the view of the seat that holds it."""
    chance = random.Random(1)
    position = random_positions(RuleSet.remik(), 3, 1, chance)[0]
    other = rearranged(position, 0, chance)
    assert other.view(1).to_bytes() != position.view(1).to_bytes()


def test_a_pickled_view_holds_no_stretch_of_the_stock() -> None:
    chance = random.Random(2)
    for position in random_positions(RuleSet.remik(), 4, 20, chance):
        game = np.frombuffer(position.to_bytes(), STATE)[0]
        stock = game.wall[game.position : STOCK_END].tobytes()
        if len(stock) < 8:
            continue
        text = pickle.dumps([position.view(seat) for seat in range(4)])
        assert all(stock[place : place + 8] not in text for place in range(len(stock) - 7))
