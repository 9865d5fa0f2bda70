"""Settings: one typed class, read once from the environment."""

import ipaddress
import os
import re
from functools import cache
from pathlib import Path
from typing import Final, Literal, Self
from urllib.parse import urlsplit

import structlog
from pydantic import AliasChoices, Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict
from pydantic_settings.exceptions import SettingsError as SourceError

from breachlight.kit.endpoints import read_endpoints
from breachlight.kit.environment import (
    FILE_SUFFIX,
    EnvironmentSource,
    service_links,
    unknown_names,
)
from breachlight.kit.forms import FORMS
from breachlight.kit.key_services import KeyService, Pkcs11
from breachlight.kit.keys import KeyRing

# Cloudflare's documented keys, which pass, fail or are spent for everybody.
TURNSTILE_TEST_SECRETS = frozenset({f"{digit}x0000000000000000000000000000000AA" for digit in (1, 2, 3)})

_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+")

CLIENT_FOLDER: Final = Path(__file__).parents[2] / "client" / "dist"
"""The built client."""

SHIPPED_CONTENT: Final = Path(__file__).parents[1] / "content"
"""The documents that come with the product."""
_TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]{1,4096}")
_OWN_PREFIX = frozenset({"DATABASE_URL", "DATABASE_REPLICA_URL", "CONTENT_URL", "CONTENT_TOKEN"})

PREFIX: Final = "BREACHLIGHT"
_TEST_PREFIX: Final = f"{PREFIX}_TEST_"
# No settings: between processes, for tests and installation, and of the programs in docs/api.md, which share a shell with commands.
_OTHER_VARIABLES: Final = frozenset(
    f"{PREFIX}_{name}"
    for name in ("LISTEN_DESCRIPTOR", "PARENT_DESCRIPTOR", "CLOCK_OFFSET_FILE", "CODE_FOLDER", "API_KEY", "URL")
)

_log = structlog.get_logger(__name__)

Environment = Literal["production", "demonstration", "test"]


def _default_data_folder() -> Path:
    """Return /var/lib/breachlight for root and ``var`` of the present folder for everybody else."""
    return Path("/var/lib/breachlight") if os.geteuid() == 0 else Path("var").absolute()


def _is_near(host: str) -> bool:
    """Return whether a host is local or private: a private address, or a name without a dot."""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host


def variable_of(field: str) -> str:
    """Return the environment variable of a field of the settings."""
    name = field.upper()
    return name if name in _OWN_PREFIX else f"{PREFIX}_{name}"


