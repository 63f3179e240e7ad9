"""The one character that no name, id or text of ours holds: PostgreSQL keeps no text with a NUL in it.

It is refused at the door, and by both stores alike; a statement that fails does so for all who share it.
"""

import re
from typing import Final

_IN_JSON: Final = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
"""The escape, but not a backslash in front of `u0000`; the character itself is no JSON."""


def has_nul(json: str) -> bool:
    """Whether a string in this JSON holds a NUL."""
    return "\\u0000" in json and _IN_JSON.search(json) is not None


def asks_for_nul(path: str, query: bytes) -> bool:
    """Whether a path, decoded, or a query, as it was sent, holds a NUL."""
    return "\0" in path or b"%00" in query
