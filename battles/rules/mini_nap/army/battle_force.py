"""Forces for battle, the set-up of two armies on an open table, and the muster roll of an army."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from battles.engine.armies.facts import Army, Brigade, Corps, Division, Throw, Unit
from battles.engine.armies.group import Fielded
from battles.engine.armies.reckoning import house_of
from battles.engine.armies.short_names import Names
from battles.engine.armies.tree import Chapter, Group, Place, Section, chapters, title, walk
from battles.engine.armies.tree import Place as ArmyPlace
from battles.engine.core import SIDES, SetupError, SideId
from battles.engine.scenario_file import MOST_NAME
from battles.engine.sheets.muster_roll import Fact, Roll, RollCommander, RollGroup, RollUnit
from battles.rules.mini_nap import meta, tables
from battles.rules.mini_nap.army.checks import division_kind, faults, has_command_stand
from battles.rules.mini_nap.army.mapping import MiniNapUnit, map_unit
from battles.rules.mini_nap.army.options import HOUSE_SPECS, Options
from battles.rules.mini_nap.army.ratings import command_nation, radius, standing_rating
from battles.rules.mini_nap.army.words import nation_word
from battles.rules.mini_nap.meta import KEY
from battles.rules.mini_nap.rules import DEFAULTS, Rules
from battles.rules.mini_nap.rules import Options as BattleOptions
from battles.rules.mini_nap.scenario import files
from battles.rules.mini_nap.sheets.muster_roll import Command, commander, entry
from battles.rules.mini_nap.state import BrigadeForce, CorpsForce, DivisionForce, Force, ForceUnit, Setup
from battles.rules.mini_nap.tables import CommanderRating

MOST_FAULTS_NAMED = 3
"""How many faults of an army a refusal names."""


def setup_from_options(army_a: Army, army_b: Army, values: Mapping[str, Any], cards: bool) -> Fielded:
    """The set-up of two armies under options by name. Mini-Nap has no cards.

    Raises:
        SetupError: an army that cannot be used; the path names the side.
        ValueError: a wrong option.
    """
    rules = Rules(meta.read(values))
    return setup_of(army_a, army_b, rules, title=f"{army_a.name} against {army_b.name}")


def force_for_battle(army: Army, rules: Rules = DEFAULTS) -> Force:
    """The force of an army, without a deployment zone: its Corps, Divisions and Brigades with all their units.

    The options of the battle count, not those the army was built with; the owner's overrides and the club's house
    rules stay (MN-RULING-95, MN-RULING-96). Commanders who have a rating keep it (MN-CMD-61). Units with the same name
    are numbered.

    Raises:
        SetupError: the army has an error (MN-VAL); the sentence names the army and the errors.
    """
    options = _options(army, rules.options)
    errors = [fault for fault in faults(army, options) if fault.severity == "error"]
    if errors:
        sentences = " ".join(f"{fault.sentence} ({fault.rule})" for fault in errors[:MOST_FAULTS_NAMED])
        raise SetupError(f"{army.name} cannot be used in a Mini-Nap battle. {sentences}")
    force = force_of(army, rules)
    if not force.corps:
        raise SetupError(f"{army.name} has no Corps: a side has one or more (MN-ORG-01).")
    return force


def force_of(army: Army, rules: Rules = DEFAULTS) -> Force:
    """The force of an army without any check; elements outside a Corps are left out."""
    places = {id(place.element): place for place in walk(army)}
    reader = _Reader(army, _options(army, rules.options), places)
    corps = tuple(reader.corps(each) for each in army.children if isinstance(each, Corps))
    return Force(name=_cut(army.name), corps=corps)


def setup_of(army_a: Army, army_b: Army, rules: Rules = DEFAULTS, *, title: str = "") -> tuple[Setup, tuple[str, ...]]:
    """The set-up of two armies on an open table, and warnings for both players.

    Raises:
        SetupError: an army that cannot be used, or options that do not fit; the path names the side.
    """
    forces = [_force_of_side(side, army, rules) for side, army in zip(SIDES, (army_a, army_b), strict=True)]
    setup = files.open_setup(forces[0], forces[1], rules, title[:MOST_NAME])
    return setup, tuple(_warnings(army_a, rules)) + tuple(_warnings(army_b, rules))


def _force_of_side(side: SideId, army: Army, rules: Rules) -> Force:
    try:
        return force_for_battle(army, rules)
    except SetupError as error:
        raise SetupError(str(error), f"forces.{side}") from None


def _warnings(army: Army, rules: Rules) -> Iterator[str]:
    """The warnings about an army, as its owner sees them on the army page."""
    for fault in faults(army, _options(army, rules.options)):
        if fault.severity == "warning":
            yield f"{army.name}: {fault.sentence} ({fault.rule})"


def _options(army: Army, options: BattleOptions) -> Options:
    """The battle's options that concern an army, with the house rules the army was built under."""
    return Options(
        russian_corps_overlap=options.russian_corps_overlap,
        command_loss_rule=options.command_loss_rule,
        retreated_units_count_as_losses=options.retreated_units_count_as_losses,
        max_corps_per_side=options.max_corps_per_side,
        org_strict=options.org_strict,
        commander_ratings=options.commander_ratings,
        house=house_of(meta.KEY, HOUSE_SPECS, army.house),
    )


