"""Sockets that processes listen on."""

import socket

from breachlight.processes.errors import StartError


def listen(host: str, port: int, how_to_change: str) -> socket.socket:
    """Bind a port and listen on it; ``how_to_change`` says how to choose another one.

    Raises:
        StartError: the port can't be used.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except PermissionError:
        raise StartError(
            f"Port {port} is reserved for privileged users: choose one above 1023 with {how_to_change}."
        ) from None
    except OSError as error:
        raise StartError(
            f"Port {port} on {host} cannot be used ({error.strerror}): stop the program that uses it, or choose another "
            f"with {how_to_change}."
        ) from error
    return listening
