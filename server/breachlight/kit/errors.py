"""Expected failures of services, which GraphQL and REST report in their own form."""

from breachlight.kit.messages import Sentence, say, say_counted


class UnfitValueError(ValueError):
    """A value that breaks a rule, raised where the field isn't known; ``sentence`` says what is wrong."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class ProblemError(Exception):
    """An expected failure: ``code`` is stable and for programs, ``message`` is a sentence for people."""

    code = "REFUSED"

    def __init__(self, message: Sentence, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code


class ValidationError(ProblemError):
    """Input that breaks a rule; ``field_errors`` maps a snake_case field to its messages, the first one leading."""

    code = "VALIDATION"

    def __init__(
        self, field_errors: dict[str, list[Sentence]], message: Sentence = say("Some fields are invalid.")
    ) -> None:
        super().__init__(message)
        self.field_errors = field_errors


class UnauthenticatedError(ProblemError):
    """No session, or one that has ended."""

    code = "UNAUTHENTICATED"

    def __init__(self, message: Sentence = say("Log in to continue.")) -> None:
        super().__init__(message)


class BadCredentialsError(ProblemError):
    """The email address, password, code or token is not right; the message never says which."""

    code = "BAD_CREDENTIALS"

    def __init__(self, message: Sentence = say("Incorrect email or password.")) -> None:
        super().__init__(message)


class ReauthenticationRequiredError(ProblemError):
    """The session is valid, but its login is too old for this action (design §4.8)."""

    code = "REAUTHENTICATION_REQUIRED"

    def __init__(self, message: Sentence = say("Confirm your password to continue.")) -> None:
        super().__init__(message)


class ForbiddenError(ProblemError):
    """The subject is known and may not do this."""

    code = "FORBIDDEN"

    def __init__(self, message: Sentence = say("You don't have permission to do this.")) -> None:
        super().__init__(message)


class EmailNotVerifiedError(ForbiddenError):
    """The subject must verify its email address first (design §4.3)."""

    code = "EMAIL_NOT_VERIFIED"

    def __init__(self, message: Sentence = say("Verify your email address first.")) -> None:
        super().__init__(message)


class MfaSetupRequiredError(ForbiddenError):
    """The organization requires two-factor authentication, and the subject has no second factor yet."""

    code = "MFA_SETUP_REQUIRED"

    def __init__(
        self,
        message: Sentence = say("Your organization requires two-factor authentication. Set it up to continue."),
    ) -> None:
        super().__init__(message)


class SecondFactorRequiredError(ForbiddenError):
    """The operator console requires a second factor that was given in this session (decision 71)."""

    code = "SECOND_FACTOR_REQUIRED"

    def __init__(
        self, message: Sentence = say("The operator console requires a second factor, given in this session.")
    ) -> None:
        super().__init__(message)


class ApiKeySuspendedError(UnauthenticatedError):
    """The API key is suspended since a backup was restored (decision 49)."""

    code = "API_KEY_SUSPENDED"

    def __init__(
        self,
        message: Sentence = say(
            "This API key is suspended because a backup was restored. An owner can confirm it in Settings > API."
        ),
    ) -> None:
        super().__init__(message)


class NotFoundError(ProblemError):
    """Unknown, or another tenant's: the two answer alike."""

    code = "NOT_FOUND"

    def __init__(self, message: Sentence = say("Not found.")) -> None:
        super().__init__(message)


class ThrottledError(ProblemError):
    """Too many tries; ``retry_after_seconds`` is a whole number, at least 1."""

    code = "THROTTLED"

    def __init__(self, retry_after_seconds: int, message: Sentence | None = None) -> None:
        self.retry_after_seconds = max(1, retry_after_seconds)
        super().__init__(message or _wait(self.retry_after_seconds))


class UnavailableError(ProblemError):
    """A dependency is temporarily unavailable; retry later."""

    code = "UNAVAILABLE"

    def __init__(
        self, message: Sentence = say("The service is temporarily unavailable. Please try again shortly.")
    ) -> None:
        super().__init__(message)

    @property
    def is_outage(self) -> bool:
        """Whether waiting may help."""
        return True


class HumanVerificationError(ProblemError):
    """The human-verification widget's response is missing or was refused."""

    code = "HUMAN_VERIFICATION"

    def __init__(self, message: Sentence = say("Please complete the CAPTCHA")) -> None:
        super().__init__(message)


class MfaRequiredError(ProblemError):
    """The password or link was right, and a second factor is required; ``email_token`` allows sending a code."""

    code = "MFA_REQUIRED"

    def __init__(self, methods: list[str], email_token: str) -> None:
        super().__init__(say("MFA required"))
        self.methods = methods
        self.email_token = email_token


def _wait(seconds: int) -> Sentence:
    """Say when to try again, in the unit that people would take; never too early."""
    minutes, hours = -(-seconds // 60), -(-seconds // 3600)
    if seconds < 120:
        return say_counted(
            "Too many attempts. Try again in {count} second.",
            "Too many attempts. Try again in {count} seconds.",
            seconds,
        )
    if minutes < 120:
        return say_counted(
            "Too many attempts. Try again in {count} minute.",
            "Too many attempts. Try again in {count} minutes.",
            minutes,
        )
    return say_counted(
        "Too many attempts. Try again in {count} hour.", "Too many attempts. Try again in {count} hours.", hours
    )
