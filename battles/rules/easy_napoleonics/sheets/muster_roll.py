"""The muster roll: units and leaders of a side with their numbers, from a battle or an army."""

from collections.abc import Iterator
from typing import Final, Protocol

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.engine.sheets.muster_roll import Fact, Roll, RollCommander, RollGroup, RollUnit, Track
from battles.rules.easy_napoleonics.hidden import View
from battles.rules.easy_napoleonics.meta import KEY
from battles.rules.easy_napoleonics.names import FORMATION_WORDS, LEVEL_WORDS, in_formation
from battles.rules.easy_napoleonics.rules import Rules, book_of
from battles.rules.easy_napoleonics.state import NOWHERE, State, Unit
from battles.rules.easy_napoleonics.tables import (
    GRADE_WORDS,
    KIND_WORDS,
    LEVELS,
    NATIONAL_EFFECTS,
    STANDS,
    Band,
    Grade,
    Kind,
    Level,
    Move,
    NationTag,
)
from battles.rules.easy_napoleonics.ui.scene import NATIONS, SIGNS

UNBASED: Final = "Distances are in hexes (EN-SETUP-02); the rules give no base width."


class Fighting(Protocol):
    """A unit in a battle, or one in a force before the battle."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> Kind: ...
    @property
    def grade(self) -> Grade: ...
    @property
    def worth(self) -> int: ...
    @property
    def nation(self) -> NationTag: ...
    @property
    def armored(self) -> bool: ...
    @property
    def level(self) -> Level: ...


def roll(battle: State | View, side: SideId) -> Roll:
    """The units and leaders of ``side`` in one group, each unit at its level."""
    name = battle.sides[side == "b"].name if isinstance(battle, View) else battle.setup.forces[side == "b"].name
    rules = battle.rules if isinstance(battle, View) else battle.setup.rules
    units = [(number, unit) for number, unit in enumerate(battle.units) if unit.side == side]
    worth = sum(unit.worth for _, unit in units)
    return Roll(
        side=name,
        title=name,
        system=KEY,
        nation=next((code for _, unit in units if (code := NATIONS[unit.nation])), ""),
        facts=(Fact("Units", str(len(units))), Fact("Worth", f"{worth} victory points", "EN-VP-05")),
        commanders=tuple(
            leader(f"leader {number}", person.name, name, rules, is_removed=not person.alive)
            for number, person in enumerate(battle.leaders)
            if person.side == side
        ),
        groups=(RollGroup(key=side, title=name, units=tuple(_unit(number, unit, rules) for number, unit in units)),),
        unbased=UNBASED,
    )


def _unit(number: int, unit: Unit, rules: Rules) -> RollUnit:
    is_broken = unit.level == "broken"
    found = entry(
        unit,
        rules,
        key=str(number),
        nation=NATIONS[unit.nation],
        notes=tuple(_state_notes(unit)),
        is_removed=is_broken,
    )
    return found if unit.cell == NOWHERE else replace(found, formation=in_formation(unit.formation))


def _state_notes(unit: Unit) -> Iterator[str]:
    """What has become of a unit in the battle, or when it comes."""
    if unit.level == "broken":
        yield "broken"
    elif unit.mute:
        yield "no fire this turn (EN-SQUARE-05)"
    if unit.arrival is not None:
        yield f"arrives in turn {unit.arrival.turn} (EN-RULING-120)"


def entry(
    unit: Fighting,
    rules: Rules,
    *,
    key: str,
    nation: str = "",
    symbol: str = "",
    points: int | None = None,
    notes: tuple[str, ...] = (),
    is_removed: bool = False,
) -> RollUnit:
    """A unit with the numbers of ``rules``.

    Args:
        nation: the code of the unit's nation.
        symbol: the symbol of its historical type, if known.
        points: its cost, if known (EN-COST-01).
        notes: extra notes before those on its nation.
    """
    grade = GRADE_WORDS[unit.grade].capitalize()
    return RollUnit(
        key=key,
        name=unit.name,
        kind=f"armored {KIND_WORDS[unit.kind]}" if unit.armored else KIND_WORDS[unit.kind],
        symbol=symbol or SIGNS[unit.kind],
        nation=nation,
        quality=f"{grade} {rules.tables.grade_number[unit.grade]}+",
        facts=tuple(_facts(unit, rules)),
        track=_track(LEVELS.index(unit.level), is_removed),
        points=points,
        notes=(*notes, *_notes(unit, rules)),
        stands=STANDS[unit.kind],
        gone=is_removed,
    )


def _track(lost: int, is_removed: bool) -> Track:
    """A box for each morale level, best first; the unit is removed at the grey one (EN-MORALE-03)."""
    words = tuple(LEVEL_WORDS[level] for level in LEVELS)
    return Track("Morale", words, len(words) if is_removed else lost, len(words) - 1, "EN-MORALE-03")


def moves_of(unit: Fighting, rules: Rules) -> tuple[Move, ...]:
    """A unit's formations and their moves in hexes, masse by the Austrian rule (EN-UNIT-03, EN-NATION-06)."""
    own = rules.tables.moves[unit.kind]
    return (*own, rules.tables.masse) if book_of(rules).has_rule_of("austria", unit) else own


