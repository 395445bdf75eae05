"""The Mini-Nap roster of an army (section 6.3 of the rulebook).

Each unit has a line with boxes to cross off; brigades and divisions have loss boxes, and circles for the Turns in
which they acted.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from battles.engine.armies import roster_words
from battles.engine.armies.facts import ARTILLERY, COMMANDER_RATINGS, Army, Brigade, Corps, Division
from battles.engine.armies.field_ledger import LOST_KEY, RINGS_KEY
from battles.engine.armies.ledger import (
    Block,
    CommandBlockHead,
    CommandHead,
    LedgerSheet,
    Row,
    Section,
)
from battles.engine.armies.roster_words import (
    NONE_LOST,
    USUAL_STYLE,
    Entry,
    Losses,
    Masthead,
    Rating,
    RosterStyle,
    house_foot,
    marked,
    titled,
)
from battles.engine.armies.tree import Chapter, Group, Place, title, unit_at
from battles.engine.armies.tree import Section as DivisionGroup
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.checks import has_command_stand
from battles.rules.mini_nap.army.house_rules import HOUSE_SPECS
from battles.rules.mini_nap.army.mapping import MiniNapUnit
from battles.rules.mini_nap.army.options import Options
from battles.rules.mini_nap.army.ratings import radius, standing_rating
from battles.rules.mini_nap.army.roster_army import MiniArmy, closing_parts
from battles.rules.mini_nap.army.roster_columns import (
    HEAD_HIGH,
    ROWS,
    Line,
    Places,
    columns,
    line_row,
    places,
    play_foot,
    titles,
)
from battles.rules.mini_nap.army.roster_columns import signs as play_signs
from battles.rules.mini_nap.meta import KEY, META

SOURCE_WORDS: Final = {"seed": "rolled", "manual": "typed in", "fixed": "fixed"}
"""Source of a rating, shown beside its boxes."""


def roster(army: Army, options: Options, losses: Losses = NONE_LOST, style: RosterStyle = USUAL_STYLE) -> LedgerSheet:
    """The roster as data. Every element of ``army`` has an id (``tree.number``)."""
    at = MiniArmy(army, options, losses, style)
    units = [place for chapter in at.chapters for place in chapter.units]
    masthead = Masthead(
        title=army.name,
        system=titled(META.title, losses),
        commander=army.commander,
        occasion=roster_words.occasion(army),
        totals=" · ".join(filter(None, (at.totals(units), roster_words.strengths(army)))),
        faults=at.faults.summary,
    )
    return LedgerSheet(
        masthead=masthead,
        sections=(_section(at),),
        rows=ROWS,
        head_high=HEAD_HIGH,
        gap=2.4,
        empty_high=5.0,
        together=True,
        page_each=style.page_each,
        turns=tables.TURN_LIMIT,
        foot=_foot(at, units),
        closing=closing_parts(at, units),
    )


def _section(at: MiniArmy) -> Section:
    """All corps, one after the other."""
    army = at.army
    units = [place for chapter in at.chapters for place in chapter.units]
    where = places(max((at.unit(place).points for place in units), default=0), at.style)
    heads: list[CommandHead] = []
    blocks: list[Block] = []
    for chapter in at.chapters:
        blocks += _blocks(at, chapter, where, len(heads))
        heads += _heads(at, chapter)
    name = army.name or "An army without a name"
    return Section(
        title=name,
        short=name,
        detail=army.commander,
        short_detail=army.commander,
        nation=army.nation,
        totals="" if army.children else "no units",
        titles=tuple(titles(where)),
        columns=columns(where),
        heads=tuple(heads),
        blocks=tuple(blocks),
        nothing_at=(where.kind, 6.0),
    )


def _heads(at: MiniArmy, chapter: Chapter) -> list[CommandHead]:
    """The heads of a corps's divisions; that of the corps is above the first."""
    corps = _corps(at, chapter)
    if not chapter.sections:
        return [corps]
    heads = [_division(at, section, chapter.at, corps.name) for section in chapter.sections]
    return [replace(heads[0], above=(corps,)), *heads[1:]]


def _corps(at: MiniArmy, chapter: Chapter) -> CommandHead:
    corps = chapter.at.element if chapter.at else None
    return CommandHead(
        name=title(chapter.at) or ("A Corps without a name" if chapter.at else "Under no Corps"),
        detail=at.detail(chapter.at, at.army.nation),
        rating=_rating(at, corps) if isinstance(corps, Corps) else None,
        totals=at.totals(chapter.units),
        count=0,
        lost_at=None,
        loss_words="",
        symbol="leader_corps",
        rings=False,
        size=15.0,
    )


def _blocks(at: MiniArmy, chapter: Chapter, where: Places, first: int) -> list[Block]:
    """A block for each brigade, or one block that says a division or corps has none.

    ``first`` is the index of the head of its first division.
    """
    if not chapter.sections:
        return [Block(first, None, (), "no Brigades")]
    nation = chapter.at.nation if chapter.at else at.army.nation
    blocks = []
    for index, section in enumerate(chapter.sections, first):
        over = section.at.nation if section.at else nation
        blocks += [_brigade(at, group, over, index, where) for group in section.groups]
        if not section.groups:
            blocks.append(Block(index, None, (), "no Brigades"))
    return blocks


