"""A server as a host starts it: its own process, a database in a temporary folder, any free port."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from queue import Empty, Queue
from typing import Self

ADDRESS = re.compile(r"http://[\w.:\[\]-]+")


class RunningServer:
    """`istaka serve` on 127.0.0.1, with bots that move at once; `program` is another module that serves."""

    def __init__(
        self, folder: Path, port: int = 0, program: Sequence[str] = ("istaka",), **settings: str
    ) -> None:
        self._start(["--port", str(port), "--db", str(folder / "istaka.db")], settings, program)

    def _start(
        self, options: list[str], settings: dict[str, str], program: Sequence[str] = ("istaka",)
    ) -> None:
        command = [sys.executable, "-m", *program, "serve", "--no-open", "--host", "127.0.0.1", *options]
        environment = os.environ | {"ISTAKA_BOT_PACE": "0", "PYTHONUNBUFFERED": "1"} | settings
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.said: list[str] = []
        lines: Queue[str] = Queue()
        self.listener = threading.Thread(target=self._listen, args=(lines,), daemon=True)
        self.listener.start()
        self.address = self._wait_for_address(lines)
        self.port = int(self.address.rsplit(":", 1)[1])

    def _listen(self, lines: "Queue[str]") -> None:
        assert self.process.stdout is not None
        with self.process.stdout as output:
            for line in output:
                self.said.append(line)
                lines.put(line)
        lines.put("")

    def _wait_for_address(self, lines: "Queue[str]") -> str:
        while True:
            try:
                line = lines.get(timeout=60)
            except Empty:
                line = ""
            if not line:
                self.kill()
                message = f"the server did not start; it said: {''.join(self.said)}"
                raise RuntimeError(message)
            if found := ADDRESS.search(line):
                return found[0]

    @property
    def pid(self) -> int:
        """Of its process."""
        return self.process.pid

    def kill(self) -> None:
        """SIGKILL: nothing is written, closed or told."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=60)
        self.listener.join(timeout=60)

    def stop(self) -> None:
        """SIGTERM, as a host stops it."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                self.kill()
                raise
        self.listener.join(timeout=60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
