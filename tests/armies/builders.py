"""Small armies and trees for the tests, and steps through their history."""

from typing import Any

from armies.building.edits import Change, Edit
from armies.building.element_tree import Tree, tree_of_army
from armies.models import Army
from armies.models import Change as Entry
from armies.services.apply_edit import amend
from armies.services.storage import tree_of
from battles.engine.armies import facts


def unit(name: str = "I/61e Ligne", **changes: object) -> facts.Unit:
    """A veteran line battalion of 430 men, but for ``changes``."""
    base: dict[str, object] = {"type": "line_infantry", "quality": "veteran", "men": 430, "basis": "recalled"}
    return facts.Unit(name=name, **{**base, **changes})  # type: ignore[arg-type]


def battery(name: str = "18th Co.", **changes: object) -> facts.Unit:
    """A veteran medium foot battery of 8 guns, but for ``changes``."""
    base = {"type": "foot_artillery", "men": None, "guns": 8, "gun_weight": "medium"}
    return unit(name, **{**base, **changes})


def army(*children: facts.Element, name: str = "French left wing", **changes: object) -> facts.Army:
    """One sound corps of one division of two infantry brigades and a battery, or ``children``."""
    if not children:
        children = (corps(),)
    return facts.Army(name=name, nation="FR", commander="Marshal Ney", children=children, **changes)  # type: ignore[arg-type]


def corps(**changes: object) -> facts.Corps:
    first = facts.Brigade(
        name="1st Brigade",
        kind="infantry",
        commander="General Husson",
        children=(unit("I/2e Léger"), unit("II/2e Léger")),
    )
    second = facts.Brigade(
        name="2nd Brigade",
        kind="infantry",
        commander="General Campi",
        children=(unit("I/72e Ligne"), unit("II/72e Ligne")),
    )
    guns = facts.Brigade(name="Division artillery", kind="artillery", children=(battery(),))
    division = facts.Division(
        name="5th Division", kind="infantry", commander="General Bachelu", children=(first, second, guns)
    )
    return facts.Corps(name="II Corps", commander="General Reille", nation="FR", children=(division,), **changes)  # type: ignore[arg-type]


def big(units: int = 150) -> facts.Army:
    """An army of ``units`` battalions, ten to a brigade."""
    brigades = tuple(
        facts.Brigade(
            name=f"Brigade {b}",
            kind="infantry",
            children=tuple(unit(f"{u}/Regiment {b}") for u in range(min(10, units - b * 10))),
        )
        for b in range(-(-units // 10))
    )
    divisions = tuple(
        facts.Division(name=f"Division {d}", kind="infantry", children=brigades[d * 3 : d * 3 + 3])
        for d in range(-(-len(brigades) // 3))
    )
    return facts.Army(
        name="Big army", nation="FR", children=(facts.Corps(name="I Corps", nation="FR", children=divisions),)
    )


def fresh(row: Army) -> Army:
    """The army as the database has it now."""
    return Army.objects.get(pk=row.pk)


def id_of(row: Army, name: str) -> str:
    """The id of the element of that name."""
    return str(row.elements.get(name=name).pk)


def names(row: Army) -> list[str]:
    """The names of its elements, in their order."""
    tree = tree_of(fresh(row))
    return [tree.name(element) for element in tree.below("")]


def applied(row: Army, edit: Edit, by: Any = None) -> Entry:
    """The entry of an edit that changes something."""
    change = amend(row, edit, by=by)
    assert change is not None
    return change


def rename(row: Army, old: str, new: str, by: Any = None) -> Entry:
    """The entry of a new name for an element."""
    return applied(row, Change(id_of(row, old), {"name": new}), by)


def throws_of(row: Army, element: str) -> list[tuple[int, ...]]:
    """The faces rolled for an element's ratings, in order."""
    return [tuple(throw["faces"]) for throw in tree_of(row).records[element]["throws"]]


def small() -> Tree:
    """Corps ``c`` of division ``d`` of brigades ``b1`` (units ``u1``, ``u2``) and ``b2`` (empty), and unit ``u3``."""
    first = facts.Brigade(
        name="1st Brigade", kind="infantry", id="b1", children=(unit("First", id="u1"), unit("Second", id="u2"))
    )
    second = facts.Brigade(name="2nd Brigade", kind="infantry", id="b2")
    division = facts.Division(name="Division", kind="infantry", id="d", children=(first, second))
    corps = facts.Corps(name="Corps", nation="FR", id="c", children=(division,))
    whole = facts.Army(name="Small army", nation="FR", children=(corps, unit("Loose", id="u3")))
    return tree_of_army(whole, lambda: "no id")
