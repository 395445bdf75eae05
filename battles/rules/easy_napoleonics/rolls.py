"""A side's command in words, from a battle as it stands; an army's own roll is made of the same entries."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, Protocol

from battles.engine.core import SideId
from battles.engine.roll import Fact, Roll, RollCommander, RollGroup, RollUnit, Track
from battles.rules.easy_napoleonics.book import book_of
from battles.rules.easy_napoleonics.meta import KEY
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.state import State, Unit
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
from battles.rules.easy_napoleonics.view import View
from battles.rules.easy_napoleonics.words_names import FORMATION_WORDS, LEVEL_WORDS

SYMBOLS: Final[Mapping[Kind, str]] = MappingProxyType(
    {
        "infantry": "line_infantry",
        "light_cavalry": "light_cavalry",
        "heavy_cavalry": "heavy_cavalry",
        "field_artillery": "foot_artillery",
        "horse_artillery": "horse_artillery",
    }
)
"""The symbol of a unit that is known by its kind only."""
CODES: Final[Mapping[NationTag, str]] = MappingProxyType(
    {"england": "GB", "france": "FR", "prussia": "PR", "austria": "AT", "russia": "RU"}
)
"""The nation's code that a nation tag is shown by."""


UNBASED: Final = "Everything is counted in hexes (EN-SETUP-02), and the rules name no width of a base."


class Fighting(Protocol):
    """A unit of a battle, or one that a side brings."""

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


def roll(seen: State | View, side: SideId) -> Roll:
    """The units and leaders of ``side``, each unit at its level; the game knows no commands below the side."""
    name = seen.sides[side == "b"].name if isinstance(seen, View) else seen.setup.forces[side == "b"].name
    rules = seen.rules if isinstance(seen, View) else seen.setup.rules
    units = [(number, unit) for number, unit in enumerate(seen.units) if unit.side == side]
    worth = sum(unit.worth for _, unit in units)
    return Roll(
        side=name,
        title=name,
        system=KEY,
        nation=next((CODES[unit.nation] for _, unit in units if unit.nation in CODES), ""),
        facts=(Fact("Units", str(len(units))), Fact("Worth", f"{worth} victory points", "EN-VP-05")),
        commanders=tuple(
            leader(f"leader {number}", one.name, name, rules, gone=not one.alive)
            for number, one in enumerate(seen.leaders)
            if one.side == side
        ),
        groups=(RollGroup(key=side, title=name, units=tuple(_unit(number, unit, rules) for number, unit in units)),),
        unbased=UNBASED,
    )


def _unit(number: int, unit: Unit, rules: Rules) -> RollUnit:
    gone = unit.level == "broken"
    return entry(
        unit,
        rules,
        key=str(number),
        nation=CODES.get(unit.nation, ""),
        notes=("broken",) if gone else ("no fire in this turn (EN-SQUARE-05)",) if unit.mute else (),
        gone=gone,
    )


def entry(
    unit: Fighting,
    rules: Rules,
    *,
    key: str,
    nation: str = "",
    symbol: str = "",
    points: int | None = None,
    notes: tuple[str, ...] = (),
    gone: bool = False,
) -> RollUnit:
    """A unit by the numbers of ``rules``.

    Args:
        nation: the code of its nation.
        symbol: that of what it was in history, where that is known.
        points: what it costs, where that is known (EN-COST-01).
        notes: what is told besides what its nation and armor give.
    """
    grade = GRADE_WORDS[unit.grade].capitalize()
    return RollUnit(
        key=key,
        name=unit.name,
        kind=f"armored {KIND_WORDS[unit.kind]}" if unit.armored else KIND_WORDS[unit.kind],
        symbol=symbol or SYMBOLS[unit.kind],
        nation=nation,
        quality=f"{grade} {rules.tables.grade_number[unit.grade]}+",
        facts=tuple(_facts(unit, rules)),
        track=_track(LEVELS.index(unit.level), gone),
        points=points,
        notes=(*notes, *_notes(unit, rules)),
        stands=STANDS[unit.kind],
        gone=gone,
    )


def _track(fallen: int, gone: bool) -> Track:
    """A box for each level of morale, the best first; who comes to the grey one is gone (EN-MORALE-03)."""
    words = tuple(LEVEL_WORDS[level] for level in LEVELS)
    return Track("Morale", words, len(words) if gone else fallen, len(words) - 1, "EN-MORALE-03")


def moves_of(unit: Fighting, rules: Rules) -> tuple[Move, ...]:
    """The formations open to a unit, with hexes; masse to Austrians under their rule (EN-UNIT-03, EN-NATION-06)."""
    own = rules.tables.moves[unit.kind]
    return (*own, rules.tables.masse) if book_of(rules).has_rule_of("austria", unit) else own


def _facts(unit: Fighting, rules: Rules) -> Iterator[Fact]:
    """Moves and fire (EN-MOVE-01, EN-ART-03 to 05, EN-MUSK-02, 03), actions, worth."""
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
    """``1–2``, or ``1`` where both ends are one."""
    return str(band.near) if band.near == band.far else f"{band.near}–{band.far}"


def _notes(unit: Fighting, rules: Rules) -> Iterator[str]:
    """The national rules in force that it has (EN-NATION-01 to 08); what the numbers of its facts are."""
    if unit.nation in NATIONAL_EFFECTS and book_of(rules).has_rule_of(unit.nation, unit):
        yield from (effect.text for effect in NATIONAL_EFFECTS[unit.nation])
    yield "moves in hexes, dice at hexes" if rules.tables.fire[unit.kind] else "moves in hexes"


def leader(key: str, name: str, of: str, rules: Rules, *, nation: str = "", gone: bool = False) -> RollCommander:
    """A leader, who has no rating and no radius: he is with a unit or not (EN-LEADER-01)."""
    tables = rules.tables
    return RollCommander(
        key=key,
        name=name,
        of=of,
        level="corps",
        symbol="leader_corps",
        nation=nation,
        facts=(
            Fact("moves a turn", f"{tables.leader_move} hexes", "EN-MOVE-01"),
            Fact("on checks", f"{tables.check_modifiers['leader'].value:+d}", "EN-MORALE-06"),
            Fact("worth", f"{tables.leader_victory_points} VP", "EN-VP-01"),
        ),
        gone=gone,
    )
