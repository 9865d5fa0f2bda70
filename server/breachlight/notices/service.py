"""Mails: written, with the job that sends them, in the transaction that causes them."""

import uuid
from collections.abc import Mapping

from tortoise import BaseDBAsyncClient

from breachlight.notices.models import MailKind


async def send_mail(
    connection: BaseDBAsyncClient,
    kind: MailKind,
    *,
    to: str,
    account_id: uuid.UUID | None,
    language: str | None,
    values: Mapping[str, str],
) -> None:
    """Write a mail and enqueue its sending within the caller's transaction: it goes out if and only if that commits.

    ``connection`` is what ``in_transaction()`` yields. ``language`` is the user's, else that of the site. ``values`` are what
    the template of ``kind`` names; a link among them is made with ``public_link``.
    """
    raise NotImplementedError


def public_link(path: str, **parameters: str) -> str:
    """Return the address of a page of the client, always on the configured origin (hostile-inputs A24).

    ``path`` is a route of the client as in ``/email_verification``; parameters stand in the hash query, which no server sees.
    """
    raise NotImplementedError
