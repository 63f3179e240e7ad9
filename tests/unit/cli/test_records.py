"""`istaka replay` tells a match, `istaka verify` names the first byte that does not fit."""

import json
from pathlib import Path

import pytest

from golden.playing import played_match
from istaka.cli import run
from istaka.game.record import replay, write
from istaka.rules.ruleset import RuleSet

RECORD = played_match("cli", RuleSet.fast(), 3)
TEXT = write(RECORD)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "match.txt"
    file.write_text(TEXT, encoding="utf-8")
    return file


def test_a_record_that_fits_is_verified(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(path)]) == 0
    assert capsys.readouterr().out == f"All deals verified: {len(RECORD.rounds)} rounds.\n"
    assert run(["verify", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out) == {"ok": True, "rounds": len(RECORD.rounds)}


def test_the_first_byte_that_does_not_fit_is_named(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    offset = TEXT.encode().index(b"\nhand ") + len(b"\nhand 0 ")
    data = bytearray(TEXT.encode())
    data[offset] = ord("?")
    path.write_bytes(data)
    assert run(["verify", str(path)]) == 1
    out, err = capsys.readouterr()
    assert f"byte {offset}" in out
    assert (out.count("\n"), err) == (1, "")
    assert run(["verify", "--json", str(path)]) == 1
    fault = json.loads(capsys.readouterr().out)
    assert (fault["ok"], fault["offset"], fault["line"]) == (False, offset, data[:offset].count(b"\n") + 1)


def test_a_file_that_is_no_text_is_named_too(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_bytes(TEXT.encode()[:20] + b"\xff")
    assert run(["verify", str(path)]) == 1
    assert "UTF-8" in capsys.readouterr().out


def test_a_broken_record_is_not_replayed(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text(TEXT[:-30], encoding="utf-8")
    assert run(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


def test_the_story_has_every_action_and_result(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "--json", str(path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    steps = [step for step in replay(RECORD) if step.move is not None]
    actions = [line for line in lines if "action" in line]
    assert len(actions) == len(steps)
    assert sum(line["late"] for line in actions) == sum(step.move.late for step in steps if step.move) > 0
    # after a move a hand has 14 tiles, or 15 until the discard
    assert {len(line["hand"]) for line in actions} == {14, 15}
    results = [line for line in lines if "ending" in line]
    assert [line["round"] for line in results] == list(range(1, len(RECORD.rounds) + 1))
    assert results[-1]["totals"] == list(
        steps[-1].match.score(steps[-1].deal.order, steps[-1].position.outcome).totals  # type: ignore[arg-type]
    )


def test_each_action_stands_with_its_player(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The record's own text has a line for each turn: the player's number, then what he did."""
    assert run(["replay", "--json", str(path)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    names = [player.name for player in RECORD.players]
    turns = [line.split() for line in TEXT.splitlines() if line[:1].isdigit()]
    written = [
        (names[int(who)], word.split(":")[0].removesuffix("*")) for who, *words in turns for word in words
    ]
    assert [(line["player"], line["action"]) for line in told if "action" in line] == written


def test_people_read_names_tiles_and_points(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.count("Round ") == len(RECORD.rounds)
    assert all(player.name in out for player in RECORD.players)
    assert "draws" in out
    assert "Match over: 1. " in out


def test_a_summary_leaves_the_turns_out(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "--summary", str(path)]) == 0
    out = capsys.readouterr().out
    assert "draws" not in out
    assert out.count("Round ") == len(RECORD.rounds)
    assert run(["replay", "--summary", "--json", str(path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2 * len(RECORD.rounds)


def test_an_abandoned_round_has_no_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played_match("cut", RuleSet.remik(), 2, cut=5)
    path = tmp_path / "cut.txt"
    path.write_text(write(record), encoding="utf-8")
    assert run(["replay", "--summary", "--json", str(path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ("ending" in lines[-1], lines[-1]["round"]) == (False, len(record.rounds))


def test_classic_points_are_taken_off_the_totals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "classic.txt"
    path.write_text(write(played_match("classic", RuleSet.classic(), 2)), encoding="utf-8")
    assert run(["replay", "--summary", str(path)]) == 0
    first = next(line for line in capsys.readouterr().out.splitlines() if " = " in line)
    taken = [part.split(" -")[1].split(" = ") for part in first.split(", ")]
    assert all(20 - int(points) == int(total) for points, total in taken)
