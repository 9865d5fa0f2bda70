"""Filling an empty installation with the demonstration."""

import asyncio
import os
import secrets
import sys
from datetime import timedelta

import structlog

from breachlight.accounts import service as accounts
from breachlight.auth.models import AccountKind
from breachlight.auth.repository import has_login
from breachlight.config import Settings
from breachlight.database.connection import connect, database, server
from breachlight.database.locks import advisory_lock
from breachlight.database.session import transaction
from breachlight.demonstration import repository
from breachlight.demonstration.dns_server import has_dns, publish
from breachlight.demonstration.leaks import LEAKS
from breachlight.demonstration.people import COMPANY_DOMAIN, INDIVIDUAL_EMAIL
from breachlight.domains import repository as domains
from breachlight.kit import clock
from breachlight.mail.dev_mailbox import PATH as MAILBOX
from breachlight.processes.bootstrap import prepare
from breachlight.processes.errors import StartError
from breachlight.site import service as site
from breachlight.watchlist import service as watchlist

ORGANIZATION_EMAIL = "org@breachlight.example"
PASSWORD = "demonstration-only-9"  # noqa: S105 -- invented and shown to everybody who starts the demonstration
_LOCK = 0x64656D6F  # spells "demo"; two starts at once must not both fill the database
_FLAGS = (
    "login_enabled",
    "signup_enabled",
    "individual_signup_enabled",
    "organization_signup_enabled",
    "partner_signup_enabled",
    "password_ranges_enabled",
    "public_catalogue_enabled",
    "leak_pages_enabled",
    "email_ranges_enabled",
    "address_check_enabled",
    "opt_outs_enabled",
)

_log = structlog.get_logger(__name__)


async def ensure_demonstration(settings: Settings) -> bool:
    """Fill an installation without accounts, or continue an interrupted filling; return whether it did.

    Raises:
        DatabaseError, KeyFileError, StartError: one sentence that says what to do.
    """
    async with server(settings):
        await prepare(settings)
        async with database(settings):
            lock = await connect(settings)
            try:
                await advisory_lock(lock, _LOCK)
                if not await repository.has_users():
                    await _add_accounts()
                await _publish_record(settings)
                if not await _is_incomplete():
                    return False
                _log.info("filling the demonstration")
                await _ingest()
                for leak in LEAKS:
                    await repository.describe_leak(leak.name, leak.description)
            finally:
                await lock.close()
    return True


def announce(settings: Settings) -> None:
    """Print the addresses and logins of the demonstration."""
    print(  # noqa: T201 -- meant for the terminal
        f"\n  Breachlight    {settings.public_url}\n"
        f"  GraphiQL       {settings.public_url}/graphql\n"
        f"  Mailbox        {settings.public_url}{MAILBOX}   (emails of the demonstration)\n\n"
        f"  Individual     {INDIVIDUAL_EMAIL}\n"
        f"  Organization   {ORGANIZATION_EMAIL}   (verified domain {COMPANY_DOMAIN})\n"
        f"  Password       {PASSWORD}\n\n"
        "  More leaks     .venv/bin/breachlight ingest FILE --leak NAME\n"
        "  TXT records    .venv/bin/breachlight demo dns DOMAIN TEXT\n",
        flush=True,
    )


async def _is_incomplete() -> bool:
    """Return whether the accounts are the demonstration's and its last leak is not ingested yet."""
    return await has_login(ORGANIZATION_EMAIL) and not await repository.is_ingested(LEAKS[-1].name)


async def _add_accounts() -> None:
    """Add both accounts with their watchlists, all or nothing: the next start continues after a crash."""
    begun = clock.now() - timedelta(days=380)
    async with transaction() as connection:
        await site.change_site_settings(dict.fromkeys(_FLAGS, True))
        individual = await accounts.create_account(
            kind=AccountKind.INDIVIDUAL, email=INDIVIDUAL_EMAIL, first_name="Ina", last_name="Dale", password=PASSWORD
        )
        organization = await accounts.create_account(
            kind=AccountKind.ORGANIZATION,
            email=ORGANIZATION_EMAIL,
            first_name="Orla",
            last_name="Grant",
            password=PASSWORD,
            company_name="Acme Instruments",
        )
        await repository.verify_all_users(begun)
        token = secrets.token_hex(16)
        domain = await domains.add_domain(
            organization.account.id, COMPANY_DOMAIN, record=f"breachlight-verification={token}", token=token
        )
        await repository.verify_domain(domain, begun)
        await watchlist.monitor_email(connection, individual.account.id, INDIVIDUAL_EMAIL)
        await watchlist.monitor_email(connection, organization.account.id, ORGANIZATION_EMAIL)
        await watchlist.monitor_domain(connection, organization.account.id, domain.id, COMPANY_DOMAIN)


async def _publish_record(settings: Settings) -> None:
    """Publish the TXT record of the verified domain, so that its daily reverification succeeds."""
    domain = await repository.find_verified_domain(COMPANY_DOMAIN)
    if domain is not None and await has_login(ORGANIZATION_EMAIL) and has_dns(settings.data_folder):
        publish(settings.data_folder, domain.domain, domain.domain_txt)


async def _ingest() -> None:
    """Fill the lake in a process of its own: the server's never load the compiled readers.

    They are run as plain Python: these few lines take seconds, compiling takes a minute and may not be done yet.
    """
    arguments = (sys.executable, "-m", "breachlight.demonstration.filling")
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    child = await asyncio.create_subprocess_exec(*arguments, stdin=asyncio.subprocess.PIPE, env=environment)
    try:
        code = await child.wait()
    except asyncio.CancelledError:
        child.terminate()
        await child.wait()
        raise
    if code:
        raise StartError("The demonstration's leaks cannot be ingested: see the lines above.")
