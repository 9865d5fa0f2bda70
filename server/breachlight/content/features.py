"""The features of the public pages that the operator has turned on; as in the client's src/lib/site-settings/enabled-features.ts."""

from dataclasses import dataclass
from typing import Self

from breachlight.site.models import SiteSettings


@dataclass(frozen=True, slots=True)
class Features:
    """What the frame of the public pages links to; ``sign_up_path`` is None while sign-up is off."""

    sign_up_path: str | None
    login: bool
    partner: bool
    password_check: bool
    address_check: bool
    opt_outs: bool
    leak_pages: bool
    contact_email: str

    @classmethod
    def of(cls, settings: SiteSettings, contact_email: str) -> Self:
        """Return what the public settings turn on."""
        sign_up = None
        if settings.signup_enabled and settings.individual_signup_enabled:
            sign_up = "/auth/sign-up/individual"
        elif settings.signup_enabled and settings.organization_signup_enabled:
            sign_up = "/auth/sign-up/company"
        return cls(
            sign_up,
            settings.login_enabled,
            settings.partner_signup_enabled,
            settings.password_ranges_enabled,
            settings.address_check_enabled,
            settings.opt_outs_enabled,
            settings.leak_pages_enabled,
            contact_email,
        )

    def for_templates(self) -> tuple[tuple[str, object], ...]:
        """Return them by the names that the client's templates use."""
        return (
            ("signUpPath", self.sign_up_path),
            ("login", self.login),
            ("partner", self.partner),
            ("passwordCheck", self.password_check),
            ("addressCheck", self.address_check),
            ("optOuts", self.opt_outs),
            ("leakPages", self.leak_pages),
            ("contactEmail", self.contact_email),
        )
