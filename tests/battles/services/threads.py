"""Several acts at the same moment."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from battles.services.play.lock import CannotAct


def together(*calls: Callable[[], Any]) -> list[Any]:
    """What each call gave or raised, all of them let go at once in threads of their own."""
    found: list[Any] = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def run(place: int, call: Callable[[], Any]) -> None:
        try:
            barrier.wait(timeout=30)
            found[place] = call()
        except CannotAct as answer:
            found[place] = answer
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, call)) for place, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found
