"""The options of Snappy Nappy as values and in words (section 15 of the rulebook), and the rules with them."""

from typing import Final, Literal

from msgspec import Struct

from battles.engine.options import choice, group, number, tick
from battles.rules.snappy_nappy import tables
from battles.rules.snappy_nappy.tables import LEVELS, PRINTED, Level, Tables


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of section 15 of the rulebook that are a word, a number or a switch; tables are in ``Tables``.

    Options with only one value (``real_time``, ``mixed_opponents``) are left out.
    """

    starting_level: Level = "bold"
    cic_may_double: bool = True
    points_limit: int | None = None
    success_rule: Literal["strictly_greater", "at_least"] = "strictly_greater"
    natural_extremes: bool = True
    initiative_adds_rating: bool = False
    turn_limit: int = tables.TURN_LIMIT
    order_enforcement: bool = True
    leader_killed_on: int = tables.LEADER_KILLED_ON
    auto_reveal: bool = True
    dummy_markers: int = tables.DUMMY_MARKERS
    forced_march_check: Literal["normal", "special"] = "normal"
    active_side_fires: bool = False
    hasty_square: bool = True
    charge_falters: bool = True
    max_melee_rounds: int = tables.MOST_ROUNDS
    breakthrough: bool = False
    leader_fire_bonus: int = 0
    leader_melee_bonus: int = 0


PLAIN: Final = Options()
"""Every option at its default."""


class Rules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rules of a battle: its options, and the tables with the club's numbers, if any."""

    options: Options = PLAIN
    tables: Tables = PRINTED


DEFAULTS: Final = Rules()


BEFORE: Final = group(
    PLAIN,
    "Armies",
    starting_level=choice(
        "Starting level",
        "The morale level at which every unit starts; a scenario may set others.",
        "SN-MORALE-07",
        **{level: row.word for level, row in LEVELS.items()},
    ),
    cic_may_double=tick(
        "A corps commander may double as C-in-C",
        "Whether a side of one or two corps may name one of its corps commanders its C-in-C at no cost.",
        "SN-ARMY-09",
    ),
    points_limit=number(
        "Points limit",
        "The most points a side may cost, if there is a limit.",
        "SN-ARMY-07",
        kind="number_or_none",
        least=1,
        most=10_000,
    ),
    dummy_markers=number("Dummy markers", "How many of a side's markers hide no unit.", "SN-HIDE-08", most=20),
)

TURN: Final = group(
    PLAIN,
    "Turn and orders",
    turn_limit=number("Last turn", "The last turn of the battle.", "SN-TURN-04", least=1, most=60),
    initiative_adds_rating=tick(
        "Initiative adds the rating", "Whether the C-in-C's rating is added to the die.", "SN-TURN-03"
    ),
    order_enforcement=tick(
        "Orders are enforced",
        "Whether a unit must obey its corps' order if it can.",
        "SN-ORDER-08",
    ),
    leader_killed_on=number(
        "A leader dies on", "The highest D10 roll that kills a leader; 0 for never.", "SN-LEAD-03", most=10
    ),
    auto_reveal=tick("Markers that act are revealed", "Whether firing or charging reveals a marker.", "SN-HIDE-07"),
    forced_march_check=choice(
        "Check after a forced march",
        "What a forced march costs.",
        "SN-RULING-17",
        normal="One required check",
        special="One roll; a failure costs a level and is not repeated",
    ),
)

FIGHT: Final = group(
    PLAIN,
    "Fire and melee",
    success_rule=choice(
        "Success",
        "How a die succeeds against its number, in fire and in every check.",
        "SN-RULING-01",
        strictly_greater="Higher than the number",
        at_least="Equal or higher",
    ),
    natural_extremes=tick(
        "Natural 1 and 10", "Whether a natural 10 always succeeds and a natural 1 always fails.", "SN-FIRE-07"
    ),
    active_side_fires=tick(
        "The side that moved fires too",
        "Whether the side that moved fires after the other side in each Fire Phase.",
        "SN-RULING-19",
    ),
    hasty_square=tick("Hasty square", "Whether infantry charged by cavalry may try to form square.", "SN-CHARGE-06"),
    charge_falters=tick(
        "Chargers may falter",
        "Whether a charger that drops to Disrupted or worse under fire moves back and does not fight.",
        "SN-CHARGE-07",
    ),
    max_melee_rounds=number(
        "Rounds of a melee", "After how many rounds a melee ends.", "SN-MELEE-12", least=1, most=100
    ),
    breakthrough=tick(
        "Break-through", "Whether winning cavalry that charged may move on for half its rate.", "SN-MELEE-13"
    ),
    leader_fire_bonus=number("Leader bonus in fire", "What a leader adds to each fire die.", "SN-RULING-24", most=9),
    leader_melee_bonus=number("Leader bonus in melee", "What a leader adds to each melee die.", "SN-RULING-24", most=9),
)
