"""An army of the army manager taken into a battle of Easy Napoleonics."""

from collections.abc import Iterator
from typing import Final

from msgspec import structs

from armies.models import Army as ArmyRow
from armies.rules import easy_napoleonics as armies_en
from armies.rules.easy_napoleonics.history import tag_of
from armies.rules.facts import Army
from armies.rules.house_spec import house_of
from armies.services.reading import facts_of
from battles.engine.core import SetupError, SideId
from battles.rules.easy_napoleonics import checking, scenario, tables
from battles.rules.easy_napoleonics.parts import MOST_NAME
from battles.rules.easy_napoleonics.rules import DEFAULTS, Options, Rules
from battles.rules.easy_napoleonics.scenario_parts import captains
from battles.rules.easy_napoleonics.setup import Force, Recruit, Setup
from battles.rules.easy_napoleonics.tables import NationTag
from battles.services.naming import Names

KEY: Final = "easy_napoleonics"


def army_by_slug(slug: str) -> Army:
    """The facts of the army with that slug, whoever may see it: for commands.

    Raises:
        SetupError: there is no such army.
    """
    row = ArmyRow.objects.filter(slug=slug).first() if slug.isprintable() else None
    if row is None:
        raise SetupError(f"There is no army with the slug {slug[:MOST_NAME]!r}.")
    return facts_of(row)


def field(army: Army, rules: Rules = DEFAULTS, *, card_nation: str = "", draw_cards: bool = False) -> Force:
    """The force that an army brings, without a zone: every unit of history, then those of the cards drawn for it.

    The options of the battle hold, not those that the army was built with; its owner's overrides and its club's
    house rules stay (EN-RULING-92 to 101). Units of one name are numbered. ``card_nation`` is the code of the
    nation of the card units, the army's first without it (EN-RULING-83). Where ``draw_cards``, an army without a
    draw draws its cards in the battle.

    Raises:
        SetupError: the army has no unit or too many, an open choice card, or no such nation; it names the army.
    """
    force = gathered(army, rules, card_nation=card_nation, draw_cards=draw_cards)
    units = force.units
    if not units:
        raise SetupError(f"{army.name} has no unit: it would have lost at once (AB-06, EN-VP-07).")
    room = rules.options.board_columns * rules.options.deployment_depth
    wanted = len(units) + (tables.CARDS_DRAWN if force.draws else 0)
    if wanted > room:
        last = units[min(room, len(units) - 1)]
        crowd = f"{army.name} brings {wanted} units, but its zone has {room} hexes"
        advice = "Take a larger board, a deeper zone or a smaller army."
        raise SetupError(f"{crowd}: {last.name} has no place (AB-08). {advice}")
    if len(units) > checking.MOST_UNITS:
        raise SetupError(f"{army.name} has {len(units):,} units; a side has at most {checking.MOST_UNITS}.")
    return force


def gathered(army: Army, rules: Rules = DEFAULTS, *, card_nation: str = "", draw_cards: bool = False) -> Force:
    """All that an army has, whether it could take the field or not: as ``field``, without asking for room.

    Raises:
        SetupError: an open choice card, or no such nation; it names the army.
    """
    options = _options(army, rules.options)
    units = [*_units(army, options), *_cards(army, options, card_nation)]
    leaders = captains(tuple(_cut(leader.name) for leader in armies_en.leaders(army, options)))
    draws = draw_cards and not army.draws
    return Force(name=_cut(army.name), units=tuple(_named(units)), leaders=leaders, zone=(), draws=draws)


def setup_of(
    army_a: Army, army_b: Army, rules: Rules = DEFAULTS, *, title: str = "", draw_cards: bool = False
) -> tuple[Setup, tuple[str, ...]]:
    """Two armies on an open board, a in the south, and what the players ought to know before they agree to it.

    Raises:
        SetupError: an army that cannot be fielded, or options that do not suit; the path names the side.
    """
    forces = []
    for side, army in zip(checking.SIDES, (army_a, army_b), strict=True):
        forces.append(_fielded(side, army, rules, draw_cards))
    setup = scenario.open_setup(forces[0], forces[1], rules, title[:MOST_NAME])
    return setup, (*_compared(army_a, army_b, rules), *checking.warnings(setup))


