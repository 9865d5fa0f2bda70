"""Which passwords are refused, in addition to what sign-up, change and reset show."""

import random
import string
import sys

import pytest

from breachlight.kit.keys import KeyRing
from breachlight.passwords.common_passwords import is_easy_to_guess
from breachlight.passwords.rules import COMMON, EASY_TO_GUESS, OWN_WORDS, password_problems

IDA = ["Ida", "Moss", "ida.moss@people.test", "Otter Rowing Ltd"]


@pytest.fixture(autouse=True)
def _ready(tortoise: None, key_ring: KeyRing) -> None:
    """Bring the database and the keys up."""


async def verdicts(own_words: list[str], *passwords: str) -> dict[str, str | None]:
    found = {password: await password_problems(password, own_words=own_words) for password in passwords}
    return {password: problems[0] if problems else None for password, problems in found.items()}


@pytest.mark.spec("A05")
async def test_own_words_are_refused_when_little_else_is_left() -> None:
    refused = (
        "ida.moss@people.test",
        "xx-Ida.Moss-xx-otherwise-long",
        "Moss12345678",
        "12345678moss!",
        "I-D-A...ida2026",
        "Otter-Rowing-1",
        "otterrowingltd99",
        "ROWING-ROWING",
        "Breachlight-and-a-lot-more",
        "xxbreachlightxx",
    )
    assert await verdicts(IDA, *refused) == dict.fromkeys(refused, OWN_WORDS)


async def test_own_words_may_be_part_of_a_longer_phrase() -> None:
    taken = ("moss-grows-on-the-north-side", "holidays-in-norway-88", "the-otter-and-the-heron", "breach-of-light")
    assert await verdicts(IDA, *taken) == dict.fromkeys(taken)


async def test_short_words_forbid_nothing() -> None:
    taken = ("joyful-heron-4", "al-and-li-44-go")
    assert await verdicts(["Jo", "Li", "al@x.test", ""], *taken) == dict.fromkeys(taken)


async def test_common_passwords_are_refused_whatever_their_case() -> None:
    refused = ("password", "PASSWORD", "Password1", "qwertyuiop", "123456789", "iloveyou1")
    found = await verdicts([], *refused)
    assert set(found.values()) <= {COMMON, None}
    assert [word for word, problem in found.items() if problem is None] == []


BASES = ("password", "dragon", "letmein", "sunshine", "football", "passwort", "azerty", "motdepasse", "contraseña")
LEET = str.maketrans("aeios", "4310$")


@pytest.mark.parametrize("base", BASES)
async def test_a_common_base_word_is_refused_in_every_trivial_variation(base: str) -> None:
    refused = (
        f"{base}1234",
        f"{base}-2026!",
        f"{base.capitalize()}2026!",
        f"2026{base.upper()}",
        f"!!{base.swapcase()}99$",
        f"{base.translate(LEET)}#1987",
        f"{base.translate(LEET).capitalize()}!!",
        f"{base}{base}",
        f"{base}-{base}-{base}1",
        f"{base[::-1]}2026",
        ".".join(base) + ".2026",
    )
    assert [word for word, problem in (await verdicts([], *refused)).items() if problem is None] == []


async def test_repetition_and_keyboard_runs_are_refused() -> None:
    refused = (
        "aaaaaaaaaaaa",
        "aaaabbbbcccc",
        "abcabcabcabc",
        "hunter2hunter2",
        "x7K!x7K!x7K!x7K!",
        "abcdefghijkl",
        "zyxwvutsrqpo",
        "12345678910",
        "98765432109876",
        "qwertyuiop12",
        "asdfghjkl;'",
        "qwer1234!@#$",
        "1qaz2wsx3edc",
        "!QAZ2wsx#EDC",
        "qazwsxedcrfv",
        "azertyuiop-1",
        "qwertzuiop99",
        "11223344556677",
    )
    found = await verdicts([], *refused)
    assert [word for word, problem in found.items() if problem not in {COMMON, EASY_TO_GUESS}] == []


async def test_phrases_and_random_passwords_of_the_minimum_length_are_accepted() -> None:
    phrases = (
        "demonstration-only-9",
        "correct-Horse-7-staple",
        "my password is a heron",
        "dragonfly-over-water",
        "summer rain in may",
        "grüner-Reiher-fliegt",
        "パスワードではない鷺",
    )
    source, letters = random.Random(9), string.ascii_letters + string.digits
    generated = ["".join(source.choices(letters, k=8)) for _ in range(2000)]
    assert [word for word, problem in (await verdicts([], *phrases, *generated)).items() if problem] == []


async def test_a_password_of_any_kind_is_judged_quickly() -> None:
    """Count steps, not seconds: the longest passwords must not cost more than hashing one (A03)."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += 1

    for longest in ("4@8({[<3690!|1/75$+%2" * 48, "x" * 1024, "ab" * 512, "1234567890" * 102, "a1!" * 341):
        calls = 0
        sys.setprofile(count)
        try:
            is_easy_to_guess(longest)
        finally:
            sys.setprofile(None)
        assert calls < 20_000
