"""The options of a battle in words: section 4 of the rulebook and section 7 of its terrain volume.

Not here are ``overhead_fire`` (MN-RULING-08) and ``bounce_through`` (MNT-RULING-02), of which only false is built, and
``base_sizes`` and ``linear_widths``, which are tables that a club lays its own numbers over.
"""

from typing import Final

from battles.engine.option_rows import choice, group, number, tick
from battles.rules.mini_nap.rules import PLAIN

SIZES: Final = {"least": 6_000, "most": 60_000}
"""Of a table along either side."""

BEFORE: Final = group(
    PLAIN,
    "Armies and table",
    max_corps_per_side=number("Most Corps a side", "How many Corps a side may have.", "MN-RULING-06", least=1),
    org_strict=tick(
        "Organisation is strict",
        "Whether the guides on organisation are errors instead of warnings.",
        "MN-RULING-66",
    ),
    irregulars_are_lancers=tick(
        "Irregular cavalry carries lances",
        "Whether Cossacks and Arab horse throw as lancers against squares; they skirmish all the same.",
        "MN-RULING-51",
    ),
    table_w=number(
        "Width of the table", "The table from left to right.", "MN-RULING-60", "length", least=6_000, most=60_000
    ),
    table_h=number(
        "Height of the table", "The table from edge to edge.", "MN-RULING-60", "length", least=6_000, most=60_000
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
    turn_limit=number("Turns", "Turns that the game lasts at most.", "MN-RULING-60", least=1, most=100),
    army_break_share=number(
        "Per cent lost that break a side",
        "A side with a greater share of its starting units lost at the end of a Turn loses.",
        "MN-RULING-60",
        least=1,
        most=100,
    ),
    retreated_units_count_as_losses=tick(
        "Retreated units count as lost",
        "Whether a unit that retreated off the table counts as lost.",
        "MN-RULING-04",
    ),
    one_sp_reform=choice(
        "A unit with 1 strength point that leaves its square or skirmish line",
        "What happens when a unit that is not Guard goes from there to line or column.",
        "MN-RULING-11",
        forbid="may not do so",
        remove="is removed",
        ignore="stays until its next loss",
    ),
)

COMMAND: Final = group(
    PLAIN,
    "Command and initiative",
    commander_ratings=choice(
        "Commanders are rated",
        "Whether commanders throw for their rating before deployment, or the ratings given are used.",
        "MN-RULING-67",
        roll="by dice, unless a rating is given",
        fixed="as given, the rest Average",
    ),
    russian_corps_overlap=choice(
        "A Russian Corps commander who throws 4 or less",
        "His table has both ratings there.",
        "MN-RULING-01",
        dreadful_wins="is Dreadful",
        poor_wins="is Poor",
    ),
    command_loss_rule=choice(
        "A command stand goes when losses",
        "Losses of Brigades or units under that commander.",
        "MN-RULING-03",
        exceed_exact_half="are over half",
        exceed_rounded_half="are over half rounded up",
        reach_rounded_half="reach half rounded up",
    ),
    command_check_timing=choice(
        "Command of the chosen Brigade is checked",
        "When it is found whether a unit is in command.",
        "MN-RULING-27",
        initiative_start="as its initiative begins",
        each_action="whenever a unit charges, extends or fires",
    ),
    division_stand_any_own_initiative=tick(
        "A Division stand moves in any initiative of its side",
        "Otherwise only in one that is given to a Brigade of its own. Once a Turn in either case.",
        "MN-RULING-54",
    ),
    white_marked_stand_gives_cautious=tick(
        "A stand that evaded still makes units cautious",
        "Whether a stand with white markers commands cautiously within 24 cm, or not at all.",
        "MN-RULING-53",
    ),
    exhausted_side_still_dices=tick(
        "A side with no Brigade left throws for the initiative",
        "Otherwise the other side gains it without dice.",
        "MN-RULING-20",
    ),
    retreat_from_contact=tick(
        "Units in contact may retreat", "Whether a unit that touches an enemy may be taken out.", "MN-RULING-56"
    ),
)

MOVEMENT: Final = group(
    PLAIN,
    "Movement and contact",
    skirmish_gap_cm=number(
        "Gap of a skirmish line",
        "Between the two stands of a skirmish line.",
        "MN-RULING-13",
        "length",
        least=40,
        most=50,
    ),
    contact_tol_cm=number(
        "Units are in contact at",
        "Enemy units that are no farther apart are in contact.",
        "MN-RULING-15",
        "length",
        least=1,
        most=20,
    ),
    corner_touch_is_contact=tick(
        "Meeting corner to corner is contact",
        "Otherwise units that merely meet with their corners are not in contact.",
        "MN-RULING-15",
    ),
    min_gap_cm=number(
        "Least gap to an enemy",
        "What moves without charging stays so far from the enemy. It is more than the distance of contact.",
        "MN-RULING-16",
        "length",
        least=2,
        most=100,
    ),
    distance_step_cm=number(
        "Steps of distances offered",
        "Distances that a list of choices offers are multiples of this; any other may be given.",
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
        "Skirmish lines may counter-charge", "Within what they may charge at all.", "MN-RULING-23"
    ),
    cautious_counter_charge_tests=tick(
        "A cautious unit tests to counter-charge", "If it fails it stands.", "MN-RULING-26"
    ),
    cautious_test_order=choice(
        "A cautious unit that charges tests",
        "When the test comes among those of a charge.",
        "MN-RULING-26",
        first="after the pivot, before any other test",
        last="just before the charge itself",
    ),
    blue_bars_breakthrough_charge=choice(
        "A blue marker bars a break-through charge",
        "Which blue markers do.",
        "MN-RULING-28",
        disorder="from disorder only",
        any="from a reaction as well",
    ),
    failed_opportunity_charge_idle=tick(
        "A failed opportunity charge leaves a unit idle",
        "It does no more in the initiative; otherwise only its blue marker counts.",
        "MN-RULING-83",
    ),
)

FIRE: Final = group(
    PLAIN,
    "Fire",
    aim_step_cm=number(
        "Steps between aiming points",
        "Points along a target's edge that are tried for the best shot.",
        "MN-RULING-43",
        "length",
        least=10,
        most=500,
    ),
    fire_into_contact=tick(
        "Units may fire at enemies in contact", "At an enemy that touches a friend of the firer.", "MN-RULING-46"
    ),
    charged_units_may_fire=tick(
        "Units that charged may fire", "In the same initiative, if they touch no enemy.", "MN-RULING-47"
    ),
)

COMBAT: Final = group(
    PLAIN,
    "Hand-to-hand combat",
    hth_allotment=choice(
        "Strength points are allotted",
        "How owners say which points fight which enemy.",
        "MN-RULING-32",
        simultaneous="by both at once, in secret",
        active_first="by the active side first, openly",
    ),
    outflank_test=choice(
        "A unit outflanks an enemy when",
        "What is looked at to find it.",
        "MN-RULING-34",
        any_part="no part of it is ahead of his front",
        contact_part="it does not touch his front edge",
    ),
)

TERRAIN: Final = group(
    PLAIN,
    "Terrain",
    terrain_rules=tick("Terrain counts", "Otherwise what lies on the table is scenery.", "MN-RULING-09"),
    random_terrain=tick("Random terrain", "Dice lay terrain beside what lies there already.", "MNT-RULING-33"),
    hth_advantage_rounds=choice(
        "Advantage of terrain in combat halves dice",
        "In which rounds of hand-to-hand combat.",
        "MNT-RULING-03",
        impact_and_melee="in impact and melee rounds",
        melee_only="in melee rounds only",
    ),
    own_area_counts=tick(
        "The area that a firer stands in gives cover to others",
        "Whether a wood or village counts against shots out of it.",
        "MNT-RULING-09",
    ),
    battery_may_stop_in_stream=tick(
        "A battery may stop in a stream", "A redeployment may end in one.", "MNT-RULING-14"
    ),
    hill_blocks_artillery=tick(
        "Hills stop the fire of guns", "A hill higher than the ground of both stops a shot across it.", "MNT-RULING-11"
    ),
    ditch_occupant_advantage=tick(
        "A unit in a ditch has the advantage", "A unit wholly inside it, as in a wood.", "MNT-RULING-16"
    ),
    road_charge=tick(
        "Columns charge along roads",
        "A unit in column may charge, evade and rally along a straight stretch of road, whatever lies about it.",
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
