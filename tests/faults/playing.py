"""What the fault tests do at a table beyond playing on: stop at a turn, act twice, look whole."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from at_table.checker import read_log
from at_table.player import Player
from istaka.server.core.events import Gone


@contextlib.asynccontextmanager
async def at_table(address: str, **wish: object) -> AsyncIterator[Player]:
    """A person at a table of bots, attached, whose turn has come in the first round."""
    async with Player(address) as player:
        await player.sit_down(**{"players": 2, "limit": 80, "level": "random", **wish})
        await player.attach()
        await until_turn(player)
        yield player


@contextlib.asynccontextmanager
async def same_person(player: Player, address: str | None = None) -> AsyncIterator[Player]:
    """Another window of the same person at the same table."""
    async with Player(address or player.address) as other:
        other.http.cookies, other.table = player.http.cookies, player.table
        await other.attach()
        yield other


async def until_turn(player: Player) -> dict[str, Any]:
    """Give nonces, but do nothing else until one may move; answers what one may do."""
    while player.can is None:
        message = await player.hear()
        if message.get("e", {}).get("k") == "committed":
            await player.send({"t": "nonce", "round": message["e"]["round"], "nonce": uuid4().hex})
    return player.can


async def draw(player: Player) -> None:
    """Draw, so that a discard is next; a starter has his 15 tiles already."""
    can = await until_turn(player)
    if "draw" in can["do"]:
        assert (await player.ask("act", do="draw"))["t"] == "ack"


async def look(player: Player) -> dict[str, Any]:
    """The whole table, as a page that is opened anew gets it."""
    player.seq = None
    await player.send({"t": "hello", "v": 1, "table": player.table, "seq": None})
    table: dict[str, Any] = (await player.hear_until("snapshot"))["table"]
    await player.hear_until("beat")
    return table


async def answers(player: Player, count: int) -> list[dict[str, Any]]:
    """The next so many acks and rejects."""
    found: list[dict[str, Any]] = []
    while len(found) < count:
        message = await player.hear()
        if message["t"] in {"ack", "reject"}:
            found.append(message)
    return found


async def is_gone(folder: Path, table: str, seconds: float) -> None:
    """Wait until the log of a table says that its player has no socket any more."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not any(isinstance(entry.event, Gone) for entry in read_log(folder / "istaka.db", table)):
        assert loop.time() < end, "the server still holds the connection"
        await asyncio.sleep(0.05)


async def end_of(socket: ClientConnection, message: Any = None) -> int:  # noqa: ANN401, what `send` takes
    """The code with which the server closes a connection, after this message if there is one."""
    try:
        if message is not None:
            await socket.send(message)
        while True:
            await socket.recv()
    except ConnectionClosed as closed:
        return 0 if closed.rcvd is None else closed.rcvd.code
