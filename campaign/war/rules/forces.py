"""What a force is: its men, its arms, its column and the road under it (CM-FORCE-04, CM-BOOK-04, CM-MARCH-04)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from battles.engine.armies.facts import CAVALRY, INFANTRY
from campaign.war.rules.books import Account
from campaign.war.rules.campaign_map import Place, Road, Stretch
from campaign.war.rules.state import CampaignState, Engagement, Force, Leg
from campaign.war.rules.tables import CHAUSSEE_LENGTH, LEVELS, PER_MILLE, RoadKind

HUNDREDTHS = 100


class Strength(NamedTuple):
    """Men and guns present in some formations.

    ``light`` are light horse of units that are not too weak, ``fighting`` the men of those that fight. ``mounted`` is
    true without foot and foot artillery. ``march`` are the formations in the order of march, ``lengths`` the
    hundredths of a metre of road up to the last man of each, off a chaussee.
    """

    foot: int
    horse: int
    guns: int
    light: int
    fighting: int
    mounted: bool
    march: tuple[str, ...]
    lengths: tuple[int, ...]

    @property
    def men(self) -> int:
        """Foot and horse (CM-FORCE-04)."""
        return self.foot + self.horse

    @property
    def kind(self) -> str:
        """The row of the march rates."""
        return "mounted" if self.mounted else "foot"

    def length(self, road: RoadKind) -> int:
        """Metres of the whole column (CM-MARCH-03)."""
        return metres_of(self.lengths[-1], road) if self.lengths else 0


def metres_of(hundredths: int, road: RoadKind) -> int:
    """Metres of road for a length off a chaussee, in hundredths; half on a chaussee (CM-MARCH-03)."""
    if road == "chaussee":
        return hundredths * CHAUSSEE_LENGTH // (HUNDREDTHS * PER_MILLE)
    return hundredths // HUNDREDTHS


def is_weak(state: CampaignState, unit: str) -> bool:
    """True if a unit is too weak to scout, screen or fight (CM-BOOK-04)."""
    facts, account = state.setup.units[unit], state.books[unit]
    start, now = (facts.guns, account.guns) if facts.guns else (facts.men, account.present)
    return now * PER_MILLE < start * state.setup.settings.too_weak


def strength(state: CampaignState, formations: Iterable[str]) -> Strength:
    """The strength of some brigades as they are now."""
    settings, units, books = state.setup.settings, state.setup.units, state.books
    foot = horse = guns = light = fighting = 0
    on_foot = False
    parts: list[tuple[bool, str, int]] = []
    for formation in formations:
        length = own_light = others = 0
        for unit in state.setup.formations[formation].units:
            facts, account = units[unit], books[unit]
            men, pieces = account.present, account.guns
            weak = _is_weak(facts.men, facts.guns, account, settings.too_weak)
            if facts.arm in INFANTRY:
                foot += men
                length += men * settings.metres_per_man
                on_foot = on_foot or men > 0
                others += men
            elif facts.arm in CAVALRY:
                horse += men
                length += men * settings.metres_per_horse
                if facts.arm == "light_cavalry":
                    light += 0 if weak else men
                    own_light += men
                else:
                    others += men
            else:
                guns += pieces
                length += pieces * settings.metres_per_gun
                on_foot = on_foot or (facts.arm == "foot_artillery" and pieces > 0)
            if not weak and not facts.guns:
                fighting += men
        parts.append((own_light <= others, formation, length))
    parts.sort(key=lambda part: part[0])
    total, lengths = 0, []
    for _, _, length in parts:
        total += length
        lengths.append(total)
    march = tuple(formation for _, formation, _ in parts)
    return Strength(foot, horse, guns, light, fighting, not on_foot, march, tuple(lengths))


def _is_weak(men: int, guns: int, account: Account, too_weak: int) -> bool:
    if guns:
        return account.guns * PER_MILLE < guns * too_weak
    return account.present * PER_MILLE < men * too_weak


def units_of(state: CampaignState, formations: Iterable[str]) -> list[str]:
    """The units of some brigades, in the order of battle."""
    return [unit for formation in formations for unit in state.setup.formations[formation].units]


def last_man(reach: int, drawn: int, up: int) -> int:
    """Metres from the head of a column to a man ``reach`` metres back in it (CM-MARCH-04).

    ``drawn`` metres of the column have left its starting place; ``up`` have come up since the head halted.
    """
    return min(drawn, max(0, reach - up))


def drawn_out(column: Iterable[Stretch]) -> int:
    """Metres of road under a column."""
    return sum(stretch.length for stretch in column)


def up_within(found: Strength, force: Force, road: RoadKind, metres: int) -> tuple[str, ...]:
    """The formations whose last man is within ``metres`` behind the head, in the order of march (CM-MARCH-04)."""
    if not force.column:
        return found.march
    drawn = drawn_out(force.column)
    return tuple(
        formation
        for formation, reach in zip(found.march, found.lengths, strict=True)
        if last_man(metres_of(reach, road), drawn, force.up) <= metres
    )


def seniority(state: CampaignState, force: Force) -> tuple[int, int]:
    """A sort key: the senior force first, by level of its highest formation, then by the order of battle (CM-FORCE-02).

    The highest formation is the highest whose brigades the force has all, or nearly: that of its first brigade's army
    which holds every brigade of the force.
    """
    formations = state.setup.formations
    first = force.formations[0]
    level = LEVELS.index(formations[first].level)
    parts = first.split("/")
    for end in range(len(parts) - 1, 1, -1):
        path = "/".join(parts[:end])
        above = formations.get(path)
        if above is None or not all(own == path or own.startswith(f"{path}/") for own in force.formations):
            break
        if len(force.formations) > 1:
            level = LEVELS.index(above.level)
    return level, formations[first].order


def present_leg(force: Force) -> Leg:
    """The part of its order that a force carries out now; it holds without one (CM-ORDER-05)."""
    return force.legs[0] if force.legs else HOLD


HOLD = Leg("hold")


def hold_after(leg: Leg) -> Leg:
    """The hold of a force whose order has ended: it keeps its posture, support and limit (CM-RULING-02)."""
    return Leg("hold", leg.posture, support=leg.support, avoid_at=leg.avoid_at)


def under_column(place: Place, column: Iterable[Stretch], ends: dict[str, tuple[str, str, int]]) -> set[str]:
    """The points at which a force or a part of its column is; ``ends`` are start, end and metres of each road."""
    points = {place.point} if place.point else set()
    for stretch in column:
        start, end, metres = ends[stretch.road]
        low, high = min(stretch.near, stretch.far), max(stretch.near, stretch.far)
        if low <= 0:
            points.add(start)
        if high >= metres:
            points.add(end)
    return points


def garrison_men(state: CampaignState, engagement: Engagement) -> int:
    """Men of the garrison that the campaign gives a stormed fortress: untrained foot, in no books (CM-MAP-04)."""
    return state.garrisons.get(engagement.place.point, 0) if engagement.storm else 0


Lane = tuple[str, bool]
"""A road in one direction: true from its start to its end."""


class Part(NamedTuple):
    """Part of a lane under a force, in metres from where the lane begins."""

    tail: int
    head: int
    force: str


Traffic = dict[Lane, list[Part]]
"""What is on each lane."""


def along_lane(road: Road, metres: int, up: bool) -> int:
    """Metres from the beginning of a lane; ``metres`` are from the road's start."""
    return metres if up else road.metres - metres


