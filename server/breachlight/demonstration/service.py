"""Filling an empty installation with the demonstration."""

import secrets
import tempfile
from datetime import timedelta
from pathlib import Path

import structlog

from breachlight.accounts import service as accounts
from breachlight.auth.models import AccountKind, EmailClaim, User
from breachlight.config import Settings
from breachlight.database.connection import connect, database, server
from breachlight.database.session import transaction
from breachlight.demonstration.dns_server import has_dns, publish
from breachlight.demonstration.leaks import LEAKS
from breachlight.demonstration.people import COMPANY_DOMAIN, INDIVIDUAL_EMAIL, World
from breachlight.domains.models import Domain, DomainClaim
from breachlight.kit import clock
from breachlight.kit.keys import KeyRing
from breachlight.leaks.catalogue import LeakDescription
from breachlight.leaks.ingest.ingestion import Ingestion
from breachlight.leaks.ingest.sources import find_sources
from breachlight.leaks.lake.store import Lake
from breachlight.leaks.models import LeakFile, LeakFileState
from breachlight.mail.dev_mailbox import PATH as MAILBOX
from breachlight.processes.bootstrap import prepare
from breachlight.site import service as site
from breachlight.watchlist import service as watchlist

ORGANIZATION_EMAIL = "org@breachlight.example"
PASSWORD = "demonstration-only-9"  # noqa: S105 -- invented and shown to everybody who starts the demonstration
_SEED = 20_261_120
_LOCK = 0x64656D6F  # spells "demo"; two starts at once must not both fill the database
_FLAGS = (
    "login_enabled",
    "signup_enabled",
    "individual_signup_enabled",
    "organization_signup_enabled",
    "partner_signup_enabled",
)

_log = structlog.get_logger(__name__)


async def ensure_demonstration(settings: Settings) -> bool:
    """Fill the installation unless it holds accounts already, or go on with a filling that was cut short; return whether it did.

    Raises:
        DatabaseError, KeyFileError, StartError: one sentence that says what to do.
    """
    async with server(settings) as address:
        ring = await prepare(settings)
        async with database(settings):
            lock = await connect(settings)
            try:
                await lock.execute("SELECT pg_advisory_lock($1)", _LOCK)
                if not await User.exists():
                    await _make_accounts()
                await _publish_record(settings)
                if not await _was_cut_short():
                    return False
                _log.info("filling the demonstration")
                await _take_in(address, settings, ring)
            finally:
                await lock.close()
    return True


def announce(settings: Settings) -> None:
    """Tell whoever started the demonstration where it is and how to log in."""
    print(  # noqa: T201 -- meant for the terminal
        f"\n  Breachlight    {settings.public_url}\n"
        f"  GraphiQL       {settings.public_url}/graphql\n"
        f"  Mailbox        {settings.public_url}{MAILBOX}   (mails of the demonstration)\n\n"
        f"  Individual     {INDIVIDUAL_EMAIL}\n"
        f"  Organization   {ORGANIZATION_EMAIL}   (verified domain {COMPANY_DOMAIN})\n"
        f"  Password       {PASSWORD}\n\n"
        "  More leaks     .venv/bin/breachlight ingest FILE --leak NAME\n"
        "  TXT records    .venv/bin/breachlight demo dns DOMAIN TEXT\n",
        flush=True,
    )


async def _was_cut_short() -> bool:
    """Tell whether the accounts are the demonstration's and its last leak is not in yet."""
    is_ours = await EmailClaim.exists(email_key=ORGANIZATION_EMAIL)
    return is_ours and not await LeakFile.exists(leak__name=LEAKS[-1].name, state=LeakFileState.DONE)


async def _make_accounts() -> None:
    """Make both accounts with what they watch, all or nothing: a start that is killed is taken up by the next."""
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
        await User.all().update(email_verified_at=begun)
        secret = secrets.token_hex(16)
        domain = await Domain.create(
            account_id=organization.account.id,
            domain=COMPANY_DOMAIN,
            domain_txt=f"breachlight-verification={secret}",
            domain_txt_secret=secret,
            is_verified=True,
            verified_at=begun,
            checked_at=clock.now(),
            created_at=begun,
        )
        await DomainClaim.create(
            domain=COMPANY_DOMAIN, account_id=organization.account.id, domain_id=domain.id, proved_at=begun
        )
        await watchlist.monitor_email(connection, individual.account.id, INDIVIDUAL_EMAIL)
        await watchlist.monitor_email(connection, organization.account.id, ORGANIZATION_EMAIL)
        await watchlist.monitor_domain(connection, organization.account.id, domain.id, COMPANY_DOMAIN)


async def _publish_record(settings: Settings) -> None:
    """Publish the TXT record of the verified domain, so that its daily reverification succeeds."""
    is_ours = await EmailClaim.exists(email_key=ORGANIZATION_EMAIL)
    domain = await Domain.filter(domain=COMPANY_DOMAIN, is_verified=True).first()
    if is_ours and domain is not None and has_dns(settings.data_folder):
        publish(settings.data_folder, domain.domain, domain.domain_txt)


async def _take_in(address: str, settings: Settings, ring: KeyRing) -> None:
    """Take each leak in as if on its day, through the same pipeline as any other file."""
    world, today = World(_SEED), clock.now()
    with Lake(address, settings, ring) as lake:
        for leak in LEAKS:
            at = today - timedelta(days=leak.days_ago, minutes=world.number(5, 600))
            with tempfile.TemporaryDirectory(prefix="breachlight-demonstration-") as folder, clock.standing_at(at):
                leak.write(world, Path(folder), at)
                breach_date = (at - timedelta(days=world.number(3, 60))).date()
                description = LeakDescription(leak.name, leak.title, leak.domain, breach_date, leak.kind)
                ingestion = Ingestion(settings, ring, lake, description, stopped=lambda: False, progress=_Silence())
                for source in find_sources([folder]):
                    await ingestion.ingest(source)


class _Silence:
    """Nobody watches the progress of the demonstration."""

    def advance(self, read: int, lines: int) -> None:
        """Say nothing."""

    def note(self, text: str) -> None:
        """Say nothing."""
