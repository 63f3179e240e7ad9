"""What the tiles of one rank can do for sets: every choice worth trying, as a table.

The **shape** of a rank is the colours of which the hand holds at least one tile (four bits) and, above
them, those of which it holds two. A **choice** is one or two sets of the rank. It takes min(held, asked)
tiles of each colour and has a **hole** in each colour of which it asks more than there is.

Two lists of choices are kept for a shape:

- *Plain* choices suffice to find the best gain. Choice A makes B superfluous when A has as many sets, no
  more slots and takes all that B takes: what A takes beyond B gains at most as much elsewhere. And a set
  that adds a single tile to a choice is as well a run of three slots through that tile.
- *Odd* choices are needed beside them to find every hole: those that leave more to the runs or use more
  slots than a plain choice, but have a hole that no better choice has.

Neither list has a choice with a set that adds no tile: while a tile of the hand is unplaced, a run through
that tile would be better.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np

from istaka.rules.melds import SHORTEST, sets
from istaka.rules.tiles import COPIES, N_COLOURS, N_RANKS
from istaka.solver.types import Words

SHAPES: Final = 1 << (2 * N_COLOURS)

# Columns of `ranges`, indexed by shape: where its rows lie in `rows`, and its possible sets.
PLAIN, ODD, END, POSSIBLE = 0, 1, 2, 3

# Columns of `rows`.
TALLY, RED_YELLOW, BLUE_BLACK, EMPTIED, HOLES = 0, 1, 2, 3, 4

# A tally counts tiles placed, slots used and odd choices, in fields of one word.
SLOTS_AT: Final = 8
ODD_AT: Final = 16
FIELD: Final = 255

COLUMN: Final = 32
"""Two colours' numbers share a word: red and blue below, yellow and black above."""

# A count of possible sets has three bits each for those of four, three and two tiles.
FOURS: Final = 1
THREES: Final = 8
TWOS: Final = 64
POSSIBLE_COUNTS: Final = 512


class ChoiceTables(NamedTuple):
    """Choices of every shape."""

    ranges: Words
    """int64[256, 4] by shape: where its plain rows start, its odd rows start, they end; its possible sets."""
    rows: Words
    """int64[n, 5]: tally; red | yellow and blue | black taken; masks of colours emptied and with a hole."""
    best_sets: Words
    """int64[512]: most tiles in 1, 2, 3, 4 sets by the count of possible sets, a byte each."""


class Choice(NamedTuple):
    """One or two sets of a rank, over the tiles of one shape; tuples by colour."""

    sets: int
    slots: int
    taken: tuple[int, ...]
    holes: frozenset[int]

    @property
    def gain(self) -> int:
        """Tiles placed."""
        return sum(self.taken)

    def serves(self, other: "Choice") -> bool:
        """Whether this takes all that the other takes, in as many sets and no more slots."""
        return (
            self.sets == other.sets
            and self.slots <= other.slots
            and all(mine >= theirs for mine, theirs in zip(self.taken, other.taken, strict=True))
        )


def build_choices() -> ChoiceTables:
    """The tables, from the list of sets."""
    ranges = np.zeros((SHAPES, 4), np.int64)
    rows: list[list[int]] = []
    for held in _all_held():
        plain, odd = _choices(held)
        start = len(rows)
        rows += [_row(choice, held) for choice in plain]
        rows += [_row(choice, held, odd=1) for choice in odd]
        ranges[shape_of_rank(held)] = [start, start + len(plain), len(rows), _possible(held)]
    return ChoiceTables(ranges, np.array(rows, np.int64), _best_sets())


def shape_of_rank(held: Sequence[int]) -> int:
    """The shape of a rank, from the counts of its colours."""
    colours = sum((copies > 0) << colour for colour, copies in enumerate(held))
    return colours | sum((copies > 1) << colour for colour, copies in enumerate(held)) << N_COLOURS


