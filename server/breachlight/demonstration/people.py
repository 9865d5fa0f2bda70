"""Invented people, sites and passwords. Every host lies under a name that RFC 2606 reserves."""

import random
from dataclasses import dataclass

COMPANY_DOMAIN = "acme.example"
INDIVIDUAL_EMAIL = "ind@breachlight.example"

_FIRST = (
    "ada", "amir", "bea", "carlos", "chen", "dana", "elif", "emil", "fatou", "georg", "hana", "ines", "ivan", "jana",
    "kofi", "lena", "maya", "nils", "olga", "omar", "petra", "quinn", "rosa", "samir", "tara", "uma", "victor", "wanda",
    "yusuf", "zoe",
)  # fmt: skip
_LAST = (
    "abara", "berg", "castro", "dufour", "engel", "fischer", "garcia", "hansen", "ito", "jensen", "kowal", "lindt",
    "moreau", "novak", "okoye", "petrov", "quist", "rossi", "silva", "tanaka", "ueda", "vogel", "weiss", "yilmaz",
)  # fmt: skip
_WORDS = (
    "harbor",
    "willow",
    "copper",
    "meadow",
    "lantern",
    "falcon",
    "orchid",
    "granite",
    "saffron",
    "velvet",
    "comet",
)
_PORTALS = (
    "https://login.acme.example/signin", "https://vpn.acme.example/remote/login", "https://shop.acme.example/account",
    "https://partners.acme.example/portal/auth", "https://mail.acme.example/owa/auth/logon", "https://acme.example/login",
    "https://support.acme.example/tickets/login", "https://careers.acme.example/apply",
)  # fmt: skip
_FOREIGN = (
    "https://forum.gardening.example/ucp", "https://travel.example/login", "https://photos.example/signin",
    "https://music.example/account", "https://games.example/auth/login", "https://bookshop.example/checkout/login",
    "https://fitness.example/app", "https://cloudnotes.example/session",
)  # fmt: skip
_MAIL = ("mailbox.example", "postbox.example", "webmail.example")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody invented."""

    first: str
    last: str

    @property
    def work_email(self) -> str:
        """The address at the demonstration's company."""
        return f"{self.first}.{self.last}@{COMPANY_DOMAIN}"

    @property
    def private_email(self) -> str:
        """An address at an invented mail provider."""
        return f"{self.first}{self.last}@{_MAIL[len(self.last) % len(_MAIL)]}"


class World:
    """A seeded source of people, sites and passwords: the same seed invents the same world."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.staff = [Person(first, self._random.choice(_LAST)) for first in _FIRST]

    def colleague(self) -> Person:
        """Return somebody of the company; few leak often and many seldom, as in life."""
        return self.staff[min(int(self._random.expovariate(0.12)), len(self.staff) - 1)]

    def stranger(self) -> Person:
        """Return a customer."""
        return Person(self._random.choice(_FIRST), self._random.choice(_LAST))

    def password(self) -> str:
        """Return an invented password."""
        word = self._random.choice(_WORDS)
        return f"{word.capitalize()}-{self._random.choice(_WORDS)}{self._random.randrange(10, 9999)}"

    def digest(self) -> str:
        """Return what looks like an MD5 hash."""
        return f"{self._random.getrandbits(128):032x}"

    def portal(self) -> str:
        """Return a login page of the company."""
        return self._random.choice(_PORTALS)

    def site(self) -> str:
        """Return a login page of somebody else."""
        return self._random.choice(_FOREIGN)

    def chance(self, share: float) -> bool:
        """Return true in ``share`` of the calls."""
        return self._random.random() < share

    def number(self, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``."""
        return self._random.randint(low, high)

    def pick(self, items: tuple[str, ...]) -> str:
        """Return one of the items."""
        return self._random.choice(items)
