"""`istaka doctor`: whether a server can do its work here."""

import json
import os
from typing import TYPE_CHECKING, Final

import click

from istaka.cli.database import at_database, database_of

if TYPE_CHECKING:
    from istaka.server.doctor import Finding

EXAMPLES = """\b
Examples:
  istaka doctor
  istaka doctor --db postgresql://istaka@db/istaka --bus redis://bus --json
"""
SICK: Final = 1


@click.command(epilog=EXAMPLES)
@at_database
@click.option("--bus", help="redis://... of servers on PostgreSQL.  [default: ISTAKA_BUS]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: ok, checks.")
def command(db: str | None, bus: str | None, *, as_json: bool) -> int:
    """Try everything that a server needs: database, disk, clocks, bus, passwords, page.

    Ends with 0 when everything is as it should be, and with 1 otherwise. Nothing is changed, and servers may
    go on meanwhile.
    """
    import asyncio

    from istaka.server.doctor import examine

    findings = asyncio.run(examine(database_of(db), bus or os.environ.get("ISTAKA_BUS", "")))
    ok = all(finding.ok for finding in findings)
    if as_json:
        checks = [{"name": f.name, "ok": f.ok, "message": f.message} for f in findings]
        click.echo(json.dumps({"ok": ok, "checks": checks}))
    else:
        draw(findings)
    return 0 if ok else SICK


def draw(findings: list["Finding"]) -> None:
    """Print a table for people."""
    from rich.table import Table
    from rich.text import Text

    from istaka.cli.consoles import stdout

    table = Table(box=None, pad_edge=False, show_header=False)
    for finding in findings:
        mark = Text("ok", "green") if finding.ok else Text("NOT OK", "bold red")
        table.add_row(mark, finding.name, Text(finding.message))
    stdout().print(table)
