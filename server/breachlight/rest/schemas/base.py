"""The base of all models: configuration, common field types, and bodies of errors."""

import copy
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    InstanceOf,
    ModelWrapValidatorHandler,
    PrivateAttr,
    RootModel,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_after_validator_function

from breachlight.kit.errors import UnfitValueError
from breachlight.kit.messages import Sentence
from breachlight.rest.schemas.problems import field_problems


def _in_utc(instant: datetime) -> datetime:
    return instant.astimezone(UTC)


FieldProblems = dict[str, list[Sentence]]

Words = Annotated[Sentence, InstanceOf(), WithJsonSchema({"type": "string"})]
"""A sentence for people; it is translated when the answer is encoded."""
Instant = Annotated[AwareDatetime, AfterValidator(_in_utc)]
Count = Annotated[int, Field(ge=0)]


class Answer(BaseModel):
    """Base of response bodies. Fields that aren't set are left out of the answer."""

    model_config = ConfigDict(extra="forbid", frozen=True, from_attributes=True, hide_input_in_errors=True)


class Body(BaseModel):
    """Base of request bodies: JSON types are taken strictly, unknown fields are ignored (hostile-inputs A30)."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True, hide_input_in_errors=True)


class JudgedBody(Body):
    """Base of request bodies whose rules a service applies.

    A field of the wrong type keeps its default, and its problem goes to the service in ``unreadable``: so one answer reports
    wrong types together with broken rules, and the service can refuse the whole request first. Every field has a default.
    """

    _unreadable: FieldProblems = PrivateAttr(default_factory=dict)

    @property
    def unreadable(self) -> Mapping[str, list[Sentence]]:
        """The fields of wrong types, by name."""
        return self._unreadable

    @model_validator(mode="wrap")
    @classmethod
    def _set_unreadable_fields_aside(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return handler(data)
        except ValidationError as error:
            body = handler(_without(data, (line["loc"] for line in error.errors(include_url=False))))
            body._unreadable = field_problems(error, cls)  # noqa: SLF001 -- of this very class
            return body


class Query(BaseModel):
    """Base of query parameters. All come as text; those that can be left out may also be empty."""

    model_config = ConfigDict(frozen=True, populate_by_name=True, hide_input_in_errors=True)


class NoQuery(Query):
    """No query parameter at all."""


class UploadedFile:
    """A request body that is a file, passed on as bytes; subclasses say which files they accept."""

    media_types: ClassVar[tuple[str, ...]]
    largest_bytes: ClassVar[int]

    def __init__(self, content: bytes) -> None:
        self.content = content


def _text_or_empty(value: object) -> object:
    return "" if value is None else value


RequiredText = Annotated[str, Field(min_length=1)]
JudgedText = Annotated[str, BeforeValidator(_text_or_empty)]
"""Text that a service judges: missing and null count as empty."""


class OneOf:
    """Annotation of a text that must be one of some values, else ``problem``."""

    def __init__(self, values: Iterable[str], problem: Sentence) -> None:
        self._values = list(values)
        self._problem = problem

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Check the value after its type."""
        return no_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Describe the values as an enumeration."""
        return {**handler(schema), "enum": self._values}

    def _check(self, value: str) -> str:
        if value not in self._values:
            raise UnfitValueError(self._problem)
        return value


def _without(data: Any, locations: Iterable[tuple[int | str, ...]]) -> Any:
    """Return a copy of a JSON object without the values at some locations."""
    pruned = copy.deepcopy(data)
    for location in locations:
        node = pruned
        for step in location[:-1]:
            node = node.get(step, {}) if isinstance(node, dict) else {}
        if isinstance(node, dict):
            node.pop(location[-1], None)
    return pruned


class ErrorDetail(Answer):
    """Why a request was refused."""

    message: Words
    id: str = Field("", description="With status 500: the id under which the fault is logged.")


class Error(Answer):
    """A refusal that concerns the request as a whole."""

    error: ErrorDetail


class FieldErrors(RootModel[dict[str, list[Words]]]):
    """Messages by field; the first one is the most important."""


class Refusal(RootModel[Error | FieldErrors]):
    """A refusal of the whole request, or of some of its fields."""


class Message(Answer):
    """A sentence for the user."""

    message: Words


class MfaRequired(Answer):
    """The password or link was right; a second factor is required."""

    message: Annotated[Words, Field(json_schema_extra={"const": "MFA required"})]
    methods: list[Literal["email", "device"]]
    email_token: str = Field(description="Allows mfa/send-email to send a code.")


class CredentialsRefusal(RootModel[Error | MfaRequired]):
    """Wrong credentials, or a second factor is required."""
