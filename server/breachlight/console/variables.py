"""The configuration of this process as operators see it: where each value comes from, and never a secret."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, get_args
from urllib.parse import urlsplit

from pydantic import SecretStr

from breachlight.config import PREFIX, Settings, variable_of
from breachlight.console.variable_texts import TEXTS
from breachlight.kit.environment import FILE_SUFFIX, is_service_link

_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_USER: Final = re.compile(r"//[^/@]*@")


class Source(StrEnum):
    """Where the value of a variable comes from."""

    DEFAULT = "default"
    ENVIRONMENT = "environment"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable; ``value`` is None for secrets, of which only ``is_set`` is known. Texts have code between backticks."""

    name: str
    text: str
    default: str
    value: str | None
    is_secret: bool
    is_set: bool
    source: Source


def list_variables(settings: Settings) -> list[Variable]:
    """Return all variables in the order of the documentation."""
    fields = {variable_of(field): field for field in type(settings).model_fields}
    given = {key.upper(): value for key, value in os.environ.items()}
    return [_variable(settings, name, fields[name], _source(name, given)) for name in TEXTS]


def _variable(settings: Settings, name: str, field: str, source: Source) -> Variable:
    default, text = (_LINK.sub(r"\1", told) for told in TEXTS[name])
    value = getattr(settings, field)
    is_secret = _is_secret(type(settings).model_fields[field].annotation)
    is_set = value not in (None, "", SecretStr(""))
    return Variable(name, text, default, None if is_secret else _shown(value), is_secret, is_set, source)


def _is_secret(annotation: Any) -> bool:
    return annotation is SecretStr or SecretStr in get_args(annotation)


def _shown(value: object) -> str:
    """Return a value as it would be written, without what an address says about its user."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    return _USER.sub("//", text) if urlsplit(text).scheme else text


def _source(name: str, given: Mapping[str, str]) -> Source:
    if f"{name}{FILE_SUFFIX}" in given:
        return Source.FILE
    if name in given and not is_service_link(PREFIX, name, given[name]):
        return Source.ENVIRONMENT
    return Source.DEFAULT
