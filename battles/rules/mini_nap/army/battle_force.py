"""Forces for battle, built from armies, and the set-up of two armies on an open table."""

from collections.abc import Iterator, Mapping
from typing import Any

from battles.engine.armies.facts import Army, Brigade, Corps, Division, Throw, Unit
from battles.engine.armies.group import Fielded
from battles.engine.armies.house_rules import house_of
from battles.engine.armies.short_names import Names
from battles.engine.armies.tree import Place as ArmyPlace
from battles.engine.armies.tree import walk
from battles.engine.core import SIDES, SetupError, SideId
from battles.engine.scenario_file import MOST_NAME
from battles.rules.mini_nap import meta
from battles.rules.mini_nap.army.checks import division_kind, faults
from battles.rules.mini_nap.army.house_rules import HOUSE_SPECS
from battles.rules.mini_nap.army.mapping import map_unit
from battles.rules.mini_nap.army.options import Options as ArmyOptions
from battles.rules.mini_nap.army.ratings import command_nation, standing_rating
from battles.rules.mini_nap.army.words import nation_word
from battles.rules.mini_nap.rules import DEFAULTS, Options, Rules
from battles.rules.mini_nap.scenario import files
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


def _options(army: Army, options: Options) -> ArmyOptions:
    """The battle's options that concern an army, with the house rules the army was built under."""
    return ArmyOptions(
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

    def __init__(self, army: Army, options: ArmyOptions, places: dict[int, ArmyPlace]) -> None:
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
        mapped = map_unit(self._places[id(unit)], self._options)
        return ForceUnit(
            name=self._names.own(unit.name),
            type=mapped.type,
            rating=mapped.quality,
            points=mapped.points,
            nation=mapped.nation,
            kgl=mapped.kgl,
            lancer=mapped.lancer,
            irregular=mapped.irregular,
            weight=mapped.weight,
        )

    def _rating(self, throws: tuple[Throw, ...]) -> CommanderRating | None:
        return standing_rating(throws, self._options)


def _cut(name: str) -> str:
    return name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1].rstrip()}…"
