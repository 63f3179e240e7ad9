"""Nothing hidden leaves: two deals that look alike to an observer give byte-equal streams (O03, fault 12)."""

import asyncio
import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from at_table.checker import check, read_log
from at_table.core_table import NO_CLOCK, command_for
from at_table.hall import Clock, Thinker
from at_table.house import House, quick, serving
from at_table.player import Player
from istaka.game import match
from istaka.rules import shuffle
from istaka.rules.actions import GO_OUT
from istaka.rules.ruleset import RuleSet
from istaka.rules.shuffle import Deal
from istaka.rules.tiles import HAND_SIZE, N_TILES, swap_wild
from istaka.server.core import messages as wire
from istaka.server.core.decide import Opening
from istaka.server.core.events import Seat
from istaka.server.core.room import Room
from istaka.server.service.lag import Lag

TABLE = "table"
OBSERVER = 2
ACTIONS = 60
DELAY = 500


@dataclasses.dataclass
class Run:
    """One round up to some point, as the observer got it, and as a spectator did."""

    frames: list[str]
    watched: list[str]
    pages: list[str]
    script: list[tuple[int, wire.Act]]
    deal: Deal
    room: Room


async def play(folder: Path, script: list[tuple[int, wire.Act]] | None) -> Run:
    """Three people; the observer is a real socket, the others do what the script says, or make it up.

    The spectator is a real socket, too, and five turns behind.
    """
    clock, random = Clock(), Random(11)
    async with (
        serving(quick(folder), Thinker(), clock, Random(5).randbytes) as house,
        Player(house.address) as observer,
        Player(house.address) as spectator,
    ):
        await sign_in(house, observer)
        await sign_in(house, spectator)
        people = (
            *(Seat(name, owner=name) for name in ("ala", "bob")),
            Seat("Cem", owner=observer_id(observer)),
        )
        opening = Opening(RuleSet.remik(), people, "careful", NO_CLOCK, watch=True, delay=DELAY)
        await house.app.service.open(TABLE, opening)
        for person in ("ala", "bob"):
            await house.app.service.attach(TABLE, person, None, Deaf())
        observer.table = spectator.table = TABLE
        await observer.attach()
        await spectator.attach()
        for player in range(3):
            await house.app.service.nonce(TABLE, player, wire.Nonce(1, f"{player:032x}"))
        await observer.hear_until("dealt")
        made: list[tuple[int, wire.Act]] = []
        for turn in range(ACTIONS):
            step = script[turn] if script else make_up(house, random, turn)
            made.append(step)
            await act(house, observer, *step)
            clock.now += 100
            if turn in {20, 40}:
                await rejoin(observer, forget=turn == 40)
                await look_until_now(house, spectator)
                await rejoin(spectator, forget=turn == 40)
        clock.now += DELAY
        house.app.service.keeper.sweep()
        await look_until_now(house, spectator)
        pages = await pages_of(observer) + await pages_of(spectator)
        room = house.app.service.keeper.tables[TABLE].room
        assert room.deal is not None
        person = observer_id(observer)
        frames = [frame.replace(person, "cem") for frame in observer.frames]
        watched = [frame.replace(person, "cem") for frame in spectator.frames]
        stranger = observer_id(spectator)
        pages = [page.replace(person, "cem").replace(stranger, "dan") for page in pages]
        return Run(frames, watched, pages, made, room.deal, room)


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the server has logged; the client of the test logs addresses, which differ from run to run."""
    return [record.getMessage() for record in caplog.records if record.name.startswith("istaka")]


async def pages_of(player: Player) -> list[str]:
    """Everything that HTTP tells this person within a round, errors too; of metrics the names alone."""
    person = observer_id(player)
    paths = (
        *("/api/me", "/api/export", "/api/leaderboard?players=3", "/api/people?name=Cem", "/api/friends"),
        *(f"/api/people/{person}", f"/api/people/{person}/matches"),
        *(f"/api/tables/{name}/{page}" for name in (TABLE, "none") for page in ("record", "fairness")),
        *(f"/api/offers/{TABLE}", f"/api/offers/{TABLE}/qr.svg", "/api/moderation/reports"),
    )
    pages = [(await player.http.get(path)).text for path in paths]
    metrics = (await player.http.get("/metrics")).text
    names = [line.rpartition(" ")[0] for line in metrics.splitlines()]
    rematch = await player.http.post(f"/api/tables/{TABLE}/rematch", json={})
    return [*pages, "\n".join(names), rematch.text]


class Deaf:
    """A socket of somebody whose stream does not matter here."""

    def __init__(self) -> None:
        self.lag = Lag()

    def send(self, frame: bytes) -> None:
        """Nothing."""


async def sign_in(house: House, observer: Player) -> None:
    person, token = await house.app.desk.sign_in("Cem")
    observer.http.cookies.set("istaka", token)
    observer.http.headers["x-person"] = person.id


def observer_id(observer: Player) -> str:
    return str(observer.http.headers["x-person"])


async def look_until_now(house: House, spectator: Player) -> None:
    """The spectator reads everything that he is to be shown by now."""
    gallery = house.app.service.keeper.tables[TABLE].gallery
    assert gallery is not None
    while spectator.seq != gallery.room.seq:
        await spectator.hear()


async def rejoin(observer: Player, *, forget: bool) -> None:
    """A cut and a return; `forget` is a reload of the page, which knows nothing any more."""
    await observer.cut()
    if forget:
        observer.seq = None
    await observer.attach()


def make_up(house: House, random: Random, turn: int) -> tuple[int, wire.Act]:
    """Any action that does not end the round."""
    room = house.app.service.keeper.tables[TABLE].room
    legal = [action for action in room.game.legal if action < GO_OUT]
    assert room.turn is not None
    return room.turn, command_for(random.choice(legal), room, f"c{turn}")


async def act(house: House, observer: Player, player: int, command: wire.Act) -> None:
    """The observer acts over his socket, and tries things that are refused; the others act inside."""
    if player != OBSERVER:
        answer = await house.app.service.command(TABLE, player, command, house.app.desk.clock())
        assert isinstance(answer, wire.Ack)
        kind = {"draw": "drew", "take": "took", "discard": "discarded"}[command.do]
        await observer.hear_until(kind)
        return
    finish = {
        "t": "act",
        "id": f"{command.id}-f",
        "seq": command.seq,
        "do": "finish",
        "tile": observer_tile(house),
    }
    await observer.send(finish)
    await observer.hear_until("reject")
    await observer.send(wire.encode(command).decode())
    while (message := await observer.hear())["t"] not in {"ack", "reject"}:
        pass
    assert message["t"] == "ack"


def observer_tile(house: House) -> str:
    """The first tile of the observer's own hand."""
    room = house.app.service.keeper.tables[TABLE].room
    kind = room.game.hand(room.seat_of(OBSERVER))[0]
    return str(command_for(kind, room, "x").tile)


