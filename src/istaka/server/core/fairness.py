"""What every deal of a table came from, as far as it is open (docs/fair-deals.md)."""

from msgspec import Struct

from istaka.server.core.events import Entry
from istaka.server.core.history import Past, rounds, seated
from istaka.server.core.messages import NonceUsed


class FairRound(Struct, frozen=True):
    """One round. With all of it anyone can recompute the deal.

    Before the secret is opened `secret` and `nonces` are null.
    """

    round: int
    commitment: str
    secret: str | None
    nonces: tuple[NonceUsed, ...] | None
    order: tuple[int, ...] | None
    """Players in turn order; null before the deal."""
    match: str
    """The name of the match in fixed nonces."""
    players: int


class Fairness(Struct, frozen=True):
    """The rounds of a table, the one that runs among them."""

    rules: str
    """The rule set with every field, as in records."""
    names: tuple[str, ...]
    rounds: tuple[FairRound, ...]


def fairness(table: str, entries: list[Entry]) -> Fairness:
    """What is open of a table's deals; raises `ReplayError` for a log that is none."""
    start = seated(table, entries)
    names = tuple(seat.name for seat in start.seats)
    return Fairness(start.rules, names, tuple(_round(past) for past in rounds(table, entries)))


def _round(past: Past) -> FairRound:
    return FairRound(
        round=past.match.round,
        commitment=past.commitment,
        secret=past.secret.hex() if past.is_open else None,
        nonces=_nonces(past) if past.is_open else None,
        order=None if past.deal is None else past.deal.order,
        match=past.match.match_id,
        players=past.match.players,
    )


def _nonces(past: Past) -> tuple[NonceUsed, ...]:
    return tuple(
        NonceUsed(player, nonce.hex(), "fixed" if past.nonces[player] is None else "client")
        for player, nonce in enumerate(past.all_nonces)
    )
