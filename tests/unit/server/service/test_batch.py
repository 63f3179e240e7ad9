"""One read for many who ask at once."""

import asyncio
from collections.abc import Collection

import pytest

from istaka.server.service import batch as module
from istaka.server.service.batch import Batch


class Source:
    """Reads slowly, and remembers what was asked of it."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.fails = False

    async def read(self, keys: Collection[str]) -> dict[str, str]:
        self.asked.append(sorted(keys))
        await asyncio.sleep(0.01)
        if self.fails:
            raise OSError(str(len(self.asked)))
        return {key: key.upper() for key in keys}


def test_keys_are_gathered_while_others_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 3)

    async def work() -> None:
        source = Source()
        batch = Batch(source.read)
        first = asyncio.create_task(batch.get("a"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert source.asked == [["a"]]
        rest = await asyncio.gather(*(batch.get(key) for key in "bcbdea"))
        assert rest == list("BCBDEA")
        assert await first == "A"
        assert source.asked == [["a"], ["b", "c", "d"], ["a", "e"]]
        assert await batch.get("f") == "F"

    asyncio.run(work())


def test_a_read_that_fails_is_told_to_all_and_the_next_one_is_made() -> None:
    async def work() -> None:
        source = Source()
        source.fails = True
        batch = Batch(source.read)
        answers = await asyncio.gather(*(batch.get(key) for key in "ab"), return_exceptions=True)
        assert [str(answer) for answer in answers] == ["1", "1"]
        source.fails = False
        assert await batch.get("a") == "A"

    asyncio.run(work())


def test_who_goes_away_stops_nobody_else() -> None:
    async def work() -> None:
        source = Source()
        batch = Batch(source.read)
        gone = asyncio.create_task(batch.get("a"))
        await asyncio.sleep(0)
        gone.cancel()
        assert await batch.get("a") == "A"

    asyncio.run(work())
