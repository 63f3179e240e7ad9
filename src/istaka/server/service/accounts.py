"""Accounts: a guest gets a name of his own and a password, and loses nothing by it.

Whoever asks with a wrong name is answered as slowly, and with the same words, as with a wrong password.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from istaka.server.ports import Bus
from istaka.server.ports.people import Person
from istaka.server.ports.register import Locked, Register, Session
from istaka.server.service.lobby import Lobby
from istaka.server.service.meters import Meters
from istaka.server.service.names import account_name, skeleton
from istaka.server.service.notes import SignedOut, encode
from istaka.server.service.passwords import Passwords
from istaka.server.service.refused import Code, RefusedError
from istaka.server.service.tokens import code_digest, digest, recovery_codes, session_token


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who knocks: the network address, and the session that he has, if any."""

    address: str
    session: str | None
    person: Person | None


class Accounts:
    """The use cases of accounts; every one may raise `RefusedError` and `StoreError`."""

    def __init__(
        self, register: Register, passwords: Passwords, lobby: Lobby, bus: Bus, clock: Callable[[], int]
    ) -> None:
        self._register = register
        self._passwords = passwords
        self._lobby = lobby
        self._bus = bus
        self._clock = clock
        self._enrolments = Meters(20, 30.0, clock)
        self._tries = Meters(5, 60.0, clock)
        """By name and address: who mistypes waits, and nobody can lock out somebody else from elsewhere."""
        self._names = Meters(60, 10.0, clock)
        self._addresses = Meters(20, 10.0, clock)
        self._exports = Meters(3, 60.0, clock)

    async def enrol(self, guest: Person, name: str, password: str, address: str) -> tuple[str, ...]:
        """Make a guest an account: his recovery codes, told this once."""
        if guest.kind != "guest":
            raise RefusedError(Code.NOT_GUEST)
        self._enrolments.take(address)
        person = replace(guest, name=account_name(name), kind="account")
        key = skeleton(person.name)
        if await self._register.is_taken(key):
            raise RefusedError(Code.NAME_TAKEN)
        hashed = await self._passwords.hash(password)
        codes = recovery_codes()
        if not await self._register.enrol(person, key, hashed, [code_digest(code) for code in codes]):
            raise RefusedError(Code.NAME_TAKEN)
        return codes

    async def login(
        self, visitor: Visitor, name: str, password: str, *, leave_guest: bool
    ) -> tuple[Person, str]:
        """Sign in: who it is, and the session token that takes the place of the one he had."""
        key = skeleton(name)
        self._knock(key, visitor.address)
        person = await self._opened(await self._register.locked(key), password)
        guest = visitor.person if visitor.person is not None and visitor.person.kind == "guest" else None
        if guest is not None and not leave_guest and await self._register.has_played(guest.id):
            raise RefusedError(Code.GUEST_HAS_MATCHES, name=guest.name)
        return person, await self._begin(person, visitor.session)

    async def recover(self, visitor: Visitor, name: str, code: str, password: str) -> tuple[Person, str]:
        """Another password for one of the recovery codes, which is used up; every other session ends."""
        key = skeleton(name)
        self._knock(key, visitor.address)
        hashed = await self._passwords.hash(password)
        locked = await self._register.locked(key)
        if locked is None or not await self._register.recover(locked.person.id, code_digest(code), hashed):
            raise RefusedError(Code.WRONG_CODE)
        sign_out(self._bus, locked.person.id)
        return locked.person, await self._begin(locked.person, visitor.session)

    async def change(self, visitor: Visitor, old: str, new: str) -> None:
        """Another password; every other session ends."""
        person = await self._proven(visitor, old)
        await self._register.change(person.id, await self._passwords.hash(new), digest(visitor.session or ""))
        sign_out(self._bus, person.id)

    async def recode(self, visitor: Visitor, password: str) -> tuple[str, ...]:
        """New recovery codes; the earlier ones are worth nothing any more."""
        person = await self._proven(visitor, password)
        codes = recovery_codes()
        await self._register.recode(person.id, [code_digest(code) for code in codes])
        return codes

    async def export(self, visitor: Visitor) -> dict[str, list[dict[str, object]]]:
        """Everything that is kept about the person who asks."""
        person = known(visitor.person)
        self._exports.take(person.id)
        return await self._register.export(person.id)

    async def erase(self, visitor: Visitor, password: str) -> None:
        """Forget a person: an account by its password, a guest because only he has his session."""
        person = known(visitor.person)
        if person.kind == "bot":
            raise RefusedError(Code.NO_ACCOUNT)
        if person.kind == "account":
            await self._proven(visitor, password)
        await self._lobby.turn_out(person.id)
        for gone in await self._register.erase(person.id):
            sign_out(self._bus, gone)

    async def logout(self, session: str | None) -> None:
        """End a session; without one nothing happens."""
        if session is not None:
            await self._register.end(digest(session))

    async def sessions(self, visitor: Visitor) -> list[tuple[str, Session, bool]]:
        """Where the person is signed in: an id, when, and whether it is here."""
        here = digest(visitor.session or "")
        found = await self._register.sessions(known(visitor.person).id)
        return [(_id_of(session), session, session.hash == here) for session in found]

    async def end(self, visitor: Visitor, session: str) -> None:
        """End one of the person's sessions by its id."""
        for one in await self._register.sessions(known(visitor.person).id):
            if _id_of(one) == session:
                await self._register.end(one.hash)
                sign_out(self._bus, known(visitor.person).id)
                return
        raise RefusedError(Code.NOT_FOUND)

    async def _proven(self, visitor: Visitor, password: str) -> Person:
        """The account that asks, and whose password it is."""
        person = an_account(visitor.person)
        self._knock(person.id, visitor.address)
        return await self._opened(await self._register.locked_of(person.id), password)

    async def _opened(self, locked: Locked | None, password: str) -> Person:
        """Whose account that password opens."""
        fits = await self._passwords.fits(password, None if locked is None else locked.password)
        if locked is None or not fits:
            raise RefusedError(Code.WRONG_PASSWORD)
        if self._passwords.is_dated(locked.password):
            await self._register.rehash(locked.person.id, await self._passwords.hash(password))
        return locked.person

    async def _begin(self, person: Person, instead: str | None) -> str:
        token = session_token()
        await self._register.begin(person.id, digest(token), self._clock(), digest(instead or ""))
        return token

    def _knock(self, name: str, address: str) -> None:
        """One try more at an account."""
        self._addresses.take(address)
        self._tries.take((name, address))
        self._names.take(name)


def sign_out(bus: Bus, person: str) -> None:
    """Close the sockets of somebody; who still has a session or a token comes back with it."""
    bus.announce(f"person:{person}", encode(SignedOut()))


def known(person: Person | None) -> Person:
    """The person, if there is one."""
    if person is None:
        raise RefusedError(Code.NO_SESSION)
    return person


def an_account(person: Person | None) -> Person:
    """The person, if he has an account."""
    if known(person).kind != "account":
        raise RefusedError(Code.NO_ACCOUNT)
    return known(person)


def _id_of(session: Session) -> str:
    """What a session is called to its owner: from its hash nobody finds its token."""
    return session.hash.hex()[:16]
