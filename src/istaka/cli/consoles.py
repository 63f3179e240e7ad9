"""Where a command prints: what was asked for on stdout, and that it works on stderr."""

from typing import NoReturn

from rich.console import Console


class Answers(Console):
    """A console on stdout; a closed pipe ends it as it ends every command (`cli/frame.py`)."""

    def on_broken_pipe(self) -> NoReturn:
        """Rich itself would leave with a status of its own."""
        raise BrokenPipeError


def stdout() -> Console:
    """A console that writes to stdout, lines as long as they are."""
    return Answers(highlight=False, soft_wrap=True)


def stderr() -> Console:
    """A console that writes to stderr."""
    return Console(stderr=True, highlight=False)
