"""An army's force in a battle, the set-up of two armies on an open board, and the muster roll of an army."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import structs
from msgspec.structs import replace

from battles.engine.armies.facts import Army, Unit
from battles.engine.armies.group import Fielded
from battles.engine.armies.reckoning import house_of
from battles.engine.armies.short_names import Names
from battles.engine.armies.tree import Place, chapters, title, unit_at
from battles.engine.core import SIDES, SetupError, SideId
from battles.engine.scenario_file import MOST_NAME
from battles.engine.sheets.muster_roll import Fact, Roll, RollCommander, RollGroup, RollUnit
from battles.rules.easy_napoleonics import meta, tables
from battles.rules.easy_napoleonics.army.cards import CardUnit, awaits_choice, card_nations, card_units, refuse_draw
from battles.rules.easy_napoleonics.army.checks import army_cost, army_victory_points, easy_units, leaders
from battles.rules.easy_napoleonics.army.mapping import EasyUnit, leader_victory_points, map_unit
from battles.rules.easy_napoleonics.army.options import HOUSE_SPECS, KIND_OF, Options, tag_of
from battles.rules.easy_napoleonics.meta import KEY
from battles.rules.easy_napoleonics.rules import DEFAULTS, Rules
from battles.rules.easy_napoleonics.rules import Options as BattleOptions
from battles.rules.easy_napoleonics.scenario import check, files
from battles.rules.easy_napoleonics.scenario.reader import captains
from battles.rules.easy_napoleonics.sheets.muster_roll import UNBASED, entry, leader
from battles.rules.easy_napoleonics.state import Force, Recruit, Setup
from battles.rules.easy_napoleonics.tables import NationTag
from battles.rules.easy_napoleonics.ui.scene import SIGNS


def battle_setup(army_a: Army, army_b: Army, values: Mapping[str, Any], cards: bool) -> Fielded:
    """The set-up of two armies, with warnings for the players.

    ``values`` are the battle's options by name. ``cards``: an army without a draw draws its cards in the battle.

    Raises:
        SetupError: an army cannot be used; the path names the side. ValueError: a wrong option.
    """
    rules = Rules(meta.read(values))
    return setup_of(army_a, army_b, rules, title=f"{army_a.name} against {army_b.name}", draw_cards=cards)


def field(army: Army, rules: Rules = DEFAULTS, *, card_nation: str = "", draw_cards: bool = False) -> Force:
    """The force of an army, without a deployment zone: every unit of history, then the card units.

    The options of the battle apply, not those that the army was built with; its owner's overrides and its club's
    house rules stay (EN-RULING-100, EN-RULING-101). Units with the same name get numbers. ``card_nation`` is the code
    of the card units' nation; the default is the army's first nation (EN-RULING-83). ``draw_cards``: an army without a
    draw draws its cards in the battle.

    Raises:
        SetupError: the army has no units or too many, an open choice card, or no such nation. The text names the army.
    """
    force = full_force(army, rules, card_nation=card_nation, draw_cards=draw_cards)
    units = force.units
    if not units:
        raise SetupError(f"{army.name} has no units: it would lose at once (AB-06, EN-VP-07).")
    room = rules.options.board_columns * rules.options.deployment_depth
    wanted = len(units) + (tables.CARDS_DRAWN if force.draws else 0)
    if wanted > room:
        last = units[min(room, len(units) - 1)]
        crowd = f"{army.name} has {wanted} units, but its zone has only {room} hexes"
        advice = "Use a larger board, a deeper zone or a smaller army."
        raise SetupError(f"{crowd}: there is no hex for {last.name} (AB-08). {advice}")
    if len(units) > check.MOST_UNITS:
        raise SetupError(f"{army.name} has {len(units):,} units; a side can have at most {check.MOST_UNITS}.")
    return force


def full_force(army: Army, rules: Rules = DEFAULTS, *, card_nation: str = "", draw_cards: bool = False) -> Force:
    """The force of an army as ``field`` makes it, without a check of size.

    Raises:
        SetupError: an open choice card, or no such nation. The text names the army.
    """
    options = _options(army, rules.options)
    units = [*_units(army, options), *_cards(army, options, card_nation)]
    commanders = captains(tuple(_cut(leader.name) for leader in leaders(army, options)))
    draws = draw_cards and not army.draws
    return Force(name=_cut(army.name), units=tuple(_named(units)), leaders=commanders, zone=(), draws=draws)


def setup_of(
    army_a: Army, army_b: Army, rules: Rules = DEFAULTS, *, title: str = "", draw_cards: bool = False
) -> tuple[Setup, tuple[str, ...]]:
    """Two armies on an open board, ``army_a`` in the south, and warnings for the players.

    Raises:
        SetupError: an army cannot be used, or the options do not fit it; the path names the side.
    """
    forces = []
    for side, army in zip(SIDES, (army_a, army_b), strict=True):
        forces.append(_field_side(side, army, rules, draw_cards))
    setup = files.open_setup(forces[0], forces[1], rules, title[:MOST_NAME])
    return setup, (*_warnings(army_a, army_b, rules), *check.warnings(setup))


def _field_side(side: SideId, army: Army, rules: Rules, draw_cards: bool) -> Force:
    try:
        return field(army, rules, draw_cards=draw_cards)
    except SetupError as error:
        raise SetupError(str(error), f"forces.{side}") from None


def _options(army: Army, options: BattleOptions) -> Options:
    """The battle's options that concern an army, with the army's own house rules."""
    return Options(
        points_budget=options.points_budget,
        points_tolerance=options.points_tolerance,
        vp_model=options.vp_model,
        armored_surcharge_per_stand=options.armored_surcharge_per_stand,
        leaders_per_side=options.leaders_per_side,
        victory_points_to_win=options.victory_points_to_win,
        national_rules=frozenset(options.national_rules),
        choice_card_pool=options.choice_card_pool,
        house=house_of(meta.KEY, HOUSE_SPECS, army.house),
    )


def _units(army: Army, options: Options) -> Iterator[Recruit]:
    for place, unit in easy_units(army, options):
        yield Recruit(
            name=place.element.name,
            kind=unit.kind,
            grade=unit.grade,
            worth=unit.victory_points.value,
            nation=unit.nation_tag,
            armored=unit.armored,
        )


def _cards(army: Army, options: Options, code: str) -> Iterator[Recruit]:
    """The units that the army's last draw adds (EN-COST-08, EN-COST-09, EN-RULING-83)."""
    if not army.draws:
        return
    if refusal := refuse_draw(army.draws[-1], options):
        raise SetupError(f"The cards of {army.name} cannot be used. {refusal}")
    if awaits_choice(army.draws[-1]):
        raise SetupError(f"{army.name} has a choice card: choose its unit first (EN-COST-09).")
    nation = _card_nation(army, options, code)
    for card in card_units(army, options):
        name = f"{card.words.capitalize()}, card"
        yield Recruit(name=name, kind=card.kind, grade=card.grade, worth=card.victory_points.value, nation=nation)


