"""The Easy Napoleonics roster: units by brigade and units from random cards, with cost, victory points and boxes."""

from collections.abc import Sequence

from battles.engine.armies import roster_words
from battles.engine.armies.facts import Army, Draw, counted
from battles.engine.armies.ledger import Block, BlockHead, HeadLine, LedgerSheet, Row, Section, TitleHead, Words
from battles.engine.armies.nations import nations
from battles.engine.armies.reckoning import Reckoning
from battles.engine.armies.roster_words import (
    NONE_LOST,
    USUAL_STYLE,
    Entry,
    Loss,
    Losses,
    Masthead,
    Part,
    RosterArmy,
    RosterStyle,
    marked,
    sentences,
    titled,
)
from battles.engine.armies.tree import Chapter, Group, Place, title, unit_at
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army import checks as costs
from battles.rules.easy_napoleonics.army.battle_force import symbol_of
from battles.rules.easy_napoleonics.army.cards import (
    CardUnit,
    awaits_choice,
    card_nations,
    card_units,
    card_words,
    cards_cost,
    cards_victory_points,
)
from battles.rules.easy_napoleonics.army.checks import faults
from battles.rules.easy_napoleonics.army.mapping import EasyUnit, leader_cost, leader_victory_points, map_unit
from battles.rules.easy_napoleonics.army.options import HOUSE_SPECS, Options
from battles.rules.easy_napoleonics.army.roster_columns import (
    HEAD_HIGH,
    LEADERS,
    MARKING,
    ROWS,
    Line,
    Places,
    columns,
    leader_columns,
    leader_row,
    line_row,
    places,
    titles,
)
from battles.rules.easy_napoleonics.meta import KEY, META
from battles.rules.easy_napoleonics.ui.scene import SIGNS

TITLE = "Random cards"


def cards_head(army: Army, options: Options) -> TitleHead:
    """The head above the units of the last draw (EN-COST-05)."""
    detail = "choose a unit for the choice card (EN-COST-09)" if awaits_choice(army.draws[-1]) else ""
    totals = f"{_card_totals(army, options)} · outside the budget (EN-COST-05)"
    line = HeadLine(TITLE, 12, detail, 11, 7.6, 5.4, totals)
    return TitleHead((line,), HeadLine(TITLE, 12, "continued", 11, 7.6, 5.4))


def cards_block(army: Army, options: Options, losses: Losses, over: int, where: Places) -> Block:
    """The units of the last draw as one block, with boxes to cross off."""
    rows = (_row(unit, losses.of(f"card {at}"), where) for at, unit in enumerate(card_units(army, options), 1))
    return Block(over, BlockHead(_drawn(army.draws[-1])), tuple(rows))


def cards_part(army: Army, options: Options) -> Part:
    """Cost, victory points and nation of the card units; no entries without a draw."""
    if not army.draws:
        return Part(TITLE, ())
    entries = [
        Entry("Cost", f"{cards_cost(army, options).sentence}."),
        Entry("Victory points", f"{cards_victory_points(army, options).sentence}."),
    ]
    if names := [nations()[code].adjective for code in card_nations(army) if code in nations()]:
        nation = names[0] if len(names) == 1 else f"one of these, chosen by the owner: {', '.join(names)}"
        entries.append(Entry("Nation", f"{nation}; none is armored (EN-RULING-83)."))
    return Part(TITLE, tuple(entries))


def _drawn(draw: Draw) -> str:
    cards = ", ".join(card_words(card) for card in draw.cards)
    faces = ", ".join(map(str, draw.faces))
    return f"Dice {faces}: {cards}" if faces else f"Drawn: {cards}"


def _card_totals(army: Army, options: Options) -> str:
    units = counted(len(card_units(army, options)), "unit")
    cost = cards_cost(army, options).value
    return f"{units} · cost {cost} · {cards_victory_points(army, options).value} VP"


