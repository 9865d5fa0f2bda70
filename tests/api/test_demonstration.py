"""The demonstration that fills an empty installation, whole or gone on with."""

import asyncio
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import asyncpg
import dns.nameserver
import dns.resolver
import pytest
from dns_server import dns_server
from factories import make_account, make_user
from process_installation import postgres_processes
from products import COMMAND, Product, ProductCaller

from breachlight.config import Settings
from breachlight.database.connection import connect, server
from breachlight.demonstration import dns_server as demonstration_dns_server
from breachlight.demonstration.dns_server import demonstration_dns, publish
from breachlight.demonstration.leaks import LEAKS
from breachlight.demonstration.service import ORGANIZATION_EMAIL, PASSWORD
from breachlight.processes.bootstrap import prepare

from .domains.domain_calls import ADD, VERIFY


@pytest.mark.spec("B4.4.3")
@pytest.mark.long
async def test_a_killed_demonstration_is_resumed(
    settings: Settings, connection: asyncpg.Connection, tmp_path: Path
) -> None:
    assert settings.database_url is not None
    product = Product(tmp_path / "installed", DATABASE_URL=settings.database_url.get_secret_value())
    ingested = "SELECT count(DISTINCT leak_id) FROM leak_files"
    process = subprocess.Popen(
        [COMMAND, "demo"], env=product.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    end = time.monotonic() + 60
    while await connection.fetchval(ingested) < 3:
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.02)
    process.kill()
    process.wait()

    for _ in range(2):  # the second time there is nothing left to do
        done = product.run("demo")
        assert done.returncode == 0, done.stderr
        assert "http://localhost:" in done.stdout
        assert await connection.fetchval(ingested) == len(LEAKS)
        assert await connection.fetchval("SELECT count(*) FROM batches WHERE done_at IS NULL") == 0
        assert await connection.fetchval("SELECT count(*) FROM users") == 2
        assert await connection.fetchval("SELECT count(*) FROM identities") == 3
    assert await connection.fetchval("SELECT count(*) FROM alerts") > 200
    infected = "(machine->>'infected_at')::timestamptz"
    assert await connection.fetchval(f"SELECT max({infected} - datetime) FROM alerts") < timedelta()
    dated = f"SELECT min(breach_date - {infected}::date) FROM alerts JOIN leaks ON leaks.id = leak_id"
    assert await connection.fetchval(dated) >= 0
    events = [line for line in product.log_lines() if line["event"] == "filling the demonstration"]
    assert len(events) == 1


async def test_an_installation_with_accounts_of_its_own_is_left_alone(
    settings: Settings, connection: asyncpg.Connection, tmp_path: Path
) -> None:
    assert settings.database_url is not None
    product = Product(tmp_path / "installed", DATABASE_URL=settings.database_url.get_secret_value())
    assert product.run("migrate").returncode == 0
    assert product.run("settings").returncode == 0
    assert product.run("ingest", str(tmp_path / "absent")).returncode == 1
    await make_user(connection, await make_account(connection))
    assert product.run("demo").returncode == 0
    assert await connection.fetchval("SELECT count(*) FROM users") == 1
    assert await connection.fetchval("SELECT count(*) FROM leaks") == 0


