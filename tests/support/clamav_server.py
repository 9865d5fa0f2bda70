"""A real clamd that knows one virus: the EICAR test file."""

import subprocess
import tempfile
import time
from pathlib import Path

from debian_packages import find_program

# In two parts, so that no scanner takes this file for the virus.
EICAR = b"X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD" + b"-ANTIVIRUS-TEST-FILE!$H+H*"


class ClamavServer:
    """A running clamd with a socket and a port, and signatures of its own instead of downloaded ones."""

    def __init__(self, port: int) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="clamav-")
        folder = Path(self._folder.name)
        self.socket = folder / "clamd.ctl"
        self.port = port
        signatures = folder / "signatures"
        signatures.mkdir()
        (signatures / "test.ndb").write_text(f"Eicar-Test:0:*:{EICAR.hex()}\n")
        configuration = folder / "clamd.conf"
        configuration.write_text(
            f"Foreground yes\nDatabaseDirectory {signatures}\nLocalSocket {self.socket}\nTCPSocket {port}\n"
            f"TCPAddr 127.0.0.1\nStreamMaxLength 600K\nTemporaryDirectory {folder}\nLogFile {folder}/log\n"
        )
        program = find_program("clamd", "clamav-daemon")
        self._process = subprocess.Popen(
            [program, "--config-file", str(configuration)], stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT
        )
        self._log = folder / "log"

    def ready(self) -> "ClamavServer":
        """Return this server once it listens."""
        for _ in range(600):
            if self.socket.exists():
                return self
            assert self._process.poll() is None, self._log.read_text()
            time.sleep(0.05)
        raise AssertionError(self._log.read_text())

    def stop(self) -> None:
        """End it and remove its folder."""
        self._process.terminate()
        self._process.wait(30)
        self._folder.cleanup()
