"""What a force needs at the table: lines of the cheat sheet, markers, rulers and forms."""

from collections.abc import Iterator
from typing import Final

from battles.engine.core import SideId
from battles.engine.sheets.cheat_pages import ALWAYS, IN_FULL, Need, Profile, Wanted, fought
from battles.engine.sheets.kit_list import Form, Grid, Kit, Marker, Tally
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.state import Force, Setup
from battles.rules.easy_napoleonics.tables import (
    CARD_MIX,
    CARDS_DRAWN,
    LEVELS,
    MASSE,
    SAMPLE_ARMY,
    Grade,
    Kind,
    Level,
    NationTag,
)

FOOT = "arm:infantry"
HORSE = "arm:cavalry"
GUNS = "arm:artillery"
LEADER = "leader:yes"
ARMORED = "armored:yes"
SQUARES = ("form:square", "form:hasty_square", "form:masse")


def wanted(setup: Setup, side: SideId) -> Wanted:
    """Units of a side, of its enemy, and the terrain of their battle."""
    own, enemy = setup.forces if side == "a" else reversed(setup.forces)
    return Wanted(of_force(own, setup.rules), of_force(enemy, setup.rules), _ground(setup))


def brought(force: Force, rules: Rules) -> Wanted:
    """Units of a force, for any enemy and any terrain."""
    return Wanted(of_force(force, rules))


def _ground(setup: Setup) -> frozenset[str] | None:
    """The terrain of the board; None if it is random."""
    if setup.rules.options.random_terrain:
        return None
    return frozenset(f"ground:{kind}" for _, kind in setup.board.terrain)


def of_force(force: Force, rules: Rules) -> frozenset[Profile]:
    """Profiles of the units, of units that cards may add, and of leaders, each once."""
    profiles = {_unit(unit.kind, unit.grade, unit.nation, unit.armored, rules) for unit in force.units}
    if force.draws:
        nations = {unit.nation for unit in force.units}
        profiles |= {_unit(row.kind, row.grade, nation, False, rules) for row in CARD_MIX for nation in nations}
    if force.leaders:
        profiles.add(frozenset({LEADER}))
    return frozenset(profiles)


def _unit(kind: Kind, grade: Grade, nation: NationTag, armored: bool, rules: Rules) -> Profile:
    forms = {move.formation for move in rules.tables.moves[kind]}
    if kind == "infantry":
        forms.add("hasty_square")
        if nation == "austria" and nation in rules.options.national_rules:
            forms.add(MASSE.formation)
    words = {f"kind:{kind}", f"arm:{kind.rpartition('_')[2]}", f"grade:{grade}", f"nation:{nation}"}
    words |= {f"form:{form}" for form in forms}
    return frozenset(words | ({ARMORED} if armored else set()))


def national(rules: Rules, tag: NationTag, form: str = "") -> Need:
    """Need of infantry of a nation on either side, if the nation's rule is in force."""
    if tag not in rules.options.national_rules:
        return IN_FULL
    return fought({FOOT, f"nation:{tag}", *([form] if form else [])})


def needed_if(on: bool) -> Need:
    """Always if an option is on; else only on the full sheet."""
    return ALWAYS if on else IN_FULL


_SHARE: Final[dict[Level, int]] = {"fair": 5, "bad": 3}
"""Estimate: how many of ten units are at a level at the same time."""

_FORMATIONS: Final = (
    Marker(
        key="square",
        word="square",
        short="□",
        what="It has no flank or rear, and does not move.",
        rule="EN-SQUARE-02",
        on="Infantry in square has it.",
        until="when it changes formation",
        share=2,
    ),
    Marker(
        key="hasty_square",
        word="hasty square",
        short="HS",
        what="It has no flank or rear, and does not move.",
        rule="EN-SQUARE-09",
        on="A charged unit that formed square has it.",
        until="at the end of the turn, when it becomes a square",
        share=2,
    ),
    Marker(
        key="masse",
        word="masse",
        short="M",
        what="It is a closed mass that moves and attacks.",
        rule="EN-NATION-06",
        on="Austrian infantry in masse has it.",
        until="when it changes formation",
        share=2,
    ),
    Marker(
        key="limbered",
        word="limbered",
        short="L",
        what="It moves, and does not fire.",
        rule="EN-UNIT-03",
        on="A limbered battery has it.",
        until="when it unlimbers",
        share=1,
    ),
)
"""EN-UNIT-03: formations that stands of figures do not show; masse needs the national rules."""


