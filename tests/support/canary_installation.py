"""An installation that ingests invented words through every way in, and what it leaves behind."""

import asyncio
import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import httpx
from archive_files import zip_of
from collector import Collector, collecting
from external_database import ExternalPostgreSQL
from factories import AccountRow, make_account, make_domain, make_identity, make_user
from leak_writers.workbooks import workbook
from products import COMMAND, Product, ProductCaller, free_port
from websockets.sync.client import connect as connect_socket

from breachlight.auth.password_hashing import hash_password
from breachlight.watchlist.service import monitor_email

# Passwords of leaks, each through another way in.
LINE = "Kestrel7Quartz0line"
PORTAL = "Kestrel7Quartz0portal"
BLOCK = "Kestrel7Quartz0block"
PIPED = "Kestrel7Quartz0piped"
LATE = "Kestrel7Quartz0late"
UNMATCHED = "Kestrel7Quartz0unmatched"
# What else a leak holds: somebody who is no customer, an address and a page of theirs, a line that is no record.
STRANGER = "zephyr.stranger9wolf"
PAGE = "obsidian5page8path"
MACHINE = "TOPAZ-MACHINE-7731"
REJECTED = "basalt4rejected6line"
# The customer's own password, and what was never in a leak: guesses in searches and logins.
OWN = "Marlin3Copper-own8"
GUESS = "Osprey2Garnet-guess5"
LEAKED = [LINE, PORTAL, BLOCK, PIPED, LATE, UNMATCHED]
WORDS = [*LEAKED, STRANGER, PAGE, MACHINE, REJECTED, OWN, GUESS]
LINES = f"""jo@acme.example:{LINE}
https://login.acme.example/start:client-7:{PORTAL}
late@people.test:{LATE}
{STRANGER}@elsewhere.test:{UNMATCHED}
https://shop.test/{PAGE}:{STRANGER}@elsewhere.test:{UNMATCHED}
{REJECTED} is no record at all
{REJECTED}:::{REJECTED}
"""
BLOCKS = f"""URL: https://shop.test/{PAGE}
Username: jo@acme.example
Password: {BLOCK}
Application: Chrome
===============
URL: https://elsewhere.test/{PAGE}
Username: {STRANGER}
Password: {UNMATCHED}
Application: Chrome
===============
"""
INFORMATION = f"HWID: 0123456789ABCDEF\nMachine Name: {MACHINE}\nUserName: jo\nIP: 203.0.113.7\n"
ALERT = """{ id user { id email } domain { id domain } leak { name } severity { score }
  breachRecord { url host app usernames passwords passwordType machine { computer } } }"""
ALERTS = f"query ($filter: AlertFilter) {{ alerts(filter: $filter, pageSize: 100) {{ total cursor results {ALERT} }} }}"
REVEAL = (
    """mutation ($id: ID!) { revealPassword(alertId: $id) { __typename ... on RevealPasswordSuccess { password } } }"""
)
UPDATE = """mutation ($input: UpdateAlertsInput!) { updateAlerts(input: $input) { __typename
  ... on UpdateAlertsSuccess { message updated operationId } ... on Problem { message code } } }"""
RAISED = f"subscription {{ alertRaised {{ count cursor alerts {ALERT} }} }}"


@dataclass
class Traces:
    """What the installation left behind."""

    product: Product
    external: ExternalPostgreSQL
    collector: Collector
    answers: list[tuple[str, bytes]] = field(default_factory=list)
    revealed: set[str] = field(default_factory=set)
    spooled: bytes = b""
    metrics: bytes = b""


@contextmanager
def installed(folder: Path) -> Iterator[Traces]:
    """Run the product in a folder and on a PostgreSQL of its own, use it in every way, stop it, and yield the traces."""
    external = ExternalPostgreSQL(free_port())
    external.start()
    with collecting() as collector:
        product = Product(
            folder / "installed",
            DATABASE_URL=external.url,
            BREACHLIGHT_GRAPHIQL="true",
            BREACHLIGHT_OTLP_ENDPOINT=collector.url,
            BREACHLIGHT_TRACE_RATIO=1,
        )
        yield from _used(Traces(product, external, collector), folder)


def _used(left: Traces, folder: Path) -> Iterator[Traces]:
    product, external = left.product, left.external
    try:
        account = _install(product, external)
        with closing(ProductCaller(product, "jo@people.test", OWN)) as caller:
            _ingest(left, folder, caller)
            _ingest_other_formats(left, folder)
            _backfill(left, account, caller)
            _ask(left, caller)
            _fail(left, caller)
            left.metrics = caller.http.get("/metrics").content
        assert product.end() == [0, 0]
        yield left
    finally:
        product.end()
        external.remove()