@pytest.fixture
def heard() -> Iterator[None]:
    """Let what is started hear Ctrl-C, to which a shell makes the tests deaf that it runs in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    ("command", "moment"),
    [("serve", "while its database starts"), ("serve", "while it is filled"), ("demo", "while its database starts")],
)
def test_a_demonstration_that_is_stopped_leaves_no_database_behind(
    tmp_path: Path, command: str, moment: str, told: signal.Signals
) -> None:
    product = Product(tmp_path / "installed", BREACHLIGHT_ENVIRONMENT="demonstration")
    data = tmp_path / "installed" / "data"
    try:
        product.start(command)
        if moment == "while it is filled":
            product.wait_until(lambda: "filling the demonstration" in product.log_text())
        product.wait_until(lambda: postgres_processes(data))
        process = product.running[command]
        process.send_signal(told)
        assert process.wait(30) == 128 + told
    finally:
        product.end()
    assert postgres_processes(data) == []


def test_sigterm_stops_what_a_shell_has_made_deaf_to_ctrl_c(tmp_path: Path) -> None:
    product = Product(tmp_path / "installed", BREACHLIGHT_ENVIRONMENT="demonstration")
    deaf = subprocess.Popen(
        ["/bin/sh", "-c", 'trap "" INT; exec "$0" demo', COMMAND],
        env=product.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    product.wait_until(lambda: postgres_processes(tmp_path / "installed" / "data"))
    deaf.send_signal(signal.SIGTERM)
    assert deaf.wait(30) == 128 + signal.SIGTERM
    assert postgres_processes(tmp_path / "installed" / "data") == []


async def test_a_stopped_demonstration_stops_its_database_however_many_signals_come(tmp_path: Path) -> None:
    product = Product(tmp_path / "installed", BREACHLIGHT_ENVIRONMENT="demonstration")
    settings = Settings(environment="demonstration", data_folder=product.folder / "data", database_url=None)
    async with server(settings):
        await prepare(settings)
        connection = await connect(settings)
        await make_user(connection, await make_account(connection))
        await connection.close()

    try:
        process = product.serve().running["serve"]
        while process.poll() is None and postgres_processes(settings.data_folder):
            process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    finally:
        product.end()
    assert postgres_processes(settings.data_folder) == []


@pytest.mark.long
def test_a_domain_is_verified_with_a_record_published_in_the_demonstration(tmp_path: Path) -> None:
    product = Product(tmp_path / "installed", BREACHLIGHT_ENVIRONMENT="demonstration")
    early = product.run("demo", "dns", "otters.example", "breachlight-verification=none")
    assert (early.returncode, "make run" in early.stderr) == (1, True)
    try:
        product.serve()
        caller = ProductCaller(product, ORGANIZATION_EMAIL, PASSWORD)

        def change(operation: str, **variables: str) -> dict[str, Any]:
            (result,) = caller.graphql(operation, variables)["data"].values()
            return dict(result)

        domain = change(ADD, domain="Otters.example")["domain"]
        assert change(VERIFY, id=domain["id"])["code"] == "TXT_NOT_FOUND"
        published = product.run("demo", "dns", "otters.example", "breachlight-verification=another")
        assert published.returncode == 0, published.stderr
        assert change(VERIFY, id=domain["id"])["code"] == "TXT_NOT_FOUND"
        published = product.run("demo", "dns", "OTTERS.example.", domain["domainTxt"])
        assert "_breachlight.otters.example" in published.stdout
        assert change(VERIFY, id=domain["id"])["domain"]["isVerified"]
        for name, text in (("co.uk", "x"), ("otters.example", ""), ("otters.example", "x" * 256)):
            assert product.run("demo", "dns", name, text).returncode == 1
        (acme,) = caller.graphql("{ domains { results { domain domainTxt } } }")["data"]["domains"]["results"][:1]
        assert acme["domain"] == "acme.example"
        with demonstration_dns(product.folder / "data") as address:
            assert texts_at(address, "_breachlight.acme.example") == [acme["domainTxt"]]
        caller.close()
    finally:
        product.end()


def resolver_at(address: str) -> dns.resolver.Resolver:
    resolver, (host, _, port) = dns.resolver.Resolver(configure=False), address.partition(":")
    resolver.nameservers, resolver.port = [host], int(port)
    resolver.timeout = resolver.lifetime = 30
    return resolver


def texts_at(address: str, name: str) -> list[str]:
    return [record.strings[0].decode() for record in resolver_at(address).resolve(name, "TXT")]


@pytest.fixture
def resolver(tmp_path: Path) -> Iterator[dns.resolver.Resolver]:
    """A resolver that asks the demonstration's DNS server."""
    with demonstration_dns(tmp_path) as address:
        yield resolver_at(address)


def test_the_dns_of_the_demonstration_answers_for_reserved_names_only_what_was_published(
    resolver: dns.resolver.Resolver, tmp_path: Path
) -> None:
    publish(tmp_path, "otters.example", "first")
    publish(tmp_path, "otters.example", 'a "quoted" text')
    (record,) = resolver.resolve("_BREACHLIGHT.Otters.example", "TXT")
    assert record.strings == (b'a "quoted" text',)
    with pytest.raises(dns.resolver.NoAnswer):
        resolver.resolve("_breachlight.otters.example", "A")
    for name in ("otters.example", "herons.test", "example.com"):
        with pytest.raises(dns.resolver.NXDOMAIN):
            resolver.resolve(name, "TXT")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as garbage:
        garbage.sendto(b"no DNS message", (resolver.nameservers[0], resolver.port))
    assert resolver.resolve("_breachlight.otters.example", "TXT")


async def test_other_names_are_looked_up_where_this_machine_looks_them_up(
    resolver: dns.resolver.Resolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with dns_server() as elsewhere:
        elsewhere.set_txt("otters.net", "elsewhere")
        upstream = dns.resolver.Resolver(configure=False)
        upstream.nameservers = [dns.nameserver.Do53Nameserver("127.0.0.1", elsewhere.port)]
        monkeypatch.setattr(demonstration_dns_server, "_upstream", lambda: upstream)
        (record,) = await asyncio.to_thread(resolver.resolve, "otters.net", "TXT")
        assert record.strings == (b"elsewhere",)
        with pytest.raises(dns.resolver.NXDOMAIN):
            await asyncio.to_thread(resolver.resolve, "herons.net", "TXT")
        monkeypatch.setattr(upstream, "nameservers", ["127.0.0.1"])
        monkeypatch.setattr(upstream, "port", 9)
        monkeypatch.setattr(upstream, "cache", None)
        with pytest.raises(dns.resolver.NoNameservers):
            await asyncio.to_thread(resolver.resolve, "otters.net", "TXT")
