"""What pages and sheets show of the map and the forces, and where an order leads.

All of it is built from the view of one side. A preview plays the rules on a state of what the side knows, with nobody
else on the map (CM-MARCH, CM-TIRE).
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from msgspec import Struct, structs

from battles.engine.words import agrees
from campaign.war.drawing.ground import GroundDrawing, draw_ground
from campaign.war.drawing.pieces import Label, MarchLine, Pieces, draw_pieces, march_line
from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Place, length, network
from campaign.war.rules.command.orders import refuse, way_for
from campaign.war.rules.day import fatigue_after
from campaign.war.rules.dice import DryDice
from campaign.war.rules.forces import present_leg, strength
from campaign.war.rules.order_values import Leg, Order, TurnOrders
from campaign.war.rules.resolution import step
from campaign.war.rules.state import CampaignState, Force, Reinforcement, Setup
from campaign.war.rules.tables import DAY, HOUR
from campaign.war.rules.view import CampaignView, OwnForce, knowers, view
from campaign.war.services import orders
from campaign.war.services.access import CampaignAccess
from campaign.war.services.orders import WrittenOrder
from campaign.war.words import (
    force_label,
    formation_words,
    km,
    order_sentence,
    place_in_words,
    report_label,
    strength_words,
    time_words,
)

ROADS: Final = {"chaussee": "Paved road (chaussée)", "road": "Road", "track": "Track"}
"""The classes of roads, the best first."""
MOST_TURNS: Final = 6
"""Turns that a preview looks ahead at most."""
NO_DICE: Final = b"a preview rolls nothing that counts"


class OrderPreview(Struct, frozen=True):
    """What an order leads to if no enemy is met.

    ``way`` are the points of its first march, ``metres`` its length. ``head`` and ``tail`` are the minutes at which
    they arrive, None if not within the turns looked at. ``stops`` is where the head is at the end of each turn before,
    with the minute. ``fatigue`` is that at the midnight after; ``refusal`` and ``rule`` say why it cannot be given.
    """

    way: tuple[str, ...] = ()
    metres: int = 0
    head: int | None = None
    tail: int | None = None
    stops: tuple[tuple[int, Place], ...] = ()
    fatigue: int = 0
    fatigue_now: int = 0
    refusal: str = ""
    rule: str = ""


def known_state(setup: Setup, seen: CampaignView) -> CampaignState:
    """A state that holds what the side knows and nothing else: its own forces, alone, and the reports."""
    own = set(seen.books)
    known = {row.of: row for row in seen.reports}
    stripped = structs.replace(
        setup,
        units={key: setup.units[key] for key in own},
        weather=dict.fromkeys(range(seen.time // DAY, setup.end // DAY + 1), seen.weather),
        commands=seen.commands,
        objectives=(),
    )
    state = CampaignState(
        setup=stripped,
        time=seen.time,
        turn=seen.turn,
        forces={row.force.id: _free(row.force) for row in seen.forces},
        books=seen.books,
        quality=seen.quality,
        commanders={row.id: row for row in seen.commanders},
        commands=seen.commands,
        waiting=tuple(Reinforcement(row.force, row.arrives) for row in seen.coming),
        owners=dict.fromkeys(seen.own_points, seen.alliance),
        broken=seen.broken,
        depots=seen.depots,
        weather=seen.weather,
    )
    who = knowers(state, seen.alliance)
    return structs.replace(state, known=dict.fromkeys(who, known), known_broken={seen.alliance: seen.broken})


def _free(force: Force) -> Force:
    return structs.replace(force, engaged=0, joins=0)


def preview(state: CampaignState, side: str, order: Order, others: Sequence[Order] = ()) -> OrderPreview:
    """What ``order`` leads to, with the ``others`` that are written for the turn.

    ``state`` is a ``known_state``.
    """
    refused = refuse(state, side, order)
    if refused is not None:
        return OrderPreview(refusal=refused.sentence, rule=refused.rule)
    force = state.forces[order.force]
    march = next((leg for leg in order.legs if leg.order == "march"), None)
    way = (way_for(state, force, march, force.place) or ()) if march else ()
    metres = length(network(state.setup.map), force.place, way) if way else 0
    orders = {row.force: row for row in others} | {order.force: order}
    walked = _walk(state, order.force, march, TurnOrders(orders=tuple(orders.values())))
    return structs.replace(walked, way=way, metres=metres, fatigue_now=force.fatigue)


def _walk(state: CampaignState, key: str, march: Leg | None, orders: TurnOrders) -> OrderPreview:
    """Play steps until the march is done, or one turn without a march; no turn is closed and no campaign ends."""
    act = Act(state, DryDice(NO_DICE))
    turn, long = state.setup.settings.turn_hours * HOUR, state.setup.settings.step_minutes
    head = tail = None
    stops: list[tuple[int, Place]] = []
    for begins in range(state.time, state.time + turn * (MOST_TURNS if march else 1), long):
        step(act, begins, orders if begins == state.time else None)
        force = act.state.forces.get(key)
        if force is None:
            break
        if march and force.place.point == march.to:
            head = begins + long
            tail = head + _minutes_behind(state, force)
            break
        if (begins + long - state.time) % turn == 0:
            stops.append((begins + long, force.place))
    force = act.state.forces.get(key, state.forces[key])
    after = fatigue_after(force.fatigue, force.day, force.hunger == 0)
    return OrderPreview(head=head, tail=tail, stops=tuple(stops), fatigue=after)


def _minutes_behind(state: CampaignState, force: Force) -> int:
    """Minutes from the head's arrival to that of the last man, at the speed of the road on a dry day (CM-MARCH-04)."""
    net, found = network(state.setup.map), strength(state, force.formations)
    before = force.came_by
    road = net.roads[before].kind if before in net.roads else "road"
    rate = state.setup.settings.tables.march_rate[found.kind][road]
    return -(-found.length(road) * HOUR // rate)


def present_order(force: Force, written: Mapping[str, Order]) -> tuple[str, Order]:
    """How a force is ordered in the coming turn: ``written`` now, ``goes_on``, or ``standing``; with the order."""
    if force.id in written:
        return "written", written[force.id]
    if force.legs and not force.on_standing:
        return "goes_on", Order(force.id, force.legs)
    legs = force.legs or force.standing or (present_leg(force),)
    return "standing", Order(force.id, tuple(legs))


class ForceRow(NamedTuple):
    """A force in the list: where it is, what it does next, and whether that was ordered for this turn."""

    key: str
    name: str
    place: str
    strength: str
    fatigue: int
    order: str
    status: str
    """``written``, ``goes_on``, ``standing``, ``engaged`` or ``other`` (an ally's)."""
    is_mine: bool
    by: str
    """Who wrote the order of this turn; empty without one."""
    notes: tuple[tuple[str, str], ...] = ()
    """Why it does not fight as it is ordered, each with the rule."""


class TextRow(NamedTuple):
    """A place of the map in words: its roads, and who is there."""

    name: str
    kind: str
    roads: str
    there: str


class Situation:
    """The knowledge of one side at a time, ready for a template.

    ``orders`` are those that are written for the turn, by force, as far as the visitor may read them; ``written`` says
    who wrote them and when. With ``side_query`` addresses name the side, because the visitor reads all.
    """

    def __init__(
        self,
        state: CampaignState,
        side: str,
        orders: Mapping[str, Order],
        mine: Sequence[str],
        written: Mapping[str, WrittenOrder] = MappingProxyType({}),
        *,
        side_query: bool = False,
    ) -> None:
        self.view: CampaignView = view(state, side)
        self.setup: Setup = state.setup
        self.side = side
        self.orders = orders
        self.mine = set(mine)
        self.written = written
        self.side_query = side_query
        self.names = {row.force.id: row.force.name for row in self.view.forces}

    @cached_property
    def known(self) -> CampaignState:
        """A state of what the side knows, for previews."""
        return known_state(self.setup, self.view)

    @cached_property
    def ground(self) -> GroundDrawing:
        """The map without what moves on it."""
        return draw_ground(self.setup.map)

    @cached_property
    def labels(self) -> dict[str, Label]:
        """The words of each force and report on the map."""
        own = {row.force.id: force_label(self.setup, row) for row in self.view.forces}
        seen = (*self.view.reports, *self.view.faint)
        return own | {row.of: report_label(self.setup, row, self.view.time, self.names) for row in seen}

    @cached_property
    def pieces(self) -> Pieces:
        """Forces and reports in their places on the map."""
        return draw_pieces(self.ground, self.view, self.labels, self.setup.settings)

    def drawn(self, letters: float) -> tuple[GroundDrawing, Pieces]:
        """The map and what moves on it, with letters so many times as large, for paper."""
        ground = draw_ground(self.setup.map, letters)
        return ground, draw_pieces(ground, self.view, self.labels, self.setup.settings, letters)

    @property
    def road_kinds(self) -> list[tuple[str, str]]:
        """The classes of roads of the map with their names, for its key."""
        kinds = {road.kind for road in self.setup.map.roads}
        return [(kind, name) for kind, name in ROADS.items() if kind in kinds]

    @property
    def has_forts(self) -> bool:
        return any(point.fortified for point in self.setup.map.points)

    @property
    def partners(self) -> list[tuple[str, str]]:
        """The other sides of the alliance: key and name."""
        allies = set(self.setup.allies(self.view.alliance)) - {self.side}
        return [(side.key, side.name) for side in self.setup.sides if side.key in allies]

    @property
    def enemy(self) -> str:
        """The first side of another alliance."""
        sides = self.setup.sides
        return next((side.key for side in sides if side.alliance != self.view.alliance), self.side)

    @property
    def now(self) -> str:
        return time_words(self.setup, self.view.time)

    @cached_property
    def forces(self) -> list[ForceRow]:
        """The forces of the alliance, the visitor's first."""
        return sorted((self._row(row) for row in self.view.forces), key=lambda row: not row.is_mine)

    def _row(self, row: OwnForce) -> ForceRow:
        force = row.force
        status, order = present_order(force, self.orders)
        words = (
            force.idle
            or order_sentence(self.setup, order, self.names)
            or agrees(force.name, "Acts on its standing orders", "Act on their standing orders")
        )
        if self.view.phase == "over":
            words = ""
        elif force.engaged:
            status, words = "engaged", f"{agrees(force.name, 'Fights', 'Fight')} {self._where(force.engaged)}"
        is_mine = force.id in self.mine
        return ForceRow(
            key=force.id,
            name=force.name,
            place=place_in_words(self.setup.map, force.place),
            strength=strength_words(row),
            fatigue=force.fatigue,
            order=words,
            status=status if is_mine or force.engaged else "other",
            is_mine=is_mine,
            by=self.written[force.id].by if status == "written" and force.id in self.written else "",
            notes=tuple(self._notes(force, order)),
        )

    def _notes(self, force: Force, order: Order) -> Iterator[tuple[str, str]]:
        """Why a force does not fight as it is ordered: beaten, got away, or in contact; each with its rule."""
        if force.engaged or self.view.phase == "over":
            return
        until = time_words(self.setup, max(force.shaken, force.away))
        shy = agrees(force.name, f"Until {until} it avoids battle", f"Until {until} they avoid battle")
        is_shy = max(force.shaken, force.away) > self.view.time
        if force.shaken > self.view.time:
            yield f"Beaten. {shy}, and may march, hold or rest.", "CM-AFTER-04"
        elif is_shy:
            yield f"Got away. {shy}.", "CM-CONTACT-03"
        if not any(force.id in (row.first, row.second) for row in self.view.contacts):
            return
        if is_shy or not order.legs or order.legs[0].posture != "attack":
            yield "In contact with the enemy.", "CM-CONTACT-01"
        elif force.waits and force.id not in self.orders:
            yield "In contact. The time to attack is over; a new order starts it again.", "CM-CONTACT-08"
        else:
            times = self.setup.settings.attack_at / 10
            many = "as many as" if times == 1 else f"{times:g} times as many as"
            yield f"In contact. The attack begins by day, once your men there are {many} the enemies.", "CM-CONTACT-08"

    def _where(self, engagement: int) -> str:
        """Where a battle is: ``at Charleroi``."""
        row = next((row for row in self.view.engagements if row.id == engagement), None)
        return place_in_words(self.setup.map, row.place) if row is not None else "a battle"

    def next_to_order(self, after: str, ordered: Container[str]) -> str:
        """The visitor's next force in the list without an order of this turn, if those ``ordered`` have one now.

        Empty if all have one.
        """
        rows = [row for row in self.forces if row.is_mine]
        begin = next((number for number, row in enumerate(rows) if row.key == after), 0)
        coming = (row for row in (*rows[begin:], *rows[:begin]) if row.status in ("standing", "goes_on"))
        return next((row.key for row in coming if row.key not in ordered), "")

    @property
    def without_order(self) -> list[ForceRow]:
        """The visitor's forces that have nothing but standing orders for the turn."""
        return [row for row in self.forces if row.is_mine and row.status == "standing"]

    @cached_property
    def marches(self) -> list[MarchLine]:
        """The ways of the marches that are ordered, as far as the side knows them."""
        lines = []
        for row in self.view.forces:
            _, order = present_order(row.force, self.orders)
            leg = next((leg for leg in order.legs if leg.order == "march"), None)
            if leg is None or row.force.engaged:
                continue
            way = row.force.way if not self.orders.get(row.force.id) and row.force.way else None
            line = march_line(
                self.ground.sheet, row.force.place, way or way_for(self.known, row.force, leg, row.force.place) or ()
            )
            lines += [line] if line else []
        return lines

    def previewed(self, order: Order) -> OrderPreview:
        """Where an order leads, with the other orders that are written."""
        others = [row for key, row in self.orders.items() if key != order.force]
        return preview(self.known, self.side, order, others)

    def preview_words(self, shown: OrderPreview) -> list[tuple[str, str, str]]:
        """A preview as rows: what, how much, and the rule."""
        rows: list[tuple[str, str, str]] = []
        points = {point.id: point.name for point in self.setup.map.points}
        if shown.way:
            by = f" by {', '.join(points[p] for p in shown.way[:-1])}" if shown.way[1:] else ""
            rows.append(("Way", f"{km(shown.metres)}{by}", "CM-MAP-07"))
            rows += [
                (f"At {time_words(self.setup, minute)}", place_in_words(self.setup.map, place), "CM-MARCH-02")
                for (minute, place), (_, before) in zip(shown.stops, ((0, None), *shown.stops), strict=False)
                if place != before
            ]
            head = time_words(self.setup, shown.head) if shown.head is not None else self.too_late
            rows.append(("The head arrives", head, "CM-MARCH-01"))
        if shown.tail is not None:
            rows.append(("The tail arrives", time_words(self.setup, shown.tail), "CM-MARCH-04"))
        rows.append(("Fatigue after the day", f"{shown.fatigue} of 10, now {shown.fatigue_now}", "CM-TIRE-01"))
        return rows

    @property
    def too_late(self) -> str:
        """When a force arrives whose march a preview does not follow to its end."""
        horizon = self.known.time + MOST_TURNS * self.setup.settings.turn_hours * HOUR
        return "after the campaign ends" if horizon >= self.setup.end else f"later than in {MOST_TURNS} turns"

    @property
    def reports(self) -> list[str]:
        """The reports in words, the newest first; faint ones are said to be old."""
        fresh = sorted(self.view.reports, key=lambda row: -row.time)
        old = [row for row in self.view.faint if row.of not in self.view.refuted]
        return [self.labels[row.of].words for row in fresh] + [f"{self.labels[row.of].words}; old" for row in old]

    @property
    def coming(self) -> list[str]:
        """Reinforcements: who, when, where."""
        return [
            f"{row.force.name}: {place_in_words(self.setup.map, row.force.place)} "
            f"on {time_words(self.setup, row.arrives)}"
            for row in self.view.coming
        ]

    @property
    def objectives(self) -> list[str]:
        """What is worth points for the side, and when."""
        points = {point.id: point.name for point in self.setup.map.points}
        allies = self.setup.allies(self.view.alliance)
        rows = []
        for row in self.setup.objectives:
            if row.sides and not set(row.sides) & set(allies):
                continue
            when = (
                "each midnight" if row.daily else "at the end" if row.when is None else time_words(self.setup, row.when)
            )
            when += " (past)" if row.when is not None and row.when <= self.view.time else ""
            rows.append(f"{points[row.point]}: {row.points} point{'s' if row.points != 1 else ''}, {when}")
        return rows

    @cached_property
    def text_map(self) -> list[TextRow]:
        """The whole map in words: each place with its roads and who is there."""
        there: dict[Place, list[str]] = {}
        for row in self.view.forces:
            there.setdefault(row.force.place, []).append(self.labels[row.force.id].words)
        for report in self.view.reports:
            there.setdefault(report.place, []).append(f"reported: {self.labels[report.of].words}")
        points = {point.id: point for point in self.setup.map.points}
        roads: dict[str, list[str]] = {key: [] for key in points}
        for road in self.setup.map.roads:
            for one, other in ((road.start, road.end), (road.end, road.start)):
                roads[one].append(f"{points[other].name} {km(road.metres)} ({road.kind})")
        rows = [
            TextRow(
                point.name,
                f"{point.size.replace('-', ' ')}, {point.terrain}",
                ", ".join(roads[key]),
                "; ".join(there.get(Place(point=key), ())),
            )
            for key, point in points.items()
        ]
        on_roads = [(place, words) for place, words in there.items() if place.road]
        return rows + [
            TextRow(place_in_words(self.setup.map, place), "road", "", "; ".join(w)) for place, w in on_roads
        ]


def situation_of(access: CampaignAccess, state: CampaignState, side: str) -> Situation:
    """What the side knows, with the orders that the visitor has written."""
    allies = state.setup.allies(state.setup.alliance(side))
    own = {key for key, force in state.forces.items() if force.side in allies}
    rows = {row.about: row for row in orders.written(access) if row.about in own}
    given = {force: row.value for force, row in rows.items() if isinstance(row.value, Order)}
    mine = [key for key in own if not access.campaign.is_over and access.commands(state, state.forces[key])]
    return Situation(state, side, given, mine, rows, side_query=access.sees_all)


def formations_of(situation: Situation, force: Force) -> list[dict[str, Any]]:
    """The formations of a force with their men and guns by account (CM-BOOK-01)."""
    rows = []
    for key in force.formations:
        formation, books = situation.setup.formations[key], situation.view.books
        own = [books[unit] for unit in formation.units]
        rows.append(
            {
                "name": formation_words(situation.setup, key),
                "present": sum(row.present for row in own),
                "guns": sum(row.guns for row in own),
                "stragglers": sum(row.stragglers for row in own),
                "hospital": sum(row.hospital for row in own),
                "dead": sum(row.dead for row in own),
                "captured": sum(sum(row.captured.values()) for row in own),
            }
        )
    return rows
