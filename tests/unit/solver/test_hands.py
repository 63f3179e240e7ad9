"""Hands are checked before a kernel sees them (R1, R8)."""

import numpy as np
import pytest

from istaka.rules.errors import TileError
from istaka.solver import discards, distance, distances, explain, outs, shape
from istaka.solver.hands import hand_counts

FOURTEEN = tuple(range(14))
COUNTS = np.bincount(FOURTEEN, minlength=53).astype(np.uint8)


@pytest.mark.parametrize(
    "hand", [FOURTEEN, list(FOURTEEN)[::-1], np.array(FOURTEEN), COUNTS, COUNTS.tolist()]
)
def test_kinds_in_any_order_and_counts_are_the_same_hand(hand: object) -> None:
    assert hand_counts(hand).tolist() == COUNTS.tolist()  # type: ignore[arg-type]


def test_the_callers_counts_stay_as_they_are() -> None:
    before = COUNTS.copy()
    explain(np.bincount([*FOURTEEN, 14], minlength=53), 3)
    discards([*FOURTEEN, 14])
    outs(COUNTS)
    assert COUNTS.tolist() == before.tolist()
    assert hand_counts(COUNTS) is not COUNTS


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (FOURTEEN[:-1], "a hand of 13 tiles: expected 14 or 15"),
        ((*FOURTEEN, 14, 15), "a hand of 16 tiles: expected 14 or 15"),
        ((4, 4, *FOURTEEN[:12]), "3 tiles of kind 4: there are 2 of each"),
        ((*FOURTEEN[:12], 52, 52, 52), "3 tiles of kind 52: there are 2 of each"),
        ((*FOURTEEN[:13], 53), "53 is no kind: expected 0 to 52"),
        ((*FOURTEEN[:13], -1), "-1 is no kind: expected 0 to 52"),
        ([14, *[0] * 52], "14 tiles of kind 0: there are 2 of each"),
        ([-1, *[0] * 52], "-1 tiles of kind 0: there are 2 of each"),
        ([0] * 53, "a hand of 0 tiles: expected 14 or 15"),
    ],
)
def test_impossible_hands_are_refused(hand: tuple[int, ...], message: str) -> None:
    """O19."""
    with pytest.raises(TileError, match=f"^{message}$"):
        distance(hand)


def test_questions_about_14_or_15_tiles_refuse_the_other() -> None:
    fifteen = (*FOURTEEN, 14)
    for question in (outs, shape, explain):
        with pytest.raises(TileError, match=r"a hand of 15 tiles: expected 14$"):
            question(fifteen)
    with pytest.raises(TileError, match=r"a hand of 14 tiles: expected 15$"):
        discards(FOURTEEN)
    with pytest.raises(TileError, match=r"a hand of 14 tiles: expected 15$"):
        explain(FOURTEEN, 3)


def test_only_a_tile_of_the_hand_can_be_the_discard() -> None:
    for discard in (20, -1, 53):
        with pytest.raises(TileError, match=f"kind {discard} is not in the hand"):
            explain((*FOURTEEN, 14), discard)


def test_a_batch_names_its_first_bad_row() -> None:
    rows = np.stack([COUNTS, COUNTS, COUNTS])
    rows[1, 0] = 3
    with pytest.raises(TileError, match=r"3 tiles of kind 0"):
        distances(rows)
    rows[1, 0] = 0
    with pytest.raises(TileError, match=r"a hand of 13 tiles"):
        distances(rows)
    for wrong in (rows.astype(np.int64), COUNTS, rows[:, :52]):
        with pytest.raises(TileError, match=r"expected uint8\[n, 53\] counts"):
            distances(wrong)
    assert distances(np.zeros((0, 53), np.uint8)).tolist() == []


def test_unseen_tiles_are_53_counts() -> None:
    with pytest.raises(TileError, match=r"unseen tiles are 53 counts"):
        outs(FOURTEEN, unseen=np.zeros(52, np.uint8))
    unseen = np.zeros(53, np.uint8)
    assert set(outs(FOURTEEN, unseen=unseen).values()) == {0}
    assert outs(FOURTEEN, unseen=unseen).keys() == outs(FOURTEEN).keys()
