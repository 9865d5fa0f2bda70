"""``breachlight doctor``: each fault of an installation is found, with what to do, and nothing is changed."""

import asyncio
import json
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from certificates import make_certificate
from mail_server import make_mail_server
from products import Product, free_port
from s3_server import KEY_ID, s3_server

from breachlight.audit.operators import record_operator_event
from breachlight.backups.history import BACKUP_MADE, name_of
from breachlight.backups.manifest import Manifest, Repository, StoredFile
from breachlight.backups.repository import installation_id
from breachlight.config import Settings
from breachlight.doctor.backups import check_backups
from breachlight.doctor.certificates import check_certificate
from breachlight.doctor.findings import Level
from breachlight.kit import clock
from breachlight.kit.keys import KeyRing
from breachlight.restores.startup import check_restore


@pytest.fixture
def product(tmp_path: Path, database_url: str) -> Iterator[Product]:
    installed = Product(tmp_path, DATABASE_URL=database_url, BREACHLIGHT_LOG_LEVEL="warning")
    yield installed
    installed.end()


def written(backups: Repository, installation: str | None) -> Manifest:
    """Write the manifest of an empty backup of now."""
    created, dump = clock.now(), StoredFile("database.dump", 0, "")
    manifest = Manifest(name_of(created), created.isoformat(), installation, "", "", None, {}, {}, {}, dump, [], {})
    backups.backup(manifest.name).mkdir()
    manifest.write(backups.backup(manifest.name))
    return manifest


def examined(product: Product) -> tuple[int, dict[str, dict[str, Any]]]:
    done = product.run("doctor", "--json")
    report = json.loads(done.stdout)
    assert report["status"] == ("failing" if done.returncode else report["status"])
    for check in report["checks"]:
        assert check["level"] in {"ok", "skipped"} or check["remedy"].endswith((".", "?")), check
    return done.returncode, {check["check"]: check for check in report["checks"]}


def test_a_sound_installation_has_nothing_failing(product: Product) -> None:
    mail = make_mail_server()
    mail.start()
    try:
        product.environment |= mail.variables()
        assert product.run("migrate").returncode == 0
        assert product.run("leaks", "list").returncode == 0
        code, checks = examined(product)
        assert code in {0, 1}  # resolvers of this machine may be out of reach
        for name in ("database", "migrations", "keys", "lake", "email", "disk"):
            assert checks[name]["level"] == "ok", checks[name]
        assert checks["object store"]["level"] == checks["replica"]["level"] == "skipped"
        assert not mail.received
        text = product.run("doctor").stdout
        assert text.startswith("ok       database")
    finally:
        mail.stop()


def test_each_fault_is_found(product: Product, tmp_path: Path) -> None:
    assert product.run("leaks", "list").returncode == 0
    keys = tmp_path / "data" / "keys.json"
    original = keys.read_bytes()
    keys.unlink()
    product.environment |= {
        "BREACHLIGHT_SMTP_HOST": "127.0.0.1",
        "BREACHLIGHT_SMTP_PORT": str(free_port()),
        "BREACHLIGHT_DNS_RESOLVERS": f"127.0.0.1:{free_port()}",
        "BREACHLIGHT_LAKE_PATH": str(tmp_path / "file" / "lake"),
    }
    (tmp_path / "file").touch()
    code, checks = examined(product)
    assert code == 1
    assert "is missing" in checks["keys"]["text"]
    assert not keys.exists()
    assert checks["email"]["level"] == checks["dns"]["level"] == "failing"
    assert checks["email"]["text"].endswith("takes no email (SMTPConnectError).")
    keys.write_bytes(original)
    keys.chmod(0o644)
    assert "can be read or changed by other users" in examined(product)[1]["keys"]["remedy"]


def test_the_object_store_is_written(product: Product) -> None:
    with s3_server() as store:
        product.environment |= {
            "BREACHLIGHT_LAKE_PATH": "s3://leaks/v1",
            "BREACHLIGHT_LAKE_S3_ENDPOINT": store.endpoint,
            "BREACHLIGHT_LAKE_S3_KEY_ID": KEY_ID,
            "BREACHLIGHT_LAKE_S3_SECRET": "invented",
            "BREACHLIGHT_LAKE_S3_USE_TLS": "false",
        }
        assert examined(product)[1]["object store"]["level"] == "ok"
        store.missing_buckets = {"leaks"}
        found = examined(product)[1]["object store"]
        assert found["level"] == "failing"
        assert "The bucket leaks does not exist" in found["remedy"]
        store.missing_buckets = set()
        store.is_down = True
        assert "does not respond" in examined(product)[1]["object store"]["remedy"]


