"""Structs of the armies API: they decode, validate and describe requests and answers."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from armies.exchange import limits
from battles.engine.armies import facts
from battles.engine.armies.systems import builder_groups, titles

if TYPE_CHECKING:
    System = str
    Figures = str
else:
    System = Literal[tuple(titles())]
    Figures = Literal[("recorded", *builder_groups())]
"""The systems of rosters and checks, and those of the figures on a chart."""

Level = Literal["corps", "division", "brigade", "unit"]
Visibility = Literal["private", "club", "unlisted", "public"]
Name = Annotated[str, Meta(max_length=limits.MAX_NAME)]
Note = Annotated[str, Meta(max_length=limits.MAX_NOTE)]
Text = Annotated[str, Meta(max_length=limits.MAX_BYTES)]
Parent = Annotated[str, Meta(max_length=36, description="The id of a formation; empty for the army itself.")]
Position = Annotated[int, Meta(ge=0, le=limits.MAX_UNITS * 2, description="The position under the parent, from 0.")]
NationCode = Annotated[
    str, Meta(max_length=8, description="A nation's code; empty means the nation of the formation above.")
]
Date = Annotated[str, Meta(max_length=10, description="YYYY-MM-DD, or empty.")]


class Summary(Struct, frozen=True):
    """An army in a list. `errors` and `warnings` count its faults under Mini-Nap."""

    slug: str
    name: str
    nation: str
    commander: str
    battle: str
    date: str
    owner: str | None
    historical: bool
    visibility: Visibility
    units: int
    foot: int
    horse: int
    guns: int
    strength_points: int
    cost: int
    errors: int
    warnings: int
    version: int
    updated: datetime


class Page(Struct, frozen=True):
    """A page of armies. `next` is the address of the next page, null on the last page."""

    items: list[Summary]
    next: str | None


class ArmyHead(Struct, frozen=True):
    """An army without its elements: its own facts, totals and version."""

    slug: str
    name: str
    nation: str
    commander: str
    battle: str
    date: str
    place: str
    scope: str
    sources: list[facts.Source]
    notes: list[str]
    confidence: dict[str, str]
    options: dict[str, dict[str, Any]]
    house_rules: str | None
    origin: str
    owner: str | None
    historical: bool
    units: int
    foot: int
    horse: int
    guns: int
    strength_points: int
    cost: int
    errors: int
    warnings: int
    version: int
    created: datetime
    address: str


class ArmyTree(Struct, frozen=True):
    """The whole army, nested, and its version."""

    version: int
    army: facts.Army


class HeadChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """New facts of the army itself. Fields that you do not send stay as they are."""

    name: Name | UnsetType = UNSET
    nation: NationCode | UnsetType = UNSET
    commander: Name | UnsetType = UNSET
    battle: Name | UnsetType = UNSET
    date: Date | UnsetType = UNSET
    place: Note | UnsetType = UNSET
    scope: Note | UnsetType = UNSET
    notes: list[Note] | UnsetType = UNSET
    sources: list[facts.Source] | UnsetType = UNSET


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """Facts of an element. Fields that you do not send stay as they are; new elements get the defaults.

    `kind` is for brigades and divisions, `reserve` for brigades, `command_nation` for corps, and the fields from `type`
    on are for units. Facts of another level are refused. `overrides` replaces all overrides of a unit;
    `GET /api/v1/systems` lists the values that can be overridden.
    """

    name: Name | UnsetType = UNSET
    commander: Name | UnsetType = UNSET
    nation: NationCode | UnsetType = UNSET
    note: Note | UnsetType = UNSET
    kind: Literal["", "infantry", "cavalry", "mixed", "artillery"] | UnsetType = UNSET
    reserve: bool | UnsetType = UNSET
    command_nation: NationCode | UnsetType = UNSET
    type: facts.UnitType | UnsetType = UNSET
    quality: facts.Quality | UnsetType = UNSET
    men: Annotated[int, Meta(ge=1, le=limits.MAX_MEN)] | UnsetType | None = UNSET
    guns: Annotated[int, Meta(ge=1, le=limits.MAX_GUNS)] | UnsetType | None = UNSET
    gun_weight: facts.GunWeight | UnsetType | None = UNSET
    lancer: bool | UnsetType = UNSET
    irregular: bool | UnsetType = UNSET
    kgl: bool | UnsetType = UNSET
    armoured: bool | UnsetType = UNSET
    sub_units: Annotated[int, Meta(ge=1, le=limits.MAX_SUB_UNITS)] | UnsetType | None = UNSET
    sub_unit: Literal["", "battalions", "companies", "squadrons"] | UnsetType = UNSET
    basis: facts.Basis | UnsetType = UNSET
    sources: list[Note] | UnsetType = UNSET
    overrides: list[facts.Override] | UnsetType = UNSET


class ElementRow(Struct, frozen=True):
    """One element: its place, and the facts of its level."""

    id: UUID
    parent: str
    position: int
    level: Level
    name: str
    commander: str
    nation: str
    note: str
    kind: str | UnsetType = UNSET
    reserve: bool | UnsetType = UNSET
    command_nation: str | UnsetType = UNSET
    throws: list[facts.Throw] | UnsetType = UNSET
    type: str | UnsetType = UNSET
    quality: str | UnsetType = UNSET
    men: int | UnsetType | None = UNSET
    guns: int | UnsetType | None = UNSET
    gun_weight: str | UnsetType | None = UNSET
    lancer: bool | UnsetType = UNSET
    irregular: bool | UnsetType = UNSET
    kgl: bool | UnsetType = UNSET
    armoured: bool | UnsetType = UNSET
    sub_units: int | UnsetType | None = UNSET
    sub_unit: str | UnsetType = UNSET
    basis: str | UnsetType = UNSET
    sources: list[str] | UnsetType = UNSET
    overrides: list[facts.Override] | UnsetType = UNSET


class Elements(Struct, frozen=True):
    """Every element in printed order, and the army's version."""

    version: int
    items: list[ElementRow]


class Entry(Struct, frozen=True):
    """A change of an army. `number` is the army's version after it; `undoes` is the change that it undoes."""

    number: int
    kind: str
    words: str
    undoes: int | None
    by: str
    at: datetime


ENTRY = Entry.__struct_fields__
"""The columns of the history that ``Entry`` has."""


class Changed(Struct, frozen=True):
    """The result of a write: the new version and its entry in the history, null if nothing changed.

    `made` are the ids of new elements.
    """

    version: int
    change: Entry | None
    made: list[str] = []


def name_of(first: str | None, last: str | None, username: str | None) -> str | None:
    """The name of a user that others see; None if there is no user."""
    return f"{first or ''} {last or ''}".strip() or username


def named_fields(body: Struct) -> dict[str, Any]:
    """The fields of ``body`` that the request has."""
    values: dict[str, Any] = msgspec.to_builtins(body)
    return values
