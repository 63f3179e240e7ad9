"""Where open tables are kept."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from istaka.server.core.messages import Problem
from istaka.server.core.offers import Offer
from istaka.server.core.skill import Skill

DAY_MS: Final = 24 * 3_600_000
LATELY_MS: Final = 90_000
"""Open tables of which a member was seen within this time are offered to others."""
Step = Callable[[Offer], Offer | Problem]
"""A change of an offer, decided from the offer as it is: a problem, or the same offer, changes nothing."""


@dataclass(frozen=True, slots=True)
class Card:
    """What others see of a person at a glance.

    Attributes:
        kind: `guest`, `account` or `bot`.
        skills: by number of players.
    """

    kind: Literal["guest", "account", "bot"]
    skills: dict[int, Skill]


class Offers(Protocol):
    """Offers, each changed by one at a time, so that a table starts once however many press.

    `now` becomes the instant of a change. Every method may raise `StoreError`.
    """

    async def add(self, offer: Offer, most: int) -> Offer | Problem:
        """A new offer, unless its owner sits at `most` open ones already.

        Asked for twice within two seconds (a double click) it is one offer.
        """

    async def change(self, offer: str, step: Step, now: int) -> Offer | Problem:
        """The offer after the step; `unknown_offer` where there is none."""

    async def meet(self, fresh: Offer, person: str, avoid: Collection[str], step: Step) -> Offer | Problem:
        """The step applied to the oldest fitting public offer, or to the fresh one where none fits.

        An offer fits that has the same players, rules and clock, was seen lately, is not rated, and where
        nobody sits whom the person avoids. Where the person sits already comes first.
        """

    async def again(self, fresh: Offer, step: Step) -> Offer | Problem:
        """The step applied to the rematch of a table: to the fresh one, if there is none yet."""

    async def get(self, offer: str) -> Offer | None:
        """The offer as it is."""

    async def rematch(self, table: str) -> Offer | None:
        """The rematch that was offered of a table."""

    async def sat_at(self, table: str) -> list[tuple[str, str]]:
        """Ids and names of the people of a table, by player."""

    async def waiting(self, since: int, limit: int) -> list[Offer]:
        """Public open offers of which a member was seen since, the oldest first."""

    async def watchable(self, since: int, limit: int) -> list[Offer]:
        """The offers of public tables that run, began since and may be watched, the newest first."""

    async def open_of(self, person: str) -> list[str]:
        """Open offers where a person sits, the newest first."""

    async def unopened(self, since: int) -> list[Offer]:
        """Offers that started since and have no table: whoever started them died before he opened it."""

    async def members(self) -> list[tuple[str, str]]:
        """(offer, person) of every seat of every open offer."""

    async def keep(self, seen: Collection[str], now: int) -> None:
        """Members of these open offers are connected."""

    async def expire(self, before: int, now: int) -> list[Offer]:
        """Close the open offers of which no member was seen since; each is answered to one caller."""

    async def cards(self, persons: Collection[str]) -> dict[str, Card]:
        """The cards of these people; unknown ones are left out."""
