"""What the server may refuse, every language can word."""

from pathlib import Path

import pytest
from fluent.runtime import FluentBundle, FluentResource

from istaka.server.core.codes import REJECTIONS

LOCALES = Path(__file__).parents[2] / "web" / "locales"


@pytest.mark.parametrize("language", ["en", "pl", "tr"])
def test_every_refusal_has_words(language: str) -> None:
    bundle = FluentBundle([language])
    bundle.add_resource(FluentResource((LOCALES / f"app.{language}.ftl").read_text(encoding="utf-8")))
    assert [code for code in REJECTIONS if not bundle.has_message(f"refused-{code}")] == []
