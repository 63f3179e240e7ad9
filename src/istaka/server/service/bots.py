"""Turns of bots: asked of a mind outside the event loop, and asked again when it fails."""

import asyncio
import itertools
import logging
import random
import time
from collections.abc import Awaitable, Callable
from typing import Final

from istaka.server.core.decide import BotMoves, Request, Steps
from istaka.server.core.messages import Problem
from istaka.server.ports import MindError, Repeated
from istaka.server.service.live import Live
from istaka.server.service.tasks import Tasks
from istaka.server.service.world import World

logger = logging.getLogger("istaka.server")

QUICKEST: Final = 0.6
"""Of the pace,"""
SLOWEST: Final = 1.6
"""and at most so much of it, a bot seems to think."""
BOT_TRIES: Final = 3
"""After so many answers of a bot that the rules refuse, its turn is played as a time-out."""

Submit = Callable[[Live, Request, int], Awaitable[Steps | Problem | Repeated]]


class Bots:
    """Lets bots move at this worker's tables."""

    def __init__(self, world: World, tasks: Tasks, submit: Submit) -> None:
        self._world = world
        self._tasks = tasks
        self._submit = submit

    def wake(self, live: Live) -> None:
        """Let the bot move whose turn it is, if it is one's and it does not think already."""
        room = live.room
        player = room.turn
        if player is None or room.level(player) is None:
            live.asked = None
        elif live.asked != (room.moved, player):
            live.asked = (room.moved, player)
            self._tasks.spawn(self._move(live, player, room.moved))

    async def _move(self, live: Live, player: int, moved: int) -> None:
        """Let a bot move, and ask again when it fails: no table waits for a process that died."""
        start = asyncio.get_running_loop().time()
        pause = self._world.pace * random.uniform(QUICKEST, SLOWEST)  # noqa: S311 - nobody gains by guessing
        if pause and not live.room.game.turns:
            pause += live.room.terms.deal / 1000
        for attempt in itertools.count():
            room = live.room
            level = room.level(player)
            if room.moved != moved or room.turn != player or level is None:
                return
            try:
                action = await self._choose(live, player, level, attempt)
                await asyncio.sleep(start + pause - asyncio.get_running_loop().time())
                answer = await self._submit(live, BotMoves(player, action, moved), self._world.clock())
            except MindError:
                logger.warning("table %s: no answer from a bot, it is asked again", room.table)
            else:
                if not isinstance(answer, Problem) or answer.code in {"stale", "frozen"}:
                    return
                logger.error("table %s: a bot's move was answered by %s", room.table, answer.code)
            await asyncio.sleep(min(0.1 * 2**attempt, 5.0))

    async def _choose(self, live: Live, player: int, level: str, attempt: int) -> int:
        room = live.room
        if attempt >= BOT_TRIES and attempt % 2:
            return room.game.timeout_action()
        view = room.game.view(room.seat_of(player), room.match.seat_totals(room.order))
        start = time.monotonic()
        action = await self._world.minds.choose(level, view, int.from_bytes(self._world.chance(6), "big"))
        self._world.meter.thought(time.monotonic() - start)
        return action
