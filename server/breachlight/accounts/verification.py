"""Proof of the e-mail address by a mailed link (specification section 4, Email verification)."""

import uuid
from dataclasses import dataclass

from breachlight.accounts.models import User
from breachlight.sessions.subject import Client, Subject

ALREADY_VERIFIED = "Your email is already verified."


@dataclass(frozen=True, slots=True)
class ResendOutcome:
    """Whether a mail was sent, and the sentence for the user."""

    email_sent: bool
    message: str


@dataclass(frozen=True, slots=True)
class VerifiedEmail:
    """A proved address. ``user`` may be signed in by this (first use, no second factor); None says not."""

    message: str
    user: User | None


async def send_verification(user: User, account_id: uuid.UUID) -> None:
    """Issue a token and mail the link, in a transaction of its own or in the caller's."""
    raise NotImplementedError


async def resend_verification(subject: Subject, client: Client) -> ResendOutcome:
    """Mail a new link unless the address is proved already.

    Raises:
        ThrottledError: too many mails.
    """
    raise NotImplementedError


async def confirm_email(uid: str, token: str, client: Client) -> VerifiedEmail:
    """Prove the address: from now on it is watched, and the lake is looked through for it.

    A repeated click on a link that has done its work says so and changes nothing.

    Raises:
        BadCredentialsError: the link is not right, or has expired.
        ThrottledError: too many tries from here.
    """
    raise NotImplementedError
