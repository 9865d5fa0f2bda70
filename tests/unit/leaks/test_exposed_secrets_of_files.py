"""The rule against exposed secrets for whole files, packed in whatever way: records, refusals and dry runs show none of one."""

import asyncio
import gzip
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from archive_files import aes_zip_of, seven_zip_of, tar_of, zip_of
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from leak_writers import json_exports, ldif, sql, tables
from leak_writers.records import HOSTILE, LeakRecord, distinct, exposed_part, hashes, leak_records, secrets, usernames
from leak_writers.workbooks import workbook
from parsed_rows import rows_of_reading

from breachlight.config import Settings
from breachlight.leaks.errors import RefusedError
from breachlight.leaks.ingest.archive_reading import ArchiveOptions
from breachlight.leaks.ingest.dry_run import dry_run
from breachlight.leaks.ingest.opening import open_reading
from breachlight.leaks.ingest.source_reader import OpenSource
from breachlight.leaks.ingest.sources import Source

PASSWORD = "archive-password"


def _lines(records: list[LeakRecord]) -> bytes:
    return "".join(f"{record.url}:{record.login}:{record.secret}\n" for record in records).encode()


def _blocks(records: list[LeakRecord]) -> bytes:
    return "".join(
        f"URL: {record.url}\nUsername: {record.login}\nPassword: {record.secret}\nApplication: Chrome\n===============\n"
        for record in records
    ).encode()


def _lumma(records: list[LeakRecord]) -> bytes:
    return "".join(
        f"SOFT: Chrome (Default)\nURL: {record.url}\nUSER: {record.login}\nPASS: {record.secret}\n\n"
        for record in records
    ).encode()


def _vidar(records: list[LeakRecord]) -> bytes:
    return "".join(
        f"Soft: Chrome\nHost: {record.url}\nLogin: {record.login}\nPassword: {record.secret}\n\n\n"
        for record in records
    ).encode()


def _workbook(records: list[LeakRecord]) -> bytes:
    rows: list[list[str | int]] = [["email", "password", "joined"]]
    return workbook(rows + [[record.login or "", record.secret or "", "2020-01-31"] for record in records])


def _vault(records: list[LeakRecord]) -> bytes:
    header = "name,login_uri,login_username,login_password,login_totp"
    rows = [
        ",".join(
            '"' + (text or "").replace('"', '""') + '"'
            for text in ("x", f"{record.url},androidapp://com.acme.app", record.login, record.secret, "")
        )
        for record in records
    ]
    return "\n".join([header, *rows, ""]).encode()


def _markdown(records: list[LeakRecord]) -> bytes:
    rows = [
        f"| {n} | {record.login} | {(record.secret or '').replace('|', chr(92) + '|')} |"
        for n, record in enumerate(records)
    ]
    return "\n".join(["| id | email | password |", "|---|:---|---:|", *rows, ""]).encode()


WRITERS: dict[str, Callable[[list[LeakRecord]], bytes]] = {
    "list.txt": _lines,
    "logs/one/Passwords.txt": _blocks,
    "logs/two/All Passwords.txt": _lumma,
    "logs/three/passwords.txt": _vidar,
    "users.csv": tables.write,
    "users.sql": sql.write,
    "copy.sql": lambda records: sql.write(records, "copy"),
    "users.xlsx": _workbook,
    "people.ldif": ldif.write,
    "bitwarden.csv": _vault,
    "users.md": _markdown,
    **{
        f"{layout}.json": lambda records, layout=layout: json_exports.write(records, layout)
        for layout in json_exports.LAYOUTS
    },
}
PACKINGS: dict[str, Callable[[str, bytes], bytes]] = {
    "as it is": lambda name, data: data,
    "zip": lambda name, data: zip_of({name: data}),
    "zip in a zip": lambda name, data: zip_of({"x/inner.zip": zip_of({name: data}), "readme.txt": b"nothing here"}),
    "zip in a tar": lambda name, data: tar_of({"inner.zip": zip_of({name: data})}, "gz"),
    "gz": lambda name, data: gzip.compress(data),
    "aes": lambda name, data: aes_zip_of({name: data}, PASSWORD),
    "7z": lambda name, data: seven_zip_of({name: data}),
}


def shown_of(path: Path, folder: Path) -> Iterator[str | None]:
    """Yield all texts of a file's records that are no passwords, and the sentence of a refusal."""
    opened = OpenSource(Source(path.name, path, path.stat().st_size), folder, lambda: False)
    options = ArchiveOptions(passwords=(PASSWORD,))
    try:
        reading = open_reading(
            Source(path.name, path),
            opened,
            archives=options,
            spool_folder=folder,
            stopped=lambda: False,
            detected=lambda _: None,
        )
        for row in rows_of_reading(reading):
            yield from (row.url, row.host, row.app, row.username, row.username_key, row.email_key, row.alias_key)
            yield from (row.machine, row.software, *row.aliases)
    except RefusedError as error:
        yield error.message
    finally:
        opened.close()


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        leak_records(with_url=True, secret_values=secrets(HOSTILE) | hashes())
        | leak_records(with_url=True, logins=usernames(), secret_values=secrets(HOSTILE)),
        min_size=1,
        max_size=8,
    ).map(distinct),
    st.sampled_from(list(WRITERS)),
    st.sampled_from(list(PACKINGS)),
)
def test_no_part_of_a_secret_is_shown(records: list[LeakRecord], name: str, packing: str) -> None:
    data = PACKINGS[packing](name, WRITERS[name](records))
    with TemporaryDirectory() as temporary:
        path = Path(temporary) / (Path(name).name if packing == "as it is" else "leak.bin")
        path.write_bytes(data)
        for text in shown_of(path, Path(temporary)):
            for record in records:
                assert exposed_part(record.secret or "", text) is None, (text, record, packing)


def _dry_run(path: Path, folder: Path) -> str:
    """What a dry run of a file prints, for people and as JSON."""
    options = ArchiveOptions(passwords=(PASSWORD,))
    printed = [
        asyncio.run(dry_run(Settings(data_folder=folder), [str(path)], options, as_json=form))[0]
        for form in (False, True)
    ]
    return "\n".join(printed)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(leak_records(with_url=True, secret_values=secrets(HOSTILE)), min_size=1, max_size=8).map(distinct),
    st.sampled_from(list(WRITERS)),
    st.sampled_from(list(PACKINGS)),
    st.lists(
        st.tuples(st.floats(0, 1), st.sampled_from([b"", b'"', b"'", b"\n", b":", b"\x00", b"}", b","])), max_size=4
    ),
)
@example(
    [LeakRecord("http://aaa.com", "n10aa@aaa.com", "W6666Q", None)],
    "one after the other.json",
    "as it is",
    [(0.0, b"")],
)
def test_a_dry_run_of_a_damaged_file_shows_no_part_of_a_secret(
    records: list[LeakRecord], name: str, packing: str, damage: list[tuple[float, bytes]]
) -> None:
    content = WRITERS[name](records)
    if name != "users.xlsx":
        for share, edit in damage:
            at = int(share * len(content))
            content = content[:at] + edit + content[at + 1 :]
    with TemporaryDirectory() as temporary:
        path = Path(temporary) / (Path(name).name if packing == "as it is" else "leak.bin")
        path.write_bytes(PACKINGS[packing](name, content))
        shown = _dry_run(path, Path(temporary))
        for record in records:
            assert exposed_part(record.secret or "", shown) is None, (shown, record)
