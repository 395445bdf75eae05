"""Whose seats a deputy may play today, asked of the app that knows clubs."""

from typing import Any

from django.apps import apps
from django.db import models
from django.utils import timezone


def deputised_by(user: Any) -> models.QuerySet[Any, Any]:
    """The ids of the users for whom ``user`` stands in today."""
    today = timezone.localdate()
    deputies: models.QuerySet[Any, Any] = apps.get_model("campaign", "Deputy").objects.order_by()
    return deputies.filter(deputy=user.pk, start__lte=today, end__gte=today).values("user")


def deputy_of(seat: Any) -> Any:
    """The account that stands in today for the player of ``seat``, and has no seat of its own there; None if none."""
    today = timezone.localdate()
    deputies = apps.get_model("campaign", "Deputy").objects.filter(user=seat.user_id, start__lte=today, end__gte=today)
    others = seat.battle.seats.filter(user__isnull=False).values("user")
    row = deputies.exclude(deputy__in=others).select_related("deputy__profile").first()
    return row.deputy if row is not None else None
