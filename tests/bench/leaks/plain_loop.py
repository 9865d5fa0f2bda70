"""What ``breachlight ingest`` does to a line, as a plain Python loop: parse, normalize, digest, match, compress, seal and store.

``python plain_loop.py LEAK IDENTITIES LINES FOLDER`` prints the lines per second of the first ``LINES`` lines, and how many
records match. It leaves in ``FOLDER`` what a lookup needs: sealed blocks, and sorted digests of addresses and domains with
their blocks. The product has more to do: the loop knows only the two shapes of the generated file and ASCII addresses, adds
files without a transaction or a catalogue, and seals matches instead of raising alerts.
"""

import hashlib
import os
import re
import sys
import time
import zlib
from itertools import islice
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_KEY = bytes(16)
_BLOCK_RECORDS = 1000
_BATCH_BLOCKS = 300
_ADDRESS = re.compile(r"[a-z0-9][a-z0-9_+-]*(?:\.[a-z0-9_+-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_HOST = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)+")
_HASH = re.compile(
    r"[0-9a-fA-F]{16}|[0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{64}|\$2[aby]\$\d\d\$.{53}|\$[156PH]\$.+"
)
_IGNORES_DOTS = {"gmail.com", "googlemail.com"}


def digest(text: str) -> bytes:
    """Return a keyed digest of 64 bits."""
    return hashlib.blake2b(text.encode(), key=_KEY, digest_size=8).digest()


def alias_of(key: str) -> str | None:
    """Return the mailbox that an address is another form of."""
    local, _, domain = key.rpartition("@")
    mailbox = local.partition("+")[0]
    if domain in _IGNORES_DOTS:
        mailbox = mailbox.replace(".", "")
    return None if mailbox == local else f"{mailbox}@{domain}"


def fields_of(line: str) -> tuple[str, str, str, str]:
    """Return URL, host, login and secret of a line."""
    line = line.strip()
    if not line.startswith("https://"):
        login, _, secret = line.partition(":")
        return "", "", login.strip(), secret.strip()
    head, _, secret = line.rpartition(":")
    url, _, login = head.rpartition(":")
    host = url[8:].partition("/")[0].lower()
    return url, host if _HOST.fullmatch(host) else "", login.strip(), secret


def names_of(host: str, key: str) -> list[str]:
    """Return the address with its other form, and the host and the address's domain with the domains above them."""
    names = []
    if key:
        alias = alias_of(key)
        names += [key] if alias is None else [key, alias]
    for name in (host, key.rpartition("@")[2]):
        labels = name.split(".")
        names += [".".join(labels[number:]) for number in range(len(labels) - 1)]
    return names


def main(leak: str, identities: str, lines: int, folder: Path) -> None:
    """Read the lines."""
    with open(identities, encoding="utf-8") as file:
        monitored = {digest(line.strip()) for line in file}
    cipher = AESGCM(bytes(32))
    matches, blocks = 0, 0
    block: list[str] = []
    digests: set[bytes] = set()
    rows: list[tuple[bytes, int]] = []
    begun = time.perf_counter()

    def sealed(text: str, level: int) -> bytes:
        nonce = os.urandom(12)
        return nonce + cipher.encrypt(nonce, zlib.compress(text.encode(), level), b"%d" % blocks)

    with (
        open(leak, encoding="utf-8", errors="replace") as file,
        (folder / "blocks").open("wb") as stored,
        (folder / "digests").open("wb") as index,
        (folder / "alerts").open("wb") as alerts,
    ):
        for line in islice(file, lines):
            url, host, login, secret = fields_of(line)
            key = login.lower()
            kind = "hash" if _HASH.fullmatch(secret) else "plain"
            found = [digest(name) for name in names_of(host, key if _ADDRESS.fullmatch(key) else "")]
            record = f"{url}\t{host}\t{login}\t{key}\t{secret}\t{kind}"
            if not monitored.isdisjoint(found):
                matches += 1
                alerts.write(sealed(record, 0))
            digests.update(found)
            block.append(record)
            if len(block) == _BLOCK_RECORDS:
                stored.write(sealed("\n".join(block), 1))
                rows += [(one, blocks) for one in digests]
                blocks += 1
                block.clear()
                digests.clear()
                if blocks % _BATCH_BLOCKS == 0:
                    rows.sort()
                    index.writelines(one + number.to_bytes(4, "little") for one, number in rows)
                    rows.clear()
        stored.write(sealed("\n".join(block), 1))
        rows += [(one, blocks) for one in digests]
        rows.sort()
        index.writelines(one + number.to_bytes(4, "little") for one, number in rows)
    print(lines / (time.perf_counter() - begun), matches)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
