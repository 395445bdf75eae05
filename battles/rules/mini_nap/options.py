"""Labels, descriptions and limits of a battle's options: section 4 of the rulebook, section 7 of its terrain volume.

Not listed: ``overhead_fire`` (MN-RULING-08) and ``bounce_through`` (MNT-RULING-02), which are always false, and
``base_sizes`` and ``linear_widths``, which are tables that a club may change by house rules.
"""

from typing import Final

from battles.engine.options import choice, group, number, tick
from battles.rules.mini_nap.rules import PLAIN

SIZES: Final = {"least": 6_000, "most": 60_000}
"""Limits of a table's width and height."""

BEFORE: Final = group(
    PLAIN,
    "Armies and table",
    max_corps_per_side=number("Most Corps per side", "How many Corps a side may have.", "MN-RULING-06", least=1),
    org_strict=tick(
        "Organisation is strict",
        "If set, breaking an organisation guideline is an error instead of a warning.",
        "MN-RULING-66",
    ),
    irregulars_are_lancers=tick(
        "Irregular cavalry carries lances",
        "If set, Cossacks and Arab horse roll as lancers against squares. They are skirmishers in either case.",
        "MN-RULING-51",
    ),
    table_w=number("Width of the table", "From left to right.", "MN-RULING-60", "length", least=6_000, most=60_000),
    table_h=number(
        "Height of the table",
        "From the lower edge to the upper edge.",
        "MN-RULING-60",
        "length",
        least=6_000,
        most=60_000,
    ),
    deploy_depth=number(
        "Depth of deployment",
        "How far from its own edge a side may deploy. The two zones may not overlap.",
        "MN-RULING-60",
        "length",
        least=1_000,
        most=30_000,
    ),
)

END: Final = group(
    PLAIN,
    "Length and victory",
    turn_limit=number("Turns", "The game ends after this many Turns.", "MN-RULING-60", least=1, most=100),
    army_break_share=number(
        "Losses that break a side (per cent)",
        "A side loses if it has lost more than this share of its starting units at the end of a Turn.",
        "MN-RULING-60",
        least=1,
        most=100,
    ),
    retreated_units_count_as_losses=tick(
        "Retreated units count as lost",
        "If set, a unit that retreated off the table counts as lost.",
        "MN-RULING-04",
    ),
    one_sp_reform=choice(
        "A unit with 1 strength point that leaves its square or skirmish line",
        "What happens when such a unit, Guard apart, changes to line or column.",
        "MN-RULING-11",
        forbid="may not do so",
        remove="is removed",
        ignore="stays until it next loses strength",
    ),
)

COMMAND: Final = group(
    PLAIN,
    "Command and initiative",
    commander_ratings=choice(
        "Commanders are rated",
        "Commanders roll for their rating before deployment, or have the rating that the scenario gives.",
        "MN-RULING-67",
        roll="by dice, unless the scenario gives a rating",
        fixed="by the scenario; others are Average",
    ),
    russian_corps_overlap=choice(
        "A Russian Corps commander who rolls 4 or less",
        "The printed table gives both ratings for this roll.",
        "MN-RULING-01",
        dreadful_wins="is Dreadful",
        poor_wins="is Poor",
    ),
    command_loss_rule=choice(
        "A command stand is removed when losses",
        "Losses are the Brigades or units lost under that commander.",
        "MN-RULING-03",
        exceed_exact_half="are over half",
        exceed_rounded_half="are over half rounded up",
        reach_rounded_half="reach half rounded up",
    ),
    command_check_timing=choice(
        "Command of the chosen Brigade is checked",
        "When the game checks whether a unit is in command.",
        "MN-RULING-27",
        initiative_start="when its initiative begins",
        each_action="whenever a unit charges, extends or fires",
    ),
    division_stand_any_own_initiative=tick(
        "A Division stand moves in any initiative of its side",
        "Otherwise only in the initiative of one of its own Brigades. Once a Turn in either case.",
        "MN-RULING-54",
    ),
    white_marked_stand_gives_cautious=tick(
        "A stand that evaded still makes units cautious",
        "If set, a stand with white markers gives cautious command within 24 cm; otherwise it gives none.",
        "MN-RULING-53",
    ),
    first_initiative=choice(
        "Who has the first initiative of Turn 1",
        "A side named here begins the battle without a roll.",
        "MN-RULING-105",
        rolled="the dice decide",
        a="side A",
        b="side B",
    ),
    exhausted_side_still_dices=tick(
        "A side with no Brigade left rolls for the initiative",
        "Otherwise the other side gains the initiative without dice.",
        "MN-RULING-20",
    ),
    retreat_from_contact=tick(
        "Units in contact may retreat",
        "If set, a unit that touches an enemy may retreat from the battle.",
        "MN-RULING-56",
    ),
)

