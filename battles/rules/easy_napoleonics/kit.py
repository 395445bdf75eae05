"""What Easy Napoleonics wants on the table besides the figures: markers of morale, formation and the turn, and forms.

There are no rulers: all movement and ranges are counted in hexes and nothing is measured (EN-SETUP-02). There are no
orders, and no rule hides a unit: ``hidden_morale`` hides its level alone (EN-MORALE-13), so its markers are then kept
by their owner.
"""

from collections.abc import Iterator
from typing import Final

from battles.engine.kit import Form, Grid, Kit, Marker, Tally
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.tables import CARDS_DRAWN, LEVELS, SAMPLE_ARMY, Level

_SHARE: Final[dict[Level, int]] = {"fair": 5, "bad": 3}
"""How many of ten units are at a level on a busy day."""

_FORMATIONS: Final = (
    Marker(
        key="square",
        word="square",
        short="□",
        what="no flank or rear; does not move",
        rule="EN-SQUARE-02",
        on="infantry in square",
        until="it changes formation",
        share=2,
    ),
    Marker(
        key="hasty_square",
        word="hasty square",
        short="HS",
        what="no flank or rear; does not move",
        rule="EN-SQUARE-09",
        on="a charged unit that formed square",
        until="end of turn: then it is a square",
        share=2,
    ),
    Marker(
        key="masse",
        word="masse",
        short="M",
        what="a closed mass that moves and attacks",
        rule="EN-NATION-06",
        on="Austrian infantry in masse",
        until="it changes formation",
        share=2,
    ),
    Marker(
        key="limbered",
        word="limbered",
        short="L",
        what="moves; does not fire",
        rule="EN-UNIT-03",
        on="a limbered battery",
        until="it unlimbers",
        share=1,
    ),
)
"""EN-UNIT-03: formations that figures on stands do not show; the masse is of the national rules."""


def kit(rules: Rules) -> Kit:
    """Markers (EN-MORALE, EN-UNIT, EN-SQUARE, EN-FORM, EN-INIT), levels and forms."""
    worse = [level for level in LEVELS if level in _SHARE]
    return Kit(
        markers=(
            *_levels(rules),
            *(each for each in _FORMATIONS if each.key != "masse" or "austria" in rules.options.national_rules),
            *_turn(rules),
        ),
        tally=Tally(
            title="Morale levels",
            what="the level of the unit; below the last it is broken and removed",
            rule="EN-MORALE-03",
            start=rules.tables.level_modifier[LEVELS[0]].what,
            faces=tuple(rules.tables.level_modifier[level].what for level in worse),
        ),
        forms=(_cards(rules),),
        reckoning=_reckoning(rules),
    )


def _levels(rules: Rules) -> Iterator[Marker]:
    secret = "; its owner keeps it out of sight" if rules.options.hidden_morale else ""
    for level, share in _SHARE.items():
        row = rules.tables.level_modifier[level]
        yield Marker(
            key=level,
            word=row.what,
            short=row.what[0],
            what=f"{row.value:+} to fire, checks and melee".replace("-", "−"),
            rule="EN-MORALE-04",
            on=f"a check after fire or melee failed{secret}",
            until="it rallies, or falls further",
            share=share,
        )


def _turn(rules: Rules) -> Iterator[Marker]:
    yield Marker(
        key="changed",
        word="changed",
        short="C",
        what="does not charge or attack in melee",
        rule="EN-FORM-05",
        on="changed formation or facing",
        until="end of turn",
        share=4,
    )
    yield Marker(
        key="failed_square",
        word="failed square",
        short="×",
        what="no musketry, no second attempt",
        rule="EN-SQUARE-05",
        on="a hasty square failed",
        until="end of turn",
        share=1,
    )
    yield Marker(
        key="initiative",
        word="initiative",
        short="I",
        what=f"one for each turn won in a row: −{rules.tables.streak_penalty} each on the next die",
        rule="EN-INIT-02",
        on="the side that won it",
        until="the other side wins",
        per="side",
        share=40,
    )


def _cards(rules: Rules) -> Form:
    """EN-COST-06 to 08: the units drawn before the battle."""
    grid = Grid(
        title="Army",
        columns=("Unit", "Kind", "Grade", "Points", "Victory points"),
        blank=sum(row.count for row in SAMPLE_ARMY) + CARDS_DRAWN,
        rule="EN-COST-08",
    )
    text = (
        f"A basic army of {rules.options.points_budget} points, then {CARDS_DRAWN} cards drawn. "
        "The victory points are what the enemy scores."
    )
    return Form(key="army", title="Army list", text=text, lines=("Side", "Nation", "Leader"), grids=(grid,))


def _reckoning(rules: Rules) -> tuple[Grid, ...]:
    """EN-VP-01 to 07."""
    options = rules.options
    scored = Grid(
        title="Victory points scored",
        columns=("Enemy unit broken, or leader killed", "In turn", "First side scores", "Second side scores"),
        blank=8,
        rule="EN-VP-01",
    )
    when = "at once" if options.victory_timing == "immediate" else "at the end of a turn"
    verdict = Grid(
        title="Victory",
        columns=("", "First side", "Second side"),
        rows=(
            "Victory points",
            f"{options.victory_points_to_win} or more, {when}: wins",
            "A unit left on the board",
            f"End of turn {options.max_turns} and neither has them: both lose",
        ),
        rule="EN-VP-02",
    )
    return scored, verdict
