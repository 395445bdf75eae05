"""What moves on a campaign map: forces as blocks with strength and facing, columns, reports, marches, and fog."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import atan2, cos, degrees, radians, sin
from typing import Final, NamedTuple

from battles.drawing.course_names import Box, is_free, overlap
from campaign.war.drawing.ground import LETTER, XY, GroundDrawing, Sheet, towards
from campaign.war.rules.campaign_map import CampaignMap, Place
from campaign.war.rules.events import Arrived, Detached, Entry
from campaign.war.rules.forces import present_leg
from campaign.war.rules.settings import Settings
from campaign.war.rules.state import CampaignState, Report
from campaign.war.rules.tables import HOUR, KM, SIGHT, SIGHT_LIGHT_HORSE
from campaign.war.rules.view import CampaignView, OwnForce

PLATE_HIGH: Final = 40.0
SYMBOL_WIDE: Final = 44.0
TEXT_SIZE: Final = 15.0
EDGE: Final = 4.0
"""Units between a plate and the edge of the sheet."""
MOST_NAME: Final = 28
"""Letters of a name on the map; the text beside it has all of it."""
DISTANCES: Final = (24, 36, 50, 66, 84, 104, 128, 156, 190, 230, 276, 330, 392, 462, 540, 640)
"""Units between a place and the edge of its plate, in the order in which they are tried."""
DIRECTIONS: Final[tuple[XY, ...]] = tuple(
    (round(cos(radians(angle)), 3), round(sin(radians(angle)), 3))
    for angle in (15, 165, -15, -165, 0, 180, 40, 140, -40, -140, 65, 115, -65, -115, 90, -90)
)
"""Unit vectors from a place to the middle of its plate; beside it is better than above or below."""


class Piece(NamedTuple):
    """A force or report on the map. ``box`` is its plate, tied to ``at`` by a line; ``turn`` that of its arrow.

    ``sign`` is the symbol of its arm. ``is_sure`` is false for a report; ``age`` is its age in hours.
    """

    key: str
    name: str
    line: str
    words: str
    side: str
    sign: str
    at: XY
    box: Box
    turn: float | None
    column: tuple[tuple[XY, XY], ...]
    is_own: bool
    is_sure: bool
    is_faint: bool = False

    @property
    def left(self) -> float:
        return self.box[0]

    @property
    def top(self) -> float:
        return self.box[1]

    @property
    def wide(self) -> float:
        return round(self.box[2] - self.box[0], 1)

    @property
    def middle(self) -> XY:
        """Where the line from its place ends."""
        return round((self.box[0] + self.box[2]) / 2, 1), round((self.box[1] + self.box[3]) / 2, 1)


class Pieces(NamedTuple):
    """Forces and reports, and the points that nobody of the side can see now."""

    forces: tuple[Piece, ...]
    reports: tuple[Piece, ...]
    unseen: frozenset[str]


class Label(NamedTuple):
    """What is written of a force or report; ``when`` is the time of a report and its age."""

    name: str
    line: str
    words: str
    when: str = ""


class _Places(NamedTuple):
    """A sheet with the boxes that are taken on it, and how many times as large its letters are."""

    sheet: Sheet
    used: list[Box]
    letters: float


def draw_pieces(
    ground: GroundDrawing,
    seen: CampaignView,
    labels: Mapping[str, Label],
    settings: Settings,
    letters: float = 1.0,
) -> Pieces:
    """The forces and reports of a view; ``labels`` holds the words of each by its key.

    On small paper plates and their letters are ``letters`` times as large.
    """
    used = _Places(ground.sheet, list(ground.boxes), letters)
    forces = tuple(_force(ground.sheet, row, labels[row.force.id], used) for row in seen.forces)
    old = [row for row in seen.faint if row.of not in seen.refuted]
    reports, faint = (
        tuple(
            _report(ground.sheet, rows, _group_label(rows, labels), used, is_faint=is_faint) for rows in _grouped(every)
        )
        for every, is_faint in ((seen.reports, False), (old, True))
    )
    return Pieces(forces, reports + faint, frozenset(ground.sheet.points) - in_sight(ground.sheet, seen, settings))


def in_sight(sheet: Sheet, seen: CampaignView, settings: Settings) -> set[str]:
    """Points that the side's own forces see on a clear day, along roads (CM-SIGHT-01)."""
    points: set[str] = set(seen.own_points) & {row.force.place.point for row in seen.forces}
    for row in seen.forces:
        reach = sight_of(row, settings)
        for point in sheet.points:
            if sheet.net.between(row.force.place, Place(point=point)) <= reach:
                points.add(point)
    return points


def sight_of(row: OwnForce, settings: Settings) -> int:
    """Metres that a force sees by day (CM-SIGHT-01)."""
    if row.light_horse < settings.scouts_needed:
        return SIGHT
    return settings.scout_reach * KM if present_leg(row.force).order == "scout" else SIGHT_LIGHT_HORSE


def _force(sheet: Sheet, row: OwnForce, label: Label, used: _Places) -> Piece:
    force = row.force
    at = sheet.at(force.place)
    faces = sheet.points.get(force.way[0] if force.way else force.faces)
    return Piece(
        key=force.id,
        name=label.name,
        line=label.line,
        words=label.words,
        side=force.side,
        sign=sign_of(row.foot, row.horse),
        at=at,
        box=_place(at, label, used),
        turn=_turn(at, faces),
        column=tuple(sheet.stretches(force.column)),
        is_own=True,
        is_sure=True,
    )


