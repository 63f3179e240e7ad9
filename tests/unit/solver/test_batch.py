"""Many hands in one call must agree with the same hands one by one."""

import numpy as np
import pytest

from istaka.cli.workloads import near_hands, random_hands
from istaka.rules.tiles import N_KINDS
from istaka.solver import discards, distances
from istaka.solver.batch import discards_packed, distances_packed, free_packed, packed
from istaka.solver.bits import kind_at
from istaka.solver.tables import new_scratch, tables
from istaka.solver.types import Counts

ACE_HIGH = True
HANDS = np.concatenate([random_hands(25, 15, 1), near_hands(25, 15, 2)])


def kinds_of(mask: int) -> set[int]:
    found = set()
    while mask:
        found.add(int(kind_at(mask)))
        mask &= mask - 1
    return found


@pytest.mark.parametrize("hands", [HANDS, random_hands(50, 14, 3)], ids=["15", "14"])
def test_packed_distances_are_the_distances(hands: Counts) -> None:
    answers = np.zeros(len(hands), np.int64)
    distances_packed(packed(hands), tables(ACE_HIGH), new_scratch(), answers)
    assert answers.tolist() == distances(hands).tolist()


def test_free_discards_are_the_naturals_that_keep_the_distance() -> None:
    answers = np.zeros(len(HANDS), np.int64)
    masks = np.zeros(len(HANDS), np.int64)
    free_packed(packed(HANDS), tables(ACE_HIGH), new_scratch(), answers, masks)
    assert answers.tolist() == distances(HANDS).tolist()
    for hand, away, mask in zip(HANDS, answers.tolist(), masks.tolist(), strict=True):
        kept = {found.kind for found in discards(hand) if found.distance == away}
        assert kinds_of(mask) == kept - {N_KINDS - 1}


@pytest.mark.parametrize("only_best", [0, 1])
def test_tables_are_those_of_each_hand(only_best: int) -> None:
    after = np.zeros((len(HANDS), N_KINDS), np.int64)
    outs = np.zeros((len(HANDS), N_KINDS), np.int64)
    discards_packed(packed(HANDS), only_best, tables(ACE_HIGH), new_scratch(), after, outs)
    for hand, away, masks in zip(HANDS, after, outs, strict=True):
        found = discards(hand)
        assert {one.kind: one.distance for one in found} == {
            kind: int(away[kind]) for kind in np.flatnonzero(hand).tolist()
        }
        lowest = min(one.distance for one in found)
        for one in found:
            if not only_best or one.distance == lowest:
                assert kinds_of(int(masks[one.kind])) == set(one.outs) - {N_KINDS - 1}
