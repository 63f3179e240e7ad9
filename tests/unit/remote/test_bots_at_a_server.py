"""Bots at a running server: the one of docs/bots.md and `istaka bot` play a rated match, and it counts."""

import asyncio
import os
import re
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from at_table.hall import Thinker
from at_table.house import House, quick, serving

DOCUMENT = Path(__file__).parents[3] / "docs" / "bots.md"
SECONDS = 120.0


@dataclass
class Owner:
    """Somebody with an account and one bot."""

    http: httpx.AsyncClient
    bot: str
    token: str


async def owner(house: House, name: str) -> Owner:
    http = httpx.AsyncClient(base_url=house.address, timeout=20)
    enrol = {"name": name, "password": "long enough"}
    assert (await http.post("/api/account", json=enrol)).status_code == 201
    made = (await http.post("/api/bots", json={"name": f"{name}'s bot"})).json()
    return Owner(http, made["id"], made["token"])


def run(folder: Path, work: Callable[[House, Owner, Owner], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with serving(quick(folder), Thinker()) as house:
            ala, bob = await owner(house, "Ala"), await owner(house, "Bob")
            try:
                await work(house, ala, bob)
            finally:
                await ala.http.aclose()
                await bob.http.aclose()

    asyncio.run(whole())


async def offered(house: House, one: Owner, **wish: object) -> str:
    """A table that a bot offers."""
    headers = {"authorization": f"Bearer {one.token}"}
    async with httpx.AsyncClient(base_url=house.address, timeout=20, headers=headers) as bot:
        made = await bot.post("/api/offers", json={"players": 2, "preset": "fast", **wish})
    assert made.status_code == 201, made.text
    table: str = made.json()["id"]
    return table


async def program(house: House, one: Owner, *command: str) -> asyncio.subprocess.Process:
    environment = os.environ | {"ISTAKA_URL": house.address, "ISTAKA_BOT_TOKEN": one.token}
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe, env=environment)


async def said(process: asyncio.subprocess.Process) -> str:
    out, err = await asyncio.wait_for(process.communicate(), SECONDS)
    assert process.returncode == 0, err.decode()
    return out.decode()


async def rating(one: Owner) -> dict[str, Any]:
    profile = (await one.http.get(f"/api/people/{one.bot}")).json()
    assert profile["kind"] == "bot"
    (found,) = profile["ratings"]
    answer: dict[str, Any] = found
    return answer


def documented(folder: Path) -> str:
    """The bot of the document, in a file."""
    (code,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in code.splitlines() if line]) <= 30
    path = folder / "bot.py"
    path.write_text(code, encoding="utf-8")
    return str(path)


def test_the_bot_of_the_document_plays_a_rated_match(tmp_path: Path) -> None:
    path = documented(tmp_path)

    async def work(house: House, ala: Owner, bob: Owner) -> None:
        table = await offered(house, ala, rated=True, public=True)
        mine = await program(house, ala, sys.executable, path, table)
        theirs = await program(
            house, bob, sys.executable, "-m", "istaka", "bot", "--url", house.address, "--table", table
        )
        mine_said, theirs_said = await asyncio.gather(said(mine), said(theirs))
        places = [int(place) for place in re.findall(r"\d+", mine_said)]
        assert mine_said.startswith("places [")
        assert theirs_said == f"place {places[1]} of 2\n"
        async with asyncio.timeout(60):
            while (await ala.http.get(f"/api/people/{ala.bot}")).json()["ratings"] == []:  # noqa: ASYNC110 - outside
                await asyncio.sleep(0.05)
        ratings = [await rating(one) for one in (ala, bob)]
        assert [one["games"] for one in ratings] == [1, 1]
        assert ratings[0]["rating"] + ratings[1]["rating"] == 3000
        if places[0] != places[1]:
            assert (ratings[0]["rating"] > ratings[1]["rating"]) == (places[0] == 1)
        (match,) = (await bob.http.get(f"/api/people/{bob.bot}/matches")).json()["matches"]
        assert match["rated"] is True
        assert [player["name"] for player in match["players"]] == ["Ala's bot", "Bob's bot"]

    run(tmp_path, work)
