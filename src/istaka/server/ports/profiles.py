"""What is known of people: ratings, statistics, matches, and who is the best."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from istaka.server.core.skill import Skill
from istaka.server.ports.people import Person


@dataclass(frozen=True, slots=True)
class Stats:
    """What all matches of somebody with one number of players came to (`core.results.Score`)."""

    players: int
    matches: int
    won: int
    rounds: int
    rounds_won: int
    pairs: int
    wilds: int
    bonuses: int
    points: int


@dataclass(frozen=True, slots=True)
class Seated:
    """A player of a match of the past.

    Attributes:
        person: None for a bot of the house, and for who is forgotten.
        bot: the level of a bot of the house.
        points: penalty points of all rounds together.
        skills: before and after, where the match was rated.
    """

    name: str
    person: str | None
    bot: str | None
    place: int
    points: int
    skills: tuple[Skill, Skill] | None


@dataclass(frozen=True, slots=True)
class Match:
    """A match of the past; `rules` is `RuleSet.text`."""

    table: str
    ended: int
    limit: int
    rules: str
    rated: bool
    players: tuple[Seated, ...]


@dataclass(frozen=True, slots=True)
class Leader:
    """Somebody with a rating."""

    person: Person
    skill: Skill


class Profiles(Protocol):
    """What is known of people. Every method may raise `StoreError`."""

    async def made(self, person: str) -> int | None:
        """When somebody came, in ms since 1970; None where there is nobody of that id."""

    async def skills(self, person: str) -> Mapping[int, Skill]:
        """Somebody's skills by number of players."""

    async def stats(self, person: str) -> list[Stats]:
        """Somebody's statistics, by number of players."""

    async def matches(self, person: str, before: int, limit: int) -> list[Match]:
        """Somebody's matches that ended before that instant, the latest first."""

    async def leaders(self, players: int, kind: str, limit: int) -> list[Leader]:
        """The best of a kind of people with that many players: those with a place, then the provisional."""

    async def ahead(self, players: int, kind: str, skill: Skill, most: int) -> int:
        """How many of a kind of people have a place before somebody of that skill; no more than `most`."""

    async def called(self, key: str, limit: int) -> list[Person]:
        """Accounts and bot accounts whose names begin so, by skeleton."""

    async def known(self, persons: Collection[str]) -> dict[str, Person]:
        """These people by id; unknown ones are left out."""
