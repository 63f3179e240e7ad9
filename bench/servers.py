"""The servers that are measured: in a temporary folder, on a core of their own, watched through /proc."""

import os
import sys
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from e2e.running import RunningServer

TICKS: Final = os.sysconf("SC_CLK_TCK")
SERVER_CORE: Final = 0
OWN_CORE: Final = 1
ENVIRONMENT: Final = {"ISTAKA_WARM": "0", "ISTAKA_POSTS": "1000000"}
"""Nothing compiles beside the measurement, and one address may stand for everybody."""


class Embedded:
    """One `istaka serve` with SQLite, on the first core where there are two; the caller gets the other.

    Attributes:
        database: the file.
        addresses: where it answers.
    """

    def __init__(self, folder: Path, kernels: str = "compiled", port: int = 0) -> None:
        self.database = folder / "istaka.db"
        self._folder = folder
        self._settings = {**ENVIRONMENT, "ISTAKA_KERNELS": kernels}
        self.start(port)

    def start(self, port: int) -> None:
        """Start it, on a port that it has had before or on any."""
        _stay_on(SERVER_CORE)
        self.server = RunningServer(self._folder, port, **self._settings)
        _stay_on(OWN_CORE)
        self.addresses = [("127.0.0.1", self.server.port)]

    def stop(self) -> None:
        """End it as a host does."""
        self.server.stop()

    def kill(self) -> None:
        """End it as a lost machine does."""
        self.server.kill()

    def cpu(self) -> dict[str, float]:
        """Seconds of processor time so far, by process."""
        return {"server": cpu_of(self.server.process.pid)}


def _stay_on(core: int) -> None:
    """Run this process, and what it starts from now on, on one core."""
    if (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {core})


def cpu_of(pid: int) -> float:
    """Seconds of processor time of all threads of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_of(pid: int) -> int:
    """Bytes of a process that lie in memory."""
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
