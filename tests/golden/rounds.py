"""The final records of bulk rounds as hashes, so that compiled and interpreted kernels are held to equal bytes."""

import hashlib
import json
from pathlib import Path

from properties.bulk import play_and_check
from istaka.rules.ruleset import PRESETS

FILE = Path(__file__).parent / "rounds.json"
ROUNDS = 200


def digest(preset: str, players: int) -> str:
    """The hash of the final records of 200 rounds."""
    finals = play_and_check(PRESETS[preset], players, ROUNDS, seed=players)
    return hashlib.sha256(finals.tobytes()).hexdigest()


def text() -> str:
    """The file's text."""
    digests = {f"{preset} {players}": digest(preset, players) for preset in PRESETS for players in (2, 3, 4)}
    return json.dumps(digests, indent=1) + "\n"
