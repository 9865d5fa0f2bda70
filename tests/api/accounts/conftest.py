"""Fixtures of tests of sign-up, verification and passwords: every gate open, a visitor, the emails that were written."""

import asyncpg
import httpx
import pytest
from mail_server import Mails
from sign_up import Visitor


@pytest.fixture
async def visitor(http: httpx.AsyncClient, connection: asyncpg.Connection) -> Visitor:
    """A visitor without a session, with every sign-up enabled."""
    await connection.execute(
        """UPDATE site_settings SET signup_enabled = true, individual_signup_enabled = true,
        organization_signup_enabled = true, partner_signup_enabled = true"""
    )
    return Visitor(http)


@pytest.fixture
def mails(connection: asyncpg.Connection) -> Mails:
    """The emails that were written."""
    return Mails(connection)
