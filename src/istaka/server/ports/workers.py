"""Who is at work: the processes that share a log."""

from typing import Protocol


class Workers(Protocol):
    """The workers of a cluster; a dead one is noticed by the others. Every method may raise `StoreError`."""

    async def now(self) -> int:
        """The store's clock, ms since 1970: what the clocks of all workers are set by."""

    async def report(self, worker: str, host: str, now: int) -> None:
        """This worker lives; it is known from its first report on."""

    async def living(self) -> frozenset[str]:
        """Every worker that has reported and was not taken off since."""

    async def bury(self, before: int, now: int) -> list[str]:
        """Take off the workers whose last report is older than `before`; each is answered to one caller.

        What they looked after is due at `now`.
        """

    async def leave(self, worker: str, now: int) -> None:
        """Take off a worker that ends; what it looked after is due at `now`."""
