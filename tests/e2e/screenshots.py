"""The pictures of the README: `uv run --group dev python tests/e2e/screenshots.py`."""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from e2e.conftest import FLAGS
from e2e.person import Person
from e2e.running import RunningServer
from e2e.screens import DESK, PHONE

IMAGES = Path(__file__).parents[2] / "docs" / "images"
TURNS = 9


def play_some_turns(person: Person) -> None:
    """To a table that shows something: some discards, my tiles sorted, my turn to throw one."""
    person.start(limit=80)
    taken = 0
    while taken < TURNS or person.phase() != "discard":
        taken += person.my_turn() and person.phase() == "take"
        if person.my_turn() and person.phase() == "discard" and taken >= TURNS:
            break
        person.play_turn()
    person.tap(person.see("sort-runs"))
    person.page.wait_for_timeout(600)


def main() -> None:
    """Play a few turns on a desk and on a phone and keep what is seen."""
    IMAGES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        RunningServer(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, screen in {"desk": DESK, "phone": PHONE}.items():
            context = browser.new_context(locale="en-GB", **screen)
            person = Person(context, server.address, touch=screen["has_touch"])
            play_some_turns(person)
            person.page.screenshot(path=IMAGES / f"table-{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
