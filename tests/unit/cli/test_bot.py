"""`istaka bot` says in a sentence what it needs."""

import pytest

from istaka.bots import BOTS
from istaka.cli import run
from istaka.cli.bot import LEVELS, told

EITHER = "either --table ID or --quick PLAYERS"
URL = ("--url", "http://127.0.0.1:9")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("bot", *URL, "--quick", "2"), "--token"),
        (("bot", "--token", "t", "--quick", "2"), "--url"),
        (("bot", *URL, "--token", "t"), EITHER),
        (
            ("bot", *URL, "--token", "t", "--quick", "2", "--table", "x"),
            EITHER,
        ),
        (("bot", *URL, "--token", "t", "--quick", "5"), "2<=x<=4"),
        (("bot", *URL, "--token", "t", "--quick", "2"), "refused"),
        (("bot", "--url", "nowhere", "--token", "t", "--quick", "2"), "no address of a server"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    arguments: tuple[str, ...],
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("ISTAKA_BOT_TOKEN", raising=False)
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert words in err


def test_the_levels_are_those_there_are() -> None:
    assert set(LEVELS) == set(BOTS)


def test_the_end_is_told() -> None:
    assert told((2, 1), 0) == "place 2 of 2"
    assert told(None, 0) == "the table was closed without a result"
