"""Set-ups of the printed battles of Mini-Nap: small tables, a few units a side, places in centimetres."""

from typing import Any

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

WIDTH, HEIGHT = 80, 70


def mm(cm: float) -> int:
    return round(cm * 100)


def unit(name: str, type: Any, at: tuple[float, float, int, Any] | None = None, **facts: Any) -> ForceUnit:
    """A veteran unit of 5 points; ``at`` is x, y, facing in degrees and formation, None if it is to be deployed."""
    place = Place(mm(at[0]), mm(at[1]), at[2] * 10, at[3]) if at else None
    weight: Any = "medium" if type.endswith("artillery") else None
    points = 4 if weight else 5
    given = {"name": name, "type": type, "rating": "veteran", "points": points, "weight": weight, "place": place}
    return ForceUnit(**{**given, **facts})


def brigade(name: str, *units: ForceUnit, at: tuple[float, float] | None = None, **facts: Any) -> BrigadeForce:
    """An infantry Brigade, or of the kind that ``facts`` say, with its stand at ``at``."""
    place = Place(mm(at[0]), mm(at[1])) if at else None
    return BrigadeForce(**{"name": name, "kind": "infantry", "units": units, "place": place, **facts})


def force(name: str, *divisions: tuple[str, tuple[BrigadeForce, ...]], nation: Any = "other", y: float = 0) -> Force:
    """A Corps of Divisions; its stands are at the height ``y``, or to be deployed if that is 0."""
    made = tuple(
        DivisionForce(
            name=f"{name} {rating} Division",
            kind="mixed",
            brigades=brigades,
            rating=rating or None,
            place=Place(mm(30 + 12 * number), mm(y)) if y else None,
        )
        for number, (rating, brigades) in enumerate(divisions)
    )
    place = Place(mm(40), mm(y + (3 if y > HEIGHT / 2 else -3))) if y else None
    return Force(
        name=name,
        corps=(CorpsForce(name=f"{name} Corps", nation=nation, divisions=made, rating="average", place=place),),
    )


def ground(key: str, kind: Any, *points: tuple[float, float], **facts: Any) -> Feature:
    return Feature(key=key, kind=kind, points=tuple((mm(x), mm(y)) for x, y in points), **facts)


def box(left: float, bottom: float, right: float, top: float) -> tuple[tuple[float, float], ...]:
    return (left, bottom), (left, top), (right, top), (right, bottom)


def setup(title: str, a: Force, b: Force, *features: Feature, **options: Any) -> Setup:
    """A battle of one Turn on a table of 80 by 70 cm unless ``options`` say otherwise."""
    given = {
        "table_w": mm(WIDTH),
        "table_h": mm(HEIGHT),
        "deploy_depth": mm(25),
        "turn_limit": 1,
        "army_break_share": 90,
        **options,
    }
    table = Table(mm(WIDTH), mm(HEIGHT), features)
    return Setup(title=title, table=table, forces=(a, b), rules=Rules(options=Options(**given)))


def deployment() -> Setup:
    """Both sides deploy; commanders are rated; horse arrives in the second Turn; dice lay the terrain."""

    def side(name: str, nation: Any) -> Force:
        foot = brigade(
            f"{name} foot",
            unit(f"{name} rifles", "light_infantry", rating="elite", nation=nation),
        )
        guns = brigade(f"{name} guns", unit(f"{name} twelves", "foot_artillery", weight="heavy"), kind="artillery")
        horse = brigade(f"{name} horse", unit(f"{name} dragoons", "medium_cavalry"), kind="cavalry", arrives=2)
        return force(name, ("", (foot, guns, horse) if name == "Blue" else (foot, horse)), nation=nation)

    return setup("Deployment", side("Blue", "russian"), side("Red", "french"), random_terrain=True, turn_limit=2)


def terrain() -> Setup:
    """Columns, horse and guns among roads, a river with a bridge, woods, walls, a village and a mill."""
    features = (
        ground("river", "river", (-1, 35), (81, 35), width=400, name="Lys"),
        ground("bridge", "bridge", *box(18.5, 32, 21.5, 38), over="river"),
        ground("ford", "ford", *box(60, 32, 66, 38), over="river"),
        ground("road", "road", (20, 0), (20, 70), name="Post road"),
        ground("wood", "wood", *box(34, 18, 41, 24), name="Copse"),
        ground("wall", "wall", (48, 20), (60, 20)),
        ground("hedge", "fence", (4, 24), (12, 24)),
        ground("mill", "landmark", *box(26.5, 22.5, 29.5, 25.5), name="Mill"),
        ground("town", "village", *box(34, 43, 41, 49), name="Ligny"),
        ground("knoll", "hill", *box(60, 42, 76, 56)),
        ground("rough", "rough", *box(2, 44, 12, 52)),
        ground("brook", "stream", (44, 60), (81, 60)),
    )
    blue = (
        brigade(
            "Blue foot",
            unit("Blue column", "line_infantry", (20, 26, 0, "column")),
            unit("Blue mill", "line_infantry", (28, 17, 0, "line")),
            unit("Blue rifles", "light_infantry", (40, 14, 0, "skirmish_line")),
            at=(24, 14),
        ),
        brigade(
            "Blue horse",
            unit("Blue hussars", "light_cavalry", (63, 26, 0, "column")),
            unit("Blue troop", "horse_artillery", (54, 16, 0, "battery"), weight="light"),
            kind="cavalry",
            at=(58, 12),
        ),
    )
    red = (
        brigade(
            "Red foot",
            unit("Red guard", "line_infantry", (20, 44, 180, "line"), rating="guard"),
            unit("Red town", "line_infantry", (38, 46, 180, "column")),
            unit("Red light", "light_infantry", (7, 50, 180, "skirmish_line")),
            at=(26, 56),
        ),
        brigade(
            "Red horse",
            unit("Red lancers", "light_cavalry", (63, 46, 180, "line"), lancer=True),
            unit("Red battery", "horse_artillery", (54, 54, 180, "battery")),
            kind="cavalry",
            at=(58, 62),
        ),
    )
    return setup(
        "Terrain", force("Blue", ("good", blue), y=8), force("Red", ("average", red), y=64), *features, road_charge=True
    )


