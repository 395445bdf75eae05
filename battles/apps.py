"""The battles app: rules systems and the battles played by them."""

from django.apps import AppConfig
from django.core.checks import register

from battles.checks import rule_systems


class BattlesConfig(AppConfig):
    """Battles."""

    name = "battles"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from battles.services.live import army_changes

        register(rule_systems)
        army_changes.connect()
