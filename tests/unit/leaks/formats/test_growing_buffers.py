"""Rows, texts or facts that outgrow the buffers of their reader, which then goes on where it was."""

import json

import pytest

from breachlight.leaks.formats import JsonDialect, LineDialect, parse_part
from breachlight.leaks.formats.json_parts import parse_json


def _login(number: int, **others: object) -> str:
    return json.dumps({"email": f"n{number}@acme.example", "password": f"P{number}", **others})


MANY = {
    "small entries": ([_login(number) for number in range(3000)], 0),
    "long escapes": ([_login(number, password="\u00e9" * (number * 997)) for number in range(20)], 0),
    "addresses of two sides": (
        [
            json.dumps({"Alias": "\u00e9" * 5000 + str(number), "DomainName": "acme.example", "password": "P"})
            for number in range(20)
        ],
        0,
    ),
    "one entry of many": ([json.dumps({"users": [json.loads(_login(number)) for number in range(300)]})], 0),
    "devices": (
        [_login(number, computer_name=f"PC{number}", stealer_family="Lumma", ip="192.0.2.7") for number in range(40)],
        0,
    ),
    "broken entries": ([_login(number) if number % 2 else '{"email":]}' for number in range(200)], 100),
}


@pytest.mark.parametrize("name", MANY)
def test_nothing_is_lost_or_read_twice_where_buffers_grow(name: str) -> None:
    texts, broken = MANY[name]
    lines = [_login(9001), *texts, _login(9002)]
    part = parse_json("\n".join(lines).encode(), 0, JsonDialect())
    alone = [parse_json(line.encode(), 0, JsonDialect()) for line in lines]
    columns = ("username", "password", "machine", "flags")
    assert part.table().select(columns).to_pylist() == [
        row for one in alone for row in one.table().select(columns).to_pylist()
    ]
    assert part.tally.rejected.total() == broken
    assert part.tally.records == (302 if name == "one entry of many" else len(lines) - broken)


@pytest.mark.parametrize(
    "line",
    [
        "J.DOE+SHOP%d@GMAIL.COM:Geheim-1",
        "HTTPS://SP.ACME.EXAMPLE/:J.DOE+SHOP%d@GMAIL.COM:Geheim-1",
        f"https://jane:Geheim-%d@sp.acme.example/{'long/' * 40}:jd:Geheim-2",
    ],
)
def test_keys_that_outgrow_the_text_are_those_of_each_line(line: str) -> None:
    lines = [f"{line}\n".replace("%d", str(number)).encode() for number in range(1000)]
    columns = ("url", "host", "username", "username_key", "email_key", "alias_key", "password")
    alone = [row for one in lines for row in parse_part(one, 0, LineDialect()).table().select(columns).to_pylist()]
    assert parse_part(b"".join(lines), 0, LineDialect()).table().select(columns).to_pylist() == alone
