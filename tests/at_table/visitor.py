"""A person outside tables: looks at the lobby, waits for others, talks."""

import json
from typing import Any
from uuid import uuid4

from at_table.player import Player


class Visitor(Player):
    """A player who comes in by the lobby."""

    id = ""
    name = ""

    async def post(self, path: str, status: int = 200, **body: object) -> dict[str, Any]:
        """What is answered to a request, which must have that status."""
        answer = await self.http.post(path, json=body)
        assert answer.status_code == status, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def refusal(self, path: str, **body: object) -> tuple[int, str]:
        """The status and the code of a request that is refused."""
        answer = await self.http.post(path, json=body)
        return answer.status_code, answer.json()["error"]["code"]

    async def make(self, **wish: object) -> dict[str, Any]:
        """An open table of this person."""
        return self._sits(await self.post("/api/offers", 201, **wish))

    async def join(self, offer: str, **body: object) -> dict[str, Any]:
        """A seat at an open table."""
        return self._sits(await self.post(f"/api/offers/{offer}/join", **body))

    def _sits(self, offer: dict[str, Any]) -> dict[str, Any]:
        person = offer["seats"][offer["mine"]]["person"]
        self.id, self.name, self.table = person["id"], person["name"], offer["id"]
        return offer

    async def go_to(self, place: str) -> None:
        """A socket at a place; the last lines said there are heard."""
        if self.socket is None:
            self.socket = await self.dial()
        await self.send({"t": "hello", "v": 1, "table": place, "seq": None})

    async def say(self, **said: object) -> dict[str, Any]:
        """Say something and hear until it is answered."""
        return await self.answered({"t": "say", "id": uuid4().hex, **said})

    async def answered(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a command and hear until it is answered."""
        await self.send(message)
        while True:
            heard = await self.hear()
            if heard["t"] in {"ack", "reject"} and heard["id"] == message["id"]:
                return heard

    async def lines(self) -> list[dict[str, Any]]:
        """The next list of what was said lately."""
        return list((await self.hear_until("talk"))["said"])

    async def told(self, count: int) -> list[dict[str, Any]]:
        """All the lines that this person was told of as they were said, once there are so many."""
        while len(lines := [f["said"] for f in map(json.loads, self.frames) if f["t"] == "said"]) < count:
            await self.hear()
        return lines
