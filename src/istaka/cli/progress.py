"""Where a command shows that it works: on stderr, so that stdout stays what was asked for."""

from rich.console import Console


def stderr() -> Console:
    """A console that writes to stderr."""
    return Console(stderr=True, highlight=False)
