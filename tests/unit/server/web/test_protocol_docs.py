"""docs/protocol.md is what the message types say, and what they say is complete."""

import ast
import json
import re
from pathlib import Path
from typing import get_args

import pytest

from istaka.rules.actions import Refusal
from istaka.server.core import messages as wire
from istaka.server.core.codes import REJECTIONS
from istaka.server.web import protocol_docs
from istaka.server.web.protocol_docs import EXAMPLES, FILE, text

SERVER = Path(protocol_docs.__file__).parents[1]
EVERY_MESSAGE = [
    *get_args(wire.ClientMessage),
    *get_args(wire.ServerMessage),
    *get_args(wire.PublicEvent),
]


def test_the_document_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "run python -m istaka.server.web.protocol_docs"


@pytest.mark.parametrize("kind", EVERY_MESSAGE, ids=lambda kind: kind.__name__)
def test_every_message_has_an_example_that_decodes_to_itself(kind: type) -> None:
    example = EXAMPLES[kind]
    raw = wire.encode(example)
    if kind in get_args(wire.ClientMessage):
        assert wire.decode_client(raw) == example
    elif kind in get_args(wire.ServerMessage):
        assert wire.decode_server(raw) == example
    else:
        whole = wire.Event(1, 0, example)  # type: ignore[arg-type]
        assert wire.decode_server(wire.encode(whole)) == whole
    assert raw.decode() in FILE.read_text(encoding="utf-8")


def test_every_code_of_the_server_is_explained() -> None:
    """Whatever the sources refuse with stands in the table of codes, and no code is made up there."""
    used = {refusal.name.lower() for refusal in Refusal if refusal is not Refusal.ACCEPTED}
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_problem = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem"
            if is_problem and isinstance(node.args[0], ast.Constant):
                used.add(str(node.args[0].value))
    assert used == set(REJECTIONS)


def test_a_frame_of_an_example_is_one_line_of_json() -> None:
    blocks = re.findall(r"```json\n(.*?)\n```", text(), re.DOTALL)
    assert len(blocks) > len(EVERY_MESSAGE)
    for block in blocks:
        assert "\n" not in block
        json.loads(block)


def test_writing_it_anew_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol_docs, "FILE", tmp_path / "protocol.md")
    protocol_docs.main()
    assert (tmp_path / "protocol.md").read_text(encoding="utf-8") == text()
