"""A person's program at the protocol: plays, keeps everything it was sent, comes back after a cut."""

import asyncio
import json
from typing import Any, Self
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

HEAR_SECONDS = 30.0
PLAY_SECONDS = 300.0
"""Beats go on for ever, also at a table that waits for something else than the test does."""


class Player:
    """One person; `frames` is what he has seen, over all his sockets."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=address, timeout=20)
        self.socket: ClientConnection | None = None
        self.frames: list[str] = []
        self.table = ""
        self.seq: int | None = None
        self.can: dict[str, Any] | None = None
        self.totals: list[int] = []
        self.hand: list[str] = []
        self.waits_for_next = False
        self.open: dict[str, Any] | None = None
        """The command that has not been answered yet: sent again after a cut, under the same id."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.cut()
        await self.http.aclose()

    async def sit_down(self, **wish: object) -> None:
        answer = await self.http.post("/api/play", json=wish)
        assert answer.status_code == 201, answer.text
        self.table = answer.json()["table"]

    async def ticket(self) -> str:
        answer = await self.http.post("/api/tickets")
        assert answer.status_code == 201, answer.text
        return str(answer.json()["ticket"])

    async def dial(self, ticket: str | None = None) -> ClientConnection:
        """A socket that has not said hello."""
        ticket = await self.ticket() if ticket is None else ticket
        return await connect(f"{self.address.replace('http', 'ws')}/ws?ticket={ticket}", ping_interval=None)

    async def attach(self) -> None:
        """A socket at the table, from the last event seen; what was not answered is sent again."""
        self.socket = await self.dial()
        await self.send({"t": "hello", "v": 1, "table": self.table, "seq": self.seq})
        while (await self.hear())["t"] != "beat":
            pass
        if self.open is not None:
            await self.send(self.open)

    async def come_back(self, seconds: float = 30.0) -> None:
        """Attach as soon as the server answers again."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while True:
            try:
                await self.attach()
            except (httpx.HTTPError, OSError, ConnectionClosed, InvalidMessage):
                assert loop.time() < end, "the server did not come back"
                await asyncio.sleep(0.05)
            else:
                return

    async def cut(self) -> None:
        """Close without a word."""
        if self.socket is not None:
            self.socket.transport.abort()
            self.socket = None

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def hear(self) -> dict[str, Any]:
        """The next frame; events must come without a gap."""
        assert self.socket is not None
        text = await asyncio.wait_for(self.socket.recv(), HEAR_SECONDS)
        assert isinstance(text, str)
        self.frames.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["t"] == "event":
            assert self.seq is not None
            assert message["seq"] == self.seq + 1
            self.seq = message["seq"]
            self._take(message["e"], message.get("you", {}))
        elif message["t"] == "snapshot":
            self.seq, table = message["seq"], message["table"]
            self.can, self.totals, self.hand = table["can"], table["totals"], table["hand"]
            self.waits_for_next = table["phase"] == "between" and table["you"] not in table["ready"]
        elif message["t"] == "beat" and "n" in message:
            await self.send({"t": "beat", "n": message["n"]})
        elif message["t"] in {"ack", "reject"} and self.open is not None and message["id"] == self.open["id"]:
            await self._answered(message)
        return message

    async def _answered(self, message: dict[str, Any]) -> None:
        """The open command is settled; one that the server could not take just now is sent again."""
        if message.get("error", {}).get("code") == "unavailable":
            await asyncio.sleep(0.1)
            await self.send(self.open or {})
        else:
            self.open = None

    def _take(self, event: dict[str, Any], private: dict[str, Any]) -> None:
        self.can = private.get("can", self.can)
        self.totals = event.get("totals", self.totals)
        if event["k"] in {"round_over", "committed"}:
            self.waits_for_next = event["k"] == "round_over" and event["deadline"] is not None
        if "hand" in private:
            self.hand = private["hand"]
        if "tile" in private:
            self.hand.append(private["tile"])

    async def hear_until(self, kind: str) -> dict[str, Any]:
        """The next message of a type, or the next event of a kind."""
        while True:
            message = await self.hear()
            if kind in {message["t"], message.get("e", {}).get("k")}:
                return message

    async def command(self, kind: str, **fields: object) -> None:
        """Send a command of one's own; it stays open until it is answered."""
        self.open = {"t": kind, "id": uuid4().hex, "seq": self.seq, **fields}
        await self.send(self.open)

    async def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Send a command and hear until it is answered."""
        await self.command(kind, **fields)
        while True:
            message = await self.hear()
            if message["t"] in {"ack", "reject"}:
                return message

    async def answer(self, message: dict[str, Any]) -> None:
        """What a person does about a message: nonces, moves, the next round."""
        event = message.get("e", {})
        if event.get("k") == "committed":
            await self.send({"t": "nonce", "round": event["round"], "nonce": uuid4().hex})
        elif message["t"] == "snapshot":
            table = message["table"]
            if table["phase"] == "waiting" and table["commitment"] and table["you"] not in table["nonced"]:
                await self.send({"t": "nonce", "round": table["round"], "nonce": uuid4().hex})
        await self._go_on()

    async def _go_on(self) -> None:
        """What is to be done, once the last command is answered."""
        if self.open is not None:
            return
        if self.waits_for_next:
            self.waits_for_next = False
            await self.command("next")
        elif self.can is not None:
            await self._move(self.can)

    async def _move(self, can: dict[str, Any]) -> None:
        self.can = None
        if can["finish"]:
            await self.command("act", do="finish", tile=can["finish"][0]["tile"])
        elif "draw" in can["do"]:
            await self.command("act", do="draw")
        else:
            naturals = [tile for tile in can["discard"] if tile != "J"]
            await self.command("act", do="discard", tile=naturals[-1])

    async def play_until(self, kind: str) -> dict[str, Any]:
        """Play on until an event of this kind."""
        async with asyncio.timeout(PLAY_SECONDS):
            while True:
                await self._go_on()
                message = await self.hear()
                if message.get("e", {}).get("k") == kind:
                    return message
                await self.answer(message)

    async def play_for(self, events: int) -> None:
        """Play on for so many events."""
        assert self.seq is not None
        end = self.seq + events
        async with asyncio.timeout(PLAY_SECONDS):
            while self.seq < end:
                await self.answer(await self.hear())
