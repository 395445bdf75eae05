"""The options of Easy Napoleonics that bear on building an army (section 13 of the rulebook)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from armies.rules.easy_napoleonics.house import HOUSE_SPECS
from armies.rules.facts import HouseRules
from armies.rules.house_spec import PRINTED, House, house_of
from armies.rules.option_spec import OptionSpec, read_options
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.tables import NationTag, VpModel


class Options(Struct, frozen=True, kw_only=True):
    """How an army is costed and checked; the defaults are the specification's.

    Points are those of EN-COST and EN-VP. ``national_rules`` are the nations whose rule is in force, ``house``
    the values of the tables that the club has otherwise (EN-RULING-101).
    """

    points_budget: int = tables.POINTS_BUDGET
    points_tolerance: int = tables.POINTS_TOLERANCE
    vp_model: VpModel = "graded"
    armored_surcharge_per_stand: int = tables.ARMORED_SURCHARGE
    leaders_per_side: int = tables.LEADERS_PER_SIDE
    victory_points_to_win: int = tables.VICTORY_POINTS_TO_WIN
    national_rules: frozenset[NationTag] = frozenset()
    choice_card_pool: Literal["undrawn", "any_in_mix"] = "undrawn"
    house: House = PRINTED


DEFAULTS: Final = Options()


MOST_LEADERS: Final = 100
"""EN-RULING-99."""

NATIONS: Final[tuple[NationTag, ...]] = tuple(tag for tag in tables.NATION_TAGS if tag != "none")

OPTION_SPECS: Final[Mapping[str, OptionSpec]] = MappingProxyType(
    {
        "points_budget": OptionSpec(
            kind="number",
            default=tables.POINTS_BUDGET,
            label="Points budget",
            sentence="Points that a basic army may cost, leaders included.",
            rule="EN-RULING-67",
        ),
        "points_tolerance": OptionSpec(
            kind="number",
            default=tables.POINTS_TOLERANCE,
            label="Points tolerance",
            sentence="Points by which the two basic armies may differ.",
            rule="EN-COST-04",
        ),
        "vp_model": OptionSpec(
            kind="choice",
            default="graded",
            label="Victory points for cavalry and guns",
            words={"graded": "by grade", "flat3": "3 each"},
            sentence="What a side scores for cavalry and guns of the other.",
            rule="EN-RULING-64",
        ),
        "armored_surcharge_per_stand": OptionSpec(
            kind="number",
            default=tables.ARMORED_SURCHARGE,
            label="Points more for an armored stand",
            sentence="Points that a stand of armored cavalry costs more.",
            rule="EN-RULING-54",
        ),
        "leaders_per_side": OptionSpec(
            kind="number",
            default=tables.LEADERS_PER_SIDE,
            most=MOST_LEADERS,
            label="Leaders a side",
            sentence="Leaders that each side has; each is paid for.",
            rule="EN-OPT-11",
        ),
        "victory_points_to_win": OptionSpec(
            kind="number",
            default=tables.VICTORY_POINTS_TO_WIN,
            least=1,
            label="Victory points to win",
            sentence="Victory points that win the game.",
            rule="EN-VP-02",
        ),
        "national_rules": OptionSpec(
            kind="set",
            default="",
            label="National rules",
            words={tag: tag.capitalize() for tag in NATIONS},
            sentence="Nations whose own rule for infantry is in force.",
            rule="EN-OPT-12",
        ),
        "choice_card_pool": OptionSpec(
            kind="choice",
            default="undrawn",
            label="A choice card takes",
            words={"undrawn": "a unit card still in the deck", "any_in_mix": "any of the seven unit cards"},
            sentence="What the owner of a choice card may take for it.",
            rule="EN-RULING-65",
        ),
    }
)
"""Every option by name."""


def options(values: Mapping[str, bool | int | str], house: HouseRules | None = None) -> Options:
    """The options that ``values`` names, the others at their defaults, under the house rules of a club.

    A number may be given as digits, a set as names with commas between them. House rules that are not
    understood here are passed over.

    Raises:
        ValueError: an unknown option, or a value that its option does not allow; the text is a
            sentence for the user.
    """
    known = read_options("Easy Napoleonics", OPTION_SPECS, values)
    return Options(**known, house=house_of("easy_napoleonics", HOUSE_SPECS, house))
