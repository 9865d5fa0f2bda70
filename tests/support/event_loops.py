"""An event loop of its own for work that has none, or that another would disturb."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_apart(work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Run a coroutine to its end on a loop of its own, whether or not this thread has one."""
    outcome: list[Result] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(asyncio.run(work()))
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failures:
        raise failures[0]
    return outcome[0]
