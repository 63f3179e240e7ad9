"""The final records of bulk rounds as hashes: compiled and interpreted kernels are held to equal bytes."""

import hashlib
import json
from pathlib import Path

from istaka.rules.ruleset import PRESETS
from properties.bulk import play_and_check

FILE = Path(__file__).parent / "rounds.json"
FEW = 24
"""Nine times as many are the 200 rounds that the ordinary suite plays interpreted."""
MANY = 200


def digest(preset: str, players: int, rounds: int) -> str:
    """The hash of the final records of so many rounds."""
    finals = play_and_check(PRESETS[preset], players, rounds, seed=players)
    return hashlib.sha256(finals.tobytes()).hexdigest()


def text() -> str:
    """The file's text."""
    digests = {
        f"{preset} {players} {rounds}": digest(preset, players, rounds)
        for preset in PRESETS
        for players in (2, 3, 4)
        for rounds in (FEW, MANY)
    }
    return json.dumps(digests, indent=1) + "\n"
