"""Talk from outside: in order, once, to the right place, under the true name, and no script runs in it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from sqlalchemy import delete, insert

from at_table.hall import Thinker
from at_table.house import House, quick, serving
from at_table.visitor import Visitor
from istaka.server.stores.schema import blocks
from istaka.server.stores.schema import talk as lines

Work = Callable[[House, list[Visitor]], Awaitable[None]]
SCRIPTS = ["<img src=x onerror=window.pwn=1>", '"><script>window.pwn=1</script>']


def run(folder: Path, work: Work, people: int = 2) -> None:
    async def whole() -> None:
        async with serving(quick(folder), Thinker()) as house:
            visitors = [Visitor(house.address) for _ in range(people)]
            try:
                await work(house, visitors)
            finally:
                for visitor in visitors:
                    await visitor.__aexit__()

    asyncio.run(whole())


async def heard(visitor: Visitor, count: int) -> list[str]:
    """Their texts."""
    return [line["text"] for line in await visitor.told(count)]


async def come_to_the_lobby(people: list[Visitor]) -> None:
    """Everybody has a table, and listens in the lobby."""
    for visitor in people:
        await visitor.make()
        await visitor.go_to("lobby")
        await visitor.lines()


async def nothing_is_heard(visitor: Visitor) -> None:
    """Only beats and the like until the second beat from now."""
    for _ in range(2):
        message = await visitor.hear()
        while message["t"] != "beat":
            assert message["t"] not in {"said", "talk"}
            message = await visitor.hear()


def test_lines_come_in_order_once_each_and_after_a_reload_too(tmp_path: Path) -> None:
    """O28."""

    async def work(house: House, people: list[Visitor]) -> None:
        del house
        ala, olek = people
        table = (await ala.make(players=2, name="Ala"))["id"]
        await ala.go_to(table)
        assert await ala.lines() == []
        first = [f"line {i}" for i in range(3)]
        for line in first:
            assert (await ala.say(text=line))["t"] == "ack"
        await olek.join(table, name="Olek")
        await ala.go_to(table)
        assert [line["text"] for line in await ala.lines()] == first, "the talk moves to the table with them"
        await olek.go_to(table)
        lines = await olek.lines()
        assert [line["text"] for line in lines] == first
        assert [line["n"] for line in lines] == sorted({line["n"] for line in lines})
        assert lines[0]["from"] == {"id": ala.id, "name": "Ala", "seat": None}
        for line in ("line 3", "line 4"):
            await ala.say(text=line)
        assert await heard(olek, 2) == ["line 3", "line 4"]
        await olek.cut()
        await olek.go_to(table)
        again = await olek.lines()
        assert [line["text"] for line in again] == [f"line {i}" for i in range(5)]
        assert again[-1]["from"]["seat"] == 0
        answer = await olek.say(phrase="thanks")
        spoken = (await olek.told(3))[-1]
        assert (spoken["n"], spoken["phrase"], spoken["text"]) == (answer["seq"], "thanks", None)
        assert spoken["from"]["seat"] == 1

    run(tmp_path, work)


def test_only_the_table_hears_what_is_said_there(tmp_path: Path) -> None:
    """O28: three tables, the first one gone; what is said at the second reaches the second alone."""

    async def work(house: House, people: list[Visitor]) -> None:
        del house
        tables = [(await visitor.make(players=2))["id"] for visitor in people[:3]]
        for visitor, place in zip(people, (*tables, "lobby"), strict=True):
            await visitor.go_to(place)
            await visitor.lines()
        await people[0].post(f"/api/offers/{tables[0]}/leave")
        await people[1].say(text="only here")
        assert await heard(people[1], 1) == ["only here"]
        for other in (people[0], people[2], people[3]):
            await nothing_is_heard(other)
        await people[1].go_to("lobby")
        assert await people[1].lines() == []
        await people[3].say(text="all of you")
        assert await heard(people[1], 2) == ["only here", "all of you"]

    run(tmp_path, work, 4)


def test_a_new_table_begins_with_an_empty_talk(tmp_path: Path) -> None:
    """O28: the empty list replaces what the client had."""

    async def work(house: House, people: list[Visitor]) -> None:
        del house
        (ala,) = people
        for line in ("old one", "new one"):
            table = (await ala.make(players=2, title=line))["id"]
            await ala.go_to(table)
            talk = await ala.hear_until("talk")
            assert talk == {"t": "talk", "place": table, "said": []}
            await ala.say(text=line)
            await ala.post(f"/api/offers/{table}/leave")

    run(tmp_path, work, 1)


def test_nobody_speaks_under_another_name(tmp_path: Path) -> None:
    """O22: a sender in the message means nothing."""

    async def work(house: House, people: list[Visitor]) -> None:
        del house
        ala, eve = people
        table = (await ala.make(players=3, name="Ala"))["id"]
        await eve.join(table, name="Eve")
        for visitor in people:
            await visitor.go_to(table)
            await visitor.lines()
        forged = {"from": {"id": ala.id, "name": "Ala", "seat": 0}, "person": ala.id, "name": "Ala"}
        await eve.say(text="I resign", **forged)
        assert (await ala.told(1))[0]["from"] == {"id": eve.id, "name": "Eve", "seat": None}

    run(tmp_path, work)


def test_scripts_are_text(tmp_path: Path) -> None:
    """O22: literally kept in names, titles and lines; what the page does with them is tested there."""

    async def work(house: House, people: list[Visitor]) -> None:
        del house
        (ala,) = people
        for number, script in enumerate(SCRIPTS, 1):
            offer = await ala.make(players=2, name=script, title=script, public=True)
            assert (offer["name"], offer["owner"]["name"]) == (script, script)
            await ala.go_to(offer["id"])
            await ala.lines()
            await ala.say(text=script)
            said = (await ala.told(number))[-1]
            assert (said["text"], said["from"]["name"]) == (script, script)

    run(tmp_path, work, 1)


def test_what_is_said_is_cleaned_and_must_be_something(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        del house
        (ala,) = people
        await ala.make()
        await ala.go_to("lobby")
        await ala.lines()
        assert (await ala.say(text="a\u202e\tb\n"))["t"] == "ack"
        assert await heard(ala, 1) == ["a b"]
        for nothing in ({}, {"text": "\u200b \u202e"}, {"text": "x", "phrase": "hello"}):
            answer = await ala.say(**nothing)
            assert (answer["t"], answer["error"]["code"]) == ("reject", "nothing_said")

    run(tmp_path, work, 1)


def test_who_talks_too_fast_is_slowed_and_a_repeated_line_is_one(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        del house
        (ala,) = people
        await ala.make()
        await ala.go_to("lobby")
        await ala.lines()
        message = {"t": "say", "id": "mine", "text": "hello"}
        answers = [await ala.answered(message) for _ in range(2)]
        assert answers[0] == answers[1]
        sent = [await ala.say(text=str(i)) for i in range(6)]
        assert [answer["t"] for answer in sent] == ["ack"] * 3 + ["reject"] * 3
        assert sent[-1]["error"]["code"] == "slow_down"
        assert 1 <= sent[-1]["error"]["params"]["seconds"] <= 2
        await ala.go_to("lobby")
        assert [line["text"] for line in await ala.lines()] == ["hello", "0", "1", "2"]

    run(tmp_path, work, 1)


def test_who_does_not_sit_here_reads_and_keeps_silent(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        del house
        ala, eve = people
        table = (await ala.make(players=2, watch=True, delay=0, name="Ala"))["id"]
        for turn in (1, 2):
            await ala.go_to(table)
            await eve.go_to(table)
            await ala.lines()
            await eve.lines()
            answer = await eve.say(text="psst")
            assert (answer["t"], answer["error"]["code"]) == ("reject", "spectator")
            await ala.say(text="hello")
            assert await heard(eve, turn) == ["hello"] * turn
            command = await ala.answered({"t": "next", "id": "n", "seq": 0})
            assert command["error"]["code"] in {"not_at_table", "not_between", "stale"}
            await ala.post(f"/api/offers/{table}/fill")

    run(tmp_path, work)


def test_spectators_hear_as_late_as_they_see(tmp_path: Path) -> None:
    """O28: what is said gives no tile away before it may be seen."""

    async def work(house: House, people: list[Visitor]) -> None:
        del house
        ala, eve = people
        table = (await ala.make(players=2, watch=True, delay=4))["id"]
        await ala.post(f"/api/offers/{table}/fill")
        await ala.go_to(table)
        await ala.lines()
        await ala.say(text="early")
        await eve.go_to(table)
        assert await eve.lines() == []
        start = asyncio.get_running_loop().time()
        await ala.say(text="late")
        assert await heard(eve, 2) == ["early", "late"]
        assert 3.9 < asyncio.get_running_loop().time() - start < 7
        await eve.go_to(table)
        assert [line["text"] for line in await eve.lines()] == ["early", "late"]

    run(tmp_path, work)


def test_whom_one_has_blocked_is_not_heard(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        ala, eve, olek = people
        await come_to_the_lobby(people)
        await eve.say(text="rude")
        assert await heard(ala, 1) == ["rude"]
        database = house.app.desk.people.database  # type: ignore[attr-defined]
        row = insert(blocks).values(person=ala.id, other=eve.id)
        await database.write(lambda c: c.execute(row) and None)
        house.app.house.talk.forget_blocks(ala.id)
        assert await ala.lines() == []
        await eve.say(text="ruder")
        await olek.say(text="kind")
        assert await heard(ala, 2) == ["rude", "kind"]
        assert await heard(olek, 3) == ["rude", "ruder", "kind"]
        await ala.go_to("lobby")
        assert [line["text"] for line in await ala.lines()] == ["kind"]
        await database.write(lambda c: c.execute(delete(blocks)) and None)
        house.app.house.talk.forget_blocks(ala.id)
        assert len(await ala.lines()) == 3

    run(tmp_path, work, 3)


def test_what_was_said_while_hints_were_lost_is_told_later(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        ala, olek = people
        talk = house.app.house.talk
        await come_to_the_lobby(people)
        for _ in range(3):
            await talk.catch_up()
        announce, talk._bus.announce = talk._bus.announce, lambda *_: None  # type: ignore[method-assign]  # noqa: SLF001
        await ala.say(text="lost")
        talk._bus.announce = announce  # type: ignore[method-assign]  # noqa: SLF001
        await talk.catch_up()
        assert await heard(olek, 1) == ["lost"]
        talk._bus.announce = lambda *_: None  # type: ignore[method-assign]  # noqa: SLF001
        await ala.say(text="lost too")
        talk._bus.announce = announce  # type: ignore[method-assign]  # noqa: SLF001
        await ala.say(text="heard")
        assert await heard(olek, 3) == ["lost", "lost too", "heard"]

    run(tmp_path, work)


def test_a_line_that_was_erased_while_the_hint_was_lost_goes_later(tmp_path: Path) -> None:
    async def work(house: House, people: list[Visitor]) -> None:
        ala, olek = people
        talk = house.app.house.talk
        await come_to_the_lobby(people)
        for text in ("kind", "rude"):
            await ala.say(text=text)
        assert await heard(olek, 2) == ["kind", "rude"]
        await talk.look_back()  # nothing has gone, and nobody is told anything
        database = house.app.desk.people.database  # type: ignore[attr-defined]
        await database.write(lambda c: c.execute(delete(lines).where(lines.c.text == "rude")) and None)
        await talk.look_back()
        for visitor in people:
            assert [line["text"] for line in await visitor.lines()] == ["kind"]
        await olek.go_to("lobby")
        assert [line["text"] for line in await olek.lines()] == ["kind"]

    run(tmp_path, work)


def test_nothing_is_kept_of_who_has_gone(tmp_path: Path) -> None:
    """O27."""

    async def work(house: House, people: list[Visitor]) -> None:
        places = house.app.house
        table = (await people[0].make())["id"]
        for place in (table, "lobby"):
            await people[0].go_to(place)
            await people[0].lines()
        assert (len(places.talk), len(places.boards), len(places.crowd.people)) == (1, 1, 1)
        await people[0].cut()
        for _ in range(1500):
            await asyncio.sleep(0.02)
            if not places.crowd.people:
                break
        assert (len(places.talk), len(places.boards), len(places.crowd.people)) == (0, 0, 0)

    run(tmp_path, work, 1)
