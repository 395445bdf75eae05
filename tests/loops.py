"""Running coroutines in tests."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def apart(coroutine: Coroutine[Any, Any, T]) -> T:
    """What ``coroutine`` gives, run in a thread of its own: the browser tests keep a loop in the tests' thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
