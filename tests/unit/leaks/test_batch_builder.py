"""Of the records of a batch exactly those stay that concern somebody, and every record goes to the lake."""

import asyncio
import uuid

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.watched_rows import IdentityRow, grouped

from breachlight.kit.keys import KeyRing
from breachlight.leaks.formats import BlockDialect, LineDialect, parse_part
from breachlight.leaks.formats.dialects import Dialect
from breachlight.leaks.ingest import batch_builder
from breachlight.leaks.ingest.batch_builder import BatchBuilder, PreparedBatch
from breachlight.leaks.ingest.batches import Chunk, Pieces, Segment
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.matching.matcher import Identities, match
from breachlight.leaks.matching.watched_identities import Watchlist, distinct_credentials
from breachlight.leaks.record_schema import RECORD_SCHEMA
from breachlight.leaks.records import Tally

DIGESTER = Digester(KeyRing.of(b"a" * 32, b"b" * 32))
ACCOUNT = uuid.UUID(int=1)
NAMES = ["acme", "notacme", "shop", "a", "www", "gmail", "jane", "sent", "xn--bcher-kva"]
LABELS = st.sampled_from(NAMES)
DOMAINS = st.builds(
    lambda labels, end: ".".join([*labels, end]),
    st.lists(LABELS, min_size=1, max_size=4),
    st.sampled_from(["example", "com"]),
)
MAILS = st.builds("{}@{}".format, st.sampled_from(["jane", "Jane", "jane+shop", "j.ane", "ja.ne+x", "bob"]), DOMAINS)
LINES = st.one_of(
    st.builds("{}:Blue42".format, MAILS),
    st.builds("https://{}/login:{}:Blue42".format, DOMAINS, st.one_of(MAILS, st.just("bob"))),
    st.builds("{} : Blue42".format, MAILS),
    st.just("nonsense"),
)
WATCHED = st.one_of(
    st.builds(lambda key: IdentityRow(ACCOUNT, "email", key.lower(), None), MAILS),
    st.builds(lambda key: IdentityRow(ACCOUNT, "domain", key, ACCOUNT), DOMAINS),
)


def watch_of(rows: list[IdentityRow]) -> Watchlist:
    identities = Identities(grouped(rows))
    emails = DIGESTER.set_of_emails(identities.accounts_by_email)
    return Watchlist(1, identities, emails, DIGESTER.set_of_domains(identities.owners_by_domain))


def credential(table: pa.Table, row: int) -> tuple[object, ...]:
    return tuple(table[name][row].as_py() for name in ("host", "username_key", "password"))


def prepared(data: bytes, dialect: Dialect, watch: Watchlist) -> PreparedBatch:
    with BatchBuilder(DIGESTER) as preparer:
        segment = Segment(100, 100 + len(data), dialect)
        return asyncio.run(preparer.prepare(Chunk(100, Pieces(data), len(data), 0, (segment,)), watch))


@settings(max_examples=200, deadline=None)
@given(st.lists(LINES, max_size=40), st.lists(WATCHED, max_size=6))
def test_the_records_that_stay_are_those_that_match(lines: list[str], rows: list[IdentityRow]) -> None:
    data = "".join(f"{line}\n" for line in lines).encode()
    watch = watch_of(rows)
    batch = prepared(data, LineDialect(), watch)
    whole = parse_part(data, 100, LineDialect())
    table = whole.table()
    expected = {credential(table, found.row) for found in match(table, watch.identities)}
    stay = [credential(batch.candidates, row) for row in range(batch.candidates.num_rows)]
    assert set(stay) == expected
    assert len(stay) == len(expected)
    assert batch.tally == whole.tally


