"""What ``breachlight setup`` does, and its report."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from breachlight.config import Settings
from breachlight.doctor.findings import Finding, Level, failing, ok, warning
from breachlight.kit.errors import ThrottledError
from breachlight.mail.service import public_link
from breachlight.operators.service import Operator
from breachlight.setup import first_operator
from breachlight.setup.checklist import SetupStep, checklist
from breachlight.setup.first_operator import NewOperator
from breachlight.setup.trials import send_test_email, test_dns

PAGE: Final = "/console/setup"
PASSWORD: Final = "--password-link"  # noqa: S105 -- an option
"""The option instead of an answer that is a secret."""
Ask = Callable[[str, str], str]
"""Asks a question on the terminal, or refuses; the second argument is the option that answers it, too."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of the command; None is asked for if somebody can be asked."""

    email: str | None
    first_name: str | None
    last_name: str | None
    company: str | None
    has_link: bool
    can_ask: bool
    is_test_wanted: bool


@dataclass(slots=True)
class Report:
    """What each step found, what is still to do in the browser, and the link that sets the password."""

    page: str
    steps: list[Finding] = field(default_factory=list)
    left: list[SetupStep] = field(default_factory=list)
    password_link: str | None = None

    @property
    def is_failing(self) -> bool:
        """Whether a step failed."""
        return any(step.level is Level.FAILING for step in self.steps)

    def as_dictionary(self) -> dict[str, object]:
        """Return the report for scripts."""
        steps = [
            {"name": step.check, "level": step.level.value, "text": step.text, "remedy": step.remedy}
            for step in self.steps
        ]
        left = [step.value for step in self.left]
        return {"steps": steps, "left": left, "password_link": self.password_link, "next": self.page}

    def as_text(self) -> str:
        """Return the report for people."""
        lines = []
        for step in self.steps:
            lines.append(f"{step.level.value:<8} {step.check:<10} {step.text}")
            if step.remedy:
                lines.append(f"{'':<19} {step.remedy}")
        if self.password_link is not None:
            lines += [
                "",
                "Set the password within an hour. This link works once and isn't shown again:",
                self.password_link,
            ]
        left = ", ".join(step.value.replace("_", " ") for step in self.left)
        lines += ["", f"Next: start Breachlight, log in and open {self.page}" if left else f"All done: {self.page}"]
        return "\n".join([*lines, f"Still to do there: {left}."] if left else lines)


async def set_up(settings: Settings, wanted: Wanted, ask: Ask) -> Report:
    """Do what is still to do, in the order of the checklist.

    Raises:
        ValidationError, ProblemError: the operator can't be made.
    """
    report = Report(public_link(PAGE))
    operator = await _operator(wanted, ask, report)
    is_opened = await first_operator.open_login()
    report.steps.append(ok("login", "Login is open now." if is_opened else "Login is open."))
    left = {state.step for state in await checklist() if not state.is_done}
    report.steps.append(await _email(settings, operator, wanted, is_done=SetupStep.EMAIL not in left))
    report.steps.append(await _dns(settings))
    report.left = [state.step for state in await checklist() if not state.is_done]
    return report


async def _operator(wanted: Wanted, ask: Ask, report: Report) -> Operator:
    found = await first_operator.first_operator()
    if found is not None:
        report.steps.append(ok("operator", f"{found.email} is an operator."))
        if wanted.has_link:
            report.password_link = await first_operator.new_password_link(found)
        return found
    email = _given(wanted.email, "Email address of the first operator", "--email", ask)
    if await first_operator.has_user(email):
        operator = await first_operator.grant(email)
        report.steps.append(ok("operator", f"{operator.email} is now an operator."))
        return operator
    new = NewOperator(
        email,
        _given(wanted.first_name, "First name", "--first-name", ask),
        _given(wanted.last_name, "Last name", "--last-name", ask),
        _given(wanted.company, "Organization", "--company", ask),
        None if wanted.has_link or not wanted.can_ask else ask("Password", PASSWORD),
    )
    made = await first_operator.make_operator(new)
    report.password_link = made.password_link
    report.steps.append(ok("operator", f"{made.operator.email} has an account and is an operator."))
    return made.operator


def _given(value: str | None, question: str, option: str, ask: Ask) -> str:
    return ask(question, option) if value is None else value


async def _email(settings: Settings, operator: Operator, wanted: Wanted, *, is_done: bool) -> Finding:
    if is_done:
        return ok("email", "A test email has arrived.")
    if not wanted.is_test_wanted:
        return warning("email", "No test email was sent.", "Send one from the setup page.")
    try:
        found = await send_test_email(operator, settings, by_command=True)
    except ThrottledError:
        return warning("email", "Too many test emails in the last hour.", "Try again later.")
    if found.level in {Level.FAILING, Level.WARNING}:
        return found
    return ok("email", f"A test email to {operator.email} is on its way. Enter its code on the setup page.")


async def _dns(settings: Settings) -> Finding:
    try:
        return await test_dns(None, settings)
    except ThrottledError:
        return failing("dns", "Too many tests in the last hour.", "Try again later.")
