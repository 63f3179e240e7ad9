"""What a bot is: one function from what a seat may know to an action.

Bots draw no randomness and read no clock of their own: the shell passes both in, so that an arena repeats a
game to the last tile and a server keeps its time.
"""

from collections.abc import Callable
from typing import Protocol

from istaka.game.view import View

Budget = Callable[[], bool]
"""Whether there is room for one more idea: an arena counts ideas, a server looks at its clock.

A bot that gets False answers with the best it has found; its first idea is always free.
"""


class Chance(Protocol):
    """Where a bot's coin flips come from; `random.Random` is one."""

    def randrange(self, stop: int, /) -> int:
        """A whole number 0..stop-1, each as likely as the others."""


class Bot(Protocol):
    """Something that can play a seat."""

    def choose(self, view: View, rng: Chance, budget: Budget) -> int:
        """One of `view.legal`, which is never empty when a bot is asked."""


def unlimited() -> bool:
    """The budget that always has room."""
    return True


def ideas(count: int) -> Budget:
    """A budget of that many further ideas."""
    left = iter(range(count))
    return lambda: next(left, None) is not None
