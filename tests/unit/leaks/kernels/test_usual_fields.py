"""Fields of the usual kind make the records that any others make (``kernels.usual_fields``)."""

from typing import Any

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st
from usual_records import LOGINS, SECRETS, URLS, records_of

from breachlight.leaks.kernels import codes
from breachlight.leaks.kernels.usual_fields import judge_fields
from breachlight.leaks.kernels.vectors import WIDE
from breachlight.leaks.parsed import JUDGE_BY_SHAPE, RawFields, finish, names_table

_TRIMMED = st.text(st.sampled_from("abZ.@-_1/:# ,;|äпß=?[]*"), max_size=9).map(str.strip)
_USUAL = st.fixed_dictionaries(
    {
        codes.URL: st.sampled_from([None, "https://acme.example", "https://acme.example/", "http://acme.example/x"]),
        codes.LOGIN: st.sampled_from(["jane", "Jane@ACME.example", "jane@acme.example", "j.doe+a@gmail.com"]),
        codes.SECRET: st.sampled_from(["Blue42", "jane", "a:b"]),
    }
)
_OTHERS = {
    codes.URL: st.sampled_from([url[:-1] for url in URLS]) | _TRIMMED.map(lambda rest: f"https://{rest}"),
    codes.LOGIN: st.sampled_from([*LOGINS, "jane@acme_it.example", "password"])
    | _TRIMMED
    | _TRIMMED.map(lambda front: f"{front}@acme.example"),
    codes.SECRET: st.sampled_from(SECRETS) | _TRIMMED,
    codes.SALT: st.just("salt"),
    codes.ALIAS_2: st.just("other"),
    codes.SOFTWARE: st.just("Chrome Default"),
}
_ROWS = st.builds(
    lambda usual, others: usual | others, _USUAL, st.fixed_dictionaries({}, optional=_OTHERS)
) | st.one_of(
    [
        st.builds(lambda usual, value, column=column: usual | {column: value}, _USUAL, values)
        for column, values in _OTHERS.items()
    ]
)


def _records(row: dict[int, str | None], behind: int, *, kind: int = JUDGE_BY_SHAPE) -> list[tuple[Any, ...]]:
    """Finish a row of fields whose text has so many bytes behind it in its array."""
    text = bytearray()
    fields = np.full((1, codes.RAW_FIELDS, 2), -1, np.int32)
    for column, value in row.items():
        if value is not None:
            start = len(text)
            text += value.encode()
            fields[0, column] = start, len(text)
    array = np.frombuffer(bytes(text) + b"@" * behind, np.uint8).copy()
    one = np.ones(1, np.int32)
    raw = RawFields(
        array, len(text), fields, np.zeros(1, np.int64), one, one, np.zeros(1, np.int32), np.array([kind], np.uint8)
    )
    return records_of(finish(raw))


@settings(deadline=None, max_examples=500)
@given(_ROWS)
@example({codes.URL: "https://acme.example/", codes.LOGIN: "Jane@ACME.example", codes.SECRET: "Blue 42"})
@example({codes.URL: "https://acme.example", codes.LOGIN: "jane", codes.SECRET: "jane"})
@example({codes.LOGIN: "J.Doe+tag@Gmail.com", codes.SECRET: "p:ss"})
@example({codes.URL: "", codes.LOGIN: "jane@acme.example", codes.SECRET: "jane@acme.example"})
@example({codes.LOGIN: "jane@acme_it.example", codes.SECRET: "Blue42"})
@example({codes.LOGIN: "jane@acme.invalid-tld", codes.SECRET: "Blue42"})
@example({codes.LOGIN: "jane@b@acme.example", codes.SECRET: "Blue42"})
@example({codes.URL: "https://.acme.example", codes.LOGIN: "jane@acme.example", codes.SECRET: "Blue42"})
@example({codes.URL: "https://acme.example.", codes.LOGIN: "jane@acme.example", codes.SECRET: "Blue42"})
@example({codes.URL: "https://acme.0x10", codes.LOGIN: "jane@acme.example", codes.SECRET: "Blue42"})
@example({codes.URL: "https://acme.example/", codes.LOGIN: "null", codes.SECRET: "Blue42"})
@example({codes.LOGIN: "jane..doe@acme.example", codes.SECRET: "Blue42"})
def test_usual_fields_have_the_records_that_any_fields_have(row: dict[int, str | None]) -> None:
    # With too little behind it in its array, no field is judged as a usual one.
    assert _records(row, WIDE) == _records(row, 0)


@settings(deadline=None, max_examples=50)
@given(_ROWS, st.sampled_from([codes.TYPE_MD5, codes.TYPE_PLAIN]))
def test_a_named_type_is_kept(row: dict[int, str | None], kind: int) -> None:
    assert _records(row, WIDE, kind=kind) == _records(row, 0, kind=kind)


def test_most_fields_are_usual() -> None:
    url, login, secret = b"https://login.acme.example/a:b", b"Jane.Doe@mail.acme.example", b"tlW:@HD,UU"
    text = np.frombuffer(url + login + secret + bytes(WIDE), np.uint8)
    ends = np.cumsum([0, len(url), len(login), len(secret)]).tolist()
    bits = judge_fields(names_table(), text, 0, ends[1], ends[1], ends[2], ends[2], ends[3])
    assert bits == codes.USUAL_RECORD | codes.USUAL_ADDRESS | codes.USUAL_CAPITALS
