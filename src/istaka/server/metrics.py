"""What a server tells of itself to whoever watches it: counts and times, never a tile, a name or a token."""

from collections.abc import Callable, Iterable
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from istaka import __version__

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bounds of what is timed: from a move on an idle machine to a database that hangs."""


class Metrics:
    """The figures of one process, in the text form of Prometheus; it is the service's `Meter`."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        GCCollector(registry=self._registry)
        Gauge("istaka_build", "The version that runs.", ["version"], registry=self._registry).labels(
            __version__
        ).set(1)
        events = Counter("istaka_events", "Events written to logs.", ["kind"], registry=self._registry)
        commands = Counter(
            "istaka_commands", "Commands of players, by answer.", ["answer"], registry=self._registry
        )
        self._events, self._commands = cache(events.labels), cache(commands.labels)
        self._append = self._histogram("istaka_append_seconds", "How long the log takes to keep a batch.")
        self._late = self._histogram("istaka_timer_lateness_seconds", "How late what was due was looked at.")
        self._bot = self._histogram("istaka_bot_seconds", "How long a bot's choice takes.")

    def _histogram(self, name: str, what: str) -> Histogram:
        return Histogram(name, what, buckets=SECONDS, registry=self._registry)

    def watch(self, name: str, what: str, read: Callable[[], float]) -> None:
        """A figure that is read when somebody asks, such as the number of open sockets."""
        Gauge(name, what, registry=self._registry).set_function(read)

    def appended(self, kinds: Iterable[str], seconds: float) -> None:
        """Events of these kinds are in the log, after so long."""
        for kind in kinds:
            self._events(kind).inc()
        self._append.observe(seconds)

    def answered(self, answer: str) -> None:
        """A command was answered: `ack`, or the code of the refusal."""
        self._commands(answer).inc()

    def looked(self, seconds: float) -> None:
        """What was due was looked at so long after its instant."""
        self._late.observe(max(seconds, 0.0))

    def thought(self, seconds: float) -> None:
        """A bot has chosen."""
        self._bot.observe(seconds)

    def text(self) -> bytes:
        """All figures as Prometheus reads them."""
        return generate_latest(self._registry)