def _install(product: Product, external: ExternalPostgreSQL) -> AccountRow:
    product.serve()
    product.start("worker")
    assert product.run("settings", "login_enabled=true").returncode == 0

    async def customer() -> AccountRow:
        connection = await asyncpg.connect(external.url)
        try:
            account = await make_account(connection)
            await make_user(connection, account, "jo@people.test", await hash_password(OWN))
            await make_domain(connection, account)
            await make_identity(connection, account, "piped@people.test")
            return account
        finally:
            await connection.close()

    return asyncio.run(customer())


def _ingest(left: Traces, folder: Path, caller: ProductCaller) -> None:
    machine = folder / "leaks" / "logs" / "one"
    machine.mkdir(parents=True)
    (folder / "leaks" / "lines.txt").write_text(LINES)
    (machine / "Passwords.txt").write_text(BLOCKS)
    (machine / "UserInformation.txt").write_text(INFORMATION)
    done = left.product.run("ingest", str(folder / "leaks" / "lines.txt"), "--leak", "Lines")
    assert done.returncode == 0, done.stderr
    done = left.product.run("ingest", str(folder / "leaks" / "logs"), "--leak", "Logs", "--json")
    assert done.returncode == 0, done.stderr
    with connect_socket(
        left.product.url.replace("http", "ws") + "/graphql", subprotocols=["graphql-transport-ws"]
    ) as link:  # type: ignore[list-item]  # a name, as the library's own examples have it
        link.send(json.dumps({"type": "connection_init", "payload": {"token": caller.tokens["authToken"]}}))
        left.answers.append(("socket", str(link.recv(10)).encode()))
        link.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": RAISED}}))
        _pipe(left)
        frame = str(link.recv(30))
        left.answers.append(("subscription", frame.encode()))
        assert '"next"' in frame
        assert "piped@people.test" in frame


def _ingest_other_formats(left: Traces, folder: Path) -> None:
    """Ingest exports, archives in archives and a file that is held, and keep what all commands print about them."""
    address = f"{STRANGER}@elsewhere.test"
    entry = {"email": address, "password": UNMATCHED, "url": f"https://shop.test/{PAGE}"}
    cells = f"{address},{UNMATCHED},2020-01-31\n"
    inner = zip_of({"users.csv": f"email,password,joined\n{cells * 3}{cells[:-1]},{REJECTED},x\n".encode()})
    others = {
        "users.json": json.dumps([entry, entry]).encode() + f'\n{{"password": "{REJECTED}'.encode(),
        "users.sql": f"INSERT INTO users (email, password) VALUES ('{address}','{UNMATCHED}'),('{REJECTED}');\n".encode(),
        "users.xlsx": workbook([["email", "password"], [address, UNMATCHED]]),
        "leak.zip": zip_of({"inner.zip": inner, "list.txt": f"{address}:{UNMATCHED}\n{REJECTED}\n".encode()}),
        "unclear.csv": f"{UNMATCHED},a1,{address}\n{REJECTED},b2,{address}\n".encode(),
        "poor.txt": f"{address}:{UNMATCHED}\n{REJECTED}\n".encode() * 40,
    }
    (folder / "others").mkdir()
    for name, content in others.items():
        (folder / "others" / name).write_bytes(content)
    path = str(folder / "others")
    runs = [
        ("ingest", "--dry-run", path),
        ("ingest", "--dry-run", path, "--json"),
        ("ingest", path, "--leak", "Others", "--json"),
    ]
    done = [left.product.run(*run) for run in runs]
    assert {run.returncode for run in done} == {3}, done[-1].stderr
    listed = left.product.run("quarantine", "list", "--json")
    files = json.loads(listed.stdout)
    assert {file["hold"] is None for file in files} == {True, False}, files
    runs = [("quarantine", "list"), ("leaks", "list"), ("leaks", "show", "Others"), ("quarantine", "retry", "--json")]
    runs += [("quarantine", "show", file["id"], *form) for file in files for form in ((), ("--json",))]
    done += [listed, *(left.product.run(*run) for run in runs)]
    left.answers += [(" ".join(run.args[1:]), (run.stdout + run.stderr).encode()) for run in done]


