"""Friends, and people one does not want to hear."""

from collections.abc import Callable
from typing import Final

from istaka.server.ports import Bus
from istaka.server.ports.blocks import Blocks
from istaka.server.ports.friends import Friends, Friendship
from istaka.server.ports.people import Person
from istaka.server.ports.register import Register
from istaka.server.service.accounts import an_account, known
from istaka.server.service.meters import Meters
from istaka.server.service.notes import Blocked, encode
from istaka.server.service.refused import Code, RefusedError

MOST: Final = 500
"""Friends that one may have or ask for, and people that one may block."""


class Circle:
    """Who is close to somebody, and who is not."""

    def __init__(
        self, register: Register, friends: Friends, blocks: Blocks, bus: Bus, clock: Callable[[], int]
    ) -> None:
        self._register = register
        self._friends = friends
        self._blocks = blocks
        self._bus = bus
        self._clock = clock
        self._questions = Meters(30, 20.0, clock)

    async def befriend(self, person: Person | None, other: str) -> None:
        """Ask somebody to be a friend, or agree; whoever was blocked is blocked no more."""
        asking = an_account(person)
        if (await self._other(asking, other)).kind != "account":
            raise RefusedError(Code.NOT_FOUND)
        self._questions.take(asking.id)
        await self._unblock(asking, other)
        if await self._friends.ask(asking.id, other, self._clock(), MOST) in {"no", "asks"}:
            raise RefusedError(Code.TOO_MANY_PEOPLE, most=MOST)

    async def part(self, person: Person | None, other: str) -> None:
        """End a friendship, take a question back, or refuse one."""
        await self._friends.end(an_account(person).id, other)

    async def block(self, person: Person | None, other: str) -> None:
        """Hear somebody no more; a friend is one no more."""
        mine = known(person)
        await self._other(mine, other)
        if not await self._blocks.add(mine.id, other, MOST):
            raise RefusedError(Code.TOO_MANY_PEOPLE, most=MOST)
        self._bus.announce(f"person:{mine.id}", encode(Blocked()))
        await self._friends.end(mine.id, other)

    async def unblock(self, person: Person | None, other: str) -> None:
        """Hear somebody again."""
        await self._unblock(known(person), other)

    async def friends(self, person: str) -> dict[str, Friendship]:
        """Everybody with whom there is something, but for questions of those who are blocked."""
        blocked = await self._blocks.of(person)
        return {
            other: friendship
            for other, friendship in (await self._friends.of(person, MOST)).items()
            if other not in blocked
        }

    async def blocked(self, person: str) -> frozenset[str]:
        """Who is blocked."""
        return await self._blocks.of(person)

    async def between(self, person: str, other: str) -> tuple[Friendship, bool]:
        """What there is between two, and whether the other one is blocked."""
        return await self._friends.between(person, other), other in await self._blocks.of(person)

    async def _unblock(self, person: Person, other: str) -> None:
        """Sockets of his hear the other one again."""
        await self._blocks.remove(person.id, other)
        self._bus.announce(f"person:{person.id}", encode(Blocked()))

    async def _other(self, person: Person, other: str) -> Person:
        found = None if other == person.id else await self._register.get(other)
        if found is None:
            raise RefusedError(Code.NOT_FOUND)
        return found
