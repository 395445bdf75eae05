"""Templates for new armies: typical formations of five nations, from ``armies/data/templates``.

They follow the guidelines of MN-ORG and the notes in the engine's ``nations.json``; none is a historical order of
battle.
"""

from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Final, Literal

import msgspec
from msgspec import Struct

from armies.building.commander_names import with_commanders
from battles.engine.armies.facts import (
    Army,
    Brigade,
    BrigadeKind,
    Corps,
    Division,
    DivisionKind,
    GunWeight,
    Quality,
    Source,
    Unit,
    UnitType,
)
from battles.engine.armies.nations import nations

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
