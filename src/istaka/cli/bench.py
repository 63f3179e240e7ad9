"""`istaka bench`: our own figures on this machine."""

import json
import platform
from importlib.metadata import version

import click

from istaka.cli.figures import FIGURES, shown
from istaka.cli.modes import bulk_work

EXAMPLES = """\b
Examples:
  istaka bench
  istaka bench --runs 31 --json
"""


@click.command(epilog=EXAMPLES)
@click.option(
    "--runs", type=click.IntRange(min=1), default=15, show_default=True, help="Runs of each workload."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(runs: int, *, as_json: bool) -> None:
    """Measure the hand kernels, playouts and the first answer.

    Every figure is the median of interleaved runs in processor time, so that other work on the machine spoils
    it least.
    """
    bulk_work()
    from rich.progress import Progress

    from istaka.cli.consoles import stderr
    from istaka.cli.workbench import HANDS, measure

    console = stderr()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("measuring", total=2 * runs)
        figures = measure(runs, HANDS, lambda: progress.advance(task))
    if as_json:
        click.echo(json.dumps({**figures, **circumstances(runs)}))
        return
    for figure in FIGURES:
        click.echo(f"{figure.name:<20} {shown(figures[figure.name]):>12}  {figure.meaning}")


def circumstances(runs: int) -> dict[str, str | int]:
    """What the figures depend on beside the code."""
    return {
        "runs": runs,
        "machine": platform.machine(),
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
    }
