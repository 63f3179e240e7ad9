"""Tiles as a terminal shows them: their notation, coloured where there is colour."""

from collections.abc import Iterable
from typing import Final

from rich.text import Text

from istaka.rules.tiles import WILD, colour_of, kind_name

STYLES: Final = (
    "bold red on grey93",
    "bold dark_goldenrod on grey93",
    "bold blue on grey93",
    "bold black on grey93",
)
"""Red, yellow, blue and black print on a light tile."""
WILD_STYLE: Final = "bold magenta on grey93"
GAP: Final = Text(" ")


def tile(kind: int, wild: int) -> Text:
    """One tile; the letters stand in the text, so nothing is lost without colour."""
    style = WILD_STYLE if kind == WILD else STYLES[colour_of(kind)]
    return Text.assemble((f" {kind_name(kind, wild)} ", style))


def tiles(kinds: Iterable[int], wild: int) -> Text:
    """Tiles side by side."""
    return GAP.join(tile(kind, wild) for kind in kinds)


def groups(rows: Iterable[Iterable[int]], wild: int) -> Text:
    """Groups of tiles with a bar between them."""
    return Text(" | ").join(tiles(row, wild) for row in rows)
