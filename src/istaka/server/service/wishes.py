"""What people may wish for when they make a table."""

from collections.abc import Mapping
from typing import Final

from istaka.rules.errors import RuleSetError
from istaka.rules.ruleset import PRESETS, RuleSet
from istaka.server.service.refused import Code, RefusedError

SHORTEST_CLOCK: Final = 5
LONGEST_CLOCK: Final = 600
RATED_DELAY: Final = 30
"""Seconds that spectators of a rated match are behind, at least: a friend must not tell what he sees."""


def rules_of(preset: str, limit: int | None, options: Mapping[str, object]) -> RuleSet:
    """A preset with some switches set, played to the limit; where totals count down, from the limit.

    Raises:
        RefusedError: a rule set that RULES.md does not allow.
    """
    rules = PRESETS[preset]
    changes = dict(options)
    if limit is not None:
        changes["start" if rules.descending else "limit"] = limit
    try:
        return rules.replace(**changes)
    except RuleSetError as error:
        raise RefusedError(Code.BAD_RULES, reason=str(error)) from error


def limit_of(rules: RuleSet) -> int:
    """The points that people speak of: those that end the match, or those that it begins with."""
    return rules.start if rules.descending else rules.limit


def clock_of(seconds: int) -> int:
    """The clock of a turn; raises `RefusedError`."""
    if seconds and not SHORTEST_CLOCK <= seconds <= LONGEST_CLOCK:
        raise RefusedError(Code.BAD_CLOCK, least=SHORTEST_CLOCK, most=LONGEST_CLOCK)
    return seconds
