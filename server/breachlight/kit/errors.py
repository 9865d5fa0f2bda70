"""The expected failures that services raise; GraphQL and REST each print them in their own form."""


class ProblemError(Exception):
    """An expected failure: ``code`` is stable and for programs, ``message`` is a sentence for people."""

    code = "REFUSED"

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code


class ValidationError(ProblemError):
    """Input that breaks a rule; ``field_errors`` maps a snake_case field to its messages, the first one leading."""

    code = "VALIDATION"

    def __init__(self, field_errors: dict[str, list[str]], message: str = "Some fields are not right.") -> None:
        super().__init__(message)
        self.field_errors = field_errors


class UnauthenticatedError(ProblemError):
    """No session, or one that has ended."""

    code = "UNAUTHENTICATED"

    def __init__(self, message: str = "Log in to continue.") -> None:
        super().__init__(message)


class BadCredentialsError(ProblemError):
    """The e-mail address, password, code or token is not right; the message never says which."""

    code = "BAD_CREDENTIALS"

    def __init__(self, message: str = "The email or password is not correct.") -> None:
        super().__init__(message)


class ReauthenticationRequiredError(ProblemError):
    """The session is alive but its log-in is too old for what was asked (design section 4.8)."""

    code = "REAUTHENTICATION_REQUIRED"

    def __init__(self, message: str = "Confirm your password to continue.") -> None:
        super().__init__(message)


class ForbiddenError(ProblemError):
    """The subject is known and may not do this."""

    code = "FORBIDDEN"

    def __init__(self, message: str = "You may not do this.") -> None:
        super().__init__(message)


class EmailNotVerifiedError(ForbiddenError):
    """The subject must prove its e-mail address first (design section 4.3)."""

    code = "EMAIL_NOT_VERIFIED"

    def __init__(self, message: str = "Confirm your email address first.") -> None:
        super().__init__(message)


class NotFoundError(ProblemError):
    """Unknown, or another tenant's: the two answer alike."""

    code = "NOT_FOUND"

    def __init__(self, message: str = "Not found.") -> None:
        super().__init__(message)


class ThrottledError(ProblemError):
    """Too many tries; ``retry_after_seconds`` is a whole number, at least 1."""

    code = "THROTTLED"

    def __init__(
        self, retry_after_seconds: int, message: str = "Too many attempts. Please wait and try again."
    ) -> None:
        super().__init__(message)
        self.retry_after_seconds = max(1, retry_after_seconds)


class UnavailableError(ProblemError):
    """Something the service stands on is away; trying again later helps."""

    code = "UNAVAILABLE"

    def __init__(self, message: str = "The service is temporarily unavailable. Please try again shortly.") -> None:
        super().__init__(message)


class HumanVerificationError(ProblemError):
    """The human-verification widget's response is missing or was refused."""

    code = "HUMAN_VERIFICATION"

    def __init__(self, message: str = "Please complete the CAPTCHA") -> None:
        super().__init__(message)


class MfaRequiredError(ProblemError):
    """The password (or link) was right, and a second factor is asked for; ``email_token`` opens the sending of a code."""

    code = "MFA_REQUIRED"

    def __init__(self, methods: list[str], email_token: str) -> None:
        super().__init__("MFA required")
        self.methods = methods
        self.email_token = email_token
