"""Checks of Divisions and Corps: division artillery, and the places of reserves.

Source: MN-ORG-11, MN-ORG-12, MN-ORG-13.
"""

from collections.abc import Iterator

from battles.engine.armies.facts import ARTILLERY, Brigade, Corps, Division
from battles.engine.armies.house_rules import House, marked
from battles.engine.armies.reckoning import Fault
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.house_rules import limit, limit_mark
from battles.rules.mini_nap.army.options import DEFAULTS, Options
from battles.rules.mini_nap.army.words import KIND_WORDS, a, count, name_of


def division_kind(division: Division) -> tuple[str, str]:
    """The Division's kind, and its source: ``declared``, or ``worked out`` from its Brigades.

    Working it out (MN-RULING-88): Brigades that were reserves and artillery Brigades do not count. Infantry
    with cavalry is mixed, mixed Brigades alone are mixed, infantry with mixed is infantry, cavalry with
    mixed is mixed. The kind is empty if no Brigade counts.
    """
    if division.kind:
        return division.kind, "declared"
    kinds = {at.kind for at in _brigades(division) if at.kind != "artillery" and not at.reserve}
    if not kinds:
        return "", "worked out"
    if len(kinds) == 1:
        return next(iter(kinds)), "worked out"
    return ("infantry" if kinds == {"infantry", "mixed"} else "mixed"), "worked out"


def division_faults(division: Division, options: Options = DEFAULTS) -> Iterator[Fault]:
    """Faults of one Division (MN-ORG-11, MN-ORG-12, MN-ORG-13); each carries the id of the Brigade it is about."""
    brigades = _brigades(division)
    artillery = [brigade for brigade in brigades if brigade.kind == "artillery"]
    if brigades and artillery == brigades:
        yield Fault(
            "warning",
            "MN-ORG-12",
            f"{name_of(division)} has batteries only: divide reserve artillery among the Divisions before play.",
            division.id,
        )
    else:
        yield from _artillery(division, artillery, options.house)
    for brigade in artillery:
        yield from _battery_count(brigade, options.house)
    for brigade in brigades:
        if brigade.reserve and brigade.kind != "artillery":
            yield from _reserve(division, brigade)
        if brigade.kind == "infantry" and not brigade.reserve:
            yield from _heavy_batteries(brigade)


def corps_faults(corps: Corps, options: Options = DEFAULTS) -> Iterator[Fault]:
    """Too many attached reserve Brigades (MN-ORG-13, MN-VAL-24); division artillery does not count."""
    reserves = [
        brigade
        for division in corps.children
        if isinstance(division, Division)
        for brigade in _brigades(division)
        if brigade.reserve and brigade.kind != "artillery"
    ]
    bound = limit(options.house, "reserves_in_corps")
    if not bound.holds(len(reserves)):
        text = f"has {count(len(reserves), 'reserve Brigade')}: a Corps attaches at most {bound.most}"
        sentence = marked(text, limit_mark(options.house, "reserves_in_corps"))
        yield Fault("warning", bound.rule, f"{name_of(corps)} {sentence}.", corps.id)


def _brigades(division: Division) -> list[Brigade]:
    return [child for child in division.children if isinstance(child, Brigade)]


def _kind_words(division: Division) -> str:
    kind, how = division_kind(division)
    return f"{kind or 'unknown'}, {how}" if how == "declared" else f"{kind or 'unknown'}, {how} from its Brigades"


def _artillery(division: Division, artillery: list[Brigade], house: House) -> Iterator[Fault]:
    """MN-ORG-11, and MN-ORG-12 where the artillery was a reserve (MN-VAL-23, MN-VAL-24)."""
    kind, _ = division_kind(division)
    for index, brigade in enumerate(artillery):
        rule = "MN-ORG-12" if brigade.reserve else "MN-ORG-11"
        if kind not in tables.RESERVE_BESIDE["artillery"]:
            text = f"division artillery belongs to infantry Divisions ({name_of(division)}: {_kind_words(division)})"
            yield Fault("warning", rule, f"{name_of(brigade)} is misplaced: {text}.", brigade.id)
        most = limit(house, "division_artillery_brigades").most
        if index >= most:
            over = "one" if most == 1 else str(most)
            text = f"is an extra division artillery Brigade of {name_of(division)}: more than {over} is very rare"
            sentence = marked(text, limit_mark(house, "division_artillery_brigades"))
            yield Fault("warning", rule, f"{name_of(brigade)} {sentence}.", brigade.id)


def _battery_count(brigade: Brigade, house: House) -> Iterator[Fault]:
    """MN-ORG-11, MN-VAL-23."""
    bound = limit(house, "division_artillery")
    batteries = sum(unit.type in ARTILLERY for unit in brigade.children)
    if batteries > bound.most:
        text = f"has {count(batteries, 'battery')}: division artillery has {bound.words}"
        sentence = marked(text, limit_mark(house, "division_artillery"))
        yield Fault("warning", bound.rule, f"{name_of(brigade)} {sentence}.", brigade.id)


def _reserve(division: Division, brigade: Brigade) -> Iterator[Fault]:
    """MN-ORG-13, MN-VAL-24."""
    kind, _ = division_kind(division)
    beside = tables.RESERVE_BESIDE[brigade.kind]
    if kind in beside:
        return
    kinds = " or ".join(sorted(beside))
    text = f"was a Corps reserve: a reserve {KIND_WORDS[brigade.kind]} joins {a(kinds)} Division"
    where = f"({name_of(division)}: {_kind_words(division)})"
    yield Fault("warning", "MN-ORG-13", f"{name_of(brigade)} {text} {where}.", brigade.id)


def _heavy_batteries(brigade: Brigade) -> Iterator[Fault]:
    """Heavy foot batteries in an infantry Brigade, which count as reserve artillery (MN-ORG-12, MN-RULING-89).

    That is a warning (MN-VAL-24). The caller leaves out Brigades that were themselves a reserve: their batteries may
    stay with them (MN-ORG-13).
    """
    for unit in brigade.children:
        if unit.type == "foot_artillery" and unit.gun_weight == "heavy":
            text = f"is a heavy foot battery in {name_of(brigade)}: reserve artillery goes to the division artillery"
            yield Fault("warning", "MN-ORG-12", f"{name_of(unit)} {text}.", unit.id)
