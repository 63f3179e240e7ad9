"""What the service is joined to."""

from collections.abc import Callable
from dataclasses import dataclass

from istaka.server.ports import Bus, Log, Meter, Minds, Workers


@dataclass(frozen=True, slots=True)
class Colleagues:
    """The other workers, and this one's name among them.

    Attributes:
        workers: where they are known.
        me: this worker's id.
        host: the machine it runs on, for whoever looks at the list.
    """

    workers: Workers
    me: str
    host: str


def _nobody_cares() -> None:
    """Nothing follows from the end of a table."""


@dataclass(frozen=True, slots=True)
class World:
    """Everything outside.

    Attributes:
        log: where events are kept.
        bus: how other workers hear of them.
        minds: who thinks for bots.
        clock: milliseconds since 1970, never going back; the same for all workers.
        chance: fresh random bytes, as many as asked for.
        meter: who counts what is done.
        pace: seconds that a bot's action takes on average; 0 for none.
        colleagues: the other workers; None for the embedded server, which is alone: tables that it finds
            running belonged to a process that is gone.
        over: called when this worker has ended a table.
    """

    log: Log
    bus: Bus
    minds: Minds
    clock: Callable[[], int]
    chance: Callable[[int], bytes]
    meter: Meter
    pace: float
    colleagues: Colleagues | None = None
    over: Callable[[], None] = _nobody_cares

    @property
    def is_alone(self) -> bool:
        """Whether no other worker writes into the log."""
        return self.colleagues is None

    @property
    def worker(self) -> str | None:
        """This worker's id among others."""
        return None if self.colleagues is None else self.colleagues.me
