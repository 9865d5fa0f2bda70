"""Commands that are killed while they work."""

import os
import signal
import subprocess
import sys

from ingestion_harness import Bench


def kill_at(step: str, bench: Bench, *arguments: str) -> None:
    """Run the breachlight command and kill it once a line of standard error begins with ``step``, if one does."""
    del bench  # its settings are in the environment
    command = [sys.executable, "-c", "from breachlight.cli import main; main()", *arguments]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        if any(line.startswith(step) for line in process.stderr):
            os.kill(process.pid, signal.SIGKILL)
