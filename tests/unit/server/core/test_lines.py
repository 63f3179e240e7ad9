"""What is said, as it is shown."""

import pytest

from istaka.server.core.lines import clean

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
HEARTS = "\U0001f469\u200d\u2764\ufe0f\u200d\U0001f468"
DARK_HAND = "\U0001f44b\U0001f3ff"
TOMORROW = "\U0001fadf"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("hello", "hello"),
        ("  a \t b\r\nc ", "a b c"),
        ("e\u0301", "\u00e9"),
        ("<img src=x onerror=window.pwn=1>", "<img src=x onerror=window.pwn=1>"),
        ("a\u202eb\u2066c\u200fd", "abcd"),
        ("a\u0000b\u001bc\u0085d", "abc d"),
        ("a\u200db\u200b", "ab"),
        ("\u200d\u200d", ""),
        ("\ud800x", "x"),
        ("\ue000x", "x"),
        ("Ayşe\u00a0Gül", "Ayşe Gül"),
        (FAMILY, FAMILY),
        (HEARTS, HEARTS),
        (DARK_HAND, DARK_HAND),
        (TOMORROW, TOMORROW),
        ("\u0378", ""),
        ("\u3164\u2800", ""),
        ("\u0301\u0302", ""),
        ("z" + "\u0337" * 30 + "!", "z" + "\u0337" * 3 + "!"),
        (" \n\u202e", ""),
        ("", ""),
    ],
)
def test_a_line_is_cleaned(text: str, shown: str) -> None:
    """O22: nothing is taken for markup, and nothing hides, turns round or overflows the lines about it."""
    assert clean(text) == shown
    assert clean(shown) == shown
