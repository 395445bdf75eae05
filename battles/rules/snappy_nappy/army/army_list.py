"""The army list of a side of Snappy Nappy, its points at each grade (section 20), and answers to the army pages."""

from collections.abc import Mapping
from typing import Any, Final, cast

from battles.engine.armies.army_list import ArmyList, Column, Fact, Leads, ListedGroup, ListedUnit
from battles.engine.armies.facts import Army, HouseRules
from battles.engine.armies.group import ArmyGroup
from battles.engine.armies.reckoning import Reckoning
from battles.engine.armies.tree import number
from battles.engine.options import OptionValue
from battles.engine.sheets.cheat_pages import Table, Wanted, signed
from battles.rules.snappy_nappy import tables
from battles.rules.snappy_nappy.army.checks import (
    Force,
    SnCorps,
    SnUnit,
    break_point,
    cic_row,
    corps_leader_points,
    corps_points,
    faults,
    force_points,
    level_of,
    numbered,
    radius_of,
    rating_of,
    samples,
    stands_of,
    unit_points,
)
from battles.rules.snappy_nappy.army.checks import wanted as wanted_by
from battles.rules.snappy_nappy.army.mapping import side_of
from battles.rules.snappy_nappy.army.options import DEFAULTS, HOUSE_SPECS, OPTION_SPECS, Options
from battles.rules.snappy_nappy.army.options import options as read_options
from battles.rules.snappy_nappy.meta import KEY, META
from battles.rules.snappy_nappy.tables import Code, Grade, TypeRow

COLUMNS: Final = (
    Column("Type", 30.0, says="kind"),
    Column("Grade", 15.0, says="quality"),
    Column("Check", 10.0, "c"),
    Column("Hits", 9.0, "c"),
    Column("Melee", 11.0, "c"),
    Column("Stands", 11.0, "c"),
    Column("Formation", 15.0, "c"),
)
WRITE: Final = ("Order in force", "New order on its way", "Turn of arrival")
INCH: Final = 254
"""Tenths of a millimetre."""
STAND: Final = tables.STAND_HUNDREDTHS * INCH // 100
"""The side of a stand in tenths of a millimetre (SN-GEO-01)."""
SYMBOLS: Final[dict[Code, str]] = {
    "INF": "line_infantry",
    "LCV": "light_cavalry",
    "HCV": "heavy_cavalry",
    "FAL": "foot_artillery",
    "FAM": "foot_artillery",
    "FAH": "foot_artillery",
    "HAL": "horse_artillery",
    "HAM": "horse_artillery",
}


def army_list_of(force: Force, options: Options = DEFAULTS) -> ArmyList:
    """The army list for pages and rosters, with the side's faults."""
    side = numbered(force)
    groups = tuple(_group(corps, side, options) for corps in side.corps)
    return ArmyList(
        system=KEY,
        title=side.name,
        text=side.text,
        commander=side.cic or next((one.commander or "" for one in side.corps if one.leads != "corps"), ""),
        nation=side.nation,
        facts=_facts(side, options),
        columns=COLUMNS,
        box_title="Morale",
        groups=groups,
        points=force_points(side, options),
        faults=faults(side, options),
        foot=_foot(),
        chief=_leads(cic_row(side), side.year) if side.cic else None,
        grey="begins",
    )


def _facts(side: Force, options: Options) -> tuple[Fact, ...]:
    facts = [Fact("Corps", str(len(side.corps)))]
    if side.cic:
        chief = cic_row(side)
        words = f'{side.cic}, rating {rating_of(chief)}, radius {radius_of(chief, side.year)}"'
        points = corps_leader_points(chief, side.year, options)
        facts.append(Fact("C-in-C", f"{words}, {points} points", "SN-ARMY-02"))
    return tuple(facts)


def _group(corps: SnCorps, side: Force, options: Options) -> ListedGroup:
    roles = {"corps": "", "cic": "C-in-C", "doubles": "also C-in-C"}
    commander = "no commander" if corps.commander is None else corps.commander or "Commander not named"
    chief = ", ".join(filter(None, (commander, roles[corps.leads])))
    facts = (
        Fact("Rating", str(rating_of(corps)), "SN-LEAD-05"),
        Fact("Radius", f'{radius_of(corps, side.year)}"', "SN-CMD-02"),
        Fact("Broken at", f"{break_point(corps, options)} points lost", "SN-WIN-01"),
        *((Fact("Guard corps", "as many batteries as brigades", "SN-ARMY-01"),) if corps.guard else ()),
    )
    return ListedGroup(
        element=corps.element,
        title=corps.name or "A corps without a name",
        commander=chief,
        nation=corps.nation,
        facts=facts if corps.commander is not None else facts[2:],
        write=WRITE,
        units=tuple(_unit(unit, options) for unit in corps.units),
        points=corps_points(corps, side.year, options),
        leads=None if corps.commander is None else _leads(corps, side.year),
    )


