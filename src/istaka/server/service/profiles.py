"""What is shown of people: who they are, how they play, what they have played, and who is the best."""

import dataclasses
from typing import Final, Literal

from msgspec import Struct

from istaka.rules.ruleset import RuleSet
from istaka.server.core.skill import Skill
from istaka.server.ports.friends import Friendship
from istaka.server.ports.people import Kind, Person
from istaka.server.ports.profiles import Leader, Match, Profiles, Seated, Stats
from istaka.server.ports.register import Register
from istaka.server.service.friends import Circle
from istaka.server.service.names import skeleton
from istaka.server.service.refused import Code, RefusedError

LAST: Final = (1 << 53) - 1
"""Behind every instant; the largest whole number of a browser."""
PAGE: Final = 20
"""Matches on a page of a history, and people that a search finds."""
LADDER: Final = 100
"""Rows of a list of the best."""
FAR: Final = 1000
"""Places that are counted."""


class PersonInfo(Struct, frozen=True):
    """Somebody; `bot` is a program of somebody's."""

    id: str
    name: str
    kind: Kind


class RatingInfo(Struct, frozen=True):
    """A rating with one number of players."""

    players: int
    rating: int
    provisional: bool
    games: int
    place: int | None = None
    """Among those of the same kind; null for guests, while it is provisional, behind the first thousand, and
    where nobody looks."""


class StatsInfo(Struct, frozen=True):
    """What all matches with one number of players came to."""

    players: int
    matches: int
    won: int
    rounds: int
    rounds_won: int
    pairs: int
    """Rounds won with seven pairs,"""
    wilds: int
    """and with a wild as the last discard."""
    bonuses: int
    """Indicator bonuses (R10.2)."""
    points: int
    """Penalty points of all rounds."""


class PlayedBy(Struct, frozen=True):
    """One player of a match of the past."""

    name: str
    id: str | None
    """Null for a bot of the house, and for who is forgotten."""
    bot: str | None
    """The level of a bot of the house."""
    place: int
    points: int
    """The total at the end, as it was shown."""


class MatchInfo(Struct, frozen=True):
    """A match of the past."""

    table: str
    ended: int
    players: list[PlayedBy]
    limit: int
    rated: bool
    change: int | None
    """What it did to the rating of whose history this is."""


class History(Struct, frozen=True):
    """Matches, the latest first; for more ask with the `ended` of the last one."""

    matches: list[MatchInfo]
    more: bool


class Profile(Struct, frozen=True):
    """What is known of somebody."""

    id: str
    name: str
    kind: Kind
    made: int
    """When he came, in ms since 1970."""
    ratings: list[RatingInfo]
    stats: list[StatsInfo]
    history: History
    """His latest matches."""
    friend: Friendship
    """What there is between him and who asks."""
    blocked: bool
    """Whether who asks has blocked him."""


class Found(Struct, frozen=True):
    """People whose names begin as asked for."""

    people: list[PersonInfo]


class LadderRow(Struct, frozen=True):
    """One of the best; `place` is null while the rating is provisional."""

    place: int | None
    id: str
    name: str
    kind: Kind
    rating: int
    games: int
    provisional: bool


class Ladder(Struct, frozen=True):
    """The best with a number of players, and who asks."""

    players: int
    rows: list[LadderRow]
    mine: LadderRow | None


Count = Literal[2, 3, 4]
"""Players at a table (R2)."""


