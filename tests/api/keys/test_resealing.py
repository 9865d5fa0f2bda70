"""``breachlight keys reseal`` and ``retire``: everything is under the new key, opens, and the old key goes."""

import json
import uuid
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest
from factories import make_account, make_identity, make_user
from ingestion_harness import Bench

from breachlight.alerts.passwords import open_password
from breachlight.alerts.query.filters import AlertFilter
from breachlight.alerts.triage import service as triage
from breachlight.config import Settings, get_key_ring
from breachlight.database.sealed_values import all_sealed_values
from breachlight.database.session import transaction
from breachlight.jobs import enqueue
from breachlight.keys.repository import Holder, remove_holder, store_holder
from breachlight.kit import clock
from breachlight.kit.keys import KeyRing, SealError
from breachlight.leaks.address_requests.service import add_request, find_new
from breachlight.leaks.administration import operations
from breachlight.leaks.administration.erasure import start_erasure
from breachlight.leaks.administration.resealing import start_resealing
from breachlight.leaks.catalogue import LeakDescription
from breachlight.leaks.lake.repository import block_files
from breachlight.leaks.lake.resealing import blocks_sealed_with
from breachlight.leaks.models import AddressRequestPurpose
from breachlight.leaks.runs import service as runs
from breachlight.leaks.runs.reading_options import ReadingOptions, stored_options
from breachlight.leaks.uploads.repository import find_upload
from breachlight.leaks.uploads.service import create_upload, opened
from breachlight.mail.models import Mail, MailKind
from breachlight.mail.service import open_content, send_mail
from breachlight.operators.service import Operator
from breachlight.sessions.mfa import device_codes

LEAK = "jo@people.test:Blue42\nnoseparatorhere\n" + "".join(f"p{n}@people.test:Blue{n}\n" for n in range(3000))


