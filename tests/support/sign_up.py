"""GraphQL requests of the tests of sign-up, verification and passwords."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import httpx

PASSWORD = "seven-Otters-row-9"  # invented
NEW_PASSWORD = "nine-Herons-swim-4"  # invented
NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
"""When tests that count tries take place: every window of a rate limit begins then."""

_PROBLEMS = """... on Problem { message code } ... on ThrottledProblem { retryAfterSeconds }"""
_FIELDS = "... on ValidationProblem { fieldErrors { field messages } }"
_ACCOUNT = """account { id kind org { companyName } domains { domain } user { id firstName lastName email role isEmailVerified
  mfaSettings { isMfaDeviceEnabled isMfaEmailEnabled } primaryAddress { country phone } } }"""
_TOKENS = "tokens { authToken refreshToken }"

INDIVIDUAL = f"""mutation Register($input: RegisterIndividualInput!) {{ outcome: registerIndividual(input: $input) {{
  __typename ... on LoginSuccess {{ message {_TOKENS} {_ACCOUNT} }} {_PROBLEMS} {_FIELDS} }} }}"""
ORGANIZATION = f"""mutation Register($input: RegisterOrganizationInput!) {{ outcome: registerOrganization(input: $input) {{
  __typename ... on LoginSuccess {{ message {_TOKENS} {_ACCOUNT} }} {_PROBLEMS} {_FIELDS} }} }}"""
PARTNER = f"""mutation Apply($input: PartnerInput!) {{ outcome: applyAsPartner(input: $input) {{
  __typename ... on MessageSuccess {{ message }} {_PROBLEMS} {_FIELDS} }} }}"""
RESEND = f"""mutation Resend {{ outcome: resendVerification {{
  __typename ... on VerificationSent {{ emailSent isVerified message }} {_PROBLEMS} }} }}"""
CONFIRM_EMAIL = f"""mutation Confirm($input: ConfirmEmailInput!) {{ outcome: confirmEmail(input: $input) {{
  __typename ... on ConfirmEmailSuccess {{ message {_TOKENS} {_ACCOUNT} }} {_PROBLEMS} }} }}"""
REQUEST_RESET = f"""mutation Forgot($input: RequestPasswordResetInput!) {{ outcome: requestPasswordReset(input: $input) {{
  __typename ... on MessageSuccess {{ message }} {_PROBLEMS} {_FIELDS} }} }}"""
CONFIRM_RESET = f"""mutation Reset($input: ConfirmPasswordResetInput!) {{ outcome: confirmPasswordReset(input: $input) {{
  __typename ... on MessageSuccess {{ message }} {_PROBLEMS} {_FIELDS} }} }}"""
CHANGE_PASSWORD = f"""mutation Change($old: String!, $new: String!, $again: String!) {{
  outcome: changePassword(oldPassword: $old, newPassword: $new, verifyNewPassword: $again) {{
  __typename ... on MessageSuccess {{ message }} {_PROBLEMS} {_FIELDS} }} }}"""
VIEWER = f"query {{ viewer {{ {_ACCOUNT.removeprefix('account {').removesuffix('}')} }} }}"


def form(**changes: Any) -> dict[str, Any]:
    """Return a sign-up form that is right, but for the changes."""
    return {
        "email": "ida.moss@people.test",
        "firstName": "Ida",
        "lastName": "Moss",
        "password": PASSWORD,
        "verifyPassword": changes.get("password", PASSWORD),
        "country": "Germany",
        "phone": "+4930123456789",
        **changes,
    }


def partner_form(**changes: Any) -> dict[str, Any]:
    """Return a partner's application that is right, but for the changes."""
    return {
        "firstName": "Ida",
        "lastName": "Moss",
        "title": "Head of Alliances",
        "email": "ida.moss@people.test",
        "phone": "+4930123456789",
        "companyName": "Otter Rowing",
        "companySize": 25,
        "companyLink": "https://otter.test/about",
        "preference": "Resell it.\nAnd run it for small shops.",
        **changes,
    }


@dataclass(frozen=True)
class Visitor:
    """A visitor without a session, or with the given access token."""

    http: httpx.AsyncClient
    auth_token: str | None = None

    async def send(
        self, query: str, variables: dict[str, Any] | None = None, headers: dict[str, str] | None = None
    ) -> dict[str, Any]:
        """Send an operation with a field called ``outcome`` and return that."""
        bearer = {"Authorization": f"Bearer {self.auth_token}"} if self.auth_token else {}
        body = {"query": query, "variables": variables or {}}
        response = await self.http.post("/graphql", json=body, headers={**bearer, **(headers or {})})
        answer = response.json()
        assert answer.get("data"), answer
        outcome: dict[str, Any] = answer["data"]["outcome"]
        return outcome

    async def register(self, **changes: Any) -> dict[str, Any]:
        """Sign up as an individual, with these changes of a right form."""
        return await self.send(INDIVIDUAL, {"input": form(**changes)})

    async def confirm_email(self, parameters: dict[str, str]) -> dict[str, Any]:
        return await self.send(CONFIRM_EMAIL, {"input": parameters})

    async def request_reset(self, email: str) -> dict[str, Any]:
        return await self.send(REQUEST_RESET, {"input": {"email": email}})

    async def confirm_reset(
        self, email: str, parameters: dict[str, str], password: str = NEW_PASSWORD
    ) -> dict[str, Any]:
        return await self.send(CONFIRM_RESET, {"input": {"email": email, **parameters, "newPassword": password}})

    async def change_password(self, old: str, new: str, again: str | None = None) -> dict[str, Any]:
        return await self.send(CHANGE_PASSWORD, {"old": old, "new": new, "again": new if again is None else again})


def field_errors(outcome: dict[str, Any]) -> dict[str, str]:
    """Return the first message of each field that a refusal names."""
    assert outcome["__typename"] == "ValidationProblem", outcome
    return {error["field"]: error["messages"][0] for error in outcome["fieldErrors"]}
