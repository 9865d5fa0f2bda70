"""The strict JSON reader against hostile-inputs R01, R04 and G10, and against the standard library on the rest."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from breachlight.kit.json import JSONDecodeError, decode, encode

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(-(2**63), 2**63, exclude_max=True)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), inner)
    ),
    max_leaves=40,
)


@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_every_ordinary_document_reads_as_the_standard_library_reads_it(
    value: object, ascii_only: bool, indent: int | None
) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert decode(text) == json.loads(text)
    assert decode(text.encode()) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        b'{"a": 1, "a": 2}',
        b'{"a": 1, "\\u0061": 2}',
        b'[{"x": {"a": [], "b": 0, "a": {}}}]',
        b'{"\\"": 1, "\\"": 1}',
        b'{"a"\n:1,"a"\t:1}',
    ],
)
def test_r01_duplicate_keys(text: bytes) -> None:
    with pytest.raises(JSONDecodeError, match="twice"):
        decode(text)


@pytest.mark.parametrize("text", [b'["a", ":", "a:"]', b'{"a": "b:c", "d": ":"}', b'{"a": "\\"a\\": 1"}'])
def test_colons_inside_strings_are_no_keys(text: bytes) -> None:
    assert decode(text) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}{}",
        b"{} x",
        b"[1,]",
        b"NaN",
        b"[Infinity]",
        b"-Infinity",
        b"1e400",
        b"'a'",
        b"01",
        b'"\xff"',
        b'"\xed\xa0\x80"',
        b'"\\ud800"',
        b"\xef\xbb\xbf{}",
        '{"a":1}'.encode("utf-16"),
        b'"\x00"',
        b'{"a" 1}',
        b"[1]\x00",
    ],
)
def test_r01_broken_documents(text: bytes) -> None:
    with pytest.raises(JSONDecodeError, match="not valid JSON"):
        decode(text)


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 2**64, 10**30, 10**300], ids=lambda _: "")
def test_g10_integers_beyond_64_bits(number: int) -> None:
    with pytest.raises(JSONDecodeError, match="64 bits"):
        decode(f'{{"n": [{number}]}}')


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63), 0, -1])
def test_g10_integers_of_64_bits_are_kept(number: int) -> None:
    assert decode(f"[{number}]") == [number]


@pytest.mark.parametrize("number", ["1e19", "-1e19", "1.7976931348623157E+308", "9223372036854775808.0", "0.1e20"])
def test_g10_numbers_beyond_integers_of_64_bits(number: str) -> None:
    """The description of the API can't tell 1e19 from 10000000000000000000, so both are refused."""
    with pytest.raises(JSONDecodeError, match="out of range"):
        decode(f'{{"n": [{number}]}}')


def test_long_fractions_are_no_integers() -> None:
    assert decode("[0.12345678901234567890123, 1e18, -9e18]") == [0.12345678901234567890123, 1e18, -9e18]
    assert decode(f'["{2**70}"]') == [str(2**70)]


@pytest.mark.parametrize("text", ["[" * 65 + "]" * 65, '{"a":' * 65 + "1" + "}" * 65, "[" * 10_000 + "]" * 10_000])
def test_g10_depth(text: str) -> None:
    with pytest.raises(JSONDecodeError):
        decode(text)


def test_depth_limit_is_inclusive() -> None:
    decode("[" * 64 + "]" * 64)
    decode("[[1]]", maximum_depth=2)
    with pytest.raises(JSONDecodeError, match="nested"):
        decode("[[[]]]", maximum_depth=2)


@pytest.mark.parametrize("text", ['"a\\u0000b"', '{"\\u0000": 1}', '[["x", "\\u0000"]]'])
def test_r04_nul_in_strings(text: str) -> None:
    with pytest.raises(JSONDecodeError, match="U\\+0000"):
        decode(text)


def test_r04_a_written_out_escape_is_no_nul() -> None:
    assert decode(r'"\\u0000"') == "\\u0000"


def test_the_message_and_its_cause_do_not_repeat_the_document() -> None:
    with pytest.raises(JSONDecodeError) as caught:
        decode('{"password": "canary-4471", }')
    assert "canary" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_encode_writes_utc_with_z_and_utf8() -> None:
    assert encode({"at": datetime(2026, 11, 21, 1, 2, 3, tzinfo=UTC), "name": "Zoë"}) == (
        '{"at":"2026-11-21T01:02:03Z","name":"Zoë"}'.encode()
    )
    with pytest.raises(TypeError):
        encode({"a": object()})
