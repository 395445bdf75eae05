"""The state of a set-up before the first roll."""

from collections.abc import Iterator
from typing import Literal

from battles.engine.core import SideId
from battles.rules.mini_nap.state import (
    Brigade,
    BrigadeForce,
    Corps,
    CorpsForce,
    Division,
    DivisionForce,
    ForceUnit,
    Place,
    Setup,
    Stand,
    State,
    Unit,
)
from battles.rules.mini_nap.tables import Level
from battles.rules.mini_nap.unit_types import selectable_formations


def initial_state(setup: Setup) -> State:
    """Both forces, with units and stands in their places or waiting to deploy (MN-ORG)."""
    chain = _ChainOfCommand()
    for side, force in zip("ab", setup.forces, strict=True):
        for corps in force.corps:
            chain.add_corps(side, corps)
    return State(
        setup=setup,
        corps=tuple(chain.corps),
        divisions=tuple(chain.divisions),
        brigades=tuple(chain.brigades),
        units=tuple(chain.units),
        stands=tuple(chain.stands),
    )


class _ChainOfCommand:
    """The chain of command, numbered: side a first, formations in the order of their force."""

    def __init__(self) -> None:
        self.corps: list[Corps] = []
        self.divisions: list[Division] = []
        self.brigades: list[Brigade] = []
        self.units: list[Unit] = []
        self.stands: list[Stand] = []

    def add_corps(self, side: SideId, force: CorpsForce) -> None:
        number = len(self.corps)
        self.corps.append(Corps(side=side, name=force.name, nation=force.nation))
        self.stands.append(_stand(side, "corps", number, force))
        for division in force.divisions:
            self._add_division(side, number, division)

    def _add_division(self, side: SideId, corps: int, force: DivisionForce) -> None:
        number = len(self.divisions)
        units = sum(len(brigade.units) for brigade in force.brigades)
        self.divisions.append(Division(side=side, corps=corps, name=force.name, start=units))
        self.stands.append(_stand(side, "division", number, force))
        for brigade in force.brigades:
            self._add_brigade(side, number, brigade)

    def _add_brigade(self, side: SideId, division: int, force: BrigadeForce) -> None:
        number = len(self.brigades)
        self.brigades.append(
            Brigade(side=side, division=division, name=force.name, kind=force.kind, start=len(force.units))
        )
        if force.kind != "artillery":  # MN-ORG-16: division artillery has none
            self.stands.append(_stand(side, "brigade", number, force))
        self.units.extend(_units(side, number, force.units))


def _units(side: SideId, brigade: int, recruits: tuple[ForceUnit, ...]) -> Iterator[Unit]:
    for recruit in recruits:
        place = recruit.place or Place(0, 0, formation=selectable_formations(recruit)[0])
        yield Unit(
            side=side,
            brigade=brigade,
            name=recruit.name,
            type=recruit.type,
            rating=recruit.rating,
            start=recruit.points,
            points=recruit.points,
            nation=recruit.nation,
            kgl=recruit.kgl,
            lancer=recruit.lancer,
            irregular=recruit.irregular,
            weight=recruit.weight,
            where="table" if recruit.place else "waiting",
            formation=place.formation,
            x=place.x,
            y=place.y,
            facing=place.facing,
        )


def _stand(
    side: SideId, level: Level | Literal["brigade"], of: int, force: CorpsForce | DivisionForce | BrigadeForce
) -> Stand:
    place = force.place
    return Stand(
        side=side,
        level=level,
        of=of,
        name=force.commander or force.name,
        rating=None if isinstance(force, BrigadeForce) else force.rating,
        where="table" if place else "waiting",
        x=place.x if place else 0,
        y=place.y if place else 0,
    )
