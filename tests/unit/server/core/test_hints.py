"""What the solver tells people at a table (R8)."""

from at_table.core_table import CoreTable
from istaka.rules.tiles import parse_kinds, wild_of
from istaka.server.core.hints import Hand, declared, explain
from istaka.server.core.messages import encode

INDICATOR = 2  # R3: R4 is wild, and S counts as R4


def hand(tiles: str) -> Hand:
    kinds = parse_kinds(tiles, INDICATOR)
    return Hand(kinds, kinds[-1], wild_of(INDICATOR), ace_high=True)


def test_an_explanation_names_what_is_missing_and_what_is_left_over() -> None:
    problem = explain(hand("R5 R6 R7 Y1 Y2 Y3 B10 K10 Y10 K4 K5 K6 B1 B2 K13"))
    assert problem.code == "does_not_go_out"
    assert problem.params["strays"] in (["B1"], ["B2"], ["B1", "B2"])
    groups = problem.params["groups"]
    assert isinstance(groups, list)
    assert sum(len(group) for group in groups) == 14
    empty = [place for group in groups for place in group if place["tile"] is None]
    assert [place["as"] for place in empty] == problem.params["missing"]


def test_a_wild_says_what_it_stands_for_and_a_star_what_it_is() -> None:
    problem = explain(hand("R3 S J Y1 Y2 Y3 B10 K10 Y10 K4 K5 K6 B1 B7 K13"))
    groups = problem.params["groups"]
    assert isinstance(groups, list)
    run = next(group for group in groups if {"tile": "S"} in group)
    assert {"tile": "J", "as": "R5"} in run or {"tile": "J", "as": "R2"} in run
    assert encode(problem)


def test_pairs_are_the_closer_way_out_where_they_are() -> None:
    problem = explain(hand("R1 R1 Y3 Y3 B5 B5 K7 K7 R9 R9 Y11 Y11 J B1 K13"))
    assert problem.params["shape"] == "pairs" or problem.params["missing"] == []
    alone = explain(hand("R1 R1 Y3 Y3 B5 B5 K7 K7 R9 R9 Y11 Y12 B13 B1 K13"))
    assert alone.params["shape"] == "pairs"
    assert len(alone.params["missing"]) == 2  # type: ignore[arg-type]


def test_a_declaration_with_a_tile_that_is_not_there_is_no_hand() -> None:
    table = CoreTable()
    table.deal()
    game = table.room.game
    missing = next(tile for tile in ("R1", "Y5", "B9", "K13", "R7", "B2") if declared(game, tile) is None)
    assert missing
    assert declared(game, "R99") is None
    assert declared(game, "") is None
