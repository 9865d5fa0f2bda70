"""A writer of JSON exports."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from leak_writers.records import LeakRecord

Entry = dict[str, Any]


def write(records: Sequence[LeakRecord], layout: str = "array", *, ascii_only: bool = False) -> bytes:
    """Write records in one of the ``LAYOUTS``; each entry also has facts that are no credentials."""
    return LAYOUTS[layout](
        records, lambda value, indent=None: json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    ).encode()


_Dump = Callable[..., str]


def _flat(number: int, record: LeakRecord) -> Entry:
    entry = {"id": number, "email": record.login, "password": record.secret, "salt": record.salt, "url": record.url}
    return {name: value for name, value in entry.items() if value is not None} | {"note": 'a{b}"},{', "points": [1, {}]}


def _nested(number: int, record: LeakRecord) -> Entry:
    secret = {"password": record.secret} | ({"salt": record.salt} if record.salt else {})
    return {"n": number, "user": {"email": record.login, "name": "x"}, "auth": secret} | (
        {"site": {"url": record.url}} if record.url else {}
    )


def _flats(records: Sequence[LeakRecord]) -> list[Entry]:
    return [_flat(number, record) for number, record in enumerate(records)]


def _elastic(records: Sequence[LeakRecord], dump: _Dump) -> str:
    hits = [{"_index": "u", "_id": str(number), "_source": entry} for number, entry in enumerate(_flats(records))]
    return dump({"took": 1, "hits": {"total": len(hits), "hits": hits}})


def _mongo(records: Sequence[LeakRecord], dump: _Dump) -> str:
    return "".join(
        dump({"_id": {"$oid": f"{number:024x}"}} | entry | {"at": {"$date": "2020-01-01T00:00:00Z"}}) + "\n"
        for number, entry in enumerate(_flats(records))
    )


def _spycloud(records: Sequence[LeakRecord], dump: _Dump) -> str:
    results = [
        {
            "document_id": f"{number:08x}",
            "source_id": 1,
            "severity": 20,
            "domain": (record.login or "").rpartition("@")[2],
        }
        | {"email": record.login, "password": record.secret, "infected_machine_id": f"m-{number}"}
        | ({"salt": record.salt} if record.salt else {})
        | ({"target_url": record.url} if record.url else {})
        for number, record in enumerate(records)
    ]
    return dump({"cursor": "", "hits": len(results), "results": results})


def _hudson_rock(records: Sequence[LeakRecord], dump: _Dump) -> str:
    stealers = [
        {
            "computer_name": f"PC{number}",
            "ip": "192.0.2.7",
            "stealer_family": "Lumma",
            "credentials": [
                {"username": record.login, "password": record.secret, "url": record.url}
                if record.url
                else {"username": record.login, "password": record.secret}
            ],
        }
        for number, record in enumerate(records)
    ]
    return dump({"message": "x", "stealers": stealers})


LAYOUTS: Final[Mapping[str, Callable[[Sequence[LeakRecord], _Dump], str]]] = {
    "array": lambda records, dump: dump(_flats(records)),
    "pretty": lambda records, dump: dump(_flats(records), 2),
    "lines": lambda records, dump: "".join(dump(entry) + "\n" for entry in _flats(records)),
    "array of lines": lambda records, dump: "[\n" + ",\n".join(map(dump, _flats(records))) + "\n]\n",
    "one after the other": lambda records, dump: "".join(dump(entry, 1) for entry in _flats(records)),
    "results": lambda records, dump: dump({"page": 1, "results": _flats(records), "next": None}),
    "by key": lambda records, dump: dump(
        {"users": {f"u{number}": entry for number, entry in enumerate(_flats(records))}}
    ),
    "nested": lambda records, dump: dump([_nested(number, record) for number, record in enumerate(records)]),
    "elastic": _elastic,
    "mongo": _mongo,
    "spycloud": _spycloud,
    "hudson rock": _hudson_rock,
}
"""Layouts by name. Hudson Rock's has no salts."""
