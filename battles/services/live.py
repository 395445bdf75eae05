"""Who waits for news of a battle in this process. A wake carries nothing: whoever is woken looks for himself."""

from collections import defaultdict
from collections.abc import Callable
from threading import Lock
from typing import Final

_LOCK: Final = Lock()
_WAITING: Final[dict[int, set[Callable[[], None]]]] = defaultdict(set)


def subscribe(battle: int, call: Callable[[], None]) -> Callable[[], None]:
    """Call ``call`` from any thread at every wake of the battle with this id; what is given back ends it."""
    with _LOCK:
        _WAITING[battle].add(call)

    def end() -> None:
        with _LOCK:
            _WAITING[battle].discard(call)
            if not _WAITING[battle]:
                del _WAITING[battle]

    return end


def wake(battle: int) -> None:
    """Something about the battle with this id was written."""
    with _LOCK:
        calls = list(_WAITING.get(battle, ()))
    for call in calls:
        call()