def _leads(corps: SnCorps, year: int) -> Leads:
    """The leader's name, rating and radius (SN-LEAD-05, SN-CMD-02)."""
    return Leads(corps.commander or "", str(rating_of(corps)), radius_of(corps, year) * INCH)


def _unit(unit: SnUnit, options: Options) -> ListedUnit:
    row = tables.CATALOGUE.get(cast(Code, unit.code))
    grade = tables.GRADES.get(cast(Grade, unit.grade))
    shift = tables.CAVALRY_TO_HIT_SHIFT if row and row.arm == "cavalry" else 0
    numbers = ("–", "–", "–")
    if grade:
        times = f"× {grade.halves // 2}" if grade.halves % 2 == 0 else f"× {grade.halves}/2"
        numbers = (str(grade.check), str(grade.to_hit + shift), times)
    levels = tuple(tables.LEVELS)
    points = unit_points(unit, options)
    return ListedUnit(
        element=unit.element,
        number=str(unit.marker),
        name=unit.name,
        under=unit.under,
        symbol=SYMBOLS[cast(Code, unit.code)] if row else "line_infantry",
        cells=(
            row.word if row else unit.code,
            grade.word if grade else unit.grade,
            *numbers,
            str(stands_of(unit)),
            _formations(row),
        ),
        boxes=tuple(row.word[0] for row in tables.LEVELS.values()),
        chosen=levels.index(level_of(unit, options)),
        points=points,
        why=Reckoning(stands_of(unit), f"Why {row.word}, {grade.word}?", unit.why)
        if unit.why and row and grade
        else None,
        wide=STAND,
        deep=STAND,
        stands=max(1, stands_of(unit)),
    )


def _formations(row: TypeRow | None) -> str:
    """Letters of the unit's formations; players circle one (SN-MOVE-05)."""
    if row is None:
        return "–"
    if row.arm == "artillery":
        return "U L R"
    return "L C R" if tables.RATES[row.mover].square is None else "L C R S"


def _foot() -> tuple[tuple[str, str], ...]:
    """Notes below the list, with numbers from the tables."""
    levels = "; ".join(
        f"{row.word[0]} {row.word}: check {signed(row.check)}, "
        + (
            "no fire, no melee"
            if row.fire is None or row.melee is None
            else f"fire {signed(row.fire)}, melee {signed(row.melee)}"
        )
        for row in tables.LEVELS.values()
    )
    return (
        ("Morale (SN-UNIT-08)", f"{levels}. Below Rout: removed."),
        (
            "Formation (SN-MOVE-05)",
            "L line, C column, R road march, S square; of guns U unlimbered, L limbered, R road march.",
        ),
        (
            "Check, hits (SN-FIRE-05, SN-MORALE-01)",
            "A D10 roll with modifiers must be higher. The grey box is the starting level.",
        ),
    )


GRADES = tuple(tables.GRADES)


def catalogue() -> Table:
    """A row for each type with its points at each grade, starting at Firm; ``–`` if the type has no such grade."""
    options = Options(starting_level="firm")
    rows = []
    for code, row in tables.CATALOGUE.items():
        least = GRADES.index(row.least_grade)
        units = [SnUnit(name="", code=code, grade=grade) for grade in GRADES]
        prices = [str(unit_points(unit, options).value) if place >= least else "–" for place, unit in enumerate(units)]
        rows.append((code, row.word, str(row.stands), *prices))
    words = (row.word for row in tables.GRADES.values())
    bold = tables.LEVELS["bold"].points
    leader = f"{tables.LEADER_RATING_POINTS} for each rating and 1 for every {tables.RADIUS_PER_POINT} inches of radius"
    return Table(
        title="Units and their points, starting at Firm",
        columns=("Code", "Unit", "Stands", *words),
        rows=tuple(rows),
        rules=("SN-ARMY-02", "SN-ARMY-04"),
        note=f"A stand that starts at Bold costs {bold} more. "
        f"A leader costs {leader}; a C-in-C {tables.CIC_POINTS} more.",
    )


class SnappyArmies(ArmyGroup):
    """Armies under Snappy Nappy."""

    key = KEY
    title = META.title
    records = True
    lists = True
    option_specs = OPTION_SPECS
    house_specs = HOUSE_SPECS

    def options(self, values: Mapping[str, OptionValue], house: HouseRules | None = None) -> Options:
        return read_options(values, house)

    def army_list(self, army: Army, options: Options) -> ArmyList:
        return army_list_of(side_of(number(army), options), options)

    def wanted(self, army: Army, rules: Any) -> Wanted:
        options = read_options(army.options.get(KEY, {}), army.house)
        return wanted_by(side_of(number(army), options))

    def catalogue(self) -> Table:
        return catalogue()

    def sample_lists(self) -> Mapping[str, ArmyList]:
        return {key: army_list_of(force, Options(starting_level="firm")) for key, force in samples().items()}

    def sample_wants(self) -> Mapping[str, Wanted]:
        return {key: wanted_by(force) for key, force in samples().items()}


ARMY = SnappyArmies()
