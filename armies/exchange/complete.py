"""A parsed line made a unit, with what it stands under: defaults, flags, battalions, limits."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, cast

from armies.exchange.cleaning import plain
from armies.exchange.limits import MAX_BATTALIONS, between, element_faults
from armies.exchange.parsed import Parsed
from armies.exchange.splitting import split
from armies.exchange.troops import Guess, flags_in, quality_in, type_in
from armies.exchange.words import ADJECTIVES, TYPE_NAMES
from armies.rules.facts import ARTILLERY, INFANTRY, Unit, UnitType
from armies.rules.nations import nations

SIZED: Final[Mapping[tuple[str, str], UnitType]] = MappingProxyType(
    {
        ("infantry", "light"): "light_infantry",
        ("cavalry", "light"): "light_cavalry",
        ("cavalry", "medium"): "medium_cavalry",
        ("cavalry", "heavy"): "heavy_cavalry",
    }
)


ARMS: Final = re.compile(r"\bcavalr|kavaller|\bcavaler")


class Missing(ValueError):
    """The line lacks something, or says what cannot be; the message is a sentence."""


def complete(parsed: Parsed, nation: str, year: int | None) -> tuple[Unit, ...]:
    """The unit of a parsed line, or the battalions of its regiment; adds to ``parsed.assumed``.

    Args:
        nation: code of the nation it stands under.
        year: of the battle, for cuirasses; None where it is not known.

    Raises:
        Missing: the line waits for a decision.
    """
    if parsed.errors:
        raise Missing(" ".join(parsed.errors))
    if not parsed.exact:
        _infer(parsed, nation, year)
    unit = Unit(**parsed.facts)  # type: ignore[arg-type]
    faults = list(element_faults(unit))
    faults += between("The battalions of a regiment", parsed.battalions or None, MAX_BATTALIONS)
    if faults:
        raise Missing(" ".join(faults))
    if not parsed.battalions:
        return (unit,)
    if unit.type not in INFANTRY:
        raise Missing("Battalions are given for a unit that is not infantry.")
    try:
        battalions = split(unit, parsed.battalions)
    except ValueError as error:
        raise Missing(str(error)) from None
    if len(battalions) > 1:
        parsed.assumed.append(f"split into {len(battalions)} battalions, the men shared evenly")
    return battalions


def _infer(parsed: Parsed, nation: str, year: int | None) -> None:
    """Fill in what the name tells, then the defaults."""
    facts = parsed.facts
    name = parsed.name
    if not name:
        raise Missing("The unit has no name.")
    own = str(facts.get("nation", "")) or _nation_in(name, nation)
    if own and own != nation:
        if "nation" not in facts:
            parsed.assumed.append(f"nation {nations()[own].name} after the name")
        facts["nation"] = own
    if "type" not in facts:
        facts["type"] = _type(parsed, own or nation)
    unit_type = cast(UnitType, facts["type"])
    for flag, value in flags_in(name, unit_type, own or nation, year).items():
        if value:
            facts.setdefault(flag, True)
    if facts.get("irregular"):
        facts.pop("lancer", None)
    _quality(parsed)
    if unit_type in ARTILLERY:
        _battery(parsed)
    elif facts.get("men") is None:
        parsed.assumed.append("no men are given")


def _nation_in(name: str, nation: str) -> str:
    """The nation that an adjective in the name tells; the King's German Legion is one of its own."""
    for word in re.findall(r"[\w']+", plain(name)):
        if word in ADJECTIVES and ADJECTIVES[word] != nation:
            return ADJECTIVES[word]
    return "KGL" if "german legion" in plain(name) else ""


def _type(parsed: Parsed, nation: str) -> UnitType:
    facts = parsed.facts
    mounted = (
        facts.get("sub_unit") == "squadrons" or parsed.arm == "cavalry" or ARMS.search(plain(parsed.name)) is not None
    )
    guns = bool(facts.get("guns")) or parsed.arm == "artillery"
    sized = SIZED.get((parsed.arm, parsed.size))
    guess = type_in(parsed.name, nation, guns=guns, mounted=mounted)
    if sized and (guess is None or parsed.size):
        return sized
    if guess is None and mounted:
        raise Missing("It is cavalry; whether heavy, medium or light cavalry is missing.")
    if guess is None and (parsed.arm == "infantry" or parsed.battalions):
        guess = Guess("light_infantry" if parsed.size == "light" else "line_infantry", "taken as line infantry")
    if guess is None:
        raise Missing(f"The type is missing: add one of {', '.join(TYPE_NAMES.values())}.")
    if guess.doubt:
        parsed.assumed.append(guess.doubt)
    return guess.type


def _quality(parsed: Parsed) -> None:
    if "quality" in parsed.facts:
        return
    quality = quality_in(parsed.name)
    parsed.facts["quality"] = quality or "trained"
    parsed.assumed.append(f"{quality} after its name" if quality else "no quality is given, so trained")


def _battery(parsed: Parsed) -> None:
    facts = parsed.facts
    if parsed.size:
        facts.setdefault("gun_weight", parsed.size)
    if facts.get("guns") is None:
        parsed.assumed.append("no guns are given")
    if facts.get("gun_weight") is None:
        parsed.assumed.append("no weight of guns is given")