def _card_nation(army: Army, options: Options, code: str) -> NationTag:
    codes = card_nations(army)
    if code and code not in codes:
        words = ", ".join(codes) or "none"
        raise SetupError(f"{code[:20]} is not a nation of {army.name}; choose one of {words} (EN-RULING-83).")
    return tag_of(code or (codes[0] if codes else ""), False, options.house)[0]


def _named(units: list[Recruit]) -> Iterator[Recruit]:
    """The units, each under a name of its own."""
    names = Names(_cut, MOST_NAME)
    for unit in units:
        yield structs.replace(unit, name=names.own(unit.name))


def _cut(name: str) -> str:
    return name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1].rstrip()}…"


def _warnings(army_a: Army, army_b: Army, rules: Rules) -> Iterator[str]:
    """Warnings about two armies that are not a fair pair of basic armies (AB-02, AB-03, EN-RULING-101)."""
    both = [(army, _options(army, rules.options)) for army in (army_a, army_b)]
    costs = [army_cost(army, options).value for army, options in both]
    budget, tolerance = rules.options.points_budget, rules.options.points_tolerance
    for (army, _), cost in zip(both, costs, strict=True):
        if cost > budget:
            yield f"{army.name} costs {cost} points: {cost - budget} over the budget of {budget} (AB-02)."
    apart = abs(costs[0] - costs[1])
    if apart > tolerance:
        dearer, cheaper = (0, 1) if costs[0] > costs[1] else (1, 0)
        yield (
            f"{both[dearer][0].name} costs {costs[dearer]} points, {both[cheaper][0].name} {costs[cheaper]}: a "
            f"difference of {apart}. Basic armies may differ by {tolerance} at most (AB-03)."
        )
    names = [army.house.name if army.house and options.house.values else "" for army, options in both]
    if names[0] != names[1]:
        words = [
            f"{army.name} with {name or 'the printed numbers'}" for (army, _), name in zip(both, names, strict=True)
        ]
        yield f"The armies were built with different points tables: {' and '.join(words)} (EN-RULING-101)."
    in_battle = rules.tables.leader_victory_points
    for army, options in both:
        worth = leader_victory_points(options).value
        if worth != in_battle:
            yield f"A leader is worth {worth} victory points on the roster of {army.name}, {in_battle} in this battle."


