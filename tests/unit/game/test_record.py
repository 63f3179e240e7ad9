"""Records: the text of a match, what it refuses, and where it says the fault is."""

from dataclasses import replace
from pathlib import Path

import pytest

from golden import records
from golden.playing import played_match
from istaka.game.record import Move, Player, Record, parse, replay, verify, write
from istaka.rules.actions import DRAW
from istaka.rules.errors import IllegalActionError, IstakaError, RecordError
from istaka.rules.ruleset import RuleSet
from istaka.rules.shuffle import fixed_nonce

TEXTS = {name: records.path(name).read_text() for name in records.MATCHES}
FAST = TEXTS["fast-2"]
ABANDONED = TEXTS["abandoned"]


@pytest.mark.parametrize("name", TEXTS)
def test_the_golden_records_are_current(name: str) -> None:
    assert TEXTS[name] == records.text(name), "run python -m tests.golden"


@pytest.mark.parametrize("name", TEXTS)
def test_a_record_is_read_and_written_back_byte_for_byte(name: str) -> None:
    text = TEXTS[name]
    record = parse(text)
    assert write(record) == text
    assert verify(text.encode()) == record


def test_a_record_is_the_choices_of_the_match() -> None:
    rules, players, cut = records.MATCHES["fast-2"]
    assert parse(FAST) == played_match("fast-2", rules, players, cut=cut)


def test_replay_goes_through_every_position() -> None:
    record = parse(FAST)
    steps = list(replay(record))
    assert len(steps) == sum(1 + len(played.moves) for played in record.rounds)
    assert [step.move for step in steps if step.match.round == 1][1:] == list(record.rounds[0].moves)
    last = steps[-1]
    assert last.position.outcome is not None
    final = last.match.score(last.deal.order, last.position.outcome)
    assert final.over
    totals = [line for line in FAST.splitlines() if line.startswith("totals")][-1]
    assert totals == "totals " + " ".join(map(str, final.totals))


def test_an_abandoned_round_opens_its_secret_and_ends_the_record() -> None:
    record = parse(ABANDONED)
    assert ABANDONED.splitlines()[-2] == "abandoned"
    assert len(record.rounds) == 2
    assert len(record.rounds[1].moves) == 20
    assert list(replay(record))[-1].position.outcome is None


def test_a_round_may_be_abandoned_in_the_middle_of_a_turn_or_before_the_first() -> None:
    record = parse(ABANDONED)
    for moves in range(4):
        last = replace(record.rounds[1], moves=record.rounds[1].moves[:moves])
        cut = replace(record, rounds=(record.rounds[0], last))
        assert parse(write(cut)) == cut


def test_a_match_without_a_round_is_a_record() -> None:
    record = Record("m", RuleSet.remik(), (Player("Ada", bot=False), Player("Bo", bot=True)))
    assert parse(write(record)) == record
    assert list(replay(record)) == []


def test_the_clock_s_moves_are_marked() -> None:
    """R12.1: an asterisk, and only for what the clock would have done."""
    record = parse(FAST)
    assert any(move.late for played in record.rounds for move in played.moves)
    assert "*" in FAST
    first = record.rounds[0]
    position = next(replay(record)).position
    wrong = Move(next(action for action in position.legal if action != position.timeout_action()), late=True)
    with pytest.raises(IstakaError, match=r"is not what the clock does: expected .* \(R12.1\)"):
        write(replace(record, rounds=(replace(first, moves=(wrong,)),)))


def test_a_fixed_nonce_is_told_from_a_client_s() -> None:
    record = parse(FAST)
    nonces = [nonce for played in record.rounds for nonce in played.nonces]
    assert None in nonces
    assert any(nonce is not None for nonce in nonces)
    fixed = next(line for line in FAST.splitlines() if " fixed " in line)
    number = int(fixed.split()[1])
    assert any(fixed.endswith(fixed_nonce("fast-2", part, number).hex()) for part in range(1, 9))


def test_an_illegal_move_is_not_written() -> None:
    record = parse(FAST)
    first = replace(record.rounds[0], moves=(Move(DRAW),))
    with pytest.raises(IllegalActionError, match="draw: this turn's tile is taken"):
        write(replace(record, rounds=(first,)))


def test_moves_after_the_end_of_a_round_are_not_written() -> None:
    record = parse(FAST)
    first = record.rounds[0]
    with pytest.raises(IllegalActionError, match="the round has ended"):
        write(replace(record, rounds=(replace(first, moves=(*first.moves, Move(DRAW))),)))


def test_rounds_after_an_abandoned_one_are_not_written() -> None:
    record = parse(ABANDONED)
    with pytest.raises(IstakaError, match="round 2 was abandoned: no other can follow"):
        write(replace(record, rounds=(*record.rounds, record.rounds[0])))


@pytest.mark.parametrize("name", ["", " Ada", "Ada ", "A\nda", "x" * 65, "A\x00"])
def test_a_name_that_cannot_stand_on_a_line_is_refused(name: str) -> None:
    with pytest.raises(IstakaError, match="is no player's name: expected 1 to 64 printable characters"):
        Player(name, bot=False)


