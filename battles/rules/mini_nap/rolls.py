"""A side's command in words, from a battle as it stands; an army's own roll is made of the same entries."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from battles.engine.core import SideId
from battles.engine.roll import Fact, Roll, RollCommander, RollGroup, RollUnit
from battles.rules.mini_nap.meta import KEY
from battles.rules.mini_nap.rolls_command import Command, commander
from battles.rules.mini_nap.rolls_unit import entry
from battles.rules.mini_nap.state import NONE, Stand, State, Unit, Whereabouts
from battles.rules.mini_nap.tables import KGL_CODES, NATION_WORDS, NationWord
from battles.rules.mini_nap.view import View

LEFT: Final[Mapping[Whereabouts, str]] = {
    "destroyed": "destroyed",
    "retreated": "retreated off the table",
    "lost": "left the table for good",
}
"""What became of a unit that is out of play."""


def roll(seen: State | View, side: SideId) -> Roll:
    """The Corps, Divisions and Brigades of ``side`` with their units, at the strength they stand at."""
    return _Reader(seen, side).roll()


class _Reader:
    """Reads one side of a battle."""

    def __init__(self, seen: State | View, side: SideId) -> None:
        self._seen = seen
        self._side = side
        self._rules = seen.setup.rules
        self._stands = {(stand.level, stand.of): stand for stand in seen.stands}

    def roll(self) -> Roll:
        units = [unit for unit in self._seen.units if unit.side == self._side]
        points = sum(unit.points for unit in units if unit.where not in LEFT)
        name = self._seen.setup.forces[self._side == "b"].name
        return Roll(
            side=name,
            title=name,
            system=KEY,
            nation=self._nation(),
            facts=(Fact("Units", str(len(units))), Fact("Strength", f"{points:,} SP", "MN-SP-01")),
            commanders=tuple(self._commanders()),
            groups=tuple(self._groups()),
            turns=self._rules.options.turn_limit,
        )

    def _nation(self) -> str:
        return next((code_of(corps.nation, False) for corps in self._seen.corps if corps.side == self._side), "")

    def _commanders(self) -> Iterator[RollCommander]:
        for number, corps in enumerate(self._seen.corps):
            if corps.side != self._side:
                continue
            yield self._commander("corps", number, corps)
            for below, division in enumerate(self._seen.divisions):
                if division.corps == number:
                    yield self._commander("division", below, division)

    def _groups(self) -> Iterator[RollGroup]:
        for number, brigade in enumerate(self._seen.brigades):
            if brigade.side != self._side:
                continue
            division = self._seen.divisions[brigade.division]
            corps = self._seen.corps[division.corps]
            stand = self._stands.get(("brigade", number))
            yield RollGroup(
                key=str(number),
                title=brigade.name,
                above=(corps.name, division.name),
                commander=self._commander("brigade", number, brigade) if stand else None,
                units=tuple(
                    self._unit(place, unit) for place, unit in enumerate(self._seen.units) if unit.brigade == number
                ),
            )

    def _commander(self, level: Any, number: int, formation: Any) -> RollCommander:
        stand: Stand = self._stands[level, number]
        over = self._over(level, formation)
        corps = over[0] if over else formation
        return commander(
            Command(
                key=f"{level} {number}",
                level=level,
                name="" if stand.name == formation.name else stand.name,
                of=formation.name,
                above=tuple(each.name for each in over),
                nation=code_of(corps.nation, False),
                rating=stand.rating,
                units=0 if level == "corps" else formation.start,
                lost=0 if level == "corps" else formation.lost,
                gone=stand.where == "removed",
                evaded=stand.evaded,
            ),
            self._rules,
        )

    def _over(self, level: str, formation: Any) -> tuple[Any, ...]:
        """What stands over a formation, the Corps first."""
        if level == "corps":
            return ()
        division = formation if level == "division" else self._seen.divisions[formation.division]
        corps = self._seen.corps[division.corps]
        return (corps,) if level == "division" else (corps, division)

    def _unit(self, number: int, unit: Unit) -> RollUnit:
        left = LEFT.get(unit.where, "")
        notes = (left,) if left else tuple(_markers(unit))
        return entry(
            unit,
            self._rules,
            key=str(number),
            start=unit.start,
            nation=code_of(unit.nation, unit.kgl),
            notes=notes,
            gone=bool(left),
        )


def _markers(unit: Unit) -> Iterator[str]:
    """The markers on a unit that is in play (MN-MARKER-01 to 03, MN-MARKER-05)."""
    if unit.blue:
        yield "blue marker: disordered" if unit.blue == "disorder" else "blue marker"
    if unit.yellow:
        yield "yellow marker"
    if unit.white:
        yield "white marker"
    if unit.crew_in != NONE:
        yield "orange marker: abandoned"


def code_of(word: NationWord, kgl: bool) -> str:
    """A nation's code for the rules' word for it; "" for one that the rules do not name (MN-TYPE-11)."""
    codes = sorted(code for code, known in NATION_WORDS.items() if known == word)
    own = [code for code in codes if (code in KGL_CODES) == kgl]
    return next(iter(own or codes), "")
