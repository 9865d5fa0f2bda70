"""Accept emails on port 1025, and list their recipients and sources as JSON on port 8025."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller

received: list[dict[str, Any]] = []


class Keeper:
    """Keeps what is sent."""

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802 -- aiosmtpd's name
        """Accept an email."""
        received.append({"recipients": envelope.rcpt_tos, "source": envelope.content.decode("utf-8", "replace")})
        return "250 OK"


class Listing(BaseHTTPRequestHandler):
    """Answers every GET with all emails."""

    def do_GET(self) -> None:
        """Write the list."""
        body = json.dumps(received).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


Controller(Keeper(), hostname="0.0.0.0", port=1025).start()
ThreadingHTTPServer(("0.0.0.0", 8025), Listing).serve_forever()
