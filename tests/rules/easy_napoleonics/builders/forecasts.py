"""What a forecast says and what the real procedures do on every outcome of the dice, read alike."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import Any

from battles.engine.forecast import Forecast
from battles.engine.odds import BranchingDice
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.names import unit as unit_words
from battles.rules.easy_napoleonics.state import Pending, State
from tests.rules.easy_napoleonics.builders.positions import at, play, position, unit

BEYOND = frozenset({"phase_began", "melees_listed", "turn_ended", "melee_lapsed", "stayed"})
"""Events with which the rules go on by themselves, past what an action does."""


class EveryDie(BranchingDice):
    """Every outcome of the dice in turn; side a wins each initiative, whose ties have no end."""

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        return (10, 1) if why == "EN-INIT-01" else super().roll(count, sides, why)


def truth(
    state: State, side: str, action: Any, read: Callable[[list[Any]], Iterable[Hashable]], limit: int = 6_000
) -> dict[Any, Fraction]:
    """The chance of each thing that ``read`` finds in the events that are the action's own.

    Raises:
        TooManyOutcomes: there are more than ``limit``.
    """
    dice = EveryDie(limit)
    found: Counter[Any] = Counter()
    more = True
    while more:
        own = own_events(SYSTEM.decide(state, side, action, dice).events)
        ways, span = dice.leaf()
        for key in read(own):
            found[key] += Fraction(ways, span)
        more = dice.turn()
    return dict(found)


def own_events(events: tuple[Any, ...]) -> list[Any]:
    """The events up to where the rules go on by themselves."""
    own = []
    for event in events:
        if event.kind in BEYOND:
            break
        own.append(event)
    return own


def told(state: State, side: str, action: Any, viewer: str = "") -> tuple[Forecast, ...]:
    """The forecast of an action by what the side, or another viewer, knows."""
    return SYSTEM.odds.forecast(SYSTEM.secrets.view(state, viewer or side), side, action)


def shares(forecast: Forecast) -> dict[str, Fraction]:
    """The chances of a forecast by what may come."""
    return {chance.what: chance.share for chance in forecast.chances}


WORDS = {"good": "Good", "fair": "Fair", "bad": "Bad", "broken": "Broken and out of play"}


def level_words(before: str, after: str) -> str:
    """A level afterwards as a forecast tells it."""
    return f"still {WORDS[after]}" if before == after else WORDS[after]


FAR = unit("b", (14, -11), facing=3)
HORSE = {"kind": "light_cavalry", "grade": "veteran"}
GUNS = {"kind": "field_artillery", "grade": "veteran"}
LEVEL = "EN-MELEE-37"


def ruled(forecasts: tuple[Forecast, ...], rule: str) -> list[Forecast]:
    """Those that a rule throws the dice of."""
    return [forecast for forecast in forecasts if forecast.rule == rule]


def killed(own: list[Any]) -> list[int]:
    """The leaders who fell."""
    return [event.leader for event in own if event.kind == "leader_tested" and event.killed]


def fired(state: State, target: int) -> Callable[[list[Any]], list[tuple[Any, ...]]]:
    """What a volley did, in the words of a forecast."""
    before = state.units[target].level

    def read(own: list[Any]) -> list[tuple[Any, ...]]:
        fire = own[0]
        hits = "no hit" if not fire.hits else f"{fire.hits} hit{'s' * (fire.hits > 1)}"
        dead = [("killed", man) for man in killed(own)]
        return [("hits", hits), ("level", level_words(before, fire.level)), *dead]

    return read


def holds_for_fire(state: State, side: str, action: act.Fire) -> None:
    real = truth(state, side, action, fired(state, action.target))
    hits, levels, *men = told(state, side, action)
    assert {("hits", what): share for what, share in shares(hits).items()} == of(real, "hits")
    assert {("level", what): share for what, share in shares(levels).items()} == of(real, "level")
    dead = of(real, "killed")
    assert [shares(man)["killed"] for man in men] == [dead[key] for key in sorted(dead)]


def of(real: dict[Any, Fraction], what: str) -> dict[Any, Fraction]:
    return {key: share for key, share in real.items() if key[0] == what}


def fought(state: State, one: int, two: int) -> Callable[[list[Any]], list[tuple[Any, ...]]]:
    """What a melee did: the winner, both levels, the leaders killed."""

    def read(own: list[Any]) -> list[tuple[Any, ...]]:
        after = state
        for event in own:
            after = SYSTEM.evolve(after, event)
        levels = [("level", n, level_words(state.units[n].level, after.units[n].level)) for n in (one, two)]
        dead = [("killed", man) for man in killed(own)]
        return [("won", next(event for event in own if event.kind == "fought").winner), *levels, *dead]

    return read


def holds_for_melee(
    state: State, forecasts: tuple[Forecast, ...], real: dict[Any, Fraction], pair: tuple[int, int]
) -> None:
    (result,) = ruled(forecasts, "EN-MELEE-36")
    for number in pair:
        wins = f"{unit_words(state, number)} wins".casefold()
        won = sum(share for what, share in shares(result).items() if what.casefold().startswith(wins))
        assert won == real.get(("won", number), 0)
    assert shares(result).get("a tie", 0) == real.get(("won", -1), 0)
    for number, after in zip(pair, ruled(forecasts, LEVEL), strict=True):
        assert {("level", number, what): share for what, share in shares(after).items()} == {
            key: share for key, share in of(real, "level").items() if key[1] == number
        }
    dead = sorted(of(real, "killed").values())
    assert sorted(shares(man)["killed"] for man in ruled(forecasts, "EN-LEADER-06")) == dead


def melee(one: dict[str, Any], two: dict[str, Any], men: Any = (), **options: Any) -> State:
    units = [unit("a", (0, 0), **one), unit("b", (1, -1), **two), unit("b", (14, -11)), unit("a", (-5, 9))]
    facts = {"listed": True, "pairs": ((0, 1),)}
    return position(units, men, phase="melee", state=facts, **options)


MELEES: tuple[tuple[dict[str, Any], dict[str, Any], dict[str, Any]], ...] = (
    ({}, {"facing": 3}, {}),
    (HORSE, {"facing": 0}, {}),
    ({**HORSE, "formation": "column"}, {"facing": 3, "formation": "hasty_square"}, {"leader_risk_on_tie": True}),
    ({"level": "fair"}, {"facing": 3, "level": "bad", **GUNS}, {"melee_morale_bonus": True}),
    ({"level": "bad"}, {"facing": 3, "level": "fair", "formation": "column"}, {"melee_morale_bonus": True}),
    ({"formation": "column"}, {"facing": 1, "formation": "column"}, {"leader_risk_timing": "before_checks"}),
    ({}, {"facing": 3, "formation": "column"}, {"melee_check_level": "before_drop"}),
)


def charge(foe: dict[str, Any], **options: Any) -> tuple[State, act.Activate]:
    units = [unit("a", (0, 0), **HORSE), unit("b", (0, -2), **{"facing": 3, **foe}), unit("a", (-5, 9)), FAR]
    return position(units, **options), act.Activate(0, cell=at(0, -1))


def to_last_fire(state: State) -> State:
    """The state in which only the end of fire stands before the melee."""
    while not told(state, state.acting, act.Done()):
        if state.pending:
            state = play(state, state.pending[-1].side, act.ChooseFireOrder("a"))
        else:
            state = play(state, state.acting, act.Done())
    return state


def broken_through(foe: dict[str, Any], **options: Any) -> State:
    """Cavalry may move into (1, -1), where an enemy stands in front of it."""
    owed = Pending(kind="breakthrough", side="a", unit=0, cell=at(1, -1))
    units = [
        unit("a", (0, 0), **HORSE),
        unit("b", (1, -2), **{"facing": 3, **foe}),
        unit("a", (-5, 9)),
        FAR,
    ]
    facts = {"listed": True, "pending": (owed,)}
    return position(units, phase="melee", breakthrough=True, state=facts, **options)


def tried(own: list[Any]) -> list[bool]:
    """Whether square was formed."""
    return [event.passed for event in own if event.kind == "square_tried"]
