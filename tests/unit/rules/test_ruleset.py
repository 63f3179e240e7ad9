"""Rule sets: presets, options, validation and their text."""

import dataclasses

import pytest

from istaka.rules.errors import RuleSetError
from istaka.rules.ruleset import PRESETS, RuleSet


def test_remik_holds_every_default_of_the_rules() -> None:
    """R11.1, R3.1, R6.2, R7.2, R10, R10.1, R10.2."""
    rules = RuleSet.remik()
    assert (rules.limit, rules.order, rules.ace_high, rules.return_taken) == (
        80,
        "drawn_each_round",
        True,
        "allow",
    )
    assert (rules.combo, rules.bonus) == ("max", "dealt")
    assert (rules.start, rules.melds, rules.pairs, rules.wild) == (0, 20, 40, 40)
    assert (rules.stalemate, rules.bonus_points, rules.descending) == (10, 10, False)


def test_fast_differs_from_remik_by_the_limit_alone() -> None:
    """R11.1: 40 in the fast game."""
    assert RuleSet.fast() == RuleSet.remik().replace(name="fast", limit=40)


def test_classic_is_the_preset_of_the_rules() -> None:
    """The classic preset: 20 points counting down; 2, 4, 4, both 8, bonus 1 shown, stalemate 0."""
    rules = RuleSet.classic()
    assert (rules.start, rules.limit, rules.descending) == (20, 0, True)
    assert (rules.melds, rules.wild, rules.pairs, rules.combo) == (2, 4, 4, "double")
    assert (rules.bonus, rules.bonus_points, rules.stalemate) == ("shown", 1, 0)


def test_presets_are_found_by_their_names() -> None:
    assert {name: rules.name for name, rules in PRESETS.items()} == {
        "remik": "remik",
        "fast": "fast",
        "classic": "classic",
    }


@pytest.mark.parametrize("limit", [10, 40, 80, 120, 1000])
def test_any_multiple_of_10_is_a_limit(limit: int) -> None:
    """R11.1."""
    assert RuleSet.remik().replace(limit=limit).limit == limit


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"limit": 45}, "limit is 45: expected a multiple of 10 (R11.1)"),
        ({"limit": 0}, "limit is 0: expected more than the start of 0, as totals go up"),
        ({"limit": -10}, "limit is -10: expected a number of points, 0 or more"),
        ({"limit": True}, "limit is True: expected a number of points, 0 or more"),
        ({"limit": "80"}, "limit is '80': expected a number of points, 0 or more"),
        ({"order": "clockwise"}, "order is 'clockwise': expected drawn_each_round or drawn_once"),
        ({"return_taken": "maybe"}, "return_taken is 'maybe': expected allow or forbid"),
        ({"combo": "sum"}, "combo is 'sum': expected max or double"),
        ({"bonus": "drawn"}, "bonus is 'drawn': expected dealt or shown or round_end or off"),
        ({"ace_high": 1}, "ace_high is 1: expected true or false"),
        ({"descending": True}, "limit is 80: expected less than the start of 0, as totals go down"),
        ({"melds": -1}, "melds is -1: expected a number of points, 0 or more"),
        ({"name": "my rules"}, "name is 'my rules': expected a word of letters, digits and hyphens"),
        ({"speed": 9}, "'speed' is no rule: expected one of name, limit, order"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(RuleSetError) as caught:
        RuleSet.remik().replace(**changes)
    assert str(caught.value).startswith(message)


def test_a_rule_set_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        RuleSet.remik().limit = 40  # type: ignore[misc]


@pytest.mark.parametrize("rules", [*PRESETS.values(), RuleSet(name="own-1", limit=120, ace_high=False)])
def test_text_names_every_field_and_is_read_back(rules: RuleSet) -> None:
    assert RuleSet.parse(rules.text) == rules
    assert rules.text.split(" ")[0] == rules.name
    fields = [word.partition("=")[0] for word in rules.text.split(" ")[1:]]
    assert fields == [field.name for field in dataclasses.fields(RuleSet)][1:]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RuleSet.remik().text + " limit=40", "'limit=40' is no rule or stands twice"),
        (RuleSet.remik().text + " speed=40", "'speed=40' is no rule or stands twice"),
        (RuleSet.remik().text + " name=fast", "'name=fast' is no rule or stands twice"),
        (RuleSet.remik().text.replace("limit=80", "limit=8O"), "limit is '8O': expected a number"),
        (RuleSet.remik().text.replace("limit=80", "limit=" + "8" * 5000), "limit is '8888"),
        ("remik limit=80", "'remik limit=80' does not say order"),
        ("", "'' does not say limit"),
    ],
)
def test_other_text_is_refused(text: str, message: str) -> None:
    with pytest.raises(RuleSetError) as caught:
        RuleSet.parse(text)
    assert str(caught.value).startswith(message)
