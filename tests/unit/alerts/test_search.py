"""Search in the texts of alerts: the index finds what a comparison of all texts finds."""

import uuid
from collections.abc import Callable
from typing import Any, Final

import asyncpg
import pytest
from alert_factories import Tenant
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from recounting import recount

from breachlight.alerts import service
from breachlight.alerts.query.filters import AlertFilter, AlertQuery
from breachlight.alerts.search import service as search
from breachlight.alerts.search.jobs import index_texts
from breachlight.alerts.search.trigrams import LONGEST_TEXT, SEGMENT_BITS
from breachlight.alerts.withdrawal.service import Person, erase_person

pytestmark = pytest.mark.usefixtures("service_up", "indexed")
Raise = Callable[..., Any]

SEGMENT: Final = 1 << SEGMENT_BITS


async def add(
    connection: asyncpg.Connection, tenant: Tenant, texts: list[tuple[str | None, str | None, list[str]]], *, step: int
) -> None:
    """Insert alerts with URL, host and usernames, ``step`` numbers apart."""
    for number, (url, host, usernames) in enumerate(texts, 1):
        await connection.execute(
            """INSERT INTO alerts (id, account_id, key, sequence, datetime, is_read, is_closed, is_alias, leak_id, url, host, usernames,
                username_key, password_type, severity_score, severity_factors, first_seen, last_seen, sightings)
            VALUES (gen_random_uuid(), $1, $2, $3, now(), false, false, false, $4, $5, $6, $7, '', 'none', 0, '{}', now(), now(), 1)""",
            tenant.account_id,
            uuid.uuid4().bytes,
            number * step,
            tenant.leak_id,
            url,
            host,
            usernames,
        )
    await recount(connection)


async def by_comparison(connection: asyncpg.Connection, tenant: Tenant, column: str, text: str) -> set[str]:
    """The alerts that contain a text, found without an index."""
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    texts = {"search": "url, host, array_to_string(usernames, E'\\x1f')", "breach_record_url": "url"}[column]
    rows = await connection.fetch(
        f"SELECT id::text FROM alerts WHERE account_id = $1 AND concat_ws(E'\\x1f', {texts}) ILIKE $2",
        tenant.account_id,
        f"%{escaped}%",
    )
    return {row["id"] for row in rows}


async def found(tenant: Tenant, **conditions: Any) -> set[str]:
    """The alerts of a list and, which are the same, of the reader who follows its cursor and of a page as of the first."""
    query = AlertQuery(filter=AlertFilter(**conditions), page_size=100)
    page = await service.list_alerts(tenant.subject, query)
    ids = {alert.id for alert in page.results}
    assert page.total == len(ids)
    for again in ({"after": ""}, {"as_of": page.as_of}):
        other = await service.list_alerts(tenant.subject, query, **again)
        assert {alert.id for alert in other.results} == ids
        assert other.total == len(ids)
    return ids


async def rows(connection: asyncpg.Connection) -> int:
    return int(await connection.fetchval("SELECT count(*) FROM alert_search_postings"))


@pytest.fixture
def indexed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the index for few alerts, too."""
    monkeypatch.setattr(search, "LEAST_ALERTS", 0)


@pytest.fixture
def narrowed(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each search was narrowed by the index."""
    seen: list[bool] = []

    async def note(*given: Any) -> Any:
        chosen = await search.narrow(*given)
        seen.append(chosen.source != "alerts")
        return chosen

    monkeypatch.setattr(service, "narrow", note)
    return seen


