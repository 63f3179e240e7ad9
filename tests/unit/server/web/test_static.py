"""The bundle: found by name, never outside its folder, cached as its name allows."""

import gzip
from pathlib import Path

import pytest

from istaka.server.web.static import Bundle


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>")
    (static / "assets" / "app-ABCD2345.js").write_text("let a = 1;" * 100)
    (static / "assets" / "app-registry.js").write_text("let b = 2;")
    (static / "tile.png").write_bytes(b"\x89PNG")
    (static / ".stamp").write_text("x")
    (tmp_path / "secret.txt").write_text("s")
    return static


def test_a_hashed_name_never_changes_and_any_other_is_asked_for_again(folder: Path) -> None:
    bundle = Bundle(folder)
    hashed, plain = bundle.find("assets/app-ABCD2345.js"), bundle.find("assets/app-registry.js")
    assert hashed is not None
    assert plain is not None
    assert hashed.cache == "public, max-age=31536000, immutable"
    assert plain.cache == "no-cache"
    assert hashed.kind == "text/javascript"


def test_texts_are_packed_and_pictures_are_not(folder: Path) -> None:
    bundle = Bundle(folder)
    script, picture = bundle.find("assets/app-ABCD2345.js"), bundle.find("tile.png")
    assert script is not None
    assert picture is not None
    assert gzip.decompress(script.packed or b"") == script.body
    assert picture.packed is None
    assert picture.kind == "image/png"


@pytest.mark.parametrize(
    "name",
    [
        "../secret.txt",
        "assets/../../secret.txt",
        ".stamp",
        "assets",
        "nothing.js",
        "/etc/passwd",
        "a\0b",
        "x" * 300 + ".js",
        "x/" * 3000 + "y.js",
    ],
)
def test_nothing_outside_and_nothing_hidden_is_found(folder: Path, name: str) -> None:
    assert Bundle(folder).find(name) is None


def test_a_file_is_kept_once_however_it_is_called(folder: Path) -> None:
    """Otherwise anyone could fill the memory with `/tile.png/`, `/tile.png//` and so on."""
    bundle = Bundle(folder)
    files = [bundle.find("tile.png" + "/" * more) for more in range(4)]
    assert files[0] is not None
    assert all(file is files[0] for file in files)


def test_an_edited_file_is_read_again(folder: Path) -> None:
    bundle = Bundle(folder)
    before = bundle.find("index.html")
    (folder / "index.html").write_text("<!doctype html><p>")
    after = bundle.find("index.html")
    assert before is not None
    assert after is not None
    assert after.body.endswith(b"<p>")
    assert after.tag != before.tag


def test_whether_the_page_was_built(folder: Path, tmp_path: Path) -> None:
    assert Bundle(folder).is_there
    assert not Bundle(tmp_path / "nowhere").is_there
