"""Cloudflare Turnstile, asked of the server side whether a human sent a form (guides: Turnstile's siteverify)."""


async def require_human(response: str | None, *, client_address: str) -> None:
    """Check a widget's response where human verification is switched on, and do nothing where it is off.

    ``response`` is the token that the widget gave, of action ``submit-form``.

    Raises:
        HumanVerificationError: it is missing, malformed, spent, expired, of another site or action, or the provider cannot say.
    """
    raise NotImplementedError
