from collections.abc import Awaitable, Callable

import pytest
from callers import Caller
from ingestion_harness import bench
from operators import make_operator

__all__ = ["bench"]


@pytest.fixture
async def orla(sign_in: Callable[..., Awaitable[Caller]]) -> Caller:
    """An operator with a second factor."""
    return await make_operator(sign_in, "orla@operators.example")
