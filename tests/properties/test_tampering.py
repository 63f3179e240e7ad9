"""Whatever byte of a record is changed, lost or added, it is found (docs/records.md)."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from golden import records
from istaka.game.record import verify
from istaka.rules.errors import RecordError

WHOLE = records.path("fast-2").read_text().encode()
ABANDONED = records.path("abandoned").read_text().encode()
TEXTS = st.sampled_from([WHOLE, ABANDONED])


def assert_found(data: bytes, place: int) -> None:
    """The fault is named, never behind the end, and never before the place that was touched.

    A limit that does not go with the other rules is named at its beginning.
    """
    with pytest.raises(RecordError) as caught:
        verify(data)
    assert 0 <= caught.value.offset <= len(data)
    assert caught.value.line == data.count(b"\n", 0, caught.value.offset) + 1
    assert caught.value.offset >= place or data[: caught.value.offset].endswith(b"limit=")
    assert caught.value.expected


@settings(deadline=None, max_examples=150)
@given(TEXTS, st.integers(0, 10**6), st.integers(1, 255))
def test_a_changed_byte_is_found(data: bytes, place: int, change: int) -> None:
    place %= len(data)
    assert_found(data[:place] + bytes([data[place] ^ change]) + data[place + 1 :], place)


@settings(deadline=None, max_examples=50)
@given(TEXTS, st.integers(0, 10**6))
def test_a_lost_byte_is_found(data: bytes, place: int) -> None:
    place %= len(data)
    assert_found(data[:place] + data[place + 1 :], place)


@settings(deadline=None, max_examples=50)
@given(TEXTS, st.integers(0, 10**6), st.binary(min_size=1, max_size=3))
@example(WHOLE, len(WHOLE), b"\n")
def test_added_bytes_are_found(data: bytes, place: int, added: bytes) -> None:
    place %= len(data) + 1
    assert_found(data[:place] + added + data[place:], place)


@settings(deadline=None, max_examples=30)
@given(TEXTS, st.integers(0, 10**6), st.integers(0, 10**6))
def test_two_lines_exchanged_are_found(data: bytes, one: int, two: int) -> None:
    lines = data.splitlines(keepends=True)
    one, two = sorted((one % len(lines), two % len(lines)))
    if lines[one] == lines[two]:
        return
    before = len(b"".join(lines[:one]))
    lines[one], lines[two] = lines[two], lines[one]
    assert_found(b"".join(lines), before)
