"""The answers that can be laid on the table: how a hand lies down, or why it does not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from istaka.rules.errors import TileError
from istaka.rules.tiles import COPIES, HAND_SIZE, WILD
from istaka.solver.hands import Hand, hand_counts
from istaka.solver.questions import Shape, gains_of_counts, shape
from istaka.solver.structure import Structure, best_melds, best_pairs
from istaka.solver.tables import new_scratch, tables
from istaka.solver.types import Counts


class Placed(NamedTuple):
    """A tile in its place."""

    kind: int | None
    """The tile there, 52 for a wild, or None where it is missing."""
    face: int
    """The natural face 0..51 that the place asks for; 52 where a wild stands for itself, in a pair of two."""


Groups: TypeAlias = tuple[tuple[Placed, ...], ...]
"""Melds or pairs; a run in ascending order, a 1 after the 13 last."""


@dataclass(frozen=True)
class Arrangement:
    """How 14 tiles lie down (R8.1, R8.2)."""

    shape: Shape
    groups: Groups
    """The melds, or the seven pairs where both would do (R8.5)."""
    discard: int | None
    """The kind thrown, of 15 tiles."""


@dataclass(frozen=True)
class Explanation:
    """The arrangement that comes closest to lying down (R8.4)."""

    distance: int
    """How many tiles are missing."""
    shape: Shape
    """Melds or pairs, whichever is closer; melds where both are as close."""
    groups: Groups
    """14 places, of which those of the missing tiles are empty."""
    strays: tuple[int, ...]
    """Kinds that find no place, as many as are missing."""
    missing: tuple[int, ...]
    """Kinds that would fill the empty places; a wild where both natural copies are in the hand."""


def arrange(hand: Hand, *, ace_high: bool = True) -> Arrangement | None:
    """How the hand lies down, or None where it does not (R8.1, R8.2).

    Of 15 tiles one is thrown: where several would do, one that leaves seven pairs, else a wild, else the
    lowest kind. A wild stands for a face beside its neighbours; nothing follows a 1 after the 13 (R6.2).

    Raises:
        TileError: no such hand is possible.
    """
    counts = hand_counts(hand)
    if counts.sum() == HAND_SIZE:
        return _arranged(counts, shape(counts, ace_high=ace_high), None, ace_high=ace_high)
    found = [(shape(rest, ace_high=ace_high), kind, rest) for kind, rest in _after_discards(counts)]
    going_out = [option for option in found if option[0] is not None]
    if not going_out:
        return None
    how, kind, rest = min(going_out, key=lambda found: (found[0] == Shape.MELDS, found[1] != WILD, found[1]))
    return _arranged(rest, how, kind, ace_high=ace_high)


def explain(hand: Hand, discard: int | None = None, *, ace_high: bool = True) -> Explanation:
    """Why a declaration does not hold (R8.4): the closest arrangement, the strays and the missing tiles.

    Args:
        hand: 14 tiles, or 15 with the discard among them.
        discard: the kind to be thrown, of 15 tiles.
        ace_high: whether 12-13-1 is a run (R6.2).

    Raises:
        TileError: no such hand is possible, or the discard is not in it.
    """
    counts = hand_counts(hand, HAND_SIZE + (discard is not None))
    if discard is not None:
        if not (0 <= discard < len(counts) and counts[discard]):
            msg = f"kind {discard} is not in the hand, so it cannot be thrown"
            raise TileError(msg)
        counts[discard] -= 1
    in_melds, in_pairs = _gains(counts, ace_high=ace_high)
    how = Shape.PAIRS if in_pairs > in_melds else Shape.MELDS
    groups = _groups(counts, how, in_melds, ace_high=ace_high)
    strays = _strays(counts, groups)
    missing = [place.face for group in groups for place in group if place.kind is None]
    kinds = tuple(WILD if face == WILD or counts[face] == COPIES else face for face in missing)
    return Explanation(len(missing), how, groups, strays, kinds)


def _after_discards(counts: Counts) -> list[tuple[int, Counts]]:
    options = []
    for kind in range(len(counts)):
        if counts[kind]:
            rest = counts.copy()
            rest[kind] -= 1
            options.append((kind, rest))
    return options


def _arranged(
    counts: Counts, how: Shape | None, discard: int | None, *, ace_high: bool
) -> Arrangement | None:
    if how is None:
        return None
    in_melds, _ = _gains(counts, ace_high=ace_high)
    return Arrangement(how, _groups(counts, how, in_melds, ace_high=ace_high), discard)


def _gains(counts: Counts, *, ace_high: bool) -> tuple[int, int]:
    """The most naturals in melds and in seven pairs."""
    both = int(gains_of_counts(counts, tables(ace_high), new_scratch()))
    return both >> 8, both & 255


def _groups(counts: Counts, how: Shape, in_melds: int, *, ace_high: bool) -> Groups:
    copies = counts.tolist()
    if how == Shape.MELDS:
        return _fill(best_melds(copies, in_melds, tables(ace_high), ace_high=ace_high), copies)
    return _fill(best_pairs(copies), copies)


def _fill(structure: Structure, copies: Sequence[int]) -> Groups:
    """Naturals where they are asked for, then wilds in the other places.

    A wild goes first where no natural can ever come, because both copies are in the hand, then into the
    group with the fewest empty places.
    """
    left = list(copies)
    groups = [[Placed(None, face) for face in group] for group in structure]
    for group in reversed(groups):  # sets, which stand last, hold the tiles that they are counted with
        for place, (_, face) in enumerate(group):
            if left[face]:
                left[face] -= 1
                group[place] = Placed(face, face)
    empty = [(group, place) for group in groups for place, placed in enumerate(group) if placed.kind is None]
    gaps = {id(group): sum(placed.kind is None for placed in group) for group in groups}
    empty.sort(key=lambda spot: (copies[spot[0][spot[1]].face] < COPIES, gaps[id(spot[0])]))
    for group, place in empty[: left[WILD]]:
        group[place] = Placed(WILD, group[place].face)
    return tuple(map(tuple, groups))


def _strays(counts: Counts, groups: Groups) -> tuple[int, ...]:
    left = counts.tolist()
    for group in groups:
        for placed in group:
            if placed.kind is not None:
                left[placed.kind] -= 1
    return tuple(kind for kind, copies in enumerate(left) for _ in range(copies))