def _row(unit: CardUnit, loss: Loss, where: Places) -> Row:
    line = Line(
        symbol=SIGNS[unit.kind],
        name=f"{unit.words[0].upper()}{unit.words[1:]}",
        basis="",
        kind=tables.KIND_WORDS[unit.kind],
        grade=tables.GRADE_WORDS[unit.grade].capitalize(),
        needed=f"{tables.GRADE_NUMBER[unit.grade]}+",
        stands=tables.STANDS[unit.kind],
        cost=Words(str(unit.cost.value)),
        worth=Words(str(unit.victory_points.value)),
        notes=", ".join(filter(None, (loss.gone, "chosen (EN-COST-09)" if unit.by_choice else "card (EN-COST-08)"))),
        struck=loss.struck,
        gone=loss.gone,
    )
    return line_row(line, where)


class _Army(RosterArmy[EasyUnit]):
    """An army with the values that several parts of the roster share."""

    has_commanders = False
    convert = staticmethod(map_unit)
    check = staticmethod(faults)

    def __init__(self, army: Army, options: Options, losses: Losses, style: RosterStyle) -> None:
        super().__init__(army, options, losses, style)
        self.cost = costs.army_cost(army, options)
        self.worth = costs.army_victory_points(army, options)
        self.budget = costs.budget(army, options)
        self.card_kinds = {unit.kind for unit in card_units(army, options)}

    def totals(self, places: Sequence[Place]) -> str:
        """``6 units · cost 48 · 12 VP``."""
        units = [self.unit(place) for place in places]
        cost = sum(unit.cost.value for unit in units)
        worth = sum(unit.victory_points.value for unit in units)
        return f"{counted(len(units), 'unit')} · cost {cost:,} · {worth:,} VP"


def roster(army: Army, options: Options, losses: Losses = NONE_LOST, style: RosterStyle = USUAL_STYLE) -> LedgerSheet:
    """The roster of an army. Every element of ``army`` must have an id (``tree.number``)."""
    at, where = _Army(army, options, losses, style), places(style)
    cost = f"cost {at.cost.value:,}"
    budget = f" of {options.points_budget:,}, {at.budget.lines[-1].value}" if style.closing else ""
    masthead = Masthead(
        title=army.name,
        system=titled(META.title, losses),
        commander=army.commander,
        occasion=roster_words.occasion(army),
        totals=f"{cost}{budget} · worth {at.worth.value:,} victory points",
        faults=at.faults.summary,
    )
    return LedgerSheet(
        masthead=masthead,
        sections=(_section(at, where),),
        rows=ROWS,
        first_style=LEADERS,
        head_high=HEAD_HIGH,
        gap=2.4,
        empty_high=5.0,
        page_each=style.page_each,
        foot=_foot(at),
        closing=_closing(at),
    )


def _section(at: _Army, where: Places) -> Section:
    army, options = at.army, at.options
    heads: list[TitleHead] = []
    blocks: list[Block] = []
    for chapter in at.chapters:
        for head, brigades in _divisions(at, chapter, where, len(heads)):
            heads.append(head)
            blocks += brigades
    if army.draws:
        heads.append(cards_head(army, options))
        blocks.append(cards_block(army, options, at.losses, len(heads) - 1, where))
    cost, worth = leader_cost(options).value, leader_victory_points(options).value
    return Section(
        title=army.name or "An army without a name",
        short=army.name,
        detail=army.commander,
        short_detail=army.commander,
        nation=army.nation,
        titles=tuple(titles(where)),
        columns=columns(where),
        heads=tuple(heads),
        blocks=tuple(blocks),
        first_rows=tuple(
            leader_row(_leader(leader), cost, worth, f"leader {number}" in at.losses.commanders, where)
            for number, leader in enumerate(costs.leaders(army, options), 1)
        ),
        first_columns=leader_columns(where),
    )


def _leader(leader: costs.Leader) -> str:
    return f"{leader.name}, {leader.of}" if leader.name and leader.of else leader.name or "A leader without a name"


