"""`istaka verify`: recompute every deal of a record."""

import json
from typing import BinaryIO, Final

import click

from istaka.cli.modes import small_question

EXAMPLES = """\b
Examples:
  istaka verify match.txt
  curl -s https://example.org/api/tables/7/record | istaka verify - --json
"""
DOES_NOT_FIT: Final = 1


@click.command(epilog=EXAMPLES)
@click.argument("record", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: ok, offset, line, message.")
def command(record: BinaryIO, *, as_json: bool) -> int:
    """Check every deal, move and result of a match RECORD.

    RECORD is a file or -. Commitments, draws for order, deals, moves and results are computed anew.

    Ends with 0 when everything fits, and with 1 naming the first byte that does not.
    """
    small_question()
    from istaka.game.record import verify
    from istaka.rules.errors import RecordError

    try:
        found = verify(record.read())
    except RecordError as error:
        if as_json:
            fault = {"ok": False, "offset": error.offset, "line": error.line, "message": str(error)}
            click.echo(json.dumps(fault))
        else:
            click.echo(str(error))
        return DOES_NOT_FIT
    rounds = len(found.rounds)
    if as_json:
        click.echo(json.dumps({"ok": True, "rounds": rounds}))
    else:
        click.echo(f"All deals verified: {rounds} {'round' if rounds == 1 else 'rounds'}.")
    return 0
