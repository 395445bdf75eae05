"""The battles app: rules systems and the battles played by them."""

from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from battles.engine.registry import check_contract, check_draft, check_kit, keys, load, playable


def rule_systems(**_: Any) -> list[CheckMessage]:
    """``battles.E001`` for each part that a system lacks, ``battles.E002`` for a system that cannot be loaded."""
    messages: list[CheckMessage] = []
    for key in keys():
        try:
            problems = (*check_contract(load(key)), *check_kit(key)) if key in playable() else check_draft(key)
        except Exception as error:
            messages.append(Error(f"The rule system {key} cannot be loaded: {error!r}.", id="battles.E002"))
        else:
            messages += [Error(f"The rule system {key}: {problem}", id="battles.E001") for problem in problems]
    return messages


class BattlesConfig(AppConfig):
    """Battles."""

    name = "battles"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from battles.services.live import broadcast

        register(rule_systems)
        broadcast.wake_streams_of_changed_armies()
