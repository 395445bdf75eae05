"""An army as the page shows it: sections, blocks and groups of unit rows, each with its totals and faults.

A level that is missing gives a section, block or group without a head, so that an army of any
shape is shown whole and in order.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from armies.rules import easy_napoleonics, facts, mini_nap
from armies.rules.nations import nations
from armies.rules.reckoning import Fault, Reckoning
from armies.rules.tree import Totals
from armies.services.assessing import Assessment


@dataclass(slots=True)
class UnitRow:
    """A unit with what each system makes of it. ``overridden`` says why, by what its owner overrode under this one."""

    unit: facts.Unit
    nation: str
    foreign: str
    mini: mini_nap.MiniNapUnit
    easy: easy_napoleonics.EasyUnit
    faults: list[Fault]
    overridden: Mapping[str, str]

    @property
    def strength(self) -> Reckoning:
        return self.mini.strength


@dataclass(slots=True)
class Part:
    """A formation, or the loose elements between two, with what it holds.

    ``loss`` is the number of lost units that takes its command stand, where it is a division or brigade with one.
    """

    formation: facts.Formation | None
    nation: str
    faults: list[Fault]
    parts: list["Part"] = field(default_factory=list)
    rows: list[UnitRow] = field(default_factory=list)
    totals: Totals = field(default_factory=lambda: Totals(0, 0, 0, 0))
    points: int = 0
    cost: int = 0
    victory_points: int = 0
    loss: Reckoning | None = None

    def add_up(self) -> None:
        """Sum the parts and rows; call once all of them stand."""
        units = foot = horse = guns = 0
        for part in self.parts:
            units, foot = units + part.totals.units, foot + part.totals.foot
            horse, guns = horse + part.totals.horse, guns + part.totals.guns
            self.points += part.points
            self.cost += part.cost
            self.victory_points += part.victory_points
        for row in self.rows:
            units += 1
            foot += (row.unit.men or 0) if row.unit.type in facts.INFANTRY else 0
            horse += (row.unit.men or 0) if row.unit.type in facts.CAVALRY else 0
            guns += row.unit.guns or 0
            self.points += row.mini.points
            self.cost += row.easy.cost.value
            self.victory_points += row.easy.victory_points.value
        self.totals = Totals(units, foot, horse, guns)


LEVELS = (facts.Corps, facts.Division, facts.Brigade)


class Ledger:
    """The sections of an army under one system."""

    def __init__(self, assessment: Assessment, system: str) -> None:
        self.assessment = assessment
        self.system = system
        self.faults: dict[str, list[Fault]] = defaultdict(list)
        for fault in assessment.faults(system):
            self.faults[fault.element].append(fault)
        self.sections = self._parts(assessment.army.children, 0, assessment.army.nation)

    def _parts(self, elements: Iterable[facts.Element], level: int, nation: str) -> list[Part]:
        """Elements gathered under formations of ``LEVELS[level]``; what stands loose gets a part of its own."""
        parts: list[Part] = []
        loose: list[Any] = []
        for element in elements:
            if isinstance(element, LEVELS[level]):
                if loose:
                    parts.append(self._part(None, loose, level, nation))
                    loose = []
                parts.append(self._part(element, element.children, level, element.nation or nation))
            else:
                loose.append(element)
        if loose:
            parts.append(self._part(None, loose, level, nation))
        return parts

    def _part(
        self, formation: facts.Formation | None, children: Iterable[facts.Element], level: int, nation: str
    ) -> Part:
        part = Part(formation, nation, self.faults.get(formation.id, []) if formation else [])
        if level + 1 < len(LEVELS):
            part.parts = self._parts(children, level + 1, nation)
        else:
            part.rows = [self._row(unit, nation) for unit in children if isinstance(unit, facts.Unit)]
        part.add_up()
        if formation and part.totals.units and mini_nap.stand_can_be_lost(formation):
            part.loss = mini_nap.explain_stand_loss(part.totals.units, self.assessment.mini_nap_options)
        return part

    def _row(self, unit: facts.Unit, nation: str) -> UnitRow:
        own = unit.nation or nation
        foreign = nations()[own].adjective if own != self.assessment.army.nation and own in nations() else ""
        mini, easy = self.assessment.mini_nap_units[unit.id], self.assessment.easy_units[unit.id]
        overridden = easy.overridden if self.system == "easy_napoleonics" else mini.overridden
        return UnitRow(unit, own, foreign, mini, easy, self.faults.get(unit.id, []), overridden)
