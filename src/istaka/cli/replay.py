"""`istaka replay`: a match told turn by turn."""

import json
from typing import BinaryIO

import click

from istaka.cli.modes import small_question

EXAMPLES = """\b
Examples:
  istaka replay match.txt
  istaka replay --summary match.txt
  istaka replay --json match.txt
"""


@click.command(epilog=EXAMPLES)
@click.argument("record", type=click.File("rb"))
@click.option("--summary", is_flag=True, help="Tell how each round ended, without its turns.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object a line: each action, each result."
)
def command(record: BinaryIO, *, summary: bool, as_json: bool) -> None:
    """Tell a match RECORD turn by turn.

    RECORD is a file or -. Each deal, each action and each round's end with points and totals is told.
    """
    small_question()
    from istaka.cli.telling import as_lines, tell
    from istaka.game.record import verify

    found = verify(record.read())
    if as_json:
        for line in as_lines(found, turns=not summary):
            click.echo(json.dumps(line))
    else:
        tell(found, turns=not summary)
