"""The armies app: rosters, orders of battle, and what the rule systems make of them."""

from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "armies"
