"""A request that is sent twice has one effect: its answer is kept under its Idempotency-Key, with the work itself."""

import hashlib
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Sum
from django.db.models.functions import Length
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from armies.api.problems import Problem
from campaign.models import IdempotencyKey

KEPT: Final = timedelta(hours=48)
KEY: Final = re.compile(r"[!-~]{1,80}")
MOST: Final = 2_000
"""Keys of one user that are kept at a time."""
MOST_BYTES: Final = 20_000_000
"""Bytes of the answers of one user that are kept at a time."""
LARGEST: Final = 1_000_000
"""Bytes of an answer that is kept. Only a dry run, which has no effect, gives a larger one."""
HEADERS: Final = ("Content-Type", "ETag", "Location", "Cache-Control", "Link")
"""Headers of an answer that are kept with it."""

Work = Callable[[], HttpResponse]


def answered_once(request: Request, work: Work, refusal: Callable[[Exception], HttpResponse]) -> HttpResponse:
    """The answer of ``work``, or the one that the same request got before under its Idempotency-Key.

    The key's row is written in the transaction of the work, so that of parallel requests one works and the others
    wait for its answer. A refusal is an answer too; a failure of our own is not kept.

    Args:
        refusal: the answer to an exception of ``work``; it raises what is none.

    Raises:
        Problem: the key is no key, was used for another request, or is one too many.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None or not request.user.is_authenticated:
        return work()
    if not KEY.fullmatch(key):
        raise Problem("malformed", "An Idempotency-Key is 1 to 80 characters of ASCII without spaces.")
    said = fingerprint(request)
    IdempotencyKey.objects.filter(created__lt=timezone.now() - KEPT).delete()
    _refuse_too_many(request.user, key)
    with transaction.atomic():
        row = _row(request.user, key, said)
        if row.status is not None:
            return replayed(row, said)
        answer = _worked(work, refusal)
        if len(answer.content) > LARGEST:
            row.delete()
            return answer
        row.status, row.body = answer.status_code, answer.content
        row.headers = {name: answer[name] for name in HEADERS if name in answer}
        row.save(update_fields=["status", "body", "headers"])
    return answer


def _refuse_too_many(user: Any, key: str) -> None:
    others = IdempotencyKey.objects.filter(user=user).exclude(key=key)
    kept = others.aggregate(count=Count("pk"), size=Sum(Length("body")))
    if kept["count"] >= MOST:
        raise Problem("too-many", f"{MOST:,} keys of the last 48 hours are kept for you, and that is the most.")
    if (kept["size"] or 0) >= MOST_BYTES:
        raise Problem("too-many", f"{MOST_BYTES:,} bytes of answers to keys are kept for you, and that is the most.")


def _row(user: Any, key: str, said: str) -> IdempotencyKey:
    """The row of a key, locked; its status is null where it is new. A parallel request with the key waits here."""
    IdempotencyKey.objects.bulk_create([IdempotencyKey(user=user, key=key, request=said)], ignore_conflicts=True)
    return IdempotencyKey.objects.select_for_update().get(user=user, key=key)


def _worked(work: Work, refusal: Callable[[Exception], HttpResponse]) -> HttpResponse:
    try:
        with transaction.atomic():
            return work()
    except Exception as fault:
        return refusal(fault)


def replayed(row: IdempotencyKey, said: str) -> HttpResponse:
    """The kept answer of ``row``.

    Raises:
        Problem: ``key-reused``, ``said`` is another request.
    """
    if row.request != said:
        raise Problem("key-reused")
    answer = HttpResponse(bytes(row.body), status=row.status)
    if "Content-Type" not in row.headers:
        del answer["Content-Type"]
    for name, value in row.headers.items():
        answer[name] = value
    answer["Idempotency-Replayed"] = "true"
    return answer


def fingerprint(request: Request) -> str:
    """SHA-256 of what makes a request the same: method, address, body, its type, the version it rests on, the seat."""
    parts = (
        (request.method or "").encode(),
        request.get_full_path().encode(),
        request.headers.get("Content-Type", "").encode(),
        request.headers.get("If-Match", "").encode(),
        request.headers.get("Seat-Token", "").encode(),
        request._request.body,
    )
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.hexdigest()
