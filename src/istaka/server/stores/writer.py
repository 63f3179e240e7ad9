"""The one thread that writes to a SQLite file: it takes every job that waits and commits them together.

A thousand moves cost a few dozen synchronisations that way. Each job has a savepoint of its own, so that one
that fails takes nothing with it.
"""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

import sqlalchemy.exc

from istaka.server.ports import StoreError

T = TypeVar("T")

GROUP: Final = 512
"""At most so many jobs share a transaction."""
EVERYBODYS: Final = (sqlite3.OperationalError, sqlalchemy.exc.OperationalError)
"""A full disk, a locked or lost file: no fault of one job."""


class Undone(Exception):  # noqa: N818 - no error: the work has its answer, and has written nothing
    """Raised by a work that takes back what it wrote."""

    def __init__(self, answer: object) -> None:
        super().__init__()
        self.answer = answer


@dataclass(frozen=True, slots=True)
class _Job:
    work: Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]


class Writer:
    """Runs jobs on a connection whose transactions are its alone."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="istaka-writes", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[], T]) -> T:
        """What the work answers, once it is on the disk; raises `StoreError`, or what the work raised."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(work, loop, answer))
        return await answer

    async def close(self) -> None:
        """Write what waits, then end."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while True:
            jobs, more = self._waiting()
            if jobs:
                self._commit(jobs)
            if not more:
                return

    def _waiting(self) -> tuple[list[_Job], bool]:
        """The next group of jobs, and whether more may follow."""
        job = self._jobs.get()
        jobs: list[_Job] = []
        with contextlib.suppress(Empty):
            while job is not None:
                jobs.append(job)
                if len(jobs) == GROUP:
                    break
                job = self._jobs.get_nowait()
        return jobs, job is not None

    def _commit(self, jobs: list[_Job]) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            answers = [self._within(job.work) for job in jobs]
            self._connection.execute("COMMIT")
        except (sqlite3.Error, *EVERYBODYS) as error:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            reason = getattr(error, "orig", None) or error
            answers = [StoreError(f"the database did not take the change: {reason}")] * len(jobs)
        given = zip(jobs, answers, strict=True)
        for loop, group in groupby(given, lambda pair: pair[0].loop):
            # the loop may be closed already when a server stops in the middle of a commit
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_deliver, tuple(group))

    def _within(self, work: Callable[[], Any]) -> object:
        """The work's answer, or its own error and nothing written; a full disk is everyone's error."""
        self._connection.execute("SAVEPOINT job")
        try:
            answer: object = work()
        except EVERYBODYS:
            raise
        except Undone as undone:
            self._connection.execute("ROLLBACK TO job")
            answer = undone.answer
        except Exception as error:  # noqa: BLE001 - one job's fault must not stop the writer
            self._connection.execute("ROLLBACK TO job")
            answer = _told(error)
        self._connection.execute("RELEASE job")
        return answer


def _told(error: Exception) -> Exception:
    """What the caller gets: the database's errors in our words, the work's own as they are."""
    if isinstance(error, sqlite3.Error | sqlalchemy.exc.SQLAlchemyError):
        return StoreError(f"the database refused the change: {getattr(error, 'orig', None) or error}")
    return error


def _deliver(given: tuple[tuple[_Job, object], ...]) -> None:
    """Let everybody who waits for a group go on: one call into the loop for all of them."""
    for job, answer in given:
        if job.answer.done():
            continue
        if isinstance(answer, Exception):
            job.answer.set_exception(answer)
        else:
            job.answer.set_result(answer)
