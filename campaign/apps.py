"""The campaign app: the project's top layer, with accounts, clubs and the pages that belong to no army."""

from django.apps import AppConfig


class CampaignConfig(AppConfig):
    """Accounts, clubs and the house."""

    name = "campaign"
    default_auto_field = "django.db.models.BigAutoField"
