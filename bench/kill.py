"""Kill the server again and again while people play, and hold the log against what they have seen.

    python bench/kill.py --kills 100 [--tables 20] [--rate 400] [--cluster] [--json]

SIGKILL comes at random instants, also while a server that was killed is taking its tables up again. New
processes are forked from one that has imported everything (nursery.py), and run without compiled kernels:
they start at once. `seen` counts events and acknowledgements that some socket got; `lost` those that are not
in the log, `duplicated` commands that stand in it twice. `worst_return_s` is the longest time from a kill
until everybody was attached again, the start of the new process included; with --cluster the other worker
takes them.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import uvloop
from crowd import ByRate, Crowd
from load import Hold, compare
from nursery import Nursery
from rich.console import Console
from rich.progress import Progress, TaskID
from seating import logs, seat
from servers import Cluster, Embedded, Servers

EPISODE: Final = 20
"""So many kills to one database: logs that grow for ever would make each return slower than the last."""
PLAY: Final = 0.4
"""Seconds of play before a kill, on average."""
EARLY: Final = 0.15
"""The share of kills that do not wait until everybody is back."""
LOOK: Final = 0.05
"""Seconds after which everybody whose server was killed knows it."""
PATIENCE: Final = 120.0
KERNELS: Final = "interpreted"


class Episode:
    """One database, one crowd, a few kills."""

    def __init__(self, options: argparse.Namespace, random: Random, nursery: Nursery) -> None:
        self.options = options
        self.nursery = nursery
        self.random = random
        self.returns: list[float] = []

    async def run(self, folder: Path, kills: int, progress: Progress, task: TaskID) -> Counter[str]:
        """Play and kill; answers what the log says of it."""
        kind = Cluster if self.options.cluster else Embedded
        server: Servers = kind(folder, KERNELS, self.nursery)
        with contextlib.closing(server):
            await server.prepare()
            sittings = await seat(server.database, self.options.tables)
            try:
                server.start()
                crowd = Crowd(sittings, server.addresses, Hold(), self.random.randrange(1 << 30))
                await self._kill_on(server, crowd, kills, lambda: progress.advance(task))
            finally:
                server.stop()
            found: Counter[str] = Counter(seen=0, lost=0, duplicates=0, gaps=0)
            for table, entries in (await logs(server.database, sittings)).items():
                heard = crowd.tables[table]
                found["seen"] += len(heard.facts) + len(heard.acks)
                found.update(compare(heard, entries))
        return found

    async def _kill_on(self, server: Servers, crowd: Crowd, kills: int, tell: Callable[[], None]) -> None:
        await crowd.attach()
        crowd.comes_back = True
        playing = asyncio.create_task(self._play(crowd))
        for _ in range(kills):
            await self._kill(server, crowd)
            tell()
        await asyncio.sleep(PLAY)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await crowd.settle(2.0)
        crowd.leave()

    async def _play(self, crowd: Crowd) -> None:
        pace = ByRate(self.options.rate)
        pace.ready.extend(player for player in crowd.players if player.can is not None)
        crowd.pace = pace
        await pace.run(float("inf"), lambda: None)

    async def _kill(self, server: Servers, crowd: Crowd) -> None:
        await asyncio.sleep(self.random.expovariate(1 / PLAY))
        start = time.perf_counter()
        killing = asyncio.create_task(asyncio.to_thread(server.kill, self.random))
        if self.random.random() >= EARLY:
            await asyncio.sleep(LOOK)
            await crowd.all_back(PATIENCE)
            self.returns.append(time.perf_counter() - start)
        await killing


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """All episodes, and their sum."""
    random = Random(options.seed)  # noqa: S311 - a run that repeats
    total: Counter[str] = Counter(seen=0, lost=0, duplicates=0, gaps=0)
    returns: list[float] = []
    with (
        tempfile.TemporaryDirectory(prefix="istaka-nursery-") as cradle,
        contextlib.closing(Nursery(Path(cradle), ISTAKA_KERNELS=KERNELS, ISTAKA_CACHE_DIR=cradle)) as nursery,
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        task = progress.add_task("killing", total=options.kills)
        for first in range(0, options.kills, EPISODE):
            episode = Episode(options, random, nursery)
            with tempfile.TemporaryDirectory(prefix="istaka-kill-") as folder:
                kills = min(EPISODE, options.kills - first)
                total.update(await episode.run(Path(folder), kills, progress, task))
            returns += episode.returns
    return {
        "kills": options.kills,
        "seen": total["seen"],
        "lost": total["lost"],
        "duplicated": total["duplicates"],
        "gaps": total["gaps"],
        "worst_return_s": round(max(returns, default=0.0), 2),
    }


def main() -> None:
    """Run and print; the status says whether anything was lost or applied twice."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=100, help="how often (default 100)")
    parser.add_argument("--tables", type=int, default=20, help="tables of four people (default 20)")
    parser.add_argument("--rate", type=float, default=400.0, help="moves a second (default 400)")
    parser.add_argument("--seed", type=int, default=1, help="of the instants (default 1)")
    parser.add_argument("--cluster", action="store_true", help="kill one of two workers at a time")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        figures = runner.run(run(options))
    if options.json:
        sys.stdout.write(json.dumps(figures) + "\n")
    else:
        for name, value in figures.items():
            sys.stdout.write(f"{name:<16} {value}\n")
    if figures["lost"] or figures["duplicated"] or figures["gaps"]:
        sys.exit(1)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
