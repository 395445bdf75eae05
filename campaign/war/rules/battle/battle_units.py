"""Armies for a battle: the units of an engagement as they are today, merged where there are too many (CM-ENG-05)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.armies import facts
from battles.engine.armies.facts import ARTILLERY, CAVALRY, INFANTRY
from battles.engine.campaign import Bearing, Coming, UnitLoss
from campaign.war.rules import tables
from campaign.war.rules.books import shares
from campaign.war.rules.forces import is_weak
from campaign.war.rules.state import CampaignState, Engaged, Formation, Unit
from campaign.war.rules.tables import Grade

Arm = Literal["foot", "horse", "guns"]
Merging = Literal["units", "brigades", "divisions", "corps"]
"""What fights as one unit for each arm (CM-ENG-05)."""

MERGINGS: Final[tuple[Merging, ...]] = Merging.__args__  # type: ignore[attr-defined]
DEPTH: Final[Mapping[Merging, int]] = {"brigades": 4, "divisions": 3, "corps": 2}
"""Names in the path of a formation of that level: the army, the corps, the division, the brigade."""

ARM_WORDS: Final[Mapping[Arm, str]] = {"foot": "infantry", "horse": "cavalry", "guns": "artillery"}

BATTERY: Final[facts.GunWeight] = "medium"
"""The weight of a battery whose weight is not recorded."""


class Posted(Struct, frozen=True):
    """A unit at its post: its facts, the path of its brigade, and its arrival if it comes later."""

    unit: facts.Unit
    brigade: str
    coming: Coming | None = None


class FieldedArmy(Struct, frozen=True):
    """An army for a battle. ``members`` are the campaign's units in each of its units; ``coming`` its arrivals."""

    army: facts.Army
    members: Mapping[str, tuple[str, ...]]
    coming: tuple[Coming, ...]
    merging: Merging


def arm_of(unit_type: facts.UnitType) -> Arm:
    """The arm of a type of unit."""
    return "foot" if unit_type in INFANTRY else "horse" if unit_type in CAVALRY else "guns"


def lowered(quality: Grade, fatigue: int) -> Grade:
    """The quality in which a unit fights: one grade lower from fatigue 7 on (CM-TIRE-01)."""
    place = tables.GRADES.index(quality)
    return tables.GRADES[max(0, place - 1)] if fatigue >= tables.WORN_OUT else quality


def posted(
    state: CampaignState, engaged: Sequence[Engaged], bearings: Mapping[str, Bearing], usual: Bearing
) -> Iterator[Posted]:
    """Every unit of a side that can fight, in the order of battle.

    ``bearings`` are those of points on the map; who does not say from where it comes up comes from ``usual``.
    """
    for part in engaged:
        yield from _posted(state, part, part.formations, None)
        for arrival in part.arrivals:
            bearing = bearings.get(arrival.point, bearings.get(part.point, usual))
            at = Coming(element="", minutes=arrival.minutes, bearing=bearing)
            yield from _posted(state, part, arrival.formations, at)


def _posted(state: CampaignState, part: Engaged, formations: Iterable[str], coming: Coming | None) -> Iterator[Posted]:
    fatigue = state.forces[part.force].fatigue if part.force in state.forces else 0
    if not state.setup.settings.use_fatigue:
        fatigue = 0
    for path in formations:
        for key in state.setup.formations[path].units:
            unit = state.setup.units[key]
            if not is_weak(state, key):
                yield Posted(_facts(state, unit, fatigue), path, coming and replace(coming, element=key))


GARRISON: Final = "garrison"
"""The id of the unit that a garrison fights as."""


def garrison(men: int) -> Iterator[Posted]:
    """The garrison of a fortress as a unit of untrained foot; its losses are in no books (CM-MAP-04)."""
    if men:
        unit = facts.Unit(id=GARRISON, name="Garrison", type="line_infantry", quality="untrained", men=men)
        yield Posted(unit, "garrison/Garrison/Garrison/Garrison")


def _facts(state: CampaignState, unit: Unit, fatigue: int) -> facts.Unit:
    """A unit with its men and guns of today."""
    guns = unit.arm in ARTILLERY
    account = state.books[unit.id]
    return facts.Unit(
        id=unit.id,
        name=unit.name,
        type=unit.arm,
        quality=lowered(state.quality.get(unit.id, unit.quality), fatigue),
        men=None if guns else account.present,
        guns=account.guns if guns else None,
        gun_weight=(unit.gun_weight or BATTERY) if guns else None,
        lancer=unit.lancer,
        nation=unit.nation,
    )


