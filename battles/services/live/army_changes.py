"""News of an army: each change of it wakes its streams when it is stored."""

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models.signals import post_save

from armies.models import Change
from battles.services.live.broadcast import wake_army


def _stored(instance: Change, *, created: bool, raw: bool, **_other: Any) -> None:
    if created and not raw:
        transaction.on_commit(partial(wake_army, instance.army_id))


def connect() -> None:
    """Wake the streams of an army after each change."""
    post_save.connect(_stored, sender=Change, dispatch_uid="news of armies")
