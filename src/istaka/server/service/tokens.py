"""Secrets that prove who somebody is: made here, told once, stored as hashes."""

import hashlib
import secrets
from typing import Final

CODES: Final = 8
"""Recovery codes of an account."""
ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no letter in it is read as another, or as a digit."""
LENGTH: Final = 16
"""Characters of a recovery code: 80 bits, which need no slow hash."""
GROUP: Final = 4
MISREAD: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})
PROGRAM: Final = "bot."
"""How the token of a bot account begins; a session's token has no dot."""


def digest(token: str) -> bytes:
    """What is stored of a token: nobody who reads the database can sign in with it."""
    return hashlib.sha256(token.encode()).digest()


def session_token() -> str:
    """A new session's token."""
    return secrets.token_urlsafe(32)


def program_token() -> str:
    """A new token of a bot account."""
    return PROGRAM + secrets.token_urlsafe(32)


def recovery_codes() -> tuple[str, ...]:
    """New recovery codes, as they are shown: four groups of four."""
    return tuple(_grouped("".join(secrets.choice(ALPHABET) for _ in range(LENGTH))) for _ in range(CODES))


def code_digest(code: str) -> bytes:
    """What is stored of a recovery code, however it is typed."""
    letters = "".join(ch for ch in code.upper() if ch.isascii() and ch.isalnum())
    return digest(letters.translate(MISREAD))


def _grouped(code: str) -> str:
    return "-".join(code[start : start + GROUP] for start in range(0, LENGTH, GROUP))