class Portraits:
    """Answers what is asked about people; everything may raise `StoreError`."""

    def __init__(self, register: Register, profiles: Profiles, circle: Circle) -> None:
        self._register = register
        self._profiles = profiles
        self._circle = circle

    async def profile(self, viewer: Person | None, person: str) -> Profile:
        """What one may know of somebody; raises `RefusedError`."""
        found, made = await self._register.get(person), await self._profiles.made(person)
        if found is None or made is None:
            raise RefusedError(Code.NOT_FOUND)
        friend, blocked = await self._circle.between("" if viewer is None else viewer.id, person)
        return Profile(
            id=found.id,
            name=found.name,
            kind=found.kind,
            made=made,
            ratings=[
                _rating(players, skill, await self._place(found, players, skill))
                for players, skill in (await self._profiles.skills(person)).items()
            ],
            stats=[_stats(stats) for stats in await self._profiles.stats(person)],
            history=await self.history(person, LAST),
            friend=friend,
            blocked=blocked,
        )

    async def ratings(self, person: str) -> list[RatingInfo]:
        """Somebody's ratings, without his places."""
        skills = await self._profiles.skills(person)
        return [_rating(players, skill, None) for players, skill in skills.items()]

    async def history(self, person: str, before: int) -> History:
        """A page of somebody's matches."""
        found = await self._profiles.matches(person, before, PAGE + 1)
        return History([_match(match, person) for match in found[:PAGE]], len(found) > PAGE)

    async def ladder(self, viewer: Person | None, players: Count, kind: Literal["account", "bot"]) -> Ladder:
        """The best with that many players."""
        leaders = await self._profiles.leaders(players, kind, LADDER)
        rows = [
            _row(leader, None if leader.skill.is_provisional else 1 + _ahead(leader, leaders))
            for leader in leaders
        ]
        return Ladder(players, rows, await self._mine(viewer, players))

    async def find(self, name: str) -> Found:
        """Accounts and bot accounts whose names begin so, however they are written."""
        key = skeleton(name)
        found = await self._profiles.called(key, PAGE) if key else []
        return Found([info(person) for person in found])

    async def known(self, persons: set[str]) -> dict[str, PersonInfo]:
        """These people; who is not there is left out."""
        found = await self._profiles.known(persons) if persons else {}
        return {person: info(one) for person, one in found.items()}

    async def _mine(self, viewer: Person | None, players: int) -> LadderRow | None:
        skill = None if viewer is None else (await self._profiles.skills(viewer.id)).get(players)
        if viewer is None or skill is None:
            return None
        return _row(Leader(viewer, skill), await self._place(viewer, players, skill))

    async def _place(self, person: Person, players: int, skill: Skill) -> int | None:
        """The place among those of his kind, None while there is none, and far behind."""
        if person.kind == "guest" or skill.is_provisional:
            return None
        ahead = await self._profiles.ahead(players, person.kind, skill, FAR)
        return ahead + 1 if ahead < FAR else None


def info(person: Person) -> PersonInfo:
    """Somebody as he is named to others."""
    return PersonInfo(person.id, person.name, person.kind)


def _ahead(leader: Leader, leaders: list[Leader]) -> int:
    return sum(other.skill.mu > leader.skill.mu and not other.skill.is_provisional for other in leaders)


def _row(leader: Leader, place: int | None) -> LadderRow:
    person, skill = leader.person, leader.skill
    return LadderRow(
        place=place,
        id=person.id,
        name=person.name,
        kind=person.kind,
        rating=skill.rating,
        games=skill.games,
        provisional=skill.is_provisional,
    )


def _rating(players: int, skill: Skill, place: int | None) -> RatingInfo:
    return RatingInfo(players, skill.rating, skill.is_provisional, skill.games, place)


def _stats(stats: Stats) -> StatsInfo:
    return StatsInfo(**dataclasses.asdict(stats))


def _match(match: Match, person: str) -> MatchInfo:
    """A match in the history of one of its players."""
    mine = next(seat.skills for seat in match.players if seat.person == person)
    return MatchInfo(
        table=match.table,
        ended=match.ended,
        players=[_played(seat, RuleSet.parse(match.rules)) for seat in match.players],
        limit=match.limit,
        rated=match.rated,
        change=None if mine is None else mine[1].rating - mine[0].rating,
    )


def _played(seat: Seated, rules: RuleSet) -> PlayedBy:
    total = rules.start - seat.points if rules.descending else rules.start + seat.points
    return PlayedBy(seat.name, seat.person, seat.bot, seat.place, total)
