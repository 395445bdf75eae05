"""Small armies for the tests."""

from armies.rules import facts


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
