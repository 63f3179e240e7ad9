"""When somebody must look at a table, should the worker that looks after it be gone."""

from typing import Final

from istaka.server.core.room import Room, due
from istaka.server.service.bots import SLOWEST
from istaka.server.service.world import World

LEASE_MS: Final = 2000
"""So much longer than usual a worker may let a bot think; then another one lets it move."""


def lease(room: Room, at: int, world: World) -> int | None:
    """The instant (ms) at which a table is anybody's, `at` its last event; None when it is over."""
    end = due(room, room.terms.lag)
    player = room.turn
    if world.is_alone or end is None or player is None or room.level(player) is None:
        return end
    dealing = 0 if room.game.turns else room.terms.deal
    return min(end, at + LEASE_MS + dealing + round(1000 * world.pace * SLOWEST))
