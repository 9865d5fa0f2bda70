"""Generated leak files and identities for the benchmarks: seeded, invented, and made fast.

Half of the lines are ``address:secret``, half are ``url:login:secret`` (three of ten logins are no address). One line of
500 (0.2 %) holds a monitored address or lies at a monitored domain; one of 1,000 has spaces and a secret that isn't ASCII.
Popularity of mail providers and sites falls off as in the field: few are met very often, most are rare.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

HIT_RATE = 0.002
ODD_RATE = 0.001
BLOCK_LINES = 500_000
WATCHED_DOMAIN_SHARE = 0.1
_ALPHABET = np.frombuffer(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!@#$_-.", dtype=np.uint8)
_LETTERS_AND_DIGITS = 62
_MARKED_SECRETS = 0.2
_SYLLABLES = [a + b for a in ("b", "d", "f", "k", "l", "m", "n", "p", "r", "s", "t", "v", "st", "gr") for b in "aeiou"]
_PATHS = ["", "/", "/login", "/signin", "/account/login.php", "/users/sign_in", "/auth/realms/main", "/wp-login.php"]
_FIRST = ["", "", "", "www.", "login.", "accounts.", "my.", "shop.", "app."]


def _pool(random: np.random.Generator, size: int, syllables: int) -> pa.Array:
    """Return ``size`` pronounceable words of so many syllables."""
    parts = [pa.array(_SYLLABLES).take(pa.array(random.integers(0, len(_SYLLABLES), size))) for _ in range(syllables)]
    return pc.binary_join_element_wise(*parts, "")


def _noise(random: np.random.Generator, size: int, shortest: int, longest: int) -> pa.Array:
    """Return ``size`` random texts of letters and digits; one of five holds a punctuation mark, never at its start."""
    lengths = random.integers(shortest, longest + 1, size)
    offsets = np.zeros(size + 1, dtype=np.int32)
    np.cumsum(lengths, out=offsets[1:])
    data = _ALPHABET[random.integers(0, _LETTERS_AND_DIGITS, int(offsets[-1]), dtype=np.uint8)]
    marked = np.flatnonzero(random.random(size) < _MARKED_SECRETS)
    places = offsets[marked] + 1 + random.integers(0, lengths[marked] - 1)
    data[places] = _ALPHABET[random.integers(_LETTERS_AND_DIGITS, len(_ALPHABET), len(marked), dtype=np.uint8)]
    return pa.Array.from_buffers(
        pa.string(), size, [None, pa.py_buffer(offsets.tobytes()), pa.py_buffer(data.tobytes())]
    )


def _skewed(random: np.random.Generator, size: int, pool: int) -> pa.Array:
    """Return ``size`` indexes below ``pool``, low ones far more often (the density falls as 1/x)."""
    return pa.array(np.minimum(np.exp(random.random(size) * np.log(pool + 1)) - 1, pool - 1).astype(np.int64))


def _text(parts: pa.Array) -> bytes:
    """Return texts one after the other."""
    _, offsets, data = parts.buffers()
    ends = np.frombuffer(offsets, dtype=np.int32)
    return data.to_pybytes()[: int(ends[len(parts)])]


class LeakGenerator:
    """Generates a leak file and the identities that are monitored; equal seeds give equal bytes."""

    def __init__(self, seed: int = 2, identities: int = 100_000) -> None:
        random = np.random.default_rng(seed)
        self._random = random
        self._first_names = _pool(random, 3_000, 2)
        self._last_names = _pool(random, 60_000, 3)
        domains = _pool(random, 200_000, 3)
        ends = pa.array([".example", ".test", ".co.example"]).take(pa.array(random.integers(0, 3, 200_000)))
        self._sites = pc.binary_join_element_wise(domains, ends, "")
        firsts = pa.array(_FIRST).take(pa.array(random.integers(0, len(_FIRST), 200_000)))
        self._hosts = pc.binary_join_element_wise(firsts, self._sites, "")
        watched_domains = int(identities * WATCHED_DOMAIN_SHARE)
        words = _pool(random, watched_domains, 4)
        numbers = pa.array(np.arange(watched_domains)).cast(pa.string())
        self.domains = pc.binary_join_element_wise(words, "-", numbers, ".example", "")
        self.addresses = self._addresses(identities - watched_domains)

    def _addresses(self, size: int) -> pa.Array:
        random = self._random
        first = self._first_names.take(_skewed(random, size, len(self._first_names)))
        last = self._last_names.take(pa.array(random.integers(0, len(self._last_names), size)))
        number = pa.array(random.integers(0, 10_000, size)).cast(pa.string())
        domain = self._sites.take(_skewed(random, size, len(self._sites)))
        mailbox = pc.binary_join_element_wise(first, ".", last, number, "")
        return pc.binary_join_element_wise(mailbox, domain, "@")

    def identities(self) -> list[tuple[str, str]]:
        """Return what is monitored as (kind, key), addresses before domains."""
        pairs = [("email", str(key)) for key in self.addresses.to_pylist()]
        return pairs + [("domain", str(key)) for key in self.domains.to_pylist()]

    def site(self, rank: int) -> str:
        """Return the domain of a site by its popularity, 0 for the most popular one."""
        return str(self._sites[rank])

    def _block(self, size: int) -> bytes:
        """Return ``size`` lines."""
        random = self._random
        login = self._addresses(size)
        hit = random.random(size) < HIT_RATE
        watched_login = self.addresses.take(pa.array(random.integers(0, len(self.addresses), size)))
        at_domain = random.random(size) < 0.5
        login = pc.if_else(pa.array(hit & ~at_domain), watched_login, login)
        user = self._last_names.take(pa.array(random.integers(0, len(self._last_names), size)))
        is_user = (random.random(size) < 0.3) & ~hit
        secret = _noise(random, size, 6, 14)
        host = self._hosts.take(_skewed(random, size, len(self._hosts)))
        watched_host = pc.binary_join_element_wise(
            "portal.", self.domains.take(pa.array(random.integers(0, len(self.domains), size))), ""
        )
        host = pc.if_else(pa.array(hit & at_domain), watched_host, host)
        path = pa.array(_PATHS).take(pa.array(random.integers(0, len(_PATHS), size)))
        url_login = pc.if_else(pa.array(is_user), user, login)
        url_line = pc.binary_join_element_wise("https://", host, path, ":", url_login, ":", secret, "\n", "")
        pair_line = pc.binary_join_element_wise(login, ":", secret, "\n", "")
        is_url = (random.random(size) < 0.5) | (hit & at_domain)
        line = pc.if_else(pa.array(is_url), url_line, pair_line)
        odd = pc.binary_join_element_wise(login, " : пароль", secret, "\n", "")
        return _text(pc.if_else(pa.array(random.random(size) < ODD_RATE), odd, line))

    def cookies(self, count: int) -> bytes:
        """Return so many cookies in Netscape's format, 120 bytes each on average, as stealers write them."""
        random = self._random
        domain = self._sites.take(_skewed(random, count, len(self._sites)))
        flags = pa.array(["\tTRUE\t/\tTRUE\t", "\tFALSE\t/\tTRUE\t", "\tTRUE\t/\tFALSE\t"])
        flag = flags.take(pa.array(random.integers(0, len(flags), count)))
        expiry = pa.array(random.integers(1_770_000_000, 1_800_000_000, count)).cast(pa.string())
        name = self._last_names.take(_skewed(random, count, len(self._last_names)))
        value = _noise(random, count, 16, 120)
        return _text(pc.binary_join_element_wise(".", domain, flag, expiry, "\t", name, "\t", value, "\n", ""))

    def blocks(self, lines: int) -> Iterator[bytes]:
        """Yield so many lines as blocks of bytes, each ending with a line feed."""
        while lines > 0:
            size = min(lines, BLOCK_LINES)
            yield self._block(size)
            lines -= size

    def write(self, target: BinaryIO, lines: int) -> None:
        """Write so many lines."""
        target.writelines(self.blocks(lines))


def generate(folder: Path, lines: int, identities: int = 100_000, seed: int = 2) -> tuple[Path, Path]:
    """Write ``leak-<lines>.txt`` and ``identities.txt`` into ``folder``; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    generator = LeakGenerator(seed, identities)
    patterns, leak = folder / "identities.txt", folder / f"leak-{lines}.txt"
    patterns.write_text("".join(f"{key}\n" for _, key in generator.identities()))
    with leak.open("wb") as target:
        generator.write(target, lines)
    return leak, patterns
