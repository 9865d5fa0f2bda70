"""GraphQL types of settings in the console."""

from dataclasses import asdict
from datetime import datetime
from enum import Enum
from typing import Self

import strawberry

from breachlight.console.site_settings import Setting, as_text
from breachlight.console.variables import Source, Variable


@strawberry.enum
class ConsoleSettingName(Enum):
    """Public settings, and settings of the public lookups."""

    SIGNUP_ENABLED = "signup_enabled"
    LOGIN_ENABLED = "login_enabled"
    INDIVIDUAL_SIGNUP_ENABLED = "individual_signup_enabled"
    ORGANIZATION_SIGNUP_ENABLED = "organization_signup_enabled"
    PARTNER_SIGNUP_ENABLED = "partner_signup_enabled"
    TURNKEY_ENABLED = "turnkey_enabled"
    TURNKEY_SITE_KEY = "turnkey_site_key"
    LANGUAGE = "language"
    PASSWORD_RANGES_ENABLED = "password_ranges_enabled"  # noqa: S105 -- a name
    PASSWORD_RANGES_MINIMUM = "password_ranges_minimum"  # noqa: S105 -- a name
    PUBLIC_CATALOGUE_ENABLED = "public_catalogue_enabled"
    LEAK_PAGES_ENABLED = "leak_pages_enabled"
    EMAIL_RANGES_ENABLED = "email_ranges_enabled"
    ADDRESS_CHECK_ENABLED = "address_check_enabled"
    OPT_OUTS_ENABLED = "opt_outs_enabled"


@strawberry.type
class ConsoleSetting:
    """A setting that operators change; its value is true, false, a number or a text."""

    name: ConsoleSettingName
    value: str
    default: str
    changed_at: datetime | None
    changed_by: str | None = strawberry.field(description="The operator, or who ran the command.")

    @classmethod
    def of(cls, setting: Setting) -> Self:
        """Convert a setting."""
        return cls(
            name=ConsoleSettingName(setting.name),
            value=as_text(setting.value),
            default=as_text(setting.default),
            changed_at=setting.changed_at,
            changed_by=setting.changed_by,
        )


@strawberry.enum
class ConsoleVariableSource(Enum):
    """Where the value of a variable comes from."""

    DEFAULT = Source.DEFAULT.value
    ENVIRONMENT = Source.ENVIRONMENT.value
    FILE = Source.FILE.value


@strawberry.type
class ConsoleVariable:
    """An environment variable, as the process that answers has read it; other processes may have others."""

    name: str
    text: str = strawberry.field(description="What it is for, in English; code is between backticks.")
    default: str = strawberry.field(description="The default in words, in English; code is between backticks.")
    value: str | None = strawberry.field(description="Null for secrets.")
    is_secret: bool
    is_set: bool
    source: ConsoleVariableSource

    @classmethod
    def of(cls, variable: Variable) -> Self:
        """Convert a variable."""
        return cls(
            name=variable.name,
            text=variable.text,
            default=variable.default,
            value=variable.value,
            is_secret=variable.is_secret,
            is_set=variable.is_set,
            source=ConsoleVariableSource(variable.source.value),
        )


@strawberry.type
class ConsoleSettings:
    """Settings that operators change here, and the configuration, which is changed where the product is started."""

    version: str = strawberry.field(description="For changes that must not undo those of others.")
    settings: list[ConsoleSetting]
    variables: list[ConsoleVariable]


@strawberry.input
class ConsoleSettingsInput:
    """Settings to change; null leaves a setting as it is."""

    signup_enabled: bool | None = None
    login_enabled: bool | None = None
    individual_signup_enabled: bool | None = None
    organization_signup_enabled: bool | None = None
    partner_signup_enabled: bool | None = None
    turnkey_enabled: bool | None = None
    turnkey_site_key: str | None = None
    language: str | None = None
    password_ranges_enabled: bool | None = None
    password_ranges_minimum: int | None = None
    public_catalogue_enabled: bool | None = None
    leak_pages_enabled: bool | None = None
    email_ranges_enabled: bool | None = None
    address_check_enabled: bool | None = None
    opt_outs_enabled: bool | None = None

    def changes(self) -> dict[str, bool | int | str]:
        """Return what is given, by name."""
        return {name: value for name, value in asdict(self).items() if value is not None}
