"""What people read: tiles by name with and without colour, groups, and a table of discards."""

import pytest
from rich.console import Console

from istaka.cli import run
from istaka.cli.tiles import groups, tile
from istaka.rules.tiles import WILD, parse_face

GOES_OUT = ["R12", "R13", "R1", "B5", "J", "B7", "Y9", "K9", "B9", "K10", "K11", "K12", "K13", "K1", "Y2"]
ONE_AWAY = ["R1", "R1", "B2", "B2", "Y3", "Y3", "K5", "K5", "R9", "R9", "B13", "B13", "S", "Y8"]


def drawn(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["solve", "-i", "R3", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_a_hand_that_goes_out_shows_its_groups_and_what_it_pays(capsys: pytest.CaptureFixture[str]) -> None:
    out = drawn(capsys, *GOES_OUT)
    assert "J is R4" in out
    assert "Goes out: each opponent pays 20" in out
    laid = next(line for line in out.splitlines() if "|" in line)
    assert [sorted(group.split()) for group in laid.split("|")].count(["B5", "B7", "J"]) == 1
    assert "melds, 20" in out


def test_every_discard_has_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    out = drawn(capsys, *GOES_OUT)
    rows = [line.split()[0] for line in out.splitlines()]
    assert set(GOES_OUT) <= set(rows)


def test_fourteen_tiles_show_what_brings_them_nearer(capsys: pytest.CaptureFixture[str]) -> None:
    out = drawn(capsys, *ONE_AWAY)
    assert "1 tile away from going out" in out
    assert "Nearer with  S x1  Y8 x1  J x2  = 4" in out


def test_fourteen_tiles_that_lie_down_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert "All 14 tiles lie down" in drawn(capsys, *GOES_OUT[:-1])


def test_no_colour_code_is_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\x1b" not in drawn(capsys, *GOES_OUT)


def test_tiles_have_their_colour_and_their_name() -> None:
    wild = parse_face("R4")
    styles = [str(tile(kind, wild).spans[0].style) for kind in (0, 13, 26, 39, WILD)]
    assert len(set(styles)) == 5
    assert tile(wild, wild).plain == " S "
    console = Console(force_terminal=True, color_system="truecolor", width=80)
    with console.capture() as capture:
        console.print(groups([[0, WILD], [39]], wild))
    assert "\x1b[" in capture.get()
