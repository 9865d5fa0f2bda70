"""Types of query parameters: read from text, with the sentences of the services. An empty text counts as absent.

The same conditions in a JSON body are JSON: a flag is true or false there, not a text.
"""

from collections.abc import Callable
from datetime import datetime
from enum import EnumType, StrEnum
from functools import partial
from typing import Annotated, Any, Final, get_args

from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema
from pydantic.fields import FieldInfo

from breachlight.alerts.fields import Identifier, retyped
from breachlight.alerts.query.filters import BAD_TIME, DEFAULT_PAGE_SIZE
from breachlight.kit.anchors import LONGEST_ANCHOR
from breachlight.kit.clock import read_instant
from breachlight.kit.errors import UnfitValueError
from breachlight.kit.messages import Sentence, say
from breachlight.kit.pagination import page_problems
from breachlight.rest.schemas.problems import NO_TEXT

_FLAGS: Final = {"true": True, "1": True, "false": False, "0": False}
_LONGEST_NUMBER: Final = 18


def text_of(value: object) -> str:
    """Return a parameter or a text of a JSON body; null counts as empty.

    Raises:
        UnfitValueError: it is something else.
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        raise UnfitValueError(NO_TEXT)
    return value


def text_or(default: str) -> BeforeValidator:
    """Return the reader of a text; an empty one means ``default``."""
    return BeforeValidator(lambda value: text_of(value) or default)


def read_flag(value: object) -> bool | None:
    """Read true, false, 1 or 0, in any case.

    Raises:
        UnfitValueError: it is something else.
    """
    text = text_of(value).lower()
    if text and text not in _FLAGS:
        raise UnfitValueError(say("The value must be true or false."))
    return _FLAGS.get(text)


def read_number(value: object) -> int | None:
    """Read a whole number.

    Raises:
        UnfitValueError: it is none.
    """
    text = text_of(value)
    if not text:
        return None
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST_NUMBER):
        raise UnfitValueError(say("The value must be a whole number."))
    return int(text)


def read_moment(value: object) -> datetime | None:
    """Read an ISO 8601 date or time; without a zone it is in UTC.

    Raises:
        UnfitValueError: it is none.
    """
    text = text_of(value)
    if not text:
        return None
    # In a query string, an unescaped + arrives as a blank.
    moment = read_instant(text.replace(" ", "+") if "T" in text else text)
    if moment is None:
        raise UnfitValueError(BAD_TIME)
    return moment


def _read_page(value: object) -> int:
    return _one_or_more(value, 1, "page")


def _read_page_size(value: object) -> int:
    return _one_or_more(value, DEFAULT_PAGE_SIZE, "page_size")


def _one_or_more(value: object, default: int, name: str) -> int:
    number = read_number(value)
    if number is None:
        return default
    problems = page_problems(number, number)
    if problems:
        raise UnfitValueError(problems[name][0])
    return number


_ONE_OR_MORE: Final = WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 10**_LONGEST_NUMBER - 1})
PageNumber = Annotated[int, BeforeValidator(_read_page), _ONE_OR_MORE]
PageSize = Annotated[int, BeforeValidator(_read_page_size), _ONE_OR_MORE]
AsOf = Annotated[str, BeforeValidator(text_of)]
AS_OF: Final = Field(
    "",
    description="The anchor of the links next and previous, only as returned. Rows are chosen and ordered as they were when the first "
    "page was read, so none is repeated or skipped; they are shown as they are now. Valid for 24 hours.",
    json_schema_extra={"maxLength": LONGEST_ANCHOR},
)
"""The parameter of lists with links to other pages."""
MOMENT: Final = WithJsonSchema(
    {"type": "string", "anyOf": [{"format": "date-time"}, {"format": "date"}, {"maxLength": 0}]}
)
"""The description of what ``read_moment`` reads."""

_READERS: Final[dict[Any, Callable[[object], object]]] = {
    Identifier: text_of,
    str: text_of,
    bool: read_flag,
    int: read_number,
    datetime: read_moment,
}
_DESCRIBED: Final = {Identifier: str, datetime: Annotated[datetime, MOMENT]}


def parameters_of(model: type[BaseModel]) -> dict[str, Any]:
    """Return the optional fields of a model as query parameters: read from text, then checked as the model declares."""
    return {
        name: _optional(field, BeforeValidator(_reader_of(_kind_of(field))))
        for name, field in model.model_fields.items()
    }


def _reader_of(kind: Any) -> Callable[[object], object]:
    return partial(_read_choice, kind) if isinstance(kind, type) and issubclass(kind, StrEnum) else _READERS[kind]


def unknown_choice(kind: type[StrEnum]) -> Sentence:
    """Return what is said about a text that is none of the values of an enumeration."""
    return say("The value must be one of {known}.", known=", ".join(kind))


def _read_choice(kind: type[StrEnum], value: object) -> StrEnum | None:
    text = text_of(value)
    if text and text not in [*kind]:
        raise UnfitValueError(unknown_choice(kind))
    return kind(text) if text else None


def json_fields_of(model: type[BaseModel]) -> dict[str, Any]:
    """Return the optional fields of a model as those of a strict JSON body; only times are read, from text."""
    return {
        name: _optional(field, *([BeforeValidator(read_moment)] if _kind_of(field) is datetime else []))
        for name, field in model.model_fields.items()
    }


def _described(kind: Any) -> Any:
    return Annotated[kind, choice_of(kind)] if isinstance(kind, EnumType) else _DESCRIBED.get(kind, kind)


def choice_of(kind: EnumType) -> WithJsonSchema:
    """Return the description of one of the values of an enumeration, without a name."""
    return WithJsonSchema({"type": "string", "enum": list(kind)})


def _kind_of(field: FieldInfo) -> Any:
    [kind] = (kind for kind in get_args(field.annotation) if kind is not type(None))
    return kind


def _optional(field: FieldInfo, *reading: BeforeValidator) -> Any:
    annotation = retyped(field.annotation, _described)
    described = Field(None, description=field.description, json_schema_extra=field.json_schema_extra)
    return Annotated[annotation, described, *field.metadata, *reading]
