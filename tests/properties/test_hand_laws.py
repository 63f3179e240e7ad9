"""Laws of hands that hold whatever the algorithm (R5, R6, R8)."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from istaka.solver import arrange, discards, distance, explain, outs, shape
from oracles.amounts import amount
from oracles.laying_down import lies_down

WILD = 52
LAWS = settings(max_examples=amount(150, 15), deadline=None)

TILES = st.permutations([kind for kind in range(53) for _ in range(2)])
ACE_HIGH = st.booleans()


@st.composite
def crowded(draw: st.DrawFn, size: int) -> list[int]:
    """A hand whose naturals lie close together, so that many melds compete."""
    first = draw(st.integers(0, 9))
    near = [13 * colour + rank for colour in range(4) for rank in range(first, first + 4)]
    order = draw(st.permutations([kind for kind in [*near, WILD] for _ in range(2)]))
    return list(order[:size])


def hands(size: int) -> st.SearchStrategy[list[int]]:
    return st.one_of(TILES.map(lambda tiles: list(tiles[:size])), crowded(size))


@LAWS
@given(hands(15), ACE_HIGH)
def test_fifteen_tiles_are_as_far_as_their_best_discard(hand: list[int], ace_high: bool) -> None:  # noqa: FBT001
    after = [distance([*hand[:place], *hand[place + 1 :]], ace_high=ace_high) for place in range(15)]
    table = {row.kind: row.distance for row in discards(hand, ace_high=ace_high)}
    assert distance(hand, ace_high=ace_high) == min(after)
    assert table == dict(zip(hand, after, strict=True))


@LAWS
@given(hands(15), ACE_HIGH)
def test_exchanging_a_tile_moves_the_distance_by_one_at_most(hand: list[int], ace_high: bool) -> None:  # noqa: FBT001
    here = distance(hand[:14], ace_high=ace_high)
    there = distance(hand[1:], ace_high=ace_high)
    assert abs(here - there) <= 1
    assert 0 <= here <= 14


@LAWS
@given(hands(14), st.integers(0, 13), ACE_HIGH)
def test_a_wild_in_place_of_a_natural_never_hurts(hand: list[int], place: int, ace_high: bool) -> None:  # noqa: FBT001
    """R5.2: a wild may stand for what it replaces."""
    if hand[place] == WILD or hand.count(WILD) == 2:
        return
    better = [*hand[:place], WILD, *hand[place + 1 :]]
    saved = distance(hand, ace_high=ace_high) - distance(better, ace_high=ace_high)
    assert saved in {0, 1}


@LAWS
@given(hands(14), ACE_HIGH)
def test_drawing_lowers_the_distance_exactly_by_an_out(hand: list[int], ace_high: bool) -> None:  # noqa: FBT001
    before = distance(hand, ace_high=ace_high)
    helping = outs(hand, ace_high=ace_high)
    for kind in range(53):
        if hand.count(kind) < 2:
            after = distance([*hand, kind], ace_high=ace_high)
            assert after == before - (kind in helping)
        else:
            assert kind not in helping
    assert (WILD in helping) == (before > 0 and hand.count(WILD) < 2)
    assert all(copies == 2 - hand.count(kind) for kind, copies in helping.items())


@LAWS
@given(hands(14), st.permutations(range(4)), ACE_HIGH)
def test_colours_are_interchangeable(hand: list[int], colours: list[int], ace_high: bool) -> None:  # noqa: FBT001
    painted = [kind if kind == WILD else 13 * colours[kind // 13] + kind % 13 for kind in hand]
    assert distance(painted, ace_high=ace_high) == distance(hand, ace_high=ace_high)
    assert shape(painted, ace_high=ace_high) == shape(hand, ace_high=ace_high)


@LAWS
@given(hands(14))
def test_without_ace_high_ranks_read_the_same_downwards(hand: list[int]) -> None:
    mirrored = [kind if kind == WILD else 13 * (kind // 13) + 12 - kind % 13 for kind in hand]
    assert distance(mirrored, ace_high=False) == distance(hand, ace_high=False)
    assert distance(hand, ace_high=True) <= distance(hand, ace_high=False)


@LAWS
@given(hands(14), ACE_HIGH)
def test_the_solver_and_the_rules_agree_on_what_lies_down(hand: list[int], ace_high: bool) -> None:  # noqa: FBT001
    """The nearest complete hand by the solver's own explanation, and the hand itself, by the rules alone."""
    found = explain(hand, ace_high=ace_high)
    complete = list(hand)
    for stray, missing in zip(found.strays, found.missing, strict=True):
        complete[complete.index(stray)] = missing
    assert (found.distance == 0) == lies_down(hand, ace_high=ace_high)
    if np.bincount(complete, minlength=53).max() <= 2:
        assert lies_down(complete, ace_high=ace_high)
        assert arrange(complete, ace_high=ace_high) is not None


@LAWS
@given(hands(15), ACE_HIGH)
def test_a_discard_goes_out_exactly_where_the_rest_lies_down(hand: list[int], ace_high: bool) -> None:  # noqa: FBT001
    for row in discards(hand, ace_high=ace_high):
        rest = list(hand)
        rest.remove(row.kind)
        assert row.goes_out == shape(rest, ace_high=ace_high)
        assert (row.goes_out is None) == (row.distance > 0)
        assert not (row.outs and row.goes_out)
