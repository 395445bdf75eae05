"""How often one may ask: by user where somebody is signed in, else by address.

All tokens of a user are counted together, so that nobody gets more by making more of them.

Windows are fixed: the count of a window begins anew when it ends. ``MUSTER_API_RATES`` holds the numbers.
"""

import time
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from armies.api.operation import SAFE

WINDOW: Final = 60
"""Seconds of a window."""


class Throttle(BaseThrottle):
    """Reads, writes and other sorts are counted apart; what makes a file or reads one counts as ``costly`` as well."""

    def allow_request(self, request: Request, view: Any) -> bool:
        who, known = _who(request)
        op = view.operation_of(request.method)
        usual = "read" if request.method in SAFE else "write"
        sorts = [usual] if op is None else [op.sort or usual, *(["costly"] if op.costly else [])]
        for sort in sorts:
            most = settings.MUSTER_API_RATES[sort if known else f"{sort}_by_strangers"]
            self.now = time.time()
            key = f"api:{sort}:{who}:{int(self.now // WINDOW)}"
            cache.add(key, 0, WINDOW * 2)
            if _count(key) > most:
                return False
        return True

    def wait(self) -> float:
        """Seconds until the next window."""
        return WINDOW - self.now % WINDOW


def _count(key: str) -> int:
    try:
        return int(cache.incr(key))
    except ValueError:  # dropped by the cache since it was added
        return 0


def _who(request: Request) -> tuple[str, bool]:
    """The name that a request is counted under, and whether it is somebody's."""
    if request.user.is_authenticated:
        return f"u{request.user.pk}", True
    return f"a{request.META.get('REMOTE_ADDR') or ''}", False
