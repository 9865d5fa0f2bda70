"""Pages of lists, by number and size."""

from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import Sentence, say


def page_problems(page: int, page_size: int) -> dict[str, list[Sentence]]:
    """Return what is wrong with a page's number and size, by field; nothing where both are 1 or more (hostile-inputs G07)."""
    problems: dict[str, list[Sentence]] = {}
    if page < 1:
        problems["page"] = [say("The page must be 1 or more.")]
    if page_size < 1:
        problems["page_size"] = [say("The page size must be 1 or more.")]
    return problems


def bounded_page_size(page: int, page_size: int, largest: int) -> int:
    """Return the size of a page, at most ``largest``.

    Raises:
        ValidationError: the number or the size of the page is below 1.
    """
    problems = page_problems(page, page_size)
    if problems:
        raise ValidationError(problems)
    return min(page_size, largest)


def invalid_cursor() -> ValidationError:
    """Return the refusal of a position that no page has returned."""
    return ValidationError({"after": [say("Pass the cursor exactly as returned, or leave it out.")]})
