"""Muster roll of a side: commanders and units with their numbers. The roll of an army uses the same entries."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.core import SideId
from battles.engine.sheets.muster_roll import Fact, Roll, RollCommander, RollGroup, RollUnit, Track
from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap.combat.losses import is_exempt_for_good, stand_loss_limit
from battles.rules.mini_nap.fire.dice import unit_bonuses
from battles.rules.mini_nap.hidden import View
from battles.rules.mini_nap.meta import KEY
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import NONE, Stand, State, Unit, Whereabouts, kind_of, unit_class
from battles.rules.mini_nap.tables import (
    COMMAND_STAND_DIAMETER,
    FORMATIONS_OPEN,
    KGL_CODES,
    NATION_WORDS,
    TYPES,
    Band,
    CommanderRating,
    Formation,
    GunWeight,
    Level,
    MoveRow,
    NationWord,
    Quality,
    Tables,
    UnitType,
)
from battles.rules.mini_nap.words.names import in_formation


class Command(Struct, frozen=True, kw_only=True):
    """A command stand of a battle or an army.

    ``units`` is the number of its units at the start, ``lost`` how many are lost; both are 0 for a Corps. A stand that
    ``evaded`` has two white markers.
    """

    key: str
    level: Level | Literal["brigade"]
    name: str
    of: str
    above: tuple[str, ...] = ()
    nation: str = ""
    rating: CommanderRating | None = None
    units: int = 0
    lost: int = 0
    gone: bool = False
    evaded: bool = False


def commander(command: Command, rules: Rules) -> RollCommander:
    """The roll's entry for a commander. Brigade commanders have no rating (MN-CMD-34)."""
    row = rules.tables.commanders[command.rating] if command.rating else None
    return RollCommander(
        key=command.key,
        name=command.name,
        of=command.of,
        level=command.level,
        symbol=f"leader_{command.level}",
        nation=command.nation,
        rating=row.word if row else "",
        radius=row.radius * CM if row else 0,
        choices=() if row or command.level == "brigade" else _choices(rules),
        above=command.above,
        facts=tuple(_facts(command, rules)),
        losses=_losses(command, rules) if command.units else None,
        base=COMMAND_STAND_DIAMETER,
        gone=command.gone,
    )


def _choices(rules: Rules) -> tuple[str, ...]:
    """All ratings with their radii (MN-CMD-06, MN-CMD-07, MN-CMD-08, MN-CMD-09, MN-CMD-10)."""
    return tuple(f"{row.word} {row.radius} cm" for row in rules.tables.commanders.values())


def _losses(command: Command, rules: Rules) -> Track:
    """Boxes for lost units, with the one that removes the stand marked (MN-CMD-45, MN-CMD-46, MN-CMD-47)."""
    at = stand_loss_limit(command.units, rules.options.command_loss_rule) or command.units
    return Track("Units lost", ("",) * command.units, command.lost, at - 1, _loss_rule(command, rules))


def _loss_rule(command: Command, rules: Rules) -> str:
    if not stand_loss_limit(command.units, rules.options.command_loss_rule):
        return "MN-CMD-47"
    return "MN-CMD-45" if command.level == "division" else "MN-CMD-46"


def _facts(command: Command, rules: Rules) -> Iterator[Fact]:
    """Facts of a command stand.

    Source: MN-CMD-06, MN-CMD-07, MN-CMD-08, MN-CMD-09, MN-CMD-10, MN-CMD-13, MN-CMD-31, MN-MOVE-12, MN-CMD-43,
    MN-CMD-45, MN-CMD-46, MN-CMD-47.
    """
    tables = rules.tables
    if command.level != "brigade":
        if command.rating:
            row = tables.commanders[command.rating]
            yield Fact("radius", f"{row.radius} cm", row.rule)
        yield Fact("cautious to", f"{tables.cautious_radius} cm", "MN-CMD-13")
    else:
        yield Fact("attaches within", f"{tables.attach_distance} cm", "MN-CMD-31")
    move = tables.command_stand_move
    yield Fact("moves", f"{move.moves[0]} cm", move.rule)
    if command.units:
        at = stand_loss_limit(command.units, rules.options.command_loss_rule)
        units = "unit" if command.units == 1 else "units"
        words = f"at {at} of {command.units} {units} lost" if at else "with its last unit"
        so_far = f", {command.lost} so far" if command.lost else ""
        yield Fact("stand removed", f"{words}{so_far}", _loss_rule(command, rules))
    if command.evaded:
        yield Fact("evaded", "two white markers", "MN-CMD-43")


