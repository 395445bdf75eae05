"""What stays of campaigns: when an account is deleted, and when a visitor without one abandons them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from battles.services import departure
from campaign.models import Campaign, CampaignAct, CampaignMessage, CampaignOrders, CampaignSeat


def campaigns_of(user: Any, *, with_others: bool) -> "QuerySet[Campaign]":
    """The campaigns that ``user`` owns or plays: those in which another person takes part, or the rest."""
    seats = CampaignSeat.objects.filter(campaign=OuterRef("pk")).order_by()
    people = Q(guest=True) | Q(user__isnull=False) & ~Q(user=user) | Q(deputy__isnull=False) & ~Q(deputy=user)
    others = seats.filter(people).exclude(user__profile__former=True)
    foreign = Q(owner__isnull=False) & ~Q(owner=user) & ~Q(owner__profile__former=True)
    shared = Q(Exists(others)) | foreign
    mine = Campaign.objects.played_by(user)
    return mine.filter(shared) if with_others else mine.exclude(shared)


def rename_player(user: Any, name: str) -> None:
    """Put ``name`` where campaigns name ``user``, and free the seats of the user."""
    CampaignAct.objects.filter(by=user).update(by_name=name[:80])
    CampaignOrders.objects.filter(by=user).update(by_name=name[:80])
    CampaignMessage.objects.filter(by=user).update(by_name=name[:80])
    CampaignSeat.objects.filter(user=user).update(user=None, name="", ready=0)
    CampaignSeat.objects.filter(deputy=user).update(deputy=None)


def abandoned() -> "QuerySet[Campaign]":
    """Campaigns without an owner or a player with an account that nobody has touched for MUSTER_KEEP_STRANGERS_DAYS."""
    rows = Campaign.objects.filter(departure.NOBODYS, updated__lt=departure.abandoned_before())
    return rows.exclude(seats__user__isnull=False).exclude(seats__deputy__isnull=False)


def deletion_time(campaign: Campaign, seats: Iterable[CampaignSeat]) -> datetime | None:
    """When ``campaign`` will be deleted if nobody acts; None if it is kept."""
    kept = campaign.owner_id is not None or campaign.club_id is not None
    if kept or any(seat.user_id is not None or seat.deputy_id is not None for seat in seats):
        return None
    return departure.deletion_after(campaign.updated)


def delete_abandoned(most: int) -> list[str]:
    """Delete at most ``most`` abandoned campaigns; returns their keys. Their battles are deleted by their own date."""
    keys = []
    for pk in abandoned().order_by("updated").values_list("pk", flat=True)[: max(0, most)]:
        with transaction.atomic():
            row = Campaign.objects.select_for_update(of=("self",)).filter(pk=pk).first()
            if row is not None and abandoned().filter(pk=pk).exists():
                row.delete()
                keys.append(f"war:{row.slug}")
    return keys
