"""Test vectors of fair deals, for any other implementation of docs/fair-deals.md."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from istaka.rules.shuffle import Deal, commitment, deal, fixed_nonce
from istaka.rules.tiles import face_name

FILE = Path(__file__).parent / "deals.json"
MATCH = "vectors"


def bytes_of(label: str, size: int) -> bytes:
    return hashlib.sha256(label.encode()).digest()[:size]


def inputs(name: str, players: int) -> tuple[bytes, list[bytes]]:
    """A secret and nonces that follow from a name; the last player's nonce is the fixed one of round 1."""
    nonces = [bytes_of(f"{name} nonce {player}", 16) for player in range(players - 1)]
    return bytes_of(f"{name} secret", 32), [*nonces, fixed_nonce(MATCH, 1, players - 1)]


def has_tie(made: Deal) -> bool:
    """Somebody draws again without having drawn a starred tile."""
    return any({p for p, _ in later} - {p for p, face in first if face == 52} for first, later in pairs(made))


def pairs(made: Deal) -> Iterator[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]]:
    return zip(made.draws, made.draws[1:], strict=False)


def has_starred_draw(made: Deal) -> bool:
    return any(face == 52 for drawing in made.draws for _, face in drawing)


WANTED = (
    ("two players", 2, lambda made: len(made.draws) == 1),
    ("three players", 3, lambda made: len(made.draws) == 1),
    ("four players", 4, lambda made: len(made.draws) == 1),
    ("a tie", 3, lambda made: has_tie(made) and not has_starred_draw(made)),
    ("two ties", 4, lambda made: has_tie(made) and len(made.draws) == 3 and not has_starred_draw(made)),
    ("three equal ranks", 4, lambda made: len(made.draws) > 1 and len(made.draws[1]) == 3),
    ("a starred draw", 4, lambda made: has_starred_draw(made) and len(made.draws) == 2),
    ("a starred draw and a tie", 3, lambda made: has_starred_draw(made) and has_tie(made)),
    ("a starred indicator", 2, lambda made: len(made.turned) == 2),
    ("two starred indicators", 3, lambda made: len(made.turned) == 3),
    ("everything", 4, lambda made: has_tie(made) and has_starred_draw(made) and len(made.turned) > 1),
)


def find(name: str, players: int, wanted: object) -> dict[str, object]:
    """The first numbered input of this name whose deal shows what is wanted."""
    number = 0
    while True:
        secret, nonces = inputs(f"{name} {number}", players)
        made = deal(secret, nonces)
        if wanted(made):  # type: ignore[operator]
            return vector(name, secret, nonces, None)
        number += 1


def vector(name: str, secret: bytes, nonces: list[bytes], order: tuple[int, ...] | None) -> dict[str, object]:
    made = deal(secret, nonces, order)
    key = hashlib.sha256(b"istaka deal 1\n" + secret + b"".join(nonces)).digest()
    return {
        "name": name,
        "secret": secret.hex(),
        "nonces": [nonce.hex() for nonce in nonces],
        "passed_on_order": None if order is None else " ".join(map(str, order)),
        "commitment": commitment(secret),
        "key": key.hex(),
        "first_block": hashlib.sha256(key + bytes(4)).hexdigest(),
        "draws": [
            " ".join(f"{player}:{face_name(face)}" for player, face in drawing) for drawing in made.draws
        ],
        "order": " ".join(map(str, made.order)),
        "turned": " ".join(map(face_name, made.turned)),
        "wall": " ".join(map(face_name, made.wall)),
    }


def text() -> str:
    """The file's text."""
    vectors = [find(*wanted) for wanted in WANTED]
    secret, nonces = inputs("an order passed on", 3)
    vectors.append(vector("an order passed on", secret, nonces, (2, 0, 1)))
    fixed = [
        {"match": match, "round": number, "player": player, "nonce": fixed_nonce(match, number, player).hex()}
        for match, number, player in ((MATCH, 1, 0), (MATCH, 12, 3), ("a-b_c.D", 2, 1))
    ]
    return json.dumps({"fixed_nonces": fixed, "deals": vectors}, indent=1) + "\n"
