"""Digests: the published vectors of SipHash-2-4, and which digests of which records are in which block."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breachlight.kit.addresses import parent_domains
from breachlight.kit.keys import KeyRing
from breachlight.leaks.kernels.digests import digest_texts
from breachlight.leaks.kernels.siphash import siphash_24
from breachlight.leaks.lake.digests import Digester
from breachlight.leaks.lake.spans import RecordSpans
from breachlight.leaks.record_schema import RECORD_SCHEMA

# The 64 results of the reference implementation (github.com/veorq/SipHash, vectors.h) for the key 00 01 ... 0f and the texts of
# 0 to 63 bytes 00 01 ...
VECTORS = """
310e0edd47db6f72 fd67dc93c539f874 5a4fa9d909806c0d 2d7efbd796666785 b7877127e09427cf 8da699cd64557618 cee3fe586e46c9cb
37d1018bf50002ab 6224939a79f5f593 b0e4a90bdf82009e f3b9dd94c5bb5d7a a7ad6b22462fb3f4 fbe50e86bc8f1e75 903d84c02756ea14
eef27a8e90ca23f7 e545be4961ca29a1 db9bc2577fcc2a3f 9447be2cf5e99a69 9cd38d96f0b3c14b bd6179a71dc96dbb 98eea21af25cd6be
c7673b2eb0cbf2d0 883ea3e395675393 c8ce5ccd8c030ca8 94af49f6c650adb8 eab8858ade92e1bc f315bb5bb835d817 adcf6b0763612e2f
a5c91da7acaa4dde 716595876650a2a6 28ef495c53a387ad 42c341d8fa92d832 ce7cf2722f512771 e37859f94623f3a7 381205bb1ab0e012
ae97a10fd434e015 b4a31508beff4d31 81396229f0907902 4d0cf49ee5d4dcca 5c73336a76d8bf9a d0a704536ba93e0e 925958fcd6420cad
a915c29bc8067318 952b79f3bc0aa6d4 f21df2e41d4535f9 87577519048f53a9 10a56cf5dfcd9adb eb75095ccd986cd0 51a9cb9ecba312e6
96afadfc2ce666c7 72fe52975a4364ee 5a1645b276d592a1 b274cb8ebf87870a 6f9bb4203de7b381 eaecb2a30b22a87f 9924a43cc1315724
bd838d3aafbf8db7 0b1a2a3265d51aea 135079a3231ce660 932b2846e4d70666 e1915f5cb1eca46c f325965ca16d629f 575ff28e60381be5
724506eb4c328a95
"""
RESULTS = np.frombuffer(bytes.fromhex("".join(VECTORS.split())), "<u8")
TEXT = bytes(range(64))

RING = KeyRing.of(b"a" * 32, b"b" * 32)
DIGESTER = Digester(RING)
NAMES = st.lists(st.sampled_from(["a", "www", "acme", "example", "test", "co"]), min_size=1, max_size=5).map(".".join)
EMAILS = st.builds("{}@{}".format, st.sampled_from(["jane", "bob", '"a@b"']), NAMES)
ROWS = st.lists(st.tuples(st.none() | NAMES, st.none() | EMAILS, st.none() | EMAILS), max_size=40)


def test_plain_python_gives_the_published_digests() -> None:
    key = [int.from_bytes(TEXT[:8], "little"), int.from_bytes(TEXT[8:16], "little")]
    assert [siphash_24(key, TEXT, 0, length) for length in range(64)] == RESULTS.tolist()


def test_compiled_code_gives_the_published_digests() -> None:
    key = np.frombuffer(TEXT[:16], "<u8")
    data = np.frombuffer(b"".join(TEXT[:length] for length in range(64)), np.uint8)
    offsets = np.cumsum([0, *range(64)]).astype(np.int32)
    offsets.flags.writeable = False
    assert digest_texts(key, data, offsets).tolist() == RESULTS.tolist()


def spans_of(rows: list[tuple[str | None, str | None, str | None]]) -> RecordSpans:
    record = {field.name: None for field in RECORD_SCHEMA} | {"offset": 1, "flags": 0}
    names = ("host", "email_key", "alias_key")
    return RecordSpans.of_table(
        pa.Table.from_pylist([record | dict(zip(names, row, strict=True)) for row in rows], RECORD_SCHEMA)
    )


def domains_of(host: str | None, email: str | None) -> set[str]:
    names = [name for name in (host, email and email.rpartition("@")[2]) if name]
    return {domain for name in names for domain in parent_domains(name)}


@settings(deadline=None)
@given(ROWS, st.lists(EMAILS, max_size=3), st.lists(NAMES, max_size=3), st.integers(1, 9))
def test_every_digest_is_found_in_its_blocks_and_every_candidate(
    rows: list[tuple[str | None, str | None, str | None]], emails: list[str], domains: list[str], block: int
) -> None:
    found = DIGESTER.records(spans_of(rows), block, DIGESTER.set_of_emails(emails), DIGESTER.set_of_domains(domains))
    expected_emails = {
        (DIGESTER.email(key), number // block) for number, row in enumerate(rows) for key in row[1:] if key is not None
    }
    expected_domains = {
        (DIGESTER.domain(name), number // block) for number, row in enumerate(rows) for name in domains_of(*row[:2])
    }
    assert sorted(zip(found.emails.tolist(), found.email_blocks.tolist(), strict=True)) == sorted(expected_emails)
    assert sorted(zip(found.domains.tolist(), found.domain_blocks.tolist(), strict=True)) == sorted(expected_domains)
    assert found.candidates.tolist() == [
        number
        for number, (host, email, alias) in enumerate(rows)
        if {email, alias} & set(emails) or domains_of(host, email) & set(domains)
    ]


@pytest.mark.parametrize("count", [0, 1, 60_000])
def test_a_set_finds_each_of_its_members(count: int) -> None:
    emails = [f"jane{number}@acme.example" for number in range(count)]
    rows = [(None, email, None) for email in emails] + [(None, "bob@acme.example", None)]
    found = DIGESTER.records(spans_of(rows), 1000, DIGESTER.set_of_emails(emails), DIGESTER.set_of_domains([]))
    assert found.candidates.tolist() == list(range(count))


def test_many_distinct_names_are_all_digested() -> None:
    rows = [(f"www.site{number}.example", None, None) for number in range(20_000)]
    nothing = DIGESTER.set_of_domains([])
    found = DIGESTER.records(spans_of(rows), 1000, nothing, DIGESTER.set_of_domains(["site19999.example"]))
    assert len(found.domains) == 40_000
    assert found.candidates.tolist() == [19_999]