def _rating(at: MiniArmy, formation: Corps | Division) -> Rating:
    rating = standing_rating(formation.throws, at.options)
    choices = tuple(f"{tables.COMMANDERS[name].word} {radius(name, at.options)}" for name in COMMANDER_RATINGS)
    if rating is None:
        return Rating(choices, None, "")
    if not formation.throws:
        return Rating(choices, COMMANDER_RATINGS.index(rating), "fixed by option")
    throw = formation.throws[-1]
    how = SOURCE_WORDS[throw.source]
    if throw.faces:
        added = f"{throw.modifier:+d}".replace("-", "−") if throw.modifier else ""
        how += f" {'+'.join(map(str, throw.faces))}{added} = {sum(throw.faces) + throw.modifier}"
    return Rating(choices, COMMANDER_RATINGS.index(rating), how)


def _division(at: MiniArmy, section: DivisionGroup, over: Place | None, corps: str) -> CommandHead:
    division = section.at.element if section.at else None
    lost_at, words = at.loss(len(section.units))
    nation = over.nation if over else at.army.nation
    loose = "Directly under the Corps" if over else "Under no Division"
    name = title(section.at) or ("A Division without a name" if section.at else loose)
    return CommandHead(
        name=name,
        again=f"{corps} · {name}",
        detail=at.detail(section.at, nation),
        rating=_rating(at, division) if isinstance(division, Division) else None,
        totals=at.totals(section.units),
        count=len(section.units),
        lost_at=lost_at,
        loss_words=words,
        lost=at.lost(section.units),
    )


def _brigade(at: MiniArmy, group: Group, over: str, index: int, where: Places) -> Block:
    brigade = group.at.element if group.at else None
    stand = isinstance(brigade, Brigade) and has_command_stand(brigade)
    lost_at, words = at.loss(len(group.units))
    detail = at.detail(group.at, over)
    if isinstance(brigade, Brigade):
        detail = ", ".join(filter(None, (detail, "reserve" if brigade.reserve else "", "" if stand else "no stand")))
    nation = group.at.nation if group.at else over
    head = CommandBlockHead(
        name=title(group.at) or ("A Brigade without a name" if group.at else "Units under no Brigade"),
        detail=detail,
        stand=stand,
        totals=at.totals(group.units),
        count=len(group.units),
        lost_at=lost_at,
        loss_words=words,
        lost_x=where.lost,
        lost=at.lost(group.units),
    )
    return Block(index, head, tuple(_unit(at, place, nation, where) for place in group.units))


def _unit(at: MiniArmy, place: Place, over: str, where: Places) -> Row:
    unit, facts = at.unit(place), unit_at(place)
    guns, own, loss = unit.type in ARTILLERY, unit.overridden, at.losses.of(place.element.id)
    kind = f"{unit.weight} {unit.type_word}" if guns and unit.weight else unit.type_word
    line = Line(
        symbol="lancers" if unit.kind == "lancer" else unit.type,
        name=facts.name or "A unit without a name",
        basis=roster_words.basis_of(facts) if at.style.basis else "",
        kind=marked(kind, "type" in own or (guns and "gun_weight" in own)),
        rating=marked(unit.quality_word, "quality" in own),
        needed=f"{unit.quality_needed}+",
        points=unit.points,
        mark=marked("", "strength_points" in own),
        struck=loss.struck,
        exempt=not unit.removed_at_one,
        cells=_cells(unit),
        guns=guns,
        notes=_notes(at, place, unit, over),
        gone=bool(loss.gone),
    )
    return line_row(line, where)


def _cells(unit: MiniNapUnit) -> tuple[str, str, str]:
    if unit.dice:
        close, medium, long = (
            str(dice) if dice else "–" for dice in (unit.dice.close, unit.dice.medium, unit.dice.long)
        )
        return close, medium, long
    moves = {open_.formation: open_.move for open_ in unit.formations}
    return moves.get("line", "–"), moves.get("column", "–"), moves.get("skirmish_line", "–")


def _notes(at: MiniArmy, place: Place, unit: MiniNapUnit, over: str) -> str:
    """Losses, faults, a differing nation, bonuses by their first word, a battery's moves, flags, the commander."""
    battery = [f"moves {open_.move.split('/')[0]}" for open_ in unit.formations if open_.formation == "battery"]
    notes = unit.notes if not battery or not unit.weight else ()
    commander = place.element.commander
    words = [
        at.losses.of(place.element.id).gone,
        at.faults.mark(place),
        at.nation(place, over),
        *(f"{bonus.word.split()[0]} {bonus.added:+d}" for bonus in unit.bonuses),
        *battery,
        *notes,
        f"under {commander}" if commander else "",
    ]
    return ", ".join(filter(None, words))


def _foot(at: MiniArmy, units: Sequence[Place]) -> tuple[Entry, ...]:
    """House rules, then the foot of every roster with the signs of this one."""
    bonuses = sorted({(bonus.word, bonus.added) for place in units for bonus in at.unit(place).bonuses})
    signs = [f"{word} {added:+d}" for word, added in bonuses]
    signs += [*play_signs(batteries=any(at.unit(place).dice for place in units)), LOST_KEY, RINGS_KEY]
    signs += at.sign_keys(any(at.unit(place).overridden for place in units))
    return (*house_foot(at.army, KEY, HOUSE_SPECS), *play_foot(), Entry("Signs.", f"{'; '.join(signs)}."))
