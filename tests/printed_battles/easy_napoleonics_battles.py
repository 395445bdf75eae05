"""Set-ups of the printed battles of Easy Napoleonics: small boards, a few units a side."""

from typing import Any

from battles.rules.easy_napoleonics import meta
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.scenario.files import edge_zone
from battles.rules.easy_napoleonics.state import Board, Captain, Force, Objective, Place, Recruit, Setup
from battles.rules.easy_napoleonics.victory import victory_points

COLUMNS, ROWS = 9, 9


def cell(place: str) -> int:
    """The cell of a hex such as ``0304``: column 3, row 4, counted from 1."""
    return (int(place[2:]) - 1) * COLUMNS + int(place[:2]) - 1


def recruit(name: str, kind: Any, grade: Any, at: str = "", facing: int = 0, formation: Any = "line", **facts: Any):
    """A unit in a hex, or one that is still to be deployed."""
    place = Place(cell(at), facing, formation) if at else None
    return Recruit(
        **{"name": name, "kind": kind, "grade": grade, "worth": victory_points(kind, grade), **facts, "place": place}
    )


def setup(title: str, a: Any, b: Any, terrain: dict[str, str], objectives: tuple[Objective, ...] = (), **options: Any):
    """A battle of three turns on a board of nine by nine hexes; each side is units and leaders."""
    given = {
        "board_columns": COLUMNS,
        "board_rows": ROWS,
        "max_turns": 3,
        "deployment_depth": 3,
        "deployment_order": "preset",
        "victory_points_to_win": 99,
        **options,
    }
    made = meta.read(given)
    draws = given["deployment_order"] != "preset"
    forces = [
        Force(name=name, units=units, leaders=leaders, zone=edge_zone(side, made), draws=draws)
        for side, (name, units, leaders) in (("a", a), ("b", b))
    ]
    cells = sorted((cell(place), kind) for kind, places in terrain.items() for place in places.split())
    return Setup(
        title=title,
        board=Board(COLUMNS, ROWS, tuple(cells)),
        forces=(forces[0], forces[1]),
        rules=Rules(made),
        objectives=objectives,
    )


def preparation() -> Setup:
    """Dice lay the terrain, sides draw cards and roll who deploys first; morale is hidden."""

    def side(name: str) -> Any:
        units = (recruit(f"{name} foot", "infantry", "seasoned"), recruit(f"{name} guns", "field_artillery", "veteran"))
        return name, units, (Captain(f"General {name}"),)

    return setup(
        "Preparation",
        side("Blue"),
        side("Red"),
        {},
        deployment_order="rolled",
        random_terrain=True,
        hidden_morale=True,
        max_turns=2,
    )


def ground() -> Setup:
    """Foot, horse and guns march and fire among woods, a hill, a settlement, a stream and a pond."""
    blue = (
        recruit("Blue line", "infantry", "veteran", "0306", nation="france"),
        recruit("Blue column", "infantry", "seasoned", "0507", 0, "column"),
        recruit("Blue hussars", "light_cavalry", "elite", "0706"),
        recruit("Blue horse guns", "horse_artillery", "veteran", "0607", 0, "limbered"),
        recruit("Blue guns", "field_artillery", "seasoned", "0406", 0, "unlimbered"),
    )
    red = (
        recruit("Red line", "infantry", "conscript", "0303", 3),
        recruit("Red town", "infantry", "guard", "0503", 3, level="fair"),
        recruit("Red masse", "infantry", "seasoned", "0703", 3, "column", nation="austria"),
        recruit("Red guns", "field_artillery", "elite", "0403", 3, "unlimbered"),
        recruit("Red lancers", "light_cavalry", "militia", "0802", 3, "column", level="bad"),
    )
    terrain = {
        "woods": "0304 0204",
        "hill": "0403 0402",
        "settlement": "0503",
        "stream": "0605 0705 0805",
        "pond": "0105 0505",
    }
    return setup(
        "Ground",
        ("Blue", blue, (Captain("Ney", Place(cell("0507"))),)),
        ("Red", red, (Captain("Karl", Place(cell("0503"))),)),
        terrain,
        stream_effect="halt",
        national_rules="england, france, austria, prussia, russia",
        formation_change_free_facing=True,
        max_turns=2,
    )


