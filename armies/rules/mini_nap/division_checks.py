"""Faults of Divisions and Corps: division artillery, and where reserves went before play (MN-ORG-11 to 13)."""

from collections.abc import Iterator

from armies.rules.facts import ARTILLERY, Brigade, Corps, Division
from armies.rules.house_spec import House, marked
from armies.rules.mini_nap.house import limit, limit_mark
from armies.rules.mini_nap.options import DEFAULTS, Options
from armies.rules.mini_nap.words import KIND_WORDS, a, count, name_of
from armies.rules.reckoning import Fault
from battles.rules.mini_nap import tables


def division_kind(division: Division) -> tuple[str, str]:
    """The Division's kind, and how it is known: ``declared``, or ``worked out`` from its Brigades.

    Worked out (MN-RULING-88): its Brigades that were no reserves, artillery left out, decide. Infantry
    beside cavalry makes it mixed, mixed Brigades alone make it mixed, infantry with mixed is infantry,
    cavalry with mixed is mixed. Empty where there is nothing to go by.
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
    """MN-ORG-11, 12 and 13 for one Division; a fault stands beside the Brigade that is wrong."""
    brigades = _brigades(division)
    artillery = [brigade for brigade in brigades if brigade.kind == "artillery"]
    if brigades and artillery == brigades:
        yield Fault(
            "warning",
            "MN-ORG-12",
            f"{name_of(division)} holds batteries only: reserve artillery is spread over the Corps before play.",
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
    """MN-ORG-13, MN-VAL-24: how many reserve Brigades the Corps attached; division artillery is not counted."""
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
        said = marked(text, limit_mark(options.house, "reserves_in_corps"))
        yield Fault("warning", bound.rule, f"{name_of(corps)} {said}.", corps.id)


def _brigades(division: Division) -> list[Brigade]:
    return [child for child in division.children if isinstance(child, Brigade)]


def _known(division: Division) -> str:
    kind, how = division_kind(division)
    return f"{kind or 'not known'}, {how}" if how == "declared" else f"{kind or 'not known'}, {how} from its Brigades"


def _artillery(division: Division, artillery: list[Brigade], house: House) -> Iterator[Fault]:
    """MN-ORG-11, and MN-ORG-12 where the artillery was a reserve (MN-VAL-23, MN-VAL-24)."""
    kind, _ = division_kind(division)
    for index, brigade in enumerate(artillery):
        rule = "MN-ORG-12" if brigade.reserve else "MN-ORG-11"
        if kind not in tables.RESERVE_BESIDE["artillery"]:
            text = f"division artillery belongs to infantry Divisions ({name_of(division)}: {_known(division)})"
            yield Fault("warning", rule, f"{name_of(brigade)} is misplaced: {text}.", brigade.id)
        most = limit(house, "division_artillery_brigades").most
        if index >= most:
            over = "one" if most == 1 else str(most)
            text = f"is a further division artillery Brigade of {name_of(division)}: more than {over} is very rare"
            said = marked(text, limit_mark(house, "division_artillery_brigades"))
            yield Fault("warning", rule, f"{name_of(brigade)} {said}.", brigade.id)


def _battery_count(brigade: Brigade, house: House) -> Iterator[Fault]:
    """MN-ORG-11, MN-VAL-23."""
    bound = limit(house, "division_artillery")
    batteries = sum(unit.type in ARTILLERY for unit in brigade.children)
    if batteries > bound.most:
        text = f"has {count(batteries, 'battery')}: division artillery has {bound.words}"
        said = marked(text, limit_mark(house, "division_artillery"))
        yield Fault("warning", bound.rule, f"{name_of(brigade)} {said}.", brigade.id)


def _reserve(division: Division, brigade: Brigade) -> Iterator[Fault]:
    """MN-ORG-13, MN-VAL-24."""
    kind, _ = division_kind(division)
    beside = tables.RESERVE_BESIDE[brigade.kind]
    if kind in beside:
        return
    wanted = " or ".join(sorted(beside))
    text = f"was a Corps reserve: a reserve {KIND_WORDS[brigade.kind]} joins {a(wanted)} Division"
    where = f"({name_of(division)}: {_known(division)})"
    yield Fault("warning", "MN-ORG-13", f"{name_of(brigade)} {text} {where}.", brigade.id)


def _heavy_batteries(brigade: Brigade) -> Iterator[Fault]:
    """MN-ORG-12: a heavy foot battery in an infantry Brigade is taken to be reserve artillery (MN-RULING-89).

    That is a warning (MN-VAL-24), but not in a Brigade that was itself a reserve: its batteries may stay
    with it (MN-ORG-13).
    """
    for unit in brigade.children:
        if unit.type == "foot_artillery" and unit.gun_weight == "heavy":
            text = f"is a heavy foot battery in {name_of(brigade)}: reserve artillery goes to the division artillery"
            yield Fault("warning", "MN-ORG-12", f"{name_of(unit)} {text}.", unit.id)
