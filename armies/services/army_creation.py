"""Create an army: empty, from a template, sample or proposal, or as a copy; load the historical armies."""

import secrets
from importlib import resources
from typing import Any

from django.utils.text import slugify
from msgspec import structs

from armies.building.proposal import Measure, propose
from armies.building.templates import army_of, template
from armies.exchange import read
from armies.models import Army, Visibility
from armies.services.locks import Refused
from armies.services.storage import create, facts_of
from battles.engine.armies import facts, systems

FILES = ("austerlitz-1805", "salamanca-1812", "lutzen-1813", "quatre-bras-1815")


def load_historical() -> list[Army]:
    """Create the historical armies that do not exist yet."""
    armies: list[Army] = []
    existing = set(Army.objects.filter(historical=True).values_list("slug", flat=True))
    for name in FILES:
        if any(slug.startswith(name) for slug in existing):
            continue
        data = resources.files("armies").joinpath(f"data/oob/{name}.json").read_bytes()
        for army in read(data, f"{name}.json").armies:
            slug = f"{name}-{slugify(army.name.split('(')[0])}"[:80].strip("-")
            armies.append(create(army, slug=slug, historical=True, visibility=Visibility.PUBLIC))
    return armies


def from_nothing(name: str, nation: str, owner: Any) -> Army:
    """Create an army without elements."""
    return create(facts.Army(name=name, nation=nation), owner)


def from_template(key: str, name: str, owner: Any) -> Army:
    """Create an army from a template.

    Raises:
        Refused: there is no such template.
    """
    try:
        chosen = template(key)
    except ValueError as error:
        raise Refused("template", str(error)) from error
    return create(army_of(chosen, name), owner, origin=f"From the template “{chosen.title}”.")


def from_sample(nation: str, name: str, owner: Any) -> Army:
    """Create the sample basic army of a nation (EN-COST-03).

    Raises:
        Refused: there is no such nation.
    """
    title, sample_army = systems.sample()
    try:
        army = sample_army(nation)
    except ValueError as error:
        raise Refused("nation", str(error)) from error
    origin = f"The sample basic army of {title} (EN-COST-03)."
    return create(structs.replace(army, name=name or army.name), owner, origin=origin)


def from_proposal(nation: str, year: int, target: int, measure: Measure, seed: str, name: str, owner: Any) -> Army:
    """Create a proposed force, from a random seed if none is given. The origin names the seed, to repeat it.

    Raises:
        Refused: as ``propose``.
    """
    seed = seed or secrets.token_hex(3)
    army = propose(nation, year, target, measure, seed, name=name)
    words = "strength points" if measure == "strength_points" else "points"
    return create(army, owner, origin=f"Proposed for {target} {words}, year {year}, from the seed {seed}.")


def copied(army: Army, owner: Any) -> Army:
    """Create a copy of an army for ``owner``, without its ratings and drawn cards; its origin names the original."""
    plain = facts_of(army)
    by = "" if army.owner is None else f" of {army.owner.get_full_name() or army.owner.get_username()}"
    bare = structs.replace(plain, draws=(), children=tuple(_unrated(child) for child in plain.children))
    return create(bare, owner, origin=f"Copied from {army.name}{by}."[:300], copied_from=army)


def _unrated(element: facts.Element) -> facts.Element:
    if isinstance(element, facts.Unit):
        return element
    changes: dict[str, Any] = {"children": tuple(_unrated(child) for child in element.children)}
    if isinstance(element, facts.Corps | facts.Division):
        changes["throws"] = ()
    return structs.replace(element, **changes)
