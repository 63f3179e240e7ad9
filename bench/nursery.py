"""Servers that start in a tenth of a second: forked from a process that has imported everything.

A thousand kills would be an hour of imports. What is forked is as real a server: it has its own process,
memory, threads and sockets, and SIGKILL ends it as any other.
"""

import importlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from e2e.running import ADDRESS

IMPORTED: Final = (
    "istaka.cli.serve",
    "istaka.server.app",
    "istaka.server.buses.redis",
    "istaka.server.stores.postgres",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "uvloop",
)
START_SECONDS: Final = 60.0
STOP_SECONDS: Final = 20.0
LOOK: Final = 0.005


class Forked:
    """One `istaka serve` of a nursery.

    Attributes:
        pid: its process.
        port: where it answers.
    """

    def __init__(self, pid: int, said: Path) -> None:
        self.pid = pid
        self._handle = os.pidfd_open(pid)
        self.port = self._wait_for_port(said)

    def kill(self) -> None:
        """SIGKILL: nothing is written, closed or told."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """SIGTERM, as a host stops it."""
        self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> None:
        if self._handle is None:
            return
        signal.pidfd_send_signal(self._handle, sign)
        if not self._has_ended(STOP_SECONDS):
            signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            msg = f"the server did not end within {STOP_SECONDS:g} s"
            raise TimeoutError(msg)
        os.close(self._handle)
        self._handle = None

    def _has_ended(self, seconds: float) -> bool:
        return bool(select.select([self._handle], [], [], seconds)[0])

    def _wait_for_port(self, said: Path) -> int:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and not self._has_ended(LOOK):
            if found := ADDRESS.search(said.read_text(encoding="utf-8")):
                return int(found[0].rsplit(":", 1)[1])
        msg = f"the server did not start; it said: {said.read_text(encoding='utf-8')}"
        raise RuntimeError(msg)


class Nursery:
    """The process from which servers are forked; it needs the settings that are read by imports."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self._folder = folder
        self._born = 0
        self._process = subprocess.Popen(  # noqa: S603 - this file
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | settings | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )

    def start(self, options: Sequence[str], settings: dict[str, str]) -> Forked:
        """`istaka serve` with these options and settings, on the cores of the caller."""
        self._born += 1
        said = self._folder / f"said-{self._born}"
        said.touch()
        cores = sorted(os.sched_getaffinity(0))
        order = {"options": [*options], "settings": settings, "said": str(said), "cores": cores}
        if self._process.stdin is None or self._process.stdout is None:
            raise BrokenPipeError
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return Forked(int(self._process.stdout.readline()), said)

    def close(self) -> None:
        """End it; servers that run go on."""
        self._process.communicate()


def main() -> None:
    """Fork a server for every line of the standard input."""
    for name in IMPORTED:
        importlib.import_module(name)
    # nobody here waits for them
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            serve(json.loads(line))
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


def serve(order: dict[str, Any]) -> NoReturn:
    """Be that server until it ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.sched_setaffinity(0, order["cores"])
    os.environ.update(order["settings"])
    said = os.open(order["said"], os.O_WRONLY | os.O_APPEND)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(said, stream.fileno())
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    sys.argv = ["istaka", "serve", "--no-open", "--host", "127.0.0.1", *order["options"]]
    try:
        importlib.import_module("istaka.cli").main()
    finally:
        os._exit(1)


if __name__ == "__main__":
    main()
