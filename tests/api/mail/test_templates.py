"""Emails as they are written: with the change that causes them, in a language, sealed, and safe whatever is in the values."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from mail_server import HOSTILE, RIGHT_TO_LEFT, TO, VALUES, send
from markupsafe import escape

from breachlight.config import get_settings
from breachlight.database.session import transaction
from breachlight.kit import clock
from breachlight.mail import templates as content
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail
from breachlight.mail.templates import SHAPES, public_link, write

ROOT = Path(__file__).parents[3]


class Tags(HTMLParser):
    """Every element of a mail with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attributes)))


@pytest.mark.spec("B6.5")
@pytest.mark.parametrize("kind", MailKind)
async def test_every_kind_has_a_text_and_an_html_form_with_the_same_words(app, mails, kind):
    await send(kind)
    mail = await mails.newest(kind, TO)
    assert mail.subject
    assert escape(mail.subject) in mail.html
    assert mail.text.startswith("Hello Jo," if "name" in SHAPES[kind].values else "Hello,")
    shown = [
        name
        for name in SHAPES[kind].values
        if name not in {"name", "method", "role", "day", "reason", "step", "page", "link", "note", "choice", "decision"}
    ]
    for value in [VALUES[name] for name in shown] + (["Email codes"] if "method" in SHAPES[kind].values else []):
        assert value in mail.text, value
        assert value in mail.html, value


@pytest.mark.parametrize("kind", MailKind)
async def test_no_email_loads_anything_and_only_the_button_and_its_address_lead_anywhere(app, mails, kind):
    await send(kind)
    mail = await mails.newest(kind, TO)
    tags = Tags(mail.html).seen
    assert not {tag for tag, _ in tags} & {"img", "script", "link", "iframe", "form", "object", "video"}
    assert not [attributes for _, attributes in tags if {"src", "srcset", "background"} & attributes.keys()]
    assert "url(" not in mail.html
    assert "@import" not in mail.html
    links = [attributes["href"] for tag, attributes in tags if tag == "a"]
    assert links in ([], [mail.link, mail.link]) if "\nhttp" in mail.text else links == []


@pytest.mark.parametrize("kind", MailKind)
async def test_a_subject_contains_at_most_a_count_a_target_and_a_severity(app, mails, kind):
    marked = {name: f"marked-{name}" for name in VALUES if name not in {"total", "target", "severity", "month"}}
    await send(kind, **marked)
    mail = await mails.newest(kind, TO)
    assert "marked" not in mail.subject
    assert (mail.subject == "You were mentioned in a note about Acme") == (kind is MailKind.MENTIONED)
    is_alert_email = kind in {MailKind.ALERTS_RAISED, MailKind.ALERT_DIGEST}
    assert (mail.subject == "1,234 new leaked logins for Acme, highest severity Critical") == is_alert_email


async def test_m03_a_target_in_a_subject_is_one_short_line_of_plain_text(app, mails):
    await send(MailKind.ALERTS_RAISED, target=HOSTILE + RIGHT_TO_LEFT)
    mail = await mails.newest(MailKind.ALERTS_RAISED, TO)
    assert "\n" not in mail.subject
    assert "…, highest severity Critical" in mail.subject
    assert len(mail.subject) < 140
    assert "<script>" not in mail.html


@pytest.mark.spec("B6.5")
async def test_an_email_is_written_only_if_its_transaction_commits(app, mails, connection):
    async def change_that_fails() -> None:
        async with transaction() as session:
            await send_mail(session, MailKind.MFA_CODE, to=TO, account_id=None, language=None, values=VALUES)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await change_that_fails()
    assert await mails.all() == []
    assert await connection.fetchval("SELECT count(*) FROM jobs.pgqueuer") == 0
    await send(MailKind.MFA_CODE)
    job = await connection.fetchrow("SELECT entrypoint, payload FROM jobs.pgqueuer")
    assert job["entrypoint"] == "mails.send"
    assert json.loads(job["payload"]) == {"mail_id": str((await mails.newest(MailKind.MFA_CODE)).id)}


@pytest.mark.spec("B6.5")
async def test_the_text_of_an_email_is_sealed(app, connection):
    await send(MailKind.MAGIC_LINK, link="https://breachlight.example/#/auth/m?token=canary-token")
    await send(MailKind.LOGIN_CODE, code="99887766")
    rows = await connection.fetch("SELECT mails::text FROM mails")
    stored = "".join(row["mails"] for row in rows)
    sealed = b"".join(row["content_sealed"] for row in await connection.fetch("SELECT content_sealed FROM mails"))
    assert "canary-token" not in stored
    assert b"canary-token" not in sealed
    assert b"99887766" not in sealed


