"""Compiling every kernel once: each is called with the types that its callers use."""

import random
from collections.abc import Callable
from typing import Final

from istaka.bots import BOTS
from istaka.bots.interface import unlimited
from istaka.cli.consoles import stderr
from istaka.cli.workbench import hand_discards, hand_distances
from istaka.game.perft import divide, start
from istaka.game.playouts import POLICIES, playouts
from istaka.game.position import Phase, Position
from istaka.jit import mark_warm
from istaka.rules.ruleset import RuleSet
from istaka.solver import warm


def whole_round() -> None:
    """Play one round with every bot at the table."""
    position: Position = start(RuleSet.remik(), len(BOTS))
    bots, rng = list(BOTS.values()), random.Random(0)  # noqa: S311 - no secret
    while position.phase != Phase.OVER:
        view = position.view(position.turn)
        position = position.play(bots[position.turn].choose(view, rng, unlimited))


def bulk_work() -> None:
    """Answer many hands, play whole rounds and count sequences inside kernels."""
    for work in {**hand_distances(1), **hand_discards(1)}.values():
        work(1)
    for policy in POLICIES:
        playouts(policy, 1, 0)
    divide(start(RuleSet.remik(), 2), 2)


STEPS: Final[tuple[tuple[str, Callable[[], None]], ...]] = (
    ("hands", warm),
    ("rounds and bots", whole_round),
    ("bulk work", bulk_work),
)


def compile_kernels() -> None:
    """Fill the cache and mark it, showing on stderr what is being compiled."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = stderr()
    if not console.is_terminal:
        console.print("Compiling the kernels, once ...")
    columns = (
        TextColumn("Compiling the kernels, once: {task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(STEPS))
        for name, step in STEPS:
            progress.update(task, description=name)
            step()
            progress.advance(task)
    mark_warm()
