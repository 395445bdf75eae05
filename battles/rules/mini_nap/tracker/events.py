"""Facts and events of a tracked game: reading and checking facts, the state after each event, and its log line."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Literal

from msgspec.structs import replace

from battles.engine.core import Event, Refusal, SideId
from battles.engine.dice import Roll
from battles.engine.tracker import Fact, FactChoice, Facts, number_in
from battles.engine.words import refused, with_verb
from battles.rules.mini_nap.events import AnyEvent, Fired
from battles.rules.mini_nap.evolve import evolve, stand_with, unit_with
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import NONE, State, Unit, Whereabouts, possible_formations
from battles.rules.mini_nap.tables import FORMATIONS, Formation
from battles.rules.mini_nap.words import combat, sentences
from battles.rules.mini_nap.words import names as say

Rally = Literal["rally_back", "stop", "rally_forward", "charge"]
"""A unit's choice after a break-through (MN-BREAK-04)."""

Marker = Literal["blue", "disorder", "yellow", "white"]
"""A unit's marker; ``disorder`` is a blue one that also forbids a break-through charge (MN-MARKER-10)."""


class MarkerNoted(Event, frozen=True, kw_only=True):
    """A marker was placed beside a unit, or removed if ``on`` is false (MN-MARKER)."""

    unit: int
    marker: Marker
    on: bool


class Righted(Event, frozen=True, kw_only=True):
    """Correction of a wrong entry: a unit has more points again, or is back on the table.

    ``lost`` are the losses of its Brigade and its Division after the correction.
    """

    unit: int
    points: int
    where: Whereabouts
    lost: tuple[int, int]


class StandNoted(Event, frozen=True, kw_only=True):
    """New facts of a command stand: on the table, evaded, and the unit it is attached to, or -1."""

    stand: int
    here: bool
    evaded: bool
    unit: int


class Arrived(Event, frozen=True, kw_only=True):
    """A Brigade has arrived on the table (MN-RULING-60)."""

    brigade: int


class Extended(Event, frozen=True, kw_only=True):
    """A unit extended its charge by this distance (MN-EXTEND-03)."""

    unit: int
    centimetres: int
    rolls: tuple[Roll, ...] = ()


class Rallied(Event, frozen=True, kw_only=True):
    """A unit made its choice after a break-through (MN-BREAK-04)."""

    unit: int
    how: Rally


TrackerEvent = AnyEvent | MarkerNoted | Righted | StandNoted | Arrived | Extended | Rallied
"""Every kind of event of a tracked game."""


class TrackerPlay(Resolution):
    """Resolution of an entry. ``next_roll`` says in words what is rolled next."""

    __slots__ = ("next_roll",)

    @staticmethod
    def evolve(state: State, event: Any) -> State:
        return state_after(state, event)

    def test(self, unit: int, rule: str, bonus: int = 0) -> bool:
        """Roll a quality test for ``rule``; True if it is passed (MN-RATE-07)."""
        self.next_roll = f"{say.unit(self.state, unit)}: quality test ({rule})"
        return super().test(unit, rule, bonus)


def state_after(state: State, event: Any) -> State:
    """The state after ``event``."""
    fold = _FOLDS.get(type(event))
    return fold(state, event) if fold else evolve(state, event)


def sentence(state: State, event: Any) -> str | None:
    """The log line of ``event``, with its rules; None if there is none."""
    phrase = _SENTENCES.get(type(event))
    return phrase(state, event) if phrase else sentences.sentence(state, event)


def _marker(state: State, event: MarkerNoted) -> State:
    changes: dict[Marker, dict[str, Any]] = {
        "blue": {"blue": "reaction" if event.on else ""},
        "disorder": {"blue": "disorder" if event.on else ""},
        "yellow": {"yellow": event.on},
        "white": {"white": event.on},
    }
    return unit_with(state, event.unit, **changes[event.marker])


def _righted(state: State, event: Righted) -> State:
    brigade = state.units[event.unit].brigade
    division = state.brigades[brigade].division
    state = unit_with(state, event.unit, points=event.points, where=event.where)
    brigades, divisions = list(state.brigades), list(state.divisions)
    brigades[brigade] = replace(brigades[brigade], lost=event.lost[0])
    divisions[division] = replace(divisions[division], lost=event.lost[1])
    return replace(state, brigades=tuple(brigades), divisions=tuple(divisions))


def _stand(state: State, event: StandNoted) -> State:
    where = "table" if event.here else "removed"
    return stand_with(state, event.stand, where=where, evaded=event.evaded, unit=event.unit)


def _arrived(state: State, event: Arrived) -> State:
    units = (
        replace(unit, where="table") if unit.brigade == event.brigade and unit.where == "waiting" else unit
        for unit in state.units
    )
    stands = (
        replace(stand, where="table") if (stand.level, stand.of) == ("brigade", event.brigade) else stand
        for stand in state.stands
    )
    return replace(state, units=tuple(units), stands=tuple(stands))


def _extended(state: State, event: Extended) -> State:
    return state


def _rallied(state: State, event: Rallied) -> State:
    if event.how == "charge":
        return unit_with(state, event.unit, white=False, charged=True, impact=True)
    return unit_with(state, event.unit, white=False, broke_through=True)


_FOLDS: Final[dict[type[Any], Callable[[State, Any], State]]] = {
    MarkerNoted: _marker,
    Righted: _righted,
    StandNoted: _stand,
    Arrived: _arrived,
    Extended: _extended,
    Rallied: _rallied,
}

_MARKERS: Final[dict[str, tuple[str, str]]] = {
    "blue": ("blue", "MN-MARKER-01"),
    "disorder": ("blue", "MN-MARKER-01"),
    "yellow": ("yellow", "MN-MARKER-02"),
    "white": ("white", "MN-MARKER-03"),
}

