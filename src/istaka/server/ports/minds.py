"""Minds for bots and hints."""

from typing import Protocol

from istaka.game.view import View
from istaka.server.core.hints import Hand, Rack
from istaka.server.core.messages import Laid, Problem


class Minds(Protocol):
    """Thinking that must not hold up the event loop."""

    async def choose(self, level: str, view: View, seed: int) -> int:
        """What a bot of that level plays; raises `MindError`."""

    async def explain(self, hand: Hand) -> Problem:
        """Why a declaration does not hold (R8.4); raises `MindError`."""

    async def lay_open(self, racks: tuple[Rack, ...]) -> tuple[Laid, ...]:
        """Hands laid open at the end of a round; raises `MindError`."""
