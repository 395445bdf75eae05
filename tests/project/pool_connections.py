"""The connections of the pool to PostgreSQL."""

import contextlib
from typing import Any

from psycopg_pool import PoolTimeout


def all_of(pool: Any) -> list[Any]:
    """Every connection of the pool that nobody holds; another thread of the run may keep one."""
    taken: list[Any] = []
    with contextlib.suppress(PoolTimeout):
        while len(taken) < pool.max_size:
            taken.append(pool.getconn(timeout=3))
    return taken
