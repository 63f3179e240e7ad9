"""How a use case says no: with a code that every language can word, never with an answer of its own."""

import enum


class Code(enum.Enum):
    """Why something asked for cannot be given; its name in small letters is what is sent."""

    BAD_NAME = "A name has 1 to {longest} characters that can be seen, an account's a letter or digit."
    BAD_PASSWORD = "A password has {least} to {longest} characters."  # noqa: S105 - a sentence
    BANNED = "You may not play before {until} (ms since 1970)."
    BUSY = "Too many people sign in at once: try again in a moment."
    GUEST_HAS_MATCHES = "You have played as the guest {name}: say that you leave his matches behind."
    NAME_RESERVED = "That name says that its owner is somebody in charge, or a bot."
    NAME_TAKEN = "Somebody has that name, or one that looks like it."
    NOT_FOUND = "There is nothing at this address."
    NOT_GUEST = "This is for guests, and you have an account."
    NO_ACCOUNT = "This is for accounts: make one, or sign in."
    NO_SESSION = "You are not signed in."
    SLOW_DOWN = "Too many tries: wait {seconds} s."
    TOO_MANY_TABLES = "You have {most} running tables: play one of them to its end first."
    UNKNOWN_TABLE = "There is no such table."
    WRONG_CODE = "There is no such account, or the code is none of its recovery codes."
    WRONG_PASSWORD = "There is no such account, or the password is another one."  # noqa: S105 - a sentence


class RefusedError(Exception):
    """What was asked cannot be given. `params` are the data for the words of that code."""

    def __init__(self, code: Code, **params: object) -> None:
        super().__init__(code.value.format(**params))
        self.code = code.name.lower()
        self.reason = code
        self.params = params
