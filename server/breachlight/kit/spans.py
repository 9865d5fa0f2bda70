"""The words of traces."""

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from types import MappingProxyType
from typing import Final, TypeAlias

Attributes: TypeAlias = Mapping[str, str | int | float | Sequence[str]]

NOTHING: Final[Attributes] = MappingProxyType({})

TRACEPARENT: Final = "traceparent"
"""The header of W3C Trace Context; its companions tracestate and baggage can contain anything and are neither read nor sent."""


class Kind(Enum):
    """Which side of a call a span is."""

    SERVER = auto()
    CLIENT = auto()
    CONSUMER = auto()
    INTERNAL = auto()
