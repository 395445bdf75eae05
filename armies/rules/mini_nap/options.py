"""The options of Mini-Nap that bear on an army before it takes the field."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from armies.rules.facts import HouseRules
from armies.rules.house_spec import PRINTED, House, house_of
from armies.rules.mini_nap.house import HOUSE_SPECS
from battles.engine.option_spec import OptionSpec, OptionValue, read_options
from battles.rules.mini_nap.tables import CommandLossRule


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a club may want otherwise; the defaults are the rules as specified (section 4).

    ``house`` holds the numbers of the tables that the club has otherwise (MN-RULING-96).
    """

    russian_corps_overlap: Literal["dreadful_wins", "poor_wins"] = "dreadful_wins"
    command_loss_rule: CommandLossRule = "exceed_exact_half"
    retreated_units_count_as_losses: bool = True
    max_corps_per_side: int = 1
    org_strict: bool = False
    commander_ratings: Literal["roll", "fixed"] = "roll"
    house: House = PRINTED


DEFAULTS: Final = Options()


OPTION_SPECS: Final[Mapping[str, OptionSpec]] = MappingProxyType(
    {
        "russian_corps_overlap": OptionSpec(
            kind="choice",
            default=DEFAULTS.russian_corps_overlap,
            label="A Russian Corps commander who throws 4 or less",
            words={"dreadful_wins": "is Dreadful", "poor_wins": "is Poor"},
            sentence="His table has both ratings there.",
            rule="MN-RULING-01",
        ),
        "command_loss_rule": OptionSpec(
            kind="choice",
            default=DEFAULTS.command_loss_rule,
            label="A command stand goes when losses",
            words={
                "exceed_exact_half": "are over half",
                "exceed_rounded_half": "are over half rounded up",
                "reach_rounded_half": "reach half rounded up",
            },
            sentence="Losses of Brigades or units under that commander.",
            rule="MN-RULING-03",
        ),
        "retreated_units_count_as_losses": OptionSpec(
            kind="tick",
            default=DEFAULTS.retreated_units_count_as_losses,
            label="Retreated units count as lost",
            sentence="Whether a unit that retreated off the table counts as lost.",
            rule="MN-RULING-04",
        ),
        "max_corps_per_side": OptionSpec(
            kind="number",
            default=DEFAULTS.max_corps_per_side,
            least=1,
            label="Most Corps a side",
            sentence="How many Corps a side may have.",
            rule="MN-RULING-06",
        ),
        "org_strict": OptionSpec(
            kind="tick",
            default=DEFAULTS.org_strict,
            label="Organisation is strict",
            sentence="Whether the guides on organisation are errors instead of warnings.",
            rule="MN-RULING-66",
        ),
        "commander_ratings": OptionSpec(
            kind="choice",
            default=DEFAULTS.commander_ratings,
            label="Commanders are rated",
            words={"roll": "by dice", "fixed": "as given, the rest Average"},
            sentence="Whether commanders throw for their rating, or the ratings given are used.",
            rule="MN-RULING-67",
        ),
    }
)
"""Every option by its name, in the order of a form."""


def options(values: Mapping[str, OptionValue], house: HouseRules | None = None) -> Options:
    """The options with ``values`` set and all others at their defaults, under the house rules of a club.

    House rules that are not understood here are passed over.

    Raises:
        ValueError: a name that is no army option, or a value that the option does not allow; says which.
    """
    known = read_options("Mini-Nap", OPTION_SPECS, values, noun="army option")
    return Options(**known, house=house_of("mini_nap", HOUSE_SPECS, house))
