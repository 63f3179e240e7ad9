"""The layout of the state record."""

from istaka.rules.state import BONUS_CODES, PILE_SIZE, STATE
from istaka.rules.tiles import HAND_SIZE, N_TILES


def test_no_byte_of_the_record_is_padding() -> None:
    assert STATE.fields is not None
    assert STATE.itemsize == sum(field[0].itemsize for field in STATE.fields.values())
    assert STATE.itemsize % 8 == 0, "records in an array stay aligned"


def test_a_pile_has_room_for_every_tile_it_can_get() -> None:
    """R1, R3.3: with two players all tiles but the indicator and 28 in hands."""
    assert PILE_SIZE >= N_TILES - 1 - 2 * HAND_SIZE


def test_the_numbers_of_the_bonus_modes_differ() -> None:
    """R10.2."""
    assert sorted(BONUS_CODES.values()) == [0, 1, 2, 3]
