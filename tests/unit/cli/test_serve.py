"""`istaka serve` says where it is, and what to do when it cannot be there."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from istaka.cli import run, serve

SERVE = [sys.executable, "-m", "istaka", "serve"]


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_taken_port_is_said_in_a_sentence_with_the_way_out(
    taken: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--port", str(taken), "--db", str(tmp_path / "x.db")]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "--port" in err


def test_the_address_is_printed_and_ctrl_c_ends_quietly(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*SERVE, "--port", "0", "--db", str(tmp_path / "x.db"), "--open"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PATH": "/usr/bin:/bin", "NUMBA_DISABLE_JIT": "1", "HOME": str(tmp_path)},
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    try:
        assert line.startswith("istaka is served at http://127.0.0.1:")
        with urlopen(f"{line.split()[4]}/healthz") as answer:  # noqa: S310 - our own server
            assert answer.status == 200
        assert "no screen" in process.stdout.readline()
    finally:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert err == ""
    assert process.returncode == 0


def test_the_page_opens_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(serve, "has_screen", lambda: True)
    serve.show("http://127.0.0.1:1").join()
    assert opened == ["http://127.0.0.1:1"]
    assert capsys.readouterr().out == ""


def test_settings_of_the_environment_hold_unless_the_command_line_says_otherwise(
    taken: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ISTAKA_PORT", str(taken))
    monkeypatch.setenv("ISTAKA_DB", str(tmp_path / "x.db"))
    assert run(["serve"]) == 2
    assert str(taken) in capsys.readouterr().err


def test_a_display_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in serve.SCREENS:
        monkeypatch.delenv(name, raising=False)
    assert not serve.has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert serve.has_screen()


def test_without_a_command_the_server_starts_and_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(serve.command, "callback", lambda **options: asked.append(options))
    assert run([]) == 0
    assert asked == [{"host": None, "port": None, "db": None, "bus": None, "open_page": True}]


def test_a_worker_that_cannot_be_one_says_so_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for options, sentence in (
        (["--db", "postgresql://127.0.0.1/x"], "needs a bus too: --bus redis://"),
        (["--bus", "redis://127.0.0.1"], "share PostgreSQL: --db postgresql://"),
        (["--db", "postgresql://127.0.0.1:9/x", "--bus", "redis://127.0.0.1"], "cannot be reached"),
    ):
        assert run(["serve", "--port", "0", *options]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert sentence in err
