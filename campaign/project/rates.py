"""Rate limits of pages and API together: counts in the cache, in fixed windows.

A user is counted by account, over all browsers and tokens. Visitors are counted by address, and so are users of the
demo accounts, because they share them.

``MUSTER_RATES`` holds the limits.
"""

import ipaddress
import time
from collections.abc import Iterable
from typing import Any, Final

import structlog
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY
from django.core.cache import cache
from django.http import HttpRequest
from msgspec import Struct
from redis.exceptions import RedisError

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
WINDOWS: Final = {"make": HOUR}
"""Window in seconds by sort of request; one minute for sorts not listed."""
DEMO: Final = "campaign.accounts.adapters.DemoBackend"
IPV6_PREFIX: Final = 64
"""Bits of an IPv6 address that identify one customer, who may choose the others."""

log = structlog.get_logger("muster.rates")


class Exceeded(Struct, frozen=True):
    """A limit that was exceeded: its ``sort``, the ``seconds`` left, and True if it counts a ``member``."""

    sort: str
    seconds: int
    member: bool


def exceeded(request: Any, user: Any, sorts: Iterable[str], *, by_token: bool = False) -> Exceeded | None:
    """Count a request under each of ``sorts``. Returns the first limit that it exceeds, or None."""
    member = user.is_authenticated
    visitor = member and not by_token and request.session.get(BACKEND_SESSION_KEY) == DEMO
    who = f"demo:{address_of(request)}" if visitor else f"user:{user.pk}" if member else address_of(request)
    for sort in sorts:
        most = settings.MUSTER_RATES[sort if member else f"{sort}_by_strangers"]
        seconds = over(f"{sort}:{who}", most, WINDOWS.get(sort, MINUTE))
        if seconds:
            return Exceeded(sort, seconds, member)
    return None


def over(key: str, most: int, window: int) -> int:
    """Count ``key`` in its window. Returns the seconds until the next window if the count exceeds ``most``, else 0."""
    now = time.time()
    left = max(1, round(window - now % window))
    return left if count(f"rate:{key}:{int(now // window)}", window) > most else 0


def count(key: str, window: int) -> int:
    """Add 1 to a count that lasts at least ``window`` seconds, and return it.

    If the cache is not available, nothing is counted.
    """
    try:
        cache.add(key, 0, window * 2)
        return int(cache.incr(key))
    except ValueError:  # dropped by the cache since it was added
        return 0
    except (RedisError, OSError) as fault:
        log.warning("requests are not counted", fault=type(fault).__name__)
        return 0


def address_of(request: HttpRequest) -> str:
    """The address by which a request is counted; for IPv6 the network of one customer."""
    text = str(request.META.get("REMOTE_ADDR") or "")
    try:
        address = ipaddress.ip_address(text)
    except ValueError:  # a Unix socket has no address
        return text
    if address.version == 4:
        return text
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or ipaddress.ip_network((address.packed, IPV6_PREFIX), strict=False).network_address)
