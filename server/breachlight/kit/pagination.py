"""Pages of lists, by number and size."""


def page_problems(page: int, page_size: int) -> dict[str, list[str]]:
    """Return what is wrong with a page's number and size, by field; nothing where both are 1 or more (hostile-inputs G07)."""
    problems: dict[str, list[str]] = {}
    if page < 1:
        problems["page"] = ["The page must be 1 or more."]
    if page_size < 1:
        problems["page_size"] = ["The page size must be 1 or more."]
    return problems
