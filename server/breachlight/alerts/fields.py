"""Declaration of alert fields; the fields themselves are declared in ``alerts.parts`` and ``alerts.views``.

A ``View`` reads values from a row of the database. Each of its fields is declared once, with its name, its type, the SQL that
it is made of and the faces that show it. The SELECT lists, the GraphQL types, the REST bodies and the exported files all
follow from that, and a class body reads as any other::

    class AlertLeak(Part, prefix="leak_"):
        title: str = column("l.title", "The leak's name for people.")
"""

import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Flag, auto
from functools import reduce
from inspect import get_annotations
from operator import attrgetter, itemgetter, or_
from typing import Annotated, Any, ClassVar, Final, TypeAlias, TypeVar, Union, get_args, get_origin

import asyncpg

Identifier: TypeAlias = Annotated[str, "identifier"]
"""The text of an identifier; GraphQL has a type of its own for it."""

DeclaredT = TypeVar("DeclaredT", bound=Callable[..., object])

_MARK: Final = "__field__"


class Face(Flag):
    """Where a field can be shown."""

    GRAPHQL = auto()
    REST = auto()
    EXPORT = auto()
    """The CSV and JSON files of detections."""
    ACCOUNT_FILE = auto()
    """The file with everything that an account has."""


PLACE: Final = "\x01"
"""In a row's JSON, the place of a value from another table: its texts have no such character, since JSON escapes it."""

EVERYWHERE: Final = ~Face(0)
NOWHERE: Final = Face(0)


@dataclass(frozen=True, slots=True)
class _Declaration:
    columns: Mapping[str, str]
    faces: Face
    export_as: str
    description: str
    json: str


@dataclass(frozen=True, slots=True)
class Field:
    """A declared field. ``columns`` are the columns of the row that it is made of, with their SQL."""

    name: str
    annotation: Any
    columns: Mapping[str, str]
    faces: Face
    export_as: str
    """The column of exported files."""
    description: str
    json: str
    """How the database writes the value as GraphQL's JSON (``json_rows``); empty if it can't."""

    @property
    def view(self) -> "type[View] | None":
        """The view that the field shows, None for a plain value."""
        return next((kind for kind in _kinds(self.annotation) if issubclass(kind, View)), None)


def _declared_fields(view: type, prefix: str) -> Iterator[Field]:
    annotations = get_annotations(view)
    for name, value in list(vars(view).items()):
        if isinstance(value, _Declaration):
            declaration, annotation = value, annotations[name]
            [(given, sql)] = value.columns.items()
            column_name = given or prefix + name
            setattr(view, name, property(itemgetter(column_name), doc=value.description))
            columns: Mapping[str, str] = {column_name: sql} if sql else {}
        elif isinstance(value, property) and hasattr(value.fget, _MARK):
            declaration, annotation = getattr(value.fget, _MARK), value.fget.__annotations__["return"]
            columns = declaration.columns
        else:
            continue
        yield Field(
            name,
            annotation,
            columns,
            declaration.faces,
            declaration.export_as or prefix + name,
            declaration.description,
            declaration.json,
        )


def _kinds(annotation: Any) -> Iterator[type]:
    """Yield the classes in a type."""
    if isinstance(annotation, type) and not get_origin(annotation):
        yield annotation
    for inner in get_args(annotation):
        yield from _kinds(inner)


