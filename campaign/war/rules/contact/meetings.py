"""Where heads meet enemies within a step, and walks cut there (CM-CONTACT-01)."""

from typing import NamedTuple

from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.evolve import pair
from campaign.war.rules.forces import under_column
from campaign.war.rules.march import Piece, Walk, Walks, reaches
from campaign.war.rules.state import Contact, Force


class Hit(NamedTuple):
    """A head that comes upon an enemy, after ``metres`` of its walk at a minute of the step.

    ``met`` is how far the other has walked then if it moves too and both must get there, else None.
    """

    minute: int
    first: str
    second: str
    metres: int
    met: int | None
    road: str
    at: int
    point: str


class Enemies:
    """What of the enemy is where at the beginning of a step, for one alliance."""

    def __init__(self, act: Act, alliance: str) -> None:
        ends = {road.id: (road.start, road.end, road.metres) for road in act.net.roads.values()}
        self.roads: dict[str, list[tuple[int, int, Force]]] = {}
        self.points: dict[str, list[Force]] = {}
        for force in act.forces():
            if act.alliances[force.side] == alliance:
                continue
            if force.place.road:
                self.roads.setdefault(force.place.road, []).append((force.place.metres, force.place.metres, force))
            for stretch in force.column:
                low, high = min(stretch.near, stretch.far), max(stretch.near, stretch.far)
                self.roads.setdefault(stretch.road, []).append((low, high, force))
            for point in under_column(force.place, force.column, ends):
                self.points.setdefault(point, []).append(force)


