"""The options of Mini-Nap that bear on an army before it takes the field."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from armies.rules.option_spec import OptionSpec, OptionValue, read_options
from battles.rules.mini_nap.tables import CommandLossRule


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a club may want otherwise; the defaults are the rules as specified (section 4)."""

    russian_corps_overlap: Literal["dreadful_wins", "poor_wins"] = "dreadful_wins"
    command_loss_rule: CommandLossRule = "exceed_exact_half"
    retreated_units_count_as_losses: bool = True
    max_corps_per_side: int = 1
    org_strict: bool = False
    commander_ratings: Literal["roll", "fixed"] = "roll"


DEFAULTS: Final = Options()


def _choice(name: str, allowed: tuple[str, ...], sentence: str, rule: str) -> OptionSpec:
    return OptionSpec(kind="choice", default=getattr(DEFAULTS, name), allowed=allowed, sentence=sentence, rule=rule)


def _tick(name: str, sentence: str, rule: str) -> OptionSpec:
    return OptionSpec(kind="tick", default=getattr(DEFAULTS, name), sentence=sentence, rule=rule)


OPTION_SPECS: Final[Mapping[str, OptionSpec]] = MappingProxyType(
    {
        "russian_corps_overlap": _choice(
            "russian_corps_overlap",
            ("dreadful_wins", "poor_wins"),
            "Whether a Russian Corps commander who throws 4 or less is Dreadful or Poor.",
            "MN-RULING-01",
        ),
        "command_loss_rule": _choice(
            "command_loss_rule",
            ("exceed_exact_half", "exceed_rounded_half", "reach_rounded_half"),
            "When a command stand goes: losses over half, over half rounded up, or at half rounded up.",
            "MN-RULING-03",
        ),
        "retreated_units_count_as_losses": _tick(
            "retreated_units_count_as_losses",
            "Whether a unit that retreated off the table counts as lost.",
            "MN-RULING-04",
        ),
        "max_corps_per_side": OptionSpec(
            kind="number",
            default=DEFAULTS.max_corps_per_side,
            least=1,
            sentence="How many Corps a side may have.",
            rule="MN-RULING-06",
        ),
        "org_strict": _tick(
            "org_strict", "Whether the guides on organisation are errors instead of warnings.", "MN-RULING-66"
        ),
        "commander_ratings": _choice(
            "commander_ratings",
            ("roll", "fixed"),
            "Whether commanders are rated by dice, or the ratings given are used and the rest are Average.",
            "MN-RULING-67",
        ),
    }
)
"""Every option by its name, in the order of a form."""


def options(values: Mapping[str, OptionValue]) -> Options:
    """The options with ``values`` set and all others at their defaults.

    Raises:
        ValueError: a name that is no army option, or a value that the option does not allow; says which.
    """
    return Options(**read_options("Mini-Nap", OPTION_SPECS, values))
