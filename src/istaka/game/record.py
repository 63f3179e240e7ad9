"""Matches as text that people read and anyone can check (docs/records.md).

A record holds the choices: rules, names, secrets, nonces and actions. Everything else in its text
(commitments, draws, deals, tiles drawn, results) follows from them. `parse` recomputes all of it and names
the first byte that does not fit, so that whatever it accepts is written back byte for byte.
"""

import dataclasses
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NoReturn, TypeVar

from istaka.game.match import MATCH_ID, Match
from istaka.game.position import Outcome, Position
from istaka.rules.actions import DRAW, TAKE, action_name, parse_action
from istaka.rules.errors import IstakaError, RecordError
from istaka.rules.ruleset import WORDS, RuleSet
from istaka.rules.shuffle import NONCE_BYTES, PLAYERS, SECRET_BYTES, Deal, commitment, fixed_nonce
from istaka.rules.tiles import face_name, kind_name, kind_names

T = TypeVar("T")

VERSION: Final = "istaka record 1"
LATE: Final = "*"
"""Marks an action that the clock did (R12.1)."""
LONGEST_NAME: Final = 64

_REST: Final = re.compile(r"[^\n]*")
_WORD: Final = re.compile(r"[^ \n*]+\*?")
_RULES_NAME: Final = re.compile(r"[A-Za-z0-9-]+")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]*")
_HEX: Final = re.compile(r"[0-9a-f]*")


@dataclasses.dataclass(frozen=True, slots=True)
class Player:
    """Who plays: a name of 1 to 64 printable characters, and whether it is a bot.

    Raises:
        IstakaError: a name that cannot stand on a line.
    """

    name: str
    bot: bool

    def __post_init__(self) -> None:
        name = self.name
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
            msg = f"{name!r} is no player's name: expected 1 to {LONGEST_NAME} printable characters"
            raise IstakaError(msg)


