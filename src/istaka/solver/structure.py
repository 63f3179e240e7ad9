"""A best structure itself: which melds, or which seven pairs, hold the most naturals of a hand.

The kernels find how many tiles find a place; here the places are found, in plain Python with the same
tables. A structure is a tuple of groups, a group a tuple of the natural faces that it asks for, 14 places
together.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Final, NamedTuple, TypeAlias

from istaka.rules.melds import LONGEST_NEEDED, SHORTEST, run_ranks, sets
from istaka.rules.tiles import HAND_SIZE, N_COLOURS, N_RANKS, WILD
from istaka.solver import choices
from istaka.solver.tables import Tables

Group: TypeAlias = tuple[int, ...]
Structure: TypeAlias = tuple[Group, ...]

MOST_SETS: Final = 4
SEVEN: Final = 7
_SETS: Final = tuple(meld.faces for meld in sets() if meld.faces[0] == 0 or meld.faces[0] == N_RANKS)
"""The sets of rank 1; all others are these, some ranks higher."""


class Run(NamedTuple):
    """Places first..last of one colour; place 13 is the 1 after the 13."""

    colour: int
    first: int
    last: int

    @property
    def faces(self) -> Group:
        """The faces in order, a 1 after the 13 last."""
        return tuple(self.colour * N_RANKS + place % N_RANKS for place in range(self.first, self.last + 1))


class Selection(NamedTuple):
    """Sets chosen, and what they leave: tiles for the runs and slots for them."""

    sets: Structure
    left: tuple[int, ...]
    slots: int


def best_melds(counts: Sequence[int], gain: int, tables: Tables, *, ace_high: bool) -> Structure:
    """Melds with 14 slots that hold `gain` naturals of a hand, its exact gain in melds.

    Args:
        counts: of the 53 kinds, 14 tiles.
        gain: the most naturals that melds hold, found by the kernels.
        tables: of the rule.
        ace_high: the rule about 12-13-1 (R6.2).
    """
    naturals = tuple(counts[:WILD])
    ranks = [rank for rank in range(N_RANKS) if sum(map(bool, naturals[rank::N_RANKS])) > 1]
    start = Selection((), naturals, HAND_SIZE)
    found = next(selection for selection in _selections(start, ranks, gain, tables))
    placed = gain - _held(found.sets, naturals)
    runs = _merge(_runs(found.left, found.slots, placed, tables, ace_high=ace_high))
    spare = found.slots - sum(run.last - run.first + 1 for run in runs)
    return _pad(found.sets, runs, spare, N_RANKS if ace_high else N_RANKS - 1)


def best_pairs(counts: Sequence[int]) -> Structure:
    """Seven pairs that hold the most naturals: whole pairs, then single tiles, last the wilds' own pair."""
    naturals = counts[:WILD]
    doubles = [kind for kind, copies in enumerate(naturals) if copies == 2]  # noqa: PLR2004 (a pair)
    singles = [kind for kind, copies in enumerate(naturals) if copies == 1]
    chosen = [*doubles, *singles, WILD][:SEVEN]
    return tuple((kind, kind) for kind in chosen)


def _held(groups: Structure, naturals: Sequence[int]) -> int:
    """How many places of the groups the naturals fill."""
    asked = [face for group in groups for face in group]
    return sum(min(asked.count(face), naturals[face]) for face in set(asked))


def _selections(selection: Selection, ranks: list[int], missing: int, tables: Tables) -> Iterator[Selection]:
    """Selections of sets after which runs can place the tiles still missing."""
    profile = _profile(selection.left, tables)
    if _covered(profile, selection.slots) == missing and _can_end(selection):
        yield selection
    for index, rank in enumerate(ranks):
        if _bound(selection, ranks[index:], profile, tables) < missing:
            return
        for more, gained in _with_sets(selection, rank, tables):
            yield from _selections(more, ranks[index + 1 :], missing - gained, tables)


