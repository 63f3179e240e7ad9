"""What the server may refuse, every language can word."""

from pathlib import Path

import pytest
from fluent.runtime import FluentBundle, FluentResource

from istaka.server.core.codes import REJECTIONS

LOCALES = Path(__file__).parents[2] / "web" / "locales"


@pytest.mark.parametrize("language", ["en", "pl", "tr"])
def test_every_refusal_has_words(language: str) -> None:
    """At the table they are called `refused`, in the talk `talk`, on every other page `problem`."""
    bundle = FluentBundle([language])
    for part in LOCALES.glob(f"*.{language}.ftl"):
        bundle.add_resource(FluentResource(part.read_text(encoding="utf-8")))
    words = ("refused", "talk", "problem")
    silent = [code for code in REJECTIONS if not any(bundle.has_message(f"{word}-{code}") for word in words)]
    assert silent == []