_RALLIES: Final[dict[str, tuple[str, str]]] = {
    "rally_back": ("rallies back", "MN-BREAK-05"),
    "stop": ("stops and rallies", "MN-BREAK-06"),
    "rally_forward": ("rallies forward", "MN-BREAK-07"),
    "charge": ("charges again", "MN-BREAK-08"),
}


def _marker_words(state: State, event: MarkerNoted) -> str:
    colour, rule = _MARKERS[event.marker]
    name = say.unit(state, event.unit)
    if not event.on:
        return say.sentence_of(with_verb(name, f"loses its {colour} marker"), rules=(rule,))
    why = " for disorder" if event.marker == "disorder" else ""
    return say.sentence_of(f"{with_verb(name, 'gets')} a {colour} marker{why}", rules=(rule,))


def _righted_words(state: State, event: Righted) -> str:
    before = state.units[event.unit]
    back = " back on the table" if before.where != event.where else ""
    return say.sentence_of(
        f"correction: {with_verb(say.unit(state, event.unit), 'is')}{back} at {say.points(event.points)}",
        rules=("MN-RULING-130",),
    )


def _stand_words(state: State, event: StandNoted) -> str | None:
    before, name = state.stands[event.stand], say.stand(state, event.stand)
    if (before.where == "table") != event.here:
        back = f"correction: {with_verb(name, 'is')} back on the table"
        return say.sentence_of(back, rules=("MN-RULING-130",)) if event.here else None
    if event.evaded != before.evaded:
        words = (
            f"{with_verb(name, 'evades')}: two white markers"
            if event.evaded
            else with_verb(name, "loses its white markers")
        )
        return say.sentence_of(words, rules=("MN-CMD-43",))
    if event.unit != NONE:
        return say.sentence_of(f"{name} joins {say.unit(state, event.unit)}", rules=("MN-CMD-31",))
    return say.sentence_of(f"{with_verb(name, 'leaves')} the unit", rules=("MN-CMD-32",))


def _arrived_words(state: State, event: Arrived) -> str:
    return say.sentence_of(f"{say.brigade(state, event.brigade)} arrives", rules=("MN-RULING-60",))


def _extended_words(state: State, event: Extended) -> str:
    words = with_verb(say.unit(state, event.unit), f"extends its charge by {event.centimetres} cm")
    return say.sentence_of(words, f"dice {say.faces(event.rolls)}", rules=("MN-EXTEND-03", "MN-EXTEND-04"))


def _rallied_words(state: State, event: Rallied) -> str:
    rallies, rule = _RALLIES[event.how]
    return say.sentence_of(say.unit_does(state, event.unit, rallies), rules=(rule,))


def _fired_words(state: State, event: Fired) -> str:
    return combat.shot(state, event)


_SENTENCES: Final[dict[type[Any], Callable[[State, Any], str | None]]] = {
    MarkerNoted: _marker_words,
    Righted: _righted_words,
    StandNoted: _stand_words,
    Arrived: _arrived_words,
    Extended: _extended_words,
    Rallied: _rallied_words,
    Fired: _fired_words,
}


def unit_in(state: State, facts: Facts, key: str = "unit") -> int:
    """The unit that a fact names, or `NONE`."""
    return number_in(facts, key, "unit", len(state.units))


def not_on_table(state: State, number: int, rule: str) -> Refusal | None:
    """A refusal if there is no such unit on the table, else None."""
    if number == NONE:
        return Refusal("no_such", rule, "There is no such unit in the tracker.")
    unit = state.units[number]
    if unit.where != "table":
        return refused("gone", rule, unit.name, "is", "not on the table.")
    return None


def units_of(state: State, side: SideId | None = None) -> Iterator[int]:
    """Numbers of the units on the table, of one side or both."""
    for number, unit in enumerate(state.units):
        if unit.where == "table" and side in (None, unit.side):
            yield number


def choices(state: State, numbers: Iterable[int]) -> tuple[FactChoice, ...]:
    """Units to choose from, grouped by Brigade, and by side if both sides have some."""
    units = list(numbers)
    both = len({state.units[number].side for number in units}) > 1
    return tuple(
        FactChoice(f"unit {number}", state.units[number].name, _heading(state, number, both)) for number in units
    )


def unit_fact(state: State, key: str, label: str, numbers: Iterable[int], stated: Facts, *, rule: str = "") -> Fact:
    """The fact that asks for a unit among ``numbers``; its answer opens further facts."""
    value = stated.get(key, "")
    return Fact(key=key, label=label, choices=choices(state, numbers), value=value, rule=rule, opens=True)


def _heading(state: State, number: int, both: bool) -> str:
    unit = state.units[number]
    name = state.brigades[unit.brigade].name
    return f"{state.setup.forces[unit.side == 'b'].name}: {name}" if both else name


def formation_fact(unit: Unit, key: str, stated: Facts, label: str) -> tuple[Fact, ...]:
    """The fact that asks for a unit's formation, if more than one is possible."""
    open_to = possible_formations(unit)
    if len(open_to) < 2:
        return ()
    formations = tuple(FactChoice(each, FORMATIONS[each].word) for each in open_to)
    return (Fact(key=key, label=label, choices=formations, value=stated.get(key, unit.formation), rule="MN-FORM-07"),)


def formation_in(unit: Unit, facts: Facts, key: str) -> Formation:
    """The stated formation of a unit, or else its formation in the tracker."""
    word = facts.get(key, "")
    return next((each for each in possible_formations(unit) if each == word), unit.formation)
