"""Links between the pages of a list whose order never changes: each names the row next to which the next or previous page is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, Self, TypeVar

from breachlight.kit.anchors import Anchor, refusal

_AFTER: Final = "after"
_BEFORE: Final = "before"

RowT = TypeVar("RowT")


@dataclass(frozen=True, slots=True)
class Adjacent:
    """The page after or before a row, by the row's ``key``; before the empty key are all."""

    anchor: Anchor
    key: str
    is_after: bool

    @classmethod
    def decode(cls, as_of: str, kind: str) -> Self:
        """Read an ``as_of``.

        Raises:
            ValidationError: it is invalid, or too old.
        """
        anchor = Anchor.decode(as_of, kind)
        side, _, key = anchor.state.partition("/")
        if side not in {_AFTER, _BEFORE}:
            raise refusal()
        return cls(anchor, key, side == _AFTER)


@dataclass(frozen=True, slots=True)
class LinkedRows(Generic[RowT]):
    """The rows of a page, and the ``as_of`` of the pages adjacent to it; None where there is none."""

    rows: list[RowT]
    next: str | None
    previous: str | None

    @classmethod
    def of(
        cls,
        found: list[RowT],
        page_size: int,
        key_of: Callable[[RowT], str],
        *,
        anchor: Anchor,
        adjacent: Adjacent | None,
        is_first: bool,
    ) -> Self:
        """Cut a page from the rows that were found, one more than it has if there are others.

        They are in the order of the list or, of a page before another one, nearest first. Without ``adjacent`` the page was
        found by its number. The page before one without rows is the last one. ``anchor`` is from before the rows were read.
        """
        has_others, rows = len(found) > page_size, found[:page_size]
        if adjacent is not None and not adjacent.is_after:
            rows.reverse()
            has_more, has_less = True, has_others
        else:
            has_more, has_less = has_others, adjacent is not None or not is_first

        def link(side: str, row: RowT | None) -> str:
            key = "" if row is None else key_of(row)
            return Anchor(anchor.kind, anchor.at, f"{side}/{key}").encode()

        return cls(
            rows,
            link(_AFTER, rows[-1]) if rows and has_more else None,
            link(_BEFORE, rows[0] if rows else None) if has_less else None,
        )
