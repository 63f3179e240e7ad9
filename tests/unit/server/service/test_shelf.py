"""What takes long is made once."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from istaka.server.service import shelf as module
from istaka.server.service.shelf import KEPT, Shelf


def maker(made: list[str], name: str, *, fails: bool = False) -> Callable[[], Awaitable[str]]:
    async def make() -> str:
        made.append(name)
        await asyncio.sleep(0)
        if fails:
            raise OSError(name)
        return name

    return make


def test_many_who_ask_wait_for_one() -> None:
    async def work() -> None:
        shelf, made = Shelf(), list[str]()
        got = await asyncio.gather(*(shelf.get("a", maker(made, "a")) for _ in range(5)))
        assert (got, made) == (["a"] * 5, ["a"])
        assert await shelf.get("b", maker(made, "b")) == "b"
        assert await shelf.get("a", maker(made, "a again")) == "a"

    asyncio.run(work())


def test_what_failed_is_made_again() -> None:
    async def work() -> None:
        shelf, made = Shelf(), list[str]()
        with pytest.raises(OSError, match="a"):
            await shelf.get("a", maker(made, "a", fails=True))
        assert await shelf.get("a", maker(made, "a")) == "a"

    asyncio.run(work())


def test_what_is_old_or_not_asked_for_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        shelf, made = Shelf(), list[str]()
        for name in ("first", *map(str, range(KEPT - 1)), "first", "one more"):
            await shelf.get(name, maker(made, name))
        made.clear()
        await shelf.get("first", maker(made, "first"))
        await shelf.get("0", maker(made, "0"))
        assert made == ["0"]
        monkeypatch.setattr(module, "KEPT_SECONDS", -1.0)
        await shelf.get("first", maker(made, "first"))
        assert made == ["0", "first"]

    asyncio.run(work())


def test_who_goes_away_stops_nobody_else() -> None:
    async def work() -> None:
        shelf, made = Shelf(), list[str]()
        gone = asyncio.create_task(shelf.get("a", maker(made, "a")))
        await asyncio.sleep(0)
        gone.cancel()
        assert await shelf.get("a", maker(made, "a again")) == "a"

    asyncio.run(work())
