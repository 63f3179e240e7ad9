"""How a command wants its kernels: as they are for a small question, compiled first for bulk work."""

import os
from typing import Final

import click

MODES: Final = ("compiled", "interpreted", "auto")
"""What `ISTAKA_KERNELS` may be (see `istaka.jit`)."""
BULK_HANDS: Final = 5000
"""From about here compiling (half a minute, once) is quicker than answering interpreted (6 ms a hand)."""


def small_question() -> None:
    """Ask for compiled kernels where they are ready, interpreted ones elsewhere: nobody waits for a compiler.

    Without effect where `ISTAKA_KERNELS` says otherwise or the mode is decided already.
    """
    _check()
    os.environ.setdefault("ISTAKA_KERNELS", "auto")


def may_compile() -> bool:
    """Whether the environment leaves room for compiled kernels."""
    wants = os.environ.get("ISTAKA_KERNELS") != "interpreted"
    return wants and os.environ.get("NUMBA_DISABLE_JIT", "0") in {"", "0"}


def bulk_work() -> None:
    """Compile what is not compiled yet, and show it on stderr; who chose interpreted kernels keeps them."""
    _check()
    if os.environ.get("ISTAKA_KERNELS") == "auto":
        os.environ["ISTAKA_KERNELS"] = "compiled"
    from istaka.jit import compiled, is_warm

    if compiled() and not is_warm():
        from istaka.cli.compiling import compile_kernels

        compile_kernels()


def _check() -> None:
    kernels = os.environ.get("ISTAKA_KERNELS")
    if kernels and kernels not in MODES:
        msg = f"ISTAKA_KERNELS is {kernels!r}: expected {', '.join(MODES)}"
        raise click.UsageError(msg)