def _fielded(side: SideId, army: Army, rules: Rules, draw_cards: bool) -> Force:
    try:
        return field(army, rules, draw_cards=draw_cards)
    except SetupError as error:
        raise SetupError(str(error), f"forces.{side}") from None


def _options(army: Army, options: Options) -> armies_en.Options:
    """The battle's options as they bear on an army, with the house rules that it was built under."""
    return armies_en.Options(
        points_budget=options.points_budget,
        points_tolerance=options.points_tolerance,
        vp_model=options.vp_model,
        armored_surcharge_per_stand=options.armored_surcharge_per_stand,
        leaders_per_side=options.leaders_per_side,
        victory_points_to_win=options.victory_points_to_win,
        national_rules=frozenset(options.national_rules),
        choice_card_pool=options.choice_card_pool,
        house=house_of(KEY, armies_en.HOUSE_SPECS, army.house),
    )


def _units(army: Army, options: armies_en.Options) -> Iterator[Recruit]:
    for place, unit in armies_en.easy_units(army, options):
        yield Recruit(
            name=place.element.name,
            kind=unit.kind,
            grade=unit.grade,
            worth=unit.victory_points.value,
            nation=unit.nation_tag,
            armored=unit.armored,
        )


def _cards(army: Army, options: armies_en.Options, code: str) -> Iterator[Recruit]:
    """The units that the army's last draw adds (EN-COST-08, 09, EN-RULING-83)."""
    if not army.draws:
        return
    if fault := armies_en.refuse_draw(army.draws[-1], options):
        raise SetupError(f"The cards of {army.name} cannot be used. {fault}")
    if armies_en.awaits_choice(army.draws[-1]):
        raise SetupError(f"{army.name} has drawn a choice card and has not said what it takes (EN-COST-09).")
    nation = _card_nation(army, options, code)
    for card in armies_en.card_units(army, options):
        name = f"{card.words.capitalize()}, card"
        yield Recruit(name=name, kind=card.kind, grade=card.grade, worth=card.victory_points.value, nation=nation)


def _card_nation(army: Army, options: armies_en.Options, code: str) -> NationTag:
    known = armies_en.card_nations(army)
    if code and code not in known:
        words = ", ".join(known) or "none"
        raise SetupError(f"{code[:20]} is no nation of {army.name}; card units take one of {words} (EN-RULING-83).")
    return tag_of(code or (known[0] if known else ""), False, options.house)[0]


def _named(units: list[Recruit]) -> Iterator[Recruit]:
    """The units under names that are theirs alone."""
    names = Names(_cut, MOST_NAME)
    for unit in units:
        yield structs.replace(unit, name=names.own(unit.name))


def _cut(name: str) -> str:
    return name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1].rstrip()}…"


def _compared(army_a: Army, army_b: Army, rules: Rules) -> Iterator[str]:
    """What is out of the ordinary about the two basic armies (AB-02, AB-03, EN-RULING-101)."""
    both = [(army, _options(army, rules.options)) for army in (army_a, army_b)]
    costs = [armies_en.army_cost(army, options).value for army, options in both]
    budget, tolerance = rules.options.points_budget, rules.options.points_tolerance
    for (army, _), cost in zip(both, costs, strict=True):
        if cost > budget:
            yield f"{army.name} costs {cost} points, {cost - budget} over the budget of {budget} (AB-02)."
    apart = abs(costs[0] - costs[1])
    if apart > tolerance:
        dearer, cheaper = (0, 1) if costs[0] > costs[1] else (1, 0)
        yield (
            f"{both[dearer][0].name} costs {costs[dearer]} points, {both[cheaper][0].name} {costs[cheaper]}: they "
            f"differ by {apart}, and basic armies by {tolerance} at most (AB-03)."
        )
    names = [army.house.name if army.house and options.house.values else "" for army, options in both]
    if names[0] != names[1]:
        words = [f"{army.name} by {name or 'the printed numbers'}" for (army, _), name in zip(both, names, strict=True)]
        yield f"The armies were built by different numbers, {' and '.join(words)} (EN-RULING-101)."
    fought = rules.tables.leader_victory_points
    for army, options in both:
        worth = armies_en.leader_victory_points(options).value
        if worth != fought:
            yield f"A leader is worth {worth} victory points on the roster of {army.name}, {fought} in this battle."
