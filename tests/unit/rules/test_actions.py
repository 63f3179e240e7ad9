"""How what a seat can do is written and read."""

import pytest

from istaka.rules.actions import (
    DRAW,
    GO_OUT,
    N_ACTIONS,
    SHOW,
    TAKE,
    Refusal,
    action_name,
    discard_of,
    parse_action,
)
from istaka.rules.errors import IllegalActionError
from istaka.rules.tiles import N_FACES, N_KINDS, kind_name, parse_face, parse_kind

R5 = parse_face("R5")


@pytest.mark.parametrize("wild", range(N_FACES))
def test_every_action_is_read_as_it_is_written(wild: int) -> None:
    names = [action_name(action, wild) for action in range(N_ACTIONS)]
    assert [parse_action(name, wild) for name in names] == [*range(N_ACTIONS)]
    tiles = [kind_name(kind, wild) for kind in range(N_KINDS)]
    assert names == [*tiles, "draw", "take", *(f"{tile}!" for tile in tiles), "show"]


@pytest.mark.parametrize(("text", "same"), [("k13", "K13"), ("k13!", "K13!"), ("s", "S"), ("j!", "J!")])
def test_a_tile_may_be_written_in_small_letters(text: str, same: str) -> None:
    assert parse_action(text, R5) == parse_action(same, R5)


def test_the_wilds_face_is_the_wild() -> None:
    """R5.1: a tile of that face is the wild, however it is written."""
    assert parse_action("R5", R5) == parse_action("J", R5) == parse_kind("J", R5)
    assert parse_action("R5!", R5) == parse_action("J!", R5) == parse_kind("J", R5) + GO_OUT


@pytest.mark.parametrize("text", ["", "!", "R5!!", "R14", "draw!", "DRAW", "show!", "take ", "R5 !", "5R"])
def test_what_is_no_action_is_refused_in_its_own_words(text: str) -> None:
    with pytest.raises(IllegalActionError) as refused:
        parse_action(text, R5)
    assert str(refused.value).startswith(f"{text!r} is no action: expected draw, take, show, a tile")
    assert refused.value.code is Refusal.NO_SUCH_ACTION


def test_what_an_action_puts_on_the_pile() -> None:
    assert [discard_of(kind) for kind in range(N_KINDS)] == [*range(N_KINDS)]
    assert [discard_of(kind + GO_OUT) for kind in range(N_KINDS)] == [*range(N_KINDS)]
    assert [discard_of(action) for action in (-1, DRAW, TAKE, SHOW, N_ACTIONS)] == [-1] * 5
