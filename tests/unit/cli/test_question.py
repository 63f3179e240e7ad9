"""What `istaka solve` is asked is read exactly, and refused with the words that are wrong."""

import pytest

from istaka.cli.question import Question, ask, ask_lines
from istaka.rules.errors import TileError
from istaka.rules.tiles import N_TILES, WILD, parse_face, parse_kind

HAND = "R5 R6 R7 B1 B2 B3 B4 Y9 K9 B9 K10 K11 K12 K13"


def test_the_hand_stays_in_the_order_given() -> None:
    question = ask("r3", f"J S {HAND} ".replace("R5 R6", ""))
    assert question.kinds[:2] == (WILD, parse_face("R4"))
    assert (question.indicator, question.wild) == (parse_face("R3"), parse_face("R4"))


def test_the_face_of_the_wild_is_read_as_a_wild() -> None:
    """R5.1: with R3 turned up, R4 and J are the same tile."""
    assert ask("R3", f"{HAND} R4").kinds == ask("R3", f"{HAND} J").kinds


def test_live_copies_are_all_that_is_not_in_sight() -> None:
    """R4.1: the indicator, the hand and what lies open are gone."""
    question = ask("R3", f"{HAND} J", "J R5 K1 K1")
    live = dict(enumerate(question.live))
    assert sum(live.values()) == N_TILES - 1 - 15 - 4
    assert [live[parse_kind(name, question.wild)] for name in ("R3", "R5", "K1", "J", "S", "Y1")] == [
        1,
        0,
        0,
        0,
        2,
        2,
    ]


@pytest.mark.parametrize(
    ("indicator", "tiles", "seen", "said"),
    [
        ("R3", HAND[3:], "", "13 tiles"),
        ("R3", f"{HAND} Y1 Y2", "", "16 tiles"),
        ("R3", "", "", "0 tiles"),
        ("R3", f"{HAND} X9", "", "'X9' is no tile"),
        ("R3", f"{HAND} R14", "", "'R14' is no tile"),
        ("J", HAND, "", "'J' is no tile"),
        ("R3", HAND, "J J J", "3 times J"),
        ("R3", HAND, "R5 R5", "3 times R5"),
        ("R3", HAND, "R3 R3", "the other one is the indicator"),
    ],
)
def test_impossible_questions_are_refused(indicator: str, tiles: str, seen: str, said: str) -> None:
    """R1, R4: no tile, not 14 or 15 of them, or more copies than there are."""
    with pytest.raises(TileError, match=said):
        ask(indicator, tiles, seen)


def test_lines_are_read_with_blank_ones_between_and_any_line_end() -> None:
    lines = [f"R3\t{HAND}\n", "\n", "  \r\n", f"K13\t{HAND.replace('K13', 'J')}\r\n"]
    assert [question.indicator for question in ask_lines(lines, ace_high=True)] == [2, 51]


@pytest.mark.parametrize(
    "line", [f"R3 {HAND}", f"R3\t{HAND}\tY1", HAND, "R3\t", f"\t{HAND}", f"R3\t{HAND} R5 R5"]
)
def test_a_bad_line_is_named(line: str) -> None:
    with pytest.raises(TileError, match=r"^line 2: "):
        list(ask_lines([f"R3\t{HAND}", line], ace_high=True))


def test_the_rule_about_the_ace_is_part_of_the_question() -> None:
    """R6.2."""
    [question] = ask_lines([f"R3\t{HAND}"], ace_high=False)
    assert question == Question(question.indicator, question.kinds, (), ace_high=False)
