"""Fair deals: golden vectors, a second implementation from docs/fair-deals.md, and the rules of a deal."""

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from golden import deals
from istaka.rules import shuffle
from istaka.rules.errors import IstakaError
from istaka.rules.shuffle import Deal, Stock, Stream, commitment, deal, draw_for_order, fixed_nonce
from istaka.rules.tiles import face_name, parse_face, wild_of

VECTORS = json.loads(deals.FILE.read_text())
IDS = [vector["name"] for vector in VECTORS["deals"]]


class Script:
    """A stream that says what it is told, for the places that chance hardly ever reaches."""

    def __init__(self, numbers: Iterator[int]) -> None:
        self._numbers = numbers

    def below(self, bound: int) -> int:
        return next(self._numbers) % bound


def stock_of(*words: str) -> Stock:
    """A stock whose first tiles have these faces."""
    tiles = list(range(106))
    steps = []
    for place, word in enumerate(words):
        found = next(i for i in range(place, 106) if tiles[i] // 2 == parse_face(word))
        steps.append(found - place)
        tiles[place], tiles[found] = tiles[found], tiles[place]
    return Stock(Script(iter(steps)))  # type: ignore[arg-type]


def order_of(players: int, *words: str) -> tuple[tuple[int, ...], list[str]]:
    drawings: list[tuple[tuple[int, int], ...]] = []
    order = draw_for_order(tuple(range(players)), stock_of(*words), drawings)
    return order, [" ".join(f"{p}:{face_name(f)}" for p, f in drawing) for drawing in drawings]


def random_deal(players: int, seed: int) -> Deal:
    chance = random.Random(seed)
    return deal(chance.randbytes(32), [chance.randbytes(16) for _ in range(players)])


def test_the_vectors_are_current() -> None:
    assert deals.FILE.read_text() == deals.text(), "run python -m tests.golden"


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=IDS)
def test_a_second_implementation_from_the_document_agrees(vector: dict[str, str]) -> None:
    """docs/fair-deals.md, step by step and in other words than the program's."""
    secret, nonces = bytes.fromhex(vector["secret"]), [bytes.fromhex(nonce) for nonce in vector["nonces"]]
    key = hashlib.sha256(b"istaka deal 1\n" + secret + b"".join(nonces)).digest()
    blocks = b"".join(hashlib.sha256(key + i.to_bytes(4, "big")).digest() for i in range(200))
    assert blocks[:32].hex() == vector["first_block"]
    stream = iter(blocks)

    def below(n: int) -> int:
        return next(byte for byte in stream if byte < 256 - 256 % n) % n

    def drawer() -> Iterator[int]:
        left = list(range(106))
        for d in range(106):
            e = d + below(106 - d)
            left[d], left[e] = left[e], left[d]
            yield left[d] // 2

    drawings: list[list[str]] = []

    def rank(group: list[int], stock: Iterator[int]) -> list[int]:
        drawn: dict[int, int] = {}
        while missing := [player for player in group if drawn.get(player, 52) == 52]:
            drawn |= {player: next(stock) for player in missing}
            drawings.append([f"{player}:{face_name(drawn[player])}" for player in missing])
        result = []
        for place in range(12, -1, -1):
            equal = [player for player in group if drawn[player] % 13 == place]
            result += rank(equal, stock) if len(equal) > 1 else equal
        return result

    passed_on = vector["passed_on_order"]
    order = [int(p) for p in passed_on.split()] if passed_on else rank(list(range(len(nonces))), drawer())
    tiles = list(drawer())
    dealt, stock = tiles[: 14 * len(nonces) + 1], tiles[14 * len(nonces) + 1 :]
    turned = [stock.pop(0)]
    while turned[-1] == 52:
        turned.append(stock.pop(0))
    for starred in turned[:-1]:
        stock.insert(below(len(stock) + 1), starred)
    assert " ".join(map(str, order)) == vector["order"]
    assert [" ".join(drawing) for drawing in drawings] == vector["draws"]
    assert " ".join(map(face_name, turned)) == vector["turned"]
    assert " ".join(map(face_name, [*dealt, *stock, turned[-1]])) == vector["wall"]


def test_the_vectors_cover_ties_starred_draws_and_starred_indicators() -> None:
    made = VECTORS["deals"]
    assert any(len(v["draws"]) > 1 and "S" not in str(v["draws"]) for v in made), "a tie"
    assert any("S" in str(v["draws"]) for v in made), "a starred draw"
    assert {v["turned"].count("S") for v in made} == {0, 1, 2}, "none, one and two starred indicators"
    assert {len(v["nonces"]) for v in made} == {2, 3, 4}


def test_fixed_nonces_are_a_hash_of_match_round_and_player() -> None:
    for vector in VECTORS["fixed_nonces"]:
        text = f"istaka nonce 1\n{vector['match']}\n{vector['round']}\n{vector['player']}"
        expected = hashlib.sha256(text.encode()).hexdigest()[:32]
        assert vector["nonce"] == expected
        assert fixed_nonce(vector["match"], vector["round"], vector["player"]).hex() == expected


def test_a_commitment_is_the_plain_hash_of_the_secret() -> None:
    assert commitment(bytes(32)) == hashlib.sha256(bytes(32)).hexdigest()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_holds_all_106_tiles(players: int) -> None:
    """R1, R2: two of each of 52 faces, and two starred tiles; R4.2: never a starred indicator."""
    for seed in range(300):
        made = random_deal(players, seed)
        assert Counter(made.wall) == Counter(dict.fromkeys(range(53), 2))
        assert sorted(made.order) == list(range(players))
        assert made.players == players
        assert made.indicator == made.turned[-1] != 52
        assert set(made.turned[:-1]) <= {52}