def hidden_places(run: Run, observer: int | None = OBSERVER) -> list[int]:
    """Places of the wall whose tiles the observer, or a spectator (None), has no way to know.

    They are in other hands or in the stock, and no tile of their face was ever thrown or taken.
    """
    deal, seat = run.deal, None if observer is None else run.room.seat_of(observer)
    dealt = 3 * HAND_SIZE
    own = {place for place in range(dealt) if place % 3 == seat} | ({dealt} if seat == 0 else set())
    place = dealt + 1
    seen: set[int] = set()
    for player, command in run.script:
        if command.do == "draw":
            if player == observer:
                own.add(place)
            place += 1
        elif command.tile is not None:
            seen.add(face_of(command.tile, deal))
    return [p for p in range(N_TILES - 1) if p not in own and deal.wall[p] not in seen]


def face_of(tile: str, deal: Deal) -> int:
    from istaka.rules.tiles import parse_kind  # noqa: PLC0415 - only here

    return swap_wild(parse_kind(tile, deal.wild), deal.wild)


def permuted(deal: Deal, places: Sequence[int], seed: int) -> Deal:
    """The same deal with the tiles of these places mixed."""
    faces = [deal.wall[place] for place in places]
    Random(seed).shuffle(faces)
    wall = list(deal.wall)
    for place, face in zip(places, faces, strict=True):
        wall[place] = face
    return dataclasses.replace(deal, wall=tuple(wall))


def strip_beats(frames: list[str]) -> list[str]:
    """Without beats: they come by the second of the machine's clock, and hold the head alone."""
    return [frame for frame in frames if '"t":"beat"' not in frame]


