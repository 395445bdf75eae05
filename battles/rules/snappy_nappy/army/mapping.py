"""Translation of a historical army into a side of Snappy Nappy.

Source: SN-RULING-25, SN-RULING-26, SN-RULING-27, SN-RULING-28, SN-RULING-29, SN-RULING-30, SN-RULING-31.
"""

from collections.abc import Iterator, Sequence

from msgspec import structs

from battles.engine.armies.facts import ARTILLERY, CAVALRY, INFANTRY, Army, Brigade, Corps, Division, Element, Unit
from battles.engine.armies.reckoning import Line
from battles.rules.snappy_nappy import tables
from battles.rules.snappy_nappy.army.force import Force, SnCorps, SnUnit, numbered
from battles.rules.snappy_nappy.army.nation import group_of
from battles.rules.snappy_nappy.army.options import DEFAULTS, Options
from battles.rules.snappy_nappy.army.type_and_grade import brigades_of, code_of, grade_of
from battles.rules.snappy_nappy.tables import CATALOGUE, Arm, Grade

ARMS: tuple[tuple[Arm, frozenset[str]], ...] = (("infantry", INFANTRY), ("cavalry", CAVALRY))
GUARD_GRADES: tuple[Grade, ...] = ("elite", "old_guard")


def side_of(army: Army, options: Options = DEFAULTS) -> Force:
    """The side that a historical army becomes. Every element has an id (``battles.engine.armies.tree.number``)."""
    recorded = [child for child in army.children if isinstance(child, Corps)]
    rest = tuple(child for child in army.children if not isinstance(child, Corps))
    corps = [_corps(one, one.children, army, options) for one in recorded]
    if rest:
        under = Corps(name=army.name, commander=army.commander, nation=army.nation)
        corps.append(_corps(under, rest, army, options))
    side_corps = [one for one in corps if one.units] or corps
    led, cic = _leaders(tuple(side_corps), army, options)
    force = Force(name=army.name, nation=army.nation, year=_year(army.date), cic=cic, corps=led)
    return numbered(force)


def _year(date: str) -> int:
    return int(date[:4]) if date[:4].isdecimal() else 0


def _leaders(corps: tuple[SnCorps, ...], army: Army, options: Options) -> tuple[tuple[SnCorps, ...], str]:
    """The corps with its C-in-C marked, or the name of a C-in-C who leads no corps (SN-RULING-29, SN-ARMY-09)."""
    same = next((at for at, one in enumerate(corps) if army.commander and one.commander == army.commander), None)
    if same is not None:
        return _with(corps, same, "cic"), ""
    if army.commander:
        return corps, army.commander
    if corps and options.cic_may_double and len(corps) <= tables.MOST_CORPS_DOUBLED:
        return _with(corps, 0, "doubles"), ""
    return corps, ""


def _with(corps: tuple[SnCorps, ...], at: int, leads: str) -> tuple[SnCorps, ...]:
    return tuple(structs.replace(one, leads=leads) if place == at else one for place, one in enumerate(corps))


def _corps(corps: Corps, children: Sequence[Element], army: Army, options: Options) -> SnCorps:
    nation = corps.nation or army.nation
    units = tuple(_units(children, "", options))
    fighting = [unit for unit in units if CATALOGUE[unit.code].arm != "artillery"]  # type: ignore[index]
    guards = sum(unit.grade in GUARD_GRADES for unit in fighting)
    return SnCorps(
        name=corps.name,
        commander=corps.commander,
        nation=nation,
        group=group_of(corps.command_nation or nation),
        guard=2 * guards > len(fighting),
        element=corps.id,
        units=units,
    )


def _units(children: Sequence[Element], under: str, options: Options) -> Iterator[SnUnit]:
    """Units of these elements, brigade by brigade; units outside a brigade count as one brigade (SN-RULING-26)."""
    loose = [child for child in children if isinstance(child, Unit)]
    for child in children:
        if isinstance(child, Division):
            yield from _units(child.children, child.name, options)
        elif isinstance(child, Brigade):
            yield from _brigade(child.name, child.id, child.children, under, options)
    if loose:
        yield from _brigade(under, loose[0].id, loose, under, options)


def _brigade(name: str, element: str, units: Sequence[Unit], under: str, options: Options) -> Iterator[SnUnit]:
    """The two-stand units that a brigade becomes, and its batteries."""
    arms = [(arm, [unit for unit in units if unit.type in types]) for arm, types in ARMS]
    both = all(members for _, members in arms)
    for arm, members in arms:
        if members:
            own = f"{name}, {'foot' if arm == 'infantry' else 'horse'}" if both or not name else name
            yield from _fighting(own.removeprefix(", "), element, members, arm, under, options)
    for unit in units:
        if unit.type in ARTILLERY:
            yield _battery(unit, under, options)


def _fighting(
    name: str, element: str, units: Sequence[Unit], arm: Arm, under: str, options: Options
) -> Iterator[SnUnit]:
    count, how_many = brigades_of(units, arm, options)
    code, type_line = code_of(units, arm)
    grade, grade_lines = grade_of(units, code, options)
    why = (how_many, type_line, *grade_lines)
    for place in range(1, count + 1):
        own = f"{name} ({place})" if count > 1 else name
        yield SnUnit(name=own, code=code, grade=grade, element=element, under=under, why=why)


def _battery(unit: Unit, under: str, options: Options) -> SnUnit:
    code, type_line = code_of([unit], "artillery")
    grade, grade_lines = grade_of([unit], code, options)
    why: tuple[Line, ...] = (type_line, *grade_lines)
    return SnUnit(name=unit.name, code=code, grade=grade, element=unit.id, under=under, why=why)