ALPHABET: Final = st.sampled_from(
    ["a", "A", "b", "%", "_", "\\", "'", " ", "é", "É", "ß", "Σ", "ς", "İ", "K", "日", "😀", "😃", "."]
)
TEXT: Final = st.text(ALPHABET, max_size=6)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(st.tuples(st.none() | TEXT, st.none() | TEXT, st.lists(TEXT, max_size=3)), min_size=1, max_size=10),
    wanted=st.lists(st.text(ALPHABET, min_size=1, max_size=5), min_size=1, max_size=3),
    step=st.sampled_from([1, SEGMENT // 5, SEGMENT // 2, SEGMENT * 3]),
)
@example(texts=[("Σ", "aΣ", ["ab", "b"])], wanted=["aσ", "Σ", "ς", "a", "ba"], step=SEGMENT)
async def test_the_index_finds_what_a_comparison_finds(
    connection: asyncpg.Connection, tenant: Tenant, texts: Any, wanted: list[str], step: int
) -> None:
    for table in ("alerts", "alert_sequences", "alert_search_segments", "alert_search_postings"):
        await connection.execute(f"DELETE FROM {table}")
    await add(connection, tenant, texts, step=step)
    await index_texts()
    for text in [*wanted, *(url for url, _, _ in texts[:2] if url)]:
        for column in ("search", "breach_record_url"):
            assert await found(tenant, **{column: text}) == await by_comparison(connection, tenant, column, text)


async def test_a_segment_is_indexed_once_and_later_alerts_are_found(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise, narrowed: list[bool]
) -> None:
    long = "x" * LONGEST_TEXT
    texts = [(f"https://{long}.example", None, []), (None, "shop.example", ["jo"]), (None, "last.example", ["jo"])]
    await add(connection, tenant, texts, step=SEGMENT)
    assert await rows(connection) == 0
    await index_texts()
    before = await rows(connection)
    assert before > 0
    await raise_all(tenant.workforce(host="late.example", url="https://late.example/shop"))
    await index_texts()
    assert await rows(connection) == before, "the last segment isn't complete"
    assert len(await found(tenant, search="SHOP")) == 2
    assert len(await found(tenant, search="xxx.ex")) == 1
    assert await found(tenant, search="shopping") == set()
    assert narrowed == [True] * 9


async def test_g08_segments_are_those_of_an_account(
    connection: asyncpg.Connection, tenant: Tenant, other: Tenant
) -> None:
    for each in (tenant, other):
        await add(connection, each, [(f"https://{each.domain}/common", None, [])] * 2, step=SEGMENT)
    await index_texts()
    assert len(await found(tenant, search="common")) == 2
    assert await found(tenant, search="rival") == set()


async def test_a_frequent_text_is_compared_in_the_order_of_the_list(
    connection: asyncpg.Connection, tenant: Tenant, narrowed: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    await add(connection, tenant, [("https://shop.example", None, ["jo"])] * 5, step=SEGMENT // 2)
    await index_texts()
    monkeypatch.setattr(search, "_MOST_ALERTS", 1)
    monkeypatch.setattr(search, "_LARGEST_SHARE", SEGMENT)
    for text in ("shop", "s"):
        assert len(await found(tenant, search=text)) == 5
    assert not any(narrowed)


async def test_an_erased_person_leaves_the_index(
    connection: asyncpg.Connection, tenant: Tenant, raise_all: Raise
) -> None:
    await raise_all(*(tenant.workforce(host=f"{n}.example", email=f"{n}@acme.example") for n in range(3)))
    await connection.execute("UPDATE alerts SET sequence = sequence * $1", SEGMENT - 1)
    await connection.execute("UPDATE alert_sequences SET last_number = $1", 3 * SEGMENT)
    await index_texts()
    stored = await rows(connection)
    assert len(await found(tenant, search="1@acme")) == 1
    assert await erase_person(connection, Person.of("1@acme.example")) == (1, 1)
    assert 0 < await rows(connection) < stored
    for _ in range(2):
        assert await found(tenant, search="1@acme") == set()
        assert len(await found(tenant, search="@acme")) == 2
        await index_texts()
    text = await connection.fetchval("SELECT count(*) FROM alert_search_segments WHERE NOT is_built")
    assert text == 0
