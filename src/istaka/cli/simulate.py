"""`istaka simulate`: bots against one another on duplicate deals."""

import json
import math
from typing import TYPE_CHECKING, Final

import click

from istaka.cli.modes import bulk_work
from istaka.rules.shuffle import PLAYERS

if TYPE_CHECKING:
    from istaka.arena.duplicate import DealPlayed
    from istaka.arena.intervals import Interval
    from istaka.arena.report import Report

EXAMPLES = """\b
Examples:
  istaka simulate --bots careful,greedy,greedy,greedy --rounds 4000 --seed 1
  istaka simulate --bots greedy,random --rounds 1000 --seed 7 --json
"""
WORTH_SHARING: Final = 200
"""Rounds from which starting more processes (a second or two each) is quicker."""


@click.command(epilog=EXAMPLES)
@click.option(
    "--bots", required=True, metavar="NAMES", help="2, 3 or 4 of random, greedy and careful, with commas."
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="Rounds to play, rounded up to whole deals: each deal is played once with every bot in every seat.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed deals the same tiles.")
@click.option(
    "--processes", type=click.IntRange(min=1), help="Processes that share the work.  [default: one a core]"
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(bots: str, rounds: int, seed: int, processes: int | None, *, as_json: bool) -> None:
    """Play bots against one another on duplicate deals.

    Points are penalty points a round: fewer is better. An interval holds the true value in 95 of 100 cases;
    the rounds of one deal count as one observation.
    """
    names = bot_names(bots)
    bulk_work()
    from istaka.arena.report import report

    deals = math.ceil(rounds / len(names))
    played = played_with_progress(names, deals, seed, processes or useful_processes(rounds))
    found = report(names, played)
    if as_json:
        click.echo(json.dumps(as_data(found)))
    else:
        draw(found)


def bot_names(text: str) -> list[str]:
    """The bots of a list with commas.

    Raises:
        click.UsageError: not 2 to 4 names, or one that no bot has.
    """
    from istaka.bots import BOTS

    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in BOTS:
            msg = f"--bots: {name!r} is no bot: expected names of {', '.join(BOTS)}"
            raise click.UsageError(msg)
    if len(names) not in PLAYERS:
        msg = f"--bots: {text!r} names {len(names)}: expected 2, 3 or 4 (R2)"
        raise click.UsageError(msg)
    return names


def useful_processes(rounds: int) -> int:
    """How many processes pay for their start."""
    import os

    return (os.cpu_count() or 1) if rounds >= WORTH_SHARING else 1


def played_with_progress(names: list[str], deals: int, seed: int, processes: int) -> list["DealPlayed"]:
    """Every deal played, with a bar on stderr where that is a terminal."""
    from rich.progress import track

    from istaka.arena.duplicate import play
    from istaka.cli.consoles import stderr

    console = stderr()
    games = play(names, deals, seed, processes=processes)
    return list(track(games, "deals", total=deals, console=console, disable=not console.is_terminal))


def as_data(found: "Report") -> dict[str, object]:
    """The report as `--json` prints it; `ci95` is null where a single deal tells nothing about the spread."""
    return {
        "rounds": found.rounds,
        "stalemates": found.stalemates,
        "mean_turns": round(found.mean_turns, 3),
        "bots": [
            {
                "name": bot.name,
                "mean_points": round(bot.points.mean, 4),
                "ci95": interval_data(bot.points),
                "wins": bot.wins,
                "pairs": bot.pairs,
                "wild": bot.wild,
            }
            for bot in found.bots
        ],
    }


def interval_data(interval: "Interval") -> list[float] | None:
    """Lower and upper end."""
    if math.isinf(interval.half_width):
        return None
    return [round(interval.low, 4), round(interval.high, 4)]


def draw(found: "Report") -> None:
    """Print the report for people."""
    from rich.table import Table

    from istaka.cli.consoles import stdout

    table = Table("Bot", box=None, pad_edge=False)
    for title in ("Points a round", "Ahead of the field by", "Wins", "Pairs", "Wild"):
        table.add_column(title, justify="right")
    for bot in found.bots:
        counts = (str(count) for count in (bot.wins, bot.pairs, bot.wild))
        table.add_row(bot.name, interval_text(bot.points), interval_text(bot.advantage, sign="+"), *counts)
    console = stdout()
    console.print(table)
    ended = found.rounds - found.stalemates
    console.print(
        f"{found.rounds} rounds, {ended / found.rounds:.1%} ended by going out, "
        f"{found.mean_turns:.1f} turns a round"
    )


def interval_text(interval: "Interval", sign: str = "-") -> str:
    """The mean and how far the true one may be away."""
    spread = "?" if math.isinf(interval.half_width) else f"{interval.half_width:.2f}"
    return f"{interval.mean:{sign}.2f} ± {spread}"
