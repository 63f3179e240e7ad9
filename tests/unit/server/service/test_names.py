"""Names: what is shown of them, and which are the same to the eye (O22)."""

import pytest

from istaka.server.service.names import account_name, guest_name, program_name, shown, skeleton
from istaka.server.service.refused import RefusedError


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("  a \t b\n", "a b"),
        ("e\u0301", "\u00e9"),
        ("a\u202eb\u200b\x00c", "abc"),
        ("Ayşe\u00a0Gül", "Ayşe Gül"),
        ("a\u3164\u2800b", "ab"),
        ("Z\u0336\u0337\u0338\u0335a", "Z\u0336\u0337a"),
        ("\u0301a", "a"),
        ("x\u0323\u0301" * 40, "x\u0323\u0301" * 40),
        ('"><script>window.pwn=1</script>', '"><script>window.pwn=1</script>'),
        ("👩\u200d🚀", "👩🚀"),
    ],
)
def test_a_name_is_shown_without_what_cannot_be_seen(name: str, seen: str) -> None:
    assert shown(name) == seen
    assert shown(seen) == seen


@pytest.mark.parametrize("name", ["", "   ", "\u202e\u200b", "\u3164", "\u0301", "x" * 41])
def test_names_that_cannot_be_are_refused(name: str) -> None:
    with pytest.raises(RefusedError, match="1 to 40 characters"):
        shown(name)


DOTLESS = "\N{LATIN SMALL LETTER DOTLESS I}"
CYRILLIC = "\u0440\u0430\u0443\u0440\u0430\u04cf"
SAME = (
    ("Ayşe", "AYŞE", "ayse", "A y s e", "a_y_s_e"),
    (f"I\u015f{DOTLESS}k", f"{DOTLESS}\u015f{DOTLESS}k", "IŞIK", "isik", "İSİK", "lşik", "1sik"),
    ("Łukasz", "lukasz", "ŁUKASZ"),
    ("paypal", CYRILLIC, "PayPaI"),
    ("corner", "comer"),
    ("vvilma", "wilma"),
    ("a0o", "AOo"),
    ("fin", "\ufb01n", "\uff26\uff49\uff4e"),
    ("Ae", "\U0001d400\U0001d41e"),
    ("Straße", "STRASSE"),
)


@pytest.mark.parametrize("names", SAME, ids=lambda names: str(names[0]))
def test_names_that_look_alike_are_one(names: tuple[str, ...]) -> None:
    assert len({skeleton(name) for name in names}) == 1


def test_other_names_are_others() -> None:
    others = ["Ayşe", "Ayla", "Ali", "Veli", "Zofia", "Zosia", "player1", "player2", "日本", "日木", "Васил"]
    assert len({skeleton(name) for name in others}) == len(others)


def test_the_beginning_of_a_name_begins_its_skeleton() -> None:
    for names in SAME:
        for name in names:
            for length in range(len(name)):
                assert skeleton(name).startswith(skeleton(name[:length]))


@pytest.mark.parametrize(
    "name",
    [
        "Moderator",
        "m o d",
        "M\u043ed\u0435r\u0430tor",
        "Admin 7",
        "istaka team",
        "İSTAKA",
        "1staka",
        "The Moderatörs",
        "bot",
    ],
)
def test_nobody_is_called_like_somebody_in_charge(name: str) -> None:
    for kind in (guest_name, account_name):
        with pytest.raises(RefusedError) as refused:
            kind(name)
        assert refused.value.code == "name_reserved"


def test_a_word_is_reserved_and_not_what_it_is_part_of() -> None:
    for name in ("Botan", "Modest", "Abbott", "Sistemli"):
        assert account_name(name) == name


def test_who_a_name_may_belong_to() -> None:
    assert guest_name("Guest ABCD") == "Guest ABCD"
    assert program_name("Ada's bot") == "Ada's bot"
    assert guest_name("★") == "★"
    for kind in (account_name, program_name):
        for name in ("Guest ABCD", "★"):
            with pytest.raises(RefusedError):
                kind(name)
