"""`istaka solve` drawn for people."""

from collections.abc import Mapping

from rich.table import Table
from rich.text import Text

from istaka.cli.answer import Answer, kinds_of, points
from istaka.cli.consoles import stdout
from istaka.cli.question import Question
from istaka.cli.tiles import groups, tile, tiles
from istaka.rules.tiles import face_name
from istaka.solver import Discard


def draw(question: Question, found: Answer) -> None:
    """Print the hand, its combinations and what helps it."""
    console = stdout()
    wild = question.wild
    console.print(
        f"Indicator {face_name(question.indicator)}: J is {face_name(wild)}, S counts as {face_name(wild)}"
    )
    console.print(tiles(sorted(question.kinds), wild))
    console.print(sentence(question, found))
    if found.arrangement is not None:
        console.print(groups(kinds_of(found.arrangement), wild))
    if question.complete:
        console.print(discard_table(found.discards, wild))
    elif found.outs:
        console.print(Text("Nearer with ").append_text(outs_text(found.outs, wild)))


def sentence(question: Question, found: Answer) -> str:
    """How far the hand is from going out, in words."""
    if found.distance:
        return f"{found.distance} {'tile' if found.distance == 1 else 'tiles'} away from going out"
    if not question.complete:
        return "All 14 tiles lie down: the next turn goes out"
    best = found.discards[0]
    return f"Goes out: each opponent pays {points(best)}"


def discard_table(discards: tuple[Discard, ...], wild: int) -> Table:
    """One row for each discard, the best first."""
    table = Table(
        "Discard", "Tiles away", "Goes out", "Nearer with (copies to come)", box=None, pad_edge=False
    )
    for discard in discards:
        table.add_row(
            tile(discard.kind, wild),
            str(discard.distance),
            goes_out(discard),
            outs_text(discard.outs, wild),
        )
    return table


def goes_out(discard: Discard) -> str:
    """How a discard goes out and what it pays, empty where it does not."""
    return f"{discard.goes_out.value}, {points(discard)}" if discard.goes_out else ""


def outs_text(found: Mapping[int, int], wild: int) -> Text:
    """Kinds with the copies still to come, and how many there are in all."""
    if not found:
        return Text("")
    named = Text(" ").join(tile(kind, wild).append(f"x{live}") for kind, live in sorted(found.items()))
    return named.append(f"  = {sum(found.values())}")
