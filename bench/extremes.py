"""Measure what a server does at its edges; each prints one JSON object.

python bench/extremes.py storm       sockets that are cut and come back, at a fixed rate
python bench/extremes.py idle        ten thousand sockets at tables where nobody moves
python bench/extremes.py lateness    time-outs of two thousand tables; with --cluster a worker is killed
python bench/extremes.py spectators  one table and two thousand who look on
"""

import argparse
import asyncio
import contextlib
import json
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import uvloop
from crowd import ByRate, Crowd, Happened, Player
from line import Line, dial
from load import Hold
from seating import Wish, add_tickets, guests, seat
from servers import Cluster, Embedded, Servers, memory_of

Figures = dict[str, Any]
MIB: Final = 1 << 20
EACH: Final = 20
"""Sockets of one spectator; a person may have 24."""
HOPS: Final = 5.0
"""Seconds that a storm lasts."""
IDLE_SECONDS: Final = 15.0
CLOCK_MS: Final = 5000


@contextlib.asynccontextmanager
async def running(server: Servers) -> Any:  # noqa: ANN401, yields None
    """The processes run until the block ends."""
    try:
        server.start()
        yield
    finally:
        server.stop()


def ranks(spans: list[float]) -> Figures:
    """The median and the 99th of a hundred, in ms."""
    cuts = statistics.quantiles(spans, n=100)
    return {"p50_ms": round(cuts[49] * 1e3, 2), "p99_ms": round(cuts[98] * 1e3, 2)}


async def storm(server: Servers, options: argparse.Namespace) -> Figures:
    """Sockets at tables are cut and resume, so many a second, each with a ticket that it has already."""
    sittings = await seat(server.database, options.tables or 500)
    sessions = [session for sitting in sittings for session in sitting.sessions]
    count = int(options.rate * HOPS)
    chosen = [sessions[i % len(sessions)] for i in range(count)]
    tickets = await add_tickets(server.database, chosen)
    spans: list[float] = []
    async with running(server):
        crowd = Crowd(sittings, server.addresses, Hold())
        await crowd.attach()
        of = {player.session: (player, asyncio.Lock()) for player in crowd.players}
        cpu, start = sum(server.cpu().values()), time.perf_counter()
        async with asyncio.TaskGroup() as hops:
            for number in range(count):
                due = start + number / options.rate
                if (early := due - time.perf_counter()) > 0:
                    await asyncio.sleep(early)
                hops.create_task(_hop(*of[chosen[number]], tickets[number], due, spans))
        wall = time.perf_counter() - start
        spent = sum(server.cpu().values()) - cpu
        crowd.leave()
    return {
        "reconnects_per_s": round(count / wall, 1),
        **ranks(spans),
        "cpu_us_each": round(spent / count * 1e6),
    }


async def _hop(player: Player, alone: asyncio.Lock, ticket: str, due: float, spans: list[float]) -> None:
    """One cut and return; `spans` gets the time from the instant it was due.

    Who has not returned from the last cut yet is cut again when he has.
    """
    async with alone:
        if player.line is not None:
            player.line.cut()
            for _ in range(100):
                # the loop closes it in one of its next turns
                await asyncio.sleep(0)
                if player.line is None:
                    break
        await player.attach(ticket)
        spans.append(time.perf_counter() - due)


async def idle(server: Servers, options: argparse.Namespace) -> Figures:
    """Sockets that hear beats and nothing else."""
    tables = options.tables or 2500
    sittings = await seat(server.database, tables, Wish(clock=0))
    async with running(server):
        pid = server.server.pid  # type: ignore[attr-defined]
        empty = memory_of(pid)
        crowd = Crowd(sittings, server.addresses, Hold())
        await crowd.attach()
        await asyncio.sleep(2)
        cpu = sum(server.cpu().values())
        await asyncio.sleep(IDLE_SECONDS)
        spent = sum(server.cpu().values()) - cpu
        figures = {
            "sockets": crowd.attached,
            "memory_mib": round(memory_of(pid) / MIB, 1),
            "memory_before_mib": round(empty / MIB, 1),
            "cpu_share": round(spent / IDLE_SECONDS, 3),
        }
        crowd.leave()
    return figures


class Late(Player):
    """Never moves, and measures how late that is noticed."""

    due = 0.0
    spans: list[float]

    def _event(self, seq: int, event: Happened) -> None:
        now = time.perf_counter()
        if event.late and self.due:
            self.spans.append(now - self.due)
        if event.deadline is not None and event.k in {"dealt", "drew", "discarded"}:
            # an event that was late follows at once, with the next deadline
            self.due = now + event.deadline / 1e3
        super()._event(seq, event)


