"""Arrangements and explanations (R5.2, R6, R8)."""

import numpy as np
import pytest

from istaka.cli.workloads import near_hands, random_hands
from istaka.rules.tiles import WILD, parse_indicator, parse_kinds
from istaka.solver import Placed, Shape, arrange, discards, distance, explain, shape
from oracles.amounts import amount
from oracles.laying_down import fault_of, is_combination, is_pair


def kinds_in(counts: np.ndarray) -> list[int]:
    return np.repeat(np.arange(53), counts).tolist()


def hand(tiles: str, indicator: str = "B4") -> tuple[int, ...]:
    return parse_kinds(tiles, parse_indicator(indicator))


def laid(found: Shape) -> str:
    return "melds" if found == Shape.MELDS else "pairs"


@pytest.mark.parametrize("ace_high", [True, False])
@pytest.mark.parametrize("size", [14, 15])
def test_every_win_has_a_witness(size: int, *, ace_high: bool) -> None:
    wins = 0
    for counts in near_hands(amount(600, 60), size, 11):
        found = arrange(counts, ace_high=ace_high)
        assert (found is not None) == (distance(counts, ace_high=ace_high) == 0), counts.tolist()
        if found is None:
            continue
        wins += 1
        left = kinds_in(counts)
        if size == 15:
            assert found.discard is not None
            left.remove(found.discard)
        assert (found.discard is None) == (size == 14)
        assert fault_of(found.groups, left, laid(found.shape), ace_high=ace_high) is None, counts.tolist()
        assert shape(left, ace_high=ace_high) == found.shape
    assert wins > amount(100, 10)


@pytest.mark.parametrize("ace_high", [True, False])
def test_an_explanation_is_one_step_for_each_missing_tile(*, ace_high: bool) -> None:
    """R8.4: putting the missing tiles in place of the strays lays the hand down, and nothing less does."""
    near, any_hands = near_hands(amount(300, 30), 14, 12), random_hands(amount(150, 15), 14, 13)
    hands = np.concatenate([near, any_hands, crowded_hands(amount(300, 60))])
    for counts in hands:
        found = explain(counts, ace_high=ace_high)
        assert (
            found.distance == len(found.strays) == len(found.missing) == distance(counts, ace_high=ace_high)
        )
        complete = kinds_in(counts)
        for stray in found.strays:
            complete.remove(stray)
        complete += found.missing
        missing = list(found.missing)
        groups = [[fill(place, missing) for place in group] for group in found.groups]
        assert sorted(kind for group in groups for kind, _ in group) == sorted(complete)
        good = is_pair if found.shape == Shape.PAIRS else is_combination
        options = {} if found.shape == Shape.PAIRS else {"ace_high": ace_high}
        assert all(good([face for _, face in group], **options) for group in groups), counts.tolist()
        assert sum(map(len, groups)) == 14
        if all(complete.count(kind) <= 2 for kind in complete):
            assert shape(complete, ace_high=ace_high) is not None


def crowded_hands(count: int) -> np.ndarray:
    """Hands on three ranks, two of them neighbours: sets of every kind compete with runs."""
    rng = np.random.default_rng(14)
    hands = np.zeros((count, 53), np.uint8)
    for hand in hands:
        ranks = rng.permutation(13)[:3]
        faces = [13 * colour + rank for colour in range(4) for rank in (*ranks, (ranks[0] + 1) % 13)]
        np.add.at(hand, rng.permutation(np.unique(faces).repeat(2))[:12], 1)
        hand[WILD] = 2
    return hands


def fill(place: Placed, missing: list[int]) -> tuple[int, int]:
    """A place with its tile; an empty one takes the next missing tile, which must fit."""
    kind = missing.pop(0) if place.kind is None else place.kind
    assert kind in {place.face, WILD}
    return kind, place.face


def test_of_fifteen_tiles_pairs_then_a_wild_then_the_lowest_kind_is_thrown() -> None:
    both = arrange(hand("B1 B1 B2 B2 B3 B3 K7 K7 K8 K8 K9 K9 K10 K10 Y12"))
    assert both is not None
    assert (both.shape, len(both.groups)) == (Shape.BOTH, 7)
    wild = arrange(hand("R6 R7 R8 B1 B2 B3 Y9 K9 B9 K10 K11 K12 K13 J J"))
    assert wild is not None
    assert wild.discard == WILD
    lowest = arrange(hand("R6 R7 R8 B1 B2 B3 Y9 K9 B9 K10 K11 K12 K13 J Y2"))
    assert lowest is not None
    assert lowest.discard == parse_kinds("Y2", 5)[0]
    assert arrange(hand("R1 R2 R4 B5 B6 B8 Y9 K9 B10 K12 Y13 K1 K2 J Y2")) is None


def test_explaining_fifteen_tiles_leaves_the_discard_out() -> None:
    kinds = hand("R3 R4 R5 B1 B2 B3 Y9 K9 B9 K10 K11 K12 K13 R13 Y2")
    for discard in discards(kinds):
        found = explain(kinds, discard.kind)
        assert found.distance == discard.distance
        assert discard.kind not in found.strays or kinds.count(discard.kind) > 1


def places(kinds: tuple[int, ...], *, ace_high: bool = True) -> set[tuple[tuple[int, int], ...]]:
    found = arrange(kinds, ace_high=ace_high)
    assert found is not None
    assert fault_of(found.groups, kinds, laid(found.shape), ace_high=ace_high) is None
    return {tuple(group) for group in found.groups}


@pytest.mark.parametrize(
    ("tiles", "group"),
    [
        ("R7 J J Y1 Y2 Y3 B10 K10 Y10 K1 K2 K3 K4 K5", ((6, 6), (WILD, 7), (WILD, 8))),
        ("R12 R13 J Y2 Y3 Y4 B6 K6 Y6 R6 K9 K10 K11 K12", ((11, 11), (12, 12), (WILD, 0))),
        ("R12 R13 R1 J Y2 Y3 Y4 B6 K6 Y6 K9 K10 K11 K12", ((WILD, 10), (11, 11), (12, 12), (0, 0))),
        ("R4 R5 R6 J Y2 Y3 Y4 K9 K10 K11 K12 B5 B6 B7", ((3, 3), (4, 4), (5, 5), (WILD, 6))),
        (
            "R1 Y1 B1 J R5 Y5 B5 K5 R8 Y8 B8 K8 Y12 J",
            ((24, 24), (WILD, 25), (WILD, 13)),
        ),
        ("R1 R1 R3 R3 B2 B2 B8 B8 Y4 Y4 K5 K5 J J", ((WILD, WILD), (WILD, WILD))),
        ("R1 Y1 B1 R5 Y5 B5 R9 Y9 B9 R12 Y12 B12 J J", ((0, 0), (13, 13), (26, 26), (WILD, 39))),
    ],
)
def test_a_wild_stands_for_a_face_beside_its_neighbours(
    tiles: str, group: tuple[tuple[int, int], ...]
) -> None:
    """R5.2, O13: in a run or above it, at most as high as the 1 after the 13, or a fourth colour of a set."""
    assert group in places(hand(tiles, "Y10"))


def test_a_whole_colour_and_a_wild() -> None:
    """Thirteen tiles of a colour: the wild is the 1 after the 13, or without ace high lies in one of two."""
    kinds = hand("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 J")
    [whole] = places(kinds)
    assert whole[-1] == (WILD, 0)
    assert len(places(kinds, ace_high=False)) == 2