def test_what_an_observer_cannot_know_changes_no_byte_of_his_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """O03, fault 12: events, snapshots, refusals, pages, and what the server writes about itself."""
    caplog.set_level("DEBUG", "istaka")
    first = asyncio.run(play(tmp_path / "a", None))
    logged = said(caplog)
    places = hidden_places(first)
    assert len(places) > 30
    for seed in range(3):
        other_deal = permuted(first.deal, places, seed)
        monkeypatch.setattr(match, "deal", lambda *_, deal=other_deal: deal)
        caplog.clear()
        again = asyncio.run(play(tmp_path / f"b{seed}", first.script))
        assert again.deal.wall != first.deal.wall
        assert strip_beats(again.frames) == strip_beats(first.frames)
        assert strip_beats(again.watched) == strip_beats(first.watched)
        assert again.pages == first.pages
        assert said(caplog) == logged
        monkeypatch.setattr(match, "deal", shuffle.deal)


def test_what_no_player_has_shown_changes_no_byte_of_a_spectators_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """O03: a spectator knows nobody's tiles, also after a cut and a reload."""
    first = asyncio.run(play(tmp_path / "a", None))
    places = hidden_places(first, None)
    assert len(places) > len(hidden_places(first))
    assert sum('"t":"snapshot"' in frame for frame in first.watched) == 2
    assert sum('"t":"event"' in frame for frame in first.watched) > ACTIONS / 2
    for seed in range(3):
        other_deal = permuted(first.deal, places, seed)
        monkeypatch.setattr(match, "deal", lambda *_, deal=other_deal: deal)
        again = asyncio.run(play(tmp_path / f"b{seed}", first.script))
        assert strip_beats(again.watched) == strip_beats(first.watched)
        assert strip_beats(again.frames) != strip_beats(first.frames)
        monkeypatch.setattr(match, "deal", shuffle.deal)


def test_the_comparison_notices_a_tile_that_the_observer_does_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above can fail: with one of his own tiles exchanged the streams differ."""
    first = asyncio.run(play(tmp_path / "a", None))
    seat = first.room.seat_of(OBSERVER)
    mine, hidden = seat, next(p for p in hidden_places(first) if first.deal.wall[p] != first.deal.wall[seat])
    other_deal = permuted_pair(first.deal, mine, hidden)
    monkeypatch.setattr(match, "deal", lambda *_: other_deal)
    try:
        again = asyncio.run(play(tmp_path / "b", first.script))
    except (AssertionError, TimeoutError):
        return
    assert strip_beats(again.frames) != strip_beats(first.frames)


def permuted_pair(deal: Deal, one: int, other: int) -> Deal:
    wall = list(deal.wall)
    wall[one], wall[other] = wall[other], wall[one]
    return dataclasses.replace(deal, wall=tuple(wall))


def test_before_the_reveal_no_frame_of_a_match_holds_a_secret_or_a_foreign_tile(tmp_path: Path) -> None:
    """O03: a whole match against bots; every tile in a frame before the result is public or one's own."""

    async def work() -> list[str]:
        async with serving(quick(tmp_path), Thinker()) as house, Player(house.address) as player:
            await player.sit_down(players=3, limit=40, level="greedy")
            await player.attach()
            await player.send({"t": "nonce", "round": 1, "nonce": "0" * 32})
            await player.play_until("match_over")
            entries = read_log(Path(house.settings.db), player.table)
            check(entries, player.table, {0: player.frames})
            return player.frames

    frames = [json.loads(frame) for frame in asyncio.run(work())]
    assert sum(frame.get("e", {}).get("k") == "round_over" for frame in frames) >= 1
    for frame in frames:
        event = frame.get("e", {})
        if event.get("k") == "drew":
            assert set(event) <= {"k", "player", "stock", "deadline"}
            assert ("you" in frame and "tile" in frame["you"]) == (event["player"] == 0)
        if event.get("k") not in {"round_over", None}:
            assert "secret" not in event
            assert "hands" not in event


def test_a_draw_is_as_long_for_an_observer_whatever_was_drawn(tmp_path: Path) -> None:
    """Fault 13: frame sizes tell nothing."""

    async def work() -> list[dict[str, Any]]:
        async with serving(quick(tmp_path), Thinker()) as house, Player(house.address) as player:
            await player.sit_down(players=2, limit=40, level="random")
            await player.attach()
            await player.play_until("round_over")
            return [json.loads(f) for f in player.frames if '"k":"drew"' in f]

    draws = [frame for frame in asyncio.run(work()) if frame["e"]["player"] == 1]
    assert draws
    assert {tuple(frame["e"]) for frame in draws} == {("k", "player", "stock", "deadline")}
    assert all("you" not in frame for frame in draws)
