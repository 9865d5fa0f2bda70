"""Every parser of leak files on arbitrary bytes: as shipped, and with the bounds of every array checked.

``make bench`` runs the same checks with atheris, which looks for new branches (``tests/bench/leaks/fuzzing.py``).
"""

import gzip
import os
import struct
import subprocess
import sys
from pathlib import Path

import fuzz_targets
import pytest
from archive_files import tar_of, zip_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from breachlight.leaks.formats import ColumnRole, parse_part
from breachlight.leaks.formats.dialects import Dialect, TableDialect

PIECES = [
    *(bytes([byte]) for byte in b"{}[]\",:;|\t @/?=#'()\\\n\r\x00\xff.+-_0a"),
    *(b"//", b"\xef\xbb\xbf", b"https://", b"android://", b"a.com", b"jane@acme.example", b"8443", b"jdoe", b"Blue42"),
    *(
        "é".encode(),
        "😀".encode(),
        b"URL: ",
        b"Username: ",
        b"Password: ",
        b"SOFT: ",
        b"===",
        b"UNKNOWN",
        b"[NOT_SAVED]",
    ),
    *(b"|US|x.txt", b's:5:"', b"Email: ", b"\r\n", b"\n\n", b'""', b"\\N", b"\\'", b"''", b"NULL", b"a;b;c;d;e\n"),
    *(
        b'{"email":',
        b'"email"',
        b'"password":',
        b'"a":{',
        b'"b":',
        b'"c":[',
        b"},{",
        b"},\n {",
        b"\n{",
        b"\\u00e9",
        b"\\ud83d",
    ),
    *(
        b'"infected_machine_id":"m"',
        b'"salt":',
        b'"hash":',
        b'"Alias":',
        b'"DomainName":',
        b"null",
        b"1.5e3",
        b'ObjectId("1")',
    ),
    *(
        b"INSERT INTO `u` (`email`, `password`) VALUES ",
        b"(1,'jane@acme.example','Bl''ue'),",
        b"(0x41,NULL,N'x');\n",
        b"-- x\n",
    ),
    *(
        b"CREATE TABLE u (id int, email text, password text);\n",
        b"COPY u (email, password) FROM stdin;\n",
        b"\\.\n",
        b"/*",
        b"*/",
    ),
    *(
        b"dn: uid=jane,dc=acme\n",
        b"userPassword:: R3LDvG4=\n",
        b"mail: jane@acme.example\n",
        b"\n ",
        b":1.2.3.4",
        b"|---|",
        b"\\|",
        b",https://",
        "пароль".encode("cp1251"),
        b'"uris":[{"uri":"x"},{"uri":"y"}]',
    ),
    *(b"[" * 70, b"]" * 70, b"x" * 300, b"5f4dcc3b5aa765d61d8327deb882cf99", b"$2y$10$", b"jane@acme.example:Blue42\n"),
]
STREAMS = st.lists(st.sampled_from(PIECES), max_size=60).map(b"".join) | st.binary(max_size=200)
MODEST = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)


@MODEST
@given(STREAMS)
def test_detection(data: bytes) -> None:
    fuzz_targets.check_detection(data)


@pytest.mark.parametrize("reader", fuzz_targets.DIALECTS)
def test_readers(reader: str) -> None:
    @MODEST
    @given(STREAMS, st.sampled_from(fuzz_targets.DIALECTS[reader]), st.integers(0, 400))
    def check(data: bytes, dialect: object, window: int) -> None:
        fuzz_targets.check_reader(data, dialect, window)

    check()


ARCHIVES = [
    zip_of({"a/Passwords.txt": b"jane@acme.example:Blue42\n", "b.zip": zip_of({"c.txt": b"x"})}),
    tar_of({"a.txt": b"jane@acme.example:Blue42\n"}, "gz"),
    tar_of({"a.txt": b"jane@acme.example:Blue42\n" * 20}),
    gzip.compress(b"jane@acme.example:Blue42\n", mtime=0),
]


@MODEST
@given(st.sampled_from(ARCHIVES), st.lists(st.tuples(st.integers(0, 10_000), st.binary(max_size=4)), max_size=4))
def test_archives(archive: bytes, edits: list[tuple[int, bytes]]) -> None:
    content = bytearray(archive)
    for place, replacement in edits:
        start = place % len(content)
        content[start : start + max(len(replacement), 1)] = replacement
    fuzz_targets.check_archive(bytes(content))


