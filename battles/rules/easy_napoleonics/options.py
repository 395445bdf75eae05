"""Options of a battle by group, as a form shows them (section 13 of the rulebook).

The bounds of numbers are those of EN-RULING-99 and EN-RULING-114.
"""

from typing import Final

from battles.engine.options import choice, group, names, number, tick
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.rules import PLAIN

VICTORY: Final = group(
    PLAIN,
    "Victory",
    victory_points_to_win=number("Victory points to win", "Victory points that win the game.", "EN-VP-02", least=1),
    vp_model=choice(
        "Victory points for cavalry and guns",
        "What a side scores for enemy cavalry and guns.",
        "EN-RULING-64",
        graded="by grade",
        flat3="3 each",
    ),
    victory_timing=choice(
        "Victory points are checked",
        "When a side with enough points wins. At the end of a turn both sides may have enough.",
        "EN-RULING-68",
        immediate="at once",
        end_of_turn="at the end of the turn",
    ),
    max_turns=number("Turns", "Most turns of a game.", "EN-SETUP-11", least=1, most=100),
    time_limit_minutes=number(
        "Minutes",
        "Most minutes of a game; the turn in progress is finished. None: no time limit.",
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
        "Extra points for an armored stand", "Extra points for each stand of armored cavalry.", "EN-RULING-54"
    ),
    leaders_per_side=number("Leaders per side", "Leaders of each side; each costs points.", "EN-OPT-11", most=100),
    card_deck=choice(
        "Cards are drawn from",
        "Where the three cards of each side come from. The sides take turns to draw from one deck.",
        "EN-RULING-65",
        own="a deck for each side",
        shared="one deck for both sides",
    ),
    choice_card_pool=choice(
        "A choice card becomes",
        "What a player may choose for a choice card.",
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
        "The side that deploys its whole force first, or neither if all places are set.",
        "EN-RULING-82",
        rolled="the side with the lower roll",
        a_first="side A, at the southern edge",
        b_first="side B, at the northern edge",
        preset="neither, places are set",
    ),
    random_terrain=tick(
        "Random terrain", "Dice decide how many woods, hills and settlements there are, and where.", "EN-SETUP-06"
    ),
    terrain_feature_hexes=number(
        "Hexes per feature",
        "Hexes of each random wood, hill and settlement.",
        "EN-SETUP-06",
        least=1,
        most=20,
    ),
    blocking_terrain=names(
        "Terrain that blocks sight",
        "Terrain that units cannot see through. The hexes of the two units never block.",
        "EN-RULING-49",
        "woods",
        "hill",
        "settlement",
    ),
    hill_sight=choice(
        "A hill between",
        "When a hill between two units blocks sight.",
        "EN-RULING-50",
        either_end="does not block from a hill or to one",
        always_block="always blocks",
        never_block="never blocks",
    ),
    pond_impassable=tick("Ponds are impassable", "Otherwise units enter a pond like open ground.", "EN-RULING-51"),
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
        "Nations whose special rule for infantry is in force.",
        "EN-OPT-12",
        *(tag for tag in tables.NATION_TAGS if tag != "none"),
    ),
)

TURN: Final = group(
    PLAIN,
    "Turn",
    first_mover=choice(
        "Who moves first in turn 1",
        "A side named here has the initiative in turn 1 without a roll and moves first at once.",
        "EN-RULING-119",
        rolled="the initiative decides",
        a="side A, at the southern edge",
        b="side B, at the northern edge",
    ),
    initiative_bonus=number(
        "Initiative bonus",
        "Added each turn to the initiative dice: the bonus of side A, a comma, the bonus of side B.",
        "EN-OPT-09",
        "sides",
    ),
    initiative_chooses_fire_order=tick(
        "Initiative chooses who fires first",
        "The side with the initiative chooses which side fires first. Otherwise it fires first itself.",
        "EN-RULING-14",
    ),
    hidden_morale=tick("Hidden morale", "A side does not see the levels of enemy units.", "EN-OPT-10"),
)

