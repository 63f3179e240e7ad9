"""How a command wants its kernels: as they are for a small question, compiled first for bulk work."""

import os
from typing import Final

BULK_HANDS: Final = 5000
"""From about here compiling (half a minute, once) is quicker than answering interpreted (6 ms a hand)."""


def small_question() -> None:
    """Ask for compiled kernels where they are ready, interpreted ones elsewhere: nobody waits for a compiler.

    Without effect where `ISTAKA_KERNELS` says otherwise or the mode is decided already.
    """
    os.environ.setdefault("ISTAKA_KERNELS", "auto")


def bulk_work() -> None:
    """Compile what is not compiled yet, and show it on stderr; who chose interpreted kernels keeps them."""
    if os.environ.get("ISTAKA_KERNELS") == "auto":
        os.environ["ISTAKA_KERNELS"] = "compiled"
    from istaka.jit import compiled, is_warm

    if compiled() and not is_warm():
        from istaka.cli.compiling import compile_kernels

        compile_kernels()