SHORT: Final[dict[Formation, str]] = {
    "line": "line",
    "column": "column",
    "solid_square": "square",
    "skirmish_line": "skirmish",
}
"""Short words for formations (MN-FORM-01, MN-FORM-02, MN-FORM-03, MN-FORM-04, MN-FORM-05)."""

BANDS: Final[tuple[Band, ...]] = ("close", "medium", "long")
DASH: Final = "–"
GUN_NUMBERS: Final = "dice by range; moves in cm"
FOOT_NUMBERS: Final = "move/charge in cm"


class Fighting(Protocol):
    """A unit of a battle or of a force."""

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> UnitType: ...
    @property
    def rating(self) -> Quality: ...
    @property
    def points(self) -> int: ...
    @property
    def nation(self) -> NationWord: ...
    @property
    def kgl(self) -> bool: ...
    @property
    def lancer(self) -> bool: ...
    @property
    def irregular(self) -> bool: ...
    @property
    def weight(self) -> GunWeight | None: ...


def entry(
    unit: Fighting,
    rules: Rules,
    *,
    key: str,
    start: int,
    nation: str = "",
    notes: tuple[str, ...] = (),
    removed: bool = False,
) -> RollUnit:
    """The roll's entry for a unit.

    Args:
        start: strength points at the start; boxes of lost points are crossed off.
        nation: the code of its nation.
        notes: further notes, besides those about its type and nation.
    """
    tables = rules.tables
    quality, base = tables.qualities[unit.rating], tables.bases[unit_class(unit)]
    guns = unit_class(unit) == "artillery"
    word = TYPES[unit.type].word
    kind = kind_of(unit)
    return RollUnit(
        key=key,
        name=unit.name,
        kind=f"{unit.weight} {word}" if guns and unit.weight else word,
        symbol="lancers" if kind == "lancer" else unit.type,
        nation=nation,
        quality=f"{quality.word} {quality.needed}+",
        facts=tuple(_guns(unit, tables) if guns else _moves(unit, tables)),
        track=_strength_track(unit, start),
        notes=(*notes, *_notes(unit, tables)),
        wide=base.width,
        deep=base.depth,
        stands=base.stands,
        gone=removed,
    )


def _strength_track(unit: Fighting, start: int) -> Track | None:
    """A box for each strength point; the last is grey if the unit is removed when only it is left.

    Source: MN-LOSS-01, MN-LOSS-02, MN-LOSS-03.
    """
    if start <= 0:
        return None
    last = -1 if is_exempt_for_good(unit.rating, kind_of(unit)) else start - 1
    return Track(
        "Strength", ("",) * start, max(0, start - unit.points), last, "MN-LOSS-02" if last >= 0 else "MN-LOSS-03"
    )


def _moves(unit: Fighting, tables: Tables) -> Iterator[Fact]:
    """Move and charge by formation (MN-MOVE), and the dice of infantry.

    Source: MN-FIRE-30, MN-FIRE-31, MN-FIRE-32, MN-FIRE-33.
    """
    formations = [each for each in FORMATIONS_OPEN[kind_of(unit)] if each in SHORT]
    for formation in formations:
        row = tables.moves[unit.type][formation]
        yield Fact(SHORT[formation], move_words(row, DASH).removesuffix(f"/{DASH}"), row.rule)
    if unit_class(unit) == "infantry":
        dice = {formation: tables.small_arms_dice[formation] for formation in formations}
        words = ", ".join(f"{SHORT[formation]} {count}" for formation, (_, count) in dice.items())
        yield Fact(f"dice to {tables.small_arms_range} cm", words, next(iter(dice.values()))[0])


