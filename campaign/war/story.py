"""What happened, as one side may read it: sentences with their rules, losses, and public news."""

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

from msgspec import Struct, structs

from battles.engine.words import agrees, capitalized, does, in_sentence, listed, plural
from campaign.war.report import WIDTH, when
from campaign.war.rules import events as e
from campaign.war.rules.battle.encounters import WEATHER_WORDS
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.state import CampaignState, Report, Result
from campaign.war.rules.view import entry_view
from campaign.war.words import crossing_words, leg_sentence, place_in_words, side_name

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
    """Forces that marched or retreated, those of one place together, with the place of their heads at the end."""


def stories(
    state: CampaignState, entries: Sequence[e.Entry], side: str, former: Mapping[str, str] = {}
) -> list[TurnStory]:
    """The turns of some entries as ``side`` may read them, the first first.

    ``state`` is any state from the last entry on; ``former`` are the names of forces that it has no more, by id.
    """
    by_turn: dict[int, list[e.Entry]] = defaultdict(list)
    for entry in entries:
        seen = entry_view(state, entry, side) or _own_points(state, entry, side)
        if seen is not None:
            by_turn[seen.turn].append(seen)
    allies = state.setup.allies(state.setup.alliance(side))
    names = {**former, **{key: force.name for key, force in state.forces.items()}}
    return [_story(state, turn, by_turn[turn], allies, names) for turn in sorted(by_turn)]


def _own_points(state: CampaignState, entry: e.Entry, side: str) -> e.Entry | None:
    """The points that the alliance of ``side`` gains and loses, whose map shows them; None if there are none.

    Who has taken what it loses is not told.
    """
    if not isinstance(entry.event, e.PointsTaken):
        return None
    alliance = state.setup.alliance(side)
    own, lost = (
        {point: owner for point, owner in rows.items() if owner == alliance}
        for rows in (entry.event.owners, entry.event.lost)
    )
    event = structs.replace(entry.event, owners=own, lost=lost, fallen=())
    return structs.replace(entry, event=event, transfers=(), changes=(), rolls=()) if own or lost else None


def _story(
    state: CampaignState, turn: int, entries: Sequence[e.Entry], allies: Sequence[str], names: dict[str, str]
) -> TurnStory:
    lines: list[StoryLine] = []
    losses, guns = Counter[str](), 0
    places: dict[str, Place] = {}
    surrendered = {row.event.force for row in entries if isinstance(row.event, e.Retreated) and row.event.surrendered}
    contacts, retreats = _contacts(state, names, entries, allies), _retreats(state, names, entries)
    partings = _partings(state, names, entries, allies)
    for entry in entries:
        event = entry.event
        if isinstance(event, e.Touched):
            lines += contacts.pop((entry.time, event.contact.place), ())
        elif isinstance(event, e.Parted):
            lines += partings.pop(entry.time, ())
        elif isinstance(event, e.Retreated) and not (event.surrendered or event.cut_off):
            lines += retreats.pop(entry.time, ())
        elif not (isinstance(event, e.StruckOff) and event.force in surrendered):
            lines += _lines(state, names, entry)
        for row in entry.transfers:
            if row.what == "guns" and row.source == "present":
                guns += row.number
            elif row.what == "men" and row.source == "present" and row.target in LOST:
                losses[LOST[row.target]] += row.number
        places |= {
            change.force: change.place
            for change in entry.changes
            if isinstance(change.place, Place) and change.force.rpartition(".")[0] in allies
        }
    together: dict[str, list[str]] = defaultdict(list)
    for key, place in places.items():
        if key in names:
            together[place_in_words(state.setup.map, place)].append(names[key])
    marches = tuple((listed(who), where) for where, who in together.items())
    return TurnStory(turn, tuple(lines), tuple(losses.items()), guns, marches)


