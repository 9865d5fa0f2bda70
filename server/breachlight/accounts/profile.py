"""The profile: names, address, company, picture, notification settings (specification section 3, Profile update)."""

from collections.abc import Mapping
from dataclasses import dataclass

from breachlight.accounts.service import AccountView
from breachlight.sessions.subject import Client, Subject

LARGEST_IMAGE_BYTES = 512 * 1024


@dataclass(frozen=True, slots=True)
class ProfileChanges:
    """What a save changes; a name that is absent stays.

    ``user`` takes first_name and last_name, ``primary_address`` the fields of an address, ``notification_settings`` the three
    flags, ``company_name`` the organization's. Everything else that a client sends never arrives here (hostile-inputs A30).
    """

    user: Mapping[str, str]
    primary_address: Mapping[str, str]
    notification_settings: Mapping[str, bool]
    company_name: str | None = None


@dataclass(frozen=True, slots=True)
class ProfileSaved:
    """The account after a save; ``organization_error`` says why the organization's part alone was refused."""

    message: str
    account: AccountView
    organization_error: str | None = None


async def update_profile(subject: Subject, changes: ProfileChanges, client: Client) -> ProfileSaved:
    """Save the user's part, and the organization's; a fault of the latter leaves the former saved.

    Raises:
        ValidationError: fields by name.
        ThrottledError: too many saves.
    """
    raise NotImplementedError


async def set_image(subject: Subject, content: bytes, client: Client) -> AccountView:
    """Take an uploaded picture: decoded, cut to a square, resized to 256 pixels, re-encoded without what else it held.

    Raises:
        ValidationError: field ``image``: no picture, too large, or of a kind that is not taken.
        ThrottledError: too many uploads.
    """
    raise NotImplementedError


async def remove_image(subject: Subject, client: Client) -> AccountView:
    """Go back to the initials."""
    raise NotImplementedError
