"""A sample force ready to fight: a Division such as most battles have (MN-ORG)."""

from battles.rules.mini_nap.setup import BrigadeForce, CorpsForce, DivisionForce, Force, Recruit
from battles.rules.mini_nap.tables import NationWord, Quality, UnitType


def sample_force(name: str, nation: NationWord = "other") -> Force:
    """A Division of two infantry Brigades, a cavalry Brigade and division artillery: 15 units."""
    foot = [
        BrigadeForce(
            name=f"{word} Brigade", kind="infantry", units=_battalions(word, nation), commander=f"{word} brigadier"
        )
        for word in ("First", "Second")
    ]
    horse = BrigadeForce(
        name="Cavalry Brigade",
        kind="cavalry",
        units=(_unit("Hussars", "light_cavalry", nation), _unit("Dragoons", "medium_cavalry", nation, points=4)),
        commander="Cavalry brigadier",
    )
    guns = BrigadeForce(
        name="Division artillery",
        kind="artillery",
        units=(
            Recruit(
                name="Foot battery", type="foot_artillery", rating="veteran", points=4, nation=nation, weight="medium"
            ),
        ),
    )
    division = DivisionForce(
        name=f"{name} Division", kind="mixed", brigades=(*foot, horse, guns), commander="General of Division"
    )
    corps = CorpsForce(name=f"{name} Corps", nation=nation, divisions=(division,), commander="General commanding")
    return Force(name=name, corps=(corps,))


def _battalions(word: str, nation: NationWord) -> tuple[Recruit, ...]:
    light = _unit(f"{word} light battalion", "light_infantry", nation)
    ratings: tuple[Quality, ...] = ("elite", "veteran", "veteran", "trained", "trained")
    lines = (
        _unit(f"{word} line battalion {number}", "line_infantry", nation, rating=rating)
        for number, rating in enumerate(ratings, start=1)
    )
    return (light, *lines)


def _unit(name: str, type: UnitType, nation: NationWord, rating: Quality = "veteran", points: int = 6) -> Recruit:
    return Recruit(name=name, type=type, rating=rating, points=points, nation=nation)