def _retreats(
    state: CampaignState, names: Mapping[str, str], entries: Iterable[e.Entry]
) -> dict[int, tuple[StoryLine, ...]]:
    """One sentence for all forces that retreat at the same time and neither surrender nor are cut off."""
    back: dict[int, list[str]] = defaultdict(list)
    for entry in entries:
        if isinstance(entry.event, e.Retreated) and not (entry.event.surrendered or entry.event.cut_off):
            back[entry.time].append(entry.event.force)
    return {
        time: (StoryLine(time, f"{_do(state, names, keys, 'retreats')}.", "CM-AFTER-04"),)
        for time, keys in back.items()
    }


def _contacts(
    state: CampaignState, names: Mapping[str, str], entries: Sequence[e.Entry], allies: Sequence[str]
) -> dict[tuple[int, Place], tuple[StoryLine, ...]]:
    """One sentence for all forces that meet at the same time and place, those of ``allies`` first."""
    leaders = {
        report.of: report.name
        for entry in entries
        if isinstance(entry.event, e.Sighted)
        for report in entry.event.reports
        if report.name
    }
    met: dict[tuple[int, Place], list[str]] = defaultdict(list)
    parted, standing = _pairs(entries, e.Parted), set()
    for entry in entries:
        if isinstance(entry.event, e.Touched) and entry.event.new:
            contact = entry.event.contact
            met[entry.time, contact.place] += (contact.first, contact.second)
            if (entry.time, contact.first, contact.second) not in parted:
                standing.add((entry.time, contact.place))
    rows: dict[tuple[int, Place], tuple[StoryLine, ...]] = {}
    for key, forces in met.items():
        how = "in contact" if key in standing else "briefly in contact"
        text = _contact_words(state, names, key[1], forces, allies, leaders, how)
        rows[key] = (StoryLine(key[0], text, "CM-CONTACT-01"),)
    return rows


def _pairs(entries: Iterable[e.Entry], kind: type[e.Parted | e.Touched]) -> set[tuple[int, str, str]]:
    """The pairs of forces whose contact begins (``Touched``) or ends (``Parted``), with the time."""
    pairs: set[tuple[int, str, str]] = set()
    for row in entries:
        event = row.event
        if isinstance(event, kind) and not (isinstance(event, e.Touched) and not event.new):
            pair = event.contact if isinstance(event, e.Touched) else event
            pairs.add((row.time, pair.first, pair.second))
    return pairs


