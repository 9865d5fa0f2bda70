"""Compilation of all kernels when the product is installed: ``python -m breachlight.leaks.ingest.precompile``.

numba compiles a function for the types of its arguments when it is first called. So a sample of each format is read, digested,
matched and packed exactly as an ingest does it; what that calls is in the installation's folder afterwards.
"""

import asyncio
import importlib
import pkgutil
import shutil
from dataclasses import replace
from typing import Final

from breachlight.kit.keys import KeyRing
from breachlight.leaks import kernels
from breachlight.leaks.formats import ArchiveDialect, BlockDialect, ReadOptions, split_point
from breachlight.leaks.formats.blocks import BlockFile, parse_files
from breachlight.leaks.ingest.archives.cookies import CookieCounter
from breachlight.leaks.ingest.archives.files import Content, RandomFile
from breachlight.leaks.ingest.archives.shapes import ShapeDetector
from breachlight.leaks.ingest.archives.zip_directory import read_directory
from breachlight.leaks.ingest.archives.zip_encryption import ZipCrypto
from breachlight.leaks.ingest.batch_builder import BatchBuilder
from breachlight.leaks.ingest.batches import Segment, cut
from breachlight.leaks.ingest.decoded_stream import ReadAt
from breachlight.leaks.kernels import runtime
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.matching.matcher import Identities
from breachlight.leaks.matching.watched_identities import Watchlist

SAMPLES: Final = {
    "combolist.txt": "jane@acme.example:Geheim-1\nbob+shop@mail.acme.example:5f4dcc3b5aa765d61d8327deb882cf99\n"
    "jürgen@bücher.example:Grün\njane : x\n\n",
    "logins.txt": "https://sp.acme.example/login:jane@acme.example:Geheim-1\n"
    "android://abc==@com.acme/:bob:Geheim-2\nacme.example:jane@acme.example:Geheim-3\n",
    "Passwords.txt": "Soft: Chrome\nURL: https://sp.acme.example/login\nUsername: jane@acme.example\n"
    "Password: Geheim-1\n\nURL: https://acme.example\nUsername: bob\nEmail: jane@acme.example\nPassword: Grün\n\n"
    '["Chrome" = "Default"]\nURL: android://abc==@com.acme/\nUsername: bob\nPassword: YWJj\nYWJj\n===\n'
    "browser: Edge\nprofile: Default\nurl: https://acme.example\nlogin: bob\npassword: x\n\nbob@acme.example:Geheim-3\n",
    "triplets.txt": "https://a.example/\nbob\nGeheim-1\n\nhttps://b.example/\njane@acme.example\n\nGeheim-2\n\nJoin @us now\n"
    "https://c.example/\nbob\nGeheim-3\n",
    "dump.sql": "CREATE TABLE `users` (`id` int, `email` text, `pass` text, `salt` text);\nINSERT INTO `users` VALUES "
    "(1,'jane@acme.example','it\\'s',0x6a61),(2,'x'y',NULL,''),(3,'a@b.example',0x0100,'\u00fc');\n"
    "COPY users (id, email, password) FROM stdin;\n1\tjane@acme.example\tGe\\\\heim\n\\.\nSELECT 'a';\n",
    "table.csv": 'id,email,password,username\n1,jane@acme.example,"Ge""heim",bob\n2,bob\n3,jürgen@bücher.example,Grün,jb\n',
    "people.ldif": "dn: uid=jane,dc=acme,dc=example\nmail: jane@acme.example\nuserPassword:: R3LDvG4=\n\n",
    "mail.txt": "Please write to jane@acme.example, or call us.\n\njane@acme.example said so in her mail.\n",
    "export.json": '{"took":1,"results":[{"email":"jane@acme.example","password":"Gr\\u00fcn","infected_machine_id":"1"},'
    '{"_id":ObjectId("1"),"a":'
    + "[" * 70
    + "]" * 70
    + '},{"Alias":"bob","DomainName":"acme.example","url":"x.test"}]}',
}
"""A sample of each format, by its file's name: a new format adds one, with whatever kinds of values take ways of their own."""


def precompile() -> list[str]:
    """Compile what an ingest calls; return the names of the compiled functions that no sample needed."""
    for module in pkgutil.iter_modules(kernels.__path__):
        importlib.import_module(f"{kernels.__name__}.{module.name}")
    asyncio.run(_prepare_samples())
    return runtime.without_code()


async def _prepare_samples() -> None:
    digester = Digester(KeyRing.of(bytes(32), bytes(32)))
    monitored = digester.set_of_emails(["jane@acme.example"]), digester.set_of_domains(["acme.example"])
    watchlist = Watchlist(1, Identities([]), *monitored)
    with BatchBuilder(digester) as builder:
        for name, text in SAMPLES.items():
            data = text.encode()
            detection = ShapeDetector(ReadOptions()).detect(data, name)
            if detection.dialect is None or isinstance(detection.dialect, ArchiveDialect):
                raise RuntimeError(f"the sample {name} isn't recognized")
            dialect = detection.dialect
            split_point(data, dialect)
            for chunk in cut(_reader(data), detection.encoding, len, 0):
                segment = Segment(chunk.start, chunk.end, dialect)
                await builder.prepare(replace(chunk, segments=(segment,)), watchlist)
            if isinstance(dialect, BlockDialect):
                parse_files([BlockFile(0, data, None), BlockFile(len(data), data, None)], dialect)
    empty_archive = b"PK\x05\x06" + bytes(18)
    read_directory(RandomFile(_reader(empty_archive), len(empty_archive)))
    ZipCrypto(b"password").decrypt(bytes(1))
    CookieCounter().count(Content(b".acme.example\tTRUE\t/\tTRUE\t0\ta\tb\n"))


def _reader(data: bytes) -> ReadAt:
    return lambda offset, size: data[offset : offset + size]


def main() -> None:
    """Compile, and remove the code of other versions."""
    precompile()
    folder = runtime.code_folder()
    for other in folder.parent.iterdir():
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)


if __name__ == "__main__":
    main()
