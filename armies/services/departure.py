"""What stays of a user's armies when the account is deleted, and under which name."""

from typing import Any

from django.db.models import Exists, OuterRef, Q

from armies.models import Army, Change, CoEditor, RatingThrow
from armies.models.army import ArmyQuerySet
from armies.models.visibility import seen_by_others
from armies.services.display_name import display_name


def with_others(user: Any) -> ArmyQuerySet:
    """The armies of ``user`` that another account co-edits or has a copy of, or that other members of a club see."""
    co_editors = CoEditor.objects.filter(army=OuterRef("pk"))
    copies = Army.objects.filter(Q(owner__isnull=False), copied_from=OuterRef("pk"))
    copies = copies.exclude(owner=user).exclude(owner__profile__former=True)
    used = Q(Exists(co_editors)) | Q(Exists(copies.order_by())) | seen_by_others(user)
    return Army.objects.filter(used, owner=user)


def rename_author(user: Any, name: str) -> None:
    """Put ``name`` where histories, ratings and the origin of copies name ``user``."""
    before = display_name(user)
    Change.objects.filter(user=user).update(by=name)
    RatingThrow.objects.filter(user=user).update(by=name)
    for copy in Army.objects.filter(copied_from__owner=user, origin__contains=f" of {before}"):
        origin = copy.origin.replace(f" of {before}", f" of {name}", 1)[:300]
        Army.objects.filter(pk=copy.pk).update(origin=origin)
