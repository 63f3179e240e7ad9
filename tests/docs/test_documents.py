"""The documents are true: examples run, links lead somewhere, the first command stays small."""

import doctest
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "web" / "README.md"])
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)]*)?\)")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_examples_run(document: Path) -> None:
    failed, _ = doctest.testfile(
        str(document), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )
    assert failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_links_lead_to_files(document: Path) -> None:
    targets = [match[1] for match in LINK.finditer(document.read_text(encoding="utf-8"))]
    missing = [
        target
        for target in targets
        if "://" not in target and not (document.parent / target).resolve().exists()
    ]
    assert missing == []


def test_readme_shows_examples_that_run() -> None:
    assert doctest.DocTestParser().get_examples((ROOT / "README.md").read_text(encoding="utf-8"))


def test_the_first_command_installs_nothing_that_only_tests_need() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["uv"]["default-groups"] == []
    named = {re.split(r"[\[<>=;]", name)[0] for name in project["project"]["dependencies"]}
    assert not named & {"pytest", "hypothesis", "playwright", "highspy"}


def test_every_python_module_says_what_it_is_for() -> None:
    silent = [
        name_of(path)
        for path in (ROOT / "src").rglob("*.py")
        if not path.read_text(encoding="utf-8").startswith('"""')
    ]
    assert silent == []
