"""The lookup tables that the kernels read, passed to every kernel as its `tables` argument."""

from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from istaka.jit import compiled
from istaka.solver.bits import LANE_MASK
from istaka.solver.choices import POSSIBLE_COUNTS, SHAPES
from istaka.solver.profiles import N_VECTORS
from istaka.solver.types import Classes, Words

CLASSES: Final = 864
"""Room for the classes of either rule; no power of two, so that rows do not crowd one set of the cache."""
CHOICES: Final = 417
"""Rows of choices."""
SCRATCH_ROWS: Final = 2048
"""More states than any hand of 15 tiles can keep (a test counts them)."""

TABLES: Final = np.dtype(
    [
        ("run_class", np.uint16, (N_VECTORS,)),
        ("pair_class", np.uint16, (CLASSES, CLASSES)),
        ("profile", np.int64, (CLASSES,)),
        ("ternary", np.int32, (LANE_MASK + 1,)),
        ("ranges", np.int64, (SHAPES, 4)),
        ("choices", np.int64, (CHOICES, 5)),
        ("best_sets", np.int64, (POSSIBLE_COUNTS,)),
    ],
    align=True,
)
"""The record that compiled kernels get: one pointer, fixed shapes, no reference counts."""

SCRATCH: Final = np.dtype(
    [(name, np.int64, (SCRATCH_ROWS,)) for name in ("low", "high", "profile", "tally", "emptied", "holes")]
)
"""The record of the states of a search (see `istaka.solver.search`)."""


class Tables(NamedTuple):
    """Everything that the kernels know of combinations; made from the lists of `istaka.rules.melds`.

    Compiled kernels get a record of dtype `TABLES` with the same names.
    """

    run_class: Classes
    """uint16[3**13]: class of a colour's count vector."""
    pair_class: Classes
    """uint16[classes, classes]: class of two colours side by side."""
    profile: Words
    """int64[classes]: nibble n = most tiles that runs with n slots cover."""
    ternary: NDArray[np.int32]
    """int32[2**13]: the number in base 3 of a colour's bits."""
    ranges: Words
    """int64[256, 4]: see `ChoiceTables`."""
    choices: Words
    """int64[n, 5]: see `ChoiceTables.rows`."""
    best_sets: Words
    """int64[512]: see `ChoiceTables`."""


class Scratch(NamedTuple):
    """Working memory of a search, a row a state; compiled kernels get a record of dtype `SCRATCH`."""

    low: Words
    high: Words
    profile: Words
    tally: Words
    emptied: Words
    holes: Words


T = TypeVar("T", Tables, Scratch)


@cache
def tables(ace_high: bool) -> Tables:  # noqa: FBT001 (a rule's value, passed on as it is: R6.2)
    """The tables of one rule about 12-13-1 (R6.2): read once, some 50 ms."""
    record = np.zeros(1, TABLES).view(np.recarray)[0]
    for name, array in shipped(ace_high=ace_high)._asdict().items():
        record[name][tuple(map(slice, array.shape))] = array
    return _for_kernels(record, Tables)


def new_scratch() -> Scratch:
    """Working memory for kernels: one for each thread, never shared."""
    return _for_kernels(np.empty(1, SCRATCH).view(np.recarray)[0], Scratch)


def _for_kernels(record: Any, fields: type[T]) -> T:  # noqa: ANN401 (NumPy types records so)
    """The record itself for compiled kernels, its fields as memory views for interpreted ones.

    Python reads plain integers from a memory view, which is faster and cannot overflow.
    """
    if compiled():
        return cast("T", record)  # pragma: no cover (coverage is taken interpreted)
    views: list[Any] = [memoryview(record[name]) for name in record.dtype.names]
    return fields(*views)


def shipped(*, ace_high: bool) -> Tables:
    """The tables as they lie beside this module."""
    with (files(__package__) / file_name(ace_high=ace_high)).open("rb") as file, np.load(file) as arrays:
        return Tables(**arrays)


def file_name(*, ace_high: bool) -> str:
    """Where the tables of a rule lie, beside this module."""
    return f"tables-{'ace-high' if ace_high else 'plain'}.npz"
