"""Words about a campaign: times, places, strengths and reports, and orders as sentences and as short text.

Short text is ``march quatre-bras via frasnes forced attack; hold 6h works``.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, get_args

from battles.engine.armies.short_names import ABBREVIATIONS
from battles.engine.words import capitalized, in_sentence, listed
from campaign.models.war import UMPIRE
from campaign.war.drawing.pieces import MOST_NAME, Label, hours_old
from campaign.war.rules.campaign_map import CampaignMap, Place, network
from campaign.war.rules.order_values import DepotOrder, Leg, Letter, Order, Pace, Posture, Precedence, Ride
from campaign.war.rules.state import CampaignState, Report, Setup
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


def places_of(state: CampaignState) -> list[tuple[str, str, str]]:
    """All seats that can be: each side, its commands where it has several, and the umpire; with their names."""
    places = []
    for side in state.setup.sides:
        own = [row for row in state.commands if row.side == side.key]
        places.append((side.key, "", f"{side.name}, commander-in-chief" if len(own) > 1 else side.name))
        places += [(side.key, row.id, f"{side.name}, {row.name}") for row in own if len(own) > 1]
    return [*places, (UMPIRE, "", "Umpire")]


def seat_words(state: CampaignState, side: str, command: str) -> str:
    """The name of a seat: ``Armée du Nord, Left wing``."""
    return next((name for *key, name in places_of(state) if key == [side, command]), side)


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
    tenths = max(1, round(metres / 100)) if metres else 0
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
    more += [f"for {leg.hours} hour{'s' if leg.hours != 1 else ''}"] if leg.hours else []
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
    return Label(short_force_name(row.force.name), strength_words(row), words)


def report_label(setup: Setup, report: Report, now: int, names: Mapping[str, str]) -> Label:
    """What the map says of a report."""
    age = hours_old(now, report)
    size = f"{report.men:,} men" if report.contact else f"about {report.men:,}"
    name = report.name or f"Enemy {listed(report.arms)}".strip()
    time = clock_words(setup, report.time, now) + (f" ({age} h ago)" if age else "")
    at = "on" if "," in time else "at"
    seen = f"seen by {names[report.by]} {at} {time}" if report.by in names else f"reported {at} {time}"
    arms = f", {listed(report.arms)}" if report.name and report.arms else ""
    men = size if report.contact else f"{size} men"
    who = capitalized(f"{name}{_of_side(setup, report.side)}")
    words = f"{who} {place_in_words(setup.map, report.place)}: {men}{arms}, {seen}"
    return Label(short_force_name(name), f"{size}, {time}", words, time)


def side_name(setup: Setup, key: str) -> str:
    """The name of a side, or of the first side of an alliance; its key if there is none."""
    return next((side.name for side in setup.sides if side.key == key), key)


def _of_side(setup: Setup, key: str) -> str:
    """The side of a report, where more than two take part."""
    side = next((row.name for row in setup.sides if row.key == key), "")
    return f" of {in_sentence(side)}" if side and len(setup.sides) > 2 else ""


RANKS: Final = ("General", "Marshal", "Colonel", "Major")
"""How the rank before a commander's name ends: ``Lieutenant-General``."""
SHORT_WORDS: Final[Mapping[str, str]] = {**ABBREVIATIONS, "Division": "Div.", "Netherlands": "Neth.", "light": "lt"}


def short_force_name(name: str) -> str:
    """The name of a force or commander, short enough for the map: ``2nd Neth. Div. (2nd Bde)``."""
    words = name.split()
    if len(name) > MOST_NAME and len(words) > 1 and words[0].endswith(RANKS):
        words = words[1:]
    for number in reversed(range(len(words))):
        if len(" ".join(words)) > MOST_NAME:
            bare = words[number].strip("()")
            words[number] = words[number].replace(bare, SHORT_WORDS.get(bare, bare))
    short = " ".join(words)
    return short if len(short) <= MOST_NAME else f"{short[: MOST_NAME - 1]}…"