def kit(rules: Rules) -> Kit:
    """The kit: markers (EN-MORALE, EN-UNIT, EN-SQUARE, EN-FORM, EN-INIT), level markers and forms."""
    lower_levels = [level for level in LEVELS if level in _SHARE]
    return Kit(
        markers=(
            *_levels(rules),
            *(marker for marker in _FORMATIONS if marker.key != "masse" or "austria" in rules.options.national_rules),
            *_turn(rules),
        ),
        tally=Tally(
            title="Morale levels",
            what="It shows the level of the unit. Below the last one the unit is broken and removed.",
            rule="EN-MORALE-03",
            start=rules.tables.level_modifier[LEVELS[0]].what,
            faces=tuple(rules.tables.level_modifier[level].what for level in lower_levels),
        ),
        forms=(_cards(rules),),
        reckoning=_score_grids(rules),
    )


def _levels(rules: Rules) -> Iterator[Marker]:
    hidden = " Hide it from the enemy." if rules.options.hidden_morale else ""
    for level, share in _SHARE.items():
        row = rules.tables.level_modifier[level]
        yield Marker(
            key=level,
            word=row.what,
            short=row.what[0],
            what=f"{row.value:+} to fire, checks and melee.".replace("-", "−"),
            rule="EN-MORALE-04",
            on=f"The unit failed a check after fire or melee.{hidden}",
            until="when it rallies or loses another level",
            share=share,
        )


def _turn(rules: Rules) -> Iterator[Marker]:
    yield Marker(
        key="changed",
        word="changed",
        short="C",
        what="It does not charge or attack in melee.",
        rule="EN-FORM-05",
        on="The unit changed formation or facing.",
        until="at the end of the turn",
        share=4,
    )
    yield Marker(
        key="failed_square",
        word="failed square",
        short="×",
        what="It fires no musketry, and does not try again.",
        rule="EN-SQUARE-05",
        on="Its hasty square failed.",
        until="at the end of the turn",
        share=1,
    )
    yield Marker(
        key="initiative",
        word="initiative",
        short="I",
        what=f"−{rules.tables.streak_penalty} on the next die for each turn won in a row.",
        rule="EN-INIT-02",
        on="The side that won the initiative has one for each turn won in a row.",
        until="when the other side wins",
        per="side",
        share=40,
    )


def _cards(rules: Rules) -> Form:
    """The army list with the units drawn before the battle (EN-COST-06, EN-COST-07, EN-COST-08)."""
    grid = Grid(
        title="Army",
        columns=("Unit", "Kind", "Grade", "Points", "Victory points"),
        blank=sum(row.count for row in SAMPLE_ARMY) + CARDS_DRAWN,
        rule="EN-COST-08",
    )
    text = (
        f"A basic army of {rules.options.points_budget} points, then {CARDS_DRAWN} cards drawn. "
        "The enemy scores the victory points."
    )
    return Form(key="army", title="Army list", text=text, lines=("Side", "Nation", "Leader"), grids=(grid,))


def _score_grids(rules: Rules) -> tuple[Grid, ...]:
    """Grids for the score.

    Source: EN-VP-01, EN-VP-02, EN-VP-03, EN-VP-04, EN-VP-05, EN-VP-06, EN-VP-07.
    """
    options = rules.options
    scored = Grid(
        title="Victory points scored",
        columns=("Enemy unit broken, or leader killed", "In turn", "First side scores", "Second side scores"),
        blank=8,
        rule="EN-VP-01",
    )
    when = "at once" if options.victory_timing == "immediate" else "at the end of a turn"
    victory = Grid(
        title="Victory",
        columns=("", "First side", "Second side"),
        rows=(
            "Victory points",
            f"{options.victory_points_to_win} or more, {when}: wins",
            "A unit left on the board",
            f"End of turn {options.max_turns} and neither side has won: both lose",
        ),
        rule="EN-VP-02",
    )
    return scored, victory
