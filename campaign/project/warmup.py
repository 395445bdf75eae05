"""Loading of routes and rules before the first request."""

from django.urls import reverse

from battles.engine import registry


def warm_up() -> None:
    """Load the routes with all pages, and the rules of every playable system."""
    reverse("battles:list")
    for key in registry.playable():
        registry.load_all(key)
