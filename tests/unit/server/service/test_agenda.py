"""One instant a name, the earliest first, and no memory of what was replaced."""

import asyncio
import time

from istaka.server.service.agenda import Agenda


def test_names_come_when_they_are_due() -> None:
    agenda = Agenda()
    agenda.put("a", 30)
    agenda.put("b", 10)
    agenda.put("c", 20)
    assert agenda.pop(5) == []
    assert agenda.pop(20) == ["b", "c"]
    assert agenda.pop(100) == ["a"]
    assert agenda.pop(100) == []


def test_a_later_instant_replaces_the_earlier_and_the_other_way_round() -> None:
    agenda = Agenda()
    agenda.put("a", 10)
    agenda.put("a", 50)
    agenda.put("b", 50)
    agenda.put("b", 10)
    agenda.put("b", 10)
    assert agenda.pop(20) == ["b"]
    assert agenda.pop(60) == ["a"]


def test_what_is_dropped_never_comes() -> None:
    agenda = Agenda()
    agenda.put("a", 10)
    agenda.drop("a")
    agenda.drop("a")
    assert agenda.pop(20) == []


def test_replaced_instants_do_not_pile_up() -> None:
    agenda = Agenda()
    for at in range(10_000):
        agenda.put("a", 10**9 + at)
    assert len(agenda._heap) < 200  # noqa: SLF001 - what must not grow
    assert agenda.pop(2 * 10**9) == ["a"]


def test_waiting_ends_at_the_instant_or_when_an_earlier_one_is_put() -> None:
    async def work() -> None:
        agenda = Agenda()
        agenda.put("a", 1000)
        start = time.monotonic()
        await agenda.wait(950)
        assert 0.04 < time.monotonic() - start < 0.5
        asyncio.get_running_loop().call_later(0.05, agenda.put, "b", 10)
        start = time.monotonic()
        await agenda.wait(0)
        assert time.monotonic() - start < 0.5

    asyncio.run(work())
