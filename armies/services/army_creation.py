"""Create an army: empty, from a template, sample or proposal, or as a copy; load the historical armies."""

import secrets
from importlib import resources
from typing import Any

from django.db import transaction
from django.utils.text import slugify
from msgspec import structs

from armies.building.element_tree import tree_of_army
from armies.building.proposal import Measure, propose
from armies.building.templates import army_of, template
from armies.exchange import read
from armies.models import Army, Visibility
from armies.services.display_name import display_name
from armies.services.history import army_at
from armies.services.locks import Refused, writing
from armies.services.provenance import remember
from armies.services.storage import count, create, facts_of, new_id
from battles.engine.armies import facts, systems
from battles.engine.options import OptionValue

FILES = (
    *("austerlitz-1805", "salamanca-1812", "lutzen-1813", "quatre-bras-1815"),
    *("1813-army-of-the-main", "1813-allied-spring", "1815-armee-du-nord", "1815-anglo-allied", "1815-lower-rhine"),
)
"""Battles, with two armies each; then whole armies, for campaigns."""


def load_historical() -> list[Army]:
    """Create the historical armies that do not exist yet. Those of earlier versions get the options that they need."""
    armies: list[Army] = []
    rows = {army.slug: army for army in Army.objects.filter(historical=True)}
    for row in rows.values():
        _allow_history(row)
    for name in FILES:
        if any(slug.startswith(name) for slug in rows):
            continue
        data = resources.files("armies").joinpath(f"data/oob/{name}.json").read_bytes()
        for army in read(data, f"{name}.json").armies:
            slug = f"{name}-{slugify(army.name.split('(')[0])}"[:80].strip("-")
            allowed = structs.replace(army, options=historical_options(army))
            armies.append(create(allowed, slug=slug, historical=True, visibility=Visibility.PUBLIC))
    return armies


def historical_options(army: facts.Army) -> dict[str, dict[str, OptionValue]]:
    """The options by system that allow ``army`` the corps that history gave it, where it has more than the rules do."""
    corps = sum(isinstance(child, facts.Corps) for child in army.children)
    return {
        key: {group.corps_option: corps}
        for key, group in systems.groups().items()
        if group.corps_option and corps > int(group.option_specs[group.corps_option].default)
    }


def _allow_history(row: Army) -> None:
    """Give a historical army the options that it needs and lacks, and count its faults again."""
    if row.options or not row.errors:
        return
    army = facts_of(row)
    if options := historical_options(army):
        row.options = options
        count(row, structs.replace(army, options=options))
        row.save()


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


def copied(army: Army, owner: Any, number: int | None = None) -> Army:
    """Create a copy of an army for ``owner``, without its ratings and drawn cards; its origin names the original.

    Args:
        number: copy the army as it was after this change; None for its present state.

    Raises:
        Refused: there is no such change.
    """
    if number is None:
        with writing(army) as row:  # its facts and its version belong together
            plain, version = facts_of(row), row.version
    else:
        plain, version = army_at(army, number), number
    when = "" if number is None else f", as it was after change {number}"
    by = "" if army.owner is None else f" of {display_name(army.owner)}"
    bare = structs.replace(plain, draws=(), children=tuple(_unrated(child) for child in plain.children))
    with transaction.atomic():
        copy = create(bare, owner, origin=f"Copied from {army.name}{by}{when}."[:300], copied_from=army)
        remember(copy, tree_of_army(plain, new_id), version)
    return copy


def _unrated(element: facts.Element) -> facts.Element:
    if isinstance(element, facts.Unit):
        return element
    changes: dict[str, Any] = {"children": tuple(_unrated(child) for child in element.children)}
    if isinstance(element, facts.Corps | facts.Division):
        changes["throws"] = ()
    return structs.replace(element, **changes)