@pytest.fixture
def later(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Move the clock of all processes forward."""
    offset = tmp_path / "clock"
    monkeypatch.setenv("BREACHLIGHT_CLOCK_OFFSET_FILE", str(offset))
    return lambda seconds: offset.write_text(str(seconds), encoding="ascii")


def run(bench: Bench, *arguments: str) -> Any:
    done = bench.breachlight("keys", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


async def counts(connection: asyncpg.Connection) -> dict[str, dict[int, int]]:
    return {values.name: dict(await values.count(connection)) for values in all_sealed_values()}


async def fill(bench: Bench) -> SimpleNamespace:
    """Have one value of each kind sealed, by the code that seals it."""
    account, ring = bench.accounts[0], get_key_ring()
    await make_identity(bench.connection, account, "jo@people.test")
    await bench.ingest(bench.write("leak.txt", LEAK), batch_bytes=1 << 20)
    user = await make_user(bench.connection, await make_account(bench.connection))
    for field in (device_codes.SECRET, device_codes.PENDING):
        sealed = device_codes.seal_secret(ring, user.id, f"SECRET{field[11]}", field)
        await bench.connection.execute(f"UPDATE users SET {field} = $2 WHERE id = $1", user.id, sealed)
    async with transaction() as connection:
        values = {"name": "Jo", "link": "https://breachlight.example/#t", "minutes": "60"}
        await send_mail(
            connection,
            MailKind.RESET_PASSWORD,
            to="jo@people.test",
            account_id=account.id,
            language="en",
            values=values,
        )
        erasure = await start_erasure(connection, ring, "gone@people.test")
        request = await add_request(connection, AddressRequestPurpose.CHECK, "asks@people.test", language="en")
        operation = uuid.uuid4()
        payload = triage._payload(
            SimpleNamespace(account_id=account.id, user_id=user.id, permissions=frozenset()),
            operation,
            AlertFilter(breach_record_passwords="x"),
        )
        await enqueue(connection, "alerts.update", payload)
        upload = await create_upload(connection, bench.settings, ring, name="leak.txt", size=9, operator="root")
        operator = Operator(user.id, "root@operators.example")
        await connection.execute("UPDATE leak_uploads SET received = size")
        options = ReadingOptions(passwords=("Green-paper-7",))
        await runs.preview(ring, operator, upload.id, options)
        await runs.ingest(ring, operator, upload.id, LeakDescription("Uploaded"), options, accept=False)
    with opened(bench.settings, ring, upload, writes=True) as file:
        file.append(b"uploaded!")
        file.flush()
    return SimpleNamespace(
        account=account, user=user, erasure=erasure, operation=operation, upload=upload.id, request=request
    )


async def require_all_open(bench: Bench, filled: SimpleNamespace, ring: KeyRing) -> None:
    alert = await bench.connection.fetchrow("SELECT id, password_sealed FROM alerts")
    assert open_password(ring, filled.account.id, alert["id"], alert["password_sealed"]) == "Blue42"
    user = await bench.connection.fetchrow("SELECT * FROM users WHERE id = $1", filled.user.id)
    for field in (device_codes.SECRET, device_codes.PENDING):
        assert device_codes.open_secret(ring, filled.user.id, user[field], field).startswith("SECRET")
    mail = await Mail.get()
    content = open_content(mail)
    assert content is not None
    assert "https://breachlight.example/#t" in content.text
    assert await start_erasure(bench.connection, ring, "gone@people.test") == filled.erasure
    (payload,) = await bench.connection.fetch("SELECT payload FROM jobs.pgqueuer WHERE entrypoint = 'alerts.update'")
    stored = bytes.fromhex(json.loads(payload["payload"])["filter"])
    assert b'"breach_record_passwords":"x"' in ring.open(stored, filled.operation.bytes, "alerts.operation")
    for table in ("ingest_runs", "ingest_previews"):
        row = await bench.connection.fetchrow(f"SELECT id, passwords_sealed FROM {table}")
        assert stored_options(ring, row["id"], {}, row["passwords_sealed"]).passwords == ("Green-paper-7",)
    request = await find_new(bench.connection, filled.request)
    assert request is not None
    assert request.key == "asks@people.test"
    upload = await find_upload(bench.connection, filled.upload)
    assert upload is not None
    with opened(bench.settings, ring, upload, writes=False) as file:
        assert file.read_at(0, 9) == b"uploaded!"
    file_id = await bench.connection.fetchval("SELECT file_id FROM quarantined_stretches")
    shown = bench.breachlight("quarantine", "show", str(file_id), "--reveal")
    assert "noseparatorhere" in shown.stdout
    found = list(bench.lake.read_email(bench.lake.locate_email("p7@people.test"), "p7@people.test"))
    assert sum(table.num_rows for _, table in found) == 1


@pytest.mark.long
async def test_everything_is_resealed_and_the_old_key_goes(bench: Bench, tortoise: None, later: Any) -> None:
    filled = await fill(bench)
    before = await counts(bench.connection)
    assert {name: set(found) for name, found in before.items()} == {name: {1} for name in before}
    assert run(bench, "rotate", "sealing")["rotated"] == ["sealing-2"]
    later(11 * 60)
    refused = bench.breachlight("keys", "retire", "sealing-1")
    assert refused.returncode == 1
    for name in before:
        assert f"{name} {before[name][1]}" in refused.stderr
    assert "lake blocks 4" in refused.stderr
    assert 'Run "breachlight keys reseal" first.' in refused.stderr

    done = run(bench, "reseal")
    assert done == {"values": sum(found[1] for found in before.values()), "blocks": 4, "unreadable": 0}
    assert await counts(bench.connection) == {name: {2: found[1]} for name, found in before.items()}
    files = await block_files(bench.connection)
    assert [blocks_sealed_with(bench.lake, files, number) for number in (1, 2)] == [0, 4]
    assert all(file.is_only(2) for file in files)
    get_key_ring().refresh()
    await require_all_open(bench, filled, get_key_ring())
    assert run(bench, "reseal") == {"values": 0, "blocks": 0, "unreadable": 0}

    assert run(bench, "retire", "sealing-1")["retired"] == "sealing-1"
    kept = KeyRing.load(bench.settings.key_file)
    assert [key.name for key in kept.keys] == ["signing-1", "sealing-2", "indexing-1"]
    await require_all_open(bench, filled, kept)
    assert run(bench, "list")[1]["state"] == "retired"
    events = [
        row[0] for row in await bench.connection.fetch("SELECT kind FROM operator_events ORDER BY happened_at, id")
    ]
    assert [kind for kind in events if "reseal" in kind or kind.startswith("key")] == [
        *("key_added", "key_rotated", "reseal_started", "leak_reseal_done", "reseal_started", "leak_reseal_done"),
        "key_retired",
    ]


async def test_a_resealing_whose_process_died_is_finished_by_a_worker(bench: Bench, tortoise: None) -> None:
    await bench.ingest(bench.write("leak.txt", LEAK), batch_bytes=16_384)
    run(bench, "rotate", "sealing")
    ring = get_key_ring()
    ring.refresh()
    operation_id = await start_resealing(bench.connection, ring)
    assert await start_resealing(bench.connection, ring) == operation_id
    await operations.operate({"operation_id": str(operation_id)})
    files = await block_files(bench.connection)
    assert len(files) > 1
    assert blocks_sealed_with(bench.lake, files, 1) == 0
    assert all(file.is_only(2) for file in files)
    assert await bench.connection.fetchval("SELECT finished_at IS NOT NULL FROM leak_operations")


async def test_a_damaged_value_is_counted_left_and_keeps_its_key(bench: Bench, tortoise: None, later: Any) -> None:
    account = await make_account(bench.connection)
    user = await make_user(bench.connection, account)
    sealed = bytearray(device_codes.seal_secret(get_key_ring(), user.id, "SECRET", device_codes.SECRET))
    sealed[-1] ^= 1
    await bench.connection.execute(
        "UPDATE users SET mfa_device_secret_sealed = $2 WHERE id = $1", user.id, bytes(sealed)
    )
    run(bench, "rotate", "sealing")
    assert run(bench, "reseal") == {"values": 0, "blocks": 0, "unreadable": 1}
    later(11 * 60)
    refused = bench.breachlight("keys", "retire", "sealing-1")
    assert "users.mfa_device_secret_sealed 1" in refused.stderr
    with pytest.raises(SealError):
        device_codes.open_secret(get_key_ring(), user.id, bytes(sealed), device_codes.SECRET)


async def test_only_unused_keys_are_retired(
    bench: Bench, settings: Settings, connection: asyncpg.Connection, later: Any
) -> None:
    def refusal(*arguments: str) -> str:
        done = bench.breachlight("keys", "retire", *arguments)
        assert done.returncode == 1
        return done.stderr

    assert "sealing-1 is in use" in refusal("sealing-1")
    assert "The indexing key stays" in refusal("indexing-1")
    assert "There is no key sealing-7" in refusal("sealing-7")
    session = uuid.uuid4()
    await connection.execute(
        """INSERT INTO sessions (id, account_id, user_id, refresh_digest, rotated_at, refresh_expires_at, is_remembered,
        authenticated_at, created_at, last_seen_at, user_agent, address)
        VALUES ($1, $1, $1, '', $2, $3, true, $2, $2, $2, '', '')""",
        session,
        clock.now(),
        clock.now() + timedelta(days=30),
    )
    run(bench, "rotate")
    assert "transactions may still be running" in refusal("sealing-1")
    later(11 * 60)
    ingest = Holder("far-away", "ingest", 4711, frozenset({"sealing-1"}), frozenset({"sealing-1"}))
    await store_holder(connection, session, ingest)
    assert "sealing-1 is still used by ingest 4711 on far-away" in refusal("sealing-1")
    await remove_holder(connection, session)
    assert "signing-1 is needed by 1 sessions" in refusal("signing-1")
    assert run(bench, "retire", "signing-1", "--end-sessions")["sessions_ended"] == 1
    assert await connection.fetchval("SELECT end_reason FROM sessions") == "key retired"
    assert "signing-1" not in settings.key_file.read_text()
    assert run(bench, "retire", "signing-1")["retired"] == "signing-1"
