"""Numbers with their nouns, for the English of the command line."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return "1 file", "2 files" or "1,000 files"; ``plural`` is the noun with an "s" unless it is given."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"
