"""What a file is: readable kinds with their dialect, and refusals with a reason."""

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from breachlight.leaks.formats import BlockDialect, FileKind, LineDialect, detect

FIXTURES = Path(__file__).parents[3] / "fixtures" / "leaks"


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.txt", "jane@acme.example:Blue42")
    return buffer.getvalue()


def tarred() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.txt"))
    return buffer.getvalue()


@pytest.mark.spec("I06")
@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", FileKind.EMPTY),
        (b" \r\n\t\n", FileKind.EMPTY),
        (b"\xef\xbb\xbf\n", FileKind.EMPTY),
        (b"\xff\xfe", FileKind.EMPTY),
        (zipped(), FileKind.ARCHIVE),
        (tarred(), FileKind.ARCHIVE),
        (gzip.compress(b"jane@acme.example:Blue42", mtime=0), FileKind.ARCHIVE),
        (b"7z\xbc\xaf\x27\x1c\x00\x04", FileKind.ARCHIVE),
        (b"Rar!\x1a\x07\x01\x00", FileKind.ARCHIVE),
        (b"%PDF-1.7\n", FileKind.BINARY),
        (b"\x89PNG\r\n\x1a\n", FileKind.BINARY),
        (b"SQLite format 3\x00", FileKind.DATABASE),
        (bytes(range(256)) * 20, FileKind.BINARY),
        (b"\x00" * 5000, FileKind.BINARY),
        (b'[{"Name": "Adobe", "PwnCount": 1}]', FileKind.JSON),
        (
            b"<users>\n<user><email>jane@acme.example</email><password>Blue42</password></user>\n</users>\n",
            FileKind.MARKUP,
        ),
        (b"URL: https://a.example Login: jane@acme.example Password: Blue42\n", FileKind.LINES),
        (b"Email: jane@acme.example Password: Blue42\nEmail: max@acme.example Password: Blue43\n", FileKind.LINES),
        (b"login=jane@acme.example&password=Blue42\n", FileKind.LINES),
        (b"{'email': 'jane@acme.example', 'password': 'Blue42'}\n", FileKind.LINES),
        (b'var users = [{"email":"jane@acme.example","password":"Blue42"}];\n', FileKind.LINES),
        (b"(1,'a7b','jane@acme.example','Blue42'),\n(2,'b8c','max@acme.example','Blue43');", FileKind.SQL),
        (b"id,name,password_hash\n1,Jane,x\n", FileKind.TABLE),
        (b"jane@acme.example,jdoe7,Blue42\nmax@acme.example,maxm1,Blue43\n", FileKind.TABLE),
        (b".acme.example\tTRUE\t/\tFALSE\t1799999999\tsession\tinvented\n" * 3, FileKind.COOKIES),
    ],
)
def test_files_that_are_not_read_are_refused_with_a_reason(data: bytes, kind: FileKind) -> None:
    detection = detect(data, "some.txt")
    assert detection.kind is kind
    assert detection.refusal


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"UPDATE users SET password='Blue42' WHERE email='jane@acme.example';\n", FileKind.SQL),
        (b"jane@acme.example:Blue42:https://a.example/x\nuser:pass:https://host/\n", FileKind.LINES),
    ],
)
def test_files_that_look_like_others(data: bytes, kind: FileKind) -> None:
    assert detect(data, "some.txt").kind is kind


@pytest.mark.parametrize(
    "data",
    [
        b'{"email": "jane@acme.example", "password": "Blue42"}\n' * 3,
        b'[\n  {"email": "jane@acme.example"}\n]',
        b'{\n  "email": "jane@acme.example"\n}',
        b'{ "email": "jane@acme.example" }',
        b'[ { "email": "jane@acme.example" } ]',
        '{"email": "jane@acme.example"}'.encode("utf-16"),
    ],
)
def test_json_is_told_from_lines(data: bytes) -> None:
    detection = detect(data, "some.txt")
    assert detection.kind is FileKind.JSON
    assert detection.refusal is None


@pytest.mark.parametrize(
    "path", ["redline/UserInformation.txt", "lumma/System.txt", "stealc/system_info.txt", "vidar/information.txt"]
)
def test_system_files_are_no_leaks(path: str) -> None:
    assert detect((FIXTURES / path).read_bytes(), path).kind is FileKind.MACHINE


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("jane@acme.example:Blue42\nmax@acme.example:Bl;ue", LineDialect(":")),
        ("jane@acme.example;Blue:42\nmax@acme.example;Blue43", LineDialect(";")),
        ("jdoe;Blue42\nmax;Bl:ue43\nkim;Blue44", LineDialect(";")),
        ("jane@acme.example|Blue42", LineDialect("|")),
        ("https://a.com|jdoe|B:l:ue42\nhttps://b.com|max|Blue43", LineDialect("|")),
        ("jane@acme.example\tBlue42\nmax@acme.example\tBl:ue", LineDialect("\t")),
        ("jane@acme.example,Blue42\nmax@acme.example,Bl:ue", LineDialect(",")),
        ("jane@acme.example Blue42\nmax@acme.example Bl:ue", LineDialect(" ")),
        ("jane@acme.example : Blue42\nhttps://a.com/x:y : max : Blue43", LineDialect(":", is_padded=True)),
        ("Blue42:jane@acme.example\nBl:ue:max@acme.example", LineDialect(":", is_email_last=True)),
        ("Blue42:jane@acme.example\nmax@acme.example:Blue43", LineDialect(":")),
        ("https://a.com:jdoe:Blue42\nhttps://b.com/x;y=1:max:Blue43", LineDialect(":")),
        ("email:password\njane@acme.example:Blue42", LineDialect(":")),
        ("url;login;password\nhttps://a.com;jdoe;Bl:ue42", LineDialect(";")),
        ("[Chrome Default]\nhttps://a.com:jdoe:Blue42", LineDialect(":")),
        ('["Chrome" = "Default"]\nhttps://a.com:jdoe:Blue42', LineDialect(":")),
        ("nothing to see here", LineDialect(" ")),
    ],
)
def test_line_dialects_are_voted(text: str, dialect: LineDialect) -> None:
    detection = detect(text.encode(), "list.txt")
    assert detection.kind is FileKind.LINES
    assert detection.refusal is None
    assert detection.dialect == dialect


@pytest.mark.parametrize(
    "data",
    [
        b"id,name,email,password_hash\n1,Jane,jane@acme.example,x\n",
        b"Email;First Name;Last Name;Password\n",
        b'"jane@acme.example","Blue42"\n"max@acme.example","Blue43"\n',
    ],
)
def test_tables_are_read(data: bytes) -> None:
    detection = detect(data, "some.txt")
    assert detection.kind is FileKind.TABLE
    assert detection.refusal is None


def test_default_credentials_do_not_look_like_labels() -> None:
    text = "user:user\npass:1234\nmail:mail\nadmin:admin\njane@acme.example:Blue42\n" + "max@acme.example:Blue43\n" * 20
    assert detect(text.encode(), "list.txt").kind is FileKind.LINES


def test_blocks_behind_a_long_banner_are_found() -> None:
    text = "art of somebody\n" * 60 + "URL: https://a.com\nUsername: jdoe\nPassword: Blue42\n"
    detection = detect(text.encode(), "Passwords.txt")
    assert detection.kind is FileKind.BLOCKS
    assert isinstance(detection.dialect, BlockDialect)


@given(st.binary(max_size=400) | st.text(max_size=200).map(str.encode))
def test_i05_detection_never_raises(data: bytes) -> None:
    detection = detect(data, "x")
    assert (detection.refusal is None) == (detection.dialect is not None)
