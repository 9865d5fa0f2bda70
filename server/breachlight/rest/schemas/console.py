"""Bodies and queries of the console base."""

from typing import ClassVar, Literal

from pydantic import Field

from breachlight.console.leaks import LARGEST_IMPORT
from breachlight.rest.schemas.base import Answer, Count, Query, UploadedFile


class LeakCatalogue(UploadedFile):
    """Breaches in the form of Have I Been Pwned."""

    media_types: ClassVar[tuple[str, ...]] = ("application/json",)
    largest_bytes: ClassVar[int] = LARGEST_IMPORT


class LeakImportQuery(Query):
    """How a catalogue is imported."""

    preview: Literal["", "true", "false"] = Field("", description="`true` only counts, and changes nothing.")
    name: str = Field("", max_length=200, description="The name of the file, for the audit log.")


class LeakImport(Answer):
    """What an import has changed, or would change."""

    added: Count
    updated: Count
    unchanged: Count