def cut(walk: Walk, metres: int, held: str) -> Walk:
    """A walk that ends after ``metres``."""
    pieces: list[Piece] = []
    left = metres
    for piece in walk.pieces:
        length = abs(piece.end - piece.begin)
        if left <= 0:
            break
        if length > left:
            end = piece.begin + left if piece.end > piece.begin else piece.begin - left
            stop = piece.start + -(-(piece.stop - piece.start) * left // length)
            pieces.append(Piece(piece.road, piece.begin, end, piece.start, stop))
            break
        pieces.append(piece)
        left -= length
    return Walk(walk.force, tuple(pieces), held, walk.turned)


def meet(act: Act, walks: Walks, safe: frozenset[str]) -> tuple[Walks, list[Contact]]:
    """The walks cut where enemies meet, and the new contacts in the order in which they come about.

    ``safe`` are forces that got away in this step; nobody meets them.
    """
    walks = dict(walks)
    hits = _hits(act, walks)
    known = {pair(contact) for contact in act.state.contacts}
    made: list[Contact] = []
    done: dict[str, int] = {}
    for hit in sorted(hits, key=lambda hit: (hit.minute, act.order(act.state.forces[hit.first]), hit.second)):
        if hit.metres > done.get(hit.first, hit.metres):
            continue
        if hit.met is not None and hit.met > done.get(hit.second, hit.met):
            continue
        both = frozenset((hit.first, hit.second))
        if both in known:
            continue
        if _stops_short(act, hit, safe):
            short = max(0, hit.metres - act.settings.halt_short)
            walks[hit.first] = cut(walks[hit.first], short, "enemy")
            done[hit.first] = min(short, done.get(hit.first, short))
            continue
        known.add(both)
        made.append(_contact(act, hit))
        for key, metres in ((hit.first, hit.metres), (hit.second, hit.met)):
            if metres is not None and key in walks:
                walks[key] = cut(walks[key], metres, "contact")
                done[key] = metres
    return walks, made


def _contact(act: Act, hit: Hit) -> Contact:
    """The contact; on a road where both came up, ``came`` is empty."""
    place = Place(point=hit.point) if hit.point else Place(road=hit.road, metres=hit.at)
    first, second = (force.id for force in act.ranked((hit.first, hit.second)))
    came = "" if hit.met is not None and not hit.point else hit.first
    return Contact(first, second, came, place, act.ends)


def _stops_short(act: Act, hit: Hit, safe: frozenset[str]) -> bool:
    """True if a force that comes up stops before a fight of others, or one that has just got away (CM-CONTACT-07)."""
    other = act.state.forces[hit.second]
    if other.engaged or hit.second in safe or hit.first in safe:
        return True
    own = act.alliances[act.state.forces[hit.first].side]
    for contact in act.state.contacts:
        if other.id in (contact.first, contact.second):
            third = act.state.forces[contact.first if contact.second == other.id else contact.second]
            if act.alliances[third.side] != own:
                return True
    return False


def _hits(act: Act, walks: Walks) -> list[Hit]:
    enemies = {alliance: Enemies(act, alliance) for alliance in act.state.setup.alliances}
    hits: list[Hit] = []
    by_road: dict[str, list[tuple[Walk, Piece, int]]] = {}
    by_point: dict[str, list[tuple[Walk, int, int]]] = {}
    for walk in walks.values():
        if walk.force.joins:
            continue
        metres = 0
        for piece in walk.pieces:
            by_road.setdefault(piece.road, []).append((walk, piece, metres))
            metres += abs(piece.end - piece.begin)
            point = reaches(piece, act.net.roads[piece.road])
            if point:
                by_point.setdefault(point, []).append((walk, metres, piece.stop))
        if walk.pieces:
            hits += _standing(act, walk, enemies[act.alliances[walk.force.side]], walks)
    for road, rows in by_road.items():
        hits += _on_roads(act, road, rows)
    for point, arrivals in by_point.items():
        hits += _at_points(act, point, arrivals)
    return hits


def _standing(act: Act, walk: Walk, enemies: Enemies, walks: Walks) -> list[Hit]:
    """Enemies that lie on the way of one head at the beginning of the step."""
    hits: list[Hit] = []
    metres = 0
    for piece in walk.pieces:
        up = piece.end > piece.begin
        length = abs(piece.end - piece.begin)
        for low, high, other in enemies.roads.get(piece.road, ()):
            if _comes_towards(walks.get(other.id), piece):
                continue
            ahead = (low - piece.begin) if up else (piece.begin - high)
            if ahead < 0 and ((piece.begin <= high) if up else (piece.begin >= low)):
                ahead = 0
            if 0 <= ahead <= length:
                at = piece.begin + ahead if up else piece.begin - ahead
                minute = piece.start + (piece.stop - piece.start) * ahead // max(1, length)
                point = _point_at(act, piece.road, at)
                hits.append(Hit(minute, walk.force.id, other.id, metres + ahead, None, piece.road, at, point))
        metres += length
        reached = reaches(piece, act.net.roads[piece.road])
        for other in enemies.points.get(reached, ()) if reached else ():
            hits.append(Hit(piece.stop, walk.force.id, other.id, metres, None, piece.road, piece.end, reached))
    return hits


def _point_at(act: Act, road: str, metres: int) -> str:
    line = act.net.roads[road]
    return line.start if metres == 0 else line.end if metres == line.metres else ""


def _comes_towards(other: Walk | None, piece: Piece) -> bool:
    """True if an enemy's head walks against this piece on its road: they meet between."""
    if other is None:
        return False
    return any(own.road == piece.road and (own.end > own.begin) != (piece.end > piece.begin) for own in other.pieces)


def _on_roads(act: Act, road: str, rows: list[tuple[Walk, Piece, int]]) -> list[Hit]:
    """Two heads against each other on a road: they meet in proportion to their walks."""
    hits: list[Hit] = []
    ups = [row for row in rows if row[1].end > row[1].begin]
    downs = [row for row in rows if row[1].end < row[1].begin]
    for walk, piece, before in ups:
        for other, against, behind in downs:
            gap = against.begin - piece.begin
            own, theirs = piece.end - piece.begin, against.begin - against.end
            if not act.hostile(walk.force, other.force) or gap < 0 or own + theirs < gap:
                continue
            gone = gap * own // (own + theirs)
            minute = piece.start + (piece.stop - piece.start) * gone // own
            at = piece.begin + gone
            point = _point_at(act, road, at)
            hits.append(Hit(minute, walk.force.id, other.force.id, before + gone, behind + gap - gone, road, at, point))
    return hits


def _at_points(act: Act, point: str, arrivals: list[tuple[Walk, int, int]]) -> list[Hit]:
    """Heads of enemies that reach one point within the step; the later one has come up."""
    hits: list[Hit] = []
    ranked = sorted(arrivals, key=lambda row: (-row[2], act.order(row[0].force)))
    for number, (walk, metres, minute) in enumerate(ranked):
        for other, there, _ in ranked[number + 1 :]:
            if act.hostile(walk.force, other.force):
                hits.append(Hit(minute, walk.force.id, other.force.id, metres, there, "", 0, point))
    return hits


# Forces in touch


def hold_in_touch(act: Act, walks: Walks) -> tuple[Walks, list[Force]]:
    """Walks without those that would pass an enemy in touch, and the forces that stay for it (CM-CONTACT-02)."""
    walks = dict(walks)
    stay: list[Force] = []
    for contact in act.state.contacts:
        for own, enemy in ((contact.first, contact.second), (contact.second, contact.first)):
            walk = walks.get(own)
            if walk is None or not walk.pieces or walk.force.joins:
                continue
            if _passes(act, walk, act.state.forces[enemy], contact):
                walks[own] = Walk(walk.force, (), "touch")
                stay.append(walk.force)
    return walks, stay


def leads_away(act: Act, force: Force, enemy: Force, contact: Contact) -> bool:
    """True if the way of a force does not lead past an enemy with which it is in touch."""
    if not force.way:
        return False
    road = force.place.road or act.net.road_between(force.place.point, force.way[0])
    if road is None:
        return False
    line = act.net.roads[road]
    up = line.end == force.way[0]
    begin = force.place.metres if force.place.road else (0 if up else line.metres)
    piece = Piece(road, begin, line.metres if up else 0, 0, 1)
    return not _passes(act, Walk(force, (piece,)), enemy, contact)


def _passes(act: Act, walk: Walk, enemy: Force, contact: Contact) -> bool:
    """True if the walk's first road leads past the enemy, or through it."""
    force, piece = walk.force, walk.pieces[0]
    up = piece.end > piece.begin
    if enemy.place == force.place:
        comer = contact.came in (force.id, "")
        if force.place.road:
            line = act.net.roads[force.place.road]
            back = _behind(act, force)
            return (line.end if up else line.start) != back if comer else _ahead(line.end if up else line.start, enemy)
        return piece.road != force.came_by if comer else piece.road == enemy.came_by
    for low, high in _parts(enemy, piece.road):
        if (high >= piece.begin) if up else (low <= piece.begin):
            return True
    return act.net.nearest_point(enemy.place) == reaches(piece, act.net.roads[piece.road]) and bool(enemy.place.point)


def _behind(act: Act, force: Force) -> str:
    """The point that a force on a road has come from: the end that it does not face."""
    line = act.net.roads[force.place.road]
    return line.start if force.faces == line.end else line.end


def _ahead(point: str, enemy: Force) -> bool:
    """True if an enemy on the road stands on the side of ``point``: it faces the other way."""
    return bool(enemy.faces) and enemy.faces != point


def _parts(force: Force, road: str) -> list[tuple[int, int]]:
    parts = [(min(s.near, s.far), max(s.near, s.far)) for s in force.column if s.road == road]
    return parts + ([(force.place.metres, force.place.metres)] if force.place.road == road else [])
