"""The sample basic army as a force ready to fight (EN-COST-03)."""

from battles.engine.hex import Cell
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.rules import DEFAULTS, Rules
from battles.rules.easy_napoleonics.scenario_parts import captains
from battles.rules.easy_napoleonics.setup import Force, Recruit
from battles.rules.easy_napoleonics.tables import NationTag
from battles.rules.easy_napoleonics.value import worth


def sample_force(
    name: str,
    nation: NationTag = "none",
    *,
    leaders: tuple[str, ...] = (),
    draws: bool = False,
    zone: tuple[Cell, ...] = (),
    rules: Rules = DEFAULTS,
) -> Force:
    """The 13 units of the sample basic army, all of ``nation``, and as many leaders as ``rules`` give a side.

    ``leaders`` are their names as far as they have any; ``zone`` is usually given later (``open_setup``).
    """
    units = [
        Recruit(
            name=f"{tables.GRADE_WORDS[row.grade]} {tables.KIND_WORDS[row.kind]}".capitalize() + _numbered(row, number),
            kind=row.kind,
            grade=row.grade,
            worth=worth(row.kind, row.grade, rules.options.vp_model),
            nation=nation,
        )
        for row in tables.SAMPLE_ARMY
        for number in range(1, row.count + 1)
    ]
    wanted = rules.options.leaders_per_side
    named = (*leaders, *[""] * wanted)[:wanted]
    return Force(name=name, units=tuple(units), leaders=captains(named), zone=zone, draws=draws)


def _numbered(row: tables.Row, number: int) -> str:
    return f" {number}" if row.count > 1 else ""
