"""What the application does between requests, to leave out of what a test counts."""

import asyncio


def is_background() -> bool:
    """Return whether a background task of the application runs; those have names of their own."""
    task = asyncio.current_task()
    return task is not None and not task.get_name().startswith("Task-")
