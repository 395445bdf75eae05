"""A user's profile and API tokens: read, change, create, recognise, revoke. Only a digest of a token is stored."""

import hashlib
import secrets
from datetime import timedelta
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from armies.services.locks import Refused
from campaign.models import ApiToken, Profile, is_demo_member

MOST_TOKENS: Final = 20
"""Tokens of one user, at most."""
KEY_PREFIX: Final = "mus_"
"""First characters of every token, so that a lost one can be recognised."""
SHOWN_OF_TOKEN: Final = 8
"""Characters of a token that are stored and shown, so that its owner recognises it."""
TOKEN_DAYS: Final = (30, 90, 365)
"""Days for which a token may be valid; 0 is without limit."""
NOTE_USE_EVERY: Final = timedelta(minutes=1)
"""Precision of the time of the last use."""


def profile_of(user: User) -> Profile:
    """The profile of ``user``, created if it is missing."""
    profile, _ = Profile.objects.get_or_create(user=user)
    return profile


def save_profile(user: User, *, name: str, paper: str, theme: str) -> Profile:
    """Save the name that others see and the choices, all or none.

    Args:
        name: if empty, the sign-in name is shown.
        paper: a value of ``Paper``.
        theme: a value of ``Theme``.

    Raises:
        ValidationError: ``paper`` or ``theme`` is not one of the values; nothing is saved.
    """
    with transaction.atomic():
        profile = profile_of(user)
        profile.paper, profile.theme = paper, theme
        profile.full_clean()
        profile.save()
        user.first_name, user.last_name = name, ""
        user.save(update_fields=["first_name", "last_name"])
    return profile


def make_token(user: User, *, name: str, may_write: bool, days: int) -> tuple[ApiToken, str]:
    """Create a token for ``user`` and return it with its key. The key is not stored and cannot be shown again.

    Args:
        days: how long it is valid, one of ``TOKEN_DAYS``; 0 for no limit.

    Raises:
        Refused: the account is a demo account, or it has ``MOST_TOKENS`` tokens already.
    """
    if is_demo_member(user):
        raise Refused(
            "name",
            "All visitors share this demo account, so it cannot have tokens. Create your own account.",
        )
    if days and days not in TOKEN_DAYS:
        raise Refused("days", f"A token is valid for {', '.join(map(str, TOKEN_DAYS))} days or without limit.")
    key = KEY_PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if ApiToken.objects.filter(user=user).count() >= MOST_TOKENS:
            raise Refused("name", f"You have {MOST_TOKENS} tokens, which is the limit. Revoke one first.")
        token = ApiToken.objects.create(
            user=user,
            name=name,
            digest=token_digest(key),
            start=key[:SHOWN_OF_TOKEN],
            may_write=may_write,
            expires=timezone.now() + timedelta(days=days) if days else None,
        )
    return token, key


def token_digest(key: str) -> str:
    """The digest that is stored of a key. A key has 256 random bits, so a plain digest is safe."""
    return hashlib.sha256(key.encode()).hexdigest()


def user_of_token(key: str) -> ApiToken | None:
    """The token with this key, with its user; None if it is unknown or expired or its user is inactive.

    Records the time of use.
    """
    token = (
        ApiToken.objects.select_related("user")
        .filter(Q(expires=None) | Q(expires__gt=timezone.now()), digest=token_digest(key), user__is_active=True)
        .first()
    )
    if token is not None:
        _note_use(token)
    return token


def _note_use(token: ApiToken) -> None:
    now = timezone.now()
    if token.last_used is None or now - token.last_used >= NOTE_USE_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used=now)


def revoke_token(user: User, token: Any) -> bool:
    """Revoke one of the user's own tokens. True if there was one with this id."""
    return bool(ApiToken.objects.filter(user=user, pk=token).delete()[0])