def _facts(unit: Fighting, rules: Rules) -> Iterator[Fact]:
    """Facts of a unit: moves, fire, actions, victory points.

    Source: EN-MOVE-01, EN-ART-03, EN-ART-04, EN-ART-05, EN-MUSK-02, EN-MUSK-03.
    """
    for move in moves_of(unit, rules):
        yield Fact(FORMATION_WORDS[move.formation], str(move.hexes), "EN-MOVE-01")
    bands = rules.tables.fire[unit.kind]
    if bands and len({(band.near, band.far) for band in bands}) == 1:
        words = ", ".join(f"{band.label} {band.dice}" for band in bands)
        yield Fact(f"dice at {_reach(bands[0])}", words, "EN-MUSK-03")
    else:
        for band in bands:
            yield Fact(f"{band.label} {_reach(band)}", str(band.dice), "EN-ART-03")
    yield Fact("actions", str(rules.tables.actions[unit.kind]), "EN-ACTION-01")
    yield Fact("worth", f"{unit.worth} VP", "EN-VP-05")


def _reach(band: Band) -> str:
    """The range of a band: ``1–2``, or ``1`` if both ends are equal."""
    return str(band.near) if band.near == band.far else f"{band.near}–{band.far}"


def _notes(unit: Fighting, rules: Rules) -> Iterator[str]:
    """Notes: the unit's national rules in force, and the units of its numbers.

    Source: EN-NATION-01, EN-NATION-02, EN-NATION-03, EN-NATION-04, EN-NATION-05, EN-NATION-06, EN-NATION-07,
    EN-NATION-08.
    """
    if unit.nation in NATIONAL_EFFECTS and book_of(rules).has_rule_of(unit.nation, unit):
        yield from (effect.text for effect in NATIONAL_EFFECTS[unit.nation])
    yield "moves in hexes, dice at hexes" if rules.tables.fire[unit.kind] else "moves in hexes"


def leader(key: str, name: str, of: str, rules: Rules, *, nation: str = "", is_removed: bool = False) -> RollCommander:
    """A leader. Leaders have no rating and no radius; they are with a unit or alone (EN-LEADER-01)."""
    tables = rules.tables
    return RollCommander(
        key=key,
        name=name,
        of=of,
        level="corps",
        symbol="leader_corps",
        nation=nation,
        facts=(
            Fact("move per turn", f"{tables.leader_move} hex{'' if tables.leader_move == 1 else 'es'}", "EN-MOVE-01"),
            Fact("on checks", f"{tables.check_modifiers['leader'].value:+d}", "EN-MORALE-06"),
            Fact("worth", f"{tables.leader_victory_points} VP", "EN-VP-01"),
        ),
        gone=is_removed,
    )
