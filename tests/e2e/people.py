"""Accounts of a single test, created through the API where the browser isn't under test."""

import html
import re
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

import httpx
import pyotp
from product import AS_GRAPHIQL, Product

PASSWORD = "seven-Otters-row-9"  # invented
MAIL_SECONDS = 60  # a busy machine may take long to run the job that writes a mail

_MAIL = re.compile(r'<a href="(/dev/mail/[^"]+)">(.*?)</a>', re.DOTALL)
_CONFIGURE = """mutation Configure($method: MfaMethod!) { configureMfa(method: $method, enable: true) { __typename
  ... on ConfigureMfaSuccess { device { secret } } ... on Problem { message } } }"""
_VERIFY = """mutation Verify($method: MfaMethod!, $code: String!) { verifyMfa(method: $method, verificationCode: $code) {
  __typename ... on VerifyMfaSuccess { recoveryCodes } ... on Problem { message } } }"""


@dataclass
class Person:
    """An individual."""

    product: Product
    email: str
    auth_token: str
    secret: str = ""
    recovery_codes: list[str] = field(default_factory=list)

    def graphql(self, query: str, **variables: Any) -> Any:
        """Send a mutation as this person and return the result of its only field."""
        answer = httpx.post(
            f"{self.product.url}/graphql",
            json={"query": query, "variables": variables},
            headers={"Authorization": f"Bearer {self.auth_token}"} | AS_GRAPHIQL,
            timeout=30,
        ).json()
        (value,) = answer["data"].values()
        return value

    def verify_address(self) -> None:
        """Follow the link that was emailed at sign-up, in the session of the sign-up, which stays open with its password."""
        link = mailed(self.product, self.email, r"/#/email_verification\?uid=([^&\s]+)&token=(\S+)")
        confirmation = {"uidb64": link[1], "token": link[2]}
        url = f"{self.product.url}/api/v1/account/verify-email-confirm"
        headers = {"Authorization": f"Bearer {self.auth_token}"}
        answer = httpx.post(url, json=confirmation, headers=headers, timeout=30)
        assert answer.status_code == 200, answer.text

    def turn_on_device(self) -> None:
        """Turn on codes of an authenticator app. The code of the present half minute is used up by it."""
        self.secret = self.graphql(_CONFIGURE, method="DEVICE")["device"]["secret"]
        self._verify("DEVICE", pyotp.TOTP(self.secret).now())

    def turn_on_email(self) -> None:
        """Turn on codes by email."""
        self.graphql(_CONFIGURE, method="EMAIL")
        self._verify("EMAIL", mailed_code(self.product, self.email))

    def _verify(self, method: str, code: str) -> None:
        answer = self.graphql(_VERIFY, method=method, code=code)
        assert answer["__typename"] == "VerifyMfaSuccess", answer
        self.recovery_codes += answer["recoveryCodes"]

    def next_device_code(self) -> str:
        """Return the next half minute's code: the server accepts it already, and the current one may be used."""
        return pyotp.TOTP(self.secret).at(int(time.time()) + 30)


def new_person(product: Product, name: str, *, proved: bool = True) -> Person:
    """Sign up an individual and, by default, verify the address."""
    email = f"{name}-{uuid.uuid4().hex[:8]}@people.test"
    body = {
        "user": {
            "email": email, "first_name": "Ida", "last_name": "Moss", "password": PASSWORD, "verify_password": PASSWORD,
            "primary_address": {"country": "Germany", "phone": "+4930123456789"},
        },
        "ind": {},
    }  # fmt: skip
    made = httpx.post(f"{product.url}/api/v1/account/individual/register", json=body, timeout=30)
    assert made.status_code == 201, made.text
    person = Person(product, email, made.json()["authentication"]["auth_token"])
    if proved:
        person.verify_address()
    return person


def mailed(product: Product, recipient: str, pattern: str) -> re.Match[str]:
    """Return the match of a pattern in the newest email to an address; wait if no email matches yet.

    Raises:
        LookupError: no such mail came in time.
    """
    deadline = time.monotonic() + MAIL_SECONDS
    while time.monotonic() < deadline:
        for path, shown in _MAIL.findall(httpx.get(f"{product.url}/dev/mail", timeout=30).text):
            if f">{html.escape(recipient)}<" not in shown:
                continue
            page = httpx.get(f"{product.url}{path}?text", timeout=30).text
            if found := re.search(pattern, html.unescape(re.sub(r"<[^>]+>", "", page))):
                return found
        time.sleep(0.2)
    raise LookupError(f"No mail to {recipient} holds {pattern}.")


def mailed_code(product: Product, recipient: str) -> str:
    """Return the code in the newest email with one."""
    return mailed(product, recipient, r"(?m)^\s*([0-9]{6})$")[1]
