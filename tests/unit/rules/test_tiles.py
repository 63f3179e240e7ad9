"""Tiles, kinds and notation (R1, R4, R5)."""

import pytest

from istaka.rules import tiles
from istaka.rules.errors import TileError

FACES = range(53)


def test_there_are_106_tiles_two_of_each_face() -> None:
    """R1."""
    faces = [tiles.face_of_tile(tile) for tile in range(tiles.N_TILES)]
    assert tiles.N_TILES == 106
    assert [faces.count(face) for face in FACES] == [2] * 53
    assert [tiles.face_name(face) for face in (0, 12, 13, 26, 39, 51, 52)] == [
        "R1",
        "R13",
        "Y1",
        "B1",
        "K1",
        "K13",
        "S",
    ]


@pytest.mark.parametrize(("indicator", "wild"), [("Y3", "Y4"), ("K13", "K1"), ("R12", "R13"), ("B1", "B2")])
def test_the_wild_is_one_rank_above_the_indicator(indicator: str, wild: str) -> None:
    """R5.1; O07: 13 leads to 1 of the same colour."""
    assert tiles.wild_of(tiles.parse_indicator(indicator)) == tiles.parse_face(wild)


@pytest.mark.parametrize("indicator", range(52))
def test_every_indicator_makes_two_tiles_wild(indicator: int) -> None:
    """O07: exactly two physical tiles are wild, and the starred tiles take their face (R5.1, R5.3)."""
    wild = tiles.wild_of(indicator)
    kinds = [tiles.swap_wild(tiles.face_of_tile(tile), wild) for tile in range(106)]
    assert [tile for tile, kind in enumerate(kinds) if kind == tiles.WILD] == [2 * wild, 2 * wild + 1]
    assert [tile for tile, kind in enumerate(kinds) if kind == wild] == [104, 105]
    assert tiles.colour_of(wild) == tiles.colour_of(indicator)


@pytest.mark.parametrize("wild", [0, 30, 51])
def test_kinds_are_written_and_read(wild: int) -> None:
    for kind in range(53):
        assert tiles.parse_kind(tiles.kind_name(kind, wild), wild) == kind
        assert tiles.parse_kind(tiles.kind_name(kind, wild).lower(), wild) == kind
    for face in FACES:
        assert tiles.parse_face(tiles.face_name(face)) == face
        assert tiles.swap_wild(tiles.swap_wild(face, wild), wild) == face


def test_the_face_of_the_wild_is_read_as_a_wild() -> None:
    """R5.1: with indicator R3 a printed R4 is a wild, and S is a natural R4 (R5.3)."""
    assert tiles.parse_kinds("R4 J S S", 2) == (52, 52, 3, 3)
    assert tiles.kind_names((52, 3, 4), 3) == "J S R5"


@pytest.mark.parametrize(
    "text", ["", "R0", "R14", "X5", "R", "5", "R5 ", "r-1", "R05", "JJ", "SS", "\u212a5"]
)
def test_what_is_no_tile_is_quoted(text: str) -> None:
    with pytest.raises(TileError, match=f"{text!r} is no tile: expected a colour R, Y, B or K"):
        tiles.parse_kind(text, 5)


def test_a_starred_tile_is_no_indicator() -> None:
    """R4.2."""
    with pytest.raises(TileError, match=r"'s' cannot be the indicator.*R4\.2"):
        tiles.parse_indicator("s")


@pytest.mark.parametrize(
    ("hand", "indicator", "message"),
    [
        ("R5 R5 R5", "B1", "3 times R5 with indicator B1: there are two of each"),
        ("R5 R5", "R5", "2 times R5 with indicator R5: the other one is the indicator"),
        ("J J J", "R5", "3 times J with indicator R5: there are two of each"),
        ("J R6 R6", "R5", "3 times J with indicator R5: there are two of each"),
        ("S S S", "R5", "3 times S with indicator R5: there are two of each"),
    ],
)
def test_impossible_hands_are_refused(hand: str, indicator: str, message: str) -> None:
    """O19: three R5, two R5 beside the indicator R5, three J (R1, R4.1)."""
    with pytest.raises(TileError, match=message):
        tiles.parse_kinds(hand, tiles.parse_indicator(indicator))


def test_what_can_be_together_is_accepted() -> None:
    assert len(tiles.parse_kinds(["R5", "S", "S", "J", "J", "K1", "K1"], tiles.parse_indicator("R5"))) == 7
    assert [tiles.live_copies(kind, 4) for kind in (3, 4, 5, 52)] == [2, 1, 2, 2]
