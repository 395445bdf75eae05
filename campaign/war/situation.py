"""What pages and sheets show of the map and the forces, built from the view of one side and nothing else."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from campaign.war.drawing.ground import GroundDrawing, draw_ground
from campaign.war.drawing.pieces import Label, MarchLine, Pieces, draw_pieces, march_line
from campaign.war.order_preview import OrderPreview, known_state, present_order, preview
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.command.orders import way_for
from campaign.war.rules.order_values import Order
from campaign.war.rules.state import CampaignState, Force, Setup
from campaign.war.rules.view import CampaignView, OwnForce, view
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
    def now(self) -> str:
        return time_words(self.setup, self.view.time)

    @cached_property
    def forces(self) -> list[ForceRow]:
        """The forces of the alliance, the visitor's first."""
        return sorted((self._row(row) for row in self.view.forces), key=lambda row: not row.is_mine)

    def _row(self, row: OwnForce) -> ForceRow:
        force = row.force
        status, order = present_order(force, self.orders)
        words = force.idle or order_sentence(self.setup, order, self.names) or "Acts on its standing orders"
        if force.engaged:
            status, words = "engaged", f"Fights in engagement {force.engaged}"
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
        )

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
            rows.append(("Way", f"{km(shown.metres)} by {', '.join(points[p] for p in shown.way)}", "CM-MAP-07"))
            rows += [
                (f"At {time_words(self.setup, minute)}", place_in_words(self.setup.map, place), "CM-MARCH-02")
                for minute, place in shown.stops
            ]
            head = time_words(self.setup, shown.head) if shown.head is not None else "later than these turns"
            rows.append(("The head arrives", head, "CM-MARCH-01"))
        if shown.tail is not None:
            rows.append(("The tail arrives", time_words(self.setup, shown.tail), "CM-MARCH-04"))
        rows.append(("Fatigue after the day", f"{shown.fatigue} of 10, now {shown.fatigue_now}", "CM-TIRE-01"))
        return rows

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
            f"{row.force.name} comes {place_in_words(self.setup.map, row.force.place)} "
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