CARDS = "Random cards"


def roll(army: Army, options: Options) -> Roll:
    """The muster roll of ``army``, brigade by brigade. Every element must have an id (``tree.number``)."""
    rules = rules_of(options)
    groups = (*_groups(army, options, rules), *_card_groups(army, options, rules))
    count = sum(len(group.units) for group in groups)
    worth = army_victory_points(army, options).value
    return Roll(
        side=army.name,
        title=army.name,
        system=KEY,
        nation=army.nation,
        facts=(
            Fact("Units", str(count)),
            Fact("Cost", str(army_cost(army, options).value), "EN-COST-01"),
            Fact("Worth", f"{worth} victory points", "EN-VP-05"),
        ),
        commanders=tuple(_leaders(army, options, rules)),
        groups=groups,
        unbased=UNBASED,
    )


def rules_of(options: Options) -> Rules:
    """The rules of a battle under an army's options and its club's numbers (EN-RULING-101)."""
    national = tuple(sorted(options.national_rules))
    return Rules(BattleOptions(national_rules=national, leaders_per_side=options.leaders_per_side), tables_of(options))


def tables_of(options: Options) -> tables.Tables:
    """The tables of a battle under a club's numbers (EN-RULING-101)."""
    return replace(tables.PRINTED, leader_victory_points=leader_victory_points(options).value)


def symbol_of(unit: EasyUnit, facts: Unit) -> str:
    """The symbol of the unit's historical type; the symbol of its kind if the two differ."""
    if KIND_OF[facts.type] != unit.kind:
        return SIGNS[unit.kind]
    return "lancers" if facts.lancer and facts.type == "light_cavalry" else facts.type


def _leaders(army: Army, options: Options, rules: Rules) -> Iterator[RollCommander]:
    for number, person in enumerate(leaders(army, options), 1):
        yield leader(f"leader {number}", person.name, person.of or army.name, rules, nation=army.nation)


def _groups(army: Army, options: Options, rules: Rules) -> Iterator[RollGroup]:
    for chapter in chapters(army):
        for section in chapter.sections:
            above = tuple(filter(None, (title(chapter.at), title(section.at))))
            for number, group in enumerate(section.groups):
                at = group.at
                commander = at.element.commander if at else ""
                yield RollGroup(
                    key=at.element.id if at else f"loose {number} under {'/'.join(above)}",
                    title=title(at) or ("A Brigade without a name" if at else "Units under no Brigade"),
                    above=above,
                    facts=(Fact("Commander", commander),) if commander else (),
                    units=tuple(_unit(place, options, rules) for place in group.units),
                )


def _unit(place: Place, options: Options, rules: Rules) -> RollUnit:
    unit, facts = map_unit(place, options), unit_at(place)
    recruit = Recruit(
        name=facts.name or "A unit without a name",
        kind=unit.kind,
        grade=unit.grade,
        worth=unit.victory_points.value,
        nation=unit.nation_tag,
        armored=unit.armored,
    )
    return entry(
        recruit,
        rules,
        key=facts.id,
        nation=place.nation,
        symbol=symbol_of(unit, facts),
        points=unit.cost.value,
        notes=(f"under {facts.commander}",) if facts.commander else (),
    )


def _card_groups(army: Army, options: Options, rules: Rules) -> Iterator[RollGroup]:
    """The units that the army's last draw adds (EN-COST-08, EN-RULING-83)."""
    units = card_units(army, options)
    if units:
        code = next(iter(card_nations(army)), "")
        card_rows = tuple(_card(f"card {number}", unit, code, options, rules) for number, unit in enumerate(units, 1))
        yield RollGroup(key="cards", title=CARDS, units=card_rows)


def _card(key: str, unit: CardUnit, code: str, options: Options, rules: Rules) -> RollUnit:
    recruit = Recruit(
        name=f"{unit.words[0].upper()}{unit.words[1:]}",
        kind=unit.kind,
        grade=unit.grade,
        worth=unit.victory_points.value,
        nation=tag_of(code, False, options.house)[0],
    )
    return entry(recruit, rules, key=key, nation=code, points=unit.cost.value)
