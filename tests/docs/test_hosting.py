"""What the hosting guide names is there: every setting with its default, every command, every file."""

import dataclasses
import re
from pathlib import Path

import click
import yaml

from istaka.cli.frame import commands
from istaka.server.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(ISTAKA_\w+)` \| (.*?) \| .+ \|$", re.MULTILINE)
ELSEWHERE = {
    "ISTAKA_CACHE_DIR",
    "ISTAKA_KERNELS",
    "ISTAKA_WEB",
    "ISTAKA_SITE",
    "ISTAKA_WORKERS",
    "ISTAKA_REPOSITORY",
}
"""Of kernels, the build, and the files in deploy/: no settings of the server."""


def test_every_setting_stands_in_the_guide_with_its_default() -> None:
    told = dict(ROW.findall(GUIDE))
    fields = {PREFIX + field.name.upper(): field for field in dataclasses.fields(Settings)}
    assert set(told) == set(fields)
    for name, field in fields.items():
        if field.default is not dataclasses.MISSING:
            assert told[name] == _shown(field.default), name


def _shown(default: object) -> str:
    if isinstance(default, bool):
        return f"`{int(default)}`"
    if default == "":
        return "none"
    return f"`{default:g}`" if isinstance(default, float) else f"`{default}`"


def test_every_variable_in_deploy_is_a_setting() -> None:
    known = {PREFIX + field.name.upper() for field in dataclasses.fields(Settings)} | ELSEWHERE
    for path in [*(ROOT / "deploy").iterdir(), ROOT / "docs" / "hosting.md"]:
        named = set(re.findall(r"ISTAKA_[A-Z_]+", path.read_text(encoding="utf-8")))
        assert named <= known, path.name


def test_every_command_of_the_guide_is_one() -> None:
    named = set(re.findall(r"^(?:/opt/istaka/bin/)?istaka ([a-z]+)", GUIDE, re.MULTILINE))
    assert named >= {"backup", "restore", "migrate", "doctor", "admin"}
    assert named <= set(commands.list_commands(click.Context(commands)))


def test_the_compose_file_has_what_the_guide_says() -> None:
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
    assert set(compose["services"]) == {"worker-1", "worker-2", "migrate", "postgres", "valkey", "caddy"}
    for name in ("worker-1", "worker-2"):
        assert compose["services"][name]["environment"]["ISTAKA_BUS"].startswith("redis://valkey")
