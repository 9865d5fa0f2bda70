"""The main job on a PostgreSQL of the operator's own, over TCP, with several API processes and a worker."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest
from callers import PASSWORD
from customers import add_customer, monitor
from external_database import ExternalPostgreSQL
from factories import UserRow
from poolers import PgBouncer
from products import Product, ProductCaller, free_port

LEAK = """jo@acme.example:Invented-1
https://login.acme.example/start:client-7:Invented-2
late@people.test:Invented-3
stranger@elsewhere.test:Invented-4
"""
ALERTS = """query ($filter: AlertFilter) { alerts(filter: $filter) { total results {
  domain { domain } user { email } breachRecord { host usernames passwords } } } }"""


@pytest.fixture(scope="module")
def external() -> Iterator[ExternalPostgreSQL]:
    server = ExternalPostgreSQL(free_port())
    server.start()
    yield server
    server.remove()


@pytest.fixture(params=["directly", "through_a_pooler"])
def product(request: pytest.FixtureRequest, tmp_path: Path, external: ExternalPostgreSQL) -> Iterator[Product]:
    name = str(request.param)
    asyncio.run(_execute(external.url, f"CREATE DATABASE {name}"))
    url = external.url_with(database=name)
    if name == "directly":
        installed = Product(tmp_path, DATABASE_URL=url, BREACHLIGHT_WORKERS=2)
        yield installed
        installed.end()
        return
    pooler = PgBouncer(external)
    urls = {"DATABASE_URL": pooler.url(name), "BREACHLIGHT_DATABASE_DIRECT_URL": url}
    installed = Product(tmp_path, **urls, BREACHLIGHT_WORKERS=2)
    yield installed
    installed.end()
    pooler.remove()


async def _execute(address: str, statement: str) -> None:
    connection = await asyncpg.connect(address)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@pytest.mark.spec("S1.1", "B3.13")
@pytest.mark.long
def test_the_main_job_on_a_database_over_tcp_with_two_servers_and_a_worker(
    product: Product, external: ExternalPostgreSQL, tmp_path: Path
) -> None:
    assert "0_" in product.run("migrate").stdout
    assert "login_enabled=true" in product.run("settings", "login_enabled=true").stdout
    product.serve()
    url = product.environment.get("BREACHLIGHT_DATABASE_DIRECT_URL", product.environment["DATABASE_URL"])
    user = add_customer(url, has_domain=True)
    (tmp_path / "leak.txt").write_text(LEAK)
    done = product.run("ingest", str(tmp_path / "leak.txt"), "--leak", "Some leak", "--json")
    assert done.returncode == 0, done.stderr

    with closing(ProductCaller(product, "jo@people.test", PASSWORD)) as caller:
        _look_on(product, url, user, caller)
    assert not (product.folder / "data" / "postgresql").exists()
    assert product.end() == [0, 0]
    assert external.password not in product.log_text()


def _look_on(product: Product, url: str, user: UserRow, caller: ProductCaller) -> None:
    page = caller.graphql(ALERTS)["data"]["alerts"]
    assert page["total"] == 2
    assert {alert["breachRecord"]["usernames"][0] for alert in page["results"]} == {"jo@acme.example", "client-7"}
    assert all(alert["breachRecord"]["passwords"] == ["••••••••"] for alert in page["results"])
    assert caller.graphql(ALERTS, {"filter": {"domainIsSet": True}})["data"]["alerts"]["total"] == 1

    # An address that is verified later: its history comes by the worker, which is a process of its own with a given database.
    monitor(url, user, "late@people.test")
    assert caller.graphql(ALERTS)["data"]["alerts"]["total"] == 2
    product.start("worker")
    product.wait_until(lambda: caller.graphql(ALERTS)["data"]["alerts"]["total"] == 3)

    def asked() -> float:
        text = caller.http.get("/metrics").text
        counted = re.findall(
            r'breachlight_request_seconds_count\{method="GET",route="/api/v1/countries",status="200"\} (\S+)', text
        )
        assert len(counted) <= 1
        return float(counted[0]) if counted else 0.0

    for _ in range(20):  # each on a connection of its own, so that both servers get some
        assert product.status("/api/v1/countries") == 200
    assert {asked() for _ in range(6)} == {20.0}
    text = caller.http.get("/metrics").text
    for reading in (
        "breachlight_ingestion_alerts_total 2.0",
        "breachlight_ingestion_lines_total 4.0",
        "breachlight_database_up 1.0",
    ):
        assert reading in text


@pytest.mark.parametrize(
    ("variables", "sentence", "commands"),
    [
        ({"password": "wrong"}, "The PostgreSQL server at 127.0.0.1 refuses user operator", ("serve", "worker")),
        ({"database": "absent"}, "The PostgreSQL server at 127.0.0.1 has no database absent", ("migrate",)),
    ],
)
def test_a_password_or_a_database_that_is_not_there_is_one_sentence(
    external: ExternalPostgreSQL, tmp_path: Path, variables: dict[str, str], sentence: str, commands: tuple[str, ...]
) -> None:
    product = Product(tmp_path, DATABASE_URL=external.url_with(**variables))
    for command in commands:
        done = product.run(command)
        told = [line for line in done.stderr.splitlines() if not line.startswith("{")]
        assert done.returncode == 1, command
        assert len(told) == 1, (command, done.stderr)
        assert told[0].startswith(sentence), command
        assert external.password not in done.stderr + done.stdout
