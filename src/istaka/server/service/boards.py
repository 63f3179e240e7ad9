"""The lobby and the waiting rooms, live: read again when a change is announced, and sent to who looks on."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, Protocol

import msgspec

from istaka.server.core import messages as wire
from istaka.server.ports import Bus, StoreError
from istaka.server.ports.offers import DAY_MS, LATELY_MS, Offers
from istaka.server.service.crowd import Crowd
from istaka.server.service.listening import Listener
from istaka.server.service.lobby import Lobby
from istaka.server.service.notes import LOBBY
from istaka.server.service.tasks import Tasks
from istaka.server.service.views import people_of, running, seen_by, shown

logger = logging.getLogger("istaka.server")

SHOWN: Final = 60
"""So many open offers, and so many running tables, stand in the lobby."""
LOBBY_PAUSE: Final = 0.5
OFFER_PAUSE: Final = 0.05
"""Seconds after something was read within which it is not read again, whatever is announced."""
AT_ONCE: Final = 256
"""After so many frames others may go on."""


class Page(Protocol):
    """Something to look at; equal to another one that looks the same."""

    def frame(self, person: str) -> bytes:
        """As this person sees it."""


class LobbyPage(msgspec.Struct, frozen=True):
    """The lobby, as it looks to people who sit nowhere in it."""

    whole: wire.Lobby
    people: frozenset[str]
    """Who sits at one of its offers."""
    common: bytes

    def frame(self, person: str) -> bytes:
        """The lobby with the person's own seats."""
        if person not in self.people:
            return self.common
        offers = tuple(seen_by(offer, person) for offer in self.whole.offers)
        return wire.encode(msgspec.structs.replace(self.whole, offers=offers))


class OfferPage(msgspec.Struct, frozen=True):
    """An offer, as it looks to people who do not sit there."""

    offer: wire.Offer

    def frame(self, person: str) -> bytes:
        """The offer with the person's own seat."""
        return wire.encode(wire.OfferNow(seen_by(self.offer, person)))


class Board:
    """One page and who looks at it."""

    def __init__(self, read: Callable[[], Awaitable[Page]], pause: float, tasks: Tasks) -> None:
        self._read = read
        self._pause = pause
        self._tasks = tasks
        self._page: Page | None = None
        self._busy = False
        self._stale = False
        self.listeners: dict[Listener, str] = {}

    async def enter(self, listener: Listener, person: str) -> None:
        """Let a socket look at it from now on."""
        self.listeners[listener] = person
        page = self._page or await self._read()
        # somebody may have read it meanwhile, and later than we did
        self._page = page = self._page or page
        listener.send(page.frame(person))

    def poke(self) -> None:
        """Read the page again, now or after the pause."""
        self._stale = True
        if not self._busy:
            self._busy = True
            self._tasks.spawn(self._refresh())

    async def _refresh(self) -> None:
        try:
            while self._stale:
                self._stale = False
                page = await self._read()
                if page != self._page:
                    self._page = page
                    await self._tell(page)
                await asyncio.sleep(self._pause)
        except StoreError as error:
            logger.error("a page cannot be read: %s", error)  # noqa: TRY400 - a sentence, no traceback
        finally:
            self._busy = False

    async def _tell(self, page: Page) -> None:
        for number, (listener, person) in enumerate(tuple(self.listeners.items()), 1):
            if listener in self.listeners:
                listener.send(page.frame(person))
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)


class Boards:
    """Every board that somebody at this worker looks at."""

    def __init__(self, lobby: Lobby, offers: Offers, crowd: Crowd, bus: Bus, tasks: Tasks) -> None:
        self._lobby = lobby
        self._offers = offers
        self._crowd = crowd
        self._bus = bus
        self._tasks = tasks
        self._clock = lobby.clock
        self._boards: dict[str, tuple[Board, Callable[[], None]]] = {}

    async def enter(self, place: str, person: str, listener: Listener) -> None:
        """Let a socket look at the lobby, or at an offer; may raise `RefusedError` or `StoreError`."""
        board = self._board(place)
        try:
            await board.enter(listener, person)
        except BaseException:
            self.leave(place, listener)
            raise

    def leave(self, place: str, listener: Listener) -> None:
        """The socket looks at it no more."""
        board, stop = self._boards[place]
        board.listeners.pop(listener, None)
        if not board.listeners:
            stop()
            del self._boards[place]

    def poke(self, *, all_of_them: bool) -> None:
        """Read the lobby again, where people come and go unannounced, or everything: hints may be lost."""
        for place, (board, _) in self._boards.items():
            if all_of_them or place == wire.LOBBY:
                board.poke()

    def __len__(self) -> int:
        """How many boards there are."""
        return len(self._boards)

    def _board(self, place: str) -> Board:
        if place not in self._boards:
            in_lobby = place == wire.LOBBY
            read = self._read_lobby if in_lobby else partial(self._read_offer, place)
            board = Board(read, LOBBY_PAUSE if in_lobby else OFFER_PAUSE, self._tasks)
            topic = LOBBY if in_lobby else f"offer:{place}"
            self._boards[place] = board, self._bus.follow(topic, lambda _: board.poke())
        return self._boards[place][0]

    async def _read_lobby(self) -> Page:
        waiting = await self._offers.waiting(self._clock() - LATELY_MS, SHOWN)
        watchable = await self._offers.watchable(self._clock() - DAY_MS, SHOWN)
        people = people_of(waiting)
        cards = await self._offers.cards(people)
        whole = wire.Lobby(
            offers=tuple(shown(offer, cards) for offer in waiting),
            running=tuple(running(offer) for offer in watchable),
            online=self._crowd.total,
        )
        return LobbyPage(whole, frozenset(people), wire.encode(whole))

    async def _read_offer(self, offer: str) -> Page:
        return OfferPage(await self._lobby.shown(await self._lobby.get(offer)))
