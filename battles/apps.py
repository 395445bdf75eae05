"""The battles app: rules systems and the battles played by them."""

from django.apps import AppConfig


class BattlesConfig(AppConfig):
    """Battles."""

    name = "battles"
    default_auto_field = "django.db.models.BigAutoField"
