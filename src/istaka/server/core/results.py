"""What came of a match, from its log alone: places, points and how rounds were won (R10, R11)."""

from dataclasses import dataclass
from typing import Final

from istaka.game.position import Outcome, Position
from istaka.server.core import events
from istaka.server.core.events import Entry, Seat
from istaka.server.core.evolve import ReplayError
from istaka.server.core.history import Past, rounds, seated

FEWEST: Final = 2
"""So many people or bot accounts make a match that can count."""


@dataclass(frozen=True, slots=True)
class Score:
    """What one player made of the match.

    Attributes:
        place: 1 is the best, equal results share it; who had left a rated match shares the last one.
        points: penalty points of all rounds together, whether totals count up or down.
        rounds: how many were played to their end.
        won: rounds won,
        pairs: with seven pairs, also where they were runs and sets at once (R8.5),
        wilds: with a wild as the last discard.
        bonuses: rounds in which the indicator bonus was his (R10.2).
        left: whether a bot played for him at the end.
    """

    place: int
    points: int
    rounds: int
    won: int
    pairs: int
    wilds: int
    bonuses: int
    left: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A match that somebody has won.

    Attributes:
        ended: when, in ms since 1970.
        rules: `RuleSet.text`.
        rated: whether it counts for ratings: it was to, and no bot of the house has a seat.
        seats: who played.
        scores: what each made of it.
    """

    ended: int
    rules: str
    rated: bool
    seats: tuple[Seat, ...]
    scores: tuple[Score, ...]


def result(table: str, entries: list[Entry]) -> Result | None:
    """What came of a table; None for one that runs, or ended without a result (R12.2, a fault of the server).

    Raises:
        ReplayError: the log does not fit the rules.
    """
    start = seated(table, entries)
    over = next((entry for entry in reversed(entries) if isinstance(entry.event, events.MatchOver)), None)
    if over is None or not isinstance(over.event, events.MatchOver):
        return None
    rated = start.rated and len(start.seats) >= FEWEST and all(seat.bot is None for seat in start.seats)
    left = _left(entries)
    places = _places(over.event.ranking, left if rated else frozenset())
    finished = [_Finished.of(past) for past in rounds(table, entries) if past.is_over]
    scores = tuple(_score(player, place, left, finished) for player, place in enumerate(places))
    return Result(over.at, start.rules, rated, start.seats, scores)


@dataclass(frozen=True, slots=True)
class _Finished:
    """How a round ended, by player."""

    outcome: Outcome
    order: tuple[int, ...]

    @classmethod
    def of(cls, past: Past) -> "_Finished":
        """The end of a round, played again from its choices."""
        if past.deal is None:
            msg = f"round {past.match.round} of table {past.match.match_id} ended before its deal"
            raise ReplayError(msg)
        last = Position.deal(past.match.rules, past.deal).play_all(move.action for move in past.moves)
        if last.outcome is None:
            msg = f"round {past.match.round} of table {past.match.match_id} ended before its end"
            raise ReplayError(msg)
        return cls(last.outcome, past.deal.order)

    def seat(self, player: int) -> int:
        return self.order.index(player)


def _score(player: int, place: int, left: frozenset[int], finished: list[_Finished]) -> Score:
    seats = [(end.outcome, end.seat(player)) for end in finished]
    wins = [outcome for outcome, seat in seats if outcome.winner == seat]
    return Score(
        place=place,
        points=sum(outcome.penalties[seat] for outcome, seat in seats),
        rounds=len(finished),
        won=len(wins),
        pairs=sum("pairs" in outcome.ending for outcome in wins),
        wilds=sum(outcome.wild for outcome in wins),
        bonuses=sum(outcome.holder == seat for outcome, seat in seats),
        left=player in left,
    )


def _left(entries: list[Entry]) -> frozenset[int]:
    """For whom a bot played at the end."""
    away: set[int] = set()
    for entry in entries:
        if isinstance(entry.event, events.Away):
            away.add(entry.event.player)
        elif isinstance(entry.event, events.Returned):
            away.discard(entry.event.player)
    return frozenset(away)


def _places(ranking: tuple[int, ...], last: frozenset[int]) -> tuple[int, ...]:
    """The places when these players come last, all together."""
    stayed = [place for player, place in enumerate(ranking) if player not in last]
    return tuple(
        1 + len(stayed) if player in last else 1 + sum(other < place for other in stayed)
        for player, place in enumerate(ranking)
    )
