"""Starting an army: from nothing, a template, the sample army, a proposal, or a copy of another army."""

import secrets
from typing import Any

from msgspec import structs

from armies.building.proposing import Measure, propose
from armies.building.templates import army_of, template
from armies.models import Army
from armies.rules import easy_napoleonics, facts
from armies.services.locking import Refused
from armies.services.reading import facts_of
from armies.services.writing import create


def from_nothing(name: str, nation: str, owner: Any) -> Army:
    """An army without an element."""
    return create(facts.Army(name=name, nation=nation), owner)


def from_template(key: str, name: str, owner: Any) -> Army:
    """An army as a template has it.

    Raises:
        Refused: there is no such template.
    """
    try:
        known = template(key)
    except ValueError as error:
        raise Refused("template", str(error)) from error
    return create(army_of(known, name), owner, origin=f"From the template “{known.title}”.")


def from_sample(nation: str, name: str, owner: Any) -> Army:
    """The sample basic army of Easy Napoleonics for a nation (EN-COST-03).

    Raises:
        Refused: there is no such nation.
    """
    try:
        army = easy_napoleonics.sample_army(nation)
    except ValueError as error:
        raise Refused("nation", str(error)) from error
    origin = "The sample basic army of Easy Napoleonics (EN-COST-03)."
    return create(structs.replace(army, name=name or army.name), owner, origin=origin)


def from_proposal(nation: str, year: int, target: int, measure: Measure, seed: str, name: str, owner: Any) -> Army:
    """A proposed force; without a seed a new one is drawn. The seed is noted, so that it can be had again.

    Raises:
        Refused: as ``propose``.
    """
    seed = seed or secrets.token_hex(3)
    army = propose(nation, year, target, measure, seed, name=name)
    words = "strength points" if measure == "strength_points" else "points"
    return create(army, owner, origin=f"Proposed for {target} {words}, year {year}, from the seed {seed}.")


def copied(army: Army, owner: Any) -> Army:
    """A copy of an army for ``owner``, its origin noted; ratings thrown and cards drawn stay with the original."""
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
