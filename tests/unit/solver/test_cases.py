"""Cases from the field, and the reference hands (R5, R6, R8)."""

import random
import time
from pathlib import Path

import pytest

from istaka.rules.errors import TileError
from istaka.rules.tiles import WILD, kind_name, parse_indicator, parse_kinds, wild_of
from istaka.solver import Shape, arrange, discards, distance, explain, outs, shape
from oracles.laying_down import fault_of, lies_down

DATA = Path(__file__).parents[2] / "data"

NOTHING = None
MELDS, PAIRS, BOTH = Shape.MELDS, Shape.PAIRS, Shape.BOTH


def hand(indicator: str, tiles: str) -> tuple[int, ...]:
    return parse_kinds(tiles, parse_indicator(indicator))


CASES = [
    (
        "O01 four melds, both greedy orders fail",
        "B7",
        "R3 Y3 B3 K3 R4 R5 K7 K8 K9 K10 K11 K12 Y12 B12",
        MELDS,
    ),
    ("O01 a tile of each rank twice", "K2", "R3 R4 R5 R5 R6 R7 R9 Y9 B9 K9 Y10 Y11 Y12 Y13", MELDS),
    ("O01 one tile wrong", "K2", "R3 R4 R5 R5 R6 R7 R9 Y9 B9 K9 Y10 Y11 Y12 K13", NOTHING),
    ("O04 a star of the wild's face in a run", "R3", "R3 S R5 Y1 Y2 Y3 B10 K10 Y10 R10 K4 K5 K6 K7", MELDS),
    ("O04 a star of another face", "B8", "R3 S R5 Y1 Y2 Y3 B10 K10 Y10 R10 K4 K5 K6 K7", NOTHING),
    ("O04 a star in a set", "R3", "Y4 B4 S Y1 Y2 Y3 B10 K10 Y10 R10 K4 K5 K6 K7", MELDS),
    ("O04 two stars in a set", "R3", "Y4 S S Y1 Y2 Y3 B10 K10 Y10 R10 K4 K5 K6 K7", NOTHING),
    ("O04 a wild does not mend two R5", "B8", "R5 R5 J Y1 Y2 Y3 B10 K10 Y10 K9 K10 K11 K12 K13", NOTHING),
    ("O04 R5 Y5 and a wild", "B8", "R5 Y5 J Y1 Y2 Y3 B10 K10 Y10 K9 K10 K11 K12 K13", MELDS),
    ("O06 12-13-1", "B4", "R12 R13 R1 Y2 Y3 Y4 B6 K6 Y6 R6 K9 K10 K11 K12", MELDS),
    ("O06 13-1-2", "B4", "R13 R1 R2 Y4 Y5 Y6 B7 K7 Y7 R7 K9 K10 K11 K12", NOTHING),
    ("O06 12-13-1-2", "B4", "R12 R13 R1 R2 Y4 Y5 Y6 B8 K8 Y8 R8 K9 K10 K11", NOTHING),
    ("O06 1 to 13 and 1", "B4", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1", MELDS),
    ("O06 a star as the 1 after 13", "R13", "R12 R13 S Y2 Y3 Y4 B6 K6 Y6 R6 K9 K10 K11 K12", MELDS),
    ("O06 nothing follows that star", "R13", "R13 S R2 Y4 Y5 Y6 B7 K7 Y7 R7 K9 K10 K11 K12", NOTHING),
    ("O10 equal blacks in a set", "Y9", "R13 Y13 K13 K13 R1 R2 R3 R4 Y5 Y6 Y7 B8 B9 B10", NOTHING),
    ("O10 different colours in the set", "Y9", "R13 Y13 K13 B13 R1 R2 R3 R4 Y5 Y6 Y7 B8 B9 B10", MELDS),
    ("O10 two sets of a rank", "B3", "R1 R1 Y1 Y1 B1 K1 R5 R6 R7 R8 K9 K10 K11 K12", MELDS),
    ("O13 a wild inside a run", "B4", "J R9 R11 R12 R13 Y2 Y3 Y4 Y6 B6 K6 K8 K9 K10", MELDS),
    ("O14 two wilds in a run", "B12", "R4 R5 J J R8 Y1 Y2 Y3 B10 K10 Y10 K5 K6 K7", MELDS),
    ("O14 a gap of three", "B12", "R4 R5 J J R9 Y1 Y2 Y3 B10 K10 Y10 K5 K6 K7", NOTHING),
    ("O14 one natural with two wilds", "B12", "R7 J J Y1 Y2 Y3 B10 K10 Y10 K1 K2 K3 K4 K5", MELDS),
    ("O14 many ways", "K12", "R1 R2 R3 Y1 Y2 Y3 B1 B2 B3 K1 K2 K9 J J", MELDS),
    ("O14 pairs only", "K3", "R1 R1 Y1 Y1 B1 B1 R2 R2 Y2 Y2 B2 K9 J J", PAIRS),
    *(
        (f"O17 {end}", "K1", f"R1 R1 Y3 Y3 B5 B5 K7 K7 R9 R9 {end}", PAIRS if holds else NOTHING)
        for end, holds in [
            ("Y11 B13 J J", True),
            ("Y11 Y11 J B13", True),
            ("Y11 Y11 J J", True),
            ("Y11 Y11 S J", True),
            ("Y11 Y11 S S", True),
            ("S S J B13", True),
            ("S S J J", True),
            ("Y11 Y11 S B13", False),
            ("Y11 B13 K10 J", False),
        ]
    ),
    ("O17 R1 Y1 is no pair", "K1", "R1 Y1 Y3 Y3 B5 B5 K7 K7 R9 R9 Y11 Y11 B13 B13", NOTHING),
    ("O17 pairs and melds do not mix", "K1", "R1 R1 Y3 Y3 B5 B5 K7 K7 R9 R10 R11 Y11 B11 K11", NOTHING),
    ("pairs that are runs as well", "R3", "B1 B1 B2 B2 B3 B3 K7 K7 K8 K8 K9 K9 K10 K10", BOTH),
]


@pytest.mark.parametrize(
    ("indicator", "tiles", "expected"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_cases_from_the_field(indicator: str, tiles: str, expected: Shape | None) -> None:
    """O01, O04, O06, O10, O13, O14, O17, each in 200 orders, with a witness of every win."""
    kinds = list(hand(indicator, tiles))
    assert lies_down(kinds) == (expected is not None)
    for order in range(200):
        random.Random(order).shuffle(kinds)
        assert shape(kinds) == expected
    assert (distance(kinds) == 0) == (expected is not None)
    found = arrange(kinds)
    assert (found is None) == (expected is None)
    if found is not None:
        laid = "melds" if found.shape == MELDS else "pairs"
        assert fault_of(found.groups, kinds, laid) is None


@pytest.mark.parametrize(
    "tiles",
    [
        "R12 R13 R1 Y2 Y3 Y4 B6 K6 Y6 R6 K9 K10 K11 K12",
        "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1",
    ],
)
def test_with_ace_high_off_nothing_follows_the_13(tiles: str) -> None:
    """O06, R6.2."""
    assert shape(hand("B4", tiles)) == MELDS
    assert shape(hand("B4", tiles), ace_high=False) is None


@pytest.mark.parametrize(
    "tiles",
    [
        "R13 R1 R2 Y4 Y5 Y6 B7 K7 Y7 R7 K9 K10 K11 K12",
        "R12 R13 R1 R2 Y4 Y5 Y6 B8 K8 Y8 R8 K9 K10 K11",
    ],
)
@pytest.mark.parametrize("ace_high", [True, False])
def test_nothing_follows_the_1_after_the_13_in_either_mode(tiles: str, *, ace_high: bool) -> None:
    """O06, R6.2."""
    assert shape(hand("B4", tiles), ace_high=ace_high) is None


@pytest.mark.parametrize(
    ("indicator", "tiles"),
    [
        ("K12", "R1 R2 R3 Y1 Y2 Y3 B1 B2 B3 K1 K2 K9 J J"),
        ("K3", "R1 R1 Y1 Y1 B1 B1 R2 R2 Y2 Y2 B2 K9 J J"),
    ],
)
def test_the_worst_case_is_no_blow_up(indicator: str, tiles: str) -> None:
    """O14: two wilds where much could stand for much, in less than 50 ms also interpreted."""
    kinds = hand(indicator, tiles)
    shape(kinds)
    before = time.process_time()
    shape(kinds)
    assert time.process_time() - before < 0.05


def test_the_wild_lies_inside_the_run() -> None:
    """O13: J = R10, and after a 1 comes nothing."""
    found = arrange(hand("B4", "J R9 R11 R12 R13 Y2 Y3 Y4 Y6 B6 K6 K8 K9 K10"))
    assert found is not None
    assert [(kind, face) for kind, face in found.groups[0]] == [
        (8, 8),
        (WILD, 9),
        (10, 10),
        (11, 11),
        (12, 12),
    ]
    after_ace = arrange(hand("B4", "R12 R13 R1 J Y2 Y3 Y4 B6 K6 Y6 R6 K9 K10 K11"))
    assert after_ace is not None
    assert [(kind, face) for kind, face in after_ace.groups[0]] == [(WILD, 10), (11, 11), (12, 12), (0, 0)]


def test_no_tile_helps_a_hand_that_lies_down() -> None:
    """R8.2."""
    assert outs([kind for kind in range(7) for _ in range(2)]) == {}


def test_the_missing_tile_is_named() -> None:
    """R8.4 on O14's gap of three: one tile is missing and the R9 is left over."""
    kinds = hand("B12", "R4 R5 J J R9 Y1 Y2 Y3 B10 K10 Y10 K5 K6 K7")
    found = explain(kinds)
    assert found.distance == 1
    assert found.shape == MELDS
    assert len(found.strays) == len(found.missing) == 1
    complete = [*kinds, *found.missing]
    complete.remove(found.strays[0])
    assert shape(complete) == MELDS


def test_where_both_naturals_are_in_the_hand_a_wild_is_missing() -> None:
    """Eight fives as two sets and R4-?-R6: no third R5 exists."""
    found = explain(hand("K1", "R5 R5 R4 R6 B5 B5 Y5 Y5 K5 K5 K9 K10 K11 R13"))
    assert found.missing == (WILD,)
    assert [kind_name(kind, 99) for kind in found.strays] == ["R13"]


@pytest.mark.parametrize(
    ("tiles", "indicator", "message"),
    [
        ("R5 R5 R5", "K1", "3 times R5"),
        ("R5 R5", "R5", "the other one is the indicator"),
        ("J J J", "K1", "3 times J"),
    ],
)
def test_impossible_hands_are_an_error(tiles: str, indicator: str, message: str) -> None:
    """O19."""
    with pytest.raises(TileError, match=message):
        hand(indicator, tiles + " Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11")


def rows(name: str) -> list[list[str]]:
    lines = [line for line in (DATA / name).read_text().splitlines() if not line.startswith("#")]
    return [line.split("\t") for line in lines[1:]]


@pytest.mark.parametrize("row", rows("hands.tsv"), ids=lambda row: row[0])
def test_reference_hands_go_out_as_listed(row: list[str]) -> None:
    """Every discard of every hand that goes out, its shape and what it pays (R8, R10)."""
    _, indicator, tiles, expected = row
    kinds, wild = hand(indicator, tiles), wild_of(parse_indicator(indicator))
    going_out = [(discard.kind, discard.goes_out) for discard in discards(kinds) if discard.goes_out]
    found = [
        f"{kind_name(kind, wild)}:{how.value}:{20 if how == MELDS and kind != WILD else 40}"
        for kind, how in going_out
    ]
    assert sorted(found) == sorted(expected.split()) if expected != "-" else found == []


def test_reference_corpus_wins_as_listed() -> None:
    """All 800 hands; each win has a witness that the independent predicate accepts."""
    wins = 0
    for expected, indicator, tiles in rows("corpus.tsv"):
        kinds = hand(indicator, tiles)
        found = arrange(kinds)
        assert (distance(kinds) == 0) == (found is not None) == (expected == "yes"), tiles
        if found is not None:
            wins += 1
            left = list(kinds)
            assert found.discard is not None
            left.remove(found.discard)
            assert fault_of(found.groups, left, "melds" if found.shape == MELDS else "pairs") is None, tiles
    assert wins == 500
