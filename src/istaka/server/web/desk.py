"""What people ask for outside a table: a session, a ticket, a table, a record."""

import hashlib
import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from istaka.rules.ruleset import RuleSet
from istaka.server.core.decide import Opening
from istaka.server.core.events import Seat
from istaka.server.core.offers import BOT_NAMES
from istaka.server.ports import People, Person
from istaka.server.service import Service
from istaka.server.service.terms import terms
from istaka.server.settings import Settings

TICKET_MS: Final = 30_000
NAME_LENGTH: Final = 40
GUEST_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
Level = Literal["random", "greedy", "careful"]


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """A match against bots, at once."""

    players: Literal[2, 3, 4] = 4
    limit: Literal[40, 80] = 80
    level: Level = "careful"
    clock: Literal[0, 10, 20, 30, 60] = 0
    name: Annotated[str, Meta(max_length=200)] | None = None


class RefusedError(Exception):
    """What was asked cannot be given."""

    def __init__(self, status: int, code: str, message: str, params: dict[str, object] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.params = params or {}


def digest(token: str) -> bytes:
    """What is stored of a token: nobody who reads the database can sign in with it."""
    return hashlib.sha256(token.encode()).digest()


def clean_name(name: str) -> str:
    """A name as it is shown: composed, without control characters and direction marks, one space at a time.

    Raises:
        RefusedError: nothing is left, or more than 40 characters.
    """
    composed = unicodedata.normalize("NFC", name)
    kept = "".join(" " if ch.isspace() else ch for ch in composed if ch.isspace() or _is_shown(ch))
    cleaned = " ".join(kept.split())
    if not cleaned or len(cleaned) > NAME_LENGTH:
        message = f"A name has 1 to {NAME_LENGTH} characters."
        raise RefusedError(400, "bad_name", message, {"longest": NAME_LENGTH})
    return cleaned


def _is_shown(character: str) -> bool:
    return not unicodedata.category(character).startswith("C")


@dataclass(frozen=True, slots=True)
class Desk:
    """Answers what people ask for; tokens are made here and stored as hashes."""

    people: People
    service: Service
    settings: Settings
    clock: Callable[[], int]

    async def who(self, session: str | None) -> Person | None:
        """Whose session token this is."""
        return None if not session else await self.people.by_session(digest(session))

    async def sign_in(self, name: str | None) -> tuple[Person, str]:
        """A new guest, and the token of his session."""
        called = "Guest " + "".join(secrets.choice(GUEST_LETTERS) for _ in range(4))
        person = Person(secrets.token_hex(8), called if name is None else name)
        token = secrets.token_urlsafe(32)
        await self.people.add_guest(person, digest(token), self.clock())
        return person, token

    async def play(self, session: str | None, wish: Play) -> tuple[str, str | None]:
        """A new table for a person and bots: its id, and a session token for who had none."""
        name = None if wish.name is None else clean_name(wish.name)
        person, token = await self.who(session), None
        if person is None:
            person, token = await self.sign_in(name)
        elif name is not None and name != person.name:
            person = Person(person.id, name)
            await self.people.rename(person.id, name)
        if len(await self.people.tables_of(person.id)) >= self.settings.tables_each:
            message = "You have too many running tables: play one of them to its end first."
            raise RefusedError(409, "too_many_tables", message, {"most": self.settings.tables_each})
        table = secrets.token_hex(8)
        rules = RuleSet.fast() if wish.limit == RuleSet.fast().limit else RuleSet.remik()
        seats = (Seat(person.name, owner=person.id), *_bots(wish))
        opening = Opening(rules, seats, self.settings.standin, terms(self.settings, wish.clock))
        await self.service.open(table, opening)
        return table, token

    async def ticket(self, session: str | None) -> str:
        """A ticket for one socket, good for 30 s."""
        person = await self.who(session)
        if person is None:
            raise RefusedError(401, "no_session", "You have no session: start a match first.")
        ticket = secrets.token_urlsafe(24)
        await self.people.add_ticket(digest(ticket), person.id, self.clock() + TICKET_MS)
        return ticket

    async def redeem(self, ticket: str) -> str | None:
        """Whose ticket this is; it is used up."""
        return await self.people.redeem(digest(ticket), self.clock())

    async def running(self, person: Person) -> str | None:
        """The newest table where a person's match runs."""
        tables = await self.people.tables_of(person.id)
        return tables[0] if tables else None


def _bots(wish: Play) -> tuple[Seat, ...]:
    names = secrets.SystemRandom().sample(BOT_NAMES, wish.players - 1)
    return tuple(Seat(name, bot=wish.level) for name in names)