NAMED_AFTER: Final = {
    "march": "to",
    "hold": "",
    "rest": "",
    "delay": "back_to",
    "scout": "",
    "join": "force",
    "detach": "formations",
    "break": "crossing",
    "mend": "crossing",
    "bridge": "crossing",
    "mask": "fortress",
}
"""By verb, what the word after it names."""
SHORT_KINDS: Final = {"break": "break_crossing", "mend": "mend_crossing"}
SHORT_FLAGS: Final = ("support", "works", "enter", "storm")
ORDER_HELP: Final = (
    "march POINT [via POINT] [forced|night] | hold | rest | delay POINT | scout | join FORCE | detach NUMBERS | "
    "break|mend|bridge CROSSING | mask POINT, each with attack|accept|avoid, support, works, enter, storm, 6h, "
    "avoid-at 15; parts are divided by semicolons; a POINT is its name in small letters: quatre-bras"
)


class NoOrder(ValueError):
    """A text that is no order; a sentence."""


def read_order(state: CampaignState, force: str, text: str) -> Order:
    """The order that ``text`` gives to a force.

    Raises:
        NoOrder: a word that is not understood; the sentence says which.
    """
    parts = [part.split() for part in text.split(";") if part.strip()]
    if not parts:
        raise NoOrder(f"An order has at least one part: {ORDER_HELP}.")
    return Order(force, tuple(_leg(state, force, words) for words in parts))


def _leg(state: CampaignState, force: str, words: list[str]) -> Leg:
    verb, left = words[0].lower(), iter(words[1:])
    if verb not in NAMED_AFTER:
        raise NoOrder(f"There is no order {words[0][:30]}: {ORDER_HELP}.")
    facts: dict[str, Any] = {}
    if NAMED_AFTER[verb]:
        named = _next(left, f"{verb} needs a name after it.")
        facts[NAMED_AFTER[verb]] = _formations(state, force, named) if verb == "detach" else named
    for word in left:
        _word(facts, word, left)
    return Leg(SHORT_KINDS.get(verb, verb), **facts)  # type: ignore[arg-type]


def _word(facts: dict[str, Any], word: str, left: Iterator[str]) -> None:
    if word in get_args(Posture):
        facts["posture"] = word
    elif word in get_args(Pace):
        facts["pace"] = word
    elif word in SHORT_FLAGS:
        facts[word] = True
    elif word == "via":
        facts["via"] = (*facts.get("via", ()), _next(left, "via needs a point."))
    elif word == "avoid-at":
        facts["avoid_at"] = _number(_next(left, "avoid-at needs a number of tenths."))
    elif word.endswith("h") and word[:-1].isdigit():
        facts["hours"] = _number(word[:-1])
    else:
        raise NoOrder(f"{word[:30]} is not understood: {ORDER_HELP}.")


def _next(left: Iterator[str], missing: str) -> str:
    word = next(left, "")
    if not word:
        raise NoOrder(missing)
    return word


def _number(text: str) -> int:
    if not text.isdigit() or len(text) > 4:
        raise NoOrder(f"{text[:20]} is not a whole number.")
    return int(text)


def _formations(state: CampaignState, force: str, text: str) -> tuple[str, ...]:
    """Brigades by their numbers in the force, from 1: ``2,3``."""
    own = state.forces[force].formations if force in state.forces else ()
    numbers = [_number(word) for word in text.split(",")]
    for number in numbers:
        if not 1 <= number <= len(own):
            raise NoOrder(f"The force has {len(own)} brigades; there is no number {number}.")
    return tuple(own[number - 1] for number in numbers)


def leg_words(leg: Leg, name: Callable[[str], str] = str) -> str:
    """A part of an order in words; ``name`` gives the name of a point."""
    verb = {kind: verb for verb, kind in SHORT_KINDS.items()}.get(leg.order, leg.order)
    words = [verb]
    words += [name(point) for point in (leg.to, leg.back_to, leg.fortress) if point]
    words += [word for word in (leg.force, leg.crossing) if word]
    words += [f"via {name(point)}" for point in leg.via]
    words += [f"{len(leg.formations)} brigade{'s' if len(leg.formations) != 1 else ''}"] if leg.formations else []
    words += [leg.pace] if leg.pace != "normal" else []
    words += [leg.posture] if leg.posture != "accept" else []
    words += [flag for flag in SHORT_FLAGS if getattr(leg, flag)]
    words += [f"{leg.hours}h"] if leg.hours is not None else []
    words += [f"avoid-at {leg.avoid_at}"] if leg.avoid_at is not None else []
    return " ".join(words)


def order_words(legs: tuple[Leg, ...], name: Callable[[str], str] = str) -> str:
    """An order in words; a force without one holds."""
    return "; ".join(leg_words(leg, name) for leg in legs) or "hold"
