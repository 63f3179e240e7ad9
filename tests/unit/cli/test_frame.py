"""How every command ends: exit statuses, one sentence for wrong input, silence otherwise."""

import array
import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import IO

import click
import pytest

from istaka.cli import frame
from istaka.cli.frame import COMMANDS, run

ISTAKA = [sys.executable, "-m", "istaka"]


def complaint(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence that a wrong command line gets."""
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("istaka: ")
    assert err.endswith((".\n", "?\n"))
    return err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["slove"], "No such command 'slove'"),
        (["solve", "--sen", "R1"], "--seen"),
        (["solve"], "--indicator is missing"),
        (["solve", "-i", "R14", "R1"], "'R14' is no tile"),
        (["solve", "-i", "S", "R1"], "'S' cannot be the indicator"),
        (["solve", "-i", "R3", "R1", "R2"], "2 tiles 'R1 R2': expected 14, or 15"),
        (["solve", "-i", "R3", *["R1"] * 14], "14 times R1"),
        (
            ["solve", "-i", "R3", "R3", "R3", *(f"K{rank}" for rank in range(1, 13))],
            "2 times R3 with",
        ),
        (["solve", "-i", "R3", "--seen", "X", *["R1"] * 14], "R1"),
        (["solve", "--batch", "/no/such/file"], "/no/such/file"),
        (["solve", "--batch", "-", "R1"], "--batch reads indicator and tiles"),
        (["simulate", "--bots", "careful,gready"], "'gready' is no bot"),
        (["simulate", "--bots", "greedy"], "names 1: expected 2, 3 or 4"),
        (["simulate", "--bots", "greedy,random", "--rounds", "0"], "--rounds"),
        (["simulate", "--bots", "greedy,random", "--seed", "x"], "--seed"),
        (["simulate"], "--bots"),
        (["replay", "/no/such/file"], "/no/such/file"),
        (["verify", "/no/such/file"], "/no/such/file"),
        (["verify"], "RECORD"),
        (["perft", "--depth", "-1"], "--depth"),
        (["perft", "--depth", "1000000000000"], "--depth"),
        (["perft", "--deal", "9" * 99], "expected 0 to 2^256 - 1"),
        (["solve", "-i", "\u212a3", *["R1"] * 14], "'\u212a3' is no tile"),
        (["bench", "--runs", "0"], "--runs"),
        (["serve", "--port", "99999"], "--port"),
    ],
)
def test_wrong_input_is_one_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in complaint(arguments, capsys)


def test_every_command_is_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert all(f"\n  {name}" in out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_shows_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    out, _ = capsys.readouterr()
    assert "Examples:" in out
    assert out.count(f"istaka {name}") >= 2


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("istaka ")


def test_help_imports_neither_numpy_nor_rich_nor_numba() -> None:
    code = (
        "import sys; from istaka.cli import run; run(['--help'])\n"
        "print(sorted({'numpy', 'rich', 'numba', 'msgspec', 'litestar'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("error", "status"),
    [(KeyboardInterrupt(), 130), (click.Abort(), 130), (BrokenPipeError(), 141)],
)
def test_interrupts_and_closed_pipes_end_without_a_word(
    error: BaseException, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> int:
        raise error

    monkeypatch.setattr(frame, "answer", fail)
    assert run(["solve"]) == status
    assert capsys.readouterr() == ("", "")


def test_a_file_that_is_no_text_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hands"
    path.write_bytes(b"R3\t\xff\xfe")
    assert "codec" in complaint(["solve", "--batch", str(path)], capsys)


def test_a_closed_pipe_is_quiet() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*ISTAKA, "--help"], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 141


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_closed_pipe_is_quiet_for_what_people_read_too(options: list[str]) -> None:
    hand = ["R5", "R6", "R7", "B1", "B2", "B3", "B4", "Y9", "K9", "B9", "K10", "K11", "K12", "K13"]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*ISTAKA, "solve", "-i", "R3", *options, *hand], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 141


def test_of_huge_input_the_beginning_and_the_end_are_quoted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hands"
    path.write_text("R3 " + "R5 " * 100_000, encoding="utf-8")
    said = complaint(["solve", "--batch", str(path)], capsys)
    assert len(said) < 700
    assert said.startswith("istaka: line 1: 'R3 R5 R5")
    assert said.endswith("is not `indicator<TAB>tiles`.\n")


def test_a_full_disk_is_one_sentence() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("/dev/full: this system has no such device")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*ISTAKA, "--help"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.stderr.count("\n") == 1
    assert done.returncode == 2


def waiting_in(pipe: IO[bytes]) -> int:
    """The bytes that nobody has read yet."""
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


def test_ctrl_c_ends_quietly() -> None:
    # standard input that never comes keeps the command waiting
    process = subprocess.Popen(
        [*ISTAKA, "solve", "--batch", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(b"\n")
    process.stdin.flush()
    # whoever has read it can be interrupted; before, Python itself may still be starting
    while waiting_in(process.stdin) and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (out, err, process.returncode) == (b"", b"", 130)