@pytest.mark.parametrize(
    ("hours", "verified_hours", "is_theirs", "level", "text"),
    [
        (3, 1, False, "ok", "is 3 hours old, and was verified."),
        (3, None, False, "warning", "is 3 hours old; none was verified."),
        (3, 24 * 40, False, "warning", "is 3 hours old; one was verified 40 days ago."),
        (3, 24 * 3, False, "ok", "is 3 hours old; one was verified 3 days ago."),
        (72, 1, False, "warning", "is 3 days old."),
        (1, None, True, "warning", "are those of another installation."),
    ],
)
async def test_the_age_of_backups_and_of_their_verification_is_reported(
    *,
    settings: Settings,
    connection: asyncpg.Connection,
    tmp_path: Path,
    hours: int,
    verified_hours: int | None,
    is_theirs: bool,
    level: str,
    text: str,
) -> None:
    await check_restore(settings)  # as a start
    backups, now = Repository(tmp_path / "backups"), datetime.now(UTC)
    backups.create()
    names = []
    for ago in (24 * 41, hours):
        with clock.standing_at(now - timedelta(hours=ago)):
            ours = await installation_id(connection)
            names.append(written(backups, str(uuid.uuid4()) if is_theirs else ours).name)
    if verified_hours is not None:
        with clock.standing_at(now - timedelta(hours=verified_hours)):
            backups.record_verification(names[verified_hours < hours], is_intact=True)
    found = await check_backups(connection, settings.model_copy(update={"backup_folder": backups.folder}))
    assert (found.level.value, found.text.endswith(text)) == (level, True), found.text


async def test_without_a_folder_the_audit_log_knows_the_last_backup(
    settings: Settings, connection: asyncpg.Connection, tortoise: None, key_ring: KeyRing
) -> None:
    assert (await check_backups(connection, settings)).text == "No backup is known."
    async with connection.transaction():
        await record_operator_event(connection, BACKUP_MADE, {"name": name_of(clock.now() - timedelta(hours=5))})
    found = await check_backups(connection, settings)
    assert (found.level, found.text[:32]) == (Level.OK, "The last backup is 5 hours old; ")


def test_a_database_that_is_away_or_not_migrated_is_found(tmp_path: Path, empty_database_url: str) -> None:
    product = Product(tmp_path, DATABASE_URL=empty_database_url)
    found = examined(product)[1]
    assert found["migrations"]["level"] == "failing"
    assert "breachlight migrate" in found["migrations"]["remedy"]
    assert found["keys"]["level"] == "warning"
    assert not (tmp_path / "data").exists()
    product.environment["DATABASE_URL"] = f"postgresql://nobody@127.0.0.1:{free_port()}/none"
    code, found = examined(product)
    assert code == 1
    assert "No PostgreSQL server can be reached" in found["database"]["remedy"]
    assert found["migrations"]["level"] == "skipped"


@pytest.mark.parametrize(
    ("valid_for", "level", "text"),
    [(90, Level.OK, "is valid until"), (5, Level.WARNING, "4 days left"), (-1, Level.FAILING, "expired")],
)
async def test_the_certificate_of_the_public_url_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, valid_for: int, level: Level, text: str
) -> None:
    trusted, tls = make_certificate(tmp_path, valid_for=timedelta(days=valid_for))
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0, ssl=tls)
    async with server:
        url = f"https://localhost:{server.sockets[0].getsockname()[1]}"
        found = await check_certificate(Settings(public_url=url))
    assert (found.level, text in found.text) == (level, True), found


async def test_a_certificate_that_is_not_trusted_or_not_reached_is_said(tmp_path: Path) -> None:
    _, tls = make_certificate(tmp_path)
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0, ssl=tls)
    async with server:
        url = f"https://localhost:{server.sockets[0].getsockname()[1]}"
        assert (await check_certificate(Settings(public_url=url))).level is Level.FAILING
    assert (await check_certificate(Settings(public_url=url))).level is Level.WARNING
    assert (await check_certificate(Settings(public_url="http://localhost:8000"))).level is Level.SKIPPED
