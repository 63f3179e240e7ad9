"""What the service is joined to."""

from collections.abc import Callable
from dataclasses import dataclass

from istaka.server.ports import Bus, Log, Minds


@dataclass(frozen=True, slots=True)
class World:
    """Everything outside.

    Attributes:
        log: where events are kept.
        bus: how other workers hear of them.
        minds: who thinks for bots.
        clock: milliseconds since 1970, never going back.
        chance: fresh random bytes, as many as asked for.
        pace: seconds that a bot's action takes on average; 0 for none.
        restarts: whether tables found running belonged to a process that is gone (the embedded server).
    """

    log: Log
    bus: Bus
    minds: Minds
    clock: Callable[[], int]
    chance: Callable[[int], bytes]
    pace: float
    restarts: bool