def test_a_batch_of_many_parts_keeps_the_order_of_its_lines() -> None:
    lines = [f"jane{number}@acme.example:Blue42\n" for number in range(300_000)]
    batch = prepared(
        "".join(lines).encode(), LineDialect(), watch_of([IdentityRow(ACCOUNT, "domain", "acme.example", None)])
    )
    assert len(batch.rows) > 1
    assert batch.tally.records == batch.candidates.num_rows == len(lines)
    assert batch.candidates["offset"].to_pylist() == sorted(batch.candidates["offset"].to_pylist())
    assert sum(len(part.email_digests) for part in batch.rows) == len(lines)


FILES = st.lists(
    st.tuples(
        st.sampled_from([BlockDialect(), BlockDialect(family="vidar", is_spaced=False), LineDialect()]),
        st.lists(st.tuples(DOMAINS, MAILS, st.sampled_from(["Blue42", "Red17"])), max_size=3),
        st.booleans(),
        st.sampled_from([None, '{"computer":"PC-1"}', '{"computer":"PC-2"}']),
    ),
    min_size=3,
    max_size=8,
)


@pytest.mark.parametrize("few", [0, 3, 4096])
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FILES, st.lists(WATCHED, max_size=6), st.integers(20, 400))
def test_files_of_several_dialects_are_read_as_each_alone(
    few: int,
    monkeypatch: pytest.MonkeyPatch,
    files: list[tuple[Dialect, list[tuple[str, str, str]], bool, str | None]],
    rows: list[IdentityRow],
    slice_bytes: int,
) -> None:
    monkeypatch.setattr(batch_builder, "_FEW", few)
    monkeypatch.setattr(batch_builder, "_SLICE_BYTES", slice_bytes)
    watch = watch_of([*rows, *(IdentityRow(ACCOUNT, "domain", f"{name}.com", ACCOUNT) for name in NAMES)])
    segments, data, tables, tally = [], b"", [RECORD_SCHEMA.empty_table()], Tally()
    for number, (dialect, records, is_ended, machine) in enumerate(files):
        form = (
            "URL: https://{}/\nUsername: {}\nPassword: {}\n"
            if isinstance(dialect, BlockDialect)
            else "https://{}:{}:{}\n"
        )
        text = "".join(form.format(*record) for record in records).encode()
        text = text or b"Password: Blue42\n"  # neither login nor site
        content = text if is_ended else text[:-1]
        start = 100 + len(data)
        segment = Segment(start, start + len(content), dialect, machine, f"{number}.txt", start)
        part = parse_part(content, segment.start, dialect, machine)
        tables.append(part.table())
        tally.merge(part.tally)
        segments.append(segment)
        data += content
    with BatchBuilder(DIGESTER) as builder:
        batch = asyncio.run(builder.prepare(Chunk(100, Pieces(data), len(data), 0, tuple(segments)), watch))
    table = pa.concat_tables(tables)
    expected = distinct_credentials(
        table.take(pa.array(sorted({found.row for found in match(table, watch.identities)}), pa.int64()))
    )
    assert batch.candidates.to_pylist() == expected.to_pylist()
    assert batch.tally == tally
    assert [stretch.start for stretch in batch.rejected] == sorted(stretch.start for stretch in batch.rejected)
    assert len(batch.rejected) == tally.rejected.total()
    for stretch in batch.rejected:
        owner = segments[int(stretch.member.removesuffix(".txt"))]
        assert stretch.start == owner.start + stretch.member_offset
        assert (stretch.dialect, stretch.machine) == (owner.dialect, owner.machine)


def test_blocks_of_a_stealer_log_are_one_part() -> None:
    data = b"URL: https://acme.example\nUsername: jane@acme.example\nPassword: Blue42\n===============\n"
    batch = prepared(data, BlockDialect(), watch_of([IdentityRow(ACCOUNT, "email", "jane@acme.example", None)]))
    assert (len(batch.rows), batch.candidates.num_rows) == (1, 1)


def test_an_empty_batch_has_nothing() -> None:
    batch = prepared(b"", LineDialect(), watch_of([]))
    assert (batch.rows, batch.candidates.num_rows, batch.tally.lines) == ([], 0, 0)
