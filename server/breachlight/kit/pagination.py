"""Pages of lists, by number and size."""

from breachlight.kit.messages import Sentence, say


def page_problems(page: int, page_size: int) -> dict[str, list[Sentence]]:
    """Return what is wrong with a page's number and size, by field; nothing where both are 1 or more (hostile-inputs G07)."""
    problems: dict[str, list[Sentence]] = {}
    if page < 1:
        problems["page"] = [say("The page must be 1 or more.")]
    if page_size < 1:
        problems["page_size"] = [say("The page size must be 1 or more.")]
    return problems
