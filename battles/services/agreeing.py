"""What the players agreed on before a battle: options other than the usual, and house rules."""

from msgspec import Struct

from battles.engine.option_spec import NONE, OptionSpec, OptionValue
from battles.engine.overlay import Difference
from battles.models import Battle
from battles.services.position import setup_of, system_of


class Chosen(Struct, frozen=True):
    """An option that is not at its default, both values in words."""

    label: str
    value: str
    usual: str
    rule: str


class Agreed(Struct, frozen=True):
    """All by which a battle differs from its rules as they are printed."""

    options: tuple[Chosen, ...]
    house: tuple[Difference, ...]


def agreed(battle: Battle) -> Agreed:
    """The options and house rules of a battle, in the order of the rules; no query."""
    system, setup = system_of(battle.system), setup_of(battle)
    values = system.options_of(setup)
    options = tuple(
        Chosen(spec.label, in_words(spec, values[name]), in_words(spec, spec.default), spec.rule)
        for name, spec in system.meta.options.items()
        if name in values
    )
    return Agreed(options, system.house_of(setup))


def in_words(spec: OptionSpec, value: OptionValue) -> str:
    """A value of an option as its form words it."""
    if spec.kind == "tick":
        return "yes" if value else "no"
    if spec.kind == "choice":
        return spec.words[str(value)]
    if spec.kind == "set":
        return ", ".join(spec.words[name] for name in str(value).split(",") if name) or NONE
    if spec.kind == "length":
        return f"{value} cm"
    return f"{value:,}" if isinstance(value, int) else str(value)
