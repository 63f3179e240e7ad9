"""Results in the database: written once, with everything that follows from them, or not at all."""

import dataclasses
from collections.abc import Sequence

from sqlalchemy import Connection, func, insert, select, update

from istaka.rules.ruleset import RuleSet
from istaka.server.core.events import Seat
from istaka.server.core.results import Result, Score
from istaka.server.core.skill import Skill
from istaka.server.ports.results import Rate
from istaka.server.stores.database import Database
from istaka.server.stores.erasing import NOBODY
from istaka.server.stores.schema import matches, people, ratings, results, stats, tables
from istaka.server.stores.upsert import insert_into


class ResultStore:
    """`ports.results.Results` over either database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def unsettled(self, limit: int) -> list[str]:
        """Tables that are over and of which nobody has taken note."""
        query = select(tables.c.id).where(~tables.c.settled, tables.c.due.is_(None)).limit(limit)
        return await self._database.read(lambda connection: list(connection.scalars(query)))

    async def settle(self, table: str, result: Result | None, rate: Rate) -> bool:
        """Take note of a table that is over, once."""
        # the row is locked until all of it is written: of two workers the second one finds it settled
        note = update(tables).where(tables.c.id == table, ~tables.c.settled).values(settled=True)

        def work(connection: Connection) -> bool:
            if connection.execute(note).rowcount != 1:
                return False
            if result is not None:
                _write(connection, table, result, rate)
            return True

        return await self._database.write(work)


def _write(connection: Connection, table: str, result: Result, rate: Rate) -> None:
    rules = RuleSet.parse(result.rules)
    owners = _still_there(connection, result.seats)
    rated = result.rated and not _in_one_hand(connection, owners)
    match = {
        "table_id": table,
        "ended": result.ended,
        "players": len(result.seats),
        "rated": rated,
        "limit_": rules.start if rules.descending else rules.limit,
        "rules": result.rules,
        "outcome": "over",
    }
    connection.execute(insert(matches).values(match))
    skills = _rate(connection, result, owners, rate) if rated else [{}] * len(owners)
    for player, (seat, owner) in enumerate(zip(result.seats, owners, strict=True)):
        gone = owner is None and seat.owner is not None
        row = {
            "table_id": table,
            "player": player,
            "ended": result.ended,
            "person": owner,
            "name": NOBODY if gone else seat.name,
            "bot": seat.bot,
            **_columns(result.scores[player]),
            **skills[player],
        }
        connection.execute(insert(results).values(row))
    # in the order of ids: two matches of the same people wait for one another, and neither for ever
    for owner, score in sorted(zip(owners, result.scores, strict=True), key=lambda pair: pair[0] or ""):
        if owner is not None:
            _tally(connection, owner, len(owners), score)


def _columns(score: Score) -> dict[str, object]:
    row = dataclasses.asdict(score)
    row["left_"] = row.pop("left")
    return row


def _still_there(connection: Connection, seats: Sequence[Seat]) -> list[str | None]:
    """Whose seats they are; who has been forgotten meanwhile is nobody."""
    owners = [seat.owner for seat in seats]
    found = set(connection.scalars(select(people.c.id).where(people.c.id.in_([o for o in owners if o]))))
    return [owner if owner in found else None for owner in owners]


def _in_one_hand(connection: Connection, owners: Sequence[str | None]) -> bool:
    """Whether somebody and his bot account, or two bot accounts of his, play against one another."""
    query = select(func.coalesce(people.c.owner, people.c.id)).where(
        people.c.id.in_([o for o in owners if o])
    )
    hands = connection.scalars(query).all()
    return len(set(hands)) < len(hands)


def _rate(
    connection: Connection, result: Result, owners: Sequence[str | None], rate: Rate
) -> list[dict[str, float]]:
    """Change the ratings of the players; answers the columns of each one's result."""
    players = len(owners)
    known = _lock(connection, sorted(owner for owner in owners if owner is not None), players)
    before = [known.get(owner or "", Skill()) for owner in owners]
    after = rate(before, [score.place for score in result.scores])
    for owner, skill in zip(owners, after, strict=True):
        row = (ratings.c.person == owner) & (ratings.c.players == players)
        connection.execute(update(ratings).where(row).values(dataclasses.asdict(skill)))
    return [
        {"mu0": old.mu, "sigma0": old.sigma, "mu1": new.mu, "sigma1": new.sigma}
        for old, new in zip(before, after, strict=True)
    ]


def _lock(connection: Connection, persons: list[str], players: int) -> dict[str, Skill]:
    """The skills of these people, which nobody else changes before this transaction ends."""
    unknown = dataclasses.asdict(Skill())
    rows = [{"person": person, "players": players, **unknown} for person in persons]
    if rows:
        connection.execute(insert_into(connection, ratings).on_conflict_do_nothing(), rows)
    query = select(ratings).where(ratings.c.person.in_(persons), ratings.c.players == players)
    locked = connection.execute(query.order_by(ratings.c.person).with_for_update())
    return {row.person: Skill(row.mu, row.sigma, row.games) for row in locked}


def _tally(connection: Connection, person: str, players: int, score: Score) -> None:
    """Add a match to somebody's statistics."""
    more = {
        "matches": 1,
        "won": int(score.place == 1 and not score.left),
        "rounds": score.rounds,
        "rounds_won": score.won,
        "pairs": score.pairs,
        "wilds": score.wilds,
        "bonuses": score.bonuses,
        "points": score.points,
    }
    added = insert_into(connection, stats).values(person=person, players=players, **more)
    sums = {name: stats.c[name] + added.excluded[name] for name in more}
    connection.execute(added.on_conflict_do_update(index_elements=["person", "players"], set_=sums))
