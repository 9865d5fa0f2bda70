"""What a User-Agent header says in words that a user knows."""


def device_of(user_agent: str) -> str:
    """Return for example ``Firefox on Linux``; the header's first word for programs, empty if it says nothing."""
    raise NotImplementedError
