"""What `istaka solve` is asked, read from words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from istaka.rules.errors import TileError
from istaka.rules.tiles import (
    HAND_SIZE,
    N_KINDS,
    check_copies,
    live_copies,
    parse_indicator,
    parse_kinds,
    wild_of,
)

SIZES: Final = (HAND_SIZE, HAND_SIZE + 1)


@dataclass(frozen=True)
class Question:
    """A hand of 14 or 15 kinds beside an indicator, with the tiles that lie open."""

    indicator: int
    """The face turned up."""
    kinds: tuple[int, ...]
    """The hand, in the order given."""
    seen: tuple[int, ...]
    """Kinds that can be in no hand and not in the stock any more."""
    ace_high: bool
    """R6.2."""

    @property
    def wild(self) -> int:
        """The wild's face (R5.1)."""
        return wild_of(self.indicator)

    @property
    def complete(self) -> bool:
        """Whether there are 15 tiles, so that one is to be discarded."""
        return len(self.kinds) > HAND_SIZE

    @property
    def live(self) -> tuple[int, ...]:
        """How many copies of each kind are still to come: not in the hand, not turned up, not seen."""
        gone = (*self.kinds, *self.seen)
        return tuple(live_copies(kind, self.indicator) - gone.count(kind) for kind in range(N_KINDS))


def ask(indicator: str, tiles: str, seen: str = "", *, ace_high: bool = True) -> Question:
    """The question these words put.

    Raises:
        TileError: a word is no tile, there are more copies than a round holds, or not 14 or 15 tiles.
    """
    face = parse_indicator(indicator)
    kinds = parse_kinds(tiles, face)
    if len(kinds) not in SIZES:
        msg = f"{len(kinds)} tiles {' '.join(tiles.split())!r}: expected 14, or 15 before the discard"
        raise TileError(msg)
    open_kinds = parse_kinds(seen, face)
    check_copies((*kinds, *open_kinds), face)
    return Question(face, kinds, open_kinds, ace_high)


def ask_lines(lines: Iterable[str], *, ace_high: bool) -> Iterator[Question]:
    """The questions of lines `indicator<TAB>tiles`; blank lines are passed over.

    Raises:
        TileError: a line is no hand; the message begins with its number.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield _ask_line(line.rstrip("\r\n"), ace_high=ace_high)
        except TileError as error:
            msg = f"line {number}: {error}"
            raise TileError(msg) from None


def _ask_line(line: str, *, ace_high: bool) -> Question:
    indicator, tab, tiles = line.partition("\t")
    if not tab or "\t" in tiles:
        msg = f"{line!r} is not `indicator<TAB>tiles`"
        raise TileError(msg)
    return ask(indicator.strip(), tiles, ace_high=ace_high)
