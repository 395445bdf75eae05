"""Words for pages about a campaign: times, places, strengths, orders and reports."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from campaign.war.drawing.pieces import MOST_NAME, Label, hours_old
from campaign.war.rules.campaign_map import CampaignMap, Place
from campaign.war.rules.network import network
from campaign.war.rules.order_values import DepotOrder, Leg, Letter, Order, Precedence, Ride
from campaign.war.rules.state import Report, Setup
from campaign.war.rules.view import OwnForce

VERBS: Final[Mapping[str, str]] = {
    "march": "March",
    "hold": "Hold",
    "rest": "Rest",
    "delay": "Delay the enemy",
    "scout": "Scout",
    "detach": "Detach",
    "join": "Join",
    "break_crossing": "Break a crossing",
    "mend_crossing": "Repair a crossing",
    "mask": "Mask a fortress",
    "bridge": "Lay a pontoon",
}
POSTURES: Final[Mapping[str, str]] = {"attack": "attack", "accept": "accept battle", "avoid": "avoid battle"}
PACES: Final[Mapping[str, str]] = {"normal": "normal pace", "forced": "forced pace", "night": "by night"}


def time_words(setup: Setup, minute: int) -> str:
    """A minute as ``15 June, 12:00``."""
    moment = datetime.fromisoformat(setup.date) + timedelta(minutes=minute)
    return f"{moment.day} {moment:%B}, {moment:%H:%M}"


def deadline_words(campaign: Any, now: datetime | None = None) -> str:
    """``Thursday 3 December, 20:00 (Europe/London), in 2 days``; empty without a deadline."""
    if campaign.deadline is None or campaign.is_over:
        return ""
    due = campaign.deadline.astimezone(campaign.zone)
    left = campaign.deadline - (campaign.paused or now or datetime.now(UTC))
    hours = int(left.total_seconds() // 3600)
    soon = f"{hours} hour{'s' if hours != 1 else ''}" if hours else f"{max(1, int(left.total_seconds() // 60))} min"
    when = f"in {hours // 24} days" if hours >= 48 else f"in {soon}" if left.total_seconds() > 0 else "passed"
    return f"{due:%A} {due.day} {due:%B}, {due:%H:%M} ({campaign.zone}), {when}"


def clock_words(setup: Setup, minute: int, now: int) -> str:
    """As ``time_words``, without the date if it is the same day as ``now``."""
    text = time_words(setup, minute)
    return text.partition(", ")[2] if minute // 1440 == now // 1440 else text


def place_in_words(ground: CampaignMap, place: Place) -> str:
    """``at Gosselies``, or ``on the road from Gosselies to Frasnes, 3 km from Gosselies``."""
    net = network(ground)
    if place.point:
        return f"at {net.points[place.point].name}"
    road = net.roads[place.road]
    start, end, metres = road.start, road.end, place.metres
    if metres * 2 > road.metres:
        start, end, metres = end, start, road.metres - metres
    first, second = net.points[start].name, net.points[end].name
    return f"{km(metres)} from {first}, on the road to {second}"


def km(metres: int) -> str:
    """Metres as kilometres: ``3 km``, ``3.5 km``."""
    tenths = round(metres / 100)
    return f"{tenths // 10} km" if tenths % 10 == 0 else f"{tenths / 10} km"


OF_A_CORPS: Final = 2
"""Parts of a formation's path that name its army and its corps."""


def formation_words(setup: Setup, key: str) -> str:
    """A formation with the division that it belongs to: ``5th Infantry Division, 1st Brigade``."""
    return ", ".join(key.split("/")[OF_A_CORPS:]) or setup.formations[key].name


def strength_words(row: OwnForce) -> str:
    """``21,400 men, 56 guns``."""
    parts = [f"{row.foot + row.horse:,} men"] if row.foot else [f"{row.horse:,} horse"] if row.horse else []
    parts += [f"{row.guns} gun{'s' if row.guns != 1 else ''}"] if row.guns else []
    return ", ".join(parts) or "no men"


