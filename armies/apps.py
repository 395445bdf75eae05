"""The armies app: orders of battle, and their rosters, costs and checks under each rule system."""

from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "armies"
