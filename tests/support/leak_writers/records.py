"""Records that the writers write, and hypothesis strategies of realistic and hostile values for them.

Letters and digits of secrets are drawn from an alphabet of their own (``MARKS``), which no other value uses: so a test can
say of any text whether it contains a part of a secret (``exposed_part``).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from hypothesis import strategies as st

MARKS = "QXZJVWKYqxzjvwky6789"
"""Letters and digits that only secrets have. Hashes are secrets too, and marked by their digits."""

HOSTILE = " ,;|\t:\"'\\/@=#{}[]()<>*$%&é漢😀"
"""Characters that a format may use for itself; a format that can't write one leaves it out."""

_LETTERS = "abcdefghilmnoprstu"
_RUN = 4


@dataclass(frozen=True)
class LeakRecord:
    """One credential as a file has it; None: the file says nothing. ``salt`` belongs to a hash in ``secret``."""

    url: str | None = None
    login: str | None = None
    secret: str | None = None
    salt: str | None = None

    @property
    def password(self) -> str | None:
        """The secret with its salt, as a record keeps it."""
        return f"{self.secret}:{self.salt}" if self.secret and self.salt else self.secret


def words(least: int = 2, most: int = 12) -> st.SearchStrategy[str]:
    return st.text(_LETTERS, min_size=least, max_size=most)


def emails() -> st.SearchStrategy[str]:
    domains = st.builds("{}.{}".format, words(3), st.sampled_from(["com", "net", "de", "co.uk", "example"]))
    return st.builds("{}{}@{}".format, words(), st.sampled_from(["", ".a", "+b", "_1", "0"]), domains)


PLACEHOLDERS = frozenset({"false", "http", "https", "none", "null", "password", "unknown"})


def usernames() -> st.SearchStrategy[str]:
    """User names; what stands in for a missing one isn't one."""
    names = st.builds("{}{}".format, words(3), st.sampled_from(["", "1", "_25", ".b"]))
    return names.filter(lambda name: name not in PLACEHOLDERS)


def urls() -> st.SearchStrategy[str]:
    hosts = st.builds("{}.{}".format, words(3), st.sampled_from(["com", "de", "example"]))
    paths = st.sampled_from(["", "/", "/login", "/a/b.php", "/login?next=1"])
    return st.builds("{}://{}{}".format, st.sampled_from(["http", "https"]), hosts, paths)


def secrets(hostile: str = HOSTILE) -> st.SearchStrategy[str]:
    """Plain secrets of marks and hostile characters, without blanks at either end; none looks like a hash."""
    middle = st.lists(st.sampled_from(MARKS + hostile * 2), max_size=14).map("".join)
    edge = st.text(MARKS, min_size=2, max_size=4)
    return st.builds("{}{}{}".format, edge, middle, edge).map(lambda text: f"W{text}Q")


def hashes() -> st.SearchStrategy[str]:
    return st.one_of(
        st.text("6789", min_size=length - 1, max_size=length - 1).map(lambda text: f"{text}a")
        for length in (32, 40, 64)
    ) | st.just("$2y$10$" + "QXZ6789" * 7 + "Wxzj")


def leak_records(
    hostile: str = HOSTILE,
    *,
    with_url: bool = False,
    logins: st.SearchStrategy[str] | None = None,
    secret_values: st.SearchStrategy[str] | None = None,
) -> st.SearchStrategy[LeakRecord]:
    """Records with a login and a secret; ``hostile`` are the characters that the format can write in a secret."""
    return st.builds(
        LeakRecord,
        url=urls() if with_url else st.none(),
        login=emails() if logins is None else logins,
        secret=secrets(hostile) if secret_values is None else secret_values,
    )


def distinct(records: Iterable[LeakRecord]) -> list[LeakRecord]:
    """Return the records with logins made distinct by a number, so that a test can tell them apart."""
    return [replace(record, login=f"n{number}{record.login}") for number, record in enumerate(records, 10)]


def exposed_part(secret: str, text: str | None) -> str | None:
    """Return a run of at least four characters of a secret, with a mark in it, that the text contains; None if none."""
    folded = (text or "").lower()
    for start in range(len(secret) - _RUN + 1):
        run = secret[start : start + _RUN]
        if run.lower() in folded and any(mark in run for mark in MARKS):
            return run
    return None
