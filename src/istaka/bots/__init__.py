"""Who plays when no person does, by name.

Bots see views (R7.4: every pile is public), never a position. They are imported when they are first asked, so
that naming them costs nothing.
"""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final

from istaka.bots.interface import Bot, Budget, Chance
from istaka.game.view import View

__all__ = ["BOTS", "Bot", "Budget", "Chance", "NamedBot"]


class NamedBot:
    """The bot whose `choose` stands in `istaka.bots.<name>`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View, rng: Chance, budget: Budget) -> int:
        """What the bot of that name plays."""
        action: int = import_module(f"istaka.bots.{self.name}").choose(view, rng, budget)
        return action

    def __repr__(self) -> str:
        return f"NamedBot({self.name!r})"


BOTS: Final[Mapping[str, Bot]] = MappingProxyType(
    {name: NamedBot(name) for name in ("random", "greedy", "careful")}
)
"""Every bot, from the weakest to the strongest."""
