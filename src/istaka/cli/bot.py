"""`istaka bot`: a bot of this program plays at somebody's server."""

from typing import Final

import click

from istaka.cli.modes import small_question

EXAMPLES = """\\b
Examples:
  istaka bot --url https://play.example.org --token bot.XXXX --quick 4
  istaka bot --url http://127.0.0.1:8000 --token bot.XXXX --level greedy --table 5d1f0c9a7b3e2846
"""
LEVELS: Final = ("random", "greedy", "careful")


@click.command(epilog=EXAMPLES)
@click.option("--url", required=True, help="Address of the server's page.")
@click.option(
    "--token",
    required=True,
    envvar="ISTAKA_BOT_TOKEN",
    help="Token of a bot account; better in ISTAKA_BOT_TOKEN, where no list of processes shows it.",
)
@click.option("--level", type=click.Choice(LEVELS), default="careful", show_default=True, help="Who plays.")
@click.option("--table", help="Sit down at this open table, or go on at this table.")
@click.option("--quick", type=click.IntRange(2, 4), help="Sit down at any table of so many players.")
def command(url: str, token: str, level: str, table: str | None, quick: int | None) -> None:
    """Let a bot play one match at a server, under the name of a bot account (docs/bots.md)."""
    if (table is None) == (quick is None):
        msg = "say either --table ID or --quick PLAYERS"
        raise click.UsageError(msg)
    small_question()
    from istaka.bots import BOTS
    from istaka.remote.door import Door
    from istaka.remote.playing import Match

    door = Door(url, token)
    name = door.name()
    place = door.hurry(quick) if quick is not None else door.join(table or "")
    click.echo(f"{name} ({level}) sits at table {place}", err=True)
    match = Match(door, place, BOTS[level], lambda sentence: click.echo(sentence, err=True))
    match.play()
    click.echo(told(match.ranking, match.you))


def told(ranking: tuple[int, ...] | None, you: int) -> str:
    """How the match ended for the bot."""
    if ranking is None:
        return "the table was closed without a result"
    return f"place {ranking[you]} of {len(ranking)}"