def merging_of(posts: Sequence[Sequence[Posted]], most_units: int, limit: int = 0) -> Merging:
    """What fights as one unit, so that no side has more than ``most_units``: of both sides alike (CM-ENG-05).

    Divisions fight as one unit whatever their number, unless a side has more than ``limit`` units then (0: no limit).
    """
    for merging in ("units", "brigades"):
        if all(_count(each, merging) <= most_units for each in posts):
            return merging
    return "corps" if limit and any(_count(each, "divisions") > limit for each in posts) else "divisions"


def _count(posts: Sequence[Posted], merging: Merging) -> int:
    """The units of a side if it merges so."""
    return len(posts) if merging == "units" else len({_group(post, DEPTH[merging]) for post in posts})


def fielded(state: CampaignState, posts: Sequence[Posted], merging: Merging, name: str, commander: str) -> FieldedArmy:
    """The army of a side of an engagement, merged into one unit for each arm of a formation (CM-ENG-05)."""
    merged = tuple(posts) if merging == "units" else tuple(_merged(state, posts, DEPTH[merging]))
    army = facts.Army(name=name, commander=commander, children=_tree(state, merged))
    return FieldedArmy(
        army=army,
        members=_members(posts, merged, merging),
        coming=tuple(post.coming for post in merged if post.coming is not None),
        merging=merging,
    )


# One unit for each arm


def _group(post: Posted, depth: int) -> tuple[str, int, Arm]:
    """What fights as one unit: the arm of a formation, those who come up together."""
    path = "/".join(post.brigade.split("/")[:depth])
    return path, post.coming.minutes if post.coming else 0, arm_of(post.unit.type)


def _merged(state: CampaignState, posts: Sequence[Posted], depth: int) -> Iterator[Posted]:
    groups: dict[tuple[str, int, Arm], list[Posted]] = {}
    for post in posts:
        groups.setdefault(_group(post, depth), []).append(post)
    arms: dict[str, set[Arm]] = {}
    for path, _, arm in groups:
        arms.setdefault(path, set()).add(arm)
    for (path, minutes, arm), members in groups.items():
        name = _title(state, path) + (f", {ARM_WORDS[arm]}" if len(arms[path]) > 1 else "")
        key = f"{path}:{arm}:{minutes}"
        coming = members[0].coming
        yield Posted(
            _as_one([member.unit for member in members], key, name, arm),
            path,
            coming and replace(coming, element=key),
        )


def _title(state: CampaignState, path: str) -> str:
    """``Husson's 1st Brigade``, or ``Bachelu's Division artillery``: the name of a formation alone does not say which.

    Without a commander of its own it has that of the formation above, else that formation's name.
    """
    above = path.rpartition("/")[0]
    for of in (path, above):
        formation = state.setup.formations.get(of)
        if formation and (leader := family_name(formation.commander)):
            return f"{leader}'s {_name(state, path)}"
    return f"{_name(state, path)}, {_name(state, above)}" if above.count("/") >= 1 else _name(state, path)


def family_name(commander: str) -> str:
    """The last word of a commander's name, without titles after a comma or in brackets; empty for none."""
    words = commander.partition(",")[0].partition("(")[0].split()
    return words[-1] if words else ""


def _name(state: CampaignState, path: str) -> str:
    formation = state.setup.formations.get(path)
    return formation.name if formation else path.rpartition("/")[2]


def _as_one(units: Sequence[facts.Unit], key: str, name: str, arm: Arm) -> facts.Unit:
    """Units of an arm as one: men and guns summed, all else as most men have it (guns; ties: the lower quality)."""
    guns = arm == "guns"
    sizes = [(unit.guns if guns else unit.men) or 0 for unit in units]

    def most(values: Sequence[object], ranks: Sequence[int]) -> object:
        sums: dict[object, int] = {}
        rank = dict(zip(values, ranks, strict=True))
        for value, size in zip(values, sizes, strict=True):
            sums[value] = sums.get(value, 0) + size
        return min(sums, key=lambda value: (-sums[value], rank[value]))

    order = range(len(units))
    qualities = [unit.quality for unit in units]
    return facts.Unit(
        id=key,
        name=name,
        type=most([unit.type for unit in units], order),  # type: ignore[arg-type]
        quality=most(qualities, [tables.GRADES.index(each) for each in qualities]),  # type: ignore[arg-type]
        men=None if guns else sum(sizes),
        guns=sum(sizes) if guns else None,
        gun_weight=most([unit.gun_weight for unit in units], order) if guns else None,  # type: ignore[arg-type]
        lancer=bool(most([unit.lancer for unit in units], order)),
        nation=str(most([unit.nation for unit in units], order)),
    )


