"""One suite for every bus."""

import pytest

from istaka.server.buses.local import LocalBus
from istaka.server.core import events
from istaka.server.core.events import Entry

ENTRY = Entry(1, 0, events.Here(player=0))


@pytest.fixture
def bus() -> LocalBus:
    return LocalBus()


def test_every_listener_of_a_table_hears_and_no_other(bus: LocalBus) -> None:
    heard: list[tuple[str, str]] = []
    for name in ("x", "y"):
        bus.listen("a", lambda table, _, name=name: heard.append((name, table)))
    bus.listen("b", lambda table, _: heard.append(("z", table)))
    bus.publish("a", (ENTRY,))
    assert heard == [("x", "a"), ("y", "a")]


def test_who_stops_listening_hears_no_more(bus: LocalBus) -> None:
    heard: list[int] = []
    stop = bus.listen("a", lambda _, entries: heard.append(len(entries)))
    bus.publish("a", (ENTRY, ENTRY))
    stop()
    stop()
    bus.publish("a", (ENTRY,))
    assert heard == [2]


def test_nobody_listening_is_no_fault(bus: LocalBus) -> None:
    bus.publish("a", (ENTRY,))


def test_every_follower_of_a_topic_gets_its_notes_and_no_others(bus: LocalBus) -> None:
    noted: list[bytes] = []
    stop = bus.follow("offer:1", noted.append)
    other = bus.follow("lobby", lambda note: noted.append(b"lobby " + note))
    bus.announce("offer:1", b"full")
    bus.announce("lobby", b"new")
    bus.announce("nobody", b"lost")
    stop()
    bus.announce("offer:1", b"gone")
    other()
    bus.announce("lobby", b"gone")
    assert noted == [b"full", b"lobby new"]