def squares() -> Setup:
    """Horse charges foot in line, in column and in square; hasty squares, melees and what follows."""
    blue = (
        recruit("Blue cuirassiers", "heavy_cavalry", "elite", "0306", armored=True),
        recruit("Blue hussars", "light_cavalry", "veteran", "0506"),
        recruit("Blue dragoons", "heavy_cavalry", "seasoned", "0706", 0, "column"),
        recruit("Blue foot", "infantry", "guard", "0406"),
    )
    red = (
        recruit("Red line", "infantry", "veteran", "0304", 3, nation="england"),
        recruit("Red square", "infantry", "elite", "0504", 3, "square", nation="prussia"),
        recruit("Red column", "infantry", "conscript", "0704", 3, "column"),
        recruit("Red guns", "field_artillery", "seasoned", "0404", 3, "unlimbered"),
    )
    return setup(
        "Squares",
        ("Blue", blue, (Captain("Murat", Place(cell("0506"))),)),
        ("Red", red, (Captain("Hill", Place(cell("0504"))),)),
        {"hill": "0603"},
        standing_attack_hasty_square=True,
        hasty_square_when_locked=True,
        leader_risk_on_tie=True,
        max_turns=3,
        victory_points_to_win=7,
    )


def melees() -> Setup:
    """Lines in contact from the start: melees on flanks and in terrain, breakthroughs, a battery of two in a hex."""
    blue = (
        recruit("Blue guard", "infantry", "old_guard", "0305"),
        recruit("Blue line", "infantry", "seasoned", "0505"),
        recruit("Blue cuirassiers", "heavy_cavalry", "veteran", "0705", armored=True),
        recruit("Blue first guns", "field_artillery", "veteran", "0406", 0, "unlimbered"),
        recruit("Blue second guns", "field_artillery", "elite", "0406", 0, "unlimbered"),
    )
    red = (
        recruit("Red militia", "infantry", "militia", "0304", 3, level="fair"),
        recruit("Red line", "infantry", "seasoned", "0504", 3),
        recruit("Red hussars", "light_cavalry", "conscript", "0704", 3, level="fair"),
        recruit("Red reserve", "infantry", "elite", "0403", 3, "column", nation="russia"),
    )
    return setup(
        "Melees",
        ("Blue", blue, (Captain("Davout", Place(cell("0305"))), Captain("Soult", Place(cell("0406"))))),
        ("Red", red, (Captain("Barclay", Place(cell("0504"))), Captain("Bagration", Place(cell("0403"))))),
        {"settlement": "0504", "woods": "0704"},
        breakthrough=True,
        grand_battery=True,
        melee_morale_bonus=True,
        melee_conditions_both_sides=True,
        leaders_per_side=2,
        max_turns=3,
        victory_points_to_win=7,
    )


def objective() -> Setup:
    """A town to hold, hidden morale, rallies with leaders, and points counted at the end of a turn."""
    blue = (
        recruit("Blue foot", "infantry", "veteran", "0505", level="bad"),
        recruit("Blue grenadiers", "infantry", "guard", "0405", level="fair"),
        recruit("Blue horse guns", "horse_artillery", "elite", "0606", 0, "unlimbered", level="fair"),
        recruit("Blue hussars", "light_cavalry", "seasoned", "0706", level="bad"),
    )
    red = (
        recruit("Red foot", "infantry", "veteran", "0503", 3, "column", level="fair"),
        recruit("Red jagers", "infantry", "elite", "0403", 3, level="bad"),
        recruit("Red guns", "field_artillery", "seasoned", "0602", 3, "limbered"),
        recruit("Red dragoons", "heavy_cavalry", "veteran", "0703", 3, level="fair"),
    )
    town = Objective(name="Town", cells=(cell("0504"), cell("0404")), hold=2, from_turn=2)
    return setup(
        "Objective",
        ("Blue", blue, (Captain("Lannes", Place(cell("0605"))),)),
        ("Red", red, (Captain("Bennigsen", Place(cell("0502"))),)),
        {"settlement": "0504 0404", "hill": "0603"},
        (town,),
        hidden_morale=True,
        victory_timing="end_of_turn",
        victory_points_to_win=4,
        initiative_chooses_fire_order=True,
        initiative_bonus="1, 0",
        lock_timing="turn_start",
        max_turns=3,
    )
