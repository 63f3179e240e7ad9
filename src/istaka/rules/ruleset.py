"""A rule set: the switches that RULES.md names, and the points, as frozen data (R3, R6, R7, R10, R11)."""

import contextlib
import dataclasses
from types import MappingProxyType
from typing import Final, Literal, Self, get_args

from istaka.rules.errors import RuleSetError

Order = Literal["drawn_each_round", "drawn_once"]
"""R3.1: the order of turns is drawn for in each round, or in the first one only and then passed on."""
ReturnTaken = Literal["allow", "forbid"]
"""R7.2: whether the tile just taken from a pile may be thrown back."""
Combo = Literal["max", "double"]
"""R10.1: what seven pairs and a wild discard pay together."""
Bonus = Literal["dealt", "shown", "round_end", "off"]
"""R10.2: who gets the indicator bonus."""

LIMIT_STEP: Final = 10
"""R11.1: the limit is a multiple of this."""

_CHOICES: Final = {
    "order": get_args(Order),
    "return_taken": get_args(ReturnTaken),
    "combo": get_args(Combo),
    "bonus": get_args(Bonus),
}


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """What a table agreed on. The defaults are the preset `remik` (RULES.md).

    Raises:
        RuleSetError: a value that RULES.md does not allow.
    """

    name: str = "remik"
    limit: int = 80
    """R11.1: the total that ends the match; counting down, a total at or below it does."""
    order: Order = "drawn_each_round"
    ace_high: bool = True
    """R6.2: whether a 1 may follow a 13 as the last tile of a run."""
    return_taken: ReturnTaken = "allow"
    combo: Combo = "max"
    bonus: Bonus = "dealt"
    start: int = 0
    """The total everyone begins a match with."""
    melds: int = 20
    """R10: each opponent's penalty when a seat goes out with runs and sets."""
    pairs: int = 40
    """R10: the same for seven pairs."""
    wild: int = 40
    """R10: the same when the last discard is a wild."""
    stalemate: int = 10
    """R10: everybody's penalty in a stalemate."""
    bonus_points: int = 10
    """R10.2: the penalty of each opponent of the seat with the indicator's twin."""
    descending: bool = False
    """Whether penalties are taken off the totals, so that the highest total wins (classic preset)."""

    def __post_init__(self) -> None:
        _check_name(self.name)
        for field, choices in _CHOICES.items():
            if getattr(self, field) not in choices:
                _refuse(field, getattr(self, field), " or ".join(choices))
        for field in ("ace_high", "descending"):
            if not isinstance(getattr(self, field), bool):
                _refuse(field, getattr(self, field), "true or false")
        for field in ("limit", "start", "melds", "pairs", "wild", "stalemate", "bonus_points"):
            value = getattr(self, field)
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                _refuse(field, value, "a number of points, 0 or more")
        self._check_limit()

    def _check_limit(self) -> None:
        if self.limit % LIMIT_STEP:
            _refuse("limit", self.limit, "a multiple of 10 (R11.1)")
        if self.descending and self.limit >= self.start:
            _refuse("limit", self.limit, f"less than the start of {self.start}, as totals go down")
        if not self.descending and self.limit <= self.start:
            _refuse("limit", self.limit, f"more than the start of {self.start}, as totals go up")

    @classmethod
    def remik(cls) -> Self:
        """The default: every default of RULES.md, to 80 penalty points (R11.1)."""
        return cls()

    @classmethod
    def fast(cls) -> Self:
        """The fast game: to 40 penalty points (R11.1)."""
        return cls(name="fast", limit=40)

    @classmethod
    def classic(cls) -> Self:
        """The classic preset of RULES.md: 20 points counting down, the bonus shown."""
        return cls(
            name="classic",
            limit=0,
            start=20,
            descending=True,
            combo="double",
            bonus="shown",
            melds=2,
            pairs=4,
            wild=4,
            stalemate=0,
            bonus_points=1,
        )

    def replace(self, **changes: object) -> Self:
        """This rule set with some fields changed.

        Raises:
            RuleSetError: an unknown field, or a value that RULES.md does not allow.
        """
        unknown = sorted(set(changes) - set(_FIELDS))
        if unknown:
            msg = f"{unknown[0]!r} is no rule: expected one of {', '.join(_FIELDS)}"
            raise RuleSetError(msg)
        return dataclasses.replace(self, **changes)  # type: ignore[arg-type]

    @property
    def text(self) -> str:
        """One line with the name and every field, as records hold it; `RuleSet.parse` reads it."""
        return " ".join([self.name, *(f"{field}={_word(getattr(self, field))}" for field in _FIELDS[1:])])

    @classmethod
    def parse(cls, text: str) -> Self:
        """The rule set written as `text` writes it, with every field once.

        Raises:
            RuleSetError: the text is no such line.
        """
        name, *words = text.split(" ")
        values: dict[str, object] = {"name": name}
        for word in words:
            field, _, value = word.partition("=")
            if field in values or field not in _FIELDS:
                msg = f"{word!r} is no rule or stands twice: expected one of {', '.join(_FIELDS[1:])}"
                raise RuleSetError(msg)
            values[field] = _value(value)
        missing = [field for field in _FIELDS if field not in values]
        if missing:
            msg = f"{text!r} does not say {missing[0]}: a rule set is written with every field"
            raise RuleSetError(msg)
        return cls(**values)  # type: ignore[arg-type]


_FIELDS: Final = tuple(field.name for field in dataclasses.fields(RuleSet))
WORDS: Final = MappingProxyType(
    {
        field.name: _CHOICES.get(field.name, ("true", "false") if isinstance(field.default, bool) else ())
        for field in dataclasses.fields(RuleSet)[1:]
    }
)
"""The fields after the name in the order of `RuleSet.text`, and the words each may be; none for a number."""


def _check_name(name: object) -> None:
    if not isinstance(name, str) or not name.replace("-", "").isalnum() or not name.isascii():
        _refuse("name", name, "a word of letters, digits and hyphens")


def _refuse(field: str, value: object, expected: str) -> None:
    msg = f"{field} is {value!r}: expected {expected}"
    raise RuleSetError(msg)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(word: str) -> object:
    if word in {"true", "false"}:
        return word == "true"
    if word.isascii() and word.isdigit():
        # Python refuses to read thousands of digits; as a word they are no number of points either
        with contextlib.suppress(ValueError):
            return int(word)
    return word


PRESETS: Final = MappingProxyType(
    {rules.name: rules for rules in (RuleSet.remik(), RuleSet.fast(), RuleSet.classic())}
)
"""The presets by name: `remik` (the default), `fast` and `classic`."""
