"""Who may see an army, scenario, battle or table game: the one place that decides it, for rows and for queries."""

from typing import Any

from django.apps import apps
from django.db import models


class Visibility(models.TextChoices):
    """Users who may see a thing besides its owner."""

    PRIVATE = "private", "Private: only you can see it"
    CLUB = "club", "The club: its members can see it"
    UNLISTED = "unlisted", "Unlisted: anyone with the link can see it"
    PUBLIC = "public", "Public: everyone sees it in the list"


class HiddenWords:
    """A thing that organisers or administrators can hide; it is private then.

    Its model has ``hidden``, the reason; "" if it is not hidden.
    """

    hidden: Any
    owner_id: Any

    @property
    def hidden_words(self) -> str:
        """Why it cannot be shared now; "" if it is not hidden."""
        return f"It is hidden: {self.hidden} Change it, then ask to have it shown again." if self.hidden else ""

    def refused_copy(self, user: Any) -> str:
        """Why ``user`` cannot copy it; "" if they can: its owner always, others only what is not hidden."""
        is_own = self.owner_id is not None and self.owner_id == getattr(user, "pk", None)
        if not self.hidden or is_own:
            return ""
        return "This is hidden. You see it to judge it, and only its owner can copy it."


OPEN = (Visibility.UNLISTED, Visibility.PUBLIC)
"""What opens for everybody who has the address."""


def visibilities_of(row: Any) -> list[tuple[str, str]]:
    """The choices of a form for ``row``: "the club" only if it belongs to one."""
    return [choice for choice in Visibility.choices if choice[0] != Visibility.CLUB or row.club_id is not None]


CLUB_EDITORS = {
    "organiser": ("organiser",),
    "umpire": ("organiser", "umpire"),
    "player": ("organiser", "umpire", "player"),
}
"""The roles that may change the armies of a club, by what the club says; a club that says nothing has no such role."""


def edited_by_club(user: Any) -> models.Q:
    """Armies that ``user`` may change because they belong to a club that says so, and are not private."""
    memberships: models.QuerySet[Any, Any] = apps.get_model("campaign", "Membership").objects.order_by()
    mine = memberships.filter(user=user.pk, club=models.OuterRef("club"))
    allowed = models.Q(pk__in=())
    for editors, roles in CLUB_EDITORS.items():
        allowed |= models.Q(club__army_editors=editors, role__in=roles)
    return models.Q(models.Exists(mine.filter(allowed))) & ~models.Q(visibility=Visibility.PRIVATE)


def clubs_of(user: Any) -> models.QuerySet[Any, Any]:
    """The ids of the clubs of which ``user`` is a member, whatever the role; none without an account."""
    memberships: models.QuerySet[Any, Any] = apps.get_model("campaign", "Membership").objects.order_by()
    return memberships.filter(user=user.pk if user is not None else None).values("club")


def shared_with(user: Any) -> models.Q:
    """What belongs to a club of ``user`` and is not private."""
    if user is None or user.pk is None:
        return models.Q(pk__in=())
    return models.Q(club__in=clubs_of(user)) & ~models.Q(visibility=Visibility.PRIVATE)


def open_to(user: Any) -> models.Q:
    """What ``user`` may open by its address without a part in it: what everybody may, and what their clubs share."""
    return models.Q(visibility__in=OPEN) | shared_with(user)


def listed_to(user: Any) -> models.Q:
    """What lists show to ``user`` without a part in it: what is public, and what their clubs share."""
    return models.Q(visibility=Visibility.PUBLIC) | shared_with(user)


def is_open_to(row: Any, user: Any) -> bool:
    """`open_to` for one row; a query only for what is not open to everybody and belongs to a club."""
    if row.visibility in OPEN:
        return True
    if row.visibility != Visibility.CLUB or row.club_id is None or user is None or user.pk is None:
        return False
    return bool(clubs_of(user).filter(club=row.club_id).exists())


def judged_by(user: Any, kind: str) -> models.Q:
    """What is hidden and ``user``, an administrator, has opened to judge it: to read, never to change.

    Args:
        kind: the first part of the thing's key, such as ``army``. A query for administrators alone.
    """
    if not getattr(user, "is_superuser", False):
        return models.Q(pk__in=())
    hidings = apps.get_model("campaign", "Hiding").objects.filter(opened_by=user, thing__startswith=f"{kind}:")
    slugs = [thing.partition(":")[2] for thing in hidings.values_list("thing", flat=True)]
    return models.Q(slug__in=slugs) & ~models.Q(hidden="")


def usable_by(user: Any) -> models.Q:
    """What is not hidden, and what ``user`` owns: those who only see a hidden thing make nothing of it."""
    return models.Q(hidden="") | models.Q(owner=getattr(user, "pk", None))


def seen_by_others(user: Any) -> models.Q:
    """What belongs to a club that has another member than ``user``, and is not private."""
    others = apps.get_model("campaign", "Membership").objects.order_by().exclude(user=user).values("club")
    return models.Q(club__in=others) & ~models.Q(visibility=Visibility.PRIVATE)
