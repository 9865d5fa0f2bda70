"""Links between the pages of a list whose order never changes: each names the row next to which the next or previous page is."""

from dataclasses import dataclass
from typing import Final, Self

from breachlight.kit.anchors import Anchor, refusal

_AFTER: Final = "after"
_BEFORE: Final = "before"


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
class Links:
    """The ``as_of`` of the pages adjacent to a page; None where there is none."""

    next: str | None
    previous: str | None

    @classmethod
    def of(cls, anchor: Anchor, keys: list[str], *, has_more: bool, has_less: bool) -> Self:
        """Return the links of a page with the rows of ``keys``; the page before one without rows is the last one."""

        def link(side: str, key: str) -> str:
            return Anchor(anchor.kind, anchor.at, f"{side}/{key}").encode()

        return cls(
            link(_AFTER, keys[-1]) if keys and has_more else None,
            link(_BEFORE, keys[0] if keys else "") if has_less else None,
        )
