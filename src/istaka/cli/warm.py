"""`istaka warm`: compile the kernels beforehand."""

import click

from istaka.cli.modes import bulk_work

EXAMPLES = """\b
Examples:
  istaka warm
  ISTAKA_CACHE_DIR=/opt/istaka/cache istaka warm
"""


@click.command(epilog=EXAMPLES)
def command() -> None:
    """Compile every kernel beforehand.

    They are kept in the cache, so that the next server and the next bulk command start compiled.

    An image build or a service unit does it once; without it the server plays interpreted until a child
    process has done it.
    """
    bulk_work()
    from istaka.jit import cache_folder, compiled

    if compiled():
        click.echo(f"Kernels are compiled: {cache_folder()}")
    else:
        click.echo("Kernels run interpreted here (NUMBA_DISABLE_JIT or ISTAKA_KERNELS): nothing to compile")
