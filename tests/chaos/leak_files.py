"""Leak files of a run of chaos tests: equal seeds give equal files, which overlap with each other."""

import gzip
import random
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from oracle import Corpus, Leaked

ACCOUNTS: Final = 2
PEOPLE: Final = 120
"""Addresses of each account; the first are monitored from the start, the others are verified in later rounds."""
FROM_THE_START: Final = 4
_REJECTED: Final = ("an-invented-password", "noseparatorhere", "Zebra-Giraffe-99")


def company(number: int) -> str:
    """Return the name of an account, by which installations with other identifiers know it too."""
    return f"Firm {number}"


def address(account: int, person: int) -> str:
    return f"person{person}.of{account}@mail.example"


class LeakFiles:
    """Writes the files of each round to a folder of its own."""

    def __init__(self, folder: Path, seed: str, corpus: Corpus) -> None:
        self.folder = folder
        self._random = random.Random(seed)
        self._corpus = corpus
        self._earlier: list[Leaked] = []

    def of_round(self, number: int) -> Path:
        """Write new files, a third of whose records earlier ones have as well, and return their folder."""
        folder = self.folder / f"round-{number}"
        folder.mkdir(parents=True)
        for file in range(self._random.choice((1, 2, 3))):
            self._write(folder / f"leak-{number}-{file}", self._text(self._random.randrange(600, 2000)))
        for file in range(self._random.choice((0, 0, 12))):
            (folder / f"small-{number}-{file}.txt").write_bytes(self._text(20))
        return folder

    def _text(self, count: int) -> bytes:
        known = self._random.sample(self._earlier, min(len(self._earlier), count // 3))
        records = self._corpus.records(count) + known
        self._random.shuffle(records)
        self._earlier = self._random.sample([*self._earlier, *records], min(len(self._earlier) + count, 5000))
        lines = [record.line for record in records]
        for _ in range(count // 200):
            lines.insert(self._random.randrange(len(lines)), self._random.choice(_REJECTED))
        return "".join(f"{line}\n" for line in lines).encode()

    def _write(self, path: Path, content: bytes) -> None:
        kind = self._random.choice((".txt", ".txt", ".gz", ".zip"))
        if kind == ".txt":
            path.with_suffix(kind).write_bytes(content)
        elif kind == ".gz":
            path.with_suffix(".txt.gz").write_bytes(gzip.compress(content, mtime=0))
        else:
            archive = BytesIO()
            with ZipFile(archive, "w") as writing:
                writing.writestr("inside.txt", content)
            path.with_suffix(kind).write_bytes(archive.getvalue())
