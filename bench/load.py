"""Play at many tables at once and measure the server.

    python bench/load.py [--tables 250] [--seconds 20] [--rate N] [--cluster | --url URL] [--json]

Starts `istaka serve` in a temporary folder, on a core of its own, with four people at every table; with
--cluster two workers with PostgreSQL and Redis, and each socket goes to any of them. Without
--rate everybody moves as soon as he may: how many moves a second there are then is what the server can do.
With --rate moves are owed at fixed instants (open loop), and a move's latency is counted from its instant to
the moment when the last of the four has heard of it.

Afterwards the log is read: `lost` are events that were heard or acknowledged and are not in it, `duplicates`
commands that stand in it twice and events that one socket was told twice, `gaps` numbers that were passed
over without a snapshot.

With --url a server is measured that runs already (start it with ISTAKA_POSTS=1000000, for everybody comes
from one address): its processor time and its log are not seen, and `lost` are events that were heard or
acknowledged and lie behind the end of the table, as somebody finds it who comes anew.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import uvloop
from crowd import AtOnce, ByRate, Crowd, Fact, Heard
from rich.console import Console
from rich.progress import Progress
from seating import logs, seat
from servers import Cluster, Embedded, Servers
from visiting import Visited, behind, sit_down

from istaka.server.core import events
from istaka.server.core.events import Entry

WARM_UP: Final = 3.0
"""Seconds of play before the measurement begins."""
LOOK: Final = 0.25


def facts_of(entries: list[Entry]) -> Iterator[tuple[int, Fact]]:
    """What a socket is told of each entry, as far as the crowd keeps it."""
    words = {"draw": "drew", "take": "took", "show": "showed"}
    for entry in entries:
        event = entry.event
        kind = str(event.__struct_config__.tag)
        if isinstance(event, events.Acted):
            kind = words.get(event.do, "discarded")
        yield entry.seq, (kind, getattr(event, "player", None))


def compare(heard: Heard, entries: list[Entry]) -> Counter[str]:
    """How the log of a table differs from what its people heard and were told."""
    log = dict(facts_of(entries))
    stands = {(e.player, e.command): e.seq for e in entries if e.command is not None}
    commands = Counter((e.player, e.command) for e in entries if e.command is not None)
    found = Counter(lost=heard.differing, duplicates=heard.twice, gaps=heard.gaps)
    found["lost"] += sum(log.get(seq) != fact for seq, fact in heard.facts.items())
    found["lost"] += sum(stands.get(command) != seq for command, seq in heard.acks.items())
    found["duplicates"] += sum(count - 1 for count in commands.values())
    return found


async def play(crowd: Crowd, rate: float | None, seconds: float, progress: Progress) -> None:
    """Let the crowd play for so long."""
    task = progress.add_task("playing", total=seconds)
    start = time.perf_counter()

    def tell() -> None:
        progress.update(task, completed=time.perf_counter() - start)

    if rate is not None:
        pace = ByRate(rate)
        pace.ready.extend(player for player in crowd.players if player.can is not None)
        crowd.pace = pace
        await pace.run(start + seconds, tell)
        return
    crowd.pace = AtOnce()
    for player in crowd.players:
        player.move(time.perf_counter())
    while time.perf_counter() < start + seconds:
        await asyncio.sleep(LOOK)
        tell()


class Hold:
    """Nobody moves."""

    def may_move(self, player: object) -> None:
        """Not now."""


async def measure(server: Servers | Visited, crowd: Crowd, options: argparse.Namespace) -> dict[str, Any]:
    """The figures of one run, but for what the log says."""
    with Progress(console=Console(stderr=True), transient=True) as progress:
        await crowd.attach()
        await play(crowd, options.rate, WARM_UP, progress)
        gc.collect()
        gc.freeze()
        gc.disable()
        crowd.moves, crowd.spans = 0, []
        cpu, own, start = server.cpu(), time.process_time(), time.perf_counter()
        await play(crowd, options.rate, options.seconds, progress)
        wall, moves, spans = time.perf_counter() - start, crowd.moves, sorted(crowd.spans)
        spent = {name: after - cpu[name] for name, after in server.cpu().items()}
        own = time.process_time() - own
    crowd.pace = Hold()
    await crowd.settle()
    unheard = crowd.begun
    ends = dict(crowd.ends)
    crowd.leave()
    cuts = statistics.quantiles(spans, n=1000) if len(spans) > 1 else [float("nan")] * 999
    return {
        "moves_per_s": round(moves / wall, 1),
        "cpu_us_per_move": round(own_cpu(spent) / max(moves, 1) * 1e6, 1) if spent else None,
        "p50_ms": round(cuts[499] * 1e3, 2),
        "p99_ms": round(cuts[989] * 1e3, 2),
        "rejects": crowd.rejects.total(),
        "refusals": dict(crowd.rejects),
        "unheard": unheard,
        "closed": ends,
        "tables": options.tables,
        "seconds": round(wall, 2),
        "cpu_share": {name: round(value / wall, 3) for name, value in spent.items()},
        "generator_share": round(own / wall, 3),
    }


def own_cpu(spent: dict[str, float]) -> float:
    """What our processes took, without PostgreSQL and Redis."""
    return sum(value for name, value in spent.items() if name.startswith(("server", "worker")))


async def visit(options: argparse.Namespace) -> dict[str, Any]:
    """Seat people at a server that runs already, and measure it from outside."""
    server = Visited(options.url)
    crowd = Crowd(await sit_down(server.url, options.tables), server.addresses, Hold())
    figures = await measure(server, crowd, options)
    return {**figures, **await behind(crowd)}


async def run(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Seat, start, measure, stop, and read the log."""
    server: Servers = (Cluster if options.cluster else Embedded)(folder, options.kernels)
    with contextlib.closing(server):
        await server.prepare()
        sittings = await seat(server.database, options.tables)
        try:
            server.start()
            crowd = Crowd(sittings, server.addresses, Hold())
            figures = await measure(server, crowd, options)
        finally:
            server.stop()
        found: Counter[str] = Counter(lost=0, duplicates=0, gaps=0)
        for table, entries in (await logs(server.database, sittings)).items():
            found.update(compare(crowd.tables[table], entries))
    return {**figures, **found}


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=250, help="tables of four people (default 250)")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long is measured (default 20)")
    parser.add_argument("--rate", type=float, help="moves a second, owed at fixed instants")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--cluster", action="store_true", help="two workers, PostgreSQL and Redis")
    where.add_argument("--url", help="a server that runs already, http://HOST:PORT")
    parser.add_argument("--kernels", choices=("compiled", "interpreted"), default="compiled")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args()


def main() -> None:
    """Run and print."""
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="istaka-load-") as folder, uvloop_runner() as runner:
        figures = runner.run(visit(options) if options.url else run(Path(folder), options))
    if options.json:
        sys.stdout.write(json.dumps(figures) + "\n")
        return
    for name, value in figures.items():
        sys.stdout.write(f"{name:<18} {value}\n")


def uvloop_runner() -> asyncio.Runner:
    """Runs coroutines on the loop that costs least."""
    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