def _all_held() -> Iterator[tuple[int, ...]]:
    """Counts 0..2 of the four colours: 81 possibilities."""
    for number in range((COPIES + 1) ** N_COLOURS):
        yield tuple(number // (COPIES + 1) ** colour % (COPIES + 1) for colour in range(N_COLOURS))


def _set_colours() -> list[tuple[int, ...]]:
    """The colours of each set of one rank."""
    return [tuple(face // N_RANKS for face in meld.faces) for meld in sets() if meld.faces[0] % N_RANKS == 0]


def _choices(held: tuple[int, ...]) -> tuple[list[Choice], list[Choice]]:
    """The plain and the odd choices of a shape, the most tiles first."""
    every = _merged(_possible_choices(held))
    good = [choice for choice in every if _adds(choice, every) > 1]
    plain = [choice for choice in good if not any(o.serves(choice) for o in every if o != choice)]
    odd = [choice for choice in good if choice.holes and not _covered(choice, every)]
    return sorted(plain, key=_order), sorted((c for c in odd if c not in plain), key=_order)


def _order(choice: Choice) -> tuple[int, int, tuple[int, ...]]:
    return -choice.gain, choice.slots, choice.taken


def _possible_choices(held: tuple[int, ...]) -> Iterator[Choice]:
    for number in (1, 2):
        for chosen in combinations_with_replacement(_set_colours(), number):
            asked = [sum(colour in colours for colours in chosen) for colour in range(N_COLOURS)]
            yield Choice(
                sets=number,
                slots=sum(asked),
                taken=tuple(map(min, asked, held)),
                holes=frozenset(c for c in range(N_COLOURS) if held[c] < asked[c] and held[c] < COPIES),
            )


def _merged(choices: Iterable[Choice]) -> list[Choice]:
    """Choices that differ in their holes alone, as one with all these holes."""
    merged: dict[tuple[int, int, tuple[int, ...]], Choice] = {}
    for choice in choices:
        key = choice[:3]
        holes = merged[key].holes if key in merged else frozenset()
        merged[key] = choice._replace(holes=holes | choice.holes)
    return list(merged.values())


def _adds(choice: Choice, every: list[Choice]) -> int:
    """The fewest tiles by which a choice is more than a part of it that leaves the slots of a set free."""
    parts = [o.gain for o in every if o.slots + SHORTEST <= choice.slots and _within(o, choice)]
    return choice.gain - max(parts, default=0)


def _within(other: Choice, choice: Choice) -> bool:
    return all(theirs <= mine for theirs, mine in zip(other.taken, choice.taken, strict=True))


def _covered(choice: Choice, every: list[Choice]) -> bool:
    return any(o.serves(choice) and o.holes >= choice.holes for o in every if o != choice)


def _possible(held: tuple[int, ...]) -> int:
    """How many sets of four, three and two tiles the shape promises, generously."""
    first = sum(copies > 0 for copies in held)
    second = sum(copies > 1 for copies in held) + (first == N_COLOURS)
    weight = {2: TWOS, 3: THREES, 4: FOURS}
    return sum(weight[min(tiles, 4)] for tiles in (first, second) if tiles > 1)


def _row(choice: Choice, held: tuple[int, ...], odd: int = 0) -> list[int]:
    red, yellow, blue, black = choice.taken
    emptied = [colour for colour in range(N_COLOURS) if 0 < choice.taken[colour] == held[colour]]
    tally = choice.gain | choice.slots << SLOTS_AT | odd << ODD_AT
    return [tally, red | yellow << COLUMN, blue | black << COLUMN, _lanes(emptied), _lanes(choice.holes)]


def _lanes(colours: Iterable[int]) -> int:
    return sum(1 << 16 * colour for colour in colours)


def _best_sets() -> Words:
    """A byte each for the most tiles that 1, 2, 3 and 4 of the possible sets hold."""
    table = np.zeros(POSSIBLE_COUNTS, np.int64)
    for count in range(POSSIBLE_COUNTS):
        sizes = [4] * (count & 7) + [3] * (count >> 3 & 7) + [2] * (count >> 6)
        table[count] = sum(sum(sizes[:number]) << 8 * (number - 1) for number in range(1, 5))
    return table
