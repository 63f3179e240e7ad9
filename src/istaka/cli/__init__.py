"""The one door for people and scripts: parse, call one function, print.

Importing this package imports click and nothing of the game: a command imports what it needs when it runs.
"""

from istaka.cli.frame import main, run

__all__ = ["main", "run"]
