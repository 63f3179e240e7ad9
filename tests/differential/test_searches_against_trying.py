"""One search for all free discards, and one for all outs, must agree with trying tile by tile."""

import numpy as np
import pytest

from istaka.cli.workloads import near_hands, random_hands
from istaka.rules.tiles import N_KINDS
from istaka.solver import discards, distances, outs
from istaka.solver.bits import ALL_KINDS, kind_at, pack
from istaka.solver.free import free_discards
from istaka.solver.gain import gain
from istaka.solver.table import live_copies
from istaka.solver.tables import new_scratch, tables
from oracles.amounts import amount

WILD = 52


def families(count: int, size: int) -> np.ndarray:
    return np.concatenate([random_hands(count, size, 7), near_hands(count, size, 8), paired(count, size)])


def paired(count: int, size: int) -> np.ndarray:
    """Hands that are closer to seven pairs than to melds, now and then with every tile in a pair."""
    rng = np.random.default_rng(10)
    hands = np.zeros((count, N_KINDS), np.uint8)
    for hand in hands:
        kinds = rng.permutation(N_KINDS)
        hand[kinds[: rng.integers(4, 8)]] = 2
        hand[kinds[7 : 7 + size - hand.sum()]] = 1
        assert hand.sum() == size
    return hands


def with_each(hand: np.ndarray, step: int) -> tuple[list[int], np.ndarray]:
    """The kinds of which one more (or one less) is possible, and the hands with it."""
    possible = [kind for kind, copies in enumerate(hand.tolist()) if 0 <= copies + step <= 2]
    changed = np.repeat(hand[None].astype(np.int64), len(possible), axis=0)
    changed[range(len(possible)), possible] += step
    return possible, changed.astype(np.uint8)


def helpful(hand: np.ndarray, *, ace_high: bool) -> set[int]:
    """Kinds that lower the distance of 14 tiles, by drawing each."""
    kinds, drawn = with_each(hand, 1)
    before = distances(hand[None], ace_high=ace_high)[0]
    after = distances(drawn, ace_high=ace_high)
    return {kind for kind, away in zip(kinds, after, strict=True) if away < before}


@pytest.mark.parametrize("ace_high", [True, False])
def test_outs_are_the_tiles_that_help(*, ace_high: bool) -> None:
    for hand in families(amount(1500, 25), 14):
        assert set(outs(hand, ace_high=ace_high)) == helpful(hand, ace_high=ace_high), hand.tolist()


def test_outs_of_hands_crowded_on_few_ranks_are_the_tiles_that_help() -> None:
    """Sets compete with runs for the same tiles: every odd choice has its chance."""
    rng = np.random.default_rng(9)
    for _ in range(amount(1500, 15)):
        ranks = rng.permutation(13)[: rng.integers(3, 6)]
        faces = np.repeat([13 * colour + rank for colour in range(4) for rank in ranks], 2)
        hand = np.zeros(N_KINDS, np.uint8)
        np.add.at(hand, rng.permutation(faces)[: 14 - rng.integers(3)], 1)
        hand[WILD] = 14 - hand.sum()
        assert set(outs(hand)) == helpful(hand, ace_high=True), hand.tolist()


def test_the_discard_table_is_what_each_discard_leads_to() -> None:
    for hand in families(amount(150, 3), 15):
        kinds, left = with_each(hand, -1)
        table = discards(hand)
        assert [row.kind for row in table] == kinds
        for row, rest, away in zip(table, left, distances(left).tolist(), strict=True):
            assert row.distance == away, hand.tolist()
            assert set(row.outs) == helpful(rest, ace_high=True), (hand.tolist(), row.kind)


@pytest.mark.parametrize("size", [14, 15])
def test_free_discards_are_the_tiles_that_can_go(size: int) -> None:
    """For 14 tiles as well: a player who may not return a tile asks about the others."""
    lookup, scratch = tables(True), new_scratch()  # noqa: FBT003 (R6.2)
    for hand in families(amount(400, 10), size):
        once, twice = pack(hand)
        best = gain(once, twice, 14, lookup, scratch)
        mask = int(free_discards(once, twice, best, lookup, scratch))
        for kind in np.flatnonzero(hand[:WILD]).tolist():
            rest = hand.copy()
            rest[kind] -= 1
            less = gain(*pack(rest), 14, lookup, scratch)
            place = 1 << 16 * (kind // 13) + kind % 13
            assert (less == best) == bool(mask & place), (hand.tolist(), kind)


def test_live_copies_count_the_unseen_tiles_of_a_mask() -> None:
    unseen = np.arange(N_KINDS, dtype=np.uint8) % 3
    mask = (1 << 0) | (1 << 5) | (1 << 16 + 3) | (1 << 48 + 12)
    assert live_copies(mask, unseen) == 0 % 3 + 5 % 3 + 16 % 3 + 51 % 3
    assert live_copies(0, unseen) == 0
    assert kind_at(ALL_KINDS) == 0