def _pipe(left: Traces) -> None:
    """Take standard input in, and look at what is spooled of it while it is still open."""
    text = "".join(f"{STRANGER}{number}@elsewhere.test:{UNMATCHED}\n" for number in range(40_000))
    with (left.product.logs / "8-piped.log").open("wb") as log:
        process = subprocess.Popen(
            [COMMAND, "ingest", "-", "--leak", "Piped"],
            env=left.product.environment, stdin=subprocess.PIPE, stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert process.stdin is not None
        process.stdin.write(f"piped@people.test:{PIPED}\n{text}".encode())
        process.stdin.flush()
        end = time.monotonic() + 60
        while len(left.spooled) < 2**20:
            assert time.monotonic() < end, left.product.log_text()
            left.spooled = _open_spool(process.pid, left.product.folder / "data" / "spool")
            time.sleep(0.1)
        process.stdin.close()
        assert process.wait(120) == 0, left.product.log_text()


def _open_spool(process_id: int, folder: Path) -> bytes:
    """Return the contents of all files below a folder that a process has open, including deleted ones."""
    found = b""
    for link in Path(f"/proc/{process_id}/fd").iterdir():
        try:
            if str(folder) in str(link.readlink()):
                found += link.read_bytes()
        except OSError:
            continue
    return found


def _backfill(left: Traces, account: AccountRow, caller: ProductCaller) -> None:
    async def prove() -> None:
        connection = await asyncpg.connect(left.external.url)
        try:
            async with connection.transaction():
                await monitor_email(connection, account.id, "late@people.test")
        finally:
            await connection.close()

    before = caller.graphql(ALERTS)["data"]["alerts"]["total"]
    asyncio.run(prove())
    left.product.wait_until(lambda: caller.graphql(ALERTS)["data"]["alerts"]["total"] == before + 1)


def _ask(left: Traces, caller: ProductCaller) -> None:
    """Ask as the client and as other tools do; keep every answer but those of the reveal."""

    def keep(name: str, answer: httpx.Response, status: int = 200) -> Any:
        assert answer.status_code == status, (name, answer.text)
        left.answers.append((name, answer.content + str(answer.headers.raw).encode()))
        return answer.json()

    def ask(name: str, query: str, variables: dict[str, Any] | None = None) -> Any:
        return keep(name, caller.http.post("/graphql", json={"query": query, "variables": variables or {}}))["data"]

    alerts = ask("list", ALERTS)["alerts"]
    assert alerts["total"] == 5
    for alert in alerts["results"]:
        answer = caller.graphql(REVEAL, {"id": alert["id"]})["data"]["revealPassword"]
        left.revealed.add(answer["password"])
    for password in LEAKED:
        assert ask("filter", ALERTS, {"filter": {"breachRecordPasswords": password}})["alerts"]["total"] == (
            password != UNMATCHED
        )
    keep("GET", caller.http.get("/graphql", params={"query": ALERTS, "variables": json.dumps({})}))
    keep(
        "GET with a password",
        caller.http.get(
            "/graphql",
            params={"query": ALERTS, "variables": json.dumps({"filter": {"breachRecordPasswords": LINE}})},
        ),
    )
    path = "/api/v1/notifications/alerts"
    assert keep("REST", caller.http.get(path, params={"page_size": 2}))["count"] == 5
    found = keep(
        "REST with a password", caller.http.get(path, params={"breach_record_passwords": LINE, "page_size": 1})
    )
    assert found["count"] == 1
    chosen = {"breach_record_passwords": BLOCK}
    assert keep("REST action", caller.http.post(path, params=chosen, json={"action": "read"}))["updated"] == 1
    chosen_by = {"action": "CLOSE", "filter": {"breachRecordPasswords": PORTAL}}
    assert ask("action", UPDATE, {"input": chosen_by})["updateAlerts"]["updated"] == 1
    keep("REST guess", caller.http.get(path, params={"breach_record_passwords": GUESS}))
    keep("info", caller.http.get("/api/v1/account/info"))


def _fail(left: Traces, caller: ProductCaller) -> None:
    """Bring the product to log: refusals, wrong passwords, and faults while a password is searched for."""
    path = "/api/v1/notifications/alerts"
    for body in (
        {"email": "jo@people.test", "password": GUESS},
        {"email": f"{STRANGER}@elsewhere.test", "password": OWN},
    ):
        assert caller.http.post("/api/v1/account/login", json=body).status_code == 401
    for query in (
        f'{{ alerts(filter: {{breachRecordPasswords: "{LINE}"',
        f"{{ alerts(filter: {{search: {LINE}}}) {{ total }} }}",
    ):
        assert caller.http.post("/graphql", json={"query": query}).status_code == 200
    caller.http.get(path, params={"breach_record_passwords": LINE, "page": "x"})
    caller.http.get(f"/api/v1/{LINE}", params={"password": LINE})

    async def rename(old: str, new: str) -> None:
        connection = await asyncpg.connect(left.external.url)
        try:
            await connection.execute(f"ALTER TABLE {old} RENAME TO {new}")
        finally:
            await connection.close()

    asyncio.run(rename("alerts", "alerts_away"))
    for name, answer in (
        (
            "fault",
            caller.http.post(
                "/graphql", json={"query": ALERTS, "variables": {"filter": {"breachRecordPasswords": LINE}}}
            ),
        ),
        ("REST fault", caller.http.get(path, params={"breach_record_passwords": LINE})),
    ):
        assert "Internal error" in answer.text
        left.answers.append((name, answer.content))
    failed = left.product.run("ingest", "-", "--leak", "Faulty", given=f"jo@acme.example:{LINE}0\n")
    assert failed.returncode != 0
    asyncio.run(rename("alerts_away", "alerts"))
