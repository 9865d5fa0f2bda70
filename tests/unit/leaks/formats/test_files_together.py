"""Small label files of one archive are read together, with the result of reading each by itself."""

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from breachlight.leaks.formats import BlockDialect, LineDialect
from breachlight.leaks.formats.blocks import BlockFile, parse_blocks, parse_files
from breachlight.leaks.records import Tally

LINES = st.sampled_from(
    [
        *("URL: https://sp.acme.example/login", "Username: jane@acme.example", "Username: bob", "Password: Geheim-1"),
        *("Soft: Chrome", "URL: android://abc==@com.acme/", "YWJj", "", "===============", "Join @us now", "Grün: ü"),
        *("bob@acme.example:Geheim-2", "https://b.example/", "Geheim-3", "Password:", "\udce9", "\0"),
    ]
)
FILES = st.lists(
    st.tuples(
        st.lists(LINES, min_size=1, max_size=12),
        st.sampled_from(["\n", "\r\n", "\r"]),
        st.booleans(),
        st.sampled_from([None, '{"computer":"PC-1"}', '{"computer":"PC-2","family":"vidar"}']),
    ),
    min_size=1,
    max_size=6,
)
GAPS = st.lists(st.sampled_from([0, 0, 1, 1000, 1 << 33]), min_size=6, max_size=6)
"""Bytes of other files in front of each file."""
DIALECTS = st.builds(
    BlockDialect,
    order=st.sampled_from([(), ("url", "username", "password"), ("soft", "url", "username", "password")]),
    blank_separates=st.booleans(),
    is_spaced=st.booleans(),
    is_unlabelled=st.booleans(),
    family=st.sampled_from([None, "redline"]),
    between=st.builds(LineDialect),
)


@settings(max_examples=300, deadline=None)
@given(FILES, DIALECTS, GAPS)
def test_files_that_are_read_together_are_read_as_each_alone(
    files: list[tuple[list[str], str, bool, str | None]], dialect: BlockDialect, gaps: list[int]
) -> None:
    contents = [
        (end.join(lines) + (end if is_ended else "")).encode("utf-8", "surrogateescape") or b"\n"
        for lines, end, is_ended, _ in files
    ]
    starts = [sum(map(len, contents[:number])) + sum(gaps[: number + 1]) for number in range(len(contents))]
    alone = [
        parse_blocks(content, start, dialect, machine)
        for content, start, (*_, machine) in zip(contents, starts, files, strict=True)
    ]
    tally = Tally()
    for part in alone:
        tally.merge(part.tally)
    members = [
        BlockFile(start, content, machine)
        for start, content, (*_, machine) in zip(starts, contents, files, strict=True)
    ]
    together = parse_files(members, dialect)
    assert together.table().to_pylist() == pa.concat_tables([part.table() for part in alone]).to_pylist()
    assert together.tally == tally
    found = [
        (start, length, reason)
        for part in alone
        for start, length, reason in zip(
            part.rejections.starts.tolist(),
            part.rejections.lengths.tolist(),
            part.rejections.reasons.tolist(),
            strict=True,
        )
    ]
    rejections = together.rejections
    assert found == list(
        zip(rejections.starts.tolist(), rejections.lengths.tolist(), rejections.reasons.tolist(), strict=True)
    )
