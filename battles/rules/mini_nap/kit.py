"""What Mini-Nap wants on the table besides the figures: coloured markers, rulers in centimetres, forms.

It has no orders and no chits. Set-up is left to the players (MN-RULING-60), so they may agree to begin with numbered
markers in place of units; no rule says what such a marker is but a unit, so they have no second step.
"""

from typing import Final

from battles.engine.kit import Form, Grid, Hidden, Kit, Marker, Tally
from battles.rules.mini_nap.kit_rulers import rulers
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import MARKERS, NEVER, MarkerRow

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
"""How a marker looks, by its name in the table: the colour of the rules, and how many a side needs."""


def kit(rules: Rules) -> Kit:
    """Markers (MN-MARKER), losses (MN-LOSS), rulers (MN-MOVE, MN-FIRE, MN-CMD) and forms."""
    return Kit(
        markers=tuple(_marker(row) for row in MARKERS),
        tally=Tally(
            title="Strength points lost",
            what="strength points that the unit has lost",
            rule="MN-LOSS-01",
        ),
        hidden=Hidden(
            rule="MN-RULING-60",
            text="Set-up is the players' own: agree at what distance a marker in sight is replaced by its unit.",
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
    """Ratings are thrown before play (MN-CMD-50 to 60)."""
    grid = Grid(
        title="Commanders",
        columns=("Commander", "Corps or Division", "Throw", "Rating", "Radius (cm)"),
        blank=12,
        rule="MN-CMD-50",
    )
    text = "Throw for each Corps and Division commander before the battle and write down what he is."
    return Form(key="commanders", title="Commanders' ratings", text=text, lines=("Side", "Nation"), grids=(grid,))


def _reckoning(rules: Rules) -> tuple[Grid, ...]:
    """MN-RULING-60: losses alone decide."""
    share = rules.options.army_break_share
    counted = "Units retreated" if rules.options.retreated_units_count_as_losses else "Units retreated (not counted)"
    rows = (
        "Units at the start",
        "Units eliminated",
        counted,
        "Per cent lost",
        f"More than {share} per cent: broken",
        "A unit left on the table",
    )
    limit = f"Last Turn {rules.options.turn_limit}: the smaller share of losses wins"
    return (Grid(title="Victory", columns=("", "First side", "Second side"), rows=(*rows, limit), rule="MN-RULING-60"),)
