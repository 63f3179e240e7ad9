"""How a use case says no: with a code that every language can word, never with an answer of its own."""

import enum

from istaka.server.core.codes import OF_THE_LOBBY, OF_THE_TABLE
from istaka.server.core.messages import Problem


class Code(enum.Enum):
    """Why something asked for cannot be given; its name in small letters is what is sent."""

    BAD_NAME = "A name has 1 to {longest} characters that can be seen, an account's a letter or digit."
    BAD_PASSWORD = "A password has {least} to {longest} characters."  # noqa: S105 - a sentence
    BAD_TOKEN = "That token is none, or it has been revoked."  # noqa: S105 - a sentence
    BANNED = "You may not play before {until} (ms since 1970)."
    BUSY = "Too many people sign in at once: try again in a moment."
    GUEST_HAS_MATCHES = "You have played as the guest {name}: say that you leave his matches behind."
    BAD_CLOCK = "A clock has {least} to {most} seconds, or 0 where there is none."
    BAD_RULES = "These rules cannot be played: {reason}."
    CLOSED = OF_THE_LOBBY["closed"]
    FROZEN = OF_THE_TABLE["frozen"]
    IS_MODERATOR = OF_THE_LOBBY["is_moderator"]
    NAME_RESERVED = "That name says that its owner is somebody in charge, or a bot."
    NAME_TAKEN = "Somebody has that name, or one that looks like it."
    NOT_FOUND = "There is nothing at this address."
    NOT_GUEST = "This is for guests, and you have an account."
    NO_ACCOUNT = "This is for accounts: make one, or sign in."
    NO_SESSION = "You are not signed in."
    NOT_MODERATOR = "This is for those in charge."
    NOT_OVER = "The match goes on."
    NOT_OWNER = OF_THE_LOBBY["not_owner"]
    NOT_SEATED = OF_THE_TABLE["not_seated"]
    NOT_WELCOME = OF_THE_LOBBY["not_welcome"]
    NO_SUCH_SEAT = OF_THE_LOBBY["no_such_seat"]
    SEAT_TAKEN = OF_THE_LOBBY["seat_taken"]
    READ_ONLY = "That token is for looking only."
    SLOW_DOWN = "Too many tries: wait {seconds} s."
    STARTED = OF_THE_LOBBY["started"]
    TOO_MANY_OFFERS = OF_THE_LOBBY["too_many_offers"]
    TOO_MANY_TABLES = "You have {most} running tables: play one of them to its end first."
    TOO_MANY_PEOPLE = "You have {most} of them already."
    TOO_MANY_REPORTS = OF_THE_LOBBY["too_many_reports"]
    UNKNOWN_LINE = "There is no such line."
    UNKNOWN_OFFER = OF_THE_LOBBY["unknown_offer"]
    TOO_MANY_PROGRAMS = "You have {most} bot accounts already."
    TOO_MANY_TOKENS = "The bot account has {most} tokens already: revoke one first."
    UNKNOWN_PERSON = OF_THE_LOBBY["unknown_person"]
    UNKNOWN_REPORT = "There is no such report that is open."
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


def refused(problem: Problem) -> RefusedError:
    """The same as the core says it."""
    return RefusedError(Code[problem.code.upper()], **problem.params)