def _divisions(at: _Army, chapter: Chapter, where: Places, first: int) -> list[tuple[TitleHead, list[Block]]]:
    """The head and the brigades of each division; ``first`` is the index of the first head."""
    name = title(chapter.at) or ("A Corps without a name" if chapter.at else "Under no Corps")
    corps = HeadLine(name, 15, at.detail(chapter.at, at.army.nation), 12.5, 8.4, 6.4, at.totals(chapter.units))
    over = chapter.at.nation if chapter.at else at.army.nation
    if not chapter.sections:
        return [(TitleHead((corps,), _continued_head(name)), [Block(first, None, (), "no brigades")])]
    heads = []
    for index, section in enumerate(chapter.sections):
        loose = "Directly under the Corps" if chapter.at else "Under no Division"
        division = title(section.at) or ("A Division without a name" if section.at else loose)
        nation = section.at.nation if section.at else over
        own = HeadLine(division, 12, at.detail(section.at, over), 11, 7.6, 5.4, at.totals(section.units))
        head = TitleHead((own,) if index else (corps, own), _continued_head(f"{name} · {division}"))
        blocks = [_brigade(at, group, nation, first + index, where) for group in section.groups]
        heads.append((head, blocks or [Block(first + index, None, (), "no brigades")]))
    return heads


def _continued_head(path: str) -> HeadLine:
    return HeadLine(path, 12, "continued", 11, 7.6, 5.4)


def _brigade(at: _Army, group: Group, over: str, index: int, where: Places) -> Block:
    name = title(group.at) or ("A Brigade without a name" if group.at else "Units under no Brigade")
    nation = group.at.nation if group.at else over
    head = BlockHead(name, at.detail(group.at, over), at.totals(group.units))
    return Block(index, head, tuple(_unit(at, place, nation, where) for place in group.units))


def _unit(at: _Army, place: Place, over: str, where: Places) -> Row:
    unit, facts = at.unit(place), unit_at(place)
    loss, own = at.losses.of(place.element.id), unit.overridden
    notes = [
        loss.gone,
        at.faults.mark(place),
        at.nation(place, over),
        _armor(unit),
        _tag(unit),
        f"under {facts.commander}" if facts.commander else "",
    ]
    line = Line(
        symbol=symbol_of(unit, facts),
        name=facts.name or "A unit without a name",
        basis=roster_words.basis_of(facts) if at.style.basis else "",
        kind=marked(tables.KIND_WORDS[unit.kind], "kind" in own),
        grade=marked(tables.GRADE_WORDS[unit.grade].capitalize(), "grade" in own),
        needed=f"{unit.grade_needed}+",
        stands=unit.stands,
        cost=Words(str(unit.cost.value), marked("", "cost" in own)),
        worth=Words(str(unit.victory_points.value), marked("", "victory_points" in own)),
        notes=", ".join(filter(None, notes)),
        struck=loss.struck,
        gone=loss.gone,
    )
    return line_row(line, where)


def _armor(unit: EasyUnit) -> str:
    if "armored" in unit.overridden:
        return marked("armored" if unit.armored else "not armored", True)
    return "armored" if unit.armored else ""


def _tag(unit: EasyUnit) -> str:
    """The unit's national rule; or its nation tag if the owner overrode it."""
    if "nation_tag" in unit.overridden:
        tag = "no nation tag" if unit.nation_tag == "none" else f"{unit.nation_tag} {'rule' if unit.effects else 'tag'}"
        return marked(tag, True)
    return f"{unit.nation_tag} rule" if unit.effects else ""


