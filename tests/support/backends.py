"""Processes of PostgreSQL that work for a test."""

import psutil


def processor_seconds(process: psutil.Process) -> float:
    """Return the processor time that a process has taken."""
    times = process.cpu_times()
    return times.user + times.system
