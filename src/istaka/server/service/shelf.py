"""What takes long to make is made once and kept for a while: many people open the link to one match."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Final, TypeVar

T = TypeVar("T")

KEPT: Final = 64
KEPT_SECONDS: Final = 60.0
"""What somebody has his name taken out of is not shown with it for longer."""


class Shelf:
    """The last things that were made, by key; who asks for one that is being made waits for it."""

    def __init__(self) -> None:
        self._made: OrderedDict[Hashable, tuple[float, asyncio.Future[Any]]] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """The thing of that key; `make` makes it where it is not there, or too old."""
        now = asyncio.get_running_loop().time()
        at, making = self._made.get(key, (now, None))
        if making is None or at + KEPT_SECONDS < now:
            making = asyncio.ensure_future(make())
            self._made[key] = now, making
            making.add_done_callback(lambda done: self._forget_failed(key, done))
            if len(self._made) > KEPT:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        made: T = await asyncio.shield(making)
        return made

    def _forget_failed(self, key: Hashable, made: asyncio.Future[Any]) -> None:
        if (made.cancelled() or made.exception() is not None) and self._made.get(key, (0, None))[1] is made:
            del self._made[key]
