"""What a match of bots shows: points a round with intervals, how rounds end, how long they last."""

from collections.abc import Sequence
from dataclasses import dataclass

from istaka.arena.duplicate import DealPlayed, RoundPlayed
from istaka.arena.intervals import Interval, clustered


@dataclass(frozen=True)
class BotReport:
    """One bot of the list; bots of the same name are told apart by their place in it."""

    name: str
    points: Interval
    """Mean penalty points a round (fewer is better), clustered by deal."""
    advantage: Interval
    """The other bots' mean points less its own, clustered by deal: above zero is ahead of the field."""
    wins: int
    pairs: int
    """Wins with seven pairs."""
    wild: int
    """Wins with a wild as the last discard."""


@dataclass(frozen=True)
class Report:
    """All rounds of a match of bots."""

    rounds: int
    stalemates: int
    mean_turns: float
    """Turns a round, all seats together."""
    bots: tuple[BotReport, ...]


def report(names: Sequence[str], deals: Sequence[DealPlayed]) -> Report:
    """Sum up deals that these bots played.

    Raises:
        ValueError: there is no deal.
    """
    rounds = [played for deal in deals for played in deal.rounds]
    points = [[deal.mean_points(bot) for deal in deals] for bot in range(len(names))]
    return Report(
        rounds=len(rounds),
        stalemates=sum(played.outcome.winner is None for played in rounds),
        mean_turns=sum(played.turns for played in rounds) / len(rounds) if rounds else 0.0,
        bots=tuple(_bot_report(name, bot, points, rounds) for bot, name in enumerate(names)),
    )


def _bot_report(name: str, bot: int, points: list[list[float]], rounds: list[RoundPlayed]) -> BotReport:
    others = [mine for other, mine in enumerate(points) if other != bot]
    field = [sum(values) / len(others) for values in zip(*others, strict=True)]
    won = [played.outcome for played in rounds if played.won_by(bot)]
    return BotReport(
        name=name,
        points=clustered(points[bot]),
        advantage=clustered([theirs - mine for theirs, mine in zip(field, points[bot], strict=True)]),
        wins=len(won),
        pairs=sum(outcome.ending in {"pairs", "pairs+melds"} for outcome in won),
        wild=sum(outcome.wild for outcome in won),
    )
