"""What stays of a user's campaigns when the account is deleted, and under which name."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

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