class _Reader:
    """Reads the chain of command of one army and gives each unit a unique name."""

    def __init__(self, army: Army, options: Options, places: dict[int, ArmyPlace]) -> None:
        self._army = army
        self._options = options
        self._places = places
        self._names = Names(_cut, MOST_NAME)

    def corps(self, corps: Corps) -> CorpsForce:
        return CorpsForce(
            name=_cut(corps.name),
            nation=nation_word(command_nation(self._places[id(corps)], self._army)),
            divisions=tuple(self._division(each) for each in corps.children if isinstance(each, Division)),
            commander=_cut(corps.commander),
            rating=self._rating(corps.throws),
        )

    def _division(self, division: Division) -> DivisionForce:
        kind, _ = division_kind(division)
        return DivisionForce(
            name=_cut(division.name),
            kind=kind or "infantry",  # type: ignore[arg-type]
            brigades=tuple(self._brigade(each) for each in division.children if isinstance(each, Brigade)),
            commander=_cut(division.commander),
            rating=self._rating(division.throws),
        )

    def _brigade(self, brigade: Brigade) -> BrigadeForce:
        units = tuple(self._unit(each) for each in brigade.children)
        commander = _cut(brigade.commander)
        return BrigadeForce(name=_cut(brigade.name), kind=brigade.kind, units=units, commander=commander)

    def _unit(self, unit: Unit) -> ForceUnit:
        return _force_unit(self._names.own(unit.name), map_unit(self._places[id(unit)], self._options))

    def _rating(self, throws: tuple[Throw, ...]) -> CommanderRating | None:
        return standing_rating(throws, self._options)


def _force_unit(name: str, unit: MiniNapUnit) -> ForceUnit:
    """A unit of a force, with the values that an army's unit has under the rules."""
    shared = ("type", "points", "nation", "kgl", "lancer", "irregular", "weight")
    return ForceUnit(name=name, rating=unit.quality, **{field: getattr(unit, field) for field in shared})


def _cut(name: str) -> str:
    return name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1].rstrip()}…"


def roll(army: Army, options: Options) -> Roll:
    """The roll of ``army``, brigade by brigade in printed order. Every element has an id (``tree.number``)."""
    return _RollReader(army, options).roll()


def rules_of(options: Options) -> Rules:
    """Rules of a battle under an army's options and its club's numbers (MN-RULING-96)."""
    return Rules(BattleOptions(command_loss_rule=options.command_loss_rule), tables_of(options))


def tables_of(options: Options) -> tables.Tables:
    """Tables of a battle with the club's numbers (MN-RULING-96)."""
    rows = {rating: replace(row, radius=radius(rating, options)) for rating, row in tables.PRINTED.commanders.items()}
    return replace(tables.PRINTED, commanders=rows)


class _RollReader:
    """Reads an army under one set of options."""

    def __init__(self, army: Army, options: Options) -> None:
        self._army = army
        self._options = options
        self._rules = rules_of(options)

    def roll(self) -> Roll:
        corps_chapters = chapters(self._army)
        groups = tuple(group for chapter in corps_chapters for group in self._groups(chapter))
        units = [unit for group in groups for unit in group.units]
        points = sum(len(unit.track.boxes) for unit in units if unit.track)
        return Roll(
            side=self._army.name,
            title=self._army.name,
            system=KEY,
            nation=self._army.nation,
            facts=(Fact("Units", str(len(units))), Fact("Strength", f"{points:,} SP", "MN-SP-01")),
            commanders=tuple(self._commanders(corps_chapters)),
            groups=groups,
            turns=self._rules.options.turn_limit,
        )

    def _commanders(self, corps_chapters: tuple[Chapter, ...]) -> Iterator[RollCommander]:
        """The army commander, unless they also lead a Corps, then Corps and Division commanders."""
        corps = {chapter.at.element.commander for chapter in corps_chapters if chapter.at}
        if self._army.commander and self._army.commander not in corps:
            yield RollCommander(
                key="army",
                name=self._army.commander,
                of=self._army.name,
                level="army",
                symbol="leader_army",
                nation=self._army.nation,
            )
        for chapter in corps_chapters:
            if chapter.at is not None and isinstance(chapter.at.element, Corps):
                yield self._commander(chapter.at, chapter)
            for section in chapter.sections:
                if section.at is not None and isinstance(section.at.element, Division):
                    yield self._commander(section.at, section)

    def _commander(self, place: Place, over: Chapter | Section | Group) -> RollCommander:
        at = place.element
        level = "corps" if isinstance(at, Corps) else "division" if isinstance(at, Division) else "brigade"
        return commander(
            Command(
                key=at.id,
                level=level,  # type: ignore[arg-type]
                name=at.commander,
                of=at.name,
                above=tuple(each.name for each in place.above),
                nation=place.nation,
                rating=standing_rating(at.throws, self._options) if isinstance(at, Corps | Division) else None,
                units=0 if level == "corps" else len(over.units),
            ),
            self._rules,
        )

    def _groups(self, chapter: Chapter) -> Iterator[RollGroup]:
        for section in chapter.sections:
            above = tuple(filter(None, (title(chapter.at), title(section.at))))
            for number, group in enumerate(section.groups):
                at = group.at
                stand = at is not None and isinstance(at.element, Brigade) and has_command_stand(at.element)
                yield RollGroup(
                    key=at.element.id if at else f"loose {number} under {'/'.join(above)}",
                    title=title(at) or ("A Brigade without a name" if at else "Units under no Brigade"),
                    above=above,
                    commander=self._commander(at, group) if at and stand else None,
                    units=tuple(self._unit(place) for place in group.units),
                )

    def _unit(self, place: Place) -> RollUnit:
        unit = map_unit(place, self._options)
        recruit = _force_unit(unit.name or "A unit without a name", unit)
        facts = place.element
        under = f"under {facts.commander}" if isinstance(facts, Unit) and facts.commander else ""
        notes = (under,) if under else ()
        return entry(recruit, self._rules, key=facts.id, start=unit.points, nation=place.nation, notes=notes)
