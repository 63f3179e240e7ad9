"""When 14 tiles lie down, written from the rules alone: the predicate that witnesses and wins are held to.

It shares nothing with the solver but the numbers of the kinds, and tries every division of the tiles.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise

J = 52


def is_set(faces: Sequence[int]) -> bool:
    """R6.1: three or four tiles of one rank, all colours different."""
    ranks = {face % 13 for face in faces}
    colours = {face // 13 for face in faces}
    return len(faces) in {3, 4} and len(ranks) == 1 and len(colours) == len(faces)


def is_run(faces: Sequence[int], *, ace_high: bool = True) -> bool:
    """R6.2: three or more consecutive ranks of one colour, in this order; the 1 may follow 13 as the last."""
    ranks = [face % 13 + 1 for face in faces]
    if ace_high and ranks[-1] == 1:
        ranks[-1] = 14
    in_order = all(after == before + 1 for before, after in pairwise(ranks))
    return len(faces) >= 3 and in_order and len({face // 13 for face in faces}) == 1


def is_pair(faces: Sequence[int]) -> bool:
    """R6.4: two tiles of the same face."""
    return len(faces) == 2 and faces[0] == faces[1]


def is_combination(faces: Sequence[int], *, ace_high: bool = True) -> bool:
    return is_set(faces) or is_run(faces, ace_high=ace_high)


@cache
def every_combination(*, ace_high: bool) -> tuple[tuple[int, ...], ...]:
    """All sets and runs of up to 14 tiles."""
    one_colour = [tuple(range(first, last + 1)) for first in range(13) for last in range(first + 2, 14)]
    runs = [tuple(13 * colour + place % 13 for place in run) for colour in range(4) for run in one_colour]
    at_rank = [[13 * colour + rank for colour in range(4)] for rank in range(13)]
    sets = [chosen for faces in at_rank for size in (3, 4) for chosen in combinations(faces, size)]
    return tuple(group for group in (*runs, *sets) if is_combination(group, ace_high=ace_high))


@cache
def _through(face: int, *, ace_high: bool) -> tuple[tuple[int, ...], ...]:
    """Combinations with a face; a run of six or more is two shorter ones."""
    return tuple(group for group in every_combination(ace_high=ace_high) if face in group and len(group) < 6)


def lies_in_melds(hand: Iterable[int], *, ace_high: bool = True) -> bool:
    """R8.1 with R5.2, R6.3: all tiles in sets and runs, a wild in place of any."""
    counts = [0] * 53
    for kind in hand:
        counts[kind] += 1
    return _rest_lies(tuple(counts), ace_high=ace_high)


def _rest_lies(counts: tuple[int, ...], *, ace_high: bool) -> bool:
    natural = next((kind for kind in range(J) if counts[kind]), None)
    if natural is None:
        return counts[J] == 0
    return any(
        _rest_lies(rest, ace_high=ace_high) for rest in _without_a_group(counts, natural, ace_high=ace_high)
    )


def _without_a_group(counts: tuple[int, ...], natural: int, *, ace_high: bool) -> Iterator[tuple[int, ...]]:
    for group in _through(natural, ace_high=ace_high):
        rest = list(counts)
        for face in group:
            rest[face if rest[face] else J] -= 1
        if rest[J] >= 0:
            yield tuple(rest)


def lies_in_pairs(hand: Sequence[int]) -> bool:
    """R8.2, R6.4: seven pairs; a wild makes a pair with anything, another wild included."""
    single = sum(hand.count(kind) % 2 for kind in set(hand) if kind != J)
    return len(hand) == 14 and single <= hand.count(J)


def lies_down(hand: Sequence[int], *, ace_high: bool = True) -> bool:
    return len(hand) == 14 and (lies_in_melds(hand, ace_high=ace_high) or lies_in_pairs(hand))


def fault_of(
    groups: Sequence[Sequence[tuple[int, int]]], hand: Sequence[int], shape: str, *, ace_high: bool = True
) -> str | None:
    """Why (kind, face) groups do not show that a hand lies down, or None if they do."""
    if sorted(kind for group in groups for kind, _ in group) != sorted(hand):
        return "other tiles than the hand"
    if any(kind not in {face, J} for group in groups for kind, face in group):
        return "a natural stands for another face"
    faces = [[face for _, face in group] for group in groups]
    if shape == "melds":
        bad = [group for group in faces if not is_combination(group, ace_high=ace_high)]
        return f"no combination: {bad}" if bad or len(hand) != 14 else None
    bad = [group for group in faces if not is_pair(group)]
    return f"no pair: {bad}" if bad or len(groups) != 7 else None
