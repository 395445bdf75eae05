"""The books as events change them, and the hand of a procedure that writes them."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from battles.rules.mini_nap import tabling_events as noted
from battles.rules.mini_nap import words, words_fight
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.events import Fired
from battles.rules.mini_nap.evolve import evolve
from battles.rules.mini_nap.evolve_units import stand_with, unit_with
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.tabling_events import Marker


class Keeping(Play):
    """A procedure at the table. ``throwing`` says who throws next and what for."""

    __slots__ = ("throwing",)

    def tell(self, event: Any) -> None:
        """Add an event."""
        self.events.append(event)
        self.state = after(self.state, event)

    def test(self, unit: int, rule: str, bonus: int = 0) -> bool:
        """A quality test of a unit for what ``rule`` says (MN-RATE-07)."""
        self.throwing = f"{say.unit(self.state, unit)}: quality test ({rule})"
        return super().test(unit, rule, bonus)


def after(state: State, event: Any) -> State:
    """The books after ``event``."""
    fold = _FOLDS.get(type(event))
    return fold(state, event) if fold else evolve(state, event)


def sentence(state: State, event: Any) -> str | None:
    """What ``event`` did, with its rules; None for what only keeps the books."""
    told = _SENTENCES.get(type(event))
    return told(state, event) if told else words.sentence(state, event)


def _marker(state: State, event: noted.MarkerNoted) -> State:
    changes: dict[Marker, dict[str, Any]] = {
        "blue": {"blue": "reaction" if event.on else ""},
        "disorder": {"blue": "disorder" if event.on else ""},
        "yellow": {"yellow": event.on},
        "white": {"white": event.on},
    }
    return unit_with(state, event.unit, **changes[event.marker])


def _righted(state: State, event: noted.Righted) -> State:
    brigade = state.units[event.unit].brigade
    division = state.brigades[brigade].division
    state = unit_with(state, event.unit, points=event.points, where=event.where)
    brigades, divisions = list(state.brigades), list(state.divisions)
    brigades[brigade] = replace(brigades[brigade], lost=event.lost[0])
    divisions[division] = replace(divisions[division], lost=event.lost[1])
    return replace(state, brigades=tuple(brigades), divisions=tuple(divisions))


def _stand(state: State, event: noted.StandNoted) -> State:
    where = "table" if event.here else "removed"
    return stand_with(state, event.stand, where=where, evaded=event.evaded, unit=event.unit)


def _arrived(state: State, event: noted.Arrived) -> State:
    units = (
        replace(unit, where="table") if unit.brigade == event.brigade and unit.where == "waiting" else unit
        for unit in state.units
    )
    stands = (
        replace(stand, where="table") if (stand.level, stand.of) == ("brigade", event.brigade) else stand
        for stand in state.stands
    )
    return replace(state, units=tuple(units), stands=tuple(stands))


def _extended(state: State, event: noted.Extended) -> State:
    return state


def _rallied(state: State, event: noted.Rallied) -> State:
    if event.how == "charge":
        return unit_with(state, event.unit, white=False, charged=True, impact=True)
    return unit_with(state, event.unit, white=False, broke_through=True)


_FOLDS: Final[dict[type[Any], Callable[[State, Any], State]]] = {
    noted.MarkerNoted: _marker,
    noted.Righted: _righted,
    noted.StandNoted: _stand,
    noted.Arrived: _arrived,
    noted.Extended: _extended,
    noted.Rallied: _rallied,
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


def _marker_words(state: State, event: noted.MarkerNoted) -> str:
    colour, rule = _MARKERS[event.marker]
    name = say.unit(state, event.unit)
    if not event.on:
        return say.sentence_of(f"the {colour} marker of {name} is taken away", rules=(rule,))
    why = " for disorder" if event.marker == "disorder" else ""
    return say.sentence_of(f"{name} gets a {colour} marker{why}", rules=(rule,))


def _righted_words(state: State, event: noted.Righted) -> str:
    before = state.units[event.unit]
    back = " back on the table," if before.where != event.where else ""
    return say.sentence_of(
        f"put right: {say.unit(state, event.unit)} is{back} at {say.points(event.points)}", rules=("MN-RULING-130",)
    )


def _stand_words(state: State, event: noted.StandNoted) -> str | None:
    before, name = state.stands[event.stand], say.stand(state, event.stand)
    if (before.where == "table") != event.here:
        back = f"put right: {name} is back on the table"
        return say.sentence_of(back, rules=("MN-RULING-130",)) if event.here else None
    if event.evaded != before.evaded:
        told = f"{name} evades: two white markers" if event.evaded else f"{name} has no white markers any more"
        return say.sentence_of(told, rules=("MN-CMD-43",))
    if event.unit != NONE:
        return say.sentence_of(f"{name} joins {say.unit(state, event.unit)}", rules=("MN-CMD-31",))
    return say.sentence_of(f"{name} leaves his unit", rules=("MN-CMD-32",))


def _arrived_words(state: State, event: noted.Arrived) -> str:
    return say.sentence_of(f"{say.brigade(state, event.brigade)} comes on", rules=("MN-RULING-60",))


def _extended_words(state: State, event: noted.Extended) -> str:
    told = f"{say.unit(state, event.unit)} presses on {event.centimetres} cm, then charges if it can"
    return say.sentence_of(told, f"the dice were {say.faces(event.rolls)}", rules=("MN-EXTEND-03", "MN-EXTEND-04"))


def _rallied_words(state: State, event: noted.Rallied) -> str:
    verb, rule = _RALLIES[event.how]
    return say.sentence_of(f"{say.unit(state, event.unit)} {verb}", rules=(rule,))


def _fired_words(state: State, event: Fired) -> str:
    return words_fight.shot(state, event)


_SENTENCES: Final[dict[type[Any], Callable[[State, Any], str | None]]] = {
    noted.MarkerNoted: _marker_words,
    noted.Righted: _righted_words,
    noted.StandNoted: _stand_words,
    noted.Arrived: _arrived_words,
    noted.Extended: _extended_words,
    noted.Rallied: _rallied_words,
    Fired: _fired_words,
}
