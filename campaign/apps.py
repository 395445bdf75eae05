"""The campaign app: the project's top layer, with accounts, clubs, printing and operation."""

import logging
from collections.abc import Callable
from typing import Any, Final

from django.apps import AppConfig
from django.db import transaction
from django.db.backends.signals import connection_created
from django.db.models.signals import ModelSignal, post_delete, post_save
from django.utils.module_loading import import_string

from campaign.project.private_files import close_sqlite

HEARD: Final[tuple[tuple[ModelSignal, str, str], ...]] = (
    (post_save, "battles.Note", "sources.tell_of_comment"),
    (post_save, "battles.Entry", "sources.tell_of_decision"),
    (post_save, "battles.Invitation", "sources.tell_of_invitation"),
    (post_delete, "battles.Invitation", "sources.forget_invitation"),
    (post_save, "campaign.CampaignAct", "sources.tell_of_act"),
    (post_save, "campaign.CampaignEngagement", "sources.tell_of_result"),
    (post_delete, "campaign.CampaignEngagement", "sources.forget_result"),
    (post_save, "campaign.CampaignMessage", "sources.tell_of_message"),
    (post_delete, "campaign.CampaignMessage", "sources.forget_message"),
    (post_save, "campaign.ClubRecord", "sources.tell_of_record"),
    (post_save, "campaign.JoinRequest", "sources.tell_of_request"),
    (post_delete, "campaign.JoinRequest", "sources.forget_request"),
    (post_save, "campaign.HandOver", "sources.tell_of_offer"),
    (post_delete, "campaign.HandOver", "sources.forget_offer"),
    (post_save, "campaign.ClubRecord", "webhooks.collect_record"),
    (post_save, "campaign.CampaignAct", "webhooks.collect_act"),
)
"""Functions of ``campaign.notices`` that hear of what is saved or deleted; loaded when they first do."""


class CampaignConfig(AppConfig):
    """Configuration of the campaign app."""

    name = "campaign"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        for signal, sender, name in HEARD:
            signal.connect(_heard(name), sender=sender, weak=False, dispatch_uid=f"{name} of {sender}")
        connection_created.connect(close_sqlite, dispatch_uid="close_sqlite")
        post_save.connect(_battle_saved, sender="battles.Battle", dispatch_uid="campaign_results")
        from battles.services.live import broadcast, hub
        from campaign.models import Campaign, CampaignSeat
        from campaign.models.war import STEP

        campaigns, seats = Campaign._meta.db_table, CampaignSeat._meta.db_table
        broadcast.VERSIONED[hub.CAMPAIGN] = (
            f"SELECT version * {STEP} + (SELECT COALESCE(SUM(written), 0) FROM {seats} "  # noqa: S608
            f"WHERE campaign_id = {campaigns}.id) FROM {campaigns} WHERE id = ?"
        )


def _heard(name: str) -> Callable[..., None]:
    """A receiver that loads its function when it is first called: few commands write anything."""

    def hear(**facts: Any) -> None:
        import_string(f"campaign.notices.{name}")(**facts)

    return hear


def _battle_saved(instance: Any, **signal: Any) -> None:
    """A battle that is over gives its result to the campaign that it belongs to, once its last move is stored."""
    from battles.models import Status
    from campaign.models import CampaignEngagement

    waiting = CampaignEngagement.objects.filter(battle=instance, settled=False, result=None)
    if instance.status == Status.OVER and waiting.exists():
        transaction.on_commit(lambda: _take_result(instance))


def _take_result(battle: Any) -> None:
    from campaign.war.services.access import CannotAct
    from campaign.war.services.engagements import take_result

    try:
        take_result(battle)
    except CannotAct:
        logging.getLogger(__name__).exception("The result of battle %s could not be taken.", battle.slug)
