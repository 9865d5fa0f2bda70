"""Sign-up of individuals, organizations and partners (spec §4, Sign-up and Partner)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from breachlight.accounts import service as accounts
from breachlight.accounts.service import AccountView
from breachlight.accounts.validators import (
    LONGEST_TEXT,
    REQUIRED,
    collected,
    country_code,
    country_problems,
    email_problems,
    link_problems,
    normal,
    phone_problems,
    text_problems,
)
from breachlight.accounts.verification import mark_verified, send_verification
from breachlight.audit.events import record_event
from breachlight.auth.models import AccountKind, User
from breachlight.auth.password_hashing import hash_password
from breachlight.auth.repository import account_of_user, find_user_by_email
from breachlight.auth.subject import Client
from breachlight.config import get_settings
from breachlight.database.session import transaction
from breachlight.kit.addresses import email_key
from breachlight.kit.endpoints import network_of
from breachlight.kit.errors import ForbiddenError, ThrottledError
from breachlight.kit.messages import Sentence, say
from breachlight.leaks.address_checks.service import verifies
from breachlight.mail.models import MailKind
from breachlight.mail.service import send_mail
from breachlight.passwords.changes import send_reset_link
from breachlight.passwords.rules import confirmation_problems, password_problems
from breachlight.rate_limits.limiter import RateLimit
from breachlight.signup.repository import add_partner_application
from breachlight.site import service as site
from breachlight.site.human_verification import require_human

LARGEST_COMPANY = 10_000_000

# An office signs up from one address, and a form that is resent creates at most one account.
_per_address = RateLimit("sign-up-address", limit=100, window=timedelta(hours=1))
_per_email = RateLimit("sign-up", limit=60, window=timedelta(hours=1))
_per_partner = RateLimit("partner", limit=3, window=timedelta(hours=1))
_known_email_mails = RateLimit("sign-up-known-email", limit=1, window=timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class Registration:
    """A sign-up form; ``company_name`` is read for organizations only. ``country`` is a name or an alpha-2 code.

    ``address_token`` is of the link by which the answer of an address check leads here: it verifies the address.

    ``unreadable`` are problems of fields whose values had the wrong type; they are reported together with all others.
    """

    kind: AccountKind
    email: str
    first_name: str
    last_name: str
    password: str
    verify_password: str
    country: str
    phone: str
    company_name: str = ""
    language: str | None = None
    cf_turnstile_response: str | None = None
    address_token: str | None = None
    unreadable: Mapping[str, list[Sentence]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PartnerForm:
    """An application to become a partner; ``company_size`` is a number of people. ``unreadable`` as in ``Registration``."""

    first_name: str
    last_name: str
    title: str
    email: str
    phone: str
    company_name: str
    company_size: int | None
    company_link: str
    preference: str
    cf_turnstile_response: str | None = None
    unreadable: Mapping[str, list[Sentence]] = field(default_factory=dict)


async def register(form: Registration, client: Client) -> AccountView:
    """Create an account and its user, and email the verification link unless the address is verified; the caller opens the session.

    Raises:
        ForbiddenError: this sign-up is disabled.
        HumanVerificationError: as ``require_human``.
        ValidationError: fields by name, all at once; including a taken address, whose owner is emailed.
        ThrottledError: too many sign-ups from this network.
    """
    settings = await site.get_site_settings()
    is_organization = form.kind == AccountKind.ORGANIZATION
    is_open = settings.organization_signup_enabled if is_organization else settings.individual_signup_enabled
    if not (settings.signup_enabled and is_open):
        raise ForbiddenError(say("Sign-up is currently disabled."))
    await _per_address.hit(network_of(client.address))
    await require_human(form.cf_turnstile_response, client_address=client.address)
    key = email_key(form.email)
    owner = await find_user_by_email(key) if key is not None else None
    problems = {
        "company_name": text_problems(form.company_name) if is_organization else [],
        "first_name": text_problems(form.first_name),
        "last_name": text_problems(form.last_name),
        "email": email_problems(form.email),
        "phone": phone_problems(form.phone),
        "country": country_problems(form.country),
        "password": await password_problems(
            form.password, own_words=[form.first_name, form.last_name, form.email, form.company_name]
        ),
        "verify_password": confirmation_problems(form.password, form.verify_password),
    }
    if owner is not None and not problems["email"]:
        problems["email"] = [accounts.EMAIL_TAKEN]
        await _notify_owner(owner)
    collected({**problems, **form.unreadable})
    await _per_email.hit(key or "")
    password_hash = await hash_password(form.password)
    async with transaction() as connection:
        view = await accounts.add_account(
            kind=form.kind,
            email=form.email,
            first_name=normal(form.first_name),
            last_name=normal(form.last_name),
            password_hash=password_hash,
            company_name=normal(form.company_name) if is_organization else None,
            country=country_code(form.country) or "",
            phone=form.phone.strip(),
            language=form.language if site.is_language(form.language or "") else None,
        )
        await record_event(
            view.account.id,
            view.user.id,
            "account_created",
            address=client.address,
            user_agent=client.user_agent,
        )
        if key and form.address_token and await verifies(connection, form.address_token, key):
            await mark_verified(connection, view.user, view.account.id, key, client)
        else:
            await send_verification(view.user, view.account.id)
    return view


async def apply_as_partner(form: PartnerForm, client: Client) -> None:
    """Store an application, and email the applicant and the operator.

    Raises:
        ForbiddenError: partner sign-up is disabled.
        HumanVerificationError, ValidationError, ThrottledError: as ``register``.
    """
    if not (await site.get_site_settings()).partner_signup_enabled:
        raise ForbiddenError(say("Partner applications are currently disabled."))
    await _per_address.hit(network_of(client.address))
    await require_human(form.cf_turnstile_response, client_address=client.address)
    collected(
        {
            "first_name": text_problems(form.first_name),
            "last_name": text_problems(form.last_name),
            "title": text_problems(form.title),
            "email": email_problems(form.email),
            "phone": phone_problems(form.phone),
            "company_name": text_problems(form.company_name),
            "company_size": _size_problems(form.company_size),
            "company_link": link_problems(form.company_link),
            "preference": text_problems(form.preference, longest=LONGEST_TEXT, may_hold_lines=True),
            **form.unreadable,
        }
    )
    await _per_partner.hit(email_key(form.email) or "")
    written = {
        "first_name": normal(form.first_name),
        "last_name": normal(form.last_name),
        "email": form.email.strip(),
        "phone": form.phone.strip(),
        "title": normal(form.title),
        "company_name": normal(form.company_name),
        "company_link": form.company_link.strip(),
        "preference": normal(form.preference.replace("\r\n", "\n")),
    }
    operator = get_settings().operator_email
    async with transaction() as connection:
        await add_partner_application(**written, company_size=form.company_size)
        await send_mail(
            connection,
            MailKind.PARTNER_APPLICATION_RECEIVED,
            to=written["email"],
            account_id=None,
            language=None,
            values={"name": written["first_name"]},
        )
        if operator:
            await send_mail(
                connection,
                MailKind.PARTNER_APPLICATION,
                to=operator,
                account_id=None,
                language=None,
                values={**written, "company_size": str(form.company_size)},
            )


def _size_problems(size: int | None) -> list[Sentence]:
    if size is None:
        return [REQUIRED]
    return [] if 1 <= size <= LARGEST_COMPANY else [say("Enter a number from 1 to {most}.", most=LARGEST_COMPANY)]


async def _notify_owner(owner: User) -> None:
    """Email the owner of an address, at most once an hour, that somebody tried to sign up with it.

    The owner of an unverified address can neither sign up again nor request a reset, and somebody else may have signed up
    with it. The link in the email therefore sets a new password, ends all sessions and verifies the address.
    """
    try:
        await _known_email_mails.hit(str(owner.id))
    except ThrottledError:
        return
    account_id = await account_of_user(owner.id)
    async with transaction() as connection:
        await send_mail(
            connection,
            MailKind.SIGN_UP_WITH_KNOWN_EMAIL,
            to=owner.email,
            account_id=account_id,
            language=owner.language,
            values={"name": owner.first_name},
        )
        if owner.email_verified_at is None and owner.disabled_at is None:
            await send_reset_link(connection, owner, account_id)
