"""How accounts and tokens stand in REST bodies (contract, Answers)."""

from typing import Any

from breachlight.accounts.service import AccountView
from breachlight.auth.models import AccountKind
from breachlight.domains.models import Domain
from breachlight.kit.clock import write_instant
from breachlight.kit.messages import Sentence
from breachlight.sessions.service import LoggedIn, TokenPair


def printed_tokens(tokens: TokenPair) -> dict[str, str]:
    """Print the tokens of a session (specification section 3, Tokens)."""
    return {
        "auth_token": tokens.auth_token,
        "refresh_token": tokens.refresh_token,
        "access_expires_utc": write_instant(tokens.access_expires_utc),
        "refresh_expires_utc": write_instant(tokens.refresh_expires_utc),
    }


def printed_session(logged_in: LoggedIn, message: Sentence) -> dict[str, Any]:
    """Print a fresh session (contract: login, register, verify-email-confirm, magic-link-login)."""
    return {
        "message": message,
        "authentication": printed_tokens(logged_in.tokens),
        "account": printed_account(logged_in.account),
    }


def printed_account(view: AccountView) -> dict[str, Any]:
    """Print an account (specification section 3, Account)."""
    user, account = view.user, view.account
    is_organization = account.kind == AccountKind.ORGANIZATION
    return {
        "user": {
            "id": str(user.id),
            "first_name": user.first_name,
            "last_name": user.last_name,
            "email": user.email,
            "role": view.role,
            "image_url": user.image_url,
            "is_email_verified": user.email_verified_at is not None,
            "mfa_settings": {
                "is_mfa_device_enabled": user.is_mfa_device_enabled,
                "is_mfa_email_enabled": user.is_mfa_email_enabled,
            },
            "notification_settings": {
                "is_email_notifications_enabled": user.is_email_notifications_enabled,
                "is_breach_alert_enabled": user.is_breach_alert_enabled,
                "is_auto_close_duplicate_breach_records_enabled": user.is_auto_close_duplicate_breach_records_enabled,
            },
            "primary_address": {
                "address_line_1": user.address_line_1,
                "address_line_2": user.address_line_2,
                "city": user.city,
                "state": user.state,
                "postal_code": user.postal_code,
                "country": user.country,
                "phone": user.phone,
                "fax": user.fax,
            },
        },
        "ind": None if is_organization else {},
        "org": {"company_name": account.company_name} if is_organization else None,
        "par": None,
        "domains": [printed_domain(domain) for domain in view.domains],
    }


def printed_domain(domain: Domain) -> dict[str, Any]:
    """Print a domain (specification section 3, Domain)."""
    return {
        "id": str(domain.id),
        "domain": domain.domain,
        "domain_txt": domain.domain_txt,
        "domain_txt_secret": domain.domain_txt_secret,
        "is_enabled": domain.is_enabled,
        "is_verified": domain.is_verified,
    }
