"""Results, statistics and ratings follow the log: every table that is over is taken note of once.

Any worker does it, after a crash too: what has not been noted is found in the database. A table that was
closed without a result, or frozen by a fault of ours, is no match.
"""

import asyncio
import contextlib
import logging
from typing import Final

from istaka.server.core.events import UnknownEventError
from istaka.server.core.results import Result, result
from istaka.server.faults import place_of
from istaka.server.ports import Log, StoreError
from istaka.server.ports.results import Results
from istaka.server.service.ratings import rate

logger = logging.getLogger("istaka.server")

EVERY: Final = 5.0
"""Seconds between two looks when nobody says that a table is over."""
AT_ONCE: Final = 100


class Standings:
    """The follower of all logs."""

    def __init__(self, log: Log, results: Results) -> None:
        self._log = log
        self._results = results
        self._over = asyncio.Event()
        self._passed_over: set[str] = set()
        """Tables that a later istaka, or a mended one, has to take note of."""

    def table_over(self) -> None:
        """Some table has ended just now."""
        self._over.set()

    async def run(self) -> None:
        """Take note of what ends, for ever."""
        while True:
            self._over.clear()
            try:
                while await self.catch_up():
                    pass
            except StoreError as error:
                logger.error("the tables that are over cannot be found: %s", error)  # noqa: TRY400 - a sentence
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._over.wait(), EVERY)

    async def catch_up(self) -> int:
        """Take note of what has ended: of how many tables; raises `StoreError`."""
        found = await self._results.unsettled(AT_ONCE + len(self._passed_over))
        return sum([await self._settle(table) for table in found if table not in self._passed_over])

    async def _settle(self, table: str) -> bool:
        """Take note of one table; False where that has to wait."""
        try:
            found = await self._result(table)
            await self._results.settle(table, found, rate)
        except UnknownEventError:
            self._passed_over.add(table)
        except StoreError as error:
            logger.error("the result of table %s cannot be noted: %s", table, error)  # noqa: TRY400 - a sentence
        except Exception as error:  # noqa: BLE001 - a fault of ours at one table holds up no other result
            logger.error("the result of table %s is a fault: %s", table, place_of(error))  # noqa: TRY400
            self._passed_over.add(table)
        else:
            return True
        return False

    async def _result(self, table: str) -> Result | None:
        try:
            return await asyncio.to_thread(result, table, await self._log.read(table))
        except (StoreError, UnknownEventError):
            raise
        except Exception as error:  # noqa: BLE001 - one log that cannot be read holds up no other result
            report = "table %s has no result, its log cannot be read: %s"
            logger.error(report, table, place_of(error))  # noqa: TRY400 - may quote hidden tiles
            return None