async def test_sign_in_email_and_other_email_are_different_jobs(app, connection):
    await send(MailKind.PARTNER_APPLICATION)
    await send(MailKind.LOGIN_CODE)
    rows = await connection.fetch("SELECT entrypoint, priority FROM jobs.pgqueuer ORDER BY priority DESC")
    assert [row["entrypoint"] for row in rows] == ["mails.send", "mails.send_bulk"]
    assert rows[0]["priority"] > rows[1]["priority"]


@pytest.mark.spec("B4.10.1", "X15")
async def test_the_language_is_the_users_else_the_sites_else_english(app, mails, connection):
    await connection.execute("UPDATE site_settings SET language = 'xx'")
    for language in ("en", "en-GB", "tlh", None):
        await send(MailKind.MFA_CODE, language=language)
    assert {mail.subject for mail in await mails.all()} == {"Your verification code"}


@pytest.mark.spec("B4.10.1", "X15")
def test_every_language_says_everything_that_english_says():
    catalogues = sorted((content._FOLDER / "locales").glob("*.json"))
    english = json.loads((content._FOLDER / "locales" / "en.json").read_text())
    assert set(english["mails"]) == set(MailKind)
    for path in catalogues:
        assert placeholders(json.loads(path.read_text())) == placeholders(english), path


PLURAL_FORMS = {"zero", "one", "two", "few", "many", "other"}


def placeholders(node: object, place: str = "") -> set[tuple[str, str]]:
    if isinstance(node, dict) and not PLURAL_FORMS.issuperset(node):
        return {found for name, inner in node.items() for found in placeholders(inner, f"{place}.{name}")}
    text = json.dumps(node)
    return {(place, name) for name in ["", *re.findall(r"\{(\w+)\}", text)]}


async def test_a_missing_value_is_refused_before_anything_is_written(app, mails):
    async with transaction() as session:
        with pytest.raises(ValueError, match="needs code, minutes"):
            await send_mail(session, MailKind.LOGIN_CODE, to=TO, account_id=None, language=None, values={"name": "Jo"})
    assert await mails.all() == []


async def test_a24_links_use_the_configured_origin(app, http, monkeypatch):
    monkeypatch.setenv("BREACHLIGHT_PUBLIC_URL", "https://leaks.acme.example")
    get_settings.cache_clear()
    link = public_link("/auth/reset-password/confirm", uid="a b", token="x&y=z#")
    assert link == "https://leaks.acme.example/#/auth/reset-password/confirm?uid=a%20b&token=x%26y%3Dz%23"
    written = write(MailKind.PASSWORD_CHANGED, "en", VALUES, clock.now())
    assert "https://leaks.acme.example/#/auth/reset-password" in written.text


@pytest.mark.parametrize("kind", MailKind)
async def test_m03_markup_and_control_characters_in_values_are_plain_text(app, mails, kind):
    marked = {name: HOSTILE + RIGHT_TO_LEFT for name in VALUES if name not in {"link", "method"}}
    await send(kind, **marked)
    mail = await mails.newest(kind, TO)
    assert "<script" not in mail.html
    assert not [tag for tag, _ in Tags(mail.html).seen if tag in {"script", "img"}]
    assert not re.search("[\u202a-\u202e\u2066-\u2069\r\x00]", mail.text + mail.html + mail.subject)


@pytest.mark.parametrize(
    ("name", "greeting"),
    [
        ("Jo", "Hello Jo,"),
        ("  Jo \n Ann ", "Hello Jo Ann,"),
        ("J.R. Ewing", "Hello J.R. Ewing,"),
        ("O’Neill-Þór 王", "Hello O’Neill-Þór 王,"),
        ("", "Hello,"),
        ("x" * 500, f"Hello {'x' * 59}…,"),
        ("You won https://prize.example", "Hello,"),
        ("visit prize.example now", "Hello,"),
        ("write to a@prize.example", "Hello,"),
        ("\u202eoJ", "Hello oJ,"),
    ],
)
async def test_m03_a_name_greets_and_cannot_advertise(app, mails, name, greeting):
    await send(MailKind.VERIFY_EMAIL, name=name)
    assert (await mails.newest(MailKind.VERIFY_EMAIL)).text.splitlines()[0] == greeting


def test_the_colours_are_those_of_the_product():
    tokens = (ROOT / "client/src/styles/tokens.css").read_text().lower()
    for path in ("templates/mail.html", "static/mailbox.css"):
        used = set(re.findall(r"#[0-9a-f]{6}\b", (content._FOLDER / path).read_text().lower()))
        assert len(used) > 10
        assert [colour for colour in used if colour not in tokens] == []
