"""Who may keep order, as the owner of the server decides at its command line."""

from typing import Final

from sqlalchemy import Connection, insert, or_, select, update

from istaka.server.stores.database import Database
from istaka.server.stores.schema import audit, people

MODERATOR: Final = "moderator"
OWNER: Final = ""
"""Who the audit says it was: whoever has the machine."""


class NobodyError(Exception):
    """No account has this name or id."""


class RoleStore:
    """Roles over either database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def change(self, who: str, key: str, role: str, now: int) -> tuple[str, bool]:
        """Give an account a role, or none with "".

        Args:
            who: its id, or else
            key: the skeleton of its name.
            role: `moderator` or nothing.
            now: ms since 1970.

        Returns:
            its name as it is shown, and whether the role was another one before.

        Raises:
            NobodyError: there is no such account; a guest's place is gone with his cookie.
            StoreError: the database did not do it.
        """
        return await self._database.write(lambda connection: _change(connection, who, key, role, now))


def _change(connection: Connection, who: str, key: str, role: str, now: int) -> tuple[str, bool]:
    named = or_(people.c.id == who, people.c.key == key), people.c.kind == "account"
    query = select(people.c.id, people.c.name, people.c.role).where(*named).with_for_update()
    found = connection.execute(query.order_by(people.c.id != who)).first()
    if found is None:
        raise NobodyError
    if found.role == role:
        return found.name, False
    connection.execute(update(people).where(people.c.id == found.id).values(role=role))
    act = "grant" if role else "revoke"
    line = {"at": now, "by_": OWNER, "act": act, "about": found.id, "detail": role or found.role}
    connection.execute(insert(audit).values(line))
    return found.name, True
