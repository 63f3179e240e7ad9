"""`istaka solve`: exact answers about hands."""

import json
from typing import TextIO

import click

from istaka.cli.modes import BULK_HANDS, bulk_work, small_question
from istaka.cli.question import ask, ask_lines

EXAMPLES = """\b
Examples:
  istaka solve --indicator R3 R5 R6 R7 B1 B2 B3 B4 Y9 K9 B9 K10 K11 K12 K13
  istaka solve -i R3 --seen "K8 K13" R1 R1 B2 B2 Y3 Y3 K5 K5 R9 R9 B13 B13 S J Y8
  istaka solve -i K13 --json K12 K13 S B5 B6 B7 Y9 R9 B9 Y3 Y4 Y5 Y6 Y7 R11
  printf 'R3\\tR1 R1 B2 B2 Y3 Y3 K5 K5 R9 R9 B13 B13 J J Y8\\n' | istaka solve --batch -
"""


@click.command(epilog=EXAMPLES)
@click.option("-i", "--indicator", metavar="TILE", help="The tile turned up, R1 to K13.")
@click.option(
    "--seen", multiple=True, metavar="TILES", help="Tiles that lie open, so they cannot come any more."
)
@click.option("--no-ace-high", is_flag=True, help="A 1 may not follow a 13 (R6.2).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--batch",
    type=click.File(encoding="utf-8-sig"),
    metavar="FILE",
    help="Answer lines `indicator<TAB>tiles` of a file or of - with one JSON object a line, in order.",
)
@click.argument("tiles", nargs=-1)
def command(
    indicator: str | None,
    seen: tuple[str, ...],
    *,
    no_ace_high: bool,
    as_json: bool,
    batch: TextIO | None,
    tiles: tuple[str, ...],
) -> None:
    """How far a hand of 14 or 15 TILES is from going out, and what helps it.

    A tile is a colour R, Y, B or K (black) with its rank 1 to 13, S a starred tile, J a wild. With 15 tiles
    every discard is told, with 14 every tile that brings the hand nearer, with the copies still to come.
    """
    if batch is not None:
        if indicator or seen or tiles:
            msg = "--batch reads indicator and tiles from its lines: leave out TILES, --indicator and --seen"
            raise click.UsageError(msg)
        answer_lines(batch, ace_high=not no_ace_high)
        return
    if indicator is None:
        msg = "--indicator is missing: name the tile turned up, such as --indicator R3"
        raise click.UsageError(msg)
    question = ask(indicator, " ".join(tiles), " ".join(seen), ace_high=not no_ace_high)
    small_question()
    from istaka.cli.answer import answer, as_data

    if as_json:
        click.echo(json.dumps(as_data(question, answer(question))))
    else:
        from istaka.cli.drawing import draw

        draw(question, answer(question))


def answer_lines(lines: TextIO, *, ace_high: bool) -> None:
    """Print one JSON object for each line `indicator<TAB>tiles`; all lines are read before the first answer.

    Raises:
        TileError: a line is no hand; it names the line, and nothing is printed.
    """
    questions = list(ask_lines(lines, ace_high=ace_high))
    if len(questions) >= BULK_HANDS:
        bulk_work()
    else:
        small_question()
    from istaka.cli.answer import answer, as_data

    for question in questions:
        click.echo(json.dumps(as_data(question, answer(question))))