def _foot(at: _Army) -> tuple[Entry, ...]:
    """Moves and fire of the army's kinds of unit, national rules in force, and the key to the signs."""
    present = at.card_kinds | {at.unit(place).kind for place in at.places}
    kinds = [kind for kind in tables.KINDS if kind in present]
    moves = "; ".join(f"{tables.KIND_WORDS[kind]}: {_moves(at, kind)}" for kind in kinds)
    fire = "; ".join(f"{tables.KIND_WORDS[kind]}: {_fire(kind)}" for kind in kinds if tables.FIRE[kind])
    effects = {effect: unit.nation_tag for unit in map(at.unit, at.places) for effect in unit.effects}
    national = "; ".join(f"{tag}: {effect.text} ({effect.rule})" for effect, tag in effects.items())
    signs = [MARKING]
    signs += at.sign_keys(any(at.unit(place).overridden for place in at.places))
    lines = (
        ("Moves, hexes.", moves),
        ("Fire dice (at hexes).", fire),
        ("National.", national),
        ("Signs.", sentences(signs).removesuffix(".")),
    )
    key = tuple(Entry(lead, f"{text}.") for lead, text in lines if text)
    return (*roster_words.house_foot(at.army, KEY, HOUSE_SPECS), *key)


def _moves(at: _Army, kind: tables.Kind) -> str:
    moves = (at.unit(place).moves for place in at.places if at.unit(place).kind == kind)
    longest = max(moves, key=len, default=tables.MOVES[kind])
    return ", ".join(f"{move.formation} {move.hexes}" for move in longest)


def _fire(kind: tables.Kind) -> str:
    """``close (1–2) 3``: the band, its hexes, its dice."""
    return ", ".join(
        f"{band.label} ({band.near if band.far == band.near else f'{band.near}–{band.far}'}) {band.dice}"
        for band in tables.FIRE[kind]
    )


def _closing(at: _Army) -> tuple[Part, ...]:
    parts = (
        at.faults.part(),
        roster_words.house_part(at.army, KEY, HOUSE_SPECS),
        roster_words.overrides_part((unit_at(place).name, _reckonings(at.unit(place))) for place in at.places),
        Part("Totals", _totals(at)),
        Part("How cost and victory points add up", _sums(at)),
        cards_part(at.army, at.options),
        Part("Cost and victory points of each sort of unit", _sorts(at)),
        Part("How units of history became units of the game", _mappings(at)),
        roster_words.sources(at.army),
        Part("Notes on formations and units", roster_words.unit_notes(at.army)),
    )
    return tuple(part for part in parts if part.entries)


def _reckonings(unit: EasyUnit) -> tuple[Reckoning, ...]:
    return unit.reckoning, unit.cost, unit.victory_points


def _totals(at: _Army) -> tuple[Entry, ...]:
    entries = [Entry(title(chapter.at), at.totals(chapter.units)) for chapter in at.chapters if chapter.at]
    words = (at.totals(at.places), roster_words.strengths(at.army))
    return (*entries, Entry("The army without leaders", " · ".join(filter(None, words))))


def _sums(at: _Army) -> tuple[Entry, ...]:
    sums = (("Cost", at.cost), ("Budget", at.budget), ("Victory points", at.worth))
    return tuple(Entry(name, f"{reckoning.sentence}.") for name, reckoning in sums)


def _sorts(at: _Army) -> tuple[Entry, ...]:
    """The arithmetic of cost and victory points, for each sort of unit and each unit with an override."""
    entries: dict[str, Entry] = {}
    for place in at.places:
        unit = at.unit(place)
        own = "cost" in unit.overridden or "victory_points" in unit.overridden
        words = f"{unit.words}, {place.element.name}" if own else unit.words
        text = f"cost: {unit.cost.sentence}. Victory points: {unit.victory_points.sentence}."
        entries.setdefault(words, Entry(f"{words[0].upper()}{words[1:]}", text))
    return tuple(entries[name] for name in sorted(entries))


def _mappings(at: _Army) -> tuple[Entry, ...]:
    """How units were mapped: each sentence once, with the names of its units."""
    names: dict[str, list[str]] = {}
    for place in at.places:
        names.setdefault(at.unit(place).reckoning.sentence, []).append(place.element.name)
    return tuple(Entry(", ".join(units), f"{text}.") for text, units in names.items())
