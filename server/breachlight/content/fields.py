"""The fields of documents, for forms: read from the models that validate them."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Union, get_args, get_origin

from annotated_types import MaxLen
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from breachlight.content.documents import ICONS, Icon, Image, Link
from breachlight.kit.messages import Sentence, say

EACH: Final = "*"
"""In the path of a field: any item of the list."""

_IN_MARKDOWN: Final = "Content"
_LONGEST_LINE: Final = 300
_OURS_ALONE: Final = frozenset({"id", "locale"})
# The last of what an alias adds to a field is its own rule.
_LINK_RULE, _ICON_RULE = get_args(Link)[-1], get_args(Icon)[-1]
_ADDRESS_RULE: Final = Image.model_fields["url"].metadata[-1]


class FieldKind(StrEnum):
    """What a field contains."""

    LINE = "line"
    TEXT = "text"
    MARKDOWN = "markdown"
    LINK = "link"
    ICON = "icon"
    PICTURE = "picture"
    NUMBER = "number"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class DocumentField:
    """A field of a document; ``path`` has the names that its JSON has, with dots between them."""

    path: str
    kind: FieldKind
    maximum: int | None
    is_required: bool
    choices: tuple[str, ...] = ()


def fields_of(model: type[BaseModel], parent: str = "") -> Iterator[DocumentField]:
    """Yield the fields of a document in their order, lists before the fields of their items."""
    for name, field in model.model_fields.items():
        if name in _OURS_ALONE:
            continue
        path = parent + (field.alias or name)
        inner = _model_in(field.annotation)
        if inner is None:
            yield _plain(path, field)
        elif get_origin(field.annotation) is tuple:
            yield DocumentField(path, FieldKind.LIST, _maximum(field), is_required=False)
            yield from fields_of(inner, f"{path}.{EACH}.")
        else:
            yield from fields_of(inner, f"{path}.")


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := _model_in(part)) is not None), None)


def _plain(path: str, field: FieldInfo) -> DocumentField:
    kind = _kind(path, field)
    choices = ICONS if kind is FieldKind.ICON else ()
    return DocumentField(path, kind, _maximum(field), field.is_required(), choices)


def _kind(path: str, field: FieldInfo) -> FieldKind:
    if int in (field.annotation, *(get_args(field.annotation) if get_origin(field.annotation) is not Union else ())):
        return FieldKind.NUMBER
    if path == _IN_MARKDOWN:
        return FieldKind.MARKDOWN
    for rule, kind in (
        (_LINK_RULE, FieldKind.LINK),
        (_ICON_RULE, FieldKind.ICON),
        (_ADDRESS_RULE, FieldKind.PICTURE),
    ):
        if rule in field.metadata:
            return kind
    return FieldKind.LINE if (_maximum(field) or 0) <= _LONGEST_LINE else FieldKind.TEXT


def _maximum(field: FieldInfo) -> int | None:
    return next((rule.max_length for rule in field.metadata if isinstance(rule, MaxLen)), None)


def content_of(part: BaseModel) -> dict[str, Any]:
    """Return a document as JSON that its model reads again, without what it leaves out."""
    shown: dict[str, Any] = {}
    for name, field in type(part).model_fields.items():
        value = getattr(part, name)
        if name in _OURS_ALONE or value is None:
            continue
        shown[field.alias or name] = _content(value)
    return shown


def _content(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return content_of(value)
    return [_content(item) for item in value] if isinstance(value, tuple) else value


def mistakes_of(error: ValidationError) -> dict[str, list[Sentence]]:
    """Return what is wrong with each field, by its path."""
    found: dict[str, list[Sentence]] = {}
    for detail in error.errors(include_url=False, include_input=False):
        path = ".".join(str(part) for part in detail["loc"])
        found.setdefault(path, []).append(_sentence(path, detail))
    return found


def _sentence(path: str, detail: ErrorDetails) -> Sentence:
    match detail["type"]:
        case "missing" | "string_too_short":
            return say("Enter a text.")
        case "string_too_long":
            return say("Use at most {most} characters.", most=detail["ctx"]["max_length"])
        case "too_long":
            return say("Add at most {most} entries.", most=detail["ctx"]["max_length"])
        case "int_parsing" | "int_type" | "int_from_float" | "greater_than_equal" | "less_than_equal":
            return say("Enter a number from 1 to {most}.", most=20_000)
        case "value_error" if path.endswith("url"):
            return say("Enter the address of a picture of this site, such as /content/media/logo.svg.")
        case "value_error" if path.endswith("icon"):
            return say("Choose one of the icons.")
        case "value_error":
            return say("Enter an address that starts with https://, http://, mailto:, / or #.")
        case _:
            return say("This field isn't part of the document.")
