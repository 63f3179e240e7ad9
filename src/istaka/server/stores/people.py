"""Accounts in the database."""

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import Connection, Delete, Select, Update, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from istaka.server.ports.people import Person
from istaka.server.ports.register import Locked, Session
from istaka.server.stores.database import Database
from istaka.server.stores.erasing import erase
from istaka.server.stores.exporting import export
from istaka.server.stores.schema import (
    members,
    people,
    recovery,
    sessions,
)

PERSON: Final = (
    people.c.id,
    people.c.name,
    people.c.kind,
    people.c.role,
    people.c.muted,
    people.c.banned,
)
"""The columns of a `Person`, in its order."""


class PeopleStore:
    """`ports.register.Register` over either database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, person: str) -> Person | None:
        """Who has this id."""
        query = select(*PERSON).where(people.c.id == person)
        row = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else Person(*row)

    async def is_taken(self, key: str) -> bool:
        """Whether an account or a bot account has a name of this skeleton."""
        query = select(exists().where(people.c.key == key))
        return await self._database.read(lambda connection: bool(connection.scalar(query)))

    async def enrol(self, person: Person, key: str, password: str, codes: Collection[bytes]) -> bool:
        """Make a guest an account of that name; False where the name was taken meanwhile."""
        guest = people.c.id == person.id, people.c.kind == "guest"
        change = update(people).where(*guest)
        change = change.values(name=person.name, key=key, kind="account", password=password)

        def work(connection: Connection) -> bool:
            try:
                with connection.begin_nested():
                    changed = connection.execute(change).rowcount == 1
            except IntegrityError:
                return False
            if changed:
                _recode(connection, person.id, codes)
            return changed

        return await self._database.write(work)

    async def locked(self, key: str) -> Locked | None:
        """The account whose name has this skeleton."""
        return await self._locked(select(*PERSON, people.c.password).where(people.c.key == key))

    async def locked_of(self, person: str) -> Locked | None:
        """The account with this id."""
        return await self._locked(select(*PERSON, people.c.password).where(people.c.id == person))

    async def change(self, person: str, password: str, keep: bytes) -> None:
        """Another password; every session ends but `keep`."""

        def work(connection: Connection) -> None:
            connection.execute(_password(person, password))
            connection.execute(_sign_out(person).where(sessions.c.hash != keep))

        await self._database.write(work)

    async def rehash(self, person: str, password: str) -> None:
        """The same password, hashed anew."""
        await self._database.write(
            lambda connection: connection.execute(_password(person, password)) and None
        )

    async def recode(self, person: str, codes: Collection[bytes]) -> None:
        """Other recovery codes in place of all earlier ones."""
        await self._database.write(lambda connection: _recode(connection, person, codes))

    async def recover(self, person: str, code: bytes, password: str) -> bool:
        """Use up a recovery code: another password, and every session ends. False for a code that is none."""
        used = delete(recovery).where(recovery.c.hash == code, recovery.c.person == person)

        def work(connection: Connection) -> bool:
            if connection.execute(used).rowcount == 0:
                return False
            connection.execute(_password(person, password))
            connection.execute(_sign_out(person))
            return True

        return await self._database.write(work)

    async def begin(self, person: str, session: bytes, now: int, instead: bytes) -> None:
        """A session more, in place of another one."""

        def work(connection: Connection) -> None:
            connection.execute(delete(sessions).where(sessions.c.hash == instead))
            connection.execute(insert(sessions).values(hash=session, person=person, made=now))

        await self._database.write(work)

    async def end(self, session: bytes) -> None:
        """A session less."""
        ending = delete(sessions).where(sessions.c.hash == session)
        await self._database.write(lambda connection: connection.execute(ending) and None)

    async def sessions(self, person: str) -> list[Session]:
        """Who is signed in where, the newest first."""
        query = select(sessions.c.hash, sessions.c.made).where(sessions.c.person == person)
        query = query.order_by(sessions.c.made.desc(), sessions.c.hash)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [Session(*row) for row in rows]

    async def has_played(self, person: str) -> bool:
        """Whether he has ever sat at a table."""
        query = select(exists().where(members.c.person == person))
        return await self._database.read(lambda connection: bool(connection.scalar(query)))

    async def export(self, person: str) -> dict[str, list[dict[str, object]]]:
        """Everything that is kept about somebody, without hashes."""
        return await self._database.read(lambda connection: export(connection, person))

    async def erase(self, person: str) -> list[str]:
        """Forget somebody and his bot accounts: what others have played with them stays, without a name."""
        return await self._database.write(lambda connection: erase(connection, person))

    async def _locked(self, query: Select[Any]) -> Locked | None:
        query = query.where(people.c.kind == "account")
        row = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else Locked(Person(*row[:-1]), row[-1])


def _password(person: str, password: str) -> Update:
    return update(people).where(people.c.id == person).values(password=password)


def _sign_out(person: str) -> Delete:
    return delete(sessions).where(sessions.c.person == person)


def _recode(connection: Connection, person: str, codes: Collection[bytes]) -> None:
    connection.execute(delete(recovery).where(recovery.c.person == person))
    connection.execute(insert(recovery), [{"hash": code, "person": person} for code in codes])
