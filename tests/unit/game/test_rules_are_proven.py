"""Every rule that the engine keeps is named by a test that proves it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]
PROVEN = {
    "R1": "the 106 tiles",
    "R2": "2, 3 or 4 players",
    "R3.1": "order of turns",
    "R3.2": "redraws",
    "R3.3": "hands",
    "R4.1": "the indicator",
    "R4.2": "a starred indicator goes back",
    "R4.3": "the size of the stock",
    "R5.1": "the wild",
    "R5.2": "a wild stands for any tile",
    "R5.3": "the starred tile",
    "R6.1": "sets",
    "R6.2": "runs",
    "R6.3": "wilds in combinations",
    "R6.4": "pairs",
    "R7.1": "taking",
    "R7.2": "discarding",
    "R7.3": "a round without stock draws",
    "R7.4": "open piles",
    "R8.1": "going out with melds",
    "R8.2": "going out with pairs",
    "R8.3": "when one may go out",
    "R8.4": "a declaration that does not hold",
    "R8.5": "a hand that is both",
    "R9": "the end of the stock",
    "R10": "penalty points",
    "R10.1": "pairs and a wild discard",
    "R10.2": "the indicator bonus",
    "R10.3": "the winner pays the bonus, too",
    "R11.1": "the limit",
    "R11.2": "the ranking",
    "R12.1": "the clock",
}
"""R3.4 is how the page draws the table, R12.2 the server's: their tests are with them."""


@cache
def cited() -> set[str]:
    """Rule numbers in the docstrings of tests; read when a test asks, not wherever tests are collected."""
    files = [path for path in TESTS.rglob("test_*.py") if path != Path(__file__)]
    texts = [text for path in files for text in docstrings(ast.parse(path.read_text()))]
    return {rule for text in texts for rule in re.findall(r"\bR\d+(?:\.\d+)?\b", text)}


def docstrings(module: ast.Module) -> Iterator[str]:
    """Those of the module and of its tests; tiles that are called like rules do not stand there."""
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


@pytest.mark.parametrize("rule", PROVEN)
def test_the_rule_stands_in_a_test(rule: str) -> None:
    assert rule in cited(), f"no test proves {rule}: {PROVEN[rule]}"
