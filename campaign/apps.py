"""The campaign app: the project's top layer, with accounts, clubs, printing and operation."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created

from campaign.project.private_files import close_sqlite


class CampaignConfig(AppConfig):
    """Configuration of the campaign app."""

    name = "campaign"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        connection_created.connect(close_sqlite, dispatch_uid="close_sqlite")
        from battles.services.live import broadcast, hub
        from campaign.models import Campaign, CampaignSeat
        from campaign.models.war import STEP

        campaigns, seats = Campaign._meta.db_table, CampaignSeat._meta.db_table
        broadcast.VERSIONED[hub.CAMPAIGN] = (
            f"SELECT version * {STEP} + (SELECT COALESCE(SUM(written), 0) FROM {seats} "  # noqa: S608
            f"WHERE campaign_id = {campaigns}.id) FROM {campaigns} WHERE id = ?"
        )
