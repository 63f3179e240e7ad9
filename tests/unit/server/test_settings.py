"""Settings come from the environment and the command line, and say what is wrong with them."""

from pathlib import Path

import pytest

from istaka.server.settings import Settings, SettingsError, default_database


def test_every_setting_is_read_from_the_environment() -> None:
    environment = {
        "ISTAKA_HOST": "192.0.2.1",
        "ISTAKA_PORT": "9000",
        "ISTAKA_DB": "deep/x.db",
        "ISTAKA_BOT_PACE": "0.25",
        "ISTAKA_WARM": "0",
        "ISTAKA_KERNELS": "auto",
    }
    settings = Settings.from_environment(environment)
    assert (settings.host, settings.port, settings.db) == ("192.0.2.1", 9000, "deep/x.db")
    assert (settings.bot_pace, settings.warm) == (0.25, False)


def test_the_command_line_wins() -> None:
    assert Settings.from_environment({"ISTAKA_PORT": "9000"}, port=9001).port == 9001


def test_nothing_said_is_the_default() -> None:
    assert Settings.from_environment({"ISTAKA_PORT": ""}) == Settings()
    assert Path(Settings().db) == default_database()


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "many", "ISTAKA_PORT is 'many': expected a number"),
        ("BOT_PACE", "slow", "ISTAKA_BOT_PACE is 'slow': expected a number"),
        ("WARM", "maybe", "ISTAKA_WARM is 'maybe': expected 1 or 0"),
        ("BOT_PACE", "-1", "bot_pace is -1.0: expected 0 or more"),
        ("BOT_PACE", "nan", "bot_pace is nan: expected 0 or more"),
        ("IDLE_HOURS", "inf", "idle_hours is inf: expected 0 or more"),
        ("STANDIN", "best", "standin is 'best': expected random or greedy or careful"),
        ("BOT_WORKERS", "0", "bot_workers is 0: expected 1 or more"),
        ("PORT", "70000", "port is 70000: expected 0 to 65535"),
    ],
)
def test_a_setting_that_cannot_be_is_said(name: str, value: str, sentence: str) -> None:
    with pytest.raises(SettingsError) as refused:
        Settings.from_environment({f"ISTAKA_{name}": value})
    assert str(refused.value) == sentence


def test_a_worker_among_others_needs_both_a_database_and_a_bus() -> None:
    shared = Settings(db="postgresql://db/istaka", bus="redis://bus")
    assert shared.is_shared
    assert not Settings().is_shared
    with pytest.raises(SettingsError, match=r"needs a bus too: --bus redis://"):
        Settings(db="postgresql://db/istaka")
    with pytest.raises(SettingsError, match=r"share PostgreSQL: --db postgresql://"):
        Settings(bus="redis://bus")
