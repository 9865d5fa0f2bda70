"""Which addresses are one person's: those of a mailbox, whatever their ``+tag``."""


def mailbox(email: str) -> str:
    """Return in SQL the mailbox behind an address of a company's domain, as ``kit.addresses.alias_key`` does: no ``+tag``.

    The index ``email_accounts_mailbox`` has the same expression.
    """
    return f"regexp_replace({email}, '^([^+@]+)[+][^@]*@', '\\1@')"