MOVEMENT: Final = group(
    PLAIN,
    "Movement and contact",
    skirmish_gap_cm=number(
        "Gap of a skirmish line",
        "Distance between the two stands of a skirmish line.",
        "MN-RULING-13",
        "length",
        least=40,
        most=50,
    ),
    contact_tol_cm=number(
        "Units are in contact at",
        "Enemy units at this distance or closer are in contact.",
        "MN-RULING-15",
        "length",
        least=1,
        most=20,
    ),
    corner_touch_is_contact=tick(
        "Meeting corner to corner is contact",
        "Otherwise units that touch only at their corners are not in contact.",
        "MN-RULING-15",
    ),
    min_gap_cm=number(
        "Least gap to an enemy",
        "A unit that moves without charging keeps this distance from the enemy. It must be larger than contact.",
        "MN-RULING-16",
        "length",
        least=2,
        most=100,
    ),
    distance_step_cm=number(
        "Step between listed distances",
        "Lists of choices offer multiples of this distance; you may type any other.",
        "MN-RULING-61",
        "length",
        least=10,
        most=1_000,
    ),
)

REACTIONS: Final = group(
    PLAIN,
    "Charges and reactions",
    unformed_may_counter_charge=tick(
        "Skirmish lines may counter-charge", "Only enemies that they may charge.", "MN-RULING-23"
    ),
    cautious_counter_charge_tests=tick(
        "A cautious unit tests to counter-charge", "If it fails, it stands.", "MN-RULING-26"
    ),
    cautious_test_order=choice(
        "A cautious unit that charges tests",
        "When this test is made among the tests of a charge.",
        "MN-RULING-26",
        first="after the pivot, before any other test",
        last="just before the charge itself",
    ),
    blue_bars_breakthrough_charge=choice(
        "A blue marker bars a break-through charge",
        "Which blue markers bar it.",
        "MN-RULING-28",
        disorder="from disorder only",
        any="from disorder or a reaction",
    ),
    failed_opportunity_charge_idle=tick(
        "A failed opportunity charge leaves a unit idle",
        "If set, the unit does nothing more in this initiative; otherwise only its blue marker counts.",
        "MN-RULING-83",
    ),
)

FIRE: Final = group(
    PLAIN,
    "Fire",
    aim_step_cm=number(
        "Step between aiming points",
        "Distance between the points along a target's edge that are tried for the best shot.",
        "MN-RULING-43",
        "length",
        least=10,
        most=500,
    ),
    fire_into_contact=tick(
        "Units may fire at enemies in contact",
        "If set, a unit may fire at an enemy that touches a friendly unit.",
        "MN-RULING-46",
    ),
    charged_units_may_fire=tick(
        "Units that charged may fire",
        "If set, they may fire in the same initiative, if they touch no enemy.",
        "MN-RULING-47",
    ),
)

COMBAT: Final = group(
    PLAIN,
    "Hand-to-hand combat",
    hth_allotment=choice(
        "Strength points are allotted",
        "How players choose which points fight which enemy.",
        "MN-RULING-32",
        simultaneous="by both sides at once, in secret",
        active_first="by the active side first, openly",
    ),
    outflank_test=choice(
        "A unit outflanks an enemy when",
        "How outflanking is measured.",
        "MN-RULING-34",
        any_part="no part of it is ahead of the enemy's front",
        contact_part="it does not touch the enemy's front edge",
    ),
)

TERRAIN: Final = group(
    PLAIN,
    "Terrain",
    terrain_rules=tick("Terrain counts", "Otherwise features on the table have no effect.", "MN-RULING-09"),
    random_terrain=tick("Random terrain", "Dice add terrain to the features already on the table.", "MNT-RULING-33"),
    hth_advantage_rounds=choice(
        "Advantage of terrain in combat halves dice",
        "In which rounds of hand-to-hand combat.",
        "MNT-RULING-03",
        impact_and_melee="in impact and melee rounds",
        melee_only="in melee rounds only",
    ),
    own_area_counts=tick(
        "The area that a firer stands in gives cover to its target",
        "If set, a wood or village counts as cover against fire out of it.",
        "MNT-RULING-09",
    ),
    battery_may_stop_in_stream=tick(
        "A battery may stop in a stream", "A redeployment may end in one.", "MNT-RULING-14"
    ),
    hill_blocks_artillery=tick(
        "Hills stop artillery fire", "A hill higher than both firer and target stops a shot across it.", "MNT-RULING-11"
    ),
    ditch_occupant_advantage=tick(
        "A unit in a ditch has the advantage",
        "A unit wholly inside a ditch has the advantage, as in a wood.",
        "MNT-RULING-16",
    ),
    road_charge=tick(
        "Columns charge along roads",
        "A unit in column may charge, evade and rally along a straight stretch of road, whatever the terrain there.",
        "MNT-RULING-17",
    ),
    structure_strength_large=number(
        "Strength of a village", "Structural hits that destroy a village.", "MNT-RULING-20", least=1, most=50
    ),
    structure_strength_small=number(
        "Strength of a landmark or bridge",
        "Structural hits that destroy a landmark or a bridge.",
        "MNT-RULING-20",
        least=1,
        most=50,
    ),
)
