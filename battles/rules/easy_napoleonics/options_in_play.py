"""Options that are felt while a battle is fought: turn, movement, fire, melee, leaders (section 13 of the rulebook)."""

from typing import Final

from battles.engine.option_rows import choice, group, number, tick
from battles.rules.easy_napoleonics.rules import PLAIN

TURN: Final = group(
    PLAIN,
    "Turn",
    initiative_bonus=number(
        "Initiative bonus",
        "Added each turn to the initiative die of a favoured side: that of side A, a comma, that of side B.",
        "EN-OPT-09",
        "sides",
    ),
    initiative_chooses_fire_order=tick(
        "Initiative chooses who fires first",
        "The side with the initiative says which side fires first. Otherwise it fires first itself.",
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
        "When it is settled which units next to an enemy cannot move.",
        "EN-RULING-23",
        own_move="as their side's movement begins",
        turn_start="as the turn begins",
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
        "What trying to form a hasty square costs the infantry.",
        "EN-RULING-40",
        lost_on_failure="if it fails",
        lost_always="by trying",
    ),
    hasty_square_duration=choice(
        "A hasty square lasts",
        "How long infantry stays in hasty square.",
        "EN-RULING-41",
        end_of_turn="to the end of the turn",
        until_reformed="until it changes formation",
    ),
)

FIRE: Final = group(
    PLAIN,
    "Fire",
    fire_pooling=choice(
        "Hits are counted",
        "Which hits of a phase are checked together.",
        "EN-RULING-02",
        by_target="for all that fire at a target",
        by_firer="for each unit that fires",
    ),
    artillery_arc=choice(
        "A battery fires at",
        "What lies ahead of an unlimbered battery.",
        "EN-RULING-46",
        string="all that a string reaches through its front hexes",
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
        "Stands that count for a square of any sort. With 1 a square is worse against cavalry than a line is; "
        "with 2 it is safe as a rule.",
        "EN-RULING-32",
        least=1,
        most=2,
    ),
    breakthrough=tick("Breakthrough", "A unit whose enemy was removed by a melee may move into its hex.", "EN-OPT-01"),
    melee_morale_bonus=tick(
        "Melee raises morale", "A unit whose enemy was broken by a melee rises by one level.", "EN-OPT-07"
    ),
    passive_contact_melee=choice(
        "Contact without a charge",
        "Whether a unit attacks an enemy that came into contact with it and may not charge.",
        "EN-RULING-28",
        owner_choice="as its owner likes",
        always="must be fought",
        never="is not fought this turn",
    ),
    continuing_melee_attacker=choice(
        "Attacker in a melee that goes on",
        "Who attacks where neither unit charged this turn.",
        "EN-RULING-29",
        initiative="the side with the initiative",
        original="who attacked first",
    ),
    melee_conditions_both_sides=tick(
        "Conditions for both sides",
        "Modifiers against guns, infantry and squares count for the defender as well.",
        "EN-RULING-30",
    ),
    melee_conditions_per_stand=tick(
        "Conditions for each stand",
        "Modifiers of melee for armor, weight, terrain, target and aspect count once for each stand.",
        "EN-RULING-31",
    ),
    solid_square_scope=choice(
        "Solid squares are",
        "Against which squares cavalry has the modifier of a solid square.",
        "EN-RULING-33",
        all_deliberate="all formed on purpose, and the masse",
        masse_only="the masse only",
    ),
    melee_check_level=choice(
        "Checks after a melee are made",
        "The level that counts for the checks of a unit that lost a melee or tied it.",
        "EN-RULING-03",
        after_drop="at the level after the loss",
        before_drop="at the level before it",
    ),
)

LEADERS: Final = group(
    PLAIN,
    "Leaders",
    lone_leader_contact=choice(
        "A leader alone, where an enemy moves in",
        "What becomes of a leader who stands with no unit.",
        "EN-RULING-10",
        displace="is at risk, then flees",
        remove="is killed",
        block="bars the hex",
    ),
    leader_risk_timing=choice(
        "A leader's risk is thrown",
        "When it is thrown whether a leader falls. One killed before the checks does not help them.",
        "EN-RULING-12",
        after_checks="after the checks",
        before_checks="before the checks",
    ),
    leader_risk_on_tie=tick(
        "Risk in a tie", "The leaders of both units are at risk in a melee that is tied.", "EN-RULING-12"
    ),
)
