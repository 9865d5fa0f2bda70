"""What an operator sees of emails: a word at the start, metrics, and settings that are refused."""

import re

import httpx
import pytest
from mail_server import TO, send
from products import Product

from breachlight.config import SettingsError, get_settings
from breachlight.mail.models import MailKind


@pytest.mark.spec("X18")
async def test_production_without_a_mail_server_says_so_once_and_serves(settings, connection, tmp_path):
    product = Product(
        tmp_path / "installed",
        DATABASE_URL=settings.database_url.get_secret_value(),
        BREACHLIGHT_ENVIRONMENT="production",
        BREACHLIGHT_WORKERS=2,
    )
    product.serve()
    try:
        assert product.status("/readyz") == 200
        assert product.status("/dev/mail") == 404
        warnings = [line for line in product.log_lines() if "BREACHLIGHT_SMTP_HOST" in line["event"]]
        assert [line["level"] for line in warnings] == ["warning"]
    finally:
        product.end()


@pytest.mark.spec("X18")
async def test_metrics_show_how_long_an_email_waits_and_the_state_of_others(http, connection):
    async def read(client: httpx.AsyncClient) -> dict[str, float]:
        text = (await client.get("/metrics")).text
        return {name: float(value) for name, value in re.findall(r"^(breachlight_mail\S*) (\S+)$", text, re.MULTILINE)}

    transport = httpx.ASGITransport(app=http._transport.app, client=("127.0.0.1", 40000))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as near:
        assert await read(near) == {"breachlight_mail_age_seconds": 0}
        for kind in (MailKind.LOGIN_CODE, MailKind.VERIFY_EMAIL, MailKind.MFA_CODE):
            await send(kind)
        await connection.execute("UPDATE mails SET created_at = created_at - interval '5 minutes'")
        await connection.execute("UPDATE mails SET sent_at = now(), content_sealed = NULL WHERE kind = 'verify_email'")
        await connection.execute("UPDATE mails SET failed_at = now(), content_sealed = NULL WHERE kind = 'mfa_code'")
        seen = await read(near)
        assert seen.pop("breachlight_mail_age_seconds") >= 300
        assert seen == {f'breachlight_mails{{state="{state}"}}': 1 for state in ("failed", "sent", "waiting")}
        assert TO not in (await near.get("/metrics")).text


@pytest.mark.parametrize("variable", ["BREACHLIGHT_MAIL_FROM", "BREACHLIGHT_OPERATOR_EMAIL"])
@pytest.mark.parametrize("value", ["nobody", "a@b@c", "a@b.example\nBcc: x@y.example", "Jo <jo@a.example>", "a@b, c@d"])
def test_a_sender_that_is_no_address_is_refused_at_the_start(settings, monkeypatch, variable, value):
    monkeypatch.setenv(variable, value)
    get_settings.cache_clear()
    with pytest.raises(SettingsError, match=variable):
        get_settings()
