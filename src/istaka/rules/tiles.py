"""Tiles, their faces, and the kinds they are in one round (R1, R5).

A **face** is what is printed on a tile: 0..51 = colour * 13 + rank - 1 with the colours in the order
red, yellow, blue, black; 52 = the starred tile. A **kind** is what the tile counts as in a round whose
wild face is known: 0..51 a natural tile of that face, 52 (`WILD`) a wild. A starred tile is a natural of
the wild's face (R5.3) and the two tiles of the wild's own face are the wilds (R5.1), so faces and kinds
are exchanged by swapping the wild's face with 52, and nothing is lost either way.

A **physical tile** is a number 0..105; its face is `tile // 2`.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from istaka.rules.errors import TileError

COLOURS: Final = "RYBK"
"""Letters of red, yellow, blue and black, in the order of the faces."""
N_COLOURS: Final = 4
N_RANKS: Final = 13
N_FACES: Final = 53
N_KINDS: Final = 53
COPIES: Final = 2
N_TILES: Final = N_FACES * COPIES
STARRED: Final = 52
"""The face of a starred tile (false joker)."""
WILD: Final = 52
"""The kind of a wild (J)."""
HAND_SIZE: Final = 14

_NAMES: Final = (*(f"{colour}{rank}" for colour in COLOURS for rank in range(1, N_RANKS + 1)), "S")
"""Notation of each face, as a server writes it a dozen times for every move."""
_FACES: Final = {name: face for face, name in enumerate(_NAMES)}


def colour_of(face: int) -> int:
    """Colour 0..3 (red, yellow, blue, black) of a natural face or kind 0..51."""
    return face // N_RANKS


def rank_of(face: int) -> int:
    """Rank 1..13 of a natural face or kind 0..51."""
    return face % N_RANKS + 1


def face_of_tile(tile: int) -> int:
    """Face 0..52 of a physical tile 0..105."""
    return tile // COPIES


def wild_of(indicator: int) -> int:
    """The wild's face: one rank above the indicator in its colour, 13 -> 1 (R5.1)."""
    return indicator - N_RANKS + 1 if rank_of(indicator) == N_RANKS else indicator + 1


def swap_wild(value: int, wild: int) -> int:
    """The kind of a face, or the face of a kind: the same exchange in both directions (R5)."""
    if value == wild:
        return WILD
    return wild if value == WILD else value


def face_name(face: int) -> str:
    """Notation of a face, `R1`..`K13` or `S`."""
    return _NAMES[face]


def kind_name(kind: int, wild: int) -> str:
    """Notation of a kind in a round with this wild face: `R1`..`K13`, `S` or `J`."""
    return names_beside(wild)[kind]


@cache
def names_beside(wild: int) -> tuple[str, ...]:
    """Notation of every kind in a round with this wild face."""
    return tuple("J" if kind == WILD else face_name(swap_wild(kind, wild)) for kind in range(N_KINDS))


def kind_names(kinds: Iterable[int], wild: int) -> str:
    """Notation of several kinds, separated by spaces."""
    return " ".join(kind_name(kind, wild) for kind in kinds)


def parse_face(text: str) -> int:
    """The face written as `R1`..`K13` or `S`.

    Raises:
        TileError: the text is no face.
    """
    face = _FACES.get(text)
    if face is None and text.isascii():
        face = _FACES.get(text.upper())
    if face is None:
        msg = f"{text!r} is no tile: expected a colour R, Y, B or K with a rank 1 to 13, or S"
        raise TileError(msg)
    return face


def parse_indicator(text: str) -> int:
    """The face of an indicator: any face but the starred one (R4.2).

    Raises:
        TileError: the text is no tile, or a starred tile.
    """
    face = parse_face(text)
    if face == STARRED:
        msg = f"{text!r} cannot be the indicator: a starred tile turned up goes back (R4.2)"
        raise TileError(msg)
    return face


def parse_kind(text: str, wild: int) -> int:
    """The kind written as `R1`..`K13`, `S` or `J`; the wild's face is read as J too.

    Raises:
        TileError: the text is no tile.
    """
    if text in {"J", "j"}:
        return WILD
    try:
        return swap_wild(parse_face(text), wild)
    except TileError:
        msg = f"{text!r} is no tile: expected a colour R, Y, B or K with a rank 1 to 13, S or J"
        raise TileError(msg) from None


def parse_kinds(text: str | Sequence[str], indicator: int) -> tuple[int, ...]:
    """The kinds of a list of tiles that can be together beside this indicator, in the order given.

    Args:
        text: tiles separated by white space, or a sequence of them.
        indicator: the face turned up.

    Raises:
        TileError: a word is no tile, or there are more copies of one than the round holds (R1, R4.1).
    """
    wild = wild_of(indicator)
    words = text.split() if isinstance(text, str) else list(text)
    kinds = tuple(parse_kind(word, wild) for word in words)
    check_copies(kinds, indicator)
    return kinds


def check_copies(kinds: Iterable[int], indicator: int) -> None:
    """Refuse more copies of a kind than can be in play beside the indicator (R1, R4.1).

    Raises:
        TileError: a third copy, or a second one of the indicator.
    """
    wild = wild_of(indicator)
    counts = [0] * N_KINDS
    for kind in kinds:
        counts[kind] += 1
    for kind, count in enumerate(counts):
        if count > live_copies(kind, indicator):
            name = kind_name(kind, wild)
            reason = "the other one is the indicator" if kind == indicator else "there are two of each"
            msg = f"{count} times {name} with indicator {face_name(indicator)}: {reason}"
            raise TileError(msg)


def live_copies(kind: int, indicator: int) -> int:
    """How many tiles of a kind a round holds beside the indicator: 2, of the indicator's face 1."""
    return COPIES - (kind == indicator)
