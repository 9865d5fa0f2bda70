"""The mailbox at /dev/mail: shows what was written, in the demonstration alone."""

import re

import httpx
import pytest
from mail_server import HOSTILE, TO, VALUES, send

from breachlight.app import create_app
from breachlight.config import get_settings
from breachlight.mail.models import MailKind


@pytest.mark.spec("X18")
async def test_it_lists_the_newest_first_and_opens_one(http, mails):
    await send(MailKind.VERIFY_EMAIL)
    await send(MailKind.LOGIN_CODE, to="ann@people.example")
    page = (await http.get("/dev/mail")).text
    assert page.index("Your login code") < page.index("Verify your email address")
    assert "ann@people.example" in page
    mail = await mails.newest(MailKind.VERIFY_EMAIL)
    shown = (await http.get(f"/dev/mail/{mail.id}")).text
    assert TO in shown
    assert f'src="/dev/mail/{mail.id}/html"' in shown
    as_text = (await http.get(f"/dev/mail/{mail.id}?text")).text
    link = VALUES["link"].replace("&", "&amp;")
    assert f'<a href="{link}">{link}</a>' in as_text
    html = (await http.get(f"/dev/mail/{mail.id}/html")).text
    assert f'href="{link}"' in html
    assert '<base target="_top">' in html


async def test_without_email_it_says_what_brings_some(http):
    answer = await http.get("/dev/mail")
    assert answer.status_code == 200
    assert "No mail yet" in answer.text


@pytest.mark.spec("X18")
async def test_nothing_runs_in_it_and_an_email_stays_in_its_sandbox(http, mails):
    await send(MailKind.PARTNER_APPLICATION, preference=HOSTILE, company_name="<b>x</b>", to="<i>@a.example")
    mail = await mails.newest(MailKind.PARTNER_APPLICATION)
    for path in ("/dev/mail", f"/dev/mail/{mail.id}", f"/dev/mail/{mail.id}?text", f"/dev/mail/{mail.id}/html"):
        answer = await http.get(path)
        policy = answer.headers["content-security-policy"]
        assert "script-src" not in policy
        assert "default-src 'none'" in policy
        assert ("'unsafe-inline'" in policy) == path.endswith("/html")
        assert not re.search(
            r"<(script|img|b|i)\b|style=", answer.text.partition("<body")[0] + answer.text
        ) or path.endswith("/html")
        assert "<script" not in answer.text
        assert answer.headers["cache-control"] == "no-store"
    policy = (await http.get(f"/dev/mail/{mail.id}/html")).headers["content-security-policy"]
    assert "sandbox" in policy
    assert "allow-scripts" not in policy
    assert "allow-same-origin" not in policy


@pytest.mark.parametrize("name", ["0", "mailbox.html", "..%2f..%2fconfig.py", "018f0000-0000-7000-8000-000000000000"])
async def test_an_unknown_email_is_not_found(http, name):
    assert (await http.get(f"/dev/mail/{name}")).status_code == 404
    assert (await http.get(f"/dev/mail/{name}/html")).status_code == 404


async def test_content_that_is_gone_says_so(http, mails, connection):
    await send(MailKind.LOGIN_CODE)
    mail = await mails.newest(MailKind.LOGIN_CODE)
    await connection.execute("UPDATE mails SET content_sealed = NULL, sent_at = created_at")
    assert "The content is gone" in (await http.get(f"/dev/mail/{mail.id}")).text
    assert (await http.get(f"/dev/mail/{mail.id}/html")).status_code == 404


@pytest.mark.spec("X18")
async def test_production_has_no_mailbox(app, settings, mails, monkeypatch):
    await send(MailKind.LOGIN_CODE)
    mail = await mails.newest(MailKind.LOGIN_CODE)
    monkeypatch.setenv("BREACHLIGHT_ENVIRONMENT", "production")
    get_settings.cache_clear()
    production = create_app()
    assert not [route for route in production.routes if str(getattr(route, "path", "")).startswith("/dev/")]
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=production), base_url=settings.public_url) as client:
        for path in ("/dev/mail", f"/dev/mail/{mail.id}", f"/dev/mail/{mail.id}/html", "/dev/mail/mailbox.css"):
            assert (await client.get(path)).status_code == 404