def test_o07_the_wild_is_one_rank_above_the_indicator() -> None:
    """R5.1: Y3 -> Y4, K13 -> K1; the others in between."""
    for indicator in range(52):
        wild = wild_of(indicator)
        assert wild // 13 == indicator // 13
        assert wild % 13 == (indicator + 1) % 13
    assert face_name(wild_of(parse_face("Y3"))) == "Y4"
    assert face_name(wild_of(parse_face("K13"))) == "K1"
    made = random_deal(2, 0)
    assert made.wild == wild_of(made.indicator)


def test_o07_two_starred_tiles_turned_up_go_back_and_the_next_is_the_indicator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """R4.2: S, then S, then B7 is turned; the starred ones go to the places 5 and 10 of the stock."""
    tiles = list(range(106))
    steps = [0] * 106
    for place, tile in ((29, 104), (30, 105), (31, 2 * parse_face("B7"))):
        found = tiles.index(tile)
        steps[place] = found - place
        tiles[place], tiles[found] = tiles[found], tiles[place]
    monkeypatch.setattr(shuffle, "Stream", lambda _key: Script(iter([*steps, 5, 10])))
    made = deal(bytes(32), [bytes(16)] * 2, (0, 1))
    assert [face_name(face) for face in made.turned] == ["S", "S", "B7"]
    assert (face_name(made.indicator), face_name(made.wild)) == ("B7", "B8")
    stock = made.wall[29:105]
    assert [place for place, face in enumerate(stock) if face == 52] == [5, 10]
    assert len(stock) == 76
    assert Counter(made.wall) == Counter(dict.fromkeys(range(53), 2))


def test_the_highest_rank_begins_and_turns_descend() -> None:
    """R3.1: 13 is highest, 1 lowest; colours do not matter."""
    assert order_of(4, "R1", "Y13", "B12", "K2") == ((1, 2, 3, 0), ["0:R1 1:Y13 2:B12 3:K2"])


def test_equal_ranks_draw_again_among_themselves() -> None:
    """R3.2: two pairs of equals; the higher pair draws first, and no other player moves between them."""
    order, drawings = order_of(4, "R5", "Y9", "B5", "K9", "R1", "R2", "R13", "R12")
    assert drawings == ["0:R5 1:Y9 2:B5 3:K9", "1:R1 3:R2", "0:R13 2:R12"]
    assert order == (3, 1, 0, 2)


def test_equals_that_are_equal_again_draw_again() -> None:
    """R3.2."""
    order, drawings = order_of(3, "R5", "Y5", "B5", "K5", "Y7", "B7", "R1", "Y2")
    assert drawings == ["0:R5 1:Y5 2:B5", "0:K5 1:Y7 2:B7", "1:R1 2:Y2"]
    assert order == (2, 1, 0)


def test_a_starred_tile_has_no_rank_so_its_player_draws_again() -> None:
    """R3.2: and may tie then, or draw the other starred tile."""
    order, drawings = order_of(3, "S", "Y6", "S", "K6", "B2", "K7", "B8")
    assert drawings == ["0:S 1:Y6 2:S", "0:K6 2:B2", "0:K7 1:B8"]
    assert order == (1, 0, 2)


def test_drawn_tiles_go_back_when_a_draw_uses_up_the_stock() -> None:
    """R3.2: never seen in earnest, but the function is total."""
    stock = Stock(Script(iter([0] * 300)))  # type: ignore[arg-type]
    first = [stock.draw() for _ in range(106)]
    assert Counter(first) == Counter(dict.fromkeys(range(53), 2))
    assert stock.draw() == first[0]


def test_the_deal_does_not_depend_on_whether_the_order_was_drawn() -> None:
    """R3.1 `drawn_once`: later rounds draw nothing, and the order is the one given."""
    made = deal(bytes(32), [bytes(16)] * 3, (2, 0, 1))
    assert made.draws == ()
    assert made.order == (2, 0, 1)


@pytest.mark.parametrize("place", ["secret", "first nonce", "last nonce"])
def test_every_input_matters(place: str) -> None:
    secret, nonces = bytearray(32), [bytearray(16) for _ in range(4)]
    before = deal(bytes(secret), [bytes(nonce) for nonce in nonces])
    {"secret": secret, "first nonce": nonces[0], "last nonce": nonces[3]}[place][-1] ^= 1
    assert deal(bytes(secret), [bytes(nonce) for nonce in nonces]).wall != before.wall


def test_a_deal_costs_few_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    sha256 = hashlib.sha256

    def counting(data: bytes) -> object:
        nonlocal calls
        calls += 1
        return sha256(data)

    monkeypatch.setattr(hashlib, "sha256", counting)
    for seed in range(50):
        random_deal(4, seed)
    assert calls / 50 < 10


def test_biased_bytes_are_passed_over() -> None:
    stream = Stream(b"key")
    stream.byte = iter([255, 254, 212, 211]).__next__  # type: ignore[method-assign]
    assert stream.below(106) == 211 - 106


@pytest.mark.parametrize(
    ("secret", "nonces", "message"),
    [
        (bytes(31), [bytes(16)] * 2, "a secret of 31 bytes: expected 32"),
        (bytes(32), [bytes(16)], "1 players: expected 2, 3 or 4 (R2)"),
        (bytes(32), [bytes(16)] * 5, "5 players: expected 2, 3 or 4 (R2)"),
        (bytes(32), [bytes(16), bytes(15)], "a nonce of 15 bytes for player 1: expected 16"),
    ],
)
def test_wrong_lengths_are_refused(secret: bytes, nonces: list[bytes], message: str) -> None:
    with pytest.raises(IstakaError) as caught:
        deal(secret, nonces)
    assert str(caught.value) == message
