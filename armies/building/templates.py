"""Templates for new armies: typical formations of five nations from ``armies/data/templates``, and names of commanders.

They follow the guidelines of MN-ORG and the notes in the engine's ``nations.json``; none is a historical order of
battle.
"""

from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, structs

from battles.engine.armies.facts import (
    Army,
    Brigade,
    BrigadeKind,
    Corps,
    Division,
    DivisionKind,
    Element,
    GunWeight,
    Quality,
    Source,
    Unit,
    UnitType,
)
from battles.engine.armies.nations import nations
from battles.engine.armies.tree import walk

TemplateKind = Literal["corps", "division", "brigade", "cavalry_division", "cavalry_brigade"]
"""Size of a template; ``division`` and ``brigade`` are of infantry."""
NATIONS: Final = ("FR", "GB", "AT", "PR", "RU")
"""The nations with templates, one file each."""
SOURCE: Final = Source(id="GK", title="General knowledge of the armies of the period", used_for="a typical body")
COMMANDERS: Final = "The commanders are proposals: they held such commands in these years."


class Line(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Units of one regiment, or a battery. ``men`` has a number for each unit; ``{b}`` in the name is its number."""

    name: str
    type: UnitType
    quality: Quality
    men: tuple[int, ...] = ()
    guns: int | None = None
    gun_weight: GunWeight | None = None
    lancer: bool = False
    irregular: bool = False
    armoured: bool = False
    nation: str = ""


class BrigadePart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A brigade of a template."""

    brigade: str
    kind: BrigadeKind
    units: tuple[Line, ...]
    nation: str = ""


class DivisionPart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A division of a template."""

    division: str
    kind: DivisionKind
    brigades: tuple[BrigadePart, ...]


class Template(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A typical formation. ``years`` are its first and last years, ``corps`` the name of its corps."""

    key: str
    nation: str
    years: tuple[int, int]
    kind: TemplateKind
    title: str
    sentence: str
    corps: str
    divisions: tuple[DivisionPart, ...]


class _File(Struct, frozen=True):
    templates: tuple[Template, ...]


@cache
def templates() -> tuple[Template, ...]:
    """Every template, by nation and then from corps to brigade, the earliest years first."""
    return tuple(template for nation in NATIONS for template in _read(nation))


def template(key: str) -> Template:
    """The template with this key.

    Raises:
        ValueError: there is none; with a sentence for the user.
    """
    for one in templates():
        if one.key == key:
            return one
    raise ValueError(f"There is no template {key[:40] or 'without a name'}: choose one from the list.")


def army_of(template: Template, name: str = "") -> Army:
    """A new army from the template, with ``name`` or the template's title; the basis of its units is ``derived``."""
    corps = Corps(name=template.corps, children=tuple(_division(part) for part in template.divisions))
    army = Army(
        name=name.strip() or template.title,
        nation=template.nation,
        sources=(SOURCE,),
        notes=(f"From the template “{template.title}”. {template.sentence}", COMMANDERS),
        children=(corps,),
    )
    return with_commanders(army, template.years[0])


def years_words(template: Template) -> str:
    """``1813–1814``, ``1815``."""
    first, last = template.years
    return str(first) if first == last else f"{first}–{last}"


def adjective(template: Template) -> str:
    """The nation's adjective, for the heading of its templates."""
    return nations()[template.nation].adjective


def _read(nation: str) -> tuple[Template, ...]:
    file = resources.files("armies").joinpath(f"data/templates/{nation.lower()}.json")
    return msgspec.json.decode(file.read_bytes(), type=_File).templates


def _division(part: DivisionPart) -> Division:
    return Division(name=part.division, kind=part.kind, children=tuple(_brigade(each) for each in part.brigades))


def _brigade(part: BrigadePart) -> Brigade:
    units = tuple(unit for line in part.units for unit in _units(line))
    return Brigade(name=part.brigade, kind=part.kind, nation=part.nation, children=units)


def _units(line: Line) -> Iterator[Unit]:
    for index, men in enumerate(line.men or (None,)):
        yield Unit(
            name=line.name.replace("{b}", str(index + 1)),
            type=line.type,
            quality=line.quality,
            men=men,
            guns=line.guns,
            gun_weight=line.gun_weight,
            lancer=line.lancer,
            irregular=line.irregular,
            armoured=line.armoured,
            nation=line.nation,
            basis="derived",
            sources=(SOURCE.id,),
        )


class CommanderList(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Officers of one nation who held such commands in these years; ``others`` command brigades of other nations.

    ``unconfirmed`` are those that no shipped order of battle names.
    """

    nation: str
    years: tuple[int, int]
    corps: tuple[str, ...]
    infantry_divisions: tuple[str, ...]
    cavalry_divisions: tuple[str, ...]
    infantry_brigades: tuple[str, ...]
    cavalry_brigades: tuple[str, ...]
    others: dict[str, tuple[str, ...]] = {}
    unconfirmed: tuple[str, ...] = ()


class _NamesFile(Struct, frozen=True):
    commanders: tuple[CommanderList, ...]


@cache
def commander_lists() -> tuple[CommanderList, ...]:
    """Every list, by nation and years."""
    file = resources.files("armies").joinpath("data/commanders.json")
    return msgspec.json.decode(file.read_bytes(), type=_NamesFile).commanders


def with_commanders(army: Army, year: int) -> Army:
    """``army`` with a proposed commander for each corps, division and brigade of foot or horse, as long as names last.

    An army whose nation and year have no list stays as it is.
    """
    found = next((one for one in commander_lists() if one.nation == army.nation and _is_of(one, year)), None)
    if found is None:
        return army
    names = _Names(found)
    army = structs.replace(army, children=tuple(_named(child, names) for child in army.children))
    doubtful = [name for place in walk(army) if (name := _commander(place.element)) in found.unconfirmed]
    note = UNCONFIRMED.format(", ".join(dict.fromkeys(doubtful)))
    return structs.replace(army, notes=(*army.notes, note)) if doubtful else army


UNCONFIRMED: Final = "Commanders from general knowledge, not from an order of battle: {}."


def _commander(element: Element) -> str:
    return "" if isinstance(element, Unit) else element.commander


def _is_of(one: CommanderList, year: int) -> bool:
    return one.years[0] <= year <= one.years[1]


class _Names:
    """The names of a list, each taken once."""

    def __init__(self, names: CommanderList) -> None:
        kinds = ("corps", "infantry_divisions", "cavalry_divisions", "infantry_brigades", "cavalry_brigades")
        self.left: dict[str, Iterator[str]] = {kind: iter(getattr(names, kind)) for kind in kinds}
        self.others = {nation: iter(each) for nation, each in names.others.items()}

    def next(self, element: Corps | Division | Brigade) -> str:
        """The next name for an element of this level and kind; empty if there is none."""
        if isinstance(element, Corps):
            return next(self.left["corps"], "")
        if element.kind == "artillery":
            return ""
        horse = "cavalry" if element.kind == "cavalry" else "infantry"
        if isinstance(element, Division):
            return next(self.left[f"{horse}_divisions"], "")
        return next(self.others.get(element.nation, iter(())) if element.nation else self.left[f"{horse}_brigades"], "")


def _named(element: Any, names: _Names) -> Any:
    if not isinstance(element, Corps | Division | Brigade):
        return element
    commander = names.next(element)
    children = tuple(_named(child, names) for child in element.children)
    return structs.replace(element, commander=commander, children=children)
