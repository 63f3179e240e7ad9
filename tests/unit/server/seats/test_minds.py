"""The worker process: it thinks, it dies, it is replaced; no question is lost without a word."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from at_table.core_table import WITH_BOTS, CoreTable
from istaka.server.core.hints import Hand, Rack, laid
from istaka.server.ports import MindError
from istaka.server.seats import cache, process
from istaka.server.seats import minds as module
from istaka.server.seats.minds import WorkerMinds
from istaka.server.seats.wire import Choose


def run(work: Callable[[WorkerMinds], Awaitable[None]], *command: str, count: int = 1) -> None:
    async def whole() -> None:
        minds = WorkerMinds(warm=False, count=count, command=command or module.COMMAND)
        await minds.start()
        try:
            await work(minds)
        finally:
            await minds.stop()

    asyncio.run(whole())


def table() -> CoreTable:
    made = CoreTable(seats=WITH_BOTS)
    made.deal()
    return made


@pytest.mark.parametrize("level", ["random", "greedy", "careful"])
def test_every_level_answers_with_a_legal_action(level: str) -> None:
    game = table().room.game

    async def work(minds: WorkerMinds) -> None:
        for seed in range(5):
            assert await minds.choose(level, game.view(game.turn), seed) in game.legal

    run(work)


def test_questions_are_answered_side_by_side() -> None:
    game = table().room.game
    view = game.view(game.turn)

    async def work(minds: WorkerMinds) -> None:
        answers = await asyncio.gather(*(minds.choose("random", view, seed) for seed in range(50)))
        again = [await minds.choose("random", view, seed) for seed in range(50)]
        assert answers == again
        assert len(set(answers)) > 3

    run(work)


def test_a_declaration_is_explained() -> None:
    game = table().room.game

    async def work(minds: WorkerMinds) -> None:
        kinds = game.hand(0)
        problem = await minds.explain(Hand(kinds, kinds[0], game.wild, ace_high=True))
        assert problem.code == "does_not_go_out"
        assert problem.params["strays"]

    run(work)


def test_hands_are_laid_open_as_in_this_process() -> None:
    game = table().room.game
    racks = tuple(Rack(game.hand(seat)[:14], game.wild, ace_high=True) for seat in range(3))

    async def work(minds: WorkerMinds) -> None:
        assert await minds.lay_open(racks) == tuple(map(laid, racks))

    run(work)


def test_a_question_that_cannot_be_answered_is_an_error_and_ends_nothing() -> None:
    game = table().room.game

    async def work(minds: WorkerMinds) -> None:
        view = game.view(game.turn)
        with pytest.raises(MindError, match="KeyError"):
            await minds.choose("nobody", view, 1)
        assert await minds.choose("random", view, 1) in game.legal

    run(work)


def test_a_killed_worker_is_replaced_and_its_questions_fail_at_once() -> None:
    game = table().room.game
    view = game.view(game.turn)

    async def work(minds: WorkerMinds) -> None:
        await minds.choose("random", view, 1)
        (first,) = minds.pids
        os.kill(first, signal.SIGSTOP)
        asked = [asyncio.create_task(minds.choose("random", view, seed)) for seed in range(3)]
        await asyncio.sleep(0.05)
        os.kill(first, signal.SIGKILL)
        answers = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 5)
        assert all(isinstance(answer, MindError) for answer in answers)
        assert await minds.choose("random", view, 1) in game.legal
        assert minds.pids != (first,)

    run(work)


def test_a_worker_that_does_not_answer_is_taken_for_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    game = table().room.game

    async def work(minds: WorkerMinds) -> None:
        view = game.view(game.turn)
        await minds.choose("random", view, 1)
        monkeypatch.setattr(process, "SILENCE_SECONDS", 0.3)
        (first,) = minds.pids
        os.kill(first, signal.SIGSTOP)
        with pytest.raises(MindError, match="did not answer in time"):
            await minds.choose("random", view, 1)
        monkeypatch.setattr(process, "SILENCE_SECONDS", 20.0)
        assert await minds.choose("random", view, 1) in game.legal

    run(work)


def test_a_slow_worker_with_many_questions_is_not_taken_for_dead() -> None:
    """It answers one after the other; what counts is how long it says nothing."""
    slow = (
        "import os, time; from istaka.server.seats import worker;"
        "answer = worker._answer; worker._answer = lambda asked: time.sleep(0.25) or answer(asked);"
        "worker.main()"
    )
    game = table().room.game

    async def work(minds: WorkerMinds) -> None:
        view = game.view(game.turn)
        start = asyncio.get_running_loop().time()
        answers = await asyncio.gather(*(minds.choose("random", view, seed) for seed in range(15)))
        assert asyncio.get_running_loop().time() - start > process.SILENCE_SECONDS
        assert set(answers) <= set(game.legal)

    run(work, sys.executable, "-c", slow)


def test_while_one_worker_hangs_another_answers() -> None:
    game = table().room.game

    async def work(minds: WorkerMinds) -> None:
        view = game.view(game.turn)
        for _ in range(500):
            await asyncio.sleep(0.02)
            if len(minds.pids) == 2:
                break
        first, second = minds.pids
        os.kill(first, signal.SIGSTOP)
        try:
            stuck = asyncio.create_task(minds.choose("random", view, 1))
            await asyncio.sleep(0.01)
            answers = [await asyncio.wait_for(minds.choose("random", view, 1), 2) for _ in range(5)]
            assert set(answers) <= set(game.legal)
            assert not stuck.done()
        finally:
            os.kill(first, signal.SIGKILL)
        with pytest.raises(MindError, match="died"):
            await stuck
        for _ in range(500):
            await asyncio.sleep(0.02)
            if len(minds.pids) == 2:
                break
        assert second in minds.pids
        assert first not in minds.pids

    run(work, count=2)


def test_a_worker_that_cannot_start_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    # on a slow machine another start would be under way when the test ends
    monkeypatch.setattr(module, "TEND_SECONDS", 60.0)
    game = table().room.game

    async def work(minds: WorkerMinds) -> None:
        with pytest.raises(MindError, match="died"):
            await minds.choose("random", game.view(game.turn), 1)

    run(work, sys.executable, "-c", "raise SystemExit(3)")


def test_a_program_that_is_not_there_is_an_error() -> None:
    """Such as no memory for another process: a bot is asked again, and a socket lives on."""
    game = table().room.game

    async def work(minds: WorkerMinds) -> None:
        with pytest.raises(MindError, match="cannot be started"):
            await minds.choose("random", game.view(game.turn), 1)

    run(work, "/nowhere/python")


def test_after_the_cache_is_filled_another_worker_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """DESIGN.md, modes: the worker is replaced, nothing is rebound in a living process."""
    game = table().room.game
    view, legal = game.view(game.turn), game.legal
    filled = asyncio.Event()

    async def fill() -> bool:
        await filled.wait()
        return True

    monkeypatch.setattr(module, "fill_cache", fill)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")

    async def whole() -> None:
        minds = WorkerMinds(warm=True)
        minds._warm = True  # noqa: SLF001 - the test itself runs interpreted
        await minds.start()
        await minds.choose("random", view, 1)
        first = minds.pids
        filled.set()
        for _ in range(400):
            await asyncio.sleep(0.02)
            if minds.pids not in {first, ()}:
                break
        assert minds.pids not in {first, ()}
        assert await minds.choose("random", view, 1) in legal
        await minds.stop()

    asyncio.run(whole())


def test_a_worker_that_was_just_replaced_ends_with_the_others() -> None:
    """While it still owes an answer: who stops meanwhile leaves no process behind."""
    game = table().room.game
    question = Choose("random", game.view(game.turn), 1, 0.1)

    async def whole() -> int:
        place = module.Place(module.COMMAND)
        old = await place.ready()
        os.kill(old.pid, signal.SIGSTOP)
        asked = asyncio.create_task(old.ask(question))
        replacing = asyncio.create_task(place.replace())
        while place.worker is old:  # noqa: ASYNC110 - another process decides it
            await asyncio.sleep(0.001)
        replacing.cancel()
        await asyncio.gather(replacing, return_exceptions=True)
        await place.close()
        with pytest.raises(MindError, match="died"):
            await asked
        return old.pid

    assert not Path(f"/proc/{asyncio.run(whole())}").exists()


@pytest.mark.parametrize(("script", "filled"), [("pass", True), ("raise SystemExit(1)", False)])
def test_the_cache_is_filled_by_a_child_of_low_priority(
    monkeypatch: pytest.MonkeyPatch, script: str, *, filled: bool
) -> None:
    monkeypatch.setattr(cache, "WARM_COMMAND", (sys.executable, "-c", script))
    assert asyncio.run(cache.fill_cache()) == filled


def test_stopping_ends_the_child_that_fills_the_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mark = tmp_path / "started"
    script = f"import pathlib, time; pathlib.Path({str(mark)!r}).touch(); time.sleep(60)"
    monkeypatch.setattr(cache, "WARM_COMMAND", (sys.executable, "-c", script))

    async def whole() -> None:
        task = asyncio.create_task(cache.fill_cache())
        while not mark.exists():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.02)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 5)

    asyncio.run(whole())
