"""House rules under any system: what a club may have otherwise, what is wrong with them, which are in force."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from armies.rules import easy_napoleonics, mini_nap, snappy_nappy
from armies.rules.facts import HouseRules
from armies.rules.house_spec import HouseSpec, HouseValue, differing, house_faults, house_of
from battles.engine.option_spec import OptionValue, echoed, read_value
from battles.rules import SYSTEMS

HOUSE_SPECS: Final[Mapping[str, Mapping[str, HouseSpec]]] = MappingProxyType(
    {
        "mini_nap": mini_nap.HOUSE_SPECS,
        "easy_napoleonics": easy_napoleonics.HOUSE_SPECS,
        "snappy_nappy": snappy_nappy.HOUSE_SPECS,
    }
)
"""By system: every value of the tables that a club may have otherwise, in the order of a form."""


def refuse_house(overlays: Mapping[str, Mapping[str, OptionValue]]) -> dict[tuple[str, str], str]:
    """What is wrong with a club's overlays: a sentence by system and key, empty where nothing is.

    A system that is not known has its sentence under the empty key.
    """
    found: dict[tuple[str, str], str] = {}
    for system, overlay in overlays.items():
        if system not in HOUSE_SPECS:
            sentence = f"{echoed(system)} is no system with house rules: it is one of {', '.join(HOUSE_SPECS)}."
            found[system, ""] = sentence
            continue
        wrong = house_faults(SYSTEMS[system].title, HOUSE_SPECS[system], overlay)
        found.update({(system, key): sentence for key, sentence in wrong.items()})
    return found


def read_house(overlays: Mapping[str, Mapping[str, OptionValue]]) -> dict[str, dict[str, Any]]:
    """A club's overlays as they are kept: values as their specs want them, those that are as printed left out.

    Raises:
        ValueError: what ``refuse_house`` finds; its sentences.
    """
    wrong = refuse_house(overlays)
    if wrong:
        raise ValueError(" ".join(dict.fromkeys(wrong.values())))
    kept: dict[str, dict[str, Any]] = {}
    for system, overlay in overlays.items():
        specs = HOUSE_SPECS[system]
        values = {key: read_value(specs[key].label, specs[key], value) for key, value in overlay.items()}
        if differs := {key: value for key, value in values.items() if value != specs[key].default}:
            kept[system] = differs
    return kept


def house_in_force(system: str, house: HouseRules | None) -> tuple[HouseValue, ...]:
    """Every number of ``system`` that the club has otherwise, with the printed one; none without house rules.

    What is kept but not understood here is left out: it has no effect.
    """
    specs = HOUSE_SPECS.get(system, {})
    return differing(specs, house_of(system, specs, house))
