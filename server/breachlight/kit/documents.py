"""Reads documents from YAML and Markdown; reports file, line and fix of each mistake."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import yaml
from pydantic import BaseModel, BeforeValidator, Field, ValidationError
from pydantic_core import ErrorDetails

STRICT: Final = "strict"
"""In the context of a validation: refuse what a page would put up with; for checking what an operator has written."""

LARGEST_FILE: Final = 1_000_000
"""Bytes; the longest of the shipped documents has 12,000."""

DEEPEST: Final = 20
MOST_VALUES: Final = 10_000
"""Values in one file; references to what stands elsewhere in it count as often as they are used."""

MARKDOWN: Final = ".md"
"""How the names of files end that are one text; all others hold fields."""

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

Model = TypeVar("Model", bound=BaseModel)
Place = tuple[int | str, ...]


def printable(value: object) -> object:
    """Return a text without control characters and outer spaces, and anything else as it is."""
    return _CONTROL.sub("", value.replace("\r\n", "\n")).strip() if isinstance(value, str) else value


Line = Annotated[str, Field(min_length=1, max_length=300), BeforeValidator(printable)]
Text = Annotated[str, Field(min_length=1, max_length=4_000), BeforeValidator(printable)]


@dataclass(frozen=True)
class Mistake:
    """A problem at a position in a file."""

    file: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


class DocumentError(Exception):
    """A document that cannot be used; ``mistakes`` has at least one."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        super().__init__(str(mistakes[0]))
        self.mistakes = mistakes


@dataclass
class _Source:
    """The content of a file with the line of each value."""

    file: Path
    value: Any = None
    lines: dict[Place, int] = field(default_factory=dict)

    def mistake(self, place: Place, message: str) -> Mistake:
        known = next(place[:length] for length in range(len(place), -1, -1) if place[:length] in self.lines)
        return Mistake(self.file, self.lines[known], message)


def read_document(kind: type[Model], file: Path, *, is_strict: bool = False, list_name: str = "") -> Model:
    """Return the document of a file: Markdown where its name says so, else YAML.

    ``list_name`` is the field for the content of a file that is a list.

    Raises:
        DocumentError: it cannot be used.
        OSError: it cannot be read.
    """
    source = _markdown(file) if file.suffix == MARKDOWN else _yaml(file)
    if list_name:
        source.value = {list_name: source.value}
        source.lines = {(list_name, *place): line for place, line in source.lines.items()} | {(): 1}
    return _checked(kind, source, is_strict=is_strict)


def _text(file: Path) -> str:
    with file.open("rb") as opened:
        content = opened.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise DocumentError([Mistake(file, 1, f"the file is larger than {LARGEST_FILE:,} bytes; make it shorter")])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DocumentError([Mistake(file, line, "this is not UTF-8; save the file as UTF-8")]) from None


def _markdown(file: Path) -> _Source:
    return _Source(file, {"Content": _text(file)}, {(): 1})


def _yaml(file: Path) -> _Source:
    source = _Source(file, lines={(): 1})
    text = _text(file)
    try:
        # BaseLoader resolves no tags and no words: every value is the text that stands there, "no" and 1.10 as well.
        node = yaml.compose(text, Loader=yaml.BaseLoader)
        source.value = _plain(source, node, ()) if node else {}
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = f"this is not valid YAML ({error.problem or error.context}); check the indentation and quote texts that contain ': ' or '#'"
        raise DocumentError([Mistake(file, mark.line + 1 if mark else 1, problem)]) from None
    except yaml.YAMLError:
        raise DocumentError([Mistake(file, 1, "it contains a character that YAML does not allow; remove it")]) from None
    except RecursionError:
        raise DocumentError(
            [Mistake(file, 1, "it is nested too deeply; follow the structure of the shipped files")]
        ) from None
    return source


def _plain(source: _Source, node: yaml.Node, place: Place) -> Any:
    line = node.start_mark.line + 1
    source.lines[place] = line
    if len(source.lines) > MOST_VALUES:
        raise DocumentError([Mistake(source.file, line, f"it holds more than {MOST_VALUES:,} values; make it shorter")])
    if len(place) > DEEPEST:
        raise DocumentError(
            [Mistake(source.file, line, "it is nested too deeply; follow the structure of the shipped files")]
        )
    if isinstance(node, yaml.SequenceNode):
        return [_plain(source, item, (*place, index)) for index, item in enumerate(node.value)]
    if isinstance(node, yaml.MappingNode):
        found: dict[str, Any] = {}
        for key, value in node.value:
            name = str(key.value)
            if name in found:
                raise DocumentError(
                    [Mistake(source.file, key.start_mark.line + 1, f"{name} appears twice; remove one")]
                )
            found[name] = _plain(source, value, (*place, name))
            source.lines[*place, name] = key.start_mark.line + 1
        return found
    return node.value


def _checked(model: type[Model], source: _Source, *, is_strict: bool) -> Model:
    try:
        return model.model_validate(source.value, context={STRICT: is_strict})
    except ValidationError as error:
        # A misspelt name is told before the field that it makes missing.
        details = sorted(
            error.errors(include_url=False, include_input=False), key=lambda found: found["type"] != "extra_forbidden"
        )
        raise DocumentError([source.mistake(found["loc"], _message(found)) for found in details]) from None


def _message(found: ErrorDetails) -> str:
    kind, place, bounds = found["type"], found["loc"], found.get("ctx", {})
    name = next((str(part) for part in reversed(place) if isinstance(part, str)), "the document")
    match kind:
        case "missing":
            return f"the field {name} is missing; add it"
        case "extra_forbidden":
            return f"unknown field {name}; correct its name or remove it"
        case "string_too_short":
            return f"{name} is empty; write its text"
        case "string_too_long" | "too_long":
            return f"{name} is too long; at most {bounds.get('max_length')} are allowed"
        case "too_short":
            return f"{name} is empty; write at least one entry"
        case "string_type":
            return f"{name} must be a text"
        case "tuple_type":
            return f"{name} must be a list; start each entry with a dash"
        case "model_type":
            return f"{name} must have fields of its own, indented below it"
        case "value_error":
            return f"{name}: {bounds['error']}"
        case "string_pattern_mismatch":
            return f"{name}: write the code of a language, such as en or pt-BR"
        case _:
            return f"{name}: {found['msg'][:1].lower()}{found['msg'][1:]}"
