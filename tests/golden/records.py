"""Records of whole matches: every preset, every number of players, and one that was abandoned."""

from pathlib import Path

from golden.playing import played_match
from istaka.game.record import write
from istaka.rules.ruleset import PRESETS

FOLDER = Path(__file__).parent / "records"
MATCHES = {
    "remik-4": (PRESETS["remik"], 4, 0),
    "fast-2": (PRESETS["fast"], 2, 0),
    "classic-3": (PRESETS["classic"], 3, 0),
    "abandoned": (PRESETS["remik"].replace(name="house", order="drawn_once", return_taken="forbid"), 3, 20),
}


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def text(name: str) -> str:
    """The file's text."""
    rules, players, cut = MATCHES[name]
    return write(played_match(name, rules, players, cut=cut))