MOVEMENT: Final = group(
    PLAIN,
    "Movement and contact",
    horse_limber_move_unlimber=tick(
        "Horse artillery limbers, moves and unlimbers",
        "Horse artillery may do all three in one turn; it does not fire then.",
        "EN-RULING-18",
    ),
    musketry_after_change_and_move=tick(
        "Muskets after a change and a move",
        "Infantry that changed formation or facing and then moved may fire as well.",
        "EN-RULING-19",
    ),
    formation_change_free_facing=tick(
        "Free facing with a new formation",
        "A unit that changes formation may take any facing in the same action.",
        "EN-RULING-20",
    ),
    lock_timing=choice(
        "Units are locked",
        "When units next to an enemy become locked and cannot move.",
        "EN-RULING-23",
        own_move="when their side's movement begins",
        turn_start="when the turn begins",
    ),
    lock_scope=choice(
        "A unit is locked by",
        "Which enemy next to a unit locks it.",
        "EN-RULING-24",
        any_adjacent="any enemy unit next to it",
        front_contact="an enemy unit in contact with it",
    ),
    squares_have_flanks=tick(
        "Squares have flanks", "The facing of a square counts for fire and melee.", "EN-RULING-26"
    ),
    hasty_square_when_locked=tick(
        "Hasty square of a locked unit",
        "Infantry that was next to an enemy before the charge may still try to form a hasty square.",
        "EN-RULING-42",
    ),
    standing_attack_hasty_square=tick(
        "Hasty square without a charge",
        "Infantry may try to form one when cavalry attacks that did not charge this turn.",
        "EN-RULING-43",
    ),
    hasty_square_fire=choice(
        "A hasty square loses its fire",
        "When infantry that tries to form a hasty square loses its fire.",
        "EN-RULING-40",
        lost_on_failure="if it fails",
        lost_always="always",
    ),
    hasty_square_duration=choice(
        "A hasty square lasts",
        "How long infantry stays in hasty square.",
        "EN-RULING-41",
        end_of_turn="until the end of the turn",
        until_reformed="until it changes formation",
    ),
)

FIRE: Final = group(
    PLAIN,
    "Fire",
    fire_pooling=choice(
        "Hits are counted",
        "Which hits of a phase the target checks together.",
        "EN-RULING-02",
        by_target="for all units that fire at a target",
        by_firer="for each unit that fires",
    ),
    artillery_arc=choice(
        "A battery fires at",
        "The arc of fire of an unlimbered battery.",
        "EN-RULING-46",
        string="all hexes that a string reaches through its front hexes",
        cone60="a cone of 60 degrees",
    ),
    graze_favours=choice(
        "Fire along an edge favours",
        "Whose side of the target counts where the string runs between two of its hexes.",
        "EN-RULING-48",
        target="the target",
        firer="the firer",
    ),
    grand_battery=tick("Grand battery", "Two batteries of a side may stand in one hex.", "EN-OPT-08"),
)

MELEE: Final = group(
    PLAIN,
    "Melee",
    square_stands_vs_cavalry=number(
        "Stands of a square against cavalry",
        "Stands that count for any square. With 1 a square is worse against cavalry than a line; "
        "with 2 it is usually safe.",
        "EN-RULING-32",
        least=1,
        most=2,
    ),
    breakthrough=tick("Breakthrough", "A unit that broke its enemy in a melee may move into its hex.", "EN-OPT-01"),
    melee_morale_bonus=tick(
        "Melee raises morale", "A unit that broke its enemy in a melee rises by one level.", "EN-OPT-07"
    ),
    passive_contact_melee=choice(
        "Contact without a charge",
        "Whether a unit fights an enemy that came into contact with it without a charge.",
        "EN-RULING-28",
        owner_choice="its player decides",
        always="it must fight",
        never="it does not fight this turn",
    ),
    continuing_melee_attacker=choice(
        "Attacker in a continuing melee",
        "Which unit attacks if neither charged this turn.",
        "EN-RULING-29",
        initiative="the side with the initiative",
        original="the unit that attacked first",
    ),
    melee_conditions_both_sides=tick(
        "Conditions for both sides",
        "Modifiers against guns, infantry and squares also count for the defender.",
        "EN-RULING-30",
    ),
    melee_conditions_per_stand=tick(
        "Conditions for each stand",
        "Melee modifiers for armor, heavy cavalry, terrain, target and aspect count once for each stand.",
        "EN-RULING-31",
    ),
    solid_square_scope=choice(
        "Solid squares are",
        "Squares that give cavalry the modifier for a solid square.",
        "EN-RULING-33",
        all_deliberate="all formed on purpose, and the masse",
        masse_only="the masse only",
    ),
    melee_check_level=choice(
        "Checks after a melee are made",
        "The level for the checks of a unit that lost or tied a melee.",
        "EN-RULING-03",
        after_drop="at the level after the loss",
        before_drop="at the level before it",
    ),
)

LEADERS: Final = group(
    PLAIN,
    "Leaders",
    lone_leader_contact=choice(
        "A leader alone when an enemy moves in",
        "What happens to a leader without a unit.",
        "EN-RULING-10",
        displace="is at risk, then flees",
        remove="is killed",
        block="bars the hex",
    ),
    leader_risk_timing=choice(
        "A leader's risk is rolled",
        "When dice decide whether a leader is killed. A leader killed before the checks does not help them.",
        "EN-RULING-12",
        after_checks="after the checks",
        before_checks="before the checks",
    ),
    leader_risk_on_tie=tick("Risk in a tie", "The leaders of both units are at risk in a tied melee.", "EN-RULING-12"),
)
