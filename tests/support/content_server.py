"""A content service on loopback: GraphQL over documents by the schema of server/content, with the faults that are asked of it.

The real Strapi is tried in tests/strapi; here is what it would only do on a bad day.
"""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import uvicorn
import yaml
from graphql import build_schema, graphql
from products import free_port
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

SCHEMA = build_schema((Path(__file__).parents[2] / "server/content/schema.graphql").read_text("utf-8"))
TOKEN = "0123456789abcdef-an-invented-token"
PICTURE = b"\x89PNG\r\n\x1a\n of the content service"
NARROW_PICTURE = b"\x89PNG\r\n\x1a\n for narrow screens"
FILES = {"homepage": "homepage.yaml", "footer": "footer.yaml", "termsOfUse": "terms-of-use.md", "privacyPolicy": "privacy-policy.md"}  # fmt: skip


class Fault(StrEnum):
    NONE = "none"
    HANG = "hang"
    ERROR_500 = "500"
    HTML = "html"
    ERRORS = "errors"
    WRONG_SHAPE = "wrong shape"
    NULLED = "a field that may not be null is"
    HUGE = "huge"
    REDIRECT = "redirect"


@dataclass
class Call:
    query: str
    variables: dict[str, Any]
    authorization: str | None


@dataclass
class ContentServer:
    """The server; ``fault`` and ``changes`` (by field of the query) may be switched while it runs."""

    folder: Path
    port: int = field(default_factory=free_port)
    fault: Fault = Fault.NONE
    calls: list[Call] = field(default_factory=list)
    picture_headers: list[dict[str, str]] = field(default_factory=list)
    changes: dict[str, Any] = field(default_factory=dict)
    _ended: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @contextmanager
    def running(self) -> Iterator["ContentServer"]:
        application = Starlette(
            routes=[
                Route("/graphql", self._answer, methods=["POST"]),
                Route("/uploads/{name:path}", self._picture, methods=["GET"]),
            ]
        )
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
        body = await request.json()
        self.calls.append(Call(body["query"], body["variables"], request.headers.get("authorization")))
        match self.fault:
            case Fault.HANG:
                while not self._ended.is_set() and self.fault is Fault.HANG:
                    await asyncio.sleep(0.02)
            case Fault.ERROR_500:
                return Response("upstream failed", 500)
            case Fault.HTML:
                return HTMLResponse("<!doctype html><title>Just a moment</title>")
            case Fault.ERRORS:
                return JSONResponse({"errors": [{"message": f"Forbidden access with {TOKEN}"}], "data": None})
            case Fault.WRONG_SHAPE:
                return JSONResponse({"data": {"homepage": ["hero"], "footer": 1, "i18NLocales": {"code": "en"}}})
            case Fault.NULLED:
                return JSONResponse(
                    {"data": {"homepage": {"hero": None}, "footer": {}, "i18NLocales": [{"code": None}]}}
                )
            case Fault.HUGE:
                return JSONResponse({"data": {"homepage": None, "padding": "x" * 5_000_000}})
            case Fault.REDIRECT:
                return RedirectResponse(f"{self.url}/elsewhere", 307)
        if request.headers.get("authorization") != f"Bearer {TOKEN}":
            return JSONResponse({"errors": [{"message": "Missing or invalid credentials"}], "data": None})
        root = {name: self._resolver(name) for name in FILES} | {"i18NLocales": self._locales()}
        found = await graphql(SCHEMA, body["query"], root, variable_values=body["variables"])
        return JSONResponse(found.formatted)

    def _locales(self) -> Any:
        return [
            {**item, "documentId": "x"} for item in yaml.safe_load((self.folder / "locales.yaml").read_text("utf-8"))
        ]

    def _resolver(self, name: str) -> Any:
        def resolve(info: Any, status: str = "PUBLISHED", locale: str = "en") -> Any:
            base = self.folder / locale / FILES[name]
            draft = base.with_name(base.stem + ".draft" + base.suffix)
            file = draft if status == "DRAFT" and draft.exists() else base
            if not file.exists():
                return None
            text = file.read_text("utf-8")
            document = yaml.safe_load(text) if base.suffix == ".yaml" else {"Content": text}
            for path, value in self.changes.get(name, {}).items():
                inner = document
                *steps, last = path
                for step in steps:
                    inner = inner[step]
                inner[last] = value
            return document

        return resolve

    async def _picture(self, request: Request) -> Response:
        self.picture_headers.append(dict(request.headers))
        match request.path_params["name"]:
            case "page.html":
                return HTMLResponse("<script>alert(1)</script>")
            case "huge.png":
                return Response(b"", headers={"content-length": str(11 * 1024 * 1024)}, media_type="image/png")
            case "endless.png":
                return StreamingResponse(self._endless(), media_type="image/png")
            case "away.png":
                return RedirectResponse("http://169.254.169.254/latest/meta-data")
            case "drawing.svg":
                return Response("<svg xmlns='http://www.w3.org/2000/svg'/>", media_type="image/svg+xml; charset=utf-8")
            case name if name.rpartition("/")[2] == "medium_photo.png":
                return Response(NARROW_PICTURE, media_type="image/png")
            case name if name.endswith(".png") and "medium_" not in name:
                return Response(PICTURE, media_type="image/png", headers={"set-cookie": "a=b", "x-powered-by": "it"})
        return Response(status_code=404)

    async def _endless(self):
        while not self._ended.is_set():
            yield b"x" * 1_000_000