def _members(posts: Sequence[Posted], merged: Sequence[Posted], merging: Merging) -> dict[str, tuple[str, ...]]:
    if merging == "units":
        return {post.unit.id: (post.unit.id,) for post in merged}
    members: dict[str, list[str]] = {post.unit.id: [] for post in merged}
    for post in posts:
        path, minutes, arm = _group(post, DEPTH[merging])
        members[f"{path}:{arm}:{minutes}"].append(post.unit.id)
    return {key: tuple(units) for key, units in members.items()}


def losses_by_unit(state: CampaignState, army: FieldedArmy, losses: Iterable[UnitLoss]) -> Iterator[UnitLoss]:
    """Losses of the units of a battle as those of the campaign's: by men or guns, largest remainder (CM-ENG-05)."""
    for loss in losses:
        members = [member for member in army.members[loss.unit] if member in state.books]
        men = shares(loss.men, [state.books[member].present for member in members])
        guns = shares(loss.guns, [state.books[member].guns for member in members])
        for member, lost, lost_guns in zip(members, men, guns, strict=True):
            yield UnitLoss(unit=member, men=lost, guns=lost_guns, fled=loss.fled)


# The chain of command


Brigades = Mapping[str, Sequence[facts.Unit]]
"""Units by brigade: its path, its arrival and if they are guns that stand apart."""


def _tree(state: CampaignState, posts: Sequence[Posted]) -> tuple[facts.Corps, ...]:
    """Corps, divisions and brigades over the units; a level that is missing gets the name of the one below."""
    corps: dict[str, dict[str, dict[str, list[facts.Unit]]]] = {}
    for post in posts:
        parts = post.brigade.split("/")
        upper, division = "/".join(parts[:2]), "/".join(parts[:3])
        minutes = post.coming.minutes if post.coming else 0
        guns = "guns" if arm_of(post.unit.type) == "guns" and _apart(posts, post) else ""
        key = f"{post.brigade}|{minutes}|{guns}"
        corps.setdefault(upper, {}).setdefault(division, {}).setdefault(key, []).append(post.unit)
    return tuple(_corps(state, path, divisions) for path, divisions in corps.items())


def _corps(state: CampaignState, path: str, divisions: Mapping[str, Brigades]) -> facts.Corps:
    head = _head(state, path)
    return facts.Corps(
        id=path,
        name=head.name,
        commander=head.commander,
        nation=head.nation,
        children=tuple(_division(state, below, brigades) for below, brigades in divisions.items()),
    )


def _division(state: CampaignState, path: str, brigades: Brigades) -> facts.Division:
    head = _head(state, path)
    return facts.Division(
        id=f"{path}|division",
        name=head.name,
        commander=head.commander,
        nation=head.nation,
        children=tuple(_brigade(state, key, units) for key, units in brigades.items()),
    )


def _apart(posts: Sequence[Posted], battery: Posted) -> bool:
    """True if a battery stands apart from its brigade: foot artillery and heavy guns do not move with horse."""
    mates = [post.unit for post in posts if post.brigade == battery.brigade]
    return any(arm_of(unit.type) == "horse" for unit in mates)


def _brigade(state: CampaignState, key: str, units: Sequence[facts.Unit]) -> facts.Brigade:
    path, _, apart = key.split("|")
    arms = {arm_of(unit.type) for unit in units}
    kind: facts.BrigadeKind = "artillery"
    if "foot" in arms or "horse" in arms:
        kind = "mixed" if {"foot", "horse"} <= arms else "infantry" if "foot" in arms else "cavalry"
    head = _head(state, path)
    return facts.Brigade(
        id=f"{path}|{key.partition('|')[2]}",
        name=f"{head.name}, guns" if apart else head.name,
        commander="" if apart or kind == "artillery" else head.commander,
        nation=head.nation,
        kind=kind,
        children=tuple(units),
    )


class _Head(Struct, frozen=True):
    """Name, commander and nation of a formation."""

    name: str
    commander: str
    nation: str


def _head(state: CampaignState, path: str) -> _Head:
    formation: Formation | None = state.setup.formations.get(path)
    if formation is None:
        return _Head(_name(state, path), "", "")
    return _Head(formation.name, formation.commander, formation.nation)
