"""A way to a PostgreSQL server that breaks at a chosen request, as a server does that is killed or restarted at that moment."""

import socket
import struct
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final, Self
from urllib.parse import parse_qs, quote, urlsplit

_LARGEST_READ: Final = 1 << 16
_CANCEL: Final = 80877102
# A query, and the end of a prepared one; the server answers no other message before one of these.
_REQUESTS: Final = (b"Q", b"S")


class Break(StrEnum):
    """How the server ends when it is sent a request."""

    KILLED = "killed before it does it"
    UNANSWERED = "killed when it has done it"
    HALF_ANSWERED = "killed amid its answer"
    STOPPED = "stopped by its operator"
    CRASHED = "stopped because a process of it was killed"


class Refusal(StrEnum):
    """What a client hears that connects soon afterwards; the value is SQLSTATE and message."""

    SILENCE = ""
    STARTING = "57P03:the database system is starting up"
    STOPPING = "57P03:the database system is shutting down"
    RECOVERING = "57P03:the database system is in recovery mode"
    FULL = "53300:sorry, too many clients already"


@dataclass
class Strike:
    """The request at which all connections break, how, and how many new connections are refused before the server is back."""

    at: int
    how: Break
    refused: int = 0
    refusal: Refusal = Refusal.SILENCE
    has_struck: bool = field(default=False, init=False)


class BreakingServer:
    """A socket that leads to the server of ``url``, and breaks where a strike is aimed."""

    def __init__(self, url: str) -> None:
        """Listen in a folder of its own."""
        parts = urlsplit(url)
        host = parts.hostname or parse_qs(parts.query)["host"][0]
        self._is_local = host.startswith("/")
        self._server: str | tuple[str, int] = f"{host}/.s.PGSQL.5432" if self._is_local else (host, parts.port or 5432)
        self._folder = tempfile.TemporaryDirectory(prefix="breachlight-way-")
        user = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
        user = user or f"{quote(parse_qs(parts.query).get('user', ['postgres'])[0])}@"
        self.url = f"postgresql://{user}{parts.path}?host={quote(self._folder.name, safe='')}"
        self.requests = 0
        self._lock = threading.Lock()
        self._links: list[tuple[socket.socket, socket.socket]] = []
        self._strike: Strike | None = None
        self._dying: socket.socket | None = None
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(Path(self._folder.name) / ".s.PGSQL.5432"))
        self._listener.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._break(b"")
        self._folder.cleanup()

    def aim(self, strike: Strike | None) -> None:
        """Count requests from now on, and break at that of the strike; the client has closed its connections."""
        with self._lock:
            self._strike, self.requests = strike, 0

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with self._lock:
            strike = self._strike
            is_refused = strike is not None and strike.has_struck and strike.refused > 0
            if strike is not None and is_refused:
                strike.refused -= 1
        if strike is not None and is_refused:
            with suppress(OSError):
                if strike.refusal:
                    _read(client, struct.unpack("!I", _read(client, 4))[0] - 4)
                    client.sendall(_complaint("E", "FATAL", strike.refusal))
            client.close()
            return
        server = socket.socket(socket.AF_UNIX if self._is_local else socket.AF_INET)
        server.connect(self._server)
        with self._lock:
            self._links.append((client, server))
        answers = threading.Thread(target=self._forward_answers, args=(client, server), daemon=True)
        answers.start()
        with suppress(OSError):
            self._forward_requests(client, server)
        _end(server)
        answers.join()
        client.close()
        server.close()

    def _forward_requests(self, client: socket.socket, server: socket.socket) -> None:
        start = _read(client, 4)
        start += _read(client, struct.unpack("!I", start)[0] - 4)
        is_cancel = struct.unpack("!I", start[4:8])[0] == _CANCEL
        if is_cancel or not self._strikes(client):
            server.sendall(start)
        while True:
            head = _read(client, 5)
            message = head + _read(client, struct.unpack("!I", head[1:])[0] - 4)
            if head[:1] not in _REQUESTS or not self._strikes(client):
                server.sendall(message)

    def _strikes(self, client: socket.socket) -> bool:
        """Count a request; break if it is the one, and return whether the server doesn't get it."""
        with self._lock:
            self.requests += 1
            strike = self._strike
            if strike is None or strike.has_struck or self.requests != strike.at:
                return False
            strike.has_struck = True
        match strike.how:
            case Break.STOPPED:
                self._break(_complaint("E", "FATAL", "57P01:terminating connection due to administrator command"))
            case Break.CRASHED:
                why = "57P02:terminating connection because of crash of another server process"
                self._break(_complaint("N", "WARNING", why))
            case Break.KILLED:
                self._break(b"")
            case _:
                self._dying = client
                return False
        return True

    def _forward_answers(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(_LARGEST_READ):
                if self._dying is client:
                    if self._strike is not None and self._strike.how is Break.HALF_ANSWERED:
                        client.sendall(data[: max(1, len(data) // 2)])
                    self._break(b"")
                    return
                client.sendall(data)

    def _break(self, last_words: bytes) -> None:
        with self._lock:
            links, self._links, self._dying = self._links, [], None
        for client, server in links:
            with suppress(OSError):
                client.sendall(last_words)
            _end(client)
            _end(server)


def _read(source: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = source.recv(size - len(data))
        if not part:
            raise ConnectionResetError
        data += part
    return data


def _complaint(kind: str, severity: str, what: str) -> bytes:
    state, _, message = what.partition(":")
    fields = b"".join(
        f"{letter}{text}\0".encode()
        for letter, text in (("S", severity), ("V", severity), ("C", state), ("M", message))
    )
    return kind.encode() + struct.pack("!I", len(fields) + 5) + fields + b"\0"


def _end(link: socket.socket) -> None:
    with suppress(OSError):
        link.shutdown(socket.SHUT_RDWR)
