"""A sound army for tests of army checks, and ways to spoil it."""

from typing import Any

from msgspec import structs

from battles.engine.armies.facts import Army, Brigade, Corps, Division, Element, Unit
from battles.engine.armies.tree import Place, walk
from battles.rules.mini_nap.army import faults, options

SEVERITY_RULE_ELEMENT = tuple[str, str, str]


def unit(name: str, type: str = "line_infantry", **changes: Any) -> Unit:
    """A veteran unit of usual strength whose id is its name."""
    strength: dict[str, Any] = {"men": 500}
    if type == "foot_artillery":
        strength = {"guns": 8, "gun_weight": "medium"}
    if type == "horse_artillery":
        strength = {"guns": 6, "gun_weight": "light"}
    return Unit(**{"name": name, "id": name, "type": type, "quality": "veteran", **strength, **changes})


def many(count: int, name: str, type: str = "line_infantry", **changes: Any) -> tuple[Unit, ...]:
    """``count`` such units, ``name 1`` and on."""
    return tuple(unit(f"{name} {index + 1}", type, **changes) for index in range(count))


def brigade(name: str, kind: str, *units: Unit, **changes: Any) -> Brigade:
    return Brigade(**{"name": name, "id": name, "kind": kind, "children": units, **changes})


def division(name: str, kind: str, *children: Element, **changes: Any) -> Division:
    return Division(**{"name": name, "id": name, "kind": kind, "children": children, **changes})


def corps(name: str, *children: Element, **changes: Any) -> Corps:
    return Corps(**{"name": name, "id": name, "children": children, **changes})


def sound(**changes: Any) -> Army:
    """A French army of one Corps and 42 units in which there is nothing to find."""
    foot = division(
        "1st Division",
        "infantry",
        *(brigade(f"1st Foot {n}", "infantry", *many(4, f"1st Ligne {n}")) for n in (1, 2, 3)),
        brigade("Advance", "mixed", *many(2, "Light", "light_infantry"), unit("Hussars", "light_cavalry")),
        brigade("1st Guns", "artillery", *many(2, "1st Battery", "foot_artillery")),
    )
    more = division(
        "2nd Division",
        "infantry",
        *(brigade(f"2nd Foot {n}", "infantry", *many(6, f"2nd Ligne {n}")) for n in (1, 2, 3)),
        brigade("2nd Guns", "artillery", *many(2, "2nd Battery", "foot_artillery")),
    )
    horse = division(
        "Cavalry",
        "cavalry",
        brigade("Heavy Brigade", "cavalry", *many(2, "Cuirassiers", "heavy_cavalry"), unit("Troop", "horse_artillery")),
        brigade("Light Brigade", "cavalry", *many(2, "Lancers", "light_cavalry", lancer=True)),
    )
    whole = Army(name="Army", nation="FR", children=(corps("I Corps", foot, more, horse, nation="FR"),))
    return structs.replace(whole, **changes)


def swap(army: Army, identity: str, *instead: Element) -> Army:
    """``army`` with the element of that id replaced by ``instead`` (by nothing: left out)."""

    def visit(elements: tuple[Element, ...]) -> tuple[Element, ...]:
        out: list[Element] = []
        for element in elements:
            if element.id == identity:
                out += instead
            elif isinstance(element, Unit):
                out.append(element)
            else:
                out.append(structs.replace(element, children=visit(element.children)))
        return tuple(out)

    return structs.replace(army, children=visit(army.children))


def edit(army: Army, identity: str, **changes: Any) -> Army:
    """``army`` with the element of that id changed."""
    return swap(army, identity, structs.replace(find(army, identity).element, **changes))


def find(army: Army, identity: str) -> Place:
    return next(place for place in walk(army) if place.element.id == identity)


def found(army: Army, **values: bool | int | str) -> list[SEVERITY_RULE_ELEMENT]:
    """The army's faults without their sentences, under these options."""
    return [(fault.severity, fault.rule, fault.element) for fault in faults(army, options(values))]
