"""The mailbox at /dev/mail, for trying the product without a mail server. Never in production."""

import re
import uuid
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from breachlight.config import Settings
from breachlight.kit.identifiers import parse_id
from breachlight.mail import repository
from breachlight.mail.models import Mail
from breachlight.mail.service import open_content

PATH = "/dev/mail"
_SHOWN = 100
_FOLDER = Path(__file__).parent
_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
# The mail itself: nothing runs or loads in it, and a link leaves the frame only when somebody presses it.
_MAIL_POLICY = (
    "sandbox allow-popups allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
)
_LINK = re.compile(r"https?://[^\s<>\"]+")


def mailbox_routes(settings: Settings) -> list[BaseRoute]:
    """Return the routes of the mailbox; in production there are none."""
    if settings.environment == "production":
        return []
    return [
        Route(PATH, _list),
        Route(f"{PATH}/mailbox.css", _styles),
        Route(f"{PATH}/{{mail_id}}", _show),
        Route(f"{PATH}/{{mail_id}}/html", _show_html),
    ]


async def _list(_: Request) -> Response:
    mails = await repository.latest_mails(_SHOWN)
    return _page("mailbox.html", mails=mails, most=_SHOWN)


async def _show(request: Request) -> Response:
    mail = await _asked_for(request)
    content = open_content(mail)
    text = _with_links(content.text) if content else None
    return _page("mailbox_mail.html", mail=mail, text=text, as_text="text" in request.query_params)


async def _show_html(request: Request) -> Response:
    content = open_content(await _asked_for(request))
    if content is None:
        raise HTTPException(404)
    # Without it a link would open inside the frame, where no page of the product may stand.
    html = content.html.replace("<head>", '<head><base target="_top">', 1)
    return HTMLResponse(html, headers={"Content-Security-Policy": _MAIL_POLICY, "Cache-Control": "no-store"})


async def _styles(_: Request) -> Response:
    styles = (_FOLDER / "static" / "mailbox.css").read_text(encoding="utf-8")
    return Response(styles, media_type="text/css", headers={"Cache-Control": "no-cache"})


async def _asked_for(request: Request) -> Mail:
    mail_id: uuid.UUID | None = parse_id(request.path_params["mail_id"])
    mail = await repository.find_mail(mail_id) if mail_id else None
    if mail is None:
        raise HTTPException(404)
    return mail


def _page(template: str, **context: object) -> Response:
    html = _templates.get_template(template).render(path=PATH, **context)
    return HTMLResponse(html, headers={"Content-Security-Policy": _POLICY, "Cache-Control": "no-store"})


def _with_links(text: str) -> Markup:
    parts, end = [], 0
    for found in _LINK.finditer(text):
        parts += [Markup.escape(text[end : found.start()]), Markup('<a href="{0}">{0}</a>').format(found[0])]
        end = found.end()
    return Markup("").join([*parts, Markup.escape(text[end:])])


def _state(mail: Mail) -> str:
    if mail.sent_at is not None:
        return "Sent"
    return "Failed" if mail.failed_at is not None else "Not sent"


def _subject(mail: Mail) -> str:
    content = open_content(mail)
    return content.subject if content else mail.subject


_templates = Environment(
    loader=FileSystemLoader(_FOLDER / "templates"),
    autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.filters["state"] = _state
_templates.filters["subject"] = _subject
_templates.filters["instant"] = lambda at: f"{at.day} {at:%b %Y, %H:%M:%S} UTC"
