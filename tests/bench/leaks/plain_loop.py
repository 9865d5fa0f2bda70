"""What ``breachlight ingest`` does to a line, as a plain Python loop: parse, normalize, digest, match, compress and seal.

``python plain_loop.py LEAK IDENTITIES LINES`` prints the lines per second of the first ``LINES`` lines. It stores nothing and
reads only the two shapes of the generated file, so the product has more to do.
"""

import hashlib
import os
import sys
import time
import zlib
from itertools import islice

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_KEY = bytes(16)
_BLOCK_RECORDS = 1000


def digest(text: str) -> bytes:
    """Return a keyed digest of 64 bits."""
    return hashlib.blake2b(text.encode(), key=_KEY, digest_size=8).digest()


def main(leak: str, identities: str, lines: int) -> None:
    """Read the lines."""
    with open(identities, encoding="utf-8") as file:
        monitored = {digest(line.strip()) for line in file}
    cipher = AESGCM(bytes(32))
    matches, block, digests = 0, [], set[bytes]()
    begun = time.perf_counter()
    with open(leak, encoding="utf-8") as file:
        for line in islice(file, lines):
            url, login, secret = "", "", ""
            if line.startswith("https://"):
                head, _, secret = line.rstrip("\n").rpartition(":")
                url, _, login = head.rpartition(":")
            else:
                login, _, secret = line.rstrip("\n").partition(":")
            login = login.strip()
            key = login.lower()
            names = [key] if "@" in key else []
            for name in (url[8:].partition("/")[0].lower(), key.rpartition("@")[2] if names else ""):
                labels = name.split(".")
                names += [".".join(labels[number:]) for number in range(len(labels) - 1)]
            found = [digest(name) for name in names]
            matches += any(name in monitored for name in found)
            digests.update(found)
            block.append(f"{url}\t{login}\t{key}\t{secret}")
            if len(block) == _BLOCK_RECORDS:
                cipher.encrypt(os.urandom(12), zlib.compress("\n".join(block).encode(), 1), None)
                block.clear()
                digests.clear()
    print(lines / (time.perf_counter() - begun), matches)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
