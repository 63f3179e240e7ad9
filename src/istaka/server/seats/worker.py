"""The worker process: answers questions from its standard input until that is closed."""

import contextlib
import os
import random
import signal
import sys
import time
from typing import BinaryIO

from istaka.bots import BOTS
from istaka.jit import compiled, is_warm
from istaka.rules.tiles import HAND_SIZE
from istaka.server.core.hints import Rack, explain, laid
from istaka.server.faults import place_of
from istaka.server.seats.wire import (
    LENGTH,
    Asked,
    Explain,
    Failed,
    Lay,
    Question,
    Started,
    Thought,
    pack,
    unpack,
)


def main() -> None:
    """Answer every question; a bot's fault is an answer too, and does not end the process."""
    # Ctrl-C in a terminal reaches the server's children too; the server ends them when it ends itself
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source = sys.stdin.buffer
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    # what anything prints must not get between the answers
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with contextlib.suppress(BrokenPipeError):  # the server was killed: nobody waits for an answer
        _load()
        sink.write(pack((0, Started(compiled()))))
        while (question := _read(source)) is not None:
            number, asked = question
            sink.write(pack((number, _answered(asked))))


def _load() -> None:
    """Load the compiled kernels that lay hands open: the first end of a round would wait for them."""
    if compiled() and is_warm():
        laid(Rack(tuple(range(HAND_SIZE)), wild=0, ace_high=True))


def _answered(asked: Asked) -> Thought | Failed:
    try:
        return _answer(asked)
    except Exception as error:  # noqa: BLE001 - told to the server, which reports it and asks again
        return Failed(place_of(error))


def _answer(asked: Asked) -> Thought:
    if isinstance(asked, Explain):
        return explain(asked.hand)
    if isinstance(asked, Lay):
        return tuple(map(laid, asked.racks))
    end = time.monotonic() + asked.seconds
    chance = random.Random(asked.seed)  # noqa: S311 - a bot's whims, repeatable from the seed
    return BOTS[asked.level].choose(asked.view, chance, lambda: time.monotonic() < end)


def _read(source: BinaryIO) -> Question | None:
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    body = source.read(LENGTH.unpack(head)[0])
    question = unpack(body)
    if not isinstance(question, tuple):
        msg = f"{type(question).__name__} is no question"
        raise TypeError(msg)
    return question


if __name__ == "__main__":
    main()