def fault(text: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        verify(text if isinstance(text, bytes) else text.encode())
    assert str(caught.value).startswith(f"byte {caught.value.offset} (line {caught.value.line}): ")
    return caught.value


def line_of(text: str, start: str) -> int:
    return 1 + next(number for number, line in enumerate(text.splitlines()) if line.startswith(start))


@pytest.mark.parametrize(
    "start",
    ["istaka", "commitment", "draw ", "order", "turned", "hand ", "end ", "points", "totals", "ranking"],
)
def test_the_first_byte_that_does_not_follow_is_named(start: str) -> None:
    """Whatever follows from the choices: the fault is the byte itself, and what it should be is told."""
    lines = FAST.splitlines(keepends=True)
    number = line_of(FAST, start)
    before = len("".join(lines[: number - 1]).encode())
    for place in range(len(lines[number - 1])):
        changed = bytearray(FAST.encode())
        changed[before + place] ^= 1
        error = fault(bytes(changed))
        assert (error.offset, error.line) == (before + place, number)
        assert error.expected.startswith(lines[number - 1][place:].rstrip("\n") or "\n")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("match fast-2", "match fast 2", "\n"),
        ("match fast-2", "match /", "letters, digits, dots, underlines or hyphens"),
        ("limit=40", "limit=45", "limit is 45: expected a multiple of 10 (R11.1)"),
        ("limit=40", "limit=040", " order="),
        ("order=drawn_each_round", "order=drawn_today", "drawn_each_round or drawn_once"),
        ("player 0 human", "player 0 alien", "human or bot"),
        ("player 0 human Ada", "player 0 human ", "'' is no player's name"),
        ("player 1", "player 2", "1 "),
        ("secret ", "secret x", "64 digits of 0-9 and a-f"),
    ],
)
def test_a_choice_that_cannot_be_is_named(old: str, new: str, expected: str) -> None:
    assert old in FAST
    error = fault(FAST.replace(old, new, 1))
    assert error.expected.startswith(expected)
    assert error.line == line_of(FAST, old.split("=", maxsplit=1)[0] if " " in old else "rules")


def test_a_client_s_nonce_is_32_digits() -> None:
    place = FAST.index(" client ") + len(" client ")
    error = fault(FAST[:place] + "Z" + FAST[place + 1 :])
    assert (error.offset, error.expected) == (len(FAST[:place].encode()), "32 digits of 0-9 and a-f")


def test_a_move_that_the_rules_refuse_is_named() -> None:
    line = line_of(FAST, "hand ") + 2
    lines = FAST.splitlines()
    words = lines[line - 1].split()
    error = fault("\n".join([*lines[: line - 1], f"{words[0]} draw", *lines[line:]]) + "\n")
    assert error.line == line
    assert error.expected.startswith("draw: this turn's tile is taken")
    error = fault("\n".join([*lines[: line - 1], f"{words[0]} walk", *lines[line:]]) + "\n")
    assert error.expected.startswith("'walk' is no action")


def test_what_follows_the_record_is_named() -> None:
    error = fault(FAST + "\n")
    assert (error.offset, error.expected) == (len(FAST.encode()), "the end of the record")


def test_a_record_cut_short_is_named() -> None:
    error = fault(FAST[:-1])
    assert (error.offset, error.expected) == (len(FAST.encode()) - 1, "\n")
    assert fault("").expected == "istaka record 1\n"


def test_bytes_that_are_no_text_are_named() -> None:
    data = FAST.encode()
    place = data.index("Ş".encode())
    for offset in (place, place + 1):
        error = fault(data[:offset] + b"\xff" + data[offset + 1 :])
        assert (error.offset, error.expected) == (offset, "UTF-8 text")


def test_a_byte_before_those_that_are_no_text_comes_first() -> None:
    data = bytearray(FAST.encode())
    data[3], data[100] = 0, 0xFF
    assert fault(bytes(data)).offset == 3


@pytest.mark.parametrize(
    ("old", "new", "fits"),
    [
        ("limit=40", "limti=40", "lim"),
        ("ace_high=true", "ace_high=tree", "ace_high=tr"),
        ("0 human", "0 humble", "0 hum"),
        ("human Ada", "human A\x07a", "human A"),
        ("human Ada", "human  Ada", "human "),
        ("human Ada", "human Ada ", "human Ada "),
        ("human Ada", "human " + "A" * 65, "human " + "A" * 64),
        ("secret 3996", "secret 39g6", "secret 39"),
        ("draw:R7 B2", "draw:R7 Z2", "draw:R7 "),
        ("draw:R7 B2", "draw:R7 B3", "draw:R7 B"),
        ("draw:R7 B2", "droop:R7 B2", "dr"),
        ("draw:R7 B2", "draw:R7 B2 B2", "draw:R7 B2"),
        ("draw:J* B7!", "draw:J*x", "draw:J*"),
    ],
)
def test_of_a_choice_the_very_byte_is_named(old: str, new: str, fits: str) -> None:
    """All that stands before it could be the beginning of some record."""
    error = fault(FAST.replace(old, new, 1))
    assert error.offset == len(FAST[: FAST.index(old)].encode()) + len(fits)


def test_a_name_may_be_changed_only_with_the_seal() -> None:
    error = fault(FAST.replace("human Ada", "human Eda", 1))
    assert error.line == line_of(FAST, "sha256")


def test_the_example_of_the_document_is_a_golden_record() -> None:
    document = Path(__file__).parents[3] / "docs" / "records.md"
    example = [line[4:] for line in document.read_text().splitlines() if line.startswith("    ")]
    golden = FAST.splitlines()
    assert example[0] == golden[0]
    assert example[-1] == golden[-1]
    for line in example:
        assert line == "..." or line in golden or any(other.startswith(line[:-3]) for other in golden)