async def lateness(server: Servers, options: argparse.Namespace) -> Figures:
    """Every turn runs out of time; deadlines are counted from when the last event was heard."""
    sittings = await seat(server.database, options.tables or 2000, Wish(players=2, clock=CLOCK_MS))
    spans: list[float] = []
    async with running(server):
        crowd = Crowd(sittings, server.addresses, Hold())
        for player in crowd.players:
            player.__class__ = Late
            player.spans = spans  # type: ignore[attr-defined]
        await crowd.attach()
        await asyncio.sleep(CLOCK_MS / 1e3)
        spans.clear()
        if options.cluster:
            await asyncio.to_thread(server.kill, Random(1))  # noqa: S311 - a run that repeats
        await asyncio.sleep(2 * CLOCK_MS / 1e3)
        crowd.leave()
    return {"time_outs": len(spans), **ranks(spans), "worst_ms": round(max(spans) * 1e3, 1)}


async def spectators(server: Servers, options: argparse.Namespace) -> Figures:
    """One table at a few moves a second; the time until the last spectator has heard of each event."""
    (sitting,) = await seat(server.database, 1, Wish(watch=True))
    count = options.sockets or 2000
    sessions = await guests(server.database, -(-count // EACH))
    tickets = await add_tickets(server.database, [sessions[i // EACH] for i in range(count)])
    first: dict[int, float] = {}
    last: dict[int, tuple[int, float]] = {}

    def hear(frame: bytes) -> None:
        if frame.startswith(b'{"t":"event"'):
            seq = int(frame[19 : frame.index(b",", 19)])
            now = time.perf_counter()
            first.setdefault(seq, now)
            heard, _ = last.get(seq, (0, now))
            last[seq] = (heard + 1, now)

    async with running(server):
        crowd = Crowd([sitting], server.addresses, Hold())
        await crowd.attach()
        hello = json.dumps({"t": "hello", "v": 1, "table": sitting.table, "seq": None}).encode()
        lines: list[Line] = []
        for ticket in tickets:
            lines.append(await dial(server.addresses[0], ticket, hear, lambda _: None))
            lines[-1].send(hello)
        await asyncio.sleep(2)
        first.clear()
        last.clear()
        cpu = sum(server.cpu().values())
        pace = ByRate(options.pace)
        pace.ready.extend(player for player in crowd.players if player.can is not None)
        crowd.pace = pace
        start = time.perf_counter()
        await pace.run(start + options.seconds, lambda: None)
        wall = time.perf_counter() - start
        spent = sum(server.cpu().values()) - cpu
        await asyncio.sleep(1)
        crowd.leave()
        for line in lines:
            line.cut()
    whole = [seq for seq, (heard, _) in last.items() if heard == count]
    spans = [last[seq][1] - first[seq] for seq in whole]
    return {
        "spectators": count,
        "events": len(last),
        "heard_by_all": len(whole),
        **ranks(spans),
        "cpu_share": round(spent / wall, 3),
    }


MEASUREMENTS: Final[dict[str, Callable[[Servers, argparse.Namespace], Awaitable[Figures]]]] = {
    "storm": storm,
    "idle": idle,
    "lateness": lateness,
    "spectators": spectators,
}


async def run(options: argparse.Namespace) -> Figures:
    """One measurement in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="istaka-edge-") as folder:
        server: Servers = (Cluster if options.cluster else Embedded)(Path(folder), options.kernels)
        with contextlib.closing(server):
            await server.prepare()
            return await MEASUREMENTS[options.what](server, options)


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=sorted(MEASUREMENTS))
    parser.add_argument("--tables", type=int, default=0, help="tables (default: as the target says)")
    parser.add_argument("--sockets", type=int, default=0, help="spectators (default 2000)")
    parser.add_argument("--rate", type=float, default=2000.0, help="reconnects a second (default 2000)")
    parser.add_argument("--pace", type=float, default=5.0, help="moves a second that are watched (default 5)")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long is watched (default 10)")
    parser.add_argument("--cluster", action="store_true", help="two workers, PostgreSQL and Redis")
    parser.add_argument("--kernels", choices=("compiled", "interpreted"), default="compiled")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        sys.stdout.write(json.dumps({"what": options.what, **runner.run(run(options))}) + "\n")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