@dataclasses.dataclass(frozen=True, slots=True)
class Move:
    """An action (`rules/actions.py`); `late` when the clock did it (R12.1)."""

    action: int
    late: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Round:
    """The choices of a round.

    Attributes:
        secret: 32 bytes (docs/fair-deals.md).
        nonces: 16 bytes for each player; None where the fixed one stands for it.
        moves: what the seats did, in order; a round that they do not end was abandoned.
    """

    secret: bytes
    nonces: tuple[bytes | None, ...]
    moves: tuple[Move, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Record:
    """The choices of a match, as far as it was played."""

    match_id: str
    rules: RuleSet
    players: tuple[Player, ...]
    rounds: tuple[Round, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """One moment of a replay: the match before the round, its deal, and the position after `move`.

    `move` is None when the tiles have just been dealt.
    """

    match: Match
    deal: Deal
    position: Position
    move: Move | None


def replay(record: Record) -> Iterator[Step]:
    """Every position of a match, in order.

    Raises:
        IllegalActionError: a move that the rules refuse.
        IstakaError: choices that cannot be.
    """
    match = Match.new(record.rules, len(record.players), record.match_id)
    for played in record.rounds:
        deal = match.deal(played.secret, all_nonces(match, played.nonces))
        position = Position.deal(match.rules, deal)
        yield Step(match, deal, position, None)
        for move in played.moves:
            position = play(position, move)
            yield Step(match, deal, position, move)
        if position.outcome is None:
            return
        match = match.score(deal.order, position.outcome)


def play(position: Position, move: Move) -> Position:
    """The position after a move.

    Raises:
        IllegalActionError: the rules refuse it.
        IstakaError: the clock would have done something else (R12.1).
    """
    after = position.play(move.action)
    if move.late and move.action != position.timeout_action():
        due = action_name(position.timeout_action(), position.wild)
        msg = f"{action_name(move.action, position.wild)} is not what the clock does: expected {due} (R12.1)"
        raise IstakaError(msg)
    return after


def all_nonces(match: Match, nonces: Sequence[bytes | None]) -> tuple[bytes, ...]:
    """The nonces of the next round, with the fixed ones filled in."""
    return tuple(
        fixed_nonce(match.match_id, match.round, player) if nonce is None else nonce
        for player, nonce in enumerate(nonces)
    )


def write(record: Record) -> str:
    """The text of a match.

    Raises:
        IllegalActionError: a move that the rules refuse.
        IstakaError: choices that cannot be.
    """
    lines = [*_head(record.match_id, record.rules)]
    lines += [_player_line(number, player) for number, player in enumerate(record.players)]
    match = Match.new(record.rules, len(record.players), record.match_id)
    for number, played in enumerate(record.rounds, 1):
        lines += [
            "",
            f"round {match.round}",
            f"secret {played.secret.hex()}",
            _commitment_line(played.secret),
        ]
        lines += [_nonce_line(match, player, nonce) for player, nonce in enumerate(played.nonces)]
        deal = match.deal(played.secret, all_nonces(match, played.nonces))
        first = Position.deal(match.rules, deal)
        last, turns = _turn_lines(first, played.moves, deal)
        lines += [*_deal_lines(first, deal), *turns]
        if last.outcome is None:
            _check_last(record, number)
            lines.append("abandoned")
            break
        lines += _end_lines(match, deal, last, last.outcome)
        match = match.score(deal.order, last.outcome)
    if match.over:
        lines += ["", _ranking_line(match)]
    text = "".join(f"{line}\n" for line in lines)
    return f"{text}{_seal(text)}\n"


def verify(data: bytes) -> Record:
    """The record in a file's bytes, when every byte of them fits (see `parse`).

    Raises:
        RecordError: the first byte that does not fit.
    """
    try:
        return parse(data.decode())
    except UnicodeDecodeError as error:
        _check_before(data[: error.start])
        # bytes that begin a letter fit: the next one does not
        place = error.start if error.reason == "invalid start byte" else error.end
        line = data.count(b"\n", 0, place) + 1
        msg = f"byte {place} (line {line}): expected UTF-8 text"
        raise RecordError(msg, place, line, "UTF-8 text") from None


def _check_before(data: bytes) -> None:
    """Name a byte that does not fit and stands before one that is no text."""
    try:
        parse(data.decode())
    except RecordError as error:
        if error.offset < len(data):
            raise


def parse(text: str) -> Record:
    """The record in a text, when all of it fits: rules, commitments, deals, actions, results and seal.

    Raises:
        RecordError: the first byte that does not fit, by offset and line, and what was expected.
    """
    return _Reader(text).record()


def _check_last(record: Record, number: int) -> None:
    if number != len(record.rounds):
        msg = f"round {number} was abandoned: no other can follow"
        raise IstakaError(msg)


def _head(match_id: str, rules: RuleSet) -> tuple[str, ...]:
    return VERSION, f"match {match_id}", f"rules {rules.text}"


def _fitting_letters(name: str) -> int:
    """How many letters of a line's rest can begin a name."""
    if name.startswith(" "):
        return 0
    letters = enumerate(name[: LONGEST_NAME + 1])
    return next((i for i, letter in letters if i == LONGEST_NAME or not letter.isprintable()), len(name))


def _player_line(number: int, player: Player) -> str:
    return f"player {number} {'bot' if player.bot else 'human'} {player.name}"


def _commitment_line(secret: bytes) -> str:
    return f"commitment {commitment(secret)}"


def _nonce_line(match: Match, player: int, nonce: bytes | None) -> str:
    if nonce is None:
        return f"nonce {player} fixed {fixed_nonce(match.match_id, match.round, player).hex()}"
    return f"nonce {player} client {nonce.hex()}"


def _deal_lines(position: Position, deal: Deal) -> Iterator[str]:
    """The draws for order, who sits where, the faces turned up, and the hands (R3, R4)."""
    for drawing in deal.draws:
        yield "draw " + " ".join(f"{player}:{face_name(face)}" for player, face in drawing)
    yield "order " + " ".join(map(str, deal.order))
    yield "turned " + " ".join(map(face_name, deal.turned))
    for seat, player in enumerate(deal.order):
        yield f"hand {player} {kind_names(position.hand(seat), position.wild)}"


def _turn_lines(position: Position, moves: Sequence[Move], deal: Deal) -> tuple[Position, list[str]]:
    """The last position, and a line for each turn: the player and what he did."""
    lines: list[str] = []
    begun = False
    for move in moves:
        after = play(position, move)
        word = _move_word(position, after, move)
        if begun:
            lines[-1] += f" {word}"
        else:
            lines.append(f"{deal.order[position.turn]} {word}")
        begun = after.turns == position.turns
        position = after
    return position, lines


def _move_word(before: Position, after: Position, move: Move) -> str:
    """An action's notation, with the tile that came and the mark of the clock."""
    name = action_name(move.action, before.wild)
    if move.action in {DRAW, TAKE} and after.taken is not None:
        name = f"{name}:{kind_name(after.taken, before.wild)}"
    return name + LATE if move.late else name


def _move_words(position: Position) -> Iterator[str]:
    """Every word that may stand here: each legal action, and what the clock does (R12.1)."""
    for action in position.legal:
        after = position.play(action)
        yield _move_word(position, after, Move(action))
        if action == position.timeout_action():
            yield _move_word(position, after, Move(action, late=True))


def _end_lines(match: Match, deal: Deal, position: Position, outcome: Outcome) -> Iterator[str]:
    """How a round ended, who gets the bonus, and the points of each player (R10)."""
    discard = kind_name(outcome.discard, position.wild)
    winner = "" if outcome.winner is None else f" {deal.order[outcome.winner]}"
    yield f"end {outcome.ending}{winner} {discard}"
    if outcome.holder is not None:
        yield f"bonus {deal.order[outcome.holder]}"
    yield "points " + " ".join(map(str, match.by_player(deal.order, outcome.penalties)))
    yield "totals " + " ".join(map(str, match.score(deal.order, outcome).totals))


def _ranking_line(match: Match) -> str:
    return "ranking " + " ".join(map(str, match.ranking))


def _seal(text: str) -> str:
    return f"sha256 {hashlib.sha256(text.encode()).hexdigest()}"


def _in_common(one: str, other: str) -> int:
    """How many letters at the beginning are the same."""
    return next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


class _Reader:
    """Reads a record from its start, and compares all that follows from the choices with what it must be."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def record(self) -> Record:
        """The whole record."""
        self._expect(VERSION)
        self._skip("match ")
        match_id = self._input(MATCH_ID, "letters, digits, dots, underlines or hyphens")
        self._expect("")
        rules = self._rules()
        players = self._players()
        match = Match.new(rules, len(players), match_id)
        rounds: list[Round] = []
        while not match.over and self._is_next("\n"):
            played, scored = self._round(match)
            rounds.append(played)
            if scored is None:
                break
            match = scored
        if match.over:
            self._expect("")
            self._expect(_ranking_line(match))
        self._expect(_seal(self._text[: self._at]))
        if self._at != len(self._text):
            self._fail(self._at, "the end of the record")
        return Record(match_id, rules, players, tuple(rounds))

    def _rules(self) -> RuleSet:
        self._skip("rules ")
        start = self._at
        self._input(_RULES_NAME, "letters, digits and hyphens")
        after_name = self._at
        for field, words in WORDS.items():
            self._skip(f" {field}=")
            if words:
                self._one_of(words)
            else:
                self._input(_NUMBER, "a number of points")
        text = self._text[start : self._at]
        # all that is left to refuse is a limit that does not go with the rest (R11.1)
        rules = self._read(after_name + len(" limit="), lambda: RuleSet.parse(text))
        self._expect("")
        return rules

    def _players(self) -> tuple[Player, ...]:
        players: list[Player] = []
        while len(players) < min(PLAYERS) or (len(players) < max(PLAYERS) and self._is_next("p")):
            self._skip(f"player {len(players)} ")
            players.append(self._player())
        return tuple(players)

    def _player(self) -> Player:
        is_bot = self._one_of(("human", "bot")) == "bot"
        self._skip(" ")
        start = self._at
        name = self._input(_REST, "a name")
        player = self._read(start + _fitting_letters(name), lambda: Player(name, is_bot))
        self._expect("")
        return player

    def _round(self, match: Match) -> tuple[Round, Match | None]:
        """The next round, and the match after it; None when the round was abandoned."""
        self._expect("")
        secret, nonces = self._chance(match)
        deal = match.deal(secret, all_nonces(match, nonces))
        position = Position.deal(match.rules, deal)
        for line in _deal_lines(position, deal):
            self._expect(line)
        moves: list[Move] = []
        complete = True
        while complete and position.outcome is None and not self._is_next("a"):
            turns = position.turns
            position = self._turn(position, deal, moves)
            complete = position.turns > turns
        played = Round(secret, nonces, tuple(moves))
        if position.outcome is None:
            self._expect("abandoned")
            return played, None
        for line in _end_lines(match, deal, position, position.outcome):
            self._expect(line)
        return played, match.score(deal.order, position.outcome)

    def _chance(self, match: Match) -> tuple[bytes, tuple[bytes | None, ...]]:
        """The secret and the nonces of a round."""
        self._expect(f"round {match.round}")
        self._skip("secret ")
        secret = self._bytes(SECRET_BYTES)
        self._expect(_commitment_line(secret))
        return secret, tuple(self._nonce(match, player) for player in range(match.players))

    def _nonce(self, match: Match, player: int) -> bytes | None:
        if self._is_next(f"nonce {player} f"):
            self._expect(_nonce_line(match, player, None))
            return None
        self._skip(f"nonce {player} client ")
        return self._bytes(NONCE_BYTES)

    def _turn(self, position: Position, deal: Deal, moves: list[Move]) -> Position:
        """The position at the end of this line, whose moves are appended; a turn may be cut short."""
        turns = position.turns
        self._skip(str(deal.order[position.turn]))
        while position.turns == turns:
            self._skip(" ")
            position = self._move(position, moves)
            if self._is_next("\n"):
                break
        self._expect("")
        return position

    def _move(self, position: Position, moves: list[Move]) -> Position:
        start = self._at
        word = self._input(_WORD, "an action")
        self._at = start
        try:
            move = Move(
                parse_action(word.removesuffix(LATE).split(":")[0], position.wild), word.endswith(LATE)
            )
            after = play(position, move)
        except IstakaError as error:
            self._fail(start + self._best_fit(_move_words(position)), str(error), str(error))
        self._skip(_move_word(position, after, move))
        moves.append(move)
        return after

    def _is_next(self, text: str) -> bool:
        return self._text.startswith(text, self._at)

    def _expect(self, line: str) -> None:
        self._skip(f"{line}\n")

    def _skip(self, expected: str) -> None:
        """Pass over the text that must stand here."""
        if not self._is_next(expected):
            same = self._best_fit([expected])
            self._fail(self._at + same, expected[same:])
        self._at += len(expected)

    def _input(self, pattern: re.Pattern[str], expected: str) -> str:
        """Pass over a choice, which the pattern must match."""
        match = pattern.match(self._text, self._at)
        if match is None:
            self._fail(self._at, expected)
        self._at = match.end()
        return match[0]

    def _one_of(self, words: Sequence[str]) -> str:
        """Pass over one of these words."""
        word = next((word for word in words if self._is_next(word)), None)
        if word is None:
            self._fail(self._at + self._best_fit(words), " or ".join(words))
        self._at += len(word)
        return word

    def _bytes(self, size: int) -> bytes:
        """Pass over a line's end of so many bytes in hexadecimal digits."""
        end = self._at + 2 * size
        digits = _HEX.match(self._text, self._at, end)
        if digits is None or digits.end() < end:
            self._fail(self._at if digits is None else digits.end(), f"{2 * size} digits of 0-9 and a-f")
        self._at = end
        self._expect("")
        return bytes.fromhex(digits[0])

    def _best_fit(self, words: Iterable[str]) -> int:
        """How many letters from here on are right for one of these words."""
        return max(_in_common(word, self._text[self._at : self._at + len(word)]) for word in words)

    def _read(self, place: int, value: Callable[[], T]) -> T:
        """The value of a choice that stands at `place`."""
        try:
            return value()
        except IstakaError as error:
            self._fail(place, str(error), str(error))

    def _fail(self, place: int, expected: str, problem: str = "") -> NoReturn:
        offset = len(self._text[:place].encode())
        line = self._text.count("\n", 0, place) + 1
        found = self._text[place : place + len(expected)]
        problem = problem or f"expected {expected!r}, found {found!r}"
        msg = f"byte {offset} (line {line}): {problem}"
        raise RecordError(msg, offset, line, expected)
