"""The state before anything has happened."""

from battles.rules.easy_napoleonics.setup import Force, Setup
from battles.rules.easy_napoleonics.state import NO_HANDS, NOWHERE, Leader, State, Unit
from battles.rules.easy_napoleonics.tables import MOVES


def start(setup: Setup) -> State:
    """Both forces, each unit where it is placed already or off the board, at the level it starts at (EN-SETUP-10)."""
    units = tuple(unit for side, force in zip("ab", setup.forces, strict=True) for unit in _units(side, force))
    leaders = tuple(man for side, force in zip("ab", setup.forces, strict=True) for man in _leaders(side, force))
    return State(setup=setup, board=setup.board, units=units, leaders=leaders, hands=NO_HANDS, score=(0, 0))


def _units(side: str, force: Force) -> list[Unit]:
    return [
        Unit(
            side=side,
            name=recruit.name,
            kind=recruit.kind,
            grade=recruit.grade,
            worth=recruit.worth,
            nation=recruit.nation,
            armored=recruit.armored,
            level=recruit.level,
            cell=recruit.place.cell if recruit.place else NOWHERE,
            facing=recruit.place.facing if recruit.place else 0,
            formation=recruit.place.formation if recruit.place else MOVES[recruit.kind][0].formation,
        )
        for recruit in force.units
    ]


def _leaders(side: str, force: Force) -> list[Leader]:
    return [
        Leader(side=side, name=captain.name, cell=captain.place.cell if captain.place else NOWHERE)
        for captain in force.leaders
    ]
