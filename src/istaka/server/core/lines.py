"""What is said, as it is shown: one line without anything that hides, turns round or overflows text."""

import unicodedata
from typing import Final

JOINER: Final = "\u200d"
"""Makes one emoji of several; anywhere else it only hides."""
BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that look like nothing."""
EMOJI: Final = range(0x1F000, 0x20000)
"""A part of Unicode that grows: what this Python does not know there may be an emoji of tomorrow."""
MARKS: Final = 3
"""So many marks may stand on one letter; more of them run over the lines above and below."""


def clean(text: str) -> str:
    """A line as it is shown: composed, one space at a time; empty where nothing would be seen."""
    composed = unicodedata.normalize("NFC", text)
    marks = 0
    kept: list[str] = []
    for i, character in enumerate(composed):
        marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
        if character.isspace() or character in BLANKS:
            kept.append(" ")
        elif _is_shown(composed, i) and marks <= MARKS:
            kept.append(character)
    line = " ".join("".join(kept).split())
    return line if any(unicodedata.category(character)[0] != "M" for character in line) else ""


def _is_shown(text: str, i: int) -> bool:
    """Whether a character is itself seen; those that control, turn the direction or are nobody's are not."""
    if text[i] == JOINER:
        return _is_emoji(text[i - 1 : i]) and _is_emoji(text[i + 1 : i + 2])
    category = unicodedata.category(text[i])
    return category[0] != "C" or (category == "Cn" and ord(text[i]) in EMOJI)


def _is_emoji(character: str) -> bool:
    """Whether this, or its variation, may be part of an emoji."""
    if not character:
        return False
    return character == "\ufe0f" or unicodedata.category(character) in {"So", "Sk", "Cn"}