def test_a_zip_member_without_a_name() -> None:
    """Found by atheris: ``pyzipper`` fails on it."""
    local = struct.pack("<4s5H3I2H", b"PK\3\4", 20, 0, 0, 0, 33, 0x8CDC1683, 1, 1, 0, 0) + b"x"
    central = struct.pack("<4s6H3I5H2I", b"PK\1\2", 20, 20, 0, 0, 0, 33, 0x8CDC1683, 1, 1, 0, 0, 0, 0, 0, 0, 0)
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, len(central), len(local), 0)
    fuzz_targets.check_archive(local + central + end)


def test_a_copied_row_that_goes_on_behind_a_backslash() -> None:
    """Found by atheris: a window was cut within the row."""
    fuzz_targets.check_reader(b"COPY u(mail,)FROM stdin;\n\\\n\x00", fuzz_targets.DIALECTS["sql"][0], 27)


def test_a_window_that_ends_in_the_beginning_of_a_copy() -> None:
    """Found by atheris: a semicolon among the columns ended it."""
    fuzz_targets.check_reader(b"COPY u(;)FROM stdin;\n", fuzz_targets.DIALECTS["sql"][0], 20)


MARKED = {
    "tables": (
        b'email;password\n\xef\xbb\xbf"jane@acme.example";"Blue42"\n\xef\xbb\xbf\n\xef\xbb\xbf"bob@acme.example";"Re;d17"\n'
        b"\xef\xbb\xbfemail;password\neve@acme.example;Green5\n"
    ),
    "sql": (
        b"INSERT INTO u(email,password)VALUES('jane@acme.example','Blue42');\n\xef\xbb\xbf"
        b"INSERT INTO u(email,password)VALUES('bob@acme.example','Re;d17');\n\xef\xbb\xbf\n"
        b"INSERT INTO u(email,password)VALUES('eve@acme.example','Green5'),\n\xef\xbb\xbf('jo@acme.example','P1');\n"
    ),
}


MARKED_DIALECTS = {
    "tables": TableDialect(";", (ColumnRole.EMAIL, ColumnRole.PASSWORD), header="email;password"),
    "sql": fuzz_targets.DIALECTS["sql"][0],
}


@pytest.mark.parametrize("name", MARKED)
@pytest.mark.parametrize("is_marked", [False, True])
def test_byte_order_marks_anywhere(name: str, is_marked: bool) -> None:
    """Found by hypothesis: a row behind one began elsewhere if the file was cut there; joined files have them."""
    data = b"\xef\xbb\xbf" * is_marked + MARKED[name]
    dialect = MARKED_DIALECTS[name]
    for window in range(len(data)):
        fuzz_targets.check_reader(data, dialect, window)
    table = parse_part(data, 0, dialect).table()
    names = ["jane", "bob", "eve"] if name == "tables" else ["jane", "bob", "eve", "jo"]
    assert table["username"].to_pylist() == [f"{one}@acme.example" for one in names]
    assert table["password"].to_pylist()[:3] == ["Blue42", "Re;d17", "Green5"]


@pytest.mark.long
@pytest.mark.timeout(1800)  # compiles the readers once more
@pytest.mark.skipif(
    "NUMBA_BOUNDSCHECK" in os.environ or "NUMBA_DISABLE_JIT" in os.environ, reason="it is this very test"
)
def test_no_reader_leaves_an_array() -> None:
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1"}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-o",
        "timeout=1800",
        "-k",
        "readers or detection or plain_python",
        __file__,
        str(Path(__file__).parent / "formats" / "test_parts.py"),
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5000:]


@pytest.mark.parametrize(
    "text", ['"a"b"[1] ]]c", [2]\n', 'x "[1] ] y" [2]\n', 'f([1] ] "h" )[2]\n', '{"a": 1} "{"b": 2} ] c" {}\n']
)
@pytest.mark.parametrize("dialect", fuzz_targets.DIALECTS["json"])
def test_json_is_not_cut_in_a_string_that_has_not_ended_yet(text: str, dialect: Dialect) -> None:
    """Found by atheris: what looked like an entry within it was taken for one."""
    data = text.encode()
    for window in range(len(data)):
        fuzz_targets.check_reader(data, dialect, window)
