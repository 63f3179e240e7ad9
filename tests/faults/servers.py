"""Servers of the fault tests: real processes, interpreted, with a fault in them where a test asks for one."""

from collections.abc import Sequence
from pathlib import Path

from databases import Server, by_port
from e2e.cluster import Cluster, RunningWorker
from e2e.running import RunningServer

TESTS = str(Path(__file__).parents[1])
SETTINGS = {"ISTAKA_WARM": "0", "NUMBA_DISABLE_JIT": "1", "ISTAKA_POSTS": "10000"}
"""For servers that are started again and again for a few moves. Never for the process of the tests, which may
compile: Numba asks the environment anew meanwhile, and would leave a part of a kernel to the interpreter."""


def sound(folder: Path, port: int = 0, **settings: str) -> RunningServer:
    """`istaka serve` as it is."""
    return RunningServer(folder, port, **{**SETTINGS, **settings})


def faulty(folder: Path, fault: str, port: int = 0, **settings: str) -> RunningServer:
    """The same with a fault of `faults.launcher` in it."""
    program = ("faults.launcher", fault)
    return RunningServer(folder, port, program, **{**SETTINGS, "PYTHONPATH": TESTS, **settings})


class FaultyCluster(Cluster):
    """A cluster with one worker for each of `faults`, sound where that is empty, and sound after a restart.

    `doors` are ports through which workers reach the database, by number.
    """

    def __init__(self, postgres: Server, faults: Sequence[str], doors: dict[int, int] | None = None) -> None:
        super().__init__(postgres, len(faults), **SETTINGS, PYTHONPATH=TESTS)
        self._faults = faults
        self._doors = doors or {}

    def _start(self, port: int = 0) -> RunningWorker:
        number = len(self.workers)
        fault = "" if port else self._faults[number]
        program = ("faults.launcher", fault) if fault else ("istaka",)
        database = self.database
        if not port and number in self._doors:
            database = by_port(database, self._doors[number])
        return RunningWorker(database, self.redis.url, port, program, **self._settings)
