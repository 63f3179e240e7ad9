"""What people ask for outside a table: a session, a ticket, a table, a record."""

import math
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from istaka.rules.ruleset import RuleSet
from istaka.server.core.decide import Opening
from istaka.server.core.events import Seat
from istaka.server.core.offers import BOT_NAMES
from istaka.server.ports import People, Person
from istaka.server.ports.programs import Programs, Scope
from istaka.server.ports.register import Register
from istaka.server.service import Service
from istaka.server.service.meters import Meters
from istaka.server.service.names import guest_name, skeleton
from istaka.server.service.refused import Code, RefusedError
from istaka.server.service.terms import terms
from istaka.server.service.tokens import PROGRAM, digest, session_token
from istaka.server.settings import Settings
from istaka.server.web.sessions import Caller

TICKET_MS: Final = 30_000
GUEST_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
MADE_UP: Final = re.compile(f"Guest [{GUEST_LETTERS}]{{4}}")
Level = Literal["random", "greedy", "careful"]


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """A match against bots, at once."""

    players: Literal[2, 3, 4] = 4
    limit: Literal[40, 80] = 80
    level: Level = "careful"
    clock: Literal[0, 10, 20, 30, 60] = 0
    name: Annotated[str, Meta(max_length=200)] | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """Answers what people ask for; tokens are made here and stored as hashes."""

    people: People
    register: Register
    programs: Programs
    service: Service
    settings: Settings
    clock: Callable[[], int]
    newcomers: Meters

    async def who(self, session: str | None) -> Person | None:
        """Whose session token, or bot's token, this is; raises `RefusedError` for who is banned."""
        if not session:
            return None
        if session.startswith(PROGRAM):
            person: Person | None = (await self._bearer(session))[0]
        else:
            person = await self.people.by_session(digest(session))
        if person is not None and person.banned is not None and person.banned > self.clock():
            raise RefusedError(Code.BANNED, until=person.banned)
        return person

    async def check_scope(self, session: str | None) -> None:
        """Refuse a token that is good for looking only."""
        if session and session.startswith(PROGRAM) and (await self._bearer(session))[1] == "read":
            raise RefusedError(Code.READ_ONLY)

    async def _bearer(self, token: str) -> tuple[Person, Scope]:
        found = await self.programs.bearer(digest(token), self.clock())
        if found is None:
            raise RefusedError(Code.BAD_TOKEN)
        return found

    async def enter(self, caller: Caller, name: str | None = None) -> tuple[Person, str | None]:
        """Who asks, a guest under the name he gives; a new guest and his session token where nobody does."""
        person = await self.who(caller.session)
        if person is None:
            self.newcomers.take(caller.address)
            return await self.sign_in(None if name is None else await self._free(name))
        if name is not None and person.kind == "guest" and name != person.name:
            person = replace(person, name=await self._free(name))
            await self.people.rename(person.id, person.name)
        return person, None

    async def rename(self, caller: Caller, name: str) -> tuple[Person, str | None]:
        """Another name for the guest who asks; only guests have one that is not kept for them."""
        person = await self.who(caller.session)
        if person is not None and person.kind != "guest":
            raise RefusedError(Code.NOT_GUEST)
        return await self.enter(caller, name)

    async def sign_in(self, name: str | None) -> tuple[Person, str]:
        """A new guest, and the token of his session."""
        called = "Guest " + "".join(secrets.choice(GUEST_LETTERS) for _ in range(4))
        person = Person(secrets.token_hex(8), called if name is None else name)
        token = session_token()
        await self.people.add_guest(person, digest(token), self.clock())
        return person, token

    async def _free(self, name: str) -> str:
        """The name as it is shown, unless an account has it."""
        cleaned = guest_name(name)
        if await self.register.is_taken(skeleton(cleaned)):
            raise RefusedError(Code.NAME_TAKEN)
        return cleaned

    async def play(self, caller: Caller, wish: Play) -> tuple[str, str | None]:
        """A new table for a person and bots: its id, and a session token for who had none."""
        person, token = await self.enter(caller, wish.name)
        if len(await self.people.tables_of(person.id)) >= self.settings.tables_each:
            raise RefusedError(Code.TOO_MANY_TABLES, most=self.settings.tables_each)
        table = secrets.token_hex(8)
        rules = RuleSet.fast() if wish.limit == RuleSet.fast().limit else RuleSet.remik()
        seats = (Seat(person.name, owner=person.id, kind=person.kind), *_bots(wish))
        opening = Opening(rules, seats, self.settings.standin, terms(self.settings, wish.clock))
        await self.service.open(table, opening)
        return table, token

    async def ticket(self, caller: Caller) -> tuple[str, str | None]:
        """A ticket for one socket, good for 30 s, and a session token for who had none."""
        person, token = await self.enter(caller)
        ticket = secrets.token_urlsafe(24)
        await self.people.add_ticket(digest(ticket), person.id, self.clock() + TICKET_MS)
        return ticket, token

    async def redeem(self, ticket: str) -> str | None:
        """Whose ticket this is; it is used up."""
        return await self.people.redeem(digest(ticket), self.clock())

    async def running(self, person: Person) -> list[str]:
        """The tables where a person's matches run, the newest first."""
        return await self.people.tables_of(person.id)


def newcomers(posts: float, clock: Callable[[], int]) -> Meters:
    """How many guests one address may bring (`Settings.posts`)."""
    return Meters(math.ceil(3 * posts), 40 / posts if posts else math.inf, clock)


def is_made_up(name: str) -> bool:
    """Whether a guest was given this name because he chose none."""
    return MADE_UP.fullmatch(name) is not None


def _bots(wish: Play) -> tuple[Seat, ...]:
    names = secrets.SystemRandom().sample(BOT_NAMES, wish.players - 1)
    return tuple(Seat(name, bot=wish.level) for name in names)