def _guns(unit: Fighting, tables: Tables) -> Iterator[Fact]:
    """A battery's dice at each range (MN-FIRE-34, MN-FIRE-35, MN-FIRE-36), redeployment and prolong.

    Source: MN-MOVE-09, MN-MOVE-10, MN-MOVE-11.
    """
    row = tables.battery_dice.get(unit.weight) if unit.weight else None
    for band in BANDS if row else ():
        dice = getattr(row, band)
        yield Fact(f"{band} to {tables.battery_range[band]}", str(dice) if dice else DASH, row.rule if row else "")
    move = tables.moves[unit.type]["battery"]
    yield Fact("redeploy", str(move.moves[0]), move.rule)
    yield Fact("prolong", str(tables.prolong.moves[0]), tables.prolong.rule)


def _notes(unit: Fighting, tables: Tables) -> Iterator[str]:
    """Notes on a unit's type, flags and nation, and on the units of its numbers."""
    guns, kind = unit_class(unit) == "artillery", kind_of(unit)
    if kind == "irregular":
        yield "irregular"
    elif unit.lancer:
        yield "lancers"
    nation = None if unit.kgl else unit.nation
    for row in unit_bonuses(tables, unit_class(unit), unit.rating, nation):
        yield f"{row.dice:+d} {'die' if row.dice == 1 else 'dice'}: {row.word}"
    more = tables.square_test_bonus.get(nation, 0) if nation and unit_class(unit) == "infantry" else 0
    if more:
        yield f"{more:+d} emergency square from column"
    if guns and not unit.weight:
        yield "weight of guns not recorded"
    yield GUN_NUMBERS if guns else FOOT_NUMBERS


def move_words(row: MoveRow, none: str) -> str:
    """Move and charge in cm, such as ``6/9`` or ``2 or 4/–``; ``none`` if the unit cannot move."""
    charge = none if row.charge is None else str(row.charge)
    return f"{' or '.join(map(str, row.moves))}/{charge}" if any(row.moves) else none


LEFT: Final[Mapping[Whereabouts, str]] = {
    "destroyed": "destroyed",
    "retreated": "retreated off the table",
    "lost": "left the table for good",
}
"""Words for units that are out of play."""


def roll(seen: State | View, side: SideId) -> Roll:
    """The muster roll of ``side``, with units at their present strength."""
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
        """The formations above a formation, the Corps first."""
        if level == "corps":
            return ()
        division = formation if level == "division" else self._seen.divisions[formation.division]
        corps = self._seen.corps[division.corps]
        return (corps,) if level == "division" else (corps, division)

    def _unit(self, number: int, unit: Unit) -> RollUnit:
        left = LEFT.get(unit.where, "")
        notes = (left,) if left else tuple(_markers(unit))
        found = entry(
            unit,
            self._rules,
            key=str(number),
            start=unit.start,
            nation=code_of(unit.nation, unit.kgl),
            notes=notes,
            removed=bool(left),
        )
        is_placed = unit.where == "table" and unit.formation != "battery"
        return replace(found, formation=in_formation(unit.formation)) if is_placed else found


def _markers(unit: Unit) -> Iterator[str]:
    """The markers on a unit that is in play (MN-MARKER-01, MN-MARKER-02, MN-MARKER-03, MN-MARKER-05)."""
    if unit.blue:
        yield "blue marker: disordered" if unit.blue == "disorder" else "blue marker"
    if unit.yellow:
        yield "yellow marker"
    if unit.white:
        yield "white marker"
    if unit.crew_in != NONE:
        yield "orange marker: abandoned"


def code_of(word: NationWord, kgl: bool) -> str:
    """The code of a nation, from the rules' word for it; empty for ``other`` nations (MN-TYPE-11)."""
    codes = sorted(code for code, nation in NATION_WORDS.items() if nation == word)
    own = [code for code in codes if (code in KGL_CODES) == kgl]
    return next(iter(own or codes), "")
