"""What a force needs at the table: lines of the cheat sheet, markers, rulers and forms."""

from collections.abc import Iterator
from typing import Final

from battles.engine.core import SideId
from battles.engine.sheets.cheat_pages import Profile, Wanted, fought
from battles.engine.sheets.cheat_pages import own as needed
from battles.engine.sheets.kit_list import CENTIMETRE, Form, Grid, Hidden, Kit, Mark, Marker, Ruler, Tally, notches
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import CorpsForce, Force, ForceUnit, Setup, kind_of
from battles.rules.mini_nap.tables import (
    COMMAND_STAND_DIAMETER,
    FORMATIONS,
    FORMATIONS_OPEN,
    MARKERS,
    NEVER,
    TYPES,
    MarkerRow,
    Tables,
    UnitClass,
    UnitType,
)

FOOT = "arm:infantry"
HORSE = "arm:cavalry"
GUNS = "arm:artillery"
FORMED = "state:formed"
UNFORMED = "state:unformed"
SQUARES = ("form:solid_square", "form:emergency_square")
CORPS = "command:corps"
DIVISION = "command:division"


def wanted(setup: Setup, side: SideId) -> Wanted:
    """Units of a side, of its enemy, and the terrain of their battle."""
    own, enemy = setup.forces if side == "a" else reversed(setup.forces)
    terrain = {feature.kind for feature in setup.table.features}
    return Wanted(of_force(own), of_force(enemy), frozenset(f"ground:{kind}" for kind in terrain))


def brought(force: Force, rules: Rules) -> Wanted:
    """Units of a force, for any enemy and any terrain. No option changes the units."""
    return Wanted(of_force(force))


def of_force(force: Force) -> frozenset[Profile]:
    """Profiles of the units and commanders of a force, each once."""
    return frozenset(each for corps in force.corps for each in _of_corps(corps))


def _of_corps(corps: CorpsForce) -> Iterator[Profile]:
    nation = f"nation:{corps.nation}"
    yield frozenset({CORPS, nation})
    for division in corps.divisions:
        yield frozenset({DIVISION, nation})
        yield from (profile(unit) for brigade in division.brigades for unit in brigade.units)


def profile(unit: ForceUnit) -> Profile:
    """The profile of a unit: arm, type, formations, rating, nation unless it is of the KGL, guns."""
    forms = FORMATIONS_OPEN[kind_of(unit)]
    words = {f"arm:{TYPES[unit.type].unit_class}", f"type:{unit.type}", f"grade:{unit.rating}"}
    words |= {f"form:{form}" for form in forms}
    words |= {FORMED if FORMATIONS[form].formed else UNFORMED for form in forms}
    if not unit.kgl:
        words.add(f"nation:{unit.nation}")
    if unit.weight:
        words.add(f"weight:{unit.weight}")
    if unit.lancer:
        words.add("lancer:yes")
    return frozenset(words)


Marks = Iterator[Mark]


def rulers(rules: Rules) -> Iterator[Ruler]:
    """Every ruler of the system."""
    own = rules.tables
    yield _ruler(
        "command",
        "Command radius",
        _command(own),
        text="from the edge of the command stand to any part of the unit",
        stand=COMMAND_STAND_DIAMETER,
    )
    yield _ruler("fire", "Fire", _fire(own), bands=True, text="each band includes its far end; dice for each band")
    for unit_class, title in (("infantry", "Infantry"), ("cavalry", "Cavalry"), ("artillery", "Artillery")):
        yield _ruler(unit_class, f"{title}: moves and charges", _moves(own, unit_class))  # type: ignore[arg-type]
    yield _ruler("distances", "Distances", _distances(own), text="from edge to edge, between the nearest points")


def _ruler(key: str, title: str, marks: Marks, *, bands: bool = False, text: str = "", stand: int = 0) -> Ruler:
    own_notches = notches(marks, CENTIMETRE)
    return Ruler(key=key, title=title, unit="cm", notches=own_notches, bands=bands, text=text, stand=stand)


def _command(own: Tables) -> Marks:
    for row in own.commanders.values():
        yield row.radius, row.word, row.rule
    yield own.cautious_radius, "cautious", "MN-CMD-13"


def _fire(own: Tables) -> Marks:
    yield own.small_arms_range, "small arms", "MN-FIRE-13", fought((FOOT,))
    for band, far in own.battery_range.items():
        dice = ", ".join(f"{weight} {getattr(row, band)}" for weight, row in own.battery_dice.items())
        yield far, f"guns, {band}: {dice}", "MN-FIRE-13", fought((GUNS,))


def _moves(own: Tables, unit_class: UnitClass) -> Marks:
    for unit_type in TYPES:
        if TYPES[unit_type].unit_class == unit_class:
            yield from _type(own, unit_type, TYPES[unit_type].word)
    if unit_class == "artillery":
        for far in own.prolong.moves:
            yield far, "prolong", own.prolong.rule, needed(GUNS)


