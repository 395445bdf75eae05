"""The film of a campaign: blocks that move on the map frame by frame, as one side may see it.

With all secrets open the film shows every force where it was; before that own forces, and the enemy where reports put
them.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from campaign.war.drawing.ground import Sheet
from campaign.war.drawing.pieces import sign_of
from campaign.war.rules import events as e
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.forces import strength
from campaign.war.rules.state import CampaignState, Force, Report
from campaign.war.rules.view import entry_view
from campaign.war.story import TurnStory, stories
from campaign.war.words import short_force_name, time_words

REPORT: Final = "?"
"""Before the key of a force that is only reported."""


class Actor(Struct, frozen=True):
    """A block of the film: name, side, symbol of its arm, and whether it is only reported."""

    name: str
    side: str
    sign: str
    reported: bool = False


class Frame(Struct, frozen=True):
    """What changes at a minute: blocks with their new places, blocks that vanish, and sentences."""

    minute: int
    turn: int
    when: str
    moves: tuple[tuple[str, float, float], ...] = ()
    gone: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


class Film(Struct, frozen=True):
    """The blocks by key, and the frames in order; the first holds the blocks that are there at its beginning."""

    actors: Mapping[str, Actor]
    frames: tuple[Frame, ...]


def film(state: CampaignState, start: CampaignState, entries: Sequence[e.Entry], side: str, sheet: Sheet) -> Film:
    """The film of some entries from ``start`` on, as ``side`` may see it; ``state`` is the campaign's state now."""
    return _Cutter(state, start, side, sheet, is_open=state.verdict is not None).cut(entries)


class _Cutter:
    """Puts the entries of a campaign into frames."""

    def __init__(self, state: CampaignState, start: CampaignState, side: str, sheet: Sheet, *, is_open: bool) -> None:
        self.state, self.start, self.side, self.sheet, self.is_open = state, start, side, sheet, is_open
        setup = state.setup
        self.allies = setup.allies(setup.alliance(side))
        self.actors: dict[str, Actor] = {}
        self.places: dict[str, Place] = {}
        self.moved: dict[tuple[int, int], dict[str, Place]] = defaultdict(dict)
        self.gone: dict[tuple[int, int], list[str]] = defaultdict(list)

    def cut(self, entries: Sequence[e.Entry]) -> Film:
        begin = (self.start.time, self.start.turn)
        for force in self.start.forces.values():
            if self.is_open or force.side in self.allies:
                self._appear(force, begin)
        for known in () if self.is_open else self._known():
            self._report(known, begin)
        for entry in entries:
            seen = entry if self.is_open else entry_view(self.state, entry, self.side)
            if seen is not None:
                self._read(seen, (seen.time, seen.turn))
        forces = self.start.forces.values()
        former = {force.id: force.name for force in forces if self.is_open or force.side in self.allies}
        told = self._told(stories(self.state, entries, self.side, former))
        times = sorted({begin, *self.moved, *self.gone, *told}, key=lambda key: (key[1], key[0]))
        return Film(self.actors, tuple(self._frame(key, told.get(key, ())) for key in times))

    def _known(self) -> Iterable[Report]:
        return self.start.known.get(self.state.setup.alliance(self.side), {}).values()

    def _appear(self, force: Force, at: tuple[int, int]) -> None:
        found = strength(self.state, force.formations)
        self.actors[force.id] = Actor(short_force_name(force.name), force.side, sign_of(found.foot, found.horse))
        self._move(force.id, force.place, at)

    def _report(self, row: Report, at: tuple[int, int]) -> None:
        name = short_force_name(row.name) if row.name else f"about {row.men:,}"
        key = f"{REPORT}{row.of}"
        self.actors[key] = Actor(name, row.side, sign_of(int("foot" in row.arms), int("horse" in row.arms)), True)
        self._move(key, row.place, at)

    def _move(self, key: str, place: Place, at: tuple[int, int]) -> None:
        self.places[key] = place
        self.moved[at][key] = place

    def _read(self, entry: e.Entry, at: tuple[int, int]) -> None:
        event = entry.event
        if isinstance(event, e.Arrived) and not event.late:
            self._appear(event.force, at)
        elif isinstance(event, e.Detached):
            self._appear(event.new, at)
        elif isinstance(event, e.Joined | e.StruckOff):
            self._vanish(event.force, at)
        elif isinstance(event, e.Sighted) and not self.is_open:
            for row in event.reports:
                self._report(row, at)
            for key in event.refuted or ():
                self._vanish(f"{REPORT}{key}", at)
        for change in entry.changes:
            if isinstance(change.place, Place) and change.force in self.places:
                self._move(change.force, change.place, at)

    def _vanish(self, key: str, at: tuple[int, int]) -> None:
        if self.places.pop(key, None) is not None:
            self.gone[at].append(key)

    @staticmethod
    def _told(rows: Sequence[TurnStory]) -> dict[tuple[int, int], tuple[str, ...]]:
        lines: dict[tuple[int, int], list[str]] = defaultdict(list)
        for story in rows:
            for line in story.lines:
                lines[line.time, story.turn].append(line.text)
        return {key: tuple(texts) for key, texts in lines.items()}

    def _frame(self, at: tuple[int, int], lines: tuple[str, ...]) -> Frame:
        return Frame(
            minute=at[0],
            turn=at[1],
            when=time_words(self.state.setup, at[0]),
            moves=tuple((key, *self.sheet.at(place)) for key, place in self.moved.get(at, {}).items()),
            gone=tuple(self.gone.get(at, ())),
            lines=lines,
        )
