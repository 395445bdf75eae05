"""What the Mini-Nap roster of an army says (section 6.3 of the rulebook), before anything is drawn."""

from collections.abc import Sequence
from typing import Final

from armies.paper.words import Entry, Masthead, Rating
from armies.rules import mini_nap
from armies.rules.facts import ARTILLERY, COMMANDER_RATINGS, Army, Brigade, Corps, Division, Unit
from armies.rules.groups import Chapter, Group, Section, title, unit_at
from armies.rules.mini_nap import MiniNapUnit, Options
from armies.rules.tree import Place
from armies.sheets import wording
from armies.sheets.army_mini_nap import MiniArmy
from armies.sheets.departures import MARK_KEY, house_foot, marked
from armies.sheets.model import MiniBrigade, MiniCorps, MiniDivision, MiniRoster, MiniUnit
from armies.sheets.numbers_mini_nap import closing_parts
from armies.sheets.roster_style import NONE_LOST, USUAL_STYLE, Losses, RosterStyle, titled
from battles.rules.mini_nap import tables

SOURCE_WORDS: Final = {"seed": "thrown", "manual": "typed in", "fixed": "fixed"}
"""How a rating was got; shown beside its boxes."""


def mini_roster(
    army: Army, options: Options, losses: Losses = NONE_LOST, style: RosterStyle = USUAL_STYLE
) -> MiniRoster:
    """The roster's words. Every element of ``army`` has an id (``armies.rules.tree.number``)."""
    at = MiniArmy(army, options, losses, style)
    units = [place for chapter in at.chapters for place in chapter.units]
    return MiniRoster(
        masthead=Masthead(
            title=army.name,
            system=titled("Mini-Nap", losses),
            commander=army.commander,
            occasion=wording.occasion(army),
            totals=" · ".join(filter(None, (at.totals(units), wording.strengths(army)))),
            faults=at.faults.summary,
        ),
        corps=tuple(_corps(at, chapter) for chapter in at.chapters),
        ranges=_ranges(),
        foot=_foot(at, units),
        closing=closing_parts(at, units),
    )


def _ranges() -> tuple[str, str, str]:
    close, medium, long = (f"to {tables.BATTERY_RANGE[band]}" for band in ("close", "medium", "long"))
    return close, medium, long


def _corps(at: MiniArmy, chapter: Chapter) -> MiniCorps:
    corps = chapter.at.element if chapter.at else None
    return MiniCorps(
        name=title(chapter.at) or ("A Corps without a name" if chapter.at else "Under no Corps"),
        detail=_detail(at, chapter.at, at.army.nation),
        nation=chapter.at.nation if chapter.at else at.army.nation,
        rating=_rating(at, corps) if isinstance(corps, Corps) else None,
        totals=at.totals(chapter.units),
        divisions=tuple(_division(at, section, chapter.at) for section in chapter.sections),
    )


def _detail(at: MiniArmy, place: Place | None, over: str) -> str:
    """Commander, nation where it is another than that above, and the marks of faults."""
    if place is None or isinstance(place.element, Unit):
        return ""
    lost = "lost" if place.element.id in at.losses.commanders else ""
    words = ", ".join(filter(None, (place.element.commander, lost, at.nation(place, over))))
    return " ".join(filter(None, (words, at.faults.mark(place))))


def _rating(at: MiniArmy, formation: Corps | Division) -> Rating:
    rating = mini_nap.standing_rating(formation.throws, at.options)
    choices = tuple(f"{tables.COMMANDERS[name].word} {mini_nap.radius(name, at.options)}" for name in COMMANDER_RATINGS)
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


def _division(at: MiniArmy, section: Section, over: Place | None) -> MiniDivision:
    division = section.at.element if section.at else None
    lost_at, words = at.loss(len(section.units))
    nation = over.nation if over else at.army.nation
    loose = "Directly under the Corps" if over else "Under no Division"
    return MiniDivision(
        name=title(section.at) or ("A Division without a name" if section.at else loose),
        detail=_detail(at, section.at, nation),
        rating=_rating(at, division) if isinstance(division, Division) else None,
        totals=at.totals(section.units),
        count=len(section.units),
        lost_at=lost_at,
        loss_words=words,
        brigades=tuple(_brigade(at, group, section.at.nation if section.at else nation) for group in section.groups),
        lost=at.gone(section.units),
    )


