"""The peer of the alert page: the same rows by Starlette, asyncpg and orjson, with nothing else around them.

Run with: uvicorn tests.bench.bare_handler:app; BENCH_DSN and BENCH_ACCOUNT name the database and the account.
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

import asyncpg
import orjson
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_STATEMENT = """
SELECT a.id::text, a.datetime, a.is_read, a.is_closed, a.domain_name, e.email, a.severity_score, l.title, a.url, a.usernames,
    a.password_type, a.sightings
FROM alerts AS a JOIN leaks AS l ON l.id = a.leak_id
LEFT JOIN email_accounts AS e ON e.account_id = a.account_id AND e.id = a.email_account_id
WHERE a.account_id = $1 AND a.domain_name IS NULL AND a.is_closed = false
ORDER BY a.datetime DESC, a.id DESC LIMIT $2
"""


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    app.state.pool = await asyncpg.create_pool(os.environ["BENCH_DSN"], min_size=5, max_size=5)
    yield
    await app.state.pool.close()


async def _alerts(request: Request) -> Response:
    size = int(request.query_params["size"])
    rows = await request.app.state.pool.fetch(_STATEMENT, os.environ["BENCH_ACCOUNT"], size)
    results = [
        {
            "id": row[0],
            "datetime": _instant(row[1]),
            "isRead": row[2],
            "isClosed": row[3],
            "domain": {"domain": row[4]} if row[4] else None,
            "user": {"email": row[5]} if row[5] else None,
            "severity": {"score": row[6]},
            "leak": {"title": row[7]},
            "breachRecord": {"url": row[8], "usernames": row[9], "passwordType": row[10], "sightings": row[11]},
        }
        for row in rows
    ]
    return Response(orjson.dumps({"data": {"alerts": {"results": results}}}), media_type="application/json")


def _instant(value: datetime) -> str:
    return value.isoformat().replace("+00:00", "Z")


app = Starlette(routes=[Route("/alerts", _alerts)], lifespan=_lifespan)
