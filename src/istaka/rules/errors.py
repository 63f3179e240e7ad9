"""The three questions a caller can get wrong, each with an error that quotes the input."""


class IstakaError(ValueError):
    """Something the caller gave does not hold; the message says what and what was expected."""


class TileError(IstakaError):
    """Is this text a tile, or this list of tiles a possible hand?"""


class RuleSetError(IstakaError):
    """Is this a rule set that RULES.md allows?"""


class IllegalActionError(IstakaError):
    """May this seat do this now?

    `code` is one of `istaka.rules.actions.Refusal`: the reason as data that every language can word.
    """

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class RecordError(IstakaError):
    """Does this text hold a match record, and does it fit its own rules and secrets?

    `offset` and `line` (from 0 and from 1) name the first byte that does not fit, `expected` what would.
    """

    def __init__(self, message: str, offset: int, line: int, expected: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.line = line
        self.expected = expected
