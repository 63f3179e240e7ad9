"""How a fault of ours is reported: its kind and place, never its message, which may quote hidden tiles."""

import traceback
from pathlib import Path
from typing import Final

SHOWN: Final = 8
"""So many of the innermost calls are named."""


def place_of(error: BaseException) -> str:
    """The kind of an error and the calls that led to it, the innermost first."""
    calls = traceback.extract_tb(error.__traceback__)[-SHOWN:]
    places = [f"{Path(call.filename).name}:{call.lineno} {call.name}" for call in reversed(calls)]
    return " < ".join([type(error).__name__, *places])
