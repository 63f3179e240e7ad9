"""Bot accounts: who has an account may let programs play, under names of their own and shown as bots."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from istaka.server.ports import Bus
from istaka.server.ports.people import Person
from istaka.server.ports.programs import Program, Programs, Scope, Token
from istaka.server.ports.register import Register
from istaka.server.service.accounts import an_account, sign_out
from istaka.server.service.names import program_name, shown, skeleton
from istaka.server.service.refused import Code, RefusedError
from istaka.server.service.tokens import digest, program_token

MOST: Final = 10
"""Bot accounts of one person, and tokens of one bot account."""


@dataclass(frozen=True, slots=True)
class Given:
    """A new token: `secret` is told this once."""

    program: Person
    token: Token
    secret: str


class Workshop:
    """The use cases of bot accounts; every one may raise `RefusedError` and `StoreError`."""

    def __init__(self, register: Register, programs: Programs, bus: Bus, clock: Callable[[], int]) -> None:
        self._register = register
        self._programs = programs
        self._bus = bus
        self._clock = clock

    async def make(self, owner: Person | None, name: str, scope: Scope) -> Given:
        """A new bot account with a token."""
        program = Person(secrets.token_hex(8), program_name(name), "bot")
        key = skeleton(program.name)
        refused = await self._programs.add(an_account(owner).id, program, key, self._clock(), MOST)
        if refused == "name":
            raise RefusedError(Code.NAME_TAKEN)
        if refused == "most":
            raise RefusedError(Code.TOO_MANY_PROGRAMS, most=MOST)
        return await self._give(program, "", scope)

    async def of(self, owner: Person | None) -> list[Program]:
        """The bot accounts of somebody."""
        return await self._programs.of(an_account(owner).id)

    async def give(self, owner: Person | None, program: str, name: str, scope: Scope) -> Given:
        """Another token of a bot account."""
        return await self._give(await self._own(owner, program), shown(name) if name else "", scope)

    async def revoke(self, owner: Person | None, program: str, token: str) -> None:
        """Let a token be worth nothing."""
        found = await self._own(owner, program)
        if not await self._programs.revoke(found.id, token):
            raise RefusedError(Code.NOT_FOUND)
        sign_out(self._bus, found.id)

    async def scrap(self, owner: Person | None, program: str) -> None:
        """Forget a bot account, as an account is forgotten."""
        found = await self._own(owner, program)
        await self._register.erase(found.id)
        sign_out(self._bus, found.id)

    async def _own(self, owner: Person | None, program: str) -> Person:
        """A bot account of this person's."""
        mine = await self._programs.owns(an_account(owner).id, program)
        found = await self._register.get(program) if mine else None
        if found is None:
            raise RefusedError(Code.NOT_FOUND)
        return found

    async def _give(self, program: Person, name: str, scope: Scope) -> Given:
        secret = program_token()
        token = Token(secrets.token_hex(8), name, scope, self._clock())
        if not await self._programs.give(program.id, token, digest(secret), MOST):
            raise RefusedError(Code.TOO_MANY_TOKENS, most=MOST)
        return Given(program, token, secret)
