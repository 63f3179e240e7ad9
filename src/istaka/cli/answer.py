"""What the solver says about a hand, and how a machine reads it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from istaka.cli.question import Question
from istaka.rules.ruleset import RuleSet
from istaka.rules.scoring import going_out
from istaka.rules.tiles import WILD, face_name, kind_name
from istaka.solver import Arrangement, Discard, arrange, discards, distance, outs


@dataclass(frozen=True)
class Answer:
    """The exact answer to a question."""

    distance: int
    """How many tiles the hand (with 15 tiles: after its best discard) is away from going out."""
    arrangement: Arrangement | None
    """The combinations of the complete hand (after its best discard), None where it is not complete."""
    discards: tuple[Discard, ...]
    """With 15 tiles: what each discard leaves, the best first."""
    outs: Mapping[int, int]
    """With 14 tiles: every kind that brings the hand nearer, with the copies still to come."""


def answer(question: Question) -> Answer:
    """Ask the solver."""
    live = np.array(question.live, np.uint8)
    if not question.complete:
        return Answer(
            distance(question.kinds, ace_high=question.ace_high),
            arrange(question.kinds, ace_high=question.ace_high),
            (),
            outs(question.kinds, unseen=live, ace_high=question.ace_high),
        )
    found = sorted(discards(question.kinds, unseen=live, ace_high=question.ace_high), key=goodness)
    kept = list(question.kinds)
    kept.remove(found[0].kind)
    return Answer(found[0].distance, arrange(kept, ace_high=question.ace_high), tuple(found), {})


def points(discard: Discard) -> int:
    """What each opponent gets when the hand goes out with this discard (R10, without the bonus), else 0."""
    if discard.goes_out is None:
        return 0
    return going_out(RuleSet.remik(), discard.goes_out.value, wild_discard=discard.kind == WILD).points


def goodness(discard: Discard) -> tuple[int, int, int, int]:
    """A sort key: nearest first, then what pays most, then the most copies that help."""
    return discard.distance, -points(discard), -sum(discard.outs.values()), discard.kind


def as_data(question: Question, found: Answer) -> dict[str, Any]:
    """The answer as `istaka solve --json` prints it."""
    wild = question.wild
    data: dict[str, Any] = {
        "indicator": face_name(question.indicator),
        "wild": face_name(wild),
        "tiles": [kind_name(kind, wild) for kind in question.kinds],
        "distance": found.distance,
        "arrangement": _groups(found.arrangement, wild),
    }
    if question.complete:
        data["discards"] = [_discard(discard, wild) for discard in found.discards]
    else:
        data["outs"] = _outs(found.outs, wild)
    return data


def kinds_of(arrangement: Arrangement) -> list[list[int]]:
    """The kinds of each group."""
    return [[place.kind for place in group if place.kind is not None] for group in arrangement.groups]


def _groups(arrangement: Arrangement | None, wild: int) -> list[list[str]] | None:
    if arrangement is None:
        return None
    return [[kind_name(kind, wild) for kind in group] for group in kinds_of(arrangement)]


def _discard(discard: Discard, wild: int) -> dict[str, Any]:
    goes_out = discard.goes_out and {"shape": discard.goes_out.value, "points": points(discard)}
    return {
        "tile": kind_name(discard.kind, wild),
        "distance": discard.distance,
        "goes_out": goes_out,
        "outs": _outs(discard.outs, wild),
    }


def _outs(found: Mapping[int, int], wild: int) -> dict[str, int]:
    return {kind_name(kind, wild): live for kind, live in sorted(found.items())}
