"""Tokens for the API: made once, shown once, kept as a digest, recognised, revoked."""

import hashlib
import secrets
from datetime import timedelta
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from armies.services.locking import Refused
from campaign.models import ApiToken, is_demo_member

MOST: Final = 20
"""Tokens of one user."""
PREFIX: Final = "mus_"
"""How every token begins, so that one that was left lying about is known for what it is."""
SHOWN: Final = 8
"""Characters that are kept of a token, for its owner to tell it by."""
EXPIRIES: Final = (30, 90, 365)
"""Days that a token may be made for; 0 is for ever."""
EVERY: Final = timedelta(minutes=1)
"""How exactly the time of the last use is kept."""


def make(user: User, *, name: str, may_write: bool, days: int) -> tuple[ApiToken, str]:
    """A new token of ``user`` and its key, which is nowhere else and never again to be had.

    Args:
        days: how long it is good, one of ``EXPIRIES``; 0 for ever.

    Raises:
        Refused: a demo account, or ``MOST`` tokens already; with a sentence.
    """
    if is_demo_member(user):
        raise Refused(
            "name",
            "This demo account is shared by all who look round, so it has no tokens. Make an account of your own.",
        )
    if days and days not in EXPIRIES:
        raise Refused("days", f"A token is good for {', '.join(map(str, EXPIRIES))} days or for ever.")
    key = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if ApiToken.objects.filter(user=user).count() >= MOST:
            raise Refused("name", f"You have {MOST} tokens, and that is the most. Revoke one first.")
        token = ApiToken.objects.create(
            user=user,
            name=name,
            digest=digest(key),
            start=key[:SHOWN],
            may_write=may_write,
            expires=timezone.now() + timedelta(days=days) if days else None,
        )
    return token, key


def digest(key: str) -> str:
    """What is kept of a key. It has 256 bits of chance, so a plain digest cannot be turned back."""
    return hashlib.sha256(key.encode()).hexdigest()


def of(key: str) -> ApiToken | None:
    """The token of ``key`` with its user, and its use noted; None where it is unknown, past its time, or its
    user may not come in."""
    found = (
        ApiToken.objects.select_related("user")
        .filter(Q(expires=None) | Q(expires__gt=timezone.now()), digest=digest(key), user__is_active=True)
        .first()
    )
    if found is not None:
        _note_use(found)
    return found


def _note_use(token: ApiToken) -> None:
    now = timezone.now()
    if token.last_used is None or now - token.last_used >= EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used=now)


def revoke(user: User, token: Any) -> bool:
    """End one of the user's own tokens at once; whether there was one with this id."""
    return bool(ApiToken.objects.filter(user=user, pk=token).delete()[0])
