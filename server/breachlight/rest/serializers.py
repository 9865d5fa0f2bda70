"""Conversion of services' results into the bodies of rest-contract."""

from breachlight.accounts.service import AccountView
from breachlight.auth.models import AccountKind
from breachlight.domains.models import Domain
from breachlight.kit.messages import Sentence
from breachlight.rest.schemas import account as schemas
from breachlight.sessions.service import LoggedIn, TokenPair


def tokens_body(tokens: TokenPair) -> schemas.Tokens:
    """Return the tokens of a session (spec §3)."""
    return schemas.Tokens(
        auth_token=tokens.auth_token,
        refresh_token=tokens.refresh_token,
        access_expires_utc=tokens.access_expires_utc,
        refresh_expires_utc=tokens.refresh_expires_utc,
    )


def session_body(logged_in: LoggedIn, message: Sentence) -> schemas.LoggedIn:
    """Return a new session (rest-contract §2)."""
    return schemas.LoggedIn(
        message=message, authentication=tokens_body(logged_in.tokens), account=account_body(logged_in.account)
    )


def account_body(view: AccountView) -> schemas.Account:
    """Return an account (spec §3)."""
    user, account = view.user, view.account
    is_organization = account.kind == AccountKind.ORGANIZATION
    return schemas.Account(
        user=schemas.User(
            id=str(user.id),
            first_name=user.first_name,
            last_name=user.last_name,
            email=user.email,
            role=view.role,
            image_url=user.image_url,
            is_email_verified=user.email_verified_at is not None,
            mfa_settings=schemas.MfaSettings.model_validate(user),
            notification_settings=schemas.NotificationSettings.model_validate(user),
            primary_address=schemas.Address.model_validate(user),
        ),
        ind=None if is_organization else schemas.Individual(),
        org=schemas.Organization(company_name=account.company_name or "") if is_organization else None,
        par=None,
        domains=[domain_body(domain) for domain in view.domains],
    )


def domain_body(domain: Domain) -> schemas.Domain:
    """Return a domain (spec §3)."""
    return schemas.Domain(
        id=str(domain.id),
        domain=domain.domain,
        domain_txt=domain.domain_txt,
        domain_txt_secret=domain.domain_txt_secret,
        is_enabled=domain.is_enabled,
        is_verified=domain.is_verified,
    )
