"""A customer of a running product, added to its database directly."""

import asyncio

import asyncpg
from callers import PASSWORD
from factories import UserRow, make_account, make_domain, make_identity, make_user

from breachlight.auth.password_hashing import hash_password
from breachlight.watchlist.service import monitor_email


def add_customer(
    address: str, email: str = "jo@people.test", *, has_domain: bool = False, monitored: str | None = None
) -> UserRow:
    """Add the owner of an organization to the database at this address; everyone can log in from then on.

    With ``has_domain`` the organization monitors acme.example, and with ``monitored`` this address.
    """
    return asyncio.run(_add(address, email, has_domain, monitored))


def monitor(address: str, user: UserRow, email: str) -> None:
    """Let the account of a user monitor an address, as when it is verified: a worker scans what was ingested before."""
    asyncio.run(_monitor(address, user, email))


async def _add(address: str, email: str, has_domain: bool, monitored: str | None) -> UserRow:
    connection = await asyncpg.connect(address)
    try:
        await connection.execute("UPDATE site_settings SET login_enabled = true")
        account = await make_account(connection)
        if has_domain:
            await make_domain(connection, account)
        if monitored is not None:
            await make_identity(connection, account, monitored)
        return await make_user(connection, account, email, await hash_password(PASSWORD))
    finally:
        await connection.close()


async def _monitor(address: str, user: UserRow, email: str) -> None:
    connection = await asyncpg.connect(address)
    try:
        async with connection.transaction():
            await monitor_email(connection, user.account_id, email)
    finally:
        await connection.close()
