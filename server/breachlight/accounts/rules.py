"""The rules of fields that people fill in, shared by every way in (specification section 5)."""

from collections.abc import Mapping

REQUIRED = "Field is Required"


def email_problems(value: str) -> list[str]:
    """Return what is wrong with the e-mail address of a registration: the specification's pattern, 2-4 letter suffix."""
    raise NotImplementedError


def phone_problems(value: str) -> list[str]:
    """Return what is wrong with a phone number: + followed by 11 to 15 digits."""
    raise NotImplementedError


def country_code(value: str) -> str | None:
    """Return the ISO 3166-1 alpha-2 code of a country given by its name or code (design section 4.1), or None."""
    raise NotImplementedError


def text_problems(value: str, *, longest: int = 200, required: bool = True) -> list[str]:
    """Return what is wrong with a line of text: missing, too long, or holding control characters."""
    raise NotImplementedError


def collected(problems: Mapping[str, list[str]]) -> None:
    """Raise one ValidationError with the fields that have problems, if any has."""
    raise NotImplementedError
