"""Fair deals: the draw for order, the wall and the indicator as a pure function of a secret (R3, R4).

`docs/fair-deals.md` states the same in words, for another implementation, with test vectors.
"""

import dataclasses
import hashlib
from collections.abc import Sequence
from typing import Final

from istaka.rules.errors import IstakaError
from istaka.rules.tiles import HAND_SIZE, N_TILES, STARRED, face_of_tile, rank_of, wild_of

SECRET_BYTES: Final = 32
NONCE_BYTES: Final = 16
PLAYERS: Final = (2, 3, 4)
"""R2: how many may play."""

_DEAL_LABEL: Final = b"istaka deal 1\n"
_NONCE_LABEL: Final = "istaka nonce 1\n"
_BYTE_VALUES: Final = 256


@dataclasses.dataclass(frozen=True, slots=True)
class Deal:
    """Everything chance decides in a round.

    Attributes:
        order: `order[seat]` is the player who sits there; seat 0 begins (R3.1).
        draws: the drawing rounds for order, each a tuple of (player, face drawn); empty when the order
            was not drawn for.
        wall: 106 faces: first the tiles dealt, the k-th to seat k mod n and the last to seat 0 (R3.3),
            then the stock from its top, at the end the indicator.
        turned: the faces turned up: starred ones first, at the end the indicator (R4.2).
    """

    order: tuple[int, ...]
    draws: tuple[tuple[tuple[int, int], ...], ...]
    wall: tuple[int, ...]
    turned: tuple[int, ...]

    @property
    def players(self) -> int:
        """The number of players (R2)."""
        return len(self.order)

    @property
    def indicator(self) -> int:
        """The face of the indicator (R4.1)."""
        return self.wall[-1]

    @property
    def wild(self) -> int:
        """The face of the wild (R5.1)."""
        return wild_of(self.indicator)


class Stream:
    """Bytes without end: SHA-256 of the key and a counter, block after block."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = b""
        self._blocks = 0
        self._used = 0

    def byte(self) -> int:
        """The next byte, 0..255."""
        if self._used == len(self._block):
            self._block = hashlib.sha256(self._key + self._blocks.to_bytes(4, "big")).digest()
            self._blocks += 1
            self._used = 0
        self._used += 1
        return self._block[self._used - 1]

    def below(self, bound: int) -> int:
        """A number 0..bound-1, each equally likely, for a bound of 1..256: biased bytes are passed over."""
        fair = _BYTE_VALUES - _BYTE_VALUES % bound
        while True:
            value = self.byte()
            if value < fair:
                return value % bound


class Stock:
    """All 106 tiles, drawn one by one: a Fisher-Yates shuffle that goes as far as it is asked."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._tiles = list(range(N_TILES))
        self._drawn = 0

    def draw(self) -> int:
        """The face of the next tile; when all 106 are drawn, all go back first."""
        if self._drawn == N_TILES:
            self._drawn = 0
        here = self._drawn
        there = here + self._stream.below(N_TILES - here)
        tiles = self._tiles
        tiles[here], tiles[there] = tiles[there], tiles[here]
        self._drawn += 1
        return face_of_tile(tiles[here])


def commitment(secret: bytes) -> str:
    """What the server publishes before it learns the nonces: the SHA-256 of the secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def fixed_nonce(match_id: str, round_number: int, player: int) -> bytes:
    """The nonce of a bot, or of a player whose own did not come in time: 16 bytes that anyone can compute."""
    text = f"{_NONCE_LABEL}{match_id}\n{round_number}\n{player}"
    return hashlib.sha256(text.encode()).digest()[:NONCE_BYTES]


def deal(secret: bytes, nonces: Sequence[bytes], order: Sequence[int] | None = None) -> Deal:
    """The deal that follows from a secret and the players' nonces.

    Args:
        secret: 32 bytes.
        nonces: 16 bytes for each player, in the order of the players.
        order: who sits where, where the order is not drawn for (R3.1 `drawn_once`).

    Raises:
        IstakaError: a length that does not fit.
    """
    _check(secret, nonces)
    stream = Stream(hashlib.sha256(_DEAL_LABEL + secret + b"".join(nonces)).digest())
    draws: list[tuple[tuple[int, int], ...]] = []
    if order is None:
        order = draw_for_order(tuple(range(len(nonces))), Stock(stream), draws)
    wall, turned = _lay_out(stream, len(nonces))
    return Deal(tuple(order), tuple(draws), wall, turned)


def draw_for_order(
    group: tuple[int, ...], stock: Stock, draws: list[tuple[tuple[int, int], ...]]
) -> tuple[int, ...]:
    """The players of a group from the highest rank drawn to the lowest; each drawing is appended to `draws`.

    A starred tile has no rank, so its player draws again; equal ranks draw again among themselves, the
    highest first (R3.1, R3.2).
    """
    ranks: dict[int, int] = {}
    waiting = group
    while waiting:
        drawing = tuple((player, stock.draw()) for player in waiting)
        draws.append(drawing)
        ranks |= {player: rank_of(face) for player, face in drawing if face != STARRED}
        waiting = tuple(player for player in group if player not in ranks)
    order: tuple[int, ...] = ()
    for rank in sorted(set(ranks.values()), reverse=True):
        equal = tuple(player for player in group if ranks[player] == rank)
        order += equal if len(equal) == 1 else draw_for_order(equal, stock, draws)
    return order


def _lay_out(stream: Stream, players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The wall and the faces turned up: shuffle, deal, turn one up, put starred ones back (R3.3, R4)."""
    stock = Stock(stream)
    shuffled = [stock.draw() for _ in range(N_TILES)]
    dealt = HAND_SIZE * players + 1
    indicator = next(place for place in range(dealt, N_TILES) if shuffled[place] != STARRED)
    turned = shuffled[dealt : indicator + 1]
    rest = shuffled[indicator + 1 :]
    for starred in turned[:-1]:
        rest.insert(stream.below(len(rest) + 1), starred)
    return (*shuffled[:dealt], *rest, turned[-1]), tuple(turned)


def _check(secret: bytes, nonces: Sequence[bytes]) -> None:
    if len(secret) != SECRET_BYTES:
        msg = f"a secret of {len(secret)} bytes: expected {SECRET_BYTES}"
        raise IstakaError(msg)
    if len(nonces) not in PLAYERS:
        msg = f"{len(nonces)} players: expected 2, 3 or 4 (R2)"
        raise IstakaError(msg)
    for player, nonce in enumerate(nonces):
        if len(nonce) != NONCE_BYTES:
            msg = f"a nonce of {len(nonce)} bytes for player {player}: expected {NONCE_BYTES}"
            raise IstakaError(msg)
