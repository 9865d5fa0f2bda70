"""Pydantic's errors as the messages and flat keys of rest-contract."""

import difflib
from collections.abc import Iterable
from typing import Any, Final, get_args

from pydantic import BaseModel, ValidationError

from breachlight.kit.errors import UnfitValueError
from breachlight.kit.messages import Sentence, say

REQUIRED: Final = say("Field is Required")
NO_TEXT: Final = say("This must be text.")
LONGEST_NAME: Final = 50
"""Characters of an unknown name that an answer repeats."""

_NO_FLAG: Final = say("This must be true or false.")
_REQUIRED: Final = {
    "email": say("Email is required"),
    "password": say("Password is required"),
    "enable": _NO_FLAG,
}
_BY_TYPE: Final = {
    "string_type": NO_TEXT,
    "bool_type": _NO_FLAG,
    "int_type": say("Enter a whole number."),
    "list_type": say("This must be a list of strings."),
    "model_type": say("This must be an object."),
    "model_attributes_type": say("This must be an object."),
    "dict_type": say("This must be an object."),
}
_MISSING: Final = frozenset({"missing", "string_too_short"})
_OTHER: Final = say("This value is not valid.")


def field_problems(error: ValidationError, model: type[BaseModel]) -> dict[str, list[Sentence]]:
    """Return the problem of each field of a request, by the field's own name wherever it is nested."""
    problems: dict[str, list[Sentence]] = {}
    for line in error.errors(include_url=False):
        names = [step for step in line["loc"] if isinstance(step, str)]
        name = names[-1] if names else "body"
        sentence = _sentence(name, line, is_item=names != list(line["loc"]), parents=names[:-1], model=model)
        problems.setdefault(name[:LONGEST_NAME], [sentence])
    return problems


def closest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that an unknown one was probably meant to be, or None."""
    by_folded = {candidate.casefold(): candidate for candidate in known}
    found = difflib.get_close_matches(name[:LONGEST_NAME].casefold(), by_folded, n=1)
    return by_folded[found[0]] if found else None


def _sentence(name: str, line: Any, *, is_item: bool, parents: list[str], model: type[BaseModel]) -> Sentence:
    kind, cause = line["type"], line.get("ctx", {}).get("error")
    if isinstance(cause, UnfitValueError):
        return cause.sentence
    if kind in _MISSING or (kind == "string_type" and line["input"] is None and not is_item):
        return _REQUIRED.get(name, REQUIRED)
    if kind == "extra_forbidden":
        return _unknown_filter(name, _nested(model, parents).model_fields)
    return _BY_TYPE.get("list_type" if is_item else kind, _OTHER)


def _unknown_filter(name: str, known: Iterable[str]) -> Sentence:
    suggestion = closest(name, known)
    if suggestion is None:
        return say("Unknown filter. Known: {known}.", known=", ".join(known))
    return say("Unknown filter. Did you mean {known}?", known=suggestion)


def _nested(model: type[BaseModel], names: list[str]) -> type[BaseModel]:
    """Return the model of an object inside a body."""
    for name in names:
        annotation = model.model_fields[name].annotation
        options = get_args(annotation) or (annotation,)
        model = next(option for option in options if isinstance(option, type) and issubclass(option, BaseModel))
    return model