def traffic(forces: Iterable[Force], roads: Mapping[str, Road]) -> Traffic:
    """The columns of some forces; a halted and closed force stands beside the road (CM-MARCH-05)."""
    lanes: Traffic = {}
    for force in forces:
        for stretch in force.column:
            up = stretch.near > stretch.far
            road = roads[stretch.road]
            part = Part(along_lane(road, stretch.far, up), along_lane(road, stretch.near, up), force.id)
            lanes.setdefault((stretch.road, up), []).append(part)
    return lanes


def room(lanes: Traffic, lane: Lane, begin: int, end: int, own: str) -> int:
    """How far a head may go on a lane from ``begin`` towards ``end`` before it reaches another column there."""
    for part in lanes.get(lane, ()):
        if part.force != own and part.head > begin and part.tail < end:
            end = max(begin, part.tail)
    return end


def drawn(column: tuple[Stretch, ...], walked: Iterable[Stretch], length: int) -> tuple[Stretch, ...]:
    """The stretches under a column after its head has gone over those of ``walked``, in the order walked.

    The whole is cut at its tail to ``length``.
    """
    pieces = list(column)
    for step in walked:
        first = pieces[0] if pieces else None
        if first is not None and first.road == step.road and (first.near > first.far) == (step.near > step.far):
            pieces[0] = Stretch(step.road, step.near, first.far)
        elif step.length:
            pieces.insert(0, step)
    return cut(pieces, length)


def cut(pieces: Iterable[Stretch], length: int) -> tuple[Stretch, ...]:
    """The first ``length`` metres of a column."""
    kept = []
    for piece in pieces:
        if length <= 0:
            break
        if piece.length > length:
            sign = -1 if piece.near > piece.far else 1
            piece = Stretch(piece.road, piece.near, piece.near + sign * length)
        kept.append(piece)
        length -= piece.length
    return tuple(kept)
