"""Catalogues in the form of the breach model of Have I Been Pwned (API v3)."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Final

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, TypeAdapter
from pydantic import ValidationError as ShapeError
from pydantic.alias_generators import to_pascal

from breachlight.kit.addresses import host_key
from breachlight.kit.errors import ValidationError
from breachlight.leaks.administration.plain_text import plain_text
from breachlight.leaks.catalogue import checked_name
from breachlight.leaks.errors import OperationError
from breachlight.leaks.models import LeakKind

DESCRIPTION_LENGTH: Final = 10_000
TITLE_LENGTH: Final = 300
_LARGEST_FILE: Final = 64 << 20
_LARGEST_COUNT: Final = 2**53 - 1  # what JSON keeps exactly
MOST_CLASSES: Final = 200


def _name(text: str) -> str:
    try:
        return checked_name(text)
    except ValidationError as error:
        raise ValueError(error.field_errors["name"][0]) from None


Line = Annotated[str, AfterValidator(lambda text: plain_text(text, TITLE_LENGTH))]


class Breach(BaseModel):
    """One entry; the logo path is ignored, since nothing is ever fetched from another site."""

    model_config = ConfigDict(alias_generator=to_pascal, extra="ignore", frozen=True)

    name: Annotated[str, AfterValidator(_name)]
    title: Line = ""
    domain: Annotated[str | None, AfterValidator(lambda text: host_key(text) if text else None)] = None
    breach_date: date | None = None
    added_date: AwareDatetime | None = None
    modified_date: AwareDatetime | None = None
    pwn_count: int = Field(0, ge=0, le=_LARGEST_COUNT)
    description: Annotated[str, AfterValidator(lambda text: plain_text(text, DESCRIPTION_LENGTH))] = ""
    data_classes: Annotated[tuple[Line, ...], Field(max_length=MOST_CLASSES)] = ()
    is_verified: bool = True
    is_fabricated: bool = False
    is_sensitive: bool = False
    is_retired: bool = False
    is_spam_list: bool = False
    is_malware: bool = False
    is_stealer_log: bool = False
    is_subscription_free: bool = False
    attribution: Line | None = None

    @property
    def kind(self) -> LeakKind:
        """Return the kind of a leak that nothing has been ingested from yet."""
        if self.is_stealer_log:
            return LeakKind.STEALER_LOG
        return LeakKind.COMBOLIST if self.is_spam_list else LeakKind.TABLE_DUMP


_CATALOGUE: Final = TypeAdapter(tuple[Breach, ...])


class CatalogueError(Exception):
    """Content that isn't in this form: at which entry (1-based) and field, both unknown for the file as a whole, and why.

    ``problem`` quotes nothing of the content but names of fields.
    """

    def __init__(self, entry: int | None, field: str, problem: str) -> None:
        super().__init__(problem)
        self.entry = entry
        self.field = field
        self.problem = problem


def parse_catalogue(content: bytes) -> Sequence[Breach]:
    """Return the entries of a file's content, the last one of each name.

    Raises:
        CatalogueError: it has another form.
    """
    try:
        breaches = _CATALOGUE.validate_json(content)
    except ShapeError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        entry, field = [*first["loc"], None][0], ".".join(str(step) for step in first["loc"][1:])
        raise CatalogueError(entry + 1 if isinstance(entry, int) else None, field, first["msg"]) from None
    return list({breach.name: breach for breach in breaches}.values())


def read_catalogue(path: Path) -> Sequence[Breach]:
    """Return the entries of a file, the last one of each name.

    Raises:
        OperationError: it can't be read or has another form; the message quotes nothing of it but names of fields.
    """
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise OperationError(f"{path} is larger than {_LARGEST_FILE >> 20} MiB, which no catalogue of breaches is.")
        content = path.read_bytes()
    except OSError as error:
        raise OperationError(f"{path} can't be read ({error.strerror}).") from error
    try:
        return parse_catalogue(content)
    except CatalogueError as error:
        where = "the file" if error.entry is None else f"entry {error.entry}, {error.field or 'as a whole'}"
        raise OperationError(
            f"{path} is not a catalogue in the form of Have I Been Pwned's breaches: {where}: {error.problem}."
        ) from None


def in_utc(instant: datetime | None) -> datetime | None:
    """Return an instant in UTC."""
    return None if instant is None else instant.astimezone(UTC)
