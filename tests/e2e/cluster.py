"""Many workers as a host runs them: PostgreSQL, Redis, processes of `istaka serve`, one address for all."""

import asyncio
import os
import secrets
from collections.abc import Sequence
from typing import Self

from databases import TEMPLATE, Server, execute
from e2e.running import RunningServer
from faults.proxy import ProxyThread
from redis_server import RedisServer


class RunningWorker(RunningServer):
    """One worker of a cluster."""

    def __init__(
        self, database: str, bus: str, port: int = 0, program: Sequence[str] = ("istaka",), **settings: str
    ) -> None:
        self._start(["--port", str(port), "--db", database, "--bus", bus], settings, program)


class Cluster:
    """Workers on a database of their own; `with Cluster(postgres) as cluster:`, outside of an event loop.

    Attributes:
        workers: the processes, by number.
        address: of the balancer, which sends each new connection to any worker that takes it.
        database: the address of the database.
        redis: the bus; may be killed and started again.
    """

    def __init__(self, postgres: Server, workers: int = 2, **settings: str) -> None:
        self._postgres = postgres
        self._name = f"t{os.getpid()}_{secrets.token_hex(4)}"
        self._settings = settings
        self._size = workers
        self.database = postgres.get_uri(self._name)
        self.redis = RedisServer()
        self.workers: list[RunningWorker] = []
        self.said: list[str] = []
        """What workers have said that are no more."""

    def __enter__(self) -> Self:
        asyncio.run(execute(self._postgres.get_uri(), f"CREATE DATABASE {self._name} TEMPLATE {TEMPLATE}"))
        self.redis.start()
        try:
            for _ in range(self._size):
                self.workers.append(self._start())
        except BaseException:
            self.__exit__()
            raise
        self.balancer = ProxyThread(*(worker.port for worker in self.workers))
        self.balancer.__enter__()
        self.address = self.balancer.address
        return self

    def __exit__(self, *_: object) -> None:
        if hasattr(self, "balancer"):
            self.balancer.__exit__()
        for worker in self.workers:
            worker.kill()
        self.redis.kill()
        drop = f"DROP DATABASE {self._name} WITH (FORCE)"
        asyncio.run(execute(self._postgres.get_uri(), drop))

    def kill(self, number: int) -> None:
        """SIGKILL one worker; the balancer finds its port closed."""
        self.workers[number].kill()

    def stop(self, number: int) -> None:
        """SIGTERM one worker, and wait until it has ended."""
        self.workers[number].stop()

    def restart(self, number: int) -> None:
        """Start a worker again, at its port, that was killed or stopped."""
        self.said += self.workers[number].said
        self.workers[number] = self._start(self.workers[number].port)

    def rolling_restart(self) -> None:
        """Stop and start every worker, one after the other, as a host does for a new version."""
        for number in range(len(self.workers)):
            self.stop(number)
            self.restart(number)

    def everything_said(self) -> str:
        """What all workers wrote about themselves."""
        return "".join([*self.said, *(line for worker in self.workers for line in worker.said)])

    def _start(self, port: int = 0) -> RunningWorker:
        return RunningWorker(self.database, self.redis.url, port, **self._settings)
