"""What happened in a turn, as one side may read it: sentences with their rules, and its losses."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from campaign.war.report import lost_force, sentence_of
from campaign.war.rules import events as e
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.state import CampaignState, Report, Result
from campaign.war.rules.view import entry_view
from campaign.war.words import place_in_words

RULES: Final[Mapping[type, str]] = {
    e.Arrived: "CM-REINF-01",
    e.GetAwayTried: "CM-CONTACT-03",
    e.Delayed: "CM-CONTACT-04",
    e.EngagementBegan: "CM-ENG-01",
    e.Retreated: "CM-AFTER-04",
    e.StruckOff: "CM-BOOK-04",
    e.CrossingWorked: "CM-WORK-02",
    e.SideGaveUp: "CM-WIN-02",
    e.Ended: "CM-WIN-02",
}
"""The rule of a sentence by its event; an order that is dropped says its own."""
LOST: Final = {"dead": "dead", "hospital": "in hospital", "stragglers": "stragglers", "captured": "captured"}


class StoryLine(Struct, frozen=True):
    """A sentence of the story: its minute, and its rule, which may be empty."""

    time: int
    text: str
    rule: str


class TurnStory(Struct, frozen=True):
    """What a side may read of one turn. ``losses`` are men by what became of them, ``guns`` those lost."""

    turn: int
    lines: tuple[StoryLine, ...]
    losses: tuple[tuple[str, int], ...]
    guns: int
    marches: tuple[tuple[str, str], ...]
    """Forces that marched, each with the place where its head stands at the end."""


def stories(state: CampaignState, entries: Sequence[e.Entry], side: str) -> list[TurnStory]:
    """The turns of some entries as ``side`` may read them, the first first.

    ``state`` is any state from the last entry on.
    """
    by_turn: dict[int, list[e.Entry]] = defaultdict(list)
    for entry in entries:
        seen = entry_view(state, entry, side)
        if seen is not None:
            by_turn[seen.turn].append(seen)
    return [_story(state, turn, by_turn[turn]) for turn in sorted(by_turn)]


PUBLIC: Final = (e.DayBegan, e.EngagementBegan, e.Settled, e.GarrisonFell, e.SideGaveUp, e.Ended)
"""Events that everybody may read if all sides do."""


def public_news(state: CampaignState, entries: Sequence[e.Entry]) -> list[TurnStory]:
    """The turns as everybody may read them: what all sides know anyway, without names of forces."""
    sides = [side.key for side in state.setup.sides]
    by_turn: dict[int, list[StoryLine]] = defaultdict(list)
    for entry in entries:
        if isinstance(entry.event, PUBLIC) and (entry.audience is None or set(sides) <= set(entry.audience)):
            by_turn[entry.turn] += _news(state, entry)
    return [TurnStory(turn, tuple(lines), (), 0, ()) for turn, lines in sorted(by_turn.items())]


def _news(state: CampaignState, entry: e.Entry) -> Iterator[StoryLine]:
    event = entry.event
    if isinstance(event, e.DayBegan):
        yield StoryLine(entry.time, f"The day is {event.weather}.", "CM-WEATHER-02")
    elif isinstance(event, e.EngagementBegan):
        where = place_in_words(state.setup.map, event.engagement.place)
        who = " attacks ".join(_side(state, key) for key in (event.engagement.attacker, event.engagement.defender))
        yield StoryLine(entry.time, f"{who} {where}.", "CM-ENG-01")
    elif isinstance(event, e.Settled):
        yield StoryLine(entry.time, result_words(state, event.result), "CM-ENG-07")
    elif isinstance(event, e.GarrisonFell):
        point = next(row.name for row in state.setup.map.points if row.id == event.point)
        yield StoryLine(entry.time, f"{point} surrenders to {_side(state, event.alliance)}.", "CM-WORK-03")
    elif isinstance(event, e.SideGaveUp):
        yield StoryLine(entry.time, f"{_side(state, event.side)} gives up.", "CM-WIN-02")
    elif isinstance(event, e.Ended):
        yield StoryLine(entry.time, event.verdict.reason, event.verdict.rule)


def _story(state: CampaignState, turn: int, entries: Sequence[e.Entry]) -> TurnStory:
    lines: list[StoryLine] = []
    losses, guns = Counter[str](), 0
    places: dict[str, Place] = {}
    names = {key: force.name for key, force in state.forces.items()}
    for entry in entries:
        lines += _lines(state, names, entry)
        for row in entry.transfers:
            if row.what == "guns" and row.source == "present":
                guns += row.number
            elif row.what == "men" and row.source == "present" and row.target in LOST:
                losses[LOST[row.target]] += row.number
        if isinstance(entry.event, e.Marched):
            places |= {change.force: change.place for change in entry.changes if isinstance(change.place, Place)}
    marches = tuple(
        (names[key], place_in_words(state.setup.map, place)) for key, place in places.items() if key in names
    )
    return TurnStory(turn, tuple(lines), tuple(losses.items()), guns, marches)


def entry_words(state: CampaignState, entry: e.Entry) -> str:
    """A ledger entry in sentences; for one without, the forces that it changes or the number of reports."""
    names = {key: force.name for key, force in state.forces.items()}
    if isinstance(entry.event, e.Sighted):
        count = len(entry.event.reports)
        return (
            f"{count} report{'s' if count != 1 else ''}."
            if count
            else "An enemy is no longer where the last report put it."
        )
    told = " ".join(line.text for line in _lines(state, names, entry))
    return told or ", ".join(names[change.force] for change in entry.changes if change.force in names)


def _force(state: CampaignState, names: Mapping[str, str], key: str) -> str:
    """The name of a force, or words for one that has been struck off."""
    return names.get(key) or lost_force(state, key)


def _lines(state: CampaignState, names: dict[str, str], entry: e.Entry) -> Iterator[StoryLine]:
    event = entry.event
    if isinstance(event, e.Arrived):
        names[event.force.id] = event.force.name
    elif isinstance(event, e.Detached):
        names[event.new.id] = event.new.name
    tell = _TELLS.get(type(event))
    if tell is not None:
        yield from (StoryLine(entry.time, text, rule) for text, rule in tell(state, names, event))
        return
    text = sentence_of(state, entry)
    if text:
        rule = event.rule if isinstance(event, e.OrderDropped) else RULES.get(type(event), "")
        yield StoryLine(entry.time, text, "" if rule in text else rule)


Told = Iterator[tuple[str, str]]
"""Sentences with their rules."""


def _detached(state: CampaignState, names: Mapping[str, str], event: e.Detached) -> Told:
    yield f"{event.new.name} leaves {_force(state, names, event.force)}.", "CM-FORCE-02"


def _joined(state: CampaignState, names: Mapping[str, str], event: e.Joined) -> Told:
    yield f"{_force(state, names, event.force)} joins {_force(state, names, event.into)}.", "CM-FORCE-02"


def _touched(state: CampaignState, names: Mapping[str, str], event: e.Touched) -> Told:
    if event.new:
        first, second = (_force(state, names, key) for key in (event.contact.first, event.contact.second))
        where = place_in_words(state.setup.map, event.contact.place)
        yield f"{first} and {second} are in contact {where}.", "CM-CONTACT-01"


def _taken(state: CampaignState, names: Mapping[str, str], event: e.PointsTaken) -> Told:
    points = {point.id: point.name for point in state.setup.map.points}
    for point, owner in event.owners.items():
        yield f"{points[point]} falls to {_side(state, owner)}.", "CM-MAP-05"


def _sighted(state: CampaignState, names: Mapping[str, str], event: e.Sighted) -> Told:
    for report in event.reports:
        if report.of in event.new:
            yield report_words(state, names, report), "CM-SIGHT-03"


def _began(state: CampaignState, names: Mapping[str, str], event: e.EngagementBegan) -> Told:
    yield f"A battle begins {place_in_words(state.setup.map, event.engagement.place)}.", "CM-ENG-01"


def _works(state: CampaignState, names: Mapping[str, str], event: e.WorksChanged) -> Told:
    if event.works:
        yield f"{_force(state, names, event.force)} has dug in.", "CM-WORK-01"


def _battle_over(state: CampaignState, names: Mapping[str, str], event: e.Settled) -> Told:
    yield result_words(state, event.result), "CM-ENG-07"


_TELLS: Final[Mapping[type, Callable[[CampaignState, Mapping[str, str], Any], Told]]] = {
    e.Detached: _detached,
    e.Joined: _joined,
    e.Touched: _touched,
    e.PointsTaken: _taken,
    e.Sighted: _sighted,
    e.WorksChanged: _works,
    e.EngagementBegan: _began,
    e.Settled: _battle_over,
}
"""Events that pages tell in words of their own; the others as in a terminal."""


def result_words(state: CampaignState, result: Result) -> str:
    """How a battle ended, and what each alliance lost."""
    setup = state.setup
    lost = Counter[str]()
    for loss in result.losses:
        lost[setup.alliance(setup.units[loss.unit].side)] += loss.men
    who = f"{_side(state, result.winner)} wins" if result.winner else "Nobody wins"
    hours = f" after {result.minutes // 60} h {result.minutes % 60:02}" if result.minutes else ""
    losses = "; ".join(f"{_side(state, key)} loses {men:,} men" for key, men in sorted(lost.items()))
    return f"{who} the battle{hours}. {losses or 'Nobody loses a man'}."


def _side(state: CampaignState, alliance: str) -> str:
    """The name of the first side of an alliance."""
    return next((side.name for side in state.setup.sides if side.key == alliance), alliance)


def report_words(state: CampaignState, names: Mapping[str, str], report: Report) -> str:
    """A report as a sentence: who saw what, and where."""
    who = names.get(report.by)
    what = report.name or "an enemy force"
    size = f"about {report.men:,} men" if not report.contact else f"{report.men:,} men"
    arms = " and ".join(report.arms) or "arms unknown"
    seen = f"{who} sees {what}" if who else f"{what[:1].upper()}{what[1:]} is reported"
    where = place_in_words(state.setup.map, report.place)
    return f"{seen} {where}: {size}, {arms}."
