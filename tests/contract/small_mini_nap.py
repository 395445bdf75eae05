"""Small battles of Mini-Nap for the laws of the contract: a few units a side, near each other on a small table."""

from typing import Any

from msgspec.structs import replace

from battles.engine.registry import load
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.state import (
    BrigadeForce,
    CorpsForce,
    DivisionForce,
    Feature,
    Force,
    ForceUnit,
    Place,
    Setup,
    Table,
)

WIDTH, HEIGHT = 6_000, 9_000
HILL = Feature(key="hill", kind="hill", points=((500, 4_000), (900, 5_200), (2_400, 5_000), (2_300, 3_900)))
HEDGE = Feature(key="hedge", kind="fence", points=((3_500, 4_500), (5_500, 4_500)))


def unit(name: str, type: Any, place: Place | None = None, **facts: Any) -> ForceUnit:
    """A veteran unit of 4 points, from the start at ``place`` or still to be deployed."""
    weight: Any = "medium" if type.endswith("artillery") else None
    return ForceUnit(
        **{"name": name, "type": type, "rating": "veteran", "points": 4, "weight": weight, **facts}, place=place
    )


def force(name: str, *brigades: BrigadeForce) -> Force:
    """A Corps of one Division, whose commanders have no names."""
    division = DivisionForce(name=f"{name} Division", kind="mixed", brigades=brigades)
    return Force(name=name, corps=(CorpsForce(name=f"{name} Corps", nation="french", divisions=(division,)),))


def setup(title: str, a: Force, b: Force, **options: Any) -> Setup:
    """A battle on the small table, of three Turns unless ``options`` say otherwise."""
    given = {"table_w": WIDTH, "table_h": HEIGHT, "deploy_depth": 4_200, "turn_limit": 3, **options}
    return Setup(
        title=title, table=Table(WIDTH, HEIGHT, (HILL, HEDGE)), forces=(a, b), rules=Rules(options=Options(**given))
    )


def in_contact() -> Setup:
    """Horse, foot and guns of both sides within a charge of each other; the stands are still to be placed."""

    def side(name: str, y: int, facing: int) -> Force:
        foot = unit(f"{name} foot", "line_infantry", Place(2_000, y, facing, "line"))
        light = unit(f"{name} light", "light_infantry", Place(3_000, y, facing, "skirmish_line"))
        horse = unit(f"{name} horse", "light_cavalry", Place(4_000, y, facing, "line"))
        guns = unit(f"{name} guns", "horse_artillery", Place(5_000, y, facing, "battery"))
        return force(
            name,
            BrigadeForce(name=f"{name} foot", kind="infantry", units=(foot, light)),
            BrigadeForce(name=f"{name} horse", kind="cavalry", units=(horse, guns)),
        )

    return setup("near", side("Blue", 4_100, 0), side("Red", 5_100, 1_800), army_break_share=90)


def deployed() -> Setup:
    """Two units a side to be put down, and a Brigade that arrives."""

    def side(name: str) -> Force:
        foot = (unit(f"{name} foot", "line_infantry"),)
        guns = (unit(f"{name} guns", "foot_artillery"),)
        horse = (unit(f"{name} horse", "heavy_cavalry"),)
        return force(
            name,
            BrigadeForce(name=f"{name} foot", kind="infantry", units=foot),
            BrigadeForce(name=f"{name} guns", kind="artillery", units=guns),
            BrigadeForce(name=f"{name} horse", kind="cavalry", units=horse, arrives=2),
        )

    return setup("deployed", side("Blue"), side("Red"), army_break_share=90)


def with_options() -> Setup:
    """The battle of ``in_contact`` with options otherwise, and a number of the club's own."""
    system = load("mini_nap")
    given = {
        "hth_allotment": "active_first",
        "command_check_timing": "each_action",
        "cautious_test_order": "last",
        "unformed_may_counter_charge": True,
        "one_sp_reform": "remove",
        "exhausted_side_still_dices": True,
        "retreat_from_contact": False,
    }
    changed = system.settings.with_house_rules(
        system.settings.with_options(in_contact(), given), {"attach_distance": 12}
    )
    assert isinstance(changed, Setup)
    return replace(changed, title="otherwise")


def pair(made: Any) -> tuple[Any, Any]:
    """The system and a set-up, as a case wants them."""
    return load("mini_nap"), made
