"""The muster roll of an army under Easy Napoleonics, card units included."""

from collections.abc import Iterator

from msgspec.structs import replace

from battles.engine.armies.facts import Army, Unit
from battles.engine.armies.tree import Place, chapters, title, unit_at
from battles.engine.sheets.muster_roll import Fact, Roll, RollCommander, RollGroup, RollUnit
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army.cards import CardUnit, card_nations, card_units
from battles.rules.easy_napoleonics.army.cost import army_cost, army_victory_points, leaders
from battles.rules.easy_napoleonics.army.house_rules import KIND_OF, tag_of
from battles.rules.easy_napoleonics.army.mapping import EasyUnit, leader_victory_points, map_unit
from battles.rules.easy_napoleonics.army.options import Options
from battles.rules.easy_napoleonics.meta import KEY
from battles.rules.easy_napoleonics.rules import Options as BattleOptions
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.sheets.muster_roll import UNBASED, entry, leader
from battles.rules.easy_napoleonics.state import Recruit
from battles.rules.easy_napoleonics.ui.scene import SIGNS

CARDS = "Random cards"


def roll(army: Army, options: Options) -> Roll:
    """The muster roll of ``army``, brigade by brigade. Every element must have an id (``tree.number``)."""
    rules = rules_of(options)
    groups = (*_groups(army, options, rules), *_cards(army, options, rules))
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


def _cards(army: Army, options: Options, rules: Rules) -> Iterator[RollGroup]:
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
