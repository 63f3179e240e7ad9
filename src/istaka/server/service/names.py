"""What people may be called: what is shown of a name, and which names are the same to the eye.

An account's name is its owner's alone: no other account, and no guest, may have one that looks like it. Two
names are the same when their **skeletons** are: compatibility forms, case, accents and everything but letters
and digits count for nothing, and each character stands for the ASCII one that it looks like (Unicode's list
of confusable characters). Three things are decided here and not by that list:

- `I` and `i`, each with and without its dot, are one, and `l` and `1` with them. In Turkish the capital `I`
  is that of the dotless letter, elsewhere of `i`, and it looks like `l`: no rule that keeps them apart holds
  for all who read the name.
- Accents make no other name: who cannot type `ş` writes `s`, and finds the same person.
- `rn` is `m` and `vv` is `w`; `O` is `0`.

A skeleton is made character by character, so the beginning of a name has the beginning of its skeleton.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from istaka.server.service.refused import Code, RefusedError

LONGEST: Final = 40
"""Characters of a name, accents not counted."""
ACCENTS: Final = 2
"""So many marks one character may carry; more of them grow over the lines around it."""
BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f")
"""Characters that are letters, marks or symbols by their category and show nothing."""
DOTLESS: Final = "\N{LATIN SMALL LETTER DOTLESS I}"
ONE_STROKE: Final = str.maketrans({"l": "i", "1": "i", "|": "i", "0": "o", "m": "rn", "w": "vv"})

ANYWHERE: Final = ("istaka", "moderator", "administrator")
"""No name may hold one of these, whatever stands around it."""
WORDS: Final = (
    *("admin", "mod", "bot", "root", "staff", "official", "server", "system", "support", "deleted"),
    *("yönetici", "yetkili", "destek", "sunucu", "sistem", "silindi"),
    *("moderacja", "obsługa", "pomoc", "serwer", "usunięty"),
)
"""No name may have one of these as a word of its own, or be it."""
GUESTS: Final = ("guest", "misafir", "konuk", "gość")
"""Words that only guests may have."""
PROGRAMS: Final = ("bot",)
"""Words that bot accounts may have, because they say the truth."""


def prepare() -> None:
    """Read the list of look-alikes: it takes a twentieth of a second, which no first name should wait for."""
    skeleton("Ada")


def shown(name: str) -> str:
    """A name as it is shown: composed, one space at a time, without characters that cannot be seen.

    Raises:
        RefusedError: nothing is left, or more than 40 characters.
    """
    composed = unicodedata.normalize("NFC", name)
    cleaned = " ".join("".join(_visible(composed)).split())
    length = sum(not _is_mark(character) for character in cleaned)
    if not 1 <= length <= LONGEST:
        raise RefusedError(Code.BAD_NAME, longest=LONGEST)
    return cleaned


def _visible(name: str) -> Iterable[str]:
    """The characters that are seen; marks only on a character, and not too many."""
    marks = ACCENTS
    for character in name:
        if character.isspace():
            marks = ACCENTS
            yield " "
        elif character in BLANK or unicodedata.category(character).startswith("C"):
            continue
        elif _is_mark(character):
            marks += 1
            if marks <= ACCENTS:
                yield character
        else:
            marks = 0
            yield character


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def guest_name(name: str) -> str:
    """A guest's name as it is shown; raises `RefusedError`."""
    return _unreserved(shown(name), GUESTS)


def account_name(name: str) -> str:
    """An account's name as it is shown; raises `RefusedError`."""
    return _lettered(_unreserved(shown(name), ()))


def program_name(name: str) -> str:
    """A bot account's name as it is shown; raises `RefusedError`."""
    return _lettered(_unreserved(shown(name), PROGRAMS))


def _lettered(name: str) -> str:
    if not skeleton(name):
        raise RefusedError(Code.BAD_NAME, longest=LONGEST)
    return name


def _unreserved(name: str, free: tuple[str, ...]) -> str:
    """The name, unless it says that its owner is somebody in charge."""
    whole = skeleton(name)
    words = {skeleton(word.rstrip("0123456789")) for word in re.split(r"[\W_]+", name)} | {whole}
    reserved = _skeletons((*WORDS, *GUESTS)) - _skeletons(free)
    if words & reserved or any(word in whole for word in _skeletons(ANYWHERE)):
        raise RefusedError(Code.NAME_RESERVED)
    return name


@cache
def _skeletons(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(skeleton(word) for word in words)


def skeleton(name: str) -> str:
    """What a name comes to for the eye; empty where it has no letter and no digit."""
    plain = unicodedata.normalize("NFKD", name)
    return "".join(_stands_for(character) for character in plain)


@cache
def _stands_for(character: str) -> str:
    """The letters and digits that a character is read as."""
    looks = _look_alikes().get(character, character)
    folded = unicodedata.normalize("NFKD", looks.casefold()).translate(ONE_STROKE)
    return "".join(ch for ch in folded if ch.isalnum()).replace(DOTLESS, "i")


@cache
def _look_alikes() -> dict[str, str]:
    """The ASCII text that a character looks like, for those that look like one."""
    # see `prepare`
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415

    found: dict[str, str] = {}
    for character, alikes in confusables_data.items():
        for alike in alikes:
            plain = "".join(ch for ch in alike["c"] if not _is_mark(ch))
            if plain.isascii() and plain.isalnum():
                found[character] = plain
    return found
