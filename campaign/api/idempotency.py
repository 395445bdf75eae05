"""Idempotency keys: a request that is sent twice takes effect once, because its answer is stored, sealed."""

import hashlib
import re
from collections.abc import Callable
from datetime import timedelta
from math import ceil
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Min, Sum
from django.db.models.functions import Length
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from armies.api.problems import Problem
from campaign.models import IdempotencyKey
from campaign.project.seal import Unsealable, seal, unseal

KEPT: Final = timedelta(hours=48)
KEY: Final = re.compile(r"[!-~]{1,80}")
MOST: Final = 2_000
"""Keys stored for one user at a time, at most."""
MOST_BYTES: Final = 20_000_000
"""Bytes of answers stored for one user at a time, at most."""
LARGEST: Final = 1_000_000
"""Bytes of a stored answer, at most. Only a dry run, which has no effect, gives a larger one."""
HEADERS: Final = ("Content-Type", "ETag", "Location", "Cache-Control", "Link", "WWW-Authenticate")
"""Headers stored with an answer."""
PASSING: Final = (429, 503)
"""Status codes of answers that are not stored: the client should send the same request again later."""
Work = Callable[[], HttpResponse]


def answered_once(request: Request, work: Work, refusal: Callable[[Exception], HttpResponse]) -> HttpResponse:
    """The answer of ``work``, or the stored answer to the same request under the same Idempotency-Key.

    The key's row is written in the transaction of ``work``: of parallel requests one does the work and the others wait
    for its answer. A refusal is stored too, unless it asks the client to try again later. A server error is not.

    Args:
        refusal: gives the answer to an exception of ``work``; raises the exception if it is not a refusal.

    Raises:
        Problem: the key is malformed, belongs to another request, or exceeds the user's limit.
    """
    key = request.headers.get("Idempotency-Key")
    if key is not None and not KEY.fullmatch(key):
        raise Problem("malformed", "An Idempotency-Key is 1 to 80 characters of ASCII without spaces.")
    if key is None or not request.user.is_authenticated:
        return work()
    request_hash = fingerprint(request)
    IdempotencyKey.objects.filter(created__lt=timezone.now() - KEPT).delete()
    _refuse_too_many(request.user, key)
    with transaction.atomic():
        row = _row(request.user, key, request_hash)
        if row.status is not None:
            return replayed(row, request_hash)
        answer = _worked(work, refusal)
        if len(answer.content) > LARGEST or answer.status_code in PASSING:
            row.delete()
            return answer
        headers = {name: answer[name] for name in HEADERS if name in answer}
        # No row where the request deleted the account.
        stored = IdempotencyKey.objects.filter(pk=row.pk)
        stored.update(status=answer.status_code, body=seal(answer.content, request.user.pk, key), headers=headers)
    return answer


def _refuse_too_many(user: Any, key: str) -> None:
    others = IdempotencyKey.objects.filter(user=user).exclude(key=key)
    stored = others.aggregate(count=Count("pk"), size=Sum(Length("body")), oldest=Min("created"))
    if stored["count"] >= MOST:
        sentence = f"{MOST:,} keys of the last 48 hours are stored for you, which is the limit."
    elif (stored["size"] or 0) >= MOST_BYTES:
        sentence = f"{MOST_BYTES:,} bytes of answers are stored for your keys, which is the limit."
    else:
        return
    until_one_ends = stored["oldest"] + KEPT - timezone.now()
    raise Problem("too-many", sentence, headers={"Retry-After": str(max(1, ceil(until_one_ends.total_seconds())))})


def _row(user: Any, key: str, request_hash: str) -> IdempotencyKey:
    """The row of a key, locked. A new row has no status. A parallel request with the same key waits here."""
    row = IdempotencyKey(user=user, key=key, request=request_hash)
    IdempotencyKey.objects.bulk_create([row], ignore_conflicts=True)
    return IdempotencyKey.objects.select_for_update().get(user=user, key=key)


def _worked(work: Work, refusal: Callable[[Exception], HttpResponse]) -> HttpResponse:
    try:
        with transaction.atomic():
            return work()
    except Exception as fault:
        return refusal(fault)


def replayed(row: IdempotencyKey, request_hash: str) -> HttpResponse:
    """The stored answer.

    Raises:
        Problem: ``key-reused`` if ``request_hash`` is that of another request, ``conflict`` if the stored answer was
            sealed under another `SECRET_KEY`.
    """
    if row.request != request_hash:
        raise Problem("key-reused")
    try:
        content = unseal(bytes(row.body), row.user_id, row.key)
    except Unsealable:
        raise Problem("conflict", "This request was carried out; its answer can no longer be read.") from None
    answer = HttpResponse(content, status=row.status)
    if "Content-Type" not in row.headers:
        del answer["Content-Type"]
    for name, value in row.headers.items():
        answer[name] = value
    answer["Idempotency-Replayed"] = "true"
    return answer


def fingerprint(request: Request) -> str:
    """SHA-256 of what identifies a request: method, address, content type, version, seat and body."""
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