def _can_end(selection: Selection) -> bool:
    """One or two slots are no run: only four sets can take them."""
    return selection.slots in {0, *range(SHORTEST, HAND_SIZE + 1)} or len(selection.sets) == MOST_SETS


def _bound(selection: Selection, ranks: list[int], profile: int, tables: Tables) -> int:
    """No fewer tiles than sets of these ranks and runs can still place (as `search.promise`)."""
    shapes = [_shape(selection.left, rank) for rank in ranks]
    sets_bound = int(tables.best_sets[sum(int(tables.ranges[shape, choices.POSSIBLE]) for shape in shapes)])
    most = _covered(profile, selection.slots)
    for number in range(1, selection.slots // SHORTEST + 1):
        in_sets = sets_bound >> 8 * (number - 1) & choices.FIELD
        most = max(most, in_sets + _covered(profile, selection.slots - SHORTEST * number))
    return most


def _with_sets(selection: Selection, rank: int, tables: Tables) -> Iterator[tuple[Selection, int]]:
    """The selection with each plain choice at a rank, and the tiles that choice takes."""
    shape = _shape(selection.left, rank)
    for row in range(int(tables.ranges[shape, choices.PLAIN]), int(tables.ranges[shape, choices.ODD])):
        tally = int(tables.choices[row, choices.TALLY])
        slots = selection.slots - (tally >> choices.SLOTS_AT & choices.FIELD)
        if slots < 0:
            continue
        words = (int(tables.choices[row, column]) for column in (choices.RED_YELLOW, choices.BLUE_BLACK))
        taken = [word >> shift & 3 for word in words for shift in (0, choices.COLUMN)]
        chosen = _sets_of(rank, taken, selection.slots - slots, selection.left)
        left = list(selection.left)
        for colour, copies in enumerate(taken):
            left[colour * N_RANKS + rank] -= copies
        yield Selection(selection.sets + chosen, tuple(left), slots), sum(taken)


def _sets_of(rank: int, taken: list[int], slots: int, naturals: Sequence[int]) -> Structure:
    """Sets of a rank with these slots that take these tiles, with holes for colours not held if possible."""
    at_rank = naturals[rank::N_RANKS]
    fits: list[tuple[int, Structure]] = []
    for number in (1, 2):
        for chosen in combinations_with_replacement(_SETS, number):
            asked = [sum(colour * N_RANKS in group for group in chosen) for colour in range(N_COLOURS)]
            if sum(asked) == slots and [min(pair) for pair in zip(asked, at_rank, strict=True)] == taken:
                doubled = sum(wanted > held > 0 for wanted, held in zip(asked, at_rank, strict=True))
                fits.append((doubled, tuple(tuple(face + rank for face in group) for group in chosen)))
    return min(fits)[1]


def _runs(left: Sequence[int], slots: int, placed: int, tables: Tables, *, ace_high: bool) -> list[Run]:
    """Runs with at most `slots` slots that hold `placed` of the tiles left."""
    colours = [tuple(left[colour * N_RANKS : (colour + 1) * N_RANKS]) for colour in range(N_COLOURS)]
    profiles = [_colour_profile(colour, tables) for colour in colours]
    shares = next(_shares(profiles, slots, placed))
    return [
        Run(colour, *ends)
        for colour, (copies, share) in enumerate(zip(colours, shares, strict=True))
        for ends in _runs_of_colour(copies, share, tables, ace_high=ace_high)
    ]


def _shares(profiles: list[int], slots: int, placed: int) -> Iterator[list[int]]:
    """How many of the placed tiles, which are the most, each colour's runs hold within the slots."""
    if not profiles:
        if placed == 0:
            yield []
        return
    for used in (0, *range(SHORTEST, slots + 1)):
        here = _covered(profiles[0], used)
        yield from ([here, *others] for others in _shares(profiles[1:], slots - used, placed - here))


def _runs_of_colour(
    copies: tuple[int, ...], placed: int, tables: Tables, *, ace_high: bool
) -> list[tuple[int, int]]:
    """First and last places of runs that hold `placed` of a colour's tiles in the fewest slots."""
    found: list[tuple[int, int]] = []
    while placed > 0:
        slots = _fewest_slots(copies, placed, tables)
        copies, placed, run = next(_peel(copies, placed, slots, tables, ace_high=ace_high))
        found += run
    return found


def _fewest_slots(copies: tuple[int, ...], placed: int, tables: Tables) -> int:
    profile = _colour_profile(copies, tables)
    return next(slots for slots in range(HAND_SIZE + 1) if _covered(profile, slots) >= placed)


def _peel(
    copies: tuple[int, ...], placed: int, slots: int, tables: Tables, *, ace_high: bool
) -> Iterator[tuple[tuple[int, ...], int, list[tuple[int, int]]]]:
    """Ways to settle one copy of the lowest tile: in a run, rather from it than up to it, or left out.

    Each with what is left to place, and the run.
    """
    lowest = next(rank for rank, number in enumerate(copies) if number)
    through = [
        run for run in run_ranks(LONGEST_NEEDED, ace_high=ace_high) if lowest in run and len(run) <= slots
    ]
    for ranks in sorted(through, key=lambda run: run.index(lowest)):
        rest = tuple(number - (rank in ranks and number > 0) for rank, number in enumerate(copies))
        gained = sum(copies) - sum(rest)
        if _covered(_colour_profile(rest, tables), slots - len(ranks)) == placed - gained:
            yield rest, placed - gained, [(ranks[0], ranks[0] + len(ranks) - 1)]
    without = tuple(number - (rank == lowest) for rank, number in enumerate(copies))
    yield without, placed, []


def _merge(runs: list[Run]) -> list[Run]:
    """Runs that follow one another, as one."""
    merged: list[Run] = []
    for run in sorted(runs):
        before = next((r for r in merged if (r.colour, r.last + 1) == (run.colour, run.first)), None)
        if before is None:
            merged.append(run)
        else:
            merged[merged.index(before)] = before._replace(last=run.last)
    return merged


def _pad(chosen: Structure, runs: list[Run], spare: int, top: int) -> Structure:
    """Give one or two spare slots to groups that can be longer: runs first, at their upper end, then sets."""
    groups = list(chosen)
    for _ in range(spare):
        longer = next((run for run in runs if run.first > 0 or run.last < top), None)
        if longer is not None:
            runs[runs.index(longer)] = _longer(longer, top)
        elif runs:
            whole = runs.pop()  # a whole colour cannot be longer, but two runs of it can overlap
            runs += [whole._replace(last=top - SHORTEST), whole._replace(first=top - SHORTEST)]
        else:
            short = next(group for group in groups if len(group) == SHORTEST)
            groups[groups.index(short)] = tuple(range(short[0] % N_RANKS, WILD, N_RANKS))
    return (*(run.faces for run in runs), *groups)


def _longer(run: Run, top: int) -> Run:
    """One place longer: upwards as far as the 13, else downwards, else by the 1 after the 13."""
    if run.last < N_RANKS - 1 or run.first == 0:
        return run._replace(last=min(run.last + 1, top))
    return run._replace(first=run.first - 1)


def _shape(naturals: Sequence[int], rank: int) -> int:
    return choices.shape_of_rank(naturals[rank::N_RANKS])


def _covered(profile: int, slots: int) -> int:
    return profile >> 4 * slots & 15 if slots >= SHORTEST else 0


def _class(copies: Sequence[int], tables: Tables) -> int:
    return int(tables.run_class[sum(number * 3**rank for rank, number in enumerate(copies))])


def _colour_profile(copies: Sequence[int], tables: Tables) -> int:
    return int(tables.profile[_class(copies, tables)])


def _profile(naturals: Sequence[int], tables: Tables) -> int:
    red, yellow, blue, black = (
        _class(naturals[colour * N_RANKS : (colour + 1) * N_RANKS], tables) for colour in range(N_COLOURS)
    )
    pairs = tables.pair_class
    return int(tables.profile[pairs[pairs[red, yellow], pairs[blue, black]]])