def charges() -> Setup:
    """Horse before squares, lines, skirmishers and guns: every reaction to a charge."""
    blue = (
        brigade(
            "Blue horse",
            unit("Blue cuirassiers", "heavy_cavalry", (20, 20, 0, "line")),
            unit("Blue lancers", "light_cavalry", (34, 20, 0, "line"), lancer=True),
            unit(
                "Blue cossacks",
                "light_cavalry",
                (58, 22, 0, "skirmish_line"),
                irregular=True,
                rating="trained",
                nation="russian",
            ),
            kind="cavalry",
            at=(28, 14),
        ),
        brigade(
            "Blue foot",
            unit("Blue line", "line_infantry", (46, 24, 0, "column")),
            at=(48, 14),
        ),
    )
    red = (
        brigade(
            "Red foot",
            unit("Red line", "line_infantry", (20, 34, 180, "line"), nation="british"),
            unit("Red light", "light_infantry", (36, 32, 180, "skirmish_line")),
            at=(24, 44),
        ),
        brigade(
            "Red horse",
            unit("Red troop", "horse_artillery", (46, 31, 180, "battery"), weight="light"),
            unit("Red dragoons", "medium_cavalry", (60, 36, 180, "line")),
            unit("Red hussars", "light_cavalry", (72, 32, 180, "line")),
            kind="cavalry",
            at=(54, 44),
        ),
    )
    return setup("Charges and reactions", force("Blue", ("good", blue), y=8), force("Red", ("good", red), y=54))


def fire() -> Setup:
    """Batteries and lines at every range, at cover, skirmishers, squares and buildings, with return fire."""
    features = (
        ground("town", "village", *box(11, 38, 18, 44), name="Plancenoit"),
        ground("wood", "wood", *box(31, 37, 38, 43)),
        ground("wall", "wall", (44, 33), (54, 33)),
        ground("hill", "hill", *box(56, 6, 78, 18)),
        ground("barn", "landmark", *box(24, 26, 27, 29), strength=4, name="Barn"),
    )
    blue = (
        brigade(
            "Blue guns",
            unit("Blue twelves", "foot_artillery", (66, 14, 0, "battery"), weight="heavy"),
            unit("Blue escort", "line_infantry", (34, 20, 0, "solid_square")),
            at=(46, 12),
        ),
        brigade(
            "Blue foot",
            unit("Blue guard", "line_infantry", (14, 34, 0, "line"), rating="guard"),
            unit("Blue line", "line_infantry", (49, 29, 0, "line")),
            unit("Blue jagers", "light_infantry", (36, 32, 0, "skirmish_line")),
            at=(30, 26),
        ),
    )
    red = (
        brigade(
            "Red foot",
            unit("Red town", "line_infantry", (14, 41, 180, "column"), rating="trained"),
            unit("Red wood", "line_infantry", (35, 40, 180, "line")),
            unit("Red wall", "line_infantry", (49, 34.5, 180, "line"), rating="elite"),
            at=(30, 50),
        ),
        brigade(
            "Red guns",
            unit("Red troop", "horse_artillery", (62, 46, 180, "battery"), weight="light"),
            unit("Red nines", "foot_artillery", (24, 50, 180, "battery")),
            unit("Red screen", "light_infantry", (62, 42, 180, "skirmish_line")),
            at=(46, 56),
        ),
    )
    return setup(
        "Fire",
        force("Blue", ("excellent", blue), y=6),
        force("Red", ("average", red), y=64),
        *features,
        fire_into_contact=True,
        charged_units_may_fire=True,
        army_break_share=40,
    )


def break_through() -> Setup:
    """Weak units between two Divisions a side: combats of several, break-throughs, and commanders who ride."""

    def side(name: str, facing: int, line: float, step: int, rating: str) -> Force:
        first = brigade(
            f"{name} guard",
            unit(f"{name} guard", "heavy_cavalry", (20, line, facing, "line"), rating="guard", points=6),
            unit(f"{name} foot", "line_infantry", (28, line, facing, "column")),
            unit(f"{name} weak", "line_infantry", (36, line, facing, "line"), points=2, rating="trained"),
            kind="mixed",
            at=(28, line - 8 * step),
        )
        second = brigade(
            f"{name} reserve",
            unit(f"{name} dragoons", "medium_cavalry", (50, line - 3 * step, facing, "line"), points=2),
            unit(f"{name} square", "line_infantry", (58, line, facing, "solid_square"), points=3),
            kind="mixed",
            at=(54, line - 8 * step),
        )
        return force(name, (rating, (first,)), ("poor", (second,)), y=line - 12 * step)

    return setup(
        "Break-through",
        side("Blue", 0, 28, 1, "excellent"),
        side("Red", 180, 37, -1, "good"),
        hth_allotment="active_first",
        unformed_may_counter_charge=True,
        division_stand_any_own_initiative=True,
    )
