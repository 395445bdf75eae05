"""The Mini-Nap roster of an army, and its closing pages: faults, totals, arithmetic (section 6.3 of the rulebook).

Each unit has a line with boxes to cross off; brigades and divisions have loss boxes, and circles for the Turns in
which they acted.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec.structs import replace

from battles.engine.armies import roster_words
from battles.engine.armies.facts import ARTILLERY, COMMANDER_RATINGS, Army, Brigade, Corps, Division, counted
from battles.engine.armies.field_ledger import LOST_KEY, RINGS_KEY
from battles.engine.armies.ledger import Block, CommandBlockHead, CommandHead, LedgerSheet, Row, Section
from battles.engine.armies.roster_words import (
    NONE_LOST,
    USUAL_STYLE,
    Entry,
    Losses,
    Masthead,
    Part,
    Rating,
    RosterArmy,
    RosterStyle,
    house_foot,
    marked,
    sentences,
    titled,
)
from battles.engine.armies.tree import Chapter, Group, Place, title, unit_at
from battles.engine.armies.tree import Section as DivisionGroup
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.checks import faults, has_command_stand
from battles.rules.mini_nap.army.mapping import MiniNapUnit, map_unit
from battles.rules.mini_nap.army.options import HOUSE_SPECS, Options
from battles.rules.mini_nap.army.ratings import (
    command_nation,
    explain_stand_loss,
    explain_throw,
    radius,
    stand_can_be_lost,
    stand_lost_at,
    standing_rating,
)
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
from battles.rules.mini_nap.sheets.muster_roll import LEFT


class MiniArmy(RosterArmy[MiniNapUnit]):
    """An army, for the parts of its roster."""

    convert = staticmethod(map_unit)
    check = staticmethod(faults)

    def points(self, places: Sequence[Place]) -> int:
        return sum(self.unit(place).points for place in places)

    def totals(self, places: Sequence[Place]) -> str:
        """``41 units · 208 SP``."""
        return f"{counted(len(places), 'unit')} · {self.points(places):,} SP"

    def lost(self, places: Sequence[Place]) -> int:
        """Number of these units that are out of play and count as lost (MN-RULING-04)."""
        spared = "" if self.options.retreated_units_count_as_losses else LEFT["retreated"]
        words = [self.losses.of(place.element.id).gone for place in places]
        return sum(word not in ("", spared) for word in words)

    def loss(self, count: int) -> tuple[int | None, str]:
        """The loss that removes a stand, or words if none does (MN-CMD-45, MN-CMD-46, MN-CMD-47)."""
        at = stand_lost_at(count, self.options)
        return at, "" if at or not count else "stand removed with the last unit"


def closing_parts(at: MiniArmy, units: Sequence[Place]) -> tuple[Part, ...]:
    """The parts of the roster's closing pages, empty parts left out."""
    parts = (
        at.faults.part(),
        roster_words.house_part(at.army, KEY, HOUSE_SPECS),
        roster_words.overrides_part((unit_at(place).name, (at.unit(place).reckoning,)) for place in units),
        Part("Totals", _totals(at, units)),
        Part("Commanders’ ratings", _rating_rolls(at)),
        Part("When to remove command stands", _losses(at)),
        Part("Values of types and ratings", _kinds(at, units)),
        Part("Arithmetic of strength points", _strength_arithmetic(at)),
        roster_words.sources(at.army),
        Part("Notes on formations and units", roster_words.unit_notes(at.army)),
    )
    return tuple(part for part in parts if part.entries)


def _totals(at: MiniArmy, units: Sequence[Place]) -> tuple[Entry, ...]:
    entries = []
    for chapter in at.chapters:
        if chapter.at:
            words = (at.totals(chapter.units), roster_words.strengths(chapter.at.element))
            entries.append(Entry(title(chapter.at), " · ".join(filter(None, words))))
    words = (at.totals(units), roster_words.strengths(at.army))
    return (*entries, Entry("The army", " · ".join(filter(None, words))))


def _rating_rolls(at: MiniArmy) -> tuple[Entry, ...]:
    """Every rating roll in order, replaced ones too."""
    entries = []
    for chapter in at.chapters:
        for place in (chapter.at, *(section.at for section in chapter.sections)):
            if place is None or not isinstance(place.element, Corps | Division):
                continue
            level: Literal["corps", "division"] = "corps" if isinstance(place.element, Corps) else "division"
            nation = command_nation(place, at.army)
            for number, throw in enumerate(place.element.throws, 1):
                last = number == len(place.element.throws)
                lead = f"{place.element.commander or place.element.name}, roll {number}{'' if last else ', replaced'}"
                by = f" By {throw.by}." if throw.by else ""
                when = f" {roster_words.moment(throw.at)}." if throw.at else ""
                text = explain_throw(throw, level, nation, at.options).sentence
                entries.append(Entry(lead, f"{text}.{by}{when}"))
    return tuple(entries)


def _losses(at: MiniArmy) -> tuple[Entry, ...]:
    """The loss that removes the stand of a Division or Brigade, once for each number of units."""
    sections = [section for chapter in at.chapters for section in chapter.sections]
    parts: list[DivisionGroup | Group] = [*sections, *(group for section in sections for group in section.groups)]
    sizes = {len(part.units) for part in parts if part.at and stand_can_be_lost(part.at.element)}
    return tuple(
        Entry(f"With {counted(size, 'unit')}", explain_stand_loss(size, at.options).sentence)
        for size in sorted(sizes - {0})
    )


def _kinds(at: MiniArmy, units: Sequence[Place]) -> tuple[Entry, ...]:
    """The moves, dice and bonuses on the roster, each once, with its rule."""
    moves: dict[str, str] = {}
    bonuses: dict[str, str] = {}
    for unit in map(at.unit, units):
        kind = "lancers" if unit.kind == "lancer" else unit.type_word if unit.kind == unit.type else unit.kind
        moves.setdefault(kind, "; ".join(f"{o.word} {o.move} cm ({o.rule}, {o.move_rule})" for o in unit.formations))
        if unit.weight and unit.dice:
            row = tables.BATTERY_DICE[unit.weight]
            moves.setdefault(f"{unit.weight} guns", f"dice {row.close}, {row.medium}, {row.long} ({row.rule})")
        for bonus in unit.bonuses:
            bonuses[f"{bonus.word} {bonus.added:+d}"] = bonus.rule
        row_ = tables.QUALITIES[unit.quality]
        moves.setdefault(row_.word, f"{row_.needed}+ ({row_.rule})")
    return tuple(Entry(lead, text) for lead, text in (moves | bonuses).items())


def _strength_arithmetic(at: MiniArmy) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for chapter in at.chapters:
        for section in chapter.sections:
            names = filter(None, (title(chapter.at), title(section.at)))
            entries.append(Entry(" · ".join(names) or "Under no Corps"))
            entries.extend(roster_words.together(_lines(at, section)))
    return tuple(entries)


def _lines(at: MiniArmy, section: DivisionGroup) -> list[tuple[str, str]]:
    lines = []
    for place in section.units:
        unit = unit_at(place)
        origin = roster_words.figures(unit)
        lines.append((unit.name, "; ".join(filter(None, (at.unit(place).strength.sentence, origin)))))
    return lines


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
    battery = [f"moves {open_.move.split('/')[0]} cm" for open_ in unit.formations if open_.formation == "battery"]
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
    return (*house_foot(at.army, KEY, HOUSE_SPECS), *play_foot(), Entry("Signs.", sentences(signs)))
