"""An army of the army manager taken into a battle of Mini-Nap."""

from collections.abc import Iterator

from armies.rules import mini_nap as armies_mn
from armies.rules.facts import Army, Brigade, Corps, Division, Throw, Unit
from armies.rules.house_spec import house_of
from armies.rules.mini_nap.words import nation_word
from armies.rules.tree import Place as Standing
from armies.rules.tree import walk
from battles.engine.core import SetupError, SideId
from battles.rules.mini_nap import scenario
from battles.rules.mini_nap.checking import SIDES
from battles.rules.mini_nap.rules import DEFAULTS, Options, Rules
from battles.rules.mini_nap.scenario_file import MOST_NAME
from battles.rules.mini_nap.setup import BrigadeForce, CorpsForce, DivisionForce, Force, Recruit, Setup
from battles.rules.mini_nap.tables import CommanderRating
from battles.services.naming import Names

KEY = "mini_nap"
MOST_TOLD = 3
"""Faults of an army that its refusal names."""


def field(army: Army, rules: Rules = DEFAULTS) -> Force:
    """The force that an army brings, without a zone: its Corps, Divisions and Brigades with all their units.

    The options of the battle hold, not those that the army was built with; its owner's overrides and its club's house
    rules stay (MN-RULING-95, 96). Commanders that were rated keep their rating (MN-CMD-61). Units of one name are
    numbered.

    Raises:
        SetupError: the army has a fault that is an error (MN-VAL); the sentence names the army and says which.
    """
    options = _options(army, rules.options)
    wrong = [fault for fault in armies_mn.faults(army, options) if fault.severity == "error"]
    if wrong:
        told = " ".join(f"{fault.sentence} ({fault.rule})" for fault in wrong[:MOST_TOLD])
        raise SetupError(f"{army.name} cannot take the field by Mini-Nap. {told}")
    force = gathered(army, rules)
    if not force.corps:
        raise SetupError(f"{army.name} has no Corps: everything stands under one (MN-ORG-01).")
    return force


def gathered(army: Army, rules: Rules = DEFAULTS) -> Force:
    """All that stands under a Corps of an army, whether it could take the field or not."""
    places = {id(place.element): place for place in walk(army)}
    reader = _Reader(army, _options(army, rules.options), places)
    corps = tuple(reader.corps(each) for each in army.children if isinstance(each, Corps))
    return Force(name=_cut(army.name), corps=corps)


def setup_of(army_a: Army, army_b: Army, rules: Rules = DEFAULTS, *, title: str = "") -> tuple[Setup, tuple[str, ...]]:
    """Two armies on an open table, and what the players ought to know before they agree to it.

    Raises:
        SetupError: an army that cannot be fielded, or options that do not suit; the path names the side.
    """
    forces = [_fielded(side, army, rules) for side, army in zip(SIDES, (army_a, army_b), strict=True)]
    setup = scenario.open_setup(forces[0], forces[1], rules, title[:MOST_NAME])
    return setup, tuple(_warned(army_a, rules)) + tuple(_warned(army_b, rules))


def _fielded(side: SideId, army: Army, rules: Rules) -> Force:
    try:
        return field(army, rules)
    except SetupError as error:
        raise SetupError(str(error), f"forces.{side}") from None


def _warned(army: Army, rules: Rules) -> Iterator[str]:
    """What is out of the ordinary about an army, as its owner sees it in the army manager."""
    for fault in armies_mn.faults(army, _options(army, rules.options)):
        if fault.severity == "warning":
            yield f"{army.name}: {fault.sentence} ({fault.rule})"


def _options(army: Army, options: Options) -> armies_mn.Options:
    """The battle's options as they bear on an army, with the house rules that it was built under."""
    return armies_mn.Options(
        russian_corps_overlap=options.russian_corps_overlap,
        command_loss_rule=options.command_loss_rule,
        retreated_units_count_as_losses=options.retreated_units_count_as_losses,
        max_corps_per_side=options.max_corps_per_side,
        org_strict=options.org_strict,
        commander_ratings=options.commander_ratings,
        house=house_of(KEY, armies_mn.HOUSE_SPECS, army.house),
    )


class _Reader:
    """Reads the chain of command of one army; names its units so that each name is its own."""

    def __init__(self, army: Army, options: armies_mn.Options, places: dict[int, Standing]) -> None:
        self._army = army
        self._options = options
        self._places = places
        self._names = Names(_cut, MOST_NAME)

    def corps(self, corps: Corps) -> CorpsForce:
        return CorpsForce(
            name=_cut(corps.name),
            nation=nation_word(armies_mn.command_nation(self._places[id(corps)], self._army)),
            divisions=tuple(self._division(each) for each in corps.children if isinstance(each, Division)),
            commander=_cut(corps.commander),
            rating=self._rating(corps.throws),
        )

    def _division(self, division: Division) -> DivisionForce:
        kind, _ = armies_mn.division_kind(division)
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

    def _unit(self, unit: Unit) -> Recruit:
        found = armies_mn.map_unit(self._places[id(unit)], self._options)
        return Recruit(
            name=self._names.own(unit.name),
            type=found.type,
            rating=found.quality,
            points=found.points,
            nation=found.nation,
            kgl=found.kgl,
            lancer=found.lancer,
            irregular=found.irregular,
            weight=found.weight,
        )

    def _rating(self, throws: tuple[Throw, ...]) -> CommanderRating | None:
        return armies_mn.standing_rating(throws, self._options)


def _cut(name: str) -> str:
    return name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1].rstrip()}…"
