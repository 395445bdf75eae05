"""The options of Snaphance as values and in words (section 15 of the rulebook), and the rules with them."""

from typing import Final, Literal

from msgspec import Struct

from battles.engine.options import choice, group, number, tick
from battles.rules.snaphance import tables
from battles.rules.snaphance.tables import PRINTED, Tables


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of section 15 of the rulebook that are a word, a number or a switch; tables are in ``Tables``.

    Options with only one value (``los_method``, ``combat_pairing``) are left out.
    """

    points_limit: int | None = None
    first_player_mode: Literal["scenario", "roll_each_turn"] = "scenario"
    turn_limit: int = tables.TURN_LIMIT
    general_counts_for_all: bool = True
    recovery_timing: Literal["before_first_movement", "as_movement"] = "before_first_movement"
    morale_fail_disorders: bool = True
    defensive_fire: bool = True
    evade: bool = True
    opportunity: bool = True
    double_five_mode: Literal["per_pair", "at_most_one"] = "per_pair"
    move_penalty_scope: Literal["player_turn", "full_turn"] = "player_turn"
    shot_support_rule: Literal["either", "both"] = "either"
    depth_bonus_per_rank: bool = True
    sp_loss_mode: Literal["hits", "margin", "fixed_one"] = "hits"
    pb_art_meaning: Literal["point_blank", "position_battery"] = "point_blank"
    dragoons_fight_as: Literal["foot", "mounted"] = "foot"
    advance_after_combat: bool = True
    break_off: bool = True
    defender_may_pursue: bool = True
    artillery_woods: Literal["impassable", "halt"] = "impassable"
    town_mode: Literal["generic", "impassable"] = "generic"
    defence_halt_exception: Literal["both", "winner", "loser"] = "both"


PLAIN: Final = Options()
"""Every option at its default."""


class Rules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rules of a battle: its options, and the tables with the club's numbers, if any."""

    options: Options = PLAIN
    tables: Tables = PRINTED


DEFAULTS: Final = Rules()


BEFORE: Final = group(
    PLAIN,
    "Armies and turn",
    points_limit=number(
        "Points limit",
        "The most points an army may cost, if there is a limit.",
        "SH-ARMY-07",
        kind="number_or_none",
        least=1,
        most=100_000,
    ),
    first_player_mode=choice(
        "First player",
        "Which side is the First player.",
        "SH-TURN-02",
        scenario="The scenario's attacker, for the whole game",
        roll_each_turn="Each side rolls 1D6 at the start of each turn",
    ),
    turn_limit=number("Last turn", "The last turn of the battle.", "SH-TURN-03", least=1, most=60),
    general_counts_for_all=tick(
        "The general leads all", "Whether the general leads every stand of the side within range.", "SH-CMD-06"
    ),
    recovery_timing=choice(
        "Recovery",
        "When a disordered stand may try to recover.",
        "SH-DIS-04",
        before_first_movement="Before its first movement",
        as_movement="As a movement, at any point",
    ),
    morale_fail_disorders=tick(
        "A failed morale test disorders", "Whether a failed test also disorders the stand.", "SH-DIS-02"
    ),
)

FIGHT: Final = group(
    PLAIN,
    "Fire and melee",
    defensive_fire=tick("Defensive fire", "Whether a charged stand may fire first.", "SH-CHARGE-07"),
    evade=tick("Evasion", "Whether LC, Dr and Sk may evade a charge.", "SH-EVADE-02"),
    opportunity=tick("Opportunity", "Whether a stand may react to an enemy that moves near.", "SH-OPP-02"),
    double_five_mode=choice(
        "Pairs of fives",
        "How pairs of fives count as hits.",
        "SH-RULING-04",
        per_pair="Each pair is a hit",
        at_most_one="One hit in total",
    ),
    move_penalty_scope=choice(
        "Movements and fire",
        "Which movements reduce fire out of turn.",
        "SH-MFIRE-07",
        player_turn="None of earlier player turns",
        full_turn="Those of the side's last player turn",
    ),
    shot_support_rule=choice(
        "Support of Shot",
        "What supports Shot.",
        "SH-RULING-07",
        either="Cover or an adjacent CS",
        both="Only both together",
    ),
    depth_bonus_per_rank=tick("Depth bonus per rank", "Whether each rank behind adds dice.", "SH-RULING-27"),
    sp_loss_mode=choice(
        "Loss from a failed test",
        "How many strength points are lost, up to the caps.",
        "SH-RULING-08",
        hits="One for each hit",
        margin="The margin of failure",
        fixed_one="One",
    ),
    pb_art_meaning=choice(
        "PB artillery",
        "Which guns may cost the target two points.",
        "SH-RULING-09",
        point_blank="Any gun at point blank",
        position_battery="Position batteries at any range",
    ),
    dragoons_fight_as=choice(
        "Dragoons", "Whether dragoons fight as foot or horse.", "SH-RULING-05", foot="Foot", mounted="Horse"
    ),
    advance_after_combat=tick("Advance", "Whether a winner may move into the hex the loser left.", "SH-ADV-01"),
    break_off=tick("Break off", "Whether a stand may leave a melee instead of fighting on.", "SH-MELEE-13"),
    defender_may_pursue=tick("Defenders pursue", "Whether a defending winner may pursue.", "SH-PURSUIT-05"),
)

GROUND: Final = group(
    PLAIN,
    "Ground",
    artillery_woods=choice(
        "Artillery in woods",
        "Whether artillery may enter woods.",
        "SH-TER-WOOD-07",
        impassable="No",
        halt="Yes, and halts",
    ),
    town_mode=choice(
        "Towns", "How town hexes count.", "SH-TOWN-01", generic="By the generic rules", impassable="Impassable"
    ),
    defence_halt_exception=choice(
        "Halt at defences",
        "Which stands need not halt after a melee.",
        "SH-RULING-26",
        both="Winner and loser",
        winner="The winner",
        loser="The loser",
    ),
)
