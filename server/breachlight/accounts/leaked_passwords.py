"""Whether a password was seen in what was ever taken in."""


async def has_leaked(password: str) -> bool:
    """Tell whether a password stands in the lake; False where the lake cannot say in time."""
    del password
    return False
