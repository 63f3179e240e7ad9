"""The figures of `istaka bench`: what each one is, and what was asked of it."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Figure:
    """One measured number.

    Attributes:
        name: its key in the JSON object.
        meaning: what it says, as a table's cell.
        asked: the bound that it is held to on one core, in words.
    """

    name: str
    meaning: str
    asked: str = ""


FIGURES: Final = (
    Figure("distance_packed_ns", "exact distance of a random 14-tile hand given as bitboards", "at most 100"),
    Figure("distance_counts_ns", "the same from 53 counts", "at most 120"),
    Figure(
        "near_distance_ns", "exact distance of a 14-tile hand at most four tiles from going out, as bitboards"
    ),
    Figure("free_discards_us", "distance and all discards that keep it, random 15-tile hand", "at most 0.5"),
    Figure("discard_table_us", "distance and outs after each discard, random 15-tile hand", "at most 15"),
    Figure("outs_random_us", "distance after each discard, outs of the best ones, random 15-tile hand"),
    Figure("outs_near_us", "the same of a 15-tile hand at most four tiles from going out"),
    Figure("random_turns_per_s", "turns of random playouts, four players, every rule", "at least 15,000,000"),
    Figure("greedy_games_per_s", "rounds of greedy playouts, four players, every rule", "at least 40,000"),
    Figure(
        "two_threads_ratio",
        "random playouts of two threads on two free cores to those of one",
        "at least 1.9",
    ),
    Figure("import_s", "importing what a first answer needs, in a new process"),
    Figure(
        "first_screen_s", "the first `istaka solve` answer in that process, no kernel compiled", "at most 0.3"
    ),
)


def shown(value: float) -> str:
    """Three digits that count, thousands with commas."""
    digits = float(f"{value:.3g}")
    return f"{digits:,.0f}" if digits >= 100 else f"{digits:g}"  # noqa: PLR2004 - three digits
