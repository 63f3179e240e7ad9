"""What is done again and again beside the tables."""

from typing import Final

from istaka.server.ports import Bus
from istaka.server.service.boards import Boards
from istaka.server.service.crowd import Crowd
from istaka.server.service.lobby import Lobby
from istaka.server.service.talk import Talk
from istaka.server.service.tasks import Tasks, every

LOOK: Final = 5.0
"""Seconds between two looks at what may have changed while its hint was lost,"""
BLIND: Final = 1.0
"""and while no hints come at all."""
SURE: Final = 6
"""Every so many looks also what one is told about is read again."""
TEND: Final = 20.0
"""Seconds between two looks after open tables."""


class Rounds:
    """Looks after the lobby and all that is said."""

    def __init__(self, lobby: Lobby, boards: Boards, talk: Talk, crowd: Crowd, bus: Bus) -> None:
        self._lobby = lobby
        self._boards = boards
        self._talk = talk
        self._crowd = crowd
        self._bus = bus
        self._looks = 0
        self._was_up = True

    def begin(self, tasks: Tasks) -> None:
        """Go round until the tasks are stopped."""
        tasks.spawn(every(self._pause, self._look, "what is said cannot be read"))
        tasks.spawn(every(lambda: TEND, self._tend, "open tables are not looked after"))

    def _pause(self) -> float:
        return LOOK if self._bus.is_up else BLIND

    async def _look(self) -> None:
        self._crowd.report()
        is_up = self._bus.is_up
        sure = self._looks % SURE == 0
        self._boards.poke(all_of_them=not (is_up and self._was_up) or sure)
        self._was_up = is_up
        self._looks += 1
        await self._talk.catch_up()
        if sure:
            await self._talk.look_back()

    async def _tend(self) -> None:
        await self._lobby.tend(self._crowd.people)
