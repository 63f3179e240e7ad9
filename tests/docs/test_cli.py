"""docs/cli.md is what the commands say of themselves."""

from pathlib import Path

from istaka.cli.frame import COMMANDS
from istaka.cli.pages import document

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"


def test_the_page_is_current() -> None:
    """Made by `python -m istaka.cli.pages > docs/cli.md`."""
    assert PAGE.read_text(encoding="utf-8") == document()


def test_every_command_has_its_section() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"\n## `istaka {name}`\n" in text for name in COMMANDS)
