"""Bot accounts in the database."""

from dataclasses import replace
from typing import Final, Literal

from sqlalchemy import Connection, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from istaka.server.ports.people import Person
from istaka.server.ports.programs import Program, Scope, Token
from istaka.server.stores.database import Database
from istaka.server.stores.people import PERSON
from istaka.server.stores.schema import people, tokens

TOKEN: Final = (tokens.c.id, tokens.c.name, tokens.c.scope, tokens.c.made, tokens.c.used)
"""The columns of a `Token`, in its order."""
MINUTE: Final = 60_000
"""When a token was used is written down so often at most."""


class ProgramStore:
    """`ports.programs.Programs` over either database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self, owner: str, program: Person, key: str, now: int, most: int
    ) -> Literal["name", "most"] | None:
        """A new bot account; else what stands against it: the name is taken, or he has `most` already."""
        mine = select(func.count()).where(people.c.owner == owner)
        row = {"id": program.id, "name": program.name, "key": key, "kind": "bot", "owner": owner}

        def work(connection: Connection) -> Literal["name", "most"] | None:
            if (connection.scalar(mine) or 0) >= most:
                return "most"
            try:
                with connection.begin_nested():
                    connection.execute(insert(people).values(**row, made=now, seen=now))
            except IntegrityError:
                return "name"
            return None

        return await self._database.write(work)

    async def of(self, owner: str) -> list[Program]:
        """Somebody's bot accounts, the oldest first."""
        mine = select(*PERSON, people.c.made).where(people.c.owner == owner)
        given = select(tokens.c.person, *TOKEN).order_by(tokens.c.made, tokens.c.id)

        def work(connection: Connection) -> list[Program]:
            rows = connection.execute(mine.order_by(people.c.made, people.c.id)).all()
            wanted = given.where(tokens.c.person.in_([row.id for row in rows]))
            found = connection.execute(wanted).all()
            return [
                Program(
                    Person(*row[:-1]),
                    row.made,
                    tuple(Token(*token[1:]) for token in found if token.person == row.id),
                )
                for row in rows
            ]

        return await self._database.read(work)

    async def owns(self, owner: str, program: str) -> bool:
        """Whether it is his."""
        query = select(exists().where(people.c.id == program, people.c.owner == owner))
        return await self._database.read(lambda connection: bool(connection.scalar(query)))

    async def give(self, program: str, token: Token, digest: bytes, most: int) -> bool:
        """A token more; False where it has `most` already."""
        count = select(func.count()).where(tokens.c.person == program)
        row = {"hash": digest, "person": program, "id": token.id, "name": token.name, "scope": token.scope}

        def work(connection: Connection) -> bool:
            if (connection.scalar(count) or 0) >= most:
                return False
            connection.execute(insert(tokens).values(**row, made=token.made))
            return True

        return await self._database.write(work)

    async def revoke(self, program: str, token: str) -> bool:
        """A token less; False where it has none of that id."""
        ending = delete(tokens).where(tokens.c.person == program, tokens.c.id == token)
        return await self._database.write(lambda connection: connection.execute(ending).rowcount == 1)

    async def bearer(self, digest: bytes, now: int) -> tuple[Person, Scope] | None:
        """Whose token that is. It is muted and banned with its owner."""
        owners = people.alias()
        query = select(*PERSON, owners.c.muted, owners.c.banned, tokens.c.scope, tokens.c.used)
        query = query.select_from(tokens).join(people, people.c.id == tokens.c.person)
        query = query.outerjoin(owners, owners.c.id == people.c.owner).where(tokens.c.hash == digest)
        row = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            return None
        *person, owner_muted, owner_banned, scope, used = row
        if used is None or used < now - MINUTE:
            note = update(tokens).where(tokens.c.hash == digest).values(used=now)
            await self._database.write(lambda connection: connection.execute(note) and None)
        found = Person(*person)
        muted, banned = _later(found.muted, owner_muted), _later(found.banned, owner_banned)
        return replace(found, muted=muted, banned=banned), scope


def _later(one: int | None, other: int | None) -> int | None:
    return max((instant for instant in (one, other) if instant is not None), default=None)