def _grouped(reports: Iterable[Report]) -> list[list[Report]]:
    """Reports of one side at one place, which share a plate; the newest of a group first."""
    groups: dict[tuple[Place, str, bool], list[Report]] = {}
    for row in sorted(reports, key=lambda row: -row.time):
        groups.setdefault((row.place, row.side, row.contact), []).append(row)
    return list(groups.values())


def _group_label(rows: Sequence[Report], labels: Mapping[str, Label]) -> Label:
    """The label of the report in a group, or one for all of them with the sum of their men."""
    newest = labels[rows[0].of]
    if len(rows) == 1:
        return newest
    about = "" if rows[0].contact else "about "
    name = f"{len(rows)} enemy forces"
    words = "; ".join(labels[row.of].words for row in rows)
    return Label(name, f"{about}{sum(row.men for row in rows):,}, {newest.when}", f"{name}: {words}")


def _report(sheet: Sheet, rows: Sequence[Report], label: Label, used: _Places, *, is_faint: bool) -> Piece:
    row, arms = rows[0], {arm for each in rows for arm in each.arms}
    heading = row.heading if len({each.heading for each in rows}) == 1 else ""
    at = sheet.at(row.place)
    return Piece(
        key=row.of,
        name=label.name,
        line=label.line,
        words=label.words,
        side=row.side,
        sign=sign_of(int("foot" in arms), int("horse" in arms)),
        at=at,
        box=_place(at, label, used),
        turn=_turn(at, sheet.points.get(heading)),
        column=(),
        is_own=False,
        is_sure=row.contact,
        is_faint=is_faint,
    )


def sign_of(foot: int, horse: int) -> str:
    """The symbol of a force: of its foot if it has any."""
    return "line_infantry" if foot else "light_cavalry" if horse else "foot_artillery"


def _turn(at: XY, faces: XY | None) -> float | None:
    """Degrees clockwise from north in which a force faces."""
    if faces is None or faces == at:
        return None
    return round(degrees(atan2(faces[0] - at[0], at[1] - faces[1])), 1)


def _place(at: XY, label: Label, taken: _Places) -> Box:
    """A place for a plate near ``at``, clear of names, towns and other plates; it is taken."""
    sheet, used, high = taken.sheet, taken.used, PLATE_HIGH * taken.letters
    wide = (SYMBOL_WIDE + max(len(label.name), len(label.line)) * TEXT_SIZE * LETTER + 8) * taken.letters
    places: list[Box] = []
    best: Box | None = None
    for far in DISTANCES:
        ring = [box for box in _around(at, far, wide, high) if _is_on(sheet, box)]
        near = _near(used, at, far + wide, far + high)
        best = next((box for box in ring if is_free(box, near)), None)
        places += ring
        if best is not None:
            break
    places = places or [(at[0], at[1], at[0] + wide, at[1] + high)]
    best = best or min(places, key=lambda box: overlap(box, used))
    left, top = round(best[0], 1), round(best[1], 1)
    box = (left, top, round(left + wide, 1), round(top + high, 1))
    used.append(box)
    return box


def _around(at: XY, far: float, wide: float, high: float) -> Iterator[Box]:
    """The boxes at a distance from a place, in the order in which they are tried."""
    for across, down in DIRECTIONS:
        x, y = at[0] + across * (far + wide / 2), at[1] + down * (far + high / 2)
        yield x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _near(used: list[Box], at: XY, across: float, down: float) -> list[Box]:
    """The boxes that reach as near as that to a place."""
    left, top, right, foot = at[0] - across, at[1] - down, at[0] + across, at[1] + down
    return [box for box in used if left < box[2] and box[0] < right and top < box[3] and box[1] < foot]


def _is_on(sheet: Sheet, box: Box) -> bool:
    return box[0] > EDGE and box[1] > EDGE and box[2] < sheet.width - EDGE and box[3] < sheet.height - EDGE


class Track(NamedTuple):
    """All moves of a force as a line, and its side."""

    force: str
    side: str
    points: str


def tracks(sheet: Sheet, start: CampaignState, entries: Iterable[Entry]) -> list[Track]:
    """The ways of all forces since the start, for a campaign that is over."""
    sides = {key: force.side for key, force in start.forces.items()}
    places = {key: [sheet.at(force.place)] for key, force in start.forces.items()}
    for entry in entries:
        if isinstance(entry.event, Arrived | Detached):
            force = entry.event.force if isinstance(entry.event, Arrived) else entry.event.new
            sides[force.id] = force.side
            places.setdefault(force.id, [sheet.at(force.place)])
        for change in entry.changes:
            if isinstance(change.place, Place) and change.force in places:
                places[change.force].append(sheet.at(change.place))
    return [
        Track(key, sides[key], " ".join(f"{x},{y}" for x, y in line)) for key, line in places.items() if len(line) > 1
    ]


class MarchLine(NamedTuple):
    """The way of a march from the head, with the turn of its arrow."""

    points: str
    end: XY
    turn: float


def march_line(sheet: Sheet, start: Place, way: Sequence[str]) -> MarchLine | None:
    """A march through some points; None without any."""
    if not way:
        return None
    line = [sheet.at(start), *(sheet.points[point] for point in way)]
    before = next((at for at in reversed(line[:-1]) if at != line[-1]), line[0])
    end = towards(line[-1], before, 8)
    turn = _turn(before, line[-1]) or 0.0
    return MarchLine(" ".join(f"{x},{y}" for x, y in [*line[:-1], end]), end, turn)


def hours_old(now: int, report: Report) -> int:
    """The age of a report in whole hours."""
    return max(0, now - report.time) // HOUR


def map_points(ground: CampaignMap) -> dict[str, str]:
    """The names of points by their ids."""
    return {point.id: point.name for point in ground.points}
