"""Read, check and write ``campaign/1``: where forces stand, when others come, what is worth holding."""

import json
import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Literal

from msgspec import Struct, to_builtins

from campaign.war.rules.calendar import minute_of
from campaign.war.rules.files.faults import Faults, decode_file
from campaign.war.rules.files.map_file import EdgeRow, MapFile, SourceRow, islands
from campaign.war.rules.settings import read_settings
from campaign.war.rules.state import Pace, Posture
from campaign.war.rules.tables import DAY, HOUR, STEP_MINUTES, TURN_HOURS, Weather

FORMAT = "campaign/1"
MOST_DAYS = 400
MOST_FORCES = 400
KEY = re.compile(r"[a-z][a-z0-9-]{0,39}")
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


class StandingRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a force does without orders."""

    order: Literal["march", "hold", "rest", "delay", "scout"]
    posture: Posture
    to: str = ""
    back_to: str = ""
    pace: Pace = "normal"
    support: bool = False
    avoid_at: int | None = None
    note: str = ""


class SideRow(Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    name: str
    nations: tuple[str, ...]
    commander: str
    allied_with: tuple[str, ...]
    depots: tuple[str, ...]
    colour: str


class CommandRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename={"rides": "with"}):
    side: str
    name: str
    commander: str
    rides: str
    forces: tuple[str, ...]
    note: str = ""


class ForceRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A force, or with ``arrives`` a reinforcement."""

    side: str
    name: str
    commander: str
    formations: tuple[str, ...]
    at: str
    faces: str = ""
    standing: StandingRow | None = None
    arrives: str = ""
    trains: tuple[str, ...] = ()
    """Brigades of the force that have a bridging train (CM-WORK-04)."""
    engineers: tuple[str, ...] = ()
    """Brigades of the force that have engineers (CM-WORK-04)."""
    note: str = ""


class ObjectiveRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename={"sides": "for"}):
    node: str
    points: int
    when: str
    sides: tuple[str, ...] = ()
    hold_hours: int = 0


class Victory(Struct, frozen=True, forbid_unknown_fields=True):
    minor: int
    major: int


class CampaignFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A file of the format ``campaign/1``."""

    format: Literal["campaign/1"]
    id: str
    name: str
    map: str
    start: str
    end: str
    turn_hours: int
    sides: tuple[SideRow, ...]
    forces: tuple[ForceRow, ...]
    victory: Victory
    summary: str = ""
    partial: bool = False
    area: tuple[str, ...] = ()
    settings: Mapping[str, Any] = {}
    weather: Mapping[str, Weather] = {}
    commands: tuple[CommandRow, ...] = ()
    reinforcements: tuple[ForceRow, ...] = ()
    objectives: tuple[ObjectiveRow, ...] = ()
    confidence: Mapping[str, str] = {}
    notes: tuple[str, ...] = ()
    sources: tuple[SourceRow, ...] = ()

    @property
    def date(self) -> str:
        """The first day, ``YYYY-MM-DD``."""
        return self.start[:10]


def read_campaign(content: bytes) -> CampaignFile:
    """The campaign in a file, checked as far as it goes without its map and armies.

    Raises:
        FaultyFile: all faults with their paths.
    """
    file: CampaignFile = decode_file(content, CampaignFile, FORMAT)
    faults = Faults()
    _check_sides(file, faults)
    _check_time(file, faults)
    faults.check()
    _check_settings(file, faults)
    _check_forces(file, faults)
    _check_commands(file, faults)
    _check_objectives(file, faults)
    faults.check()
    return file


def write_campaign(file: CampaignFile) -> bytes:
    """The file of a campaign; ``read_campaign`` reads it back."""
    return json.dumps(to_builtins(file), ensure_ascii=False, indent=1).encode()


def check_on_map(file: CampaignFile, ground: MapFile, faults: Faults) -> None:
    """Add a fault for each point that the map, or the part of it that is used, does not have."""
    nodes = {node.id for node in ground.nodes}
    for place, point in enumerate(file.area):
        if point not in nodes:
            faults.add(f"$.area[{place}]", f"The map {ground.id} has no point {point}.")
    used = set(file.area) & nodes or nodes
    edges = tuple(edge for edge in ground.edges if edge.start in used and edge.end in used)
    for island in islands(used, edges):
        faults.add("$.area", f"No road of the area joins {', '.join(sorted(island)[:5])} to the rest.")
    for path, point in _points(file):
        if point not in used:
            faults.add(path, f"The campaign has no point {point}.")
    roads = {frozenset((edge.start, edge.end)) for edge in edges}
    for path, row in _rows(file):
        if row.faces and frozenset((row.at, row.faces)) not in roads:
            faults.add(f"{path}.faces", f"No road leads from {row.at} to {row.faces}.")
    _check_reach(file, used, edges, faults)


def _check_reach(file: CampaignFile, used: set[str], edges: tuple[EdgeRow, ...], faults: Faults) -> None:
    """Each force starts within ``supply_reach`` of a depot of its side, if supply is used."""
    settings = read_settings(file.settings)
    if not settings.use_supply:
        return
    for side in file.sides:
        far = _kilometres(side.depots, used, edges)
        for place, row in enumerate(file.forces):
            if row.side == side.key and row.at in used and far.get(row.at, 10**6) > settings.supply_reach:
                reach = settings.supply_reach
                faults.add(f"$.forces[{place}].at", f"{row.name} starts over {reach} km from its side's depots.")


def _kilometres(starts: tuple[str, ...], used: set[str], edges: tuple[EdgeRow, ...]) -> dict[str, float]:
    near: dict[str, list[tuple[str, float]]] = {point: [] for point in used}
    for edge in edges:
        near[edge.start].append((edge.end, edge.km))
        near[edge.end].append((edge.start, edge.km))
    far: dict[str, float] = {}
    todo = [(0.0, point) for point in starts if point in used]
    while todo:
        todo.sort(reverse=True)
        metres, point = todo.pop()
        if point not in far:
            far[point] = metres
            todo += [(metres + km, other) for other, km in near[point]]
    return far


def _rows(file: CampaignFile) -> list[tuple[str, ForceRow]]:
    """Every force and reinforcement with its path."""
    forces = [(f"$.forces[{place}]", row) for place, row in enumerate(file.forces)]
    return forces + [(f"$.reinforcements[{place}]", row) for place, row in enumerate(file.reinforcements)]


def _points(file: CampaignFile) -> list[tuple[str, str]]:
    """Every point that the file names, with its path."""
    points = [
        (f"$.sides[{place}].depots[{number}]", depot)
        for place, side in enumerate(file.sides)
        for number, depot in enumerate(side.depots)
    ]
    points += [(f"$.objectives[{place}].node", row.node) for place, row in enumerate(file.objectives)]
    for path, row in _rows(file):
        points.append((f"{path}.at", row.at))
        if row.standing:
            points += [
                (f"{path}.standing.{key}", point) for key in ("to", "back_to") if (point := getattr(row.standing, key))
            ]
    garrison = file.settings.get("garrison", {})
    return points + [(f"$.settings.garrison.{point}", point) for point in garrison]


def _check_sides(file: CampaignFile, faults: Faults) -> None:
    sides = {side.key: side for side in file.sides}
    if not 2 <= len(file.sides) <= 4 or len(sides) < len(file.sides):
        faults.add("$.sides", "A campaign has two to four sides with different keys.")
    for place, side in enumerate(file.sides):
        path = f"$.sides[{place}]"
        if not KEY.fullmatch(side.key):
            faults.add(f"{path}.key", "A key has small letters, digits and hyphens, and begins with a letter.")
        if not COLOUR.fullmatch(side.colour):
            faults.add(f"{path}.colour", "A colour is written as #1F4E9E.")
        if not side.depots:
            faults.add(f"{path}.depots", f"{side.name} has no depot.")
        for ally in side.allied_with:
            other = sides.get(ally)
            if other is None or ally == side.key or side.key not in other.allied_with:
                faults.add(f"{path}.allied_with", f"{side.key} and {ally} must name each other.")
            elif {ally, *other.allied_with} != {side.key, *side.allied_with}:
                faults.add(f"{path}.allied_with", f"{side.key} and {ally} do not have the same allies.")
    if len({frozenset((side.key, *side.allied_with)) for side in file.sides}) < 2:
        faults.add("$.sides", "All sides are allied.")


def _check_time(file: CampaignFile, faults: Faults) -> None:
    times = {}
    for name in ("start", "end"):
        try:
            date.fromisoformat(getattr(file, name)[:10])
            times[name] = minute_of(file.date, getattr(file, name))
        except ValueError:
            faults.add(f"$.{name}", "This must be a local time such as 1815-06-15T04:00.")
    if len(times) < 2:
        return
    if file.turn_hours not in TURN_HOURS:
        faults.add("$.turn_hours", f"A turn has {', '.join(map(str, TURN_HOURS))} hours (CM-TIME-01).")
        return
    start, end = times["start"], times["end"]
    if start % HOUR:
        faults.add("$.start", "A campaign starts at a full hour (CM-TIME-01).")
    if not start < end or (end - start) % (file.turn_hours * HOUR) or end > MOST_DAYS * DAY:
        faults.add("$.end", f"The end lies whole turns after the start, at most {MOST_DAYS} days (CM-TIME-01).")
        return
    days = {str(date.fromisoformat(file.date) + timedelta(days=day)) for day in range((end - 1) // DAY + 1)}
    for day in file.weather:
        if day not in days:
            faults.add(f"$.weather.{day[:20]}", "This is no day of the campaign.")


def _check_settings(file: CampaignFile, faults: Faults) -> None:
    try:
        settings = read_settings(file.settings)
    except ValueError as wrong:
        faults.add("$.settings", str(wrong))
        return
    if file.settings.get("turn_hours", file.turn_hours) != file.turn_hours:
        faults.add("$.settings.turn_hours", f"This differs from turn_hours, {file.turn_hours}.")
    if settings.step_minutes not in STEP_MINUTES:
        faults.add("$.settings.step_minutes", "A step has 15, 30 or 60 minutes (CM-TIME-02).")


def _check_forces(file: CampaignFile, faults: Faults) -> None:
    sides = {side.key for side in file.sides}
    names: set[tuple[str, str]] = set()
    if len(file.forces) + len(file.reinforcements) > MOST_FORCES:
        faults.add("$.forces", f"A campaign has at most {MOST_FORCES} forces.")
    for path, row in _rows(file):
        if row.side not in sides:
            faults.add(f"{path}.side", f"There is no side {row.side}.")
        if (row.side, row.name) in names:
            faults.add(f"{path}.name", f"{row.name} stands twice.")
        names.add((row.side, row.name))
        if not row.formations:
            faults.add(f"{path}.formations", f"{row.name} has no formations.")
        late = path.startswith("$.reinforcements")
        if row.standing is None and not late:
            faults.add(f"{path}.standing", f"{row.name} has no standing order.")
        if row.standing and row.standing.order == "march" and not row.standing.to:
            faults.add(f"{path}.standing.to", "A march needs a point to march to.")
        if row.standing and row.standing.order == "delay" and not row.standing.back_to:
            faults.add(f"{path}.standing.back_to", "A delay needs a point to fall back to (CM-ORDER-02).")
        if late:
            _check_arrival(file, path, row, faults)
        elif row.arrives:
            faults.add(f"{path}.arrives", "Only reinforcements arrive.")
    for key in sides - {row.side for row in file.forces + file.reinforcements}:
        faults.add("$.forces", f"The side {key} has no force.")
    _check_hostile(file, faults)


def _check_arrival(file: CampaignFile, path: str, row: ForceRow, faults: Faults) -> None:
    try:
        minute = minute_of(file.date, row.arrives)
    except ValueError:
        faults.add(f"{path}.arrives", "This must be a local time such as 1815-06-16T02:00.")
        return
    if not minute_of(file.date, file.start) < minute < minute_of(file.date, file.end):
        faults.add(f"{path}.arrives", f"{row.name} arrives outside the campaign (CM-REINF-01).")


def _check_hostile(file: CampaignFile, faults: Faults) -> None:
    allies = {side.key: {side.key, *side.allied_with} for side in file.sides}
    here: dict[str, set[str]] = {}
    for row in file.forces:
        here.setdefault(row.at, set()).add(row.side)
    for point, there in here.items():
        if any(side in allies and there - allies[side] for side in there):
            faults.add("$.forces", f"Hostile forces start together at {point}.")


def _check_commands(file: CampaignFile, faults: Faults) -> None:
    names = {(row.side, row.name) for row in file.forces + file.reinforcements}
    at_start = {(row.side, row.name) for row in file.forces}
    led: set[tuple[str, str]] = set()
    for place, row in enumerate(file.commands):
        path = f"$.commands[{place}]"
        if (row.side, row.rides) not in at_start:
            faults.add(f"{path}.with", f"{row.side} has no force {row.rides} at the start.")
        for number, force in enumerate(row.forces):
            if (row.side, force) not in names:
                faults.add(f"{path}.forces[{number}]", f"{row.side} has no force {force}.")
            elif (row.side, force) in led:
                faults.add(f"{path}.forces[{number}]", f"{force} is in two commands.")
            led.add((row.side, force))
    if file.commands:
        for side, force in sorted(names - led):
            faults.add("$.commands", f"{force} of {side} is in no command.")


def _check_objectives(file: CampaignFile, faults: Faults) -> None:
    sides = {side.key for side in file.sides}
    for place, row in enumerate(file.objectives):
        path = f"$.objectives[{place}]"
        if not 0 < row.points <= 100:
            faults.add(f"{path}.points", "An objective has 1 to 100 points.")
        if not 0 <= row.hold_hours <= 240:
            faults.add(f"{path}.hold_hours", "A decisive point is held 1 to 240 hours.")
        for side in row.sides:
            if side not in sides:
                faults.add(f"{path}.for", f"There is no side {side}.")
        if row.when not in ("end", "daily"):
            try:
                minute = minute_of(file.date, row.when)
            except ValueError:
                faults.add(f"{path}.when", "This is end, daily or a local time.")
                continue
            if not minute_of(file.date, file.start) <= minute <= minute_of(file.date, file.end):
                faults.add(f"{path}.when", "This lies outside the campaign.")
    if not 0 < file.victory.minor < file.victory.major:
        faults.add("$.victory", "A major victory needs more points than a minor one, which needs at least 1.")