class Settings(BaseSettings):
    """Everything that an operator can set; README lists each with its default."""

    model_config = SettingsConfigDict(env_prefix=f"{PREFIX}_", extra="ignore", frozen=True)

    environment: Environment = "production"
    data_folder: Path = Field(default_factory=_default_data_folder)
    database_url: SecretStr | None = Field(default=None, validation_alias=AliasChoices("database_url", "DATABASE_URL"))
    database_replica_url: SecretStr | None = Field(
        default=None, validation_alias=AliasChoices("database_replica_url", "DATABASE_REPLICA_URL")
    )
    database_direct_url: SecretStr | None = None
    database_admin_url: SecretStr | None = None
    database_pool_size: int = Field(default=5, ge=1, le=100)
    key_file: Path = Path()
    key_service: Literal["", "pkcs11"] = ""
    pkcs11_module: Path | None = None
    pkcs11_token: str = "breachlight"  # noqa: S105 -- a label
    pkcs11_key: str = "breachlight"
    pkcs11_pin: SecretStr | None = None
    lake_path: str = ""
    lake_s3_endpoint: str | None = None
    lake_s3_region: str = "us-east-1"
    lake_s3_key_id: str | None = None
    lake_s3_secret: SecretStr | None = None
    lake_s3_use_tls: bool = True
    backup_folder: Path | None = None

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=1, le=65535)
    public_url: str = ""
    forwarded_allow_ips: str = ""
    workers: int = Field(default=1, ge=1, le=64)
    worker_port: int = Field(default=8001, ge=0, le=65535)
    dns_resolvers: str = ""
    parallel_ingests: int = Field(default=1, ge=0, le=16)
    watched_folder: Path | None = None
    watched_bucket: str = ""

    smtp_host: str | None = None
    smtp_port: int = Field(default=587, ge=1, le=65535)
    smtp_username: str | None = None
    smtp_password: SecretStr | None = None
    smtp_tls: Literal["none", "starttls", "implicit"] = "starttls"
    mail_from: str = ""
    operator_email: str = ""

    disclosures_per_person: int = Field(default=30, ge=1, le=1_000_000)
    disclosures_per_account: int = Field(default=300, ge=1, le=1_000_000)
    bulk_disclosures: int = Field(default=1_000, ge=1, le=1_000_000)
    inactivity_minutes: int = Field(default=60, ge=0, le=1440)
    remembered_inactivity_days: int = Field(default=14, ge=0, le=30)

    turnstile_secret: SecretStr | None = None
    turnstile_verify_url: str = "https://challenges.cloudflare.com/turnstile/v0/siteverify"

    content_folder: Path = SHIPPED_CONTENT
    content_url: str = Field(default="", validation_alias=AliasChoices("content_url", "CONTENT_URL"))
    content_token: SecretStr | None = Field(
        default=None, validation_alias=AliasChoices("content_token", "CONTENT_TOKEN")
    )

    analytics_id: str = ""
    clamd_address: str = ""

    graphiql: bool | None = None
    introspection: bool | None = None
    trusted_documents: Literal["off", "only"] = "off"

    audit_syslog: str = ""
    audit_syslog_ca_file: Path | None = None

    otlp_endpoint: str = ""
    trace_ratio: float = Field(default=0.1, ge=0, le=1)

    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["json", "console"] = "json"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003 -- pydantic's interface
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Read what a call gives, then the environment."""
        return init_settings, EnvironmentSource(settings_cls, PREFIX, variable_of)

    @model_validator(mode="before")
    @classmethod
    def _fill_from_data_folder(cls, values: dict[str, object]) -> dict[str, object]:
        folder = Path(str(values.get("data_folder") or _default_data_folder()))
        filled = {"key_file": folder / "keys.json", "lake_path": str(folder / "lake")}
        host, port = values.get("host") or "127.0.0.1", values.get("port") or 8000
        shown = "localhost" if host in {"127.0.0.1", "0.0.0.0", "::", "::1"} else host  # noqa: S104 -- compared, not bound
        filled["public_url"] = f"http://{shown}:{port}"
        seen = urlsplit(str(values.get("public_url") or filled["public_url"])).hostname or ""
        filled["mail_from"] = f"no-reply@{'localhost' if ':' in seen else seen}"
        filled["operator_email"] = str(values.get("mail_from") or filled["mail_from"])
        return {**values, **{name: value for name, value in filled.items() if not values.get(name)}}

    @model_validator(mode="after")
    def _absolute_paths(self) -> Self:
        for name in ("data_folder", "key_file", "content_folder", "watched_folder"):
            path = getattr(self, name)
            object.__setattr__(self, name, None if path is None else path.absolute())
        return self

    @field_validator("database_direct_url", "database_replica_url")
    @classmethod
    def _only_with_database_url(cls, value: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        if value is not None and info.data.get("database_url") is None:
            raise ValueError("it belongs to the server, or the pooler, in DATABASE_URL, which isn't set")
        return value

    @field_validator("turnstile_secret")
    @classmethod
    def _no_test_secret_in_production(cls, value: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        is_test = value is not None and value.get_secret_value() in TURNSTILE_TEST_SECRETS
        if is_test and info.data.get("environment") == "production":
            raise ValueError(
                "it is one of Cloudflare's test secrets, which let bots in; use the secret of your own widget"
            )
        return value or None

    @field_validator("mail_from", "operator_email")
    @classmethod
    def _one_address(cls, value: str) -> str:
        if _ADDRESS.fullmatch(value) is None:
            raise ValueError("it must be one email address, such as no-reply@example.com")
        return value

    @field_validator("turnstile_verify_url")
    @classmethod
    def _no_secret_in_clear(cls, value: str) -> str:
        url = urlsplit(value)
        if url.scheme != "https" and not (url.scheme == "http" and url.hostname in {"127.0.0.1", "::1", "localhost"}):
            raise ValueError("it must start with https://, because a secret is sent there")
        return value

    @field_validator("content_url")
    @classmethod
    def _address_of_a_content_service(cls, value: str) -> str:
        if not value:
            return value
        try:
            url = urlsplit(value)
            is_whole = bool(url.hostname) and (url.port is None or url.port > 0)
        except ValueError:
            is_whole = False
        if not is_whole or url.query or url.fragment or url.username is not None or url.password is not None:
            raise ValueError("it must be the address of a Strapi, such as https://content.example.com")
        if url.scheme != "https" and not (url.scheme == "http" and _is_near(str(url.hostname))):
            raise ValueError(
                "it must start with https://, because a token is sent there; http:// is only for "
                "hosts on your own network"
            )
        return value

    @field_validator("content_token")
    @classmethod
    def _token_of_a_content_service(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and value.get_secret_value() and _TOKEN.fullmatch(value.get_secret_value()) is None:
            raise ValueError("it must be an API token of the content service, without spaces or quotes")
        return value or None

    @field_validator(*FORMS)
    @classmethod
    def _in_its_form(cls, value: str, info: ValidationInfo) -> str:
        form, sentence = FORMS[info.field_name or ""]
        if value and form.fullmatch(value) is None:
            raise ValueError(sentence)
        return value

    @field_validator("audit_syslog")
    @classmethod
    def _address_of_a_syslog_server(cls, value: str) -> str:
        url = urlsplit(value)
        if value and (url.scheme not in {"udp", "tcp", "tls"} or not url.hostname or not url.port):
            raise ValueError("it must be udp://host:port, tcp://host:port or tls://host:port")
        return value

    @field_validator("otlp_endpoint")
    @classmethod
    def _address_of_a_collector(cls, value: str) -> str:
        url = urlsplit(value)
        if value and (url.scheme not in {"http", "https"} or not url.hostname or url.query or url.username is not None):
            raise ValueError(
                "it must be the address of a collector's OTLP receiver for HTTP, such as http://collector:4318"
            )
        return value

    @field_validator("dns_resolvers")
    @classmethod
    def _addresses_of_resolvers(cls, value: str) -> str:
        read_endpoints(value)
        return value

    @property
    def is_demonstration(self) -> bool:
        """Whether the people and leaks are invented, and emails go to the mailbox at /dev/mail."""
        return self.environment == "demonstration"

    @property
    def inactivity_timeout(self) -> int:
        """After how many minutes without activity sessions end, 0 for never.

        Tests move the clock by hours: in their environment sessions don't end unless it is set.
        """
        is_set = "inactivity_minutes" in self.model_fields_set
        return self.inactivity_minutes if is_set or self.environment != "test" else 0

    @property
    def graphiql_enabled(self) -> bool:
        """Whether /graphql shows GraphiQL to browsers: off in production unless set (design §4.4)."""
        return self.environment != "production" if self.graphiql is None else self.graphiql

    @property
    def introspection_enabled(self) -> bool:
        """Whether the schema may be introspected: off in production unless set (design §4.4)."""
        return self.environment != "production" if self.introspection is None else self.introspection


class SettingsError(Exception):
    """A setting is invalid; the message names it and says what is allowed."""


@cache
def get_settings() -> Settings:
    """Return the settings of this process, read once.

    Raises:
        SettingsError: a variable has an invalid value, or is none of the settings.
    """
    _refuse_unknown_variables()
    try:
        return Settings()
    except SourceError as error:
        raise SettingsError(str(error.__cause__ or error)) from None
    except ValidationError as error:
        first = error.errors()[0]
        name = "_".join(str(part) for part in first["loc"])
        raise SettingsError(
            f"The setting {variable_of(name)} is invalid: {first['msg'].removeprefix('Value error, ')}."
        ) from None


def ignored_variables() -> list[str]:
    """Return the variables that Kubernetes injects into containers for services called breachlight-…; they are no settings."""
    return service_links(PREFIX, os.environ)


def _refuse_unknown_variables() -> None:
    fields = {variable_of(field) for field in Settings.model_fields}
    known = fields | {f"{name}{FILE_SUFFIX}" for name in fields}
    given = {name for name in os.environ if name.upper().startswith(f"{PREFIX}_")} - {*ignored_variables()}
    settings = {name for name in given if not name.upper().startswith(_TEST_PREFIX)} - _OTHER_VARIABLES
    sentence = unknown_names(PREFIX, settings, known)
    if sentence is not None:
        raise SettingsError(sentence)


def settings_with_logging() -> Settings:
    """Return the settings of this process, after setting up its logs by them.

    Raises:
        SettingsError: a variable has an invalid value.
    """
    from breachlight.kit.logging import configure_logging  # commands that only print start faster without it

    settings = get_settings()
    configure_logging(settings.log_level, settings.log_format)
    if ignored := ignored_variables():
        _log.warning(
            "variables that Kubernetes injects for services are ignored: set enableServiceLinks: false",
            variables=ignored,
        )
    return settings


def key_service(settings: Settings) -> KeyService | None:
    """Return the service that protects the key file, if the operator uses one.

    Raises:
        SettingsError: what it needs isn't set.
    """
    if not settings.key_service:
        return None
    if settings.pkcs11_module is None or settings.pkcs11_pin is None:
        raise SettingsError(
            "BREACHLIGHT_KEY_SERVICE=pkcs11 needs BREACHLIGHT_PKCS11_MODULE, the path of the token's library, and "
            "BREACHLIGHT_PKCS11_PIN."
        )
    pin = settings.pkcs11_pin.get_secret_value()
    return Pkcs11(settings.pkcs11_module, settings.pkcs11_token, settings.pkcs11_key, pin)


@cache
def get_key_ring() -> KeyRing:
    """Return the keys of this installation; a start of the product has made the file before.

    Raises:
        KeyFileError: the key file cannot be used; the next call tries again.
    """
    settings = get_settings()
    return KeyRing.load(settings.key_file, key_service(settings))


def open_key_ring(settings: Settings, *, data_exists: bool) -> KeyRing:
    """Read the key file, or make the first one; the ring is the one that ``get_key_ring`` returns afterwards.

    Raises:
        KeyFileError: the key file cannot be used, or is gone although there are data.
    """
    if not settings.key_file.exists():
        KeyRing.load_or_create(settings.key_file, key_service(settings), data_exists=data_exists)
    if settings.key_file != get_settings().key_file:
        return KeyRing.load(settings.key_file, key_service(settings))
    ring = get_key_ring()
    ring.refresh()
    return ring
