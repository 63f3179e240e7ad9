"""`istaka perft`: count sequences of actions from fixed deals."""

import json
from typing import Final

import click

from istaka.cli.modes import bulk_work
from istaka.rules.ruleset import PRESETS
from istaka.rules.shuffle import PLAYERS

EXAMPLES = """\b
Examples:
  istaka perft
  istaka perft --preset classic --players 2 --depth 5
  istaka perft --depth 3 --divide
"""
DEEPEST: Final = 20
"""Two more actions are about thirty times the sequences: nobody waits for longer ones."""


@click.command(epilog=EXAMPLES)
@click.option("--preset", type=click.Choice(list(PRESETS)), default="remik", show_default=True)
@click.option("--players", type=click.IntRange(min(PLAYERS), max(PLAYERS)), default=4, show_default=True)
@click.option(
    "--deal", type=click.IntRange(min=0), default=0, show_default=True, help="Number of the fixed deal."
)
@click.option(
    "--depth", type=click.IntRange(1, DEEPEST), default=4, show_default=True, help="Actions in a sequence."
)
@click.option("--divide", "divided", is_flag=True, help="Tell the sequences of each first action apart.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(preset: str, players: int, deal: int, depth: int, *, divided: bool, as_json: bool) -> None:
    """Count the sequences of legal actions from a fixed deal.

    Any change of the rules moves these counts; the tests hold the golden ones.
    """
    bulk_work()
    from istaka.game.perft import divide, perft, start
    from istaka.rules.actions import action_name

    position = start(PRESETS[preset], players, deal)
    if divided:
        counts = {
            action_name(action, position.wild): count for action, count in divide(position, depth).items()
        }
    else:
        counts = {str(length): perft(position, length) for length in range(1, depth + 1)}
    if as_json:
        click.echo(
            json.dumps({"preset": preset, "players": players, "deal": deal, "depth": depth, "counts": counts})
        )
        return
    for name, count in counts.items():
        click.echo(f"{name:>5} {count:>15,}")
    if divided:
        click.echo(f"total {sum(counts.values()):>15,}")