def _partings(
    state: CampaignState, names: Mapping[str, str], entries: Sequence[e.Entry], allies: Sequence[str]
) -> dict[int, tuple[StoryLine, ...]]:
    """One sentence for all forces that are no longer in contact at a time; own ones that got away have theirs."""
    away = {(row.time, row.event.force) for row in entries if isinstance(row.event, e.GetAwayTried) and row.event.away}
    parted: dict[int, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    met = _pairs(entries, e.Touched)
    for entry in entries:
        if isinstance(entry.event, e.Parted) and (entry.time, entry.event.first, entry.event.second) not in met:
            pair = sorted((entry.event.first, entry.event.second), key=lambda key: key.rpartition(".")[0] not in allies)
            if (entry.time, pair[0]) not in away:
                for key, keys in zip(pair, parted[entry.time], strict=True):
                    keys.append(key)
    rows: dict[int, tuple[StoryLine, ...]] = {}
    for time, (own, others) in parted.items():
        enemies = listed(dict.fromkeys(_force(state, names, key) for key in others))
        text = f"{_do(state, names, own, 'is')} no longer in contact with {enemies}."
        rows[time] = (StoryLine(time, text, "CM-CONTACT-01"),)
    return rows


def _contact_words(
    state: CampaignState,
    names: Mapping[str, str],
    place: Place,
    forces: Iterable[str],
    allies: Sequence[str],
    leaders: Mapping[str, str] = {},
    how: str = "in contact",
) -> str:
    """Own forces in contact with enemies; these with the commanders that ``leaders`` gives, as in reports of them."""
    keys = list(dict.fromkeys(forces))
    own, others = ([key for key in keys if (key.rpartition(".")[0] in allies) is is_own] for is_own in (True, False))
    where = place_in_words(state.setup.map, place)
    under = {key: f" under {leaders[key]}" for key in others if key in leaders}
    enemies = listed(dict.fromkeys(f"{_force(state, names, key)}{under.get(key, '')}" for key in others))
    return f"{_do(state, names, own, 'is')} {how} with {enemies} {where}."


def entry_words(state: CampaignState, entry: e.Entry) -> str:
    """A ledger entry in sentences; for one without, the forces that it changes."""
    names = {key: force.name for key, force in state.forces.items()}
    return _detail(state, names, entry) or ", ".join(
        names[change.force] for change in entry.changes if change.force in names
    )


def _detail(state: CampaignState, names: Mapping[str, str], entry: e.Entry) -> str:
    """An entry in sentences as the ledger has them: with what the story leaves out."""
    event = entry.event
    match event:
        case e.DayBegan():
            return WEATHER_WORDS[event.weather]
        case e.Sighted():
            told = " ".join(text for text, _ in _reports(state, names, event, {row.of for row in event.reports}))
            return told or "An enemy is no longer where the last report put it."
        case e.Marched():
            places = [
                f"{names[row.force]} {place_in_words(state.setup.map, row.place)}"
                for row in entry.changes
                if isinstance(row.place, Place) and row.force in names
            ]
            return f"{'; '.join(places)}." if places else ""
        case e.GunsHeard():
            fight = state.engagements.get(event.engagement)
            where = f" {place_in_words(state.setup.map, fight.place)}" if fight else ""
            words = "hears" if event.heard else "does not hear"
            return f"{_do(state, names, [event.force], words)} the guns{where}."
        case e.LegBegan():
            return f"{_at_start(state, names, event.force)}: {leg_sentence(state.setup, event.leg, names)}."
        case e.Parted():
            return f"{_do(state, names, [event.first, event.second], 'is')} no longer in contact."
        case e.Touched(new=False):
            pair = [event.contact.first, event.contact.second]
            return f"{_do(state, names, pair, 'stays')} in contact."
    return sentence_of(state, entry)


def ledger_lines(state: CampaignState, entries: Sequence[e.Entry], side: str = "") -> list[str]:
    """What happened, in lines for a terminal; with ``side`` only what it may read, else all."""
    names = {key: force.name for key, force in state.forces.items()}
    rows: list[str] = []
    for entry in entries:
        seen = entry_view(state, entry, side) if side else entry
        for line in _lines(state, names, seen) if seen is not None else ():
            rows += wrap(f"{when(state, line.time)}  {line.text}", WIDTH, subsequent_indent=" " * 18)
    return rows


def sentence_of(state: CampaignState, entry: e.Entry) -> str:
    """The sentences of an entry; empty for one that says nothing to a reader."""
    names = {key: force.name for key, force in state.forces.items()}
    return " ".join(line.text for line in _lines(state, names, entry))


def lost_force(state: CampaignState, force: str) -> str:
    """Words for a force that has been struck off: its side is in its id."""
    side = next((row.name for row in state.setup.sides if row.key == force.rpartition(".")[0]), "")
    return f"a force of {in_sentence(side)}" if side else force


def _do(state: CampaignState, names: Mapping[str, str], keys: Sequence[str], words: str) -> str:
    """Forces and what they do at the beginning of a sentence: ``I Corps joins``, ``I Corps and II Corps join``."""
    who = list(dict.fromkeys(_force(state, names, key) for key in keys))
    words = plural(words) if len(who) > 1 else agrees(who[0], words, plural(words))
    who[0] = _at_start(state, names, keys[0])
    return f"{listed(who)} {words}"


def _at_start(state: CampaignState, names: Mapping[str, str], key: str) -> str:
    """As ``_force``, at the beginning of a sentence."""
    return names.get(key) or capitalized(lost_force(state, key))


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
    for text, rule in tell(state, names, event) if tell is not None else ():
        yield StoryLine(entry.time, text, "" if rule in text else rule)


Told = Iterator[tuple[str, str]]
"""Sentences with their rules."""


def _detached(state: CampaignState, names: Mapping[str, str], event: e.Detached) -> Told:
    who = _do(state, names, [event.new.id], "leaves")
    yield f"{who} {_force(state, names, event.force)}.", "CM-FORCE-02"


def _joined(state: CampaignState, names: Mapping[str, str], event: e.Joined) -> Told:
    who = _do(state, names, [event.force], "joins")
    yield f"{who} {_force(state, names, event.into)}.", "CM-FORCE-02"


def _touched(state: CampaignState, names: Mapping[str, str], event: e.Touched) -> Told:
    if event.new:
        contact = event.contact
        pair = (contact.first, contact.second)
        allies = (contact.first.rpartition(".")[0],)
        yield _contact_words(state, names, contact.place, pair, allies), "CM-CONTACT-01"


def _taken(state: CampaignState, names: Mapping[str, str], event: e.PointsTaken) -> Told:
    points = {point.id: point.name for point in state.setup.map.points}
    for point, owner in event.owners.items():
        yield f"{points[point]} falls to {in_sentence(side_name(state.setup, owner))}.", "CM-MAP-05"
    for point, owner in event.lost.items():
        if point not in event.owners:
            yield f"{does(side_name(state.setup, owner), 'loses', 'lose')} {points[point]}.", "CM-MAP-05"


def _points_won(state: CampaignState, names: Mapping[str, str], event: e.PointsWon) -> Told:
    for alliance, number in event.points.items():
        who = does(side_name(state.setup, alliance), "wins", "win")
        yield f"{who} {number} point{'s' if number != 1 else ''} for places held.", "CM-WIN-01"


def _sighted(state: CampaignState, names: Mapping[str, str], event: e.Sighted) -> Told:
    yield from _reports(state, names, event, event.new)


def _reports(state: CampaignState, names: Mapping[str, str], event: e.Sighted, wanted: Container[str]) -> Told:
    """One sentence for each of the ``wanted`` forces that are reported, with all who saw it."""
    news = {report.of: report for report in event.reports if report.of in wanted}
    for report in news.values():
        seen_by = dict.fromkeys(names.get(row.by, "") for row in event.reports if row.of == report.of)
        yield report_words(state, [name for name in seen_by if name], report), "CM-SIGHT-03"


def _began(state: CampaignState, names: Mapping[str, str], event: e.EngagementBegan) -> Told:
    yield f"A battle begins {place_in_words(state.setup.map, event.engagement.place)}.", "CM-ENG-01"


def _works(state: CampaignState, names: Mapping[str, str], event: e.WorksChanged) -> Told:
    if event.works:
        yield f"{_do(state, names, [event.force], 'has')} dug in.", "CM-WORK-01"


def _battle_over(state: CampaignState, names: Mapping[str, str], event: e.Settled) -> Told:
    yield result_words(state, event.result), "CM-ENG-07"


def _arrived(state: CampaignState, names: Mapping[str, str], event: e.Arrived) -> Told:
    words = "waits to arrive" if event.late else "arrives"
    where = place_in_words(state.setup.map, event.force.place)
    yield f"{_do(state, names, [event.force.id], words)} {where}.", "CM-REINF-01"


def _dropped(state: CampaignState, names: Mapping[str, str], event: e.OrderDropped) -> Told:
    who = _do(state, names, [event.force], "drops its order")
    yield f"{who}: {_reason_words(state, _force(state, names, event.force), event.reason)}", event.rule


def _reason_words(state: CampaignState, name: str, reason: str) -> str:
    """A stored reason after its force: ``it knows no open way to Wavre.``, with the name of the point."""
    begin, to, end = reason.rpartition(" to ")
    points = {f"{point.id}.": f"{point.name}." for point in state.setup.map.points}
    text = f"{begin}{to}{points.get(end, end)}"
    if not text.startswith(f"{name} "):
        return text
    verb, _, rest = text.removeprefix(f"{name} ").partition(" ")
    return f"{agrees(name, f'it {verb}', f'they {plural(verb)}')} {rest}"


def _got_away(state: CampaignState, names: Mapping[str, str], event: e.GetAwayTried) -> Told:
    words = "gets away from the enemy" if event.away else "tries to get away from the enemy and fails"
    yield f"{_do(state, names, [event.force], words)}.", "CM-CONTACT-03"


def _delayed(state: CampaignState, names: Mapping[str, str], event: e.Delayed) -> Told:
    words = f"delays the enemy {event.minutes} minutes and falls back"
    yield f"{_do(state, names, [event.force], words)}.", "CM-CONTACT-04"


def _retreated(state: CampaignState, names: Mapping[str, str], event: e.Retreated) -> Told:
    words = "retreats and surrenders" if event.surrendered else "retreats"
    end = ", cut off" if event.cut_off and not event.surrendered else ""
    yield f"{_do(state, names, [event.force], words)}{end}.", "CM-AFTER-04"


def _struck_off(state: CampaignState, names: Mapping[str, str], event: e.StruckOff) -> Told:
    yield f"{_do(state, names, [event.force], 'is')} no more.", "CM-BOOK-04"


def _crossing(state: CampaignState, names: Mapping[str, str], event: e.CrossingWorked) -> Told:
    if event.done:
        yield (
            f"The {crossing_words(state.setup, event.crossing)} is {'broken' if event.broken else 'open'}.",
            "CM-WORK-02",
        )


def _gave_up(state: CampaignState, names: Mapping[str, str], event: e.SideGaveUp) -> Told:
    yield f"{does(side_name(state.setup, event.side), 'gives', 'give')} up.", "CM-WIN-02"


def _taken_back(state: CampaignState, names: Mapping[str, str], event: e.TakenBack) -> Told:
    yield f"Turn {event.turn} is taken back: {event.why}", ""


def _corrected(state: CampaignState, names: Mapping[str, str], event: e.Corrected) -> Told:
    yield f"The books are balanced: {event.why}", ""


def _ended(state: CampaignState, names: Mapping[str, str], event: e.Ended) -> Told:
    yield event.verdict.reason, "CM-WIN-02"


_TELLS: Final[Mapping[type, Callable[[CampaignState, Mapping[str, str], Any], Told]]] = {
    e.Arrived: _arrived,
    e.OrderDropped: _dropped,
    e.Detached: _detached,
    e.Joined: _joined,
    e.Touched: _touched,
    e.GetAwayTried: _got_away,
    e.Delayed: _delayed,
    e.EngagementBegan: _began,
    e.Settled: _battle_over,
    e.Retreated: _retreated,
    e.PointsTaken: _taken,
    e.PointsWon: _points_won,
    e.StruckOff: _struck_off,
    e.Sighted: _sighted,
    e.WorksChanged: _works,
    e.CrossingWorked: _crossing,
    e.SideGaveUp: _gave_up,
    e.TakenBack: _taken_back,
    e.Corrected: _corrected,
    e.Ended: _ended,
}
"""The sentences of each kind of event that players read, on pages and in the terminal."""


def result_words(state: CampaignState, result: Result) -> str:
    """How a battle ended, and what each alliance lost."""
    setup = state.setup
    lost = Counter[str]()
    for loss in result.losses:
        lost[setup.alliance(setup.units[loss.unit].side)] += loss.men
    who = does(side_name(state.setup, result.winner), "wins", "win") if result.winner else "Nobody wins"
    hours = f" after {result.minutes // 60} h {result.minutes % 60:02}" if result.minutes else ""
    losses = "; ".join(
        f"{in_sentence(side)} {agrees(side, 'loses', 'lose')} {men:,} men"
        for side, men in ((side_name(state.setup, key), men) for key, men in sorted(lost.items()))
    )
    return f"{who} the battle{hours}. {capitalized(losses) or 'Nobody loses a man'}."


def report_words(state: CampaignState, observers: Sequence[str], report: Report) -> str:
    """A report as a sentence: which forces saw what, and where."""
    what = report.name or "an enemy force"
    size = f"about {report.men:,} men" if not report.contact else f"{report.men:,} men"
    arms = listed(report.arms) or "arms unknown"
    sees = "see" if len(observers) > 1 else agrees("".join(observers), "sees", "see")
    reported = f"{capitalized(what)} {agrees(what, 'is', 'are')} reported"
    seen = f"{listed(observers)} {sees} {what}" if observers else reported
    where = place_in_words(state.setup.map, report.place)
    return f"{seen} {where}: {size}, {arms}."