def leg_sentence(setup: Setup, leg: Leg, forces: Mapping[str, str]) -> str:
    """A part of an order in words."""
    points = {point.id: point.name for point in setup.map.points}
    target = leg.to or leg.back_to or leg.fortress
    text = VERBS[leg.order]
    if leg.order == "march":
        text += f" to {points.get(target, target)}"
    elif leg.order == "delay":
        text += f", falling back to {points.get(target, target)}"
    elif leg.order == "mask":
        text = f"Mask {points.get(target, target)}"
    elif leg.order == "join":
        text += f" {forces.get(leg.force, leg.force)}"
    elif leg.order == "detach":
        text += f" {len(leg.formations)} formation{'s' if len(leg.formations) != 1 else ''}"
    elif leg.crossing:
        text += f" ({crossing_words(setup, leg.crossing)})"
    text += f" via {', '.join(points.get(point, point) for point in leg.via)}" if leg.via else ""
    more = [PACES[leg.pace]] if leg.pace != "normal" else []
    more += [POSTURES[leg.posture]] if leg.order not in ("detach", "join") else []
    more += ["march to the guns"] if leg.support else []
    more += ["dig works"] if leg.works else []
    more += ["storm it"] if leg.storm else []
    more += ["enter places of the enemy"] if leg.enter else []
    more += [f"avoid at {leg.avoid_at / 10:g} to 1"] if leg.avoid_at else ["never avoid"] if leg.avoid_at == 0 else []
    more += [f"way back to {points.get(leg.back_to, leg.back_to)}"] if leg.back_to and leg.order != "delay" else []
    more += [f"the new force marches to {points.get(leg.then[0].to, '')}"] if leg.then and leg.then[0].to else []
    more += [f"for {leg.hours} hour{'s' if leg.hours != 1 else ''}"] if leg.hours is not None else []
    return ", ".join([text, *more])


def order_sentence(setup: Setup, order: Order, forces: Mapping[str, str]) -> str:
    """An order in words, part by part."""
    return "; then ".join(
        text if number == 0 else text[:1].lower() + text[1:]
        for number, text in enumerate(leg_sentence(setup, leg, forces) for leg in order.legs)
    )


def sent_words(setup: Setup, value: Any, forces: Mapping[str, str]) -> str:
    """What a player sent for a turn, in words: an order, a letter, the order of march, a depot, a ride, giving up."""
    points = {point.id: point.name for point in setup.map.points}
    match value:
        case Order():
            return order_sentence(setup, value, forces)
        case Letter():
            return f"Letter to {value.to.partition(':')[2] or value.to}: {value.text}"
        case Precedence():
            return f"Order of march: {', '.join(forces.get(key, key) for key in value.forces)}"
        case DepotOrder():
            return f"Depot at {points.get(value.point, value.point)} moves to {points.get(value.to, value.to)}"
        case Ride():
            return f"Rides with {forces.get(value.force, value.force)}"
        case _:
            return "The side gives up" if value else "The side does not give up"


def crossing_words(setup: Setup, key: str) -> str:
    """``bridge over the Sambre at Thuin``."""
    crossing = next((row for row in setup.map.crossings if row.id == key), None)
    if crossing is None:
        return key
    river = next((row.name for row in setup.map.rivers if row.id == crossing.river), crossing.river)
    points = {point.id: point.name for point in setup.map.points}
    at = f" at {points[crossing.at]}" if crossing.at in points else ""
    return f"{crossing.kind} over the {river}{at}"


def force_label(setup: Setup, row: OwnForce) -> Label:
    """What the map says of an own force."""
    place = place_in_words(setup.map, row.force.place)
    column = f", a column of {km(row.column)}" if row.column else ""
    words = f"{row.force.name}, {strength_words(row)}, {place}{column}, fatigue {row.force.fatigue}"
    return Label(_short(row.force.name), strength_words(row), words)


def report_label(setup: Setup, report: Report, now: int, names: Mapping[str, str]) -> Label:
    """What the map says of a report."""
    age = hours_old(now, report)
    size = f"{report.men:,} men" if report.contact else f"about {report.men:,}"
    side = next((row.name for row in setup.sides if row.key == report.side), "Enemy")
    name = report.name or f"Enemy {' and '.join(report.arms)}".strip()
    line = f"{size}, {clock_words(setup, report.time, now)}"
    line += f" ({age} h ago)" if age else ""
    by = f", seen by {names[report.by]}" if report.by in names else ""
    place = place_in_words(setup.map, report.place)
    arms = f", {' and '.join(report.arms)}" if report.name and report.arms else ""
    return Label(_short(name), line, f"{name} ({side}), {line}, {place}{arms}{by}")


def _short(name: str) -> str:
    return name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1]}…"
