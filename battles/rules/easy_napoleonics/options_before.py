"""Options that shape a battle before its first turn: victory, armies, board, nations (section 13 of the rulebook)."""

from typing import Final

from battles.engine.option_rows import choice, group, names, number, tick
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.rules import PLAIN

VICTORY: Final = group(
    PLAIN,
    "Victory",
    victory_points_to_win=number("Victory points to win", "Victory points that win the game.", "EN-VP-02", least=1),
    vp_model=choice(
        "Victory points for cavalry and guns",
        "What a side scores for cavalry and guns of the other.",
        "EN-RULING-64",
        graded="by grade",
        flat3="3 each",
    ),
    victory_timing=choice(
        "Victory points are compared",
        "When a side that has the points wins. At the end of a turn both sides may have them.",
        "EN-RULING-68",
        immediate="at once",
        end_of_turn="at the end of the turn",
    ),
    max_turns=number("Turns", "Turns that the game lasts at most.", "EN-SETUP-11", least=1, most=100),
    time_limit_minutes=number(
        "Minutes",
        "Minutes that the game lasts at most; the turn in progress is finished. None: nobody looks at a clock.",
        "EN-RULING-69",
        "number_or_none",
        least=1,
    ),
)

ARMIES: Final = group(
    PLAIN,
    "Armies",
    points_budget=number("Points budget", "Points that a basic army may cost, leaders included.", "EN-RULING-67"),
    points_tolerance=number("Points tolerance", "Points by which the two basic armies may differ.", "EN-COST-04"),
    armored_surcharge_per_stand=number(
        "Points more for an armored stand", "Points that a stand of armored cavalry costs more.", "EN-RULING-54"
    ),
    leaders_per_side=number("Leaders a side", "Leaders that each side has; each is paid for.", "EN-OPT-11", most=100),
    card_deck=choice(
        "Cards are drawn from",
        "Where the three cards of each side come from. From one deck the sides draw by turns.",
        "EN-RULING-65",
        own="a deck for each side",
        shared="one deck for both sides",
    ),
    choice_card_pool=choice(
        "A choice card takes",
        "What the owner of a choice card may take for it.",
        "EN-RULING-65",
        undrawn="a unit card still in the deck",
        any_in_mix="any of the seven unit cards",
    ),
)

BOARD: Final = group(
    PLAIN,
    "Board",
    board_columns=number("Columns", "Hexes of the board from west to east.", "EN-RULING-70", least=4, most=60),
    board_rows=number("Rows", "Hexes of the board from north to south.", "EN-RULING-70", least=4, most=60),
    deployment_depth=number(
        "Rows to deploy in",
        "Rows at its own edge in which a side deploys. The two zones may not meet in a row.",
        "EN-RULING-70",
        least=1,
        most=30,
    ),
    deployment_order=choice(
        "Who deploys first",
        "The side that places its whole force first, or that everything stands in set places.",
        "EN-RULING-82",
        rolled="the lower die",
        a_first="side A",
        b_first="side B",
        preset="nobody, places are set",
    ),
    random_terrain=tick(
        "Random terrain", "Dice say how many woods, hills and settlements there are and where.", "EN-SETUP-06"
    ),
    terrain_feature_hexes=number(
        "Hexes of a feature",
        "Hexes of each wood, hill and settlement that is scattered.",
        "EN-SETUP-06",
        least=1,
        most=20,
    ),
    blocking_terrain=names(
        "Terrain that blocks sight",
        "Terrain that cannot be seen through. The hexes at both ends never block.",
        "EN-RULING-49",
        "woods",
        "hill",
        "settlement",
    ),
    hill_sight=choice(
        "A hill between",
        "When a hill that blocks sight does so.",
        "EN-RULING-50",
        either_end="does not block from a hill or to one",
        always_block="always blocks",
        never_block="never blocks",
    ),
    pond_impassable=tick("Ponds are impassable", "Otherwise a pond is entered like open ground.", "EN-RULING-51"),
    stream_effect=choice(
        "A stream",
        "What a stream does to a unit that enters it.",
        "EN-RULING-51",
        none="does nothing",
        halt="ends the move",
    ),
)

NATIONS: Final = group(
    PLAIN,
    "Nations",
    national_rules=names(
        "National rules",
        "Nations whose own rule for infantry is in force.",
        "EN-OPT-12",
        *(tag for tag in tables.NATION_TAGS if tag != "none"),
    ),
)