class View:
    """A base of classes that declare fields. ``prefix`` begins the names of their columns in a row."""

    __slots__ = ()
    fields: ClassVar[tuple[Field, ...]] = ()
    """The fields that the class itself declares, in their order."""

    def __init_subclass__(cls, *, prefix: str = "", **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.fields = tuple(_declared_fields(cls, prefix))

    @classmethod
    def fields_on(cls, face: Face) -> tuple[Field, ...]:
        """Return the fields that a face shows."""
        return tuple(field for field in cls.fields if face in field.faces)


class Row(View, asyncpg.Record):
    """A view that is the row itself, which costs least."""

    __slots__ = ()


class Part(View):
    """A view of some columns of a row, for fields whose names the row has for something else."""

    __slots__ = ("_row",)

    def __init__(self, row: Mapping[str, Any] | asyncpg.Record) -> None:
        self._row = row

    def __getitem__(self, column: str) -> Any:
        return self._row[column]


def column(sql: str, description: str = "", *, faces: Face = EVERYWHERE, export_as: str = "", name: str = "") -> Any:
    """Declare a field that is one column of the row, of the annotated type.

    ``a`` is the alert in ``sql``, ``l`` its leak and ``e`` its email account. Without ``sql`` the field is
    what the view itself gives for the column. The column is called as the field, after the view's prefix, and so is the column
    of exported files; ``name`` and ``export_as`` say otherwise.
    """
    return _Declaration({name: sql}, faces, export_as, description, sql)


def computed(
    *, faces: Face = EVERYWHERE, export_as: str = "", json: str = "", **columns: str
) -> Callable[[DeclaredT], DeclaredT]:
    """Declare a property that is made of columns of the row, given with their SQL; its docstring is its description.

    A property that shows another view names the columns that tell whether it is there. ``json`` is the same value in SQL;
    for another view, a condition: whether it is there, or NULL where the database can't tell what it shows.
    """

    def declare(method: DeclaredT) -> DeclaredT:
        description = " ".join((method.__doc__ or "").split())
        setattr(method, _MARK, _Declaration(columns, faces, export_as, description, json))
        return method

    return declare


def columns_of(view: type[View]) -> dict[str, str]:
    """Return all columns that a view is made of, those of the views in it too, with their SQL."""
    columns: dict[str, str] = {}
    for field in view.fields:
        columns.update(field.columns)
        if field.view is not None:
            columns.update(columns_of(field.view))
    return columns


def columns_by_path(view: type[View]) -> dict[str, frozenset[str]]:
    """Return which columns each field needs: ``leak`` for those of the view, ``leak.title`` for those of the views in it.

    What is deeper comes with its parent.
    """
    needed: dict[str, frozenset[str]] = {}
    for field in view.fields:
        needed[field.name] = frozenset(field.columns)
        for inner in field.view.fields if field.view else ():
            deeper = columns_of(inner.view) if inner.view else {}
            needed[f"{field.name}.{inner.name}"] = frozenset(inner.columns) | frozenset(deeper)
    return needed


def export_columns(view: type[View]) -> dict[str, Callable[[Any], object]]:
    """Return the columns of exported files, and how each reads its value from a view; None where the part is not there."""
    columns: dict[str, Callable[[Any], object]] = {}
    for field in view.fields_on(Face.EXPORT):
        read = attrgetter(field.name)
        if field.view is None:
            columns[field.export_as] = read
        else:
            inner = export_columns(field.view)
            columns.update({name: _chained(read, read_inner) for name, read_inner in inner.items()})
    return columns


def as_plain(view: Any, face: Face, kind: type[View]) -> dict[str, Any]:
    """Return the fields of a view for a face as nested dictionaries; a part with a single field becomes that field's value."""
    plain: dict[str, Any] = {}
    for field in kind.fields_on(face):
        value = getattr(view, field.name)
        if field.view is not None and value is not None:
            shown = field.view.fields_on(face)
            value = getattr(value, shown[0].name) if len(shown) == 1 else as_plain(value, face, field.view)
        plain[field.name] = value
    return plain


def retyped(annotation: Any, replace: Callable[[Any], Any]) -> Any:
    """Return a type with all in it that is no union or list replaced, as in ``list[X | None]``."""
    origin = get_origin(annotation)
    if origin in {Union, types.UnionType}:
        return reduce(or_, (retyped(kind, replace) for kind in get_args(annotation)))
    if origin is list:
        return list[retyped(get_args(annotation)[0], replace)]  # type: ignore[misc]  # made at run time
    return annotation if annotation is types.NoneType else replace(annotation)


def _chained(read: Callable[[Any], object], read_inner: Callable[[Any], object]) -> Callable[[Any], object]:
    def read_both(view: Any) -> object:
        part = read(view)
        return None if part is None else read_inner(part)

    return read_both
