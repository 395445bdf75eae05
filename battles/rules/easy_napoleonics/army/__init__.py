"""An army under Easy Napoleonics: options, units, cost, victory points, leaders, checks."""

from battles.rules.easy_napoleonics.army.card_chances import (
    cost_chances,
    victory_point_chances,
)
from battles.rules.easy_napoleonics.army.cards import (
    CHOICE,
    CardUnit,
    SharedDraw,
    awaits_choice,
    card_nations,
    card_units,
    card_words,
    cards_cost,
    cards_victory_points,
    choices_left,
    deck,
    dice_sides,
    drawn,
    drawn_shared,
    refuse_choice,
    refuse_draw,
    shared_choices,
)
from battles.rules.easy_napoleonics.army.catalogue import (
    Entry,
    LeaderEntry,
    Trait,
    leader_entry,
    sample_army,
    traits,
)
from battles.rules.easy_napoleonics.army.checks import faults
from battles.rules.easy_napoleonics.army.cost import (
    Leader,
    army_cost,
    army_victory_points,
    budget,
    easy_units,
    leaders,
    left_words,
)
from battles.rules.easy_napoleonics.army.group import ARMY
from battles.rules.easy_napoleonics.army.house_rules import HOUSE_SPECS
from battles.rules.easy_napoleonics.army.mapping import (
    GRADE_OF,
    IRREGULAR_GRADE_OF,
    KIND_OF,
    TAG_OF,
    EasyUnit,
    map_unit,
)
from battles.rules.easy_napoleonics.army.options import OPTION_SPECS, Options, options
from battles.rules.easy_napoleonics.army.overrides import OVERRIDE_SPECS
from battles.rules.easy_napoleonics.army.price import leader_cost, leader_victory_points, unit_cost, unit_victory_points

__all__ = [
    "ARMY",
    "CHOICE",
    "GRADE_OF",
    "HOUSE_SPECS",
    "IRREGULAR_GRADE_OF",
    "KIND_OF",
    "OPTION_SPECS",
    "OVERRIDE_SPECS",
    "TAG_OF",
    "CardUnit",
    "EasyUnit",
    "Entry",
    "Leader",
    "LeaderEntry",
    "Options",
    "SharedDraw",
    "Trait",
    "army_cost",
    "army_victory_points",
    "awaits_choice",
    "budget",
    "card_nations",
    "card_units",
    "card_words",
    "cards_cost",
    "cards_victory_points",
    "choices_left",
    "cost_chances",
    "deck",
    "dice_sides",
    "drawn",
    "drawn_shared",
    "easy_units",
    "faults",
    "leader_cost",
    "leader_entry",
    "leader_victory_points",
    "leaders",
    "left_words",
    "map_unit",
    "options",
    "refuse_choice",
    "refuse_draw",
    "sample_army",
    "shared_choices",
    "traits",
    "unit_cost",
    "unit_victory_points",
    "victory_point_chances",
]
