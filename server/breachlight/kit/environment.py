"""Environment variables that name settings: their ``_FILE`` variants, misspelt names, and what Kubernetes adds for services."""

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, EnvSettingsSource

FILE_SUFFIX: Final = "_FILE"

_LARGEST_FILE: Final = 64 * 1024
_SIMILAR: Final = 0.6
# https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
_SERVICE_LINK: Final = re.compile(
    r"(_[A-Z0-9_]+)?_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)"
)
_SERVICE_ADDRESS: Final = re.compile(r"(tcp|udp|sctp)://\S+", re.IGNORECASE)


class EnvironmentVariableError(Exception):
    """A variable can't be used; the message names it and says what to do."""


class EnvironmentSource(EnvSettingsSource):
    """The environment without what Kubernetes adds to it, and with the files that ``…_FILE`` variables name."""

    def __init__(self, settings: type[BaseSettings], prefix: str, variable_of: Callable[[str], str]) -> None:
        """Read variables that begin with ``prefix``; ``variable_of`` returns that of a field."""
        super().__init__(settings)
        self._service_prefix = prefix
        self._variable_of = variable_of

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """Return the value of a field, its key, and whether it is structured.

        Raises:
            EnvironmentVariableError: its file can't be read, or it is given twice.
        """
        value, key, is_structured = super().get_field_value(field, field_name)
        variable = self._variable_of(field_name)
        if isinstance(value, str) and is_service_link(self._service_prefix, variable, value):
            value = None
        name = f"{variable}{FILE_SUFFIX}"
        path = self.env_vars.get(name.lower())
        if path is None:
            return value, key, is_structured
        if value is not None:
            raise EnvironmentVariableError(f"Both {variable} and {name} are set: remove one of them.")
        return read_variable_file(name, path), key, is_structured


def is_service_link(prefix: str, name: str, value: str) -> bool:
    """Return whether Kubernetes sets a variable like this for a service whose name begins with ``prefix``.

    For a service ``breachlight-api`` on port 8000 these are ``BREACHLIGHT_API_SERVICE_HOST``, ``BREACHLIGHT_API_PORT`` with an
    address as its value, ``BREACHLIGHT_API_PORT_8000_TCP`` and the like.
    """
    name = name.upper()
    if not name.startswith(f"{prefix}_"):
        return False
    if name.endswith("_PORT") and _SERVICE_ADDRESS.fullmatch(value):
        return True
    return _SERVICE_LINK.fullmatch(name.removeprefix(prefix)) is not None


def service_links(prefix: str, environment: Mapping[str, str]) -> list[str]:
    """Return the names that Kubernetes has set for services."""
    return sorted(name for name, value in environment.items() if is_service_link(prefix, name, value))


def unknown_names(prefix: str, names: Iterable[str], known: Collection[str]) -> str | None:
    """Return a sentence about each name that isn't known, with the closest known one; None if all are known."""
    ends = {name.removeprefix(f"{prefix}_"): name for name in sorted(known)}
    sentences = [
        _suggestion(name, name.upper().removeprefix(f"{prefix}_"), ends)
        for name in sorted(names)
        if name.upper() not in known
    ]
    return " ".join(sentences) or None


def read_variable_file(name: str, path: str) -> str:
    """Return the text of the file that the variable ``name`` refers to, without the line break at its end.

    Raises:
        EnvironmentVariableError: it can't be read.
    """
    try:
        with Path(path).open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
        if len(content) > _LARGEST_FILE:
            raise EnvironmentVariableError(f"The file in {name} is larger than {_LARGEST_FILE // 1024} KiB.")
        return content.decode().rstrip("\r\n")
    except OSError as error:
        raise EnvironmentVariableError(
            f"The file {path} in {name} cannot be read ({error.strerror}): correct its path or its permissions."
        ) from None
    except UnicodeDecodeError:
        raise EnvironmentVariableError(f"The file {path} in {name} isn't text in UTF-8.") from None


def _suggestion(name: str, end: str, ends: Mapping[str, str]) -> str:
    closest = difflib.get_close_matches(end, ends, n=1, cutoff=_SIMILAR)
    if closest:
        return f"The setting {name} doesn't exist: did you mean {ends[closest[0]]}?"
    return f"The setting {name} doesn't exist: remove it, or see the settings in the README."
