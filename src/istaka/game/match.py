"""A match: rounds until somebody reaches the limit (R3.1, R11)."""

import dataclasses
import re
from collections.abc import Sequence
from typing import Final, Protocol, Self

from istaka.rules.errors import IstakaError
from istaka.rules.ruleset import RuleSet
from istaka.rules.shuffle import PLAYERS, Deal, deal

MATCH_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""What a match may be called."""


class HasPenalties(Protocol):
    """The outcome of a round, as far as a match cares."""

    @property
    def penalties(self) -> tuple[int, ...]:
        """The penalty points of each seat."""


@dataclasses.dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands between two rounds; `Match.new` begins one, `score` goes on.

    Attributes:
        rules: what the table agreed on.
        match_id: names the match in the fixed nonces (docs/fair-deals.md).
        totals: the points of each player so far.
        round: the number of the round to be played next, from 1.
        order: who sat where in the last round (`order[seat]` is a player); empty before the first.
    """

    rules: RuleSet
    match_id: str
    totals: tuple[int, ...]
    round: int = 1
    order: tuple[int, ...] = ()

    @classmethod
    def new(cls, rules: RuleSet, players: int, match_id: str) -> Self:
        """A match before its first round.

        Raises:
            IstakaError: not 2, 3 or 4 players (R2), or an id with other than letters, digits, `.`, `_`, `-`.
        """
        if players not in PLAYERS:
            msg = f"{players} players: expected 2, 3 or 4 (R2)"
            raise IstakaError(msg)
        if not MATCH_ID.fullmatch(match_id):
            msg = (
                f"{match_id!r} is no match id: expected 1 to 64 letters, digits, dots, underlines or hyphens"
            )
            raise IstakaError(msg)
        return cls(rules, match_id, (rules.start,) * players)

    @property
    def players(self) -> int:
        """The number of players (R2)."""
        return len(self.totals)

    @property
    def over(self) -> bool:
        """Whether somebody has reached the limit; exactly the limit counts (R11.1)."""
        if self.rules.descending:
            return min(self.totals) <= self.rules.limit
        return max(self.totals) >= self.rules.limit

    @property
    def ranking(self) -> tuple[int, ...]:
        """The place of each player as the totals stand; equal totals share it: 1, 1, 3 (R11.2)."""
        sign = -1 if self.rules.descending else 1
        points = [sign * total for total in self.totals]
        return tuple(1 + sum(other < mine for other in points) for mine in points)

    def deal(self, secret: bytes, nonces: Sequence[bytes]) -> Deal:
        """The deal of the next round (R3): a pure function of the secret and the players' nonces.

        Raises:
            IstakaError: the match is over, or a length does not fit.
        """
        self._refuse_when_over()
        if len(nonces) != self.players:
            msg = f"{len(nonces)} nonces: expected one for each of {self.players} players"
            raise IstakaError(msg)
        return deal(secret, nonces, self.next_order)

    @property
    def next_order(self) -> tuple[int, ...] | None:
        """R3.1: who sits where in the next round, where that is passed on and not drawn for."""
        if self.rules.order == "drawn_once" and self.order:
            return (*self.order[1:], self.order[0])
        return None

    def score(self, order: Sequence[int], outcome: HasPenalties) -> Self:
        """The match after a complete round: who sat where, and what it cost each seat (R10, R11.1).

        Raises:
            IstakaError: the match is over.
        """
        self._refuse_when_over()
        sign = -1 if self.rules.descending else 1
        points = self.by_player(order, outcome.penalties)
        totals = tuple(total + sign * penalty for total, penalty in zip(self.totals, points, strict=True))
        return dataclasses.replace(self, totals=totals, round=self.round + 1, order=tuple(order))

    def seat_totals(self, order: Sequence[int]) -> tuple[int, ...]:
        """The totals in the order of the seats."""
        return tuple(self.totals[player] for player in order)

    def by_player(self, order: Sequence[int], per_seat: Sequence[int]) -> tuple[int, ...]:
        """Numbers given for each seat, in the order of the players."""
        return tuple(per_seat[list(order).index(player)] for player in range(self.players))

    def _refuse_when_over(self) -> None:
        if self.over:
            msg = f"the match is over: the totals are {self.totals}, the limit {self.rules.limit} (R11.1)"
            raise IstakaError(msg)
