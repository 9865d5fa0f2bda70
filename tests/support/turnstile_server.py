"""Turnstile's siteverify on loopback, with its documented semantics, and with the faults that are asked of it.

https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ and its page on testing.
"""

import asyncio
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any
from urllib.parse import parse_qsl

import uvicorn
from products import free_port
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

PASSING, FAILING, SPENT = (f"{digit}x0000000000000000000000000000000AA" for digit in (1, 2, 3))
DUMMY_TOKEN = "XXXX.DUMMY.TOKEN.XXXX"
SECRET = "0x-an-invented-secret-of-a-widget"
LIFETIME_SECONDS = 300


class Fault(StrEnum):
    NONE = "none"
    HANG = "hang"
    ERROR_500 = "500"
    HTML = "html"
    WRONG_JSON = "wrong json"
    INTERNAL_ERROR = "internal-error"
    DROPPED = "dropped"


@dataclass
class Token:
    hostname: str
    action: str
    issued_at: float
    spent_by: str | None = None


@dataclass
class TurnstileServer:
    """The server; ``fault`` may change while it runs and applies to ``faulty_calls`` (-1: to all)."""

    port: int = field(default_factory=free_port)
    fault: Fault = Fault.NONE
    faulty_calls: int = -1
    calls: list[dict[str, str]] = field(default_factory=list)
    hanging: int = 0
    _tokens: dict[str, Token] = field(default_factory=dict)
    _ended: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/turnstile/v0/siteverify"

    def issue(self, hostname: str = "localhost", action: str = "submit-form", age: float = 0) -> str:
        """Return a token as the widget of the site would, made ``age`` seconds ago."""
        token = f"0.{secrets.token_urlsafe(120)}"
        self._tokens[token] = Token(hostname, action, time.monotonic() - age)
        return token

    def variables(self, secret: str = SECRET) -> dict[str, str]:
        """Return the settings that make the product ask here."""
        return {"BREACHLIGHT_TURNSTILE_SECRET": secret, "BREACHLIGHT_TURNSTILE_VERIFY_URL": self.url}

    @contextmanager
    def running(self) -> Iterator["TurnstileServer"]:
        application = Starlette(routes=[Route("/turnstile/v0/siteverify", self._answer, methods=["POST"])])
        server = uvicorn.Server(
            uvicorn.Config(application, port=self.port, log_config=None, lifespan="off", timeout_graceful_shutdown=1)
        )
        thread = threading.Thread(target=lambda: asyncio.run(server.serve()))
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive()
                time.sleep(0.01)
            yield self
        finally:
            self._ended.set()
            server.should_exit = True
            thread.join()

    async def _answer(self, request: Request) -> Response:
        try:
            form = dict(parse_qsl((await request.body()).decode()))
        except ClientDisconnect:
            return Response(status_code=400)
        self.calls.append(form)
        if self.fault is not Fault.NONE and self.faulty_calls:
            self.faulty_calls -= 1
            answer = await self._go_wrong()
            if answer is not None:
                return answer
        return JSONResponse(self._verify(form))

    async def _go_wrong(self) -> Response | None:
        match self.fault:
            case Fault.HANG:
                self.hanging += 1
                end = time.monotonic() + 30
                while time.monotonic() < end and not self._ended.is_set() and self.fault is Fault.HANG:
                    await asyncio.sleep(0.02)
                self.hanging -= 1
                return None
            case Fault.ERROR_500:
                return Response("upstream failed", 500)
            case Fault.HTML:
                return HTMLResponse("<!doctype html><title>Just a moment</title>")
            case Fault.WRONG_JSON:
                return JSONResponse(["success", True])
            case Fault.INTERNAL_ERROR:
                return JSONResponse({"success": False, "error-codes": ["internal-error"]})
            case Fault.DROPPED:
                return Response('{"succ', media_type="application/json")
        return None

    def _verify(self, form: dict[str, str]) -> dict[str, Any]:
        secret, response = form.get("secret"), form.get("response")
        if not secret:
            return _refusal("missing-input-secret")
        if not response:
            return _refusal("missing-input-response")
        if secret == FAILING:
            return _refusal("invalid-input-response")
        if secret == SPENT:
            return _refusal("timeout-or-duplicate")
        if secret == PASSING:
            return {"success": True, "error-codes": [], "challenge_ts": _now(), "hostname": "example.com"}
        if secret != SECRET:
            return _refusal("invalid-input-secret")
        token = self._tokens.get(response)
        if token is None:  # the dummy token among them
            return _refusal("invalid-input-response")
        key = form.get("idempotency_key") or secrets.token_hex(8)
        if time.monotonic() - token.issued_at > LIFETIME_SECONDS or token.spent_by not in {None, key}:
            return _refusal("timeout-or-duplicate")
        token.spent_by = key
        return {
            "success": True, "error-codes": [], "challenge_ts": _now(), "hostname": token.hostname,
            "action": token.action, "cdata": "",
        }  # fmt: skip


def _refusal(code: str) -> dict[str, Any]:
    return {"success": False, "error-codes": [code]}


def _now() -> str:
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")
