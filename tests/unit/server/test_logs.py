"""What the server writes about itself; in a process of its own, as it changes the root logger."""

import json
import subprocess
import sys

PROGRAM = """
import logging
from istaka.server.logs import keep_logs
keep_logs({form!r}, "w1")
hand = "R5 J K13"
try:
    raise ValueError(hand)
except ValueError:
    logging.getLogger("some.library").exception("it failed at table %s", "t7")
"""


def said(form: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(form=form)], capture_output=True, text=True, check=True
    )
    assert done.stdout == ""
    return done.stderr


def test_a_line_of_json_carries_who_what_and_where() -> None:
    line = json.loads(said("json"))
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "it failed at table t7",
        "level": "error",
        "logger": "some.library",
        "worker": "w1",
        "error": "ValueError",
    }


def test_no_traceback_and_no_value_of_an_error_is_written() -> None:
    """Fault 12: an error's message may quote a hand."""
    for form in ("text", "json"):
        text = said(form)
        assert "K13" not in text
        assert "Traceback" not in text
        assert text.count("\n") == 1