def _brigade(at: MiniArmy, group: Group, over: str) -> MiniBrigade:
    brigade = group.at.element if group.at else None
    stand = isinstance(brigade, Brigade) and mini_nap.has_command_stand(brigade)
    lost_at, words = at.loss(len(group.units))
    detail = _detail(at, group.at, over)
    if isinstance(brigade, Brigade):
        detail = ", ".join(filter(None, (detail, "reserve" if brigade.reserve else "", "" if stand else "no stand")))
    nation = group.at.nation if group.at else over
    return MiniBrigade(
        name=title(group.at) or ("A Brigade without a name" if group.at else "Units under no Brigade"),
        detail=detail,
        stand=stand,
        totals=at.totals(group.units),
        lost_at=lost_at,
        loss_words=words,
        units=tuple(_unit(at, place, nation) for place in group.units),
        lost=at.gone(group.units),
    )


def _unit(at: MiniArmy, place: Place, over: str) -> MiniUnit:
    """A unit line; the last box is grey where the unit is removed with it (MN-LOSS-02, 03)."""
    unit = at.unit(place)
    facts = unit_at(place)
    guns = unit.type in ARTILLERY
    own = unit.overridden
    loss = at.losses.of(place.element.id)
    kind = f"{unit.weight} {unit.type_word}" if guns and unit.weight else unit.type_word
    return MiniUnit(
        symbol="lancers" if unit.kind == "lancer" else unit.type,
        name=facts.name or "A unit without a name",
        kind=marked(kind, "type" in own or (guns and "gun_weight" in own)),
        rating=marked(unit.quality_word, "quality" in own),
        needed=f"{unit.quality_needed}+",
        points=unit.points,
        shade=unit.points if unit.removed_at_one else None,
        cells=_cells(unit),
        guns=guns,
        notes=_notes(at, place, unit, over),
        basis=wording.basis_of(facts) if at.style.basis else "",
        points_mark=marked("", "strength_points" in own),
        struck=min(loss.struck, unit.points),
        gone=loss.gone,
    )


def _cells(unit: MiniNapUnit) -> tuple[str, str, str]:
    if unit.dice:
        close, medium, long = (
            str(dice) if dice else "–" for dice in (unit.dice.close, unit.dice.medium, unit.dice.long)
        )
        return close, medium, long
    moves = {open_.formation: open_.move for open_ in unit.formations}
    return moves.get("line", "–"), moves.get("column", "–"), moves.get("skirmish_line", "–")


def _notes(at: MiniArmy, place: Place, unit: MiniNapUnit, over: str) -> str:
    """Flags, bonuses by their first word, a battery's moves, another nation, a commander, faults."""
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
    """The markers key and the sequence of play (MN-MARKER, MN-SEQ), and the signs used."""
    first, holder, other = tables.FIRST_INITIATIVE_DICE, tables.HOLDER_DICE, tables.OTHER_SIDE_DICE
    phases = " · ".join(phase[0].lower() + phase[1:] for phase in tables.PHASES)
    markers = "; ".join(f"{row.marker}: {row.on}: {row.meaning}" for row in tables.MARKERS)
    bonuses = sorted({(bonus.word, bonus.added) for place in units for bonus in at.unit(place).bonuses})
    signs = [f"{word} {added:+d}" for word, added in bonuses]
    if any(at.unit(place).dice for place in units):
        signs.append(f"batteries may also prolong {tables.PROLONG.moves[0]} cm")
    signs += ["loss box in a frame: the stand goes", *([wording.BASIS_KEY] if at.style.basis else [])]
    signs += [wording.FAULT_KEY] if at.faults.all else []
    signs += [MARK_KEY] if any(at.unit(place).overridden for place in units) else []
    return (
        *house_foot(at.army, "mini_nap"),
        Entry("Sequence.", f"{first}D6 each · choose a Brigade · {phases} · holder {holder}D6, other {other}D6."),
        Entry("Markers.", f"{markers}."),
        Entry("Signs.", f"{'; '.join(signs)}."),
    )
