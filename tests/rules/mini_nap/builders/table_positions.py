"""Positions: a battle of a few units in the middle of its course, in centimetres and degrees."""

from typing import Any

from msgspec.structs import replace

from battles.engine.dice import ScriptedDice
from battles.kits.open_table.footprints import CM, DEGREE
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.setup.deployment import initial_state
from battles.rules.mini_nap.state import (
    BrigadeForce,
    CorpsForce,
    DivisionForce,
    Feature,
    Force,
    ForceUnit,
    Place,
    Setup,
    State,
    Table,
    selectable_formations,
)
from battles.rules.mini_nap.tables import PRINTED, Tables

FAR = 1_000_000
"""Where stands stand that do not matter: too far from anything."""


def mm(cm: float) -> int:
    """Centimetres as the state writes them."""
    return round(cm * CM)


def spot(x: float, y: float) -> Place:
    """Where a command stand is, in centimetres."""
    return Place(mm(x), mm(y))


def recruit(
    name: str = "unit",
    type: str = "line_infantry",
    at: tuple[float, float] | None = (0, 0),
    facing: float = 0,
    formation: str | None = None,
    **facts: Any,
) -> ForceUnit:
    """A veteran unit of 6 points whose centre is ``at``; None leaves it off the table."""
    made = ForceUnit(**{"name": name, "type": type, "rating": "veteran", "points": 6, **facts})
    if at is None:
        return made
    stands = formation or selectable_formations(made)[0]
    return replace(made, place=Place(mm(at[0]), mm(at[1]), round(facing * DEGREE), stands))  # type: ignore[arg-type]


def brigade(*units: ForceUnit, name: str = "brigade", kind: str = "infantry", **facts: Any) -> BrigadeForce:
    """A Brigade of these units."""
    return BrigadeForce(**{"name": name, "kind": kind, "units": units, "place": Place(FAR, FAR), **facts})


def division(*brigades: BrigadeForce, name: str = "division", **facts: Any) -> DivisionForce:
    """A Division of these Brigades; its commander is Average."""
    given = {"name": name, "kind": "infantry", "brigades": brigades, "rating": "average", "place": Place(FAR, FAR)}
    return DivisionForce(**{**given, **facts})


def corps(*divisions: DivisionForce, name: str = "corps", **facts: Any) -> CorpsForce:
    """A Corps of these Divisions; its commander is Average."""
    given = {"name": name, "nation": "other", "divisions": divisions, "rating": "average", "place": Place(FAR, FAR)}
    return CorpsForce(**{**given, **facts})


def force(*parts: ForceUnit | BrigadeForce | DivisionForce | CorpsForce, name: str = "force") -> Force:
    """A force of Corps, or of whatever makes one: Divisions, Brigades, or the units of one Brigade."""
    made: tuple[Any, ...] = parts
    for kind, gather in ((ForceUnit, brigade), (BrigadeForce, division), (DivisionForce, corps)):
        if isinstance(made[0], kind):
            made = (gather(*made),)
    return Force(name=name, corps=made)


def battle(
    a: Force,
    b: Force | None = None,
    *,
    features: tuple[Feature, ...] = (),
    options: Options | None = None,
    tables: Tables = PRINTED,
    **changes: Any,
) -> State:
    """A battle with what the forces have placed on the table, side a to choose a Brigade unless ``changes`` differ."""
    enemy = b or force(recruit("enemy", at=(150, 110)), name="enemy")
    setup = Setup(
        title="a test",
        table=Table(features=features),
        forces=(a, enemy),
        rules=Rules(options=options or Options(), tables=tables),
    )
    return replace(initial_state(setup), **{"step": "choose", "turn": 1, "active": "a", **changes})


def playing(state: State, *faces: int) -> Resolution:
    """The hand of a procedure on these dice."""
    return Resolution(state, ScriptedDice(faces))


def kinds(play: Resolution) -> list[str]:
    """What was told, by kind."""
    return [str(event.__struct_config__.tag) for event in play.events]
