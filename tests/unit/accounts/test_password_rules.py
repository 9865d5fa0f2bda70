"""Which passwords are refused, beside what sign-up, change and reset show."""

import pytest

from breachlight.kit.keys import KeyRing
from breachlight.passwords.rules import COMMON, OWN_WORDS, password_problems

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


async def test_own_words_may_stand_in_a_longer_phrase() -> None:
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
