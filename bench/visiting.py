"""Tables at a server that runs somewhere, made by HTTP as people make them; only sockets can be watched."""

import asyncio
from collections import Counter
from typing import Final
from urllib.parse import urlsplit

import httpx
from crowd import Crowd
from seating import LIMIT, Sitting

AT_ONCE: Final = 8
"""Tables that are made at the same time."""
BUSY: Final = 429
RETRY: Final = 0.5
PLAYERS: Final = 4


class Visited:
    """A server that is not ours: it is not started, stopped, killed or seen into."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme != "http" or parts.hostname is None:
            msg = f"--url is {url!r}: expected http://HOST:PORT"
            raise ValueError(msg)
        self.url = url.rstrip("/")
        self.addresses = [(parts.hostname, parts.port or 80)]

    def cpu(self) -> dict[str, float]:
        """Nothing is known of its processes."""
        return {}


async def sit_down(url: str, tables: int) -> list[Sitting]:
    """So many private tables with new guests at every seat."""
    limit = asyncio.Semaphore(AT_ONCE)

    async def one() -> Sitting:
        async with limit:
            return await _table(url)

    return await asyncio.gather(*(one() for _ in range(tables)))


async def _table(url: str) -> Sitting:
    offer, first = await _post(url, "/api/offers", {"players": PLAYERS, "limit": LIMIT, "clock": 60})
    path = f"/api/offers/{offer}/join"
    others = [(await _post(url, path, {}))[1] for _ in range(PLAYERS - 1)]
    return Sitting(offer, (first, *others))


async def _post(url: str, path: str, body: dict[str, object]) -> tuple[str, str]:
    """An offer's id, and the session of the new guest who asked; a busy server is asked again."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:
        answer = await http.post(path, json=body)
        if answer.status_code == BUSY:
            await asyncio.sleep(RETRY)
            return await _post(url, path, body)
        answer.raise_for_status()
        return str(answer.json()["id"]), answer.cookies["istaka"]


async def behind(crowd: Crowd) -> Counter[str]:
    """What was lost: events that were heard or acknowledged, and lie behind the end of their table."""
    found: Counter[str] = Counter(lost=0)
    for player in crowd.players[::PLAYERS]:
        heard = player.heard
        last = max([0, *heard.facts, *heard.acks.values()])
        player.seq = None
        await player.attach()
        found["lost"] += max(0, last - (player.seq or 0)) + heard.differing
        found["duplicates"] += heard.twice
        found["gaps"] += heard.gaps
    crowd.leave()
    return found
