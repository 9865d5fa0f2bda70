"""The headers of a request, which are looked up ten times on its way: read once, each is found in a dictionary."""

from typing import Final, TypeVar, overload

from starlette.datastructures import Headers

from breachlight.kit.logging import Scope

T = TypeVar("T")

_KEY: Final = "breachlight.headers"


class RequestHeaders(Headers):
    """Starlette's headers with a dictionary of the first value of each name."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope=scope)
        self._first = {name.decode("latin-1"): value.decode("latin-1") for name, value in reversed(self.raw)}

    def __getitem__(self, key: str) -> str:
        """Return the first value of a name.

        Raises:
            KeyError: there is none.
        """
        return self._first[key.lower()]

    @overload
    def get(self, key: str, /) -> str | None: ...

    @overload
    def get(self, key: str, /, default: T) -> str | T: ...

    def get(self, key: str, /, default: T | None = None) -> str | T | None:
        """Return the first value of a name, ``default`` if there is none; a mapping would raise an error in between."""
        return self._first.get(key.lower(), default)


def headers_of(scope: Scope) -> RequestHeaders:
    """Return the headers of a request, the same for all that ask."""
    headers: RequestHeaders | None = scope.get(_KEY)
    if headers is None:
        headers = scope[_KEY] = RequestHeaders(scope)
    return headers
