"""The four orders of battle shipped with the product, as armies that belong to everybody."""

from importlib import resources

from django.utils.text import slugify

from armies.exchange import read
from armies.models import Army, Visibility
from armies.services.writing import create

FILES = ("austerlitz-1805", "salamanca-1812", "lutzen-1813", "quatre-bras-1815")


def load_historical() -> list[Army]:
    """Make those historical armies that are not there yet; what is there stays as it is."""
    made: list[Army] = []
    there = set(Army.objects.filter(historical=True).values_list("slug", flat=True))
    for name in FILES:
        if any(slug.startswith(name) for slug in there):
            continue
        data = resources.files("armies").joinpath(f"data/oob/{name}.json").read_bytes()
        for army in read(data, f"{name}.json").armies:
            slug = f"{name}-{slugify(army.name.split('(')[0])}"[:80].strip("-")
            made.append(create(army, slug=slug, historical=True, visibility=Visibility.PUBLIC))
    return made
