"""What a process that serves pages has read before its first visitor comes, who would wait for it."""

from django.urls import reverse

from battles.engine import registry


def read_ahead() -> None:
    """Read the routes, with all pages behind them, and the rules of every system that is played."""
    reverse("battles:list")
    for key in registry.playable():
        registry.load(key)
