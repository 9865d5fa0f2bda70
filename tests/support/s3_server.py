"""An S3 store on loopback, in memory: objects, ranges, lists, deletions and uploads in parts, in path style.

https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html. A signature must be there
and name the key id; it is not computed again.
"""

import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import format_datetime
from hashlib import md5
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

KEY_ID = "INVENTEDKEYID"


class S3Server:
    """``objects`` by bucket and key, as in ``leaks/v1/blocks/a.parquet``."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.uploads: dict[str, dict[int, bytes]] = {}
        self.methods: list[str] = []
        self.is_down = False
        self.missing_buckets: set[str] = set()
        self.lock = threading.Lock()
        self.endpoint = ""
        self.modified = datetime(2026, 1, 1, tzinfo=UTC)
        """When all objects were stored."""


def _handler(server: S3Server) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def do_HEAD(self) -> None:
            self._serve()

        do_GET = do_PUT = do_POST = do_DELETE = do_HEAD  # noqa: N815

        def _serve(self) -> None:
            address = urlsplit(self.path)
            path, query = unquote(address.path).lstrip("/"), parse_qs(address.query, keep_blank_values=True)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            with server.lock:
                server.methods.append(self.command)
                if server.is_down:
                    self._answer(503, _error("ServiceUnavailable"))
                elif f"Credential={KEY_ID}/" not in self.headers.get("Authorization", ""):
                    self._answer(403, _error("AccessDenied"))
                elif path.partition("/")[0] in server.missing_buckets:
                    self._answer(404, _error("NoSuchBucket"))
                elif self.command == "PUT":
                    self._put(path, query, body)
                elif self.command == "POST":
                    self._post(path, query, body)
                elif self.command == "DELETE":
                    server.objects.pop(path, None)
                    self._answer(204)
                elif "list-type" in query:
                    self._answer(200, _list(path.rstrip("/"), query["prefix"][0]))
                else:
                    self._get(path)

        def _get(self, path: str) -> None:
            content = server.objects.get(path)
            if content is None:
                self._answer(404, _error("NoSuchKey"))
                return
            asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
            if asked is None:
                self._answer(200, content)
                return
            first = int(asked[1])
            last = min(int(asked[2] or len(content)), len(content) - 1)
            self._answer(206, content[first : last + 1], **{"Content-Range": f"bytes {first}-{last}/{len(content)}"})

        def _put(self, path: str, query: dict[str, list[str]], body: bytes) -> None:
            if "uploadId" in query:
                server.uploads[query["uploadId"][0]][int(query["partNumber"][0])] = body
            else:
                server.objects[path] = body
            self._answer(200, ETag=f'"{md5(body, usedforsecurity=False).hexdigest()}"')

        def _post(self, path: str, query: dict[str, list[str]], body: bytes) -> None:
            if "uploads" in query:
                upload = f"upload-{len(server.uploads)}"
                server.uploads[upload] = {}
                self._answer(
                    200, f"<InitiateMultipartUploadResult><UploadId>{upload}</UploadId></InitiateMultipartUploadResult>"
                )
            elif "uploadId" in query:
                parts = server.uploads[query["uploadId"][0]]
                server.objects[path] = b"".join(parts[number] for number in sorted(parts))
                self._answer(200, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>")
            else:  # deletion of many
                for key in re.findall(r"<Key>(.*?)</Key>", body.decode()):
                    server.objects.pop(f"{path.rstrip('/')}/{key}", None)
                self._answer(200, "<DeleteResult></DeleteResult>")

        def _answer(self, status: int, content: str | bytes = b"", **headers: str) -> None:
            data = content.encode() if isinstance(content, str) else content
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Last-Modified", format_datetime(server.modified, usegmt=True))
            self.send_header("Accept-Ranges", "bytes")
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(data)

    def _list(bucket: str, prefix: str) -> str:
        keys = sorted(
            path.removeprefix(f"{bucket}/") for path in server.objects if path.startswith(f"{bucket}/{prefix}")
        )
        rows = "".join(
            f"<Contents><Key>{escape(key)}</Key><LastModified>{server.modified:%Y-%m-%dT%H:%M:%S}.000Z</LastModified>"
            f"<ETag>&quot;1&quot;</ETag><Size>{len(server.objects[f'{bucket}/{key}'])}</Size></Contents>"
            for key in keys
        )
        return f"<ListBucketResult><IsTruncated>false</IsTruncated>{rows}</ListBucketResult>"

    return Handler


def _error(code: str) -> str:
    return f"<Error><Code>{code}</Code><Message>{code}</Message></Error>"


class _Listener(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report a fault; a client that was killed is none."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def s3_server() -> Iterator[S3Server]:
    """Serve an empty store until the block ends."""
    server = S3Server()
    with _Listener(("127.0.0.1", 0), _handler(server)) as listening:
        server.endpoint = f"127.0.0.1:{listening.server_address[1]}"
        thread = threading.Thread(target=listening.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            listening.shutdown()
            thread.join()
