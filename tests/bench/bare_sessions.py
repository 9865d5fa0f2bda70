"""The peer of refreshes and token checks: Starlette, PyJWT, asyncpg and orjson, with nothing else around them.

Run with: uvicorn tests.bench.bare_sessions:app; BENCH_DSN names the database. Tokens are read without their signature's key,
which costs what checking one does: a digest is made and thrown away.
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import jwt
import orjson
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_KEY = b"a key of a benchmark, as long as it must be"


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    app.state.pool = await asyncpg.create_pool(os.environ["BENCH_DSN"], min_size=5, max_size=5)
    yield
    await app.state.pool.close()


def _claims(token: str) -> dict[str, Any]:
    jwt.encode({"sub": "nobody"}, _KEY, "HS256")
    claims: dict[str, Any] = jwt.decode(token, options={"verify_signature": False})
    return claims


async def _check(request: Request) -> Response:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme != "Bearer":
        return Response(status_code=401)
    claims = _claims(token)
    row = await request.app.state.pool.fetchrow(
        """SELECT u.* FROM sessions AS s JOIN users AS u ON u.id = s.user_id
        WHERE s.id = $1 AND s.account_id = $2 AND s.ended_at IS NULL AND u.disabled_at IS NULL""",
        claims["sid"],
        claims["acc"],
    )
    return Response(orjson.dumps({"user": dict(row)}, default=str), media_type="application/json")


async def _refresh(request: Request) -> Response:
    claims = _claims(orjson.loads(await request.body())["refresh"])
    async with request.app.state.pool.acquire() as connection, connection.transaction():
        await connection.fetchrow("SELECT * FROM sessions WHERE id = $1 FOR UPDATE", claims["sid"])
        await connection.execute("UPDATE sessions SET last_seen_at = now() WHERE id = $1", claims["sid"])
    tokens = {name: jwt.encode(claims, _KEY, "HS256") for name in ("auth_token", "refresh_token")}
    return Response(orjson.dumps({"authentication": tokens}), media_type="application/json")


app = Starlette(
    routes=[Route("/check", _check), Route("/refresh", _refresh, methods=["POST"])],
    lifespan=_lifespan,
)
