"""How a use case says no: with a code that every language can word, never with an answer of its own."""

import enum


class Code(enum.Enum):
    """Why something asked for cannot be given; its name in small letters is what is sent."""

    BAD_NAME = "A name has 1 to {longest} characters that can be seen, an account's a letter or digit."
    NAME_RESERVED = "That name says that its owner is somebody in charge, or a bot."
    NO_SESSION = "You are not signed in."
    NOT_FOUND = "There is nothing at this address."
    TOO_MANY_TABLES = "You have {most} running tables: play one of them to its end first."
    UNKNOWN_TABLE = "There is no such table."


class RefusedError(Exception):
    """What was asked cannot be given. `params` are the data for the words of that code."""

    def __init__(self, code: Code, **params: object) -> None:
        super().__init__(code.value.format(**params))
        self.code = code.name.lower()
        self.reason = code
        self.params = params
