"""A customer of a running product, added to its database directly."""

import asyncio

import asyncpg
from callers import PASSWORD
from factories import UserRow, make_account, make_domain, make_user

from breachlight.auth.password_hashing import hash_password


def add_customer(address: str, email: str = "jo@people.test", *, has_domain: bool = False) -> UserRow:
    """Add the owner of an organization to the database at this address; everyone can log in from then on.

    With ``has_domain`` the organization monitors acme.example.
    """
    return asyncio.run(_add(address, email, has_domain))


async def _add(address: str, email: str, has_domain: bool) -> UserRow:
    connection = await asyncpg.connect(address)
    try:
        await connection.execute("UPDATE site_settings SET login_enabled = true")
        account = await make_account(connection)
        if has_domain:
            await make_domain(connection, account)
        return await make_user(connection, account, email, await hash_password(PASSWORD))
    finally:
        await connection.close()
