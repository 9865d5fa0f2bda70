"""The life of a child process: it reports readiness to its supervisor and stops when the supervisor is gone."""

import asyncio
import os
import resource
import signal
import socket
from collections.abc import Callable


class Parent:
    """A child's link to its supervisor: "ready" goes up, stop commands come down, and its closing means that the
    supervisor died. A command cannot be lost as a signal can, which may come before its handler stands.
    """

    def __init__(self, descriptor: int | None) -> None:
        self._socket = socket.socket(fileno=descriptor) if descriptor is not None else None

    @property
    def is_missing(self) -> bool:
        """Whether this process was started without a supervisor."""
        return self._socket is None

    def say_ready(self) -> None:
        """Report to the supervisor that this process is ready."""
        if self._socket is not None:
            self._socket.send(b"r")

    def watch(self, stop: Callable[[signal.Signals], None], when_gone: Callable[[], None]) -> None:
        """Call ``stop`` at each command and ``when_gone`` once the supervisor is no more; needs a running loop."""
        if self._socket is None:
            return
        loop, link = asyncio.get_running_loop(), self._socket
        link.setblocking(False)

        def readable() -> None:
            commands = link.recv(16)
            if not commands:
                loop.remove_reader(link)
                when_gone()
            for command in commands:
                stop(signal.Signals(command))

        loop.add_reader(link, readable)


def on_stop(stop: Callable[[signal.Signals], None]) -> None:
    """Call ``stop`` at each SIGTERM and SIGINT; needs a running event loop."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop, number)


def raise_file_limit() -> None:
    """Let this process open as many files as the system lets it: each idle client is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def descriptor_of(variable: str) -> int | None:
    """Return the file descriptor that the supervisor named in a variable, and take the variable away."""
    value = os.environ.pop(variable, None)
    return int(value) if value is not None else None
