"""`istaka solve --batch` answers the reference hands rightly (R5, R6, R8, R10)."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from istaka.cli import run

DATA = Path(__file__).parents[1] / "data"


def rows(name: str) -> list[list[str]]:
    """The rows of a table without comments and header."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")][1:]


def solved(
    hands: list[tuple[str, str]], folder: Path, capsys: pytest.CaptureFixture[str], *options: str
) -> list[dict[str, Any]]:
    """The answers to (indicator, tiles) pairs, asked as a batch."""
    path = folder / "hands.txt"
    path.write_text("".join(f"{indicator}\t{tiles}\n" for indicator, tiles in hands), encoding="utf-8")
    assert run(["solve", *options, "--batch", str(path)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return [json.loads(line) for line in out.splitlines()]


def exits(answer: dict[str, Any]) -> set[str]:
    """Every discard that goes out, written as the table of hands does."""
    return {
        f"{discard['tile']}:{discard['goes_out']['shape']}:{discard['goes_out']['points']}"
        for discard in answer["discards"]
        if discard["goes_out"]
    }


def test_hands_go_out_with_exactly_the_discards_of_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = rows("hands.tsv")
    answers = solved([(row[1], row[2]) for row in table], tmp_path, capsys)
    assert len(answers) == len(table)
    for (name, _, tiles, expected), answer in zip(table, answers, strict=True):
        assert exits(answer) == set(expected.split()) - {"-"}, name
        assert answer["tiles"] == tiles.split()
        assert (answer["distance"] == 0) == (expected != "-"), name


def test_the_corpus_goes_out_exactly_where_it_can(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = rows("corpus.tsv")
    answers = solved([(row[1], row[2]) for row in table], tmp_path, capsys)
    assert len(answers) == len(table) == 800
    wrong = [
        row for row, answer in zip(table, answers, strict=True) if bool(exits(answer)) != (row[0] == "yes")
    ]
    assert wrong == []


def test_an_arrangement_holds_the_hand_after_its_best_discard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = solved([(row[1], row[2]) for row in rows("corpus.tsv")[:100]], tmp_path, capsys)
    complete = [answer for answer in answers if answer["distance"] == 0]
    assert len(complete) > 30
    for answer in complete:
        laid = [tile for group in answer["arrangement"] for tile in group]
        assert sorted([*laid, answer["discards"][0]["tile"]]) == sorted(answer["tiles"])
    assert all(answer["arrangement"] is None for answer in answers if answer["distance"])


def test_without_ace_high_the_hand_with_12_13_1_does_not_go_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R6.2."""
    hand = next((row[1], row[2]) for row in rows("hands.tsv") if row[0] == "12-13-1")
    [high] = solved([hand], tmp_path, capsys)
    [low] = solved([hand], tmp_path, capsys, "--no-ace-high")
    assert exits(high) == {"Y2:melds:20"}
    assert exits(low) == set()


@pytest.mark.parametrize("tile", ["S", "J"])
def test_outs_of_a_discard_lower_the_distance_and_no_other_tile_does(
    tile: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The outs of 14 tiles against the definition: draw the tile and ask again."""
    hand = ("R3", f"R5 R6 B1 B2 B7 B8 Y9 K9 K10 K12 K13 Y2 Y3 {tile}")
    [answer] = solved([hand], tmp_path, capsys)
    faces = [f"{colour}{rank}" for colour in "RYBK" for rank in range(1, 14)]
    drawn = [face for face in [*faces, "S"] if face != "R4"] + ["J"]
    after = solved([(hand[0], f"{hand[1]} {tile}") for tile in drawn], tmp_path, capsys)
    nearer = {
        name for name, answered in zip(drawn, after, strict=True) if answered["distance"] < answer["distance"]
    }
    assert set(answer["outs"]) == nearer


def test_live_copies_leave_out_the_hand_the_indicator_and_what_is_seen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tiles = ["R1", "R1", "B2", "B2", "Y3", "Y3", "K5", "K5", "R9", "R9", "B13", "B13", "S", "R3"]
    assert run(["solve", "--json", "-i", "R3", "--seen", "S J J", *tiles]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["outs"] == {"R3": 0, "S": 0, "J": 0}
    assert "discards" not in answer


def test_the_json_has_exactly_the_keys_of_its_description(capsys: pytest.CaptureFixture[str]) -> None:
    hand = rows("hands.tsv")[0][2].split()
    assert run(["solve", "--json", "-i", "R3", *hand]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == ["indicator", "wild", "tiles", "distance", "arrangement", "discards"]
    assert list(answer["discards"][0]) == ["tile", "distance", "goes_out", "outs"]
    assert run(["solve", "--json", "-i", "R3", *hand[1:]]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == ["indicator", "wild", "tiles", "distance", "arrangement", "outs"]


def test_a_batch_with_a_mark_of_its_encoding_and_windows_line_ends_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As editors of Windows write files."""
    path = tmp_path / "hands.txt"
    hand = rows("hands.tsv")[0][2]
    path.write_bytes(f"\ufeffR3\t{hand}\r\n\r\n".encode())
    assert run(["solve", "--batch", str(path)]) == 0
    assert [json.loads(line)["tiles"] for line in capsys.readouterr().out.splitlines()] == [hand.split()]


def test_discards_stand_best_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = solved([(row[1], row[2]) for row in islice(rows("corpus.tsv"), 450, 550)], tmp_path, capsys)
    for answer in answers:
        keys = [
            (
                discard["distance"],
                -(discard["goes_out"] or {"points": 0})["points"],
                -sum(discard["outs"].values()),
            )
            for discard in answer["discards"]
        ]
        assert keys == sorted(keys)


def test_a_bad_line_stops_the_batch_and_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hands.txt"
    good = "R3\t" + rows("hands.tsv")[0][2]
    path.write_text(f"{good}\n\nR3 R1\n{good}\n", encoding="utf-8")
    assert run(["solve", "--batch", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "istaka: line 3: 'R3 R1' is not `indicator<TAB>tiles`.\n"