def _type(own: Tables, unit_type: UnitType, word: str) -> Marks:
    """Marks of a type: foot by formation, since all foot moves alike; horse by type, with its skirmish line."""
    for formation, row in own.moves[unit_type].items():
        name = FORMATIONS[formation].word
        if TYPES[unit_type].unit_class == "cavalry":
            name = f"{word} skirmish line" if formation == "skirmish_line" else word
        elif TYPES[unit_type].unit_class == "artillery":
            name = word
        need = needed(f"type:{unit_type}", f"form:{formation}")
        for far in row.moves:
            yield far, name, row.rule, need
        if row.charge:
            yield row.charge, f"{name} charges", row.rule, need


def _distances(own: Tables) -> Marks:
    yield own.attach_distance, "Brigade stand attaches", "MN-CMD-31"
    yield own.stand_evade_clear, "evading stand stays away", "MN-CMD-42"
    yield own.support_distance, "supporting return fire", "MN-FIRE-53", needed(GUNS)
    yield own.square_nearby, "nearby square", "MN-REACT-41", needed(FOOT)
    for unit_class, far in own.opportunity_limit.items():
        yield far, f"{unit_class} opportunity charge", "MN-REACT-60", needed(f"arm:{unit_class}")
    yield own.reman_clear, "clear to re-man guns", "MN-REACT-33", needed(GUNS)
    yield own.division_stand_off_near, "Division stays away", "MN-DIVMAN-02", needed(DIVISION)
    yield own.division_stand_off_far, "Division stays away (far)", "MN-DIVMAN-02", needed(DIVISION)
    yield own.division_far_over, "Division: far beyond", "MN-DIVMAN-02", needed(DIVISION)
    yield own.command_stand_move.moves[0], "command stand moves", own.command_stand_move.rule


_LOOK: Final[dict[str, Marker]] = {
    "blue": Marker(key="blue", word="blue", short="B", what="", rule="", colour="blue", share=4),
    "yellow": Marker(key="yellow", word="yellow", short="Y", what="", rule="", colour="yellow", share=3),
    "white": Marker(key="white", word="white", short="W", what="", rule="", colour="white", share=1),
    "two white": Marker(
        key="two_white",
        word="two white",
        short="WW",
        what="",
        rule="",
        colour="white",
        twice=True,
        per="commander",
        share=2,
    ),
    "orange": Marker(key="orange", word="orange", short="O", what="", rule="", colour="orange", share=1),
    "hit": Marker(key="hit", word="hit", short="H", what="", rule="", colour="red", share=2),
}
"""Appearance of markers by name: colour, and how many a side needs."""


def kit(rules: Rules) -> Kit:
    """The kit: markers (MN-MARKER), losses (MN-LOSS), rulers (MN-MOVE, MN-FIRE, MN-CMD) and forms."""
    return Kit(
        markers=tuple(_marker(row) for row in MARKERS),
        tally=Tally(
            title="Strength points lost",
            what="Strength points that the unit has lost.",
            rule="MN-LOSS-01",
        ),
        hidden=Hidden(
            rule="MN-RULING-60",
            text="Agree at what distance you replace a marker in sight by its unit.",
        ),
        rulers=tuple(rulers(rules)),
        forms=(_commanders(),),
        reckoning=_reckoning(rules),
    )


def _marker(row: MarkerRow) -> Marker:
    look = _LOOK[row.marker]
    return Marker(
        key=look.key,
        word=look.word,
        short=look.short,
        what=row.meaning,
        rule=row.rule,
        on=row.on,
        until="" if row.until == NEVER else row.until,
        colour=look.colour,
        twice=look.twice,
        per=look.per,
        share=look.share,
    )


def _commanders() -> Form:
    """The form for ratings, which are rolled before the battle (MN-CMD-61)."""
    grid = Grid(
        title="Commanders",
        columns=("Commander", "Corps or Division", "Roll", "Rating", "Radius (cm)"),
        blank=12,
        rule="MN-CMD-50",
    )
    text = "Roll for each Corps and Division commander before the battle and write down the rating."
    return Form(key="commanders", title="Commanders' ratings", text=text, lines=("Side", "Nation"), grids=(grid,))


def _reckoning(rules: Rules) -> tuple[Grid, ...]:
    """The grid for victory; only losses count (MN-RULING-60)."""
    share = rules.options.army_break_share
    counted = "Units retreated" if rules.options.retreated_units_count_as_losses else "Units retreated (not counted)"
    rows = (
        "Units at the start",
        "Units eliminated",
        counted,
        "Per cent lost",
        f"More than {share} per cent: broken",
        "Any unit left on the table",
    )
    limit = f"Last Turn {rules.options.turn_limit}: the smaller share of losses wins"
    return (Grid(title="Victory", columns=("", "First side", "Second side"), rows=(*rows, limit), rule="MN-RULING-60"),)
