"""How a marshal looks ahead: in a small game of its own, and where Easy Napoleonics leaves all to chance."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar, Self

import pytest
from msgspec import Struct

from battles.ai import Marshal
from battles.ai.search import ENOUGH, FEW, Simulations
from battles.engine.ai import Advice
from battles.engine.core import Option, Step
from battles.engine.options import OptionSpec
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import ChooseFireOrder, Fight, Fire
from battles.rules.easy_napoleonics.state import Pending, State
from tests.rules.easy_napoleonics.builders.positions import position, unit


class Bet(Struct, frozen=True):
    """An action that gains ``sure`` at once, ``later`` in the next round, and a die so many times."""

    name: str
    sure: int = 0
    later: int = 0
    die: int = 0


class Standing(Struct, frozen=True):
    """A state of the game, and a view of it."""

    round: int
    gained: int
    later: int = 0
    viewer: str = "a"


class Bets:
    """A game in which side a bets once and then goes on with one bet. The judge names the first bets."""

    key = "bets"
    certain = False

    def __init__(self, *bets: Bet, named: int = 99, luck: int = 0) -> None:
        self.bets = bets
        self.on = Bet("go on", die=luck)
        self.named = named
        self.tried: Counter[str] = Counter()

    standing_orders: ClassVar[dict[str, OptionSpec]] = {}

    @property
    def ai(self) -> Self:
        return self

    ui = secrets = ai

    def options(self, state: Standing, side: str) -> Sequence[Option]:
        return (Option("bet", "", self.bets if state.round == 0 else (self.on,)),)

    def deciding(self, state: Standing) -> frozenset[str]:
        return frozenset("a") if state.round < 9 else frozenset()

    def decide(self, state: Standing, side: str, action: Bet, dice: Any) -> Step[Standing]:
        if state.round == 0:
            self.tried[action.name] += 1
        luck = action.die * (dice.total(1, 10, "BET-01") - 5) if action.die else 0
        return Step((), Standing(state.round + 1, state.gained + action.sure + luck + state.later, action.later))

    def horizon(self, state: Standing) -> int:
        return state.round

    def resample(self, view: Standing, chances: Any) -> Standing:
        return view

    def evaluate(self, state: Standing, side: str) -> int:
        return state.gained

    def evaluator(self, known: Standing, side: str, *, ahead: bool = False, brief: bool = False) -> "BetsJudge":
        return BetsJudge(self.named)


class BetsJudge:
    def __init__(self, named: int) -> None:
        self.named = named

    def best(self, options: Sequence[Option]) -> Advice:
        return self.ranked(options, 1)[0]

    def ranked(self, options: Sequence[Option], most: int) -> list[Advice]:
        return [Advice(bet, 0, f"{bet.name} it is.") for bet in options[0].actions[: min(self.named, most)]]


class LongBets(Bets):
    """The same, but one horizon long, and by a clock that every bet takes a quarter of a second of."""

    seconds = 0.0

    def horizon(self, state: Standing) -> int:
        return 0

    def decide(self, state: Standing, side: str, action: Bet, dice: Any) -> Step[Standing]:
        self.seconds += 0.25
        return super().decide(state, side, action, dice)


def never() -> bool:
    return False


def bet(game: Bets, simulations: int, seed: bytes = b"") -> str:
    start = Standing(0, 0)
    found: Bet = Marshal(game, seed, simulations=simulations).choose(start, game.options(start, "a")).action  # type: ignore[arg-type]
    return found.name


def test_a_marshal_takes_what_turns_out_better_than_the_judges_own() -> None:
    assert bet(Bets(Bet("first"), Bet("poor", sure=-1), Bet("good", sure=1)), 20) == "good"


def test_the_judges_own_stands_among_equals() -> None:
    assert bet(Bets(Bet("first"), Bet("other")), 20) == "first"


@pytest.mark.parametrize("simulations", [1, 2, 7, 40, 300])
def test_no_more_is_played_out_than_the_budget_allows(simulations: int) -> None:
    game = Bets(*[Bet(f"bet {number}", sure=number % 7, die=number % 2) for number in range(20)])
    bet(game, simulations)
    assert 0 < sum(game.tried.values()) <= simulations


def test_a_budget_for_one_takes_the_judges_own() -> None:
    assert bet(Bets(Bet("first"), Bet("good", sure=9)), 1) == "first"


def test_the_better_actions_are_played_out_more_often() -> None:
    game = Bets(*[Bet(f"bet {number}", sure=20 * number, die=1) for number in range(8)], Bet("still"))
    bet(game, 100)
    assert game.tried["bet 7"] > game.tried["bet 5"] > game.tried["bet 1"]


def test_few_actions_are_all_tried_though_the_judge_names_one() -> None:
    game = Bets(*[Bet(f"bet {number}", sure=number) for number in range(FEW)], named=1)
    assert bet(game, 100) == f"bet {FEW - 1}"


def test_many_actions_are_left_to_the_judge_who_names_one() -> None:
    game = Bets(*[Bet(f"bet {number}", sure=number) for number in range(FEW + 1)], named=1)
    assert bet(game, 100) == "bet 0"
    assert not game.tried


def test_where_all_is_chance_only_what_is_surely_better_is_done() -> None:
    def chosen(gain: int, simulations: int) -> Counter[str]:
        game = Bets(Bet("first", die=10), Bet("other", sure=gain, die=11))
        return Counter(bet(game, simulations, b"%d" % number) for number in range(20))

    assert chosen(60, 80)["other"] == 20
    assert chosen(60, ENOUGH)["other"] == 0
    assert chosen(1, 80)["other"] <= 3
    assert chosen(-60, 80)["other"] == 0


def test_what_cannot_be_tried_often_enough_is_not_tried_further() -> None:
    game = Bets(Bet("first", die=10), Bet("other", sure=60, die=11))
    bet(game, ENOUGH)
    assert game.tried == {"first": 1, "other": 1}


def test_a_trial_by_chance_that_is_cut_short_leaves_it_at_the_judges_own() -> None:
    game = Bets(Bet("first", die=10), Bet("other", sure=600, die=11))
    times = iter([*(number / 1000 for number in range(12)), *[9.0] * 9])
    choice = Marshal(game, b"", lambda: next(times), 1.0).choose(Standing(0, 0), game.options(Standing(0, 0), "a"))  # type: ignore[arg-type]
    assert choice.action.name == "first"
    assert game.tried["other"] > 2


def test_what_is_done_again_has_luck_of_its_own() -> None:
    playing = Simulations(LongBets(luck=1), Standing(0, 0), "a", b"", never)
    values = [playing.value(Bet("first"), world)[0] for world in range(10)]
    assert any(value % 8 for value in values)


def test_another_choice_than_the_judges_is_told_in_one_sentence() -> None:
    game = Bets(Bet("Caution"), Bet("Courage", sure=5))
    start = Standing(0, 0)
    choice = Marshal(game, b"", simulations=9).choose(start, game.options(start, "a"))  # type: ignore[arg-type]
    assert choice.why == "Courage it is. Of 2 choices played out to the end of the turn, this one did best."


def test_a_long_play_out_is_broken_off_within_two_seconds() -> None:
    game = LongBets(Bet("first"), Bet("good", sure=5))
    Marshal(game, b"", lambda: game.seconds, 1.5).choose(Standing(0, 0), game.options(Standing(0, 0), "a"))  # type: ignore[arg-type]
    assert game.seconds == 2.0


def test_a_clock_that_stands_still_ends_a_decision_too() -> None:
    start = Standing(0, 0)
    game = Bets(Bet("first"), Bet("good", sure=5))
    choice = Marshal(game, b"", lambda: 0.0, 1.0).choose(start, game.options(start, "a"))  # type: ignore[arg-type]
    assert choice.action.name == "good"


# Easy Napoleonics.


def melees(count: int) -> State:
    """So many charges of side a, each like the others and far from them."""
    units = [unit("a", (3 * place - 4, 0), charged=(count + place,), moved="move", used=1) for place in range(count)]
    units += [unit("b", (3 * place - 4, -1), facing=3) for place in range(count)]
    pairs = tuple((place, count + place) for place in range(count))
    return position(units, phase="melee", state={"listed": True, "pairs": pairs})


def test_the_same_melees_have_the_same_luck_in_either_order() -> None:
    playing = Simulations(SYSTEM, melees(4), "a", b"seed", never)
    worlds = [(playing.value(Fight(0, 4), world), playing.value(Fight(1, 5), world)) for world in range(12)]
    assert all(one == two for one, two in worlds)
    assert len(set(worlds)) > 4


class Overlaid:
    """A group with some members of its own."""

    def __init__(self, group: Any, **own: Any) -> None:
        self._group = group
        vars(self).update(own)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._group, name)


class Watched:
    """The system, and what was tried first of all in each play-out."""

    def __init__(self, state: State) -> None:
        self.root = state
        self.tried: Counter[Any] = Counter()
        self.judged: set[tuple[str, bool]] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(SYSTEM, name)

    @property
    def ai(self) -> Any:
        return Overlaid(SYSTEM.ai, evaluator=self.evaluator)

    @property
    def secrets(self) -> Any:
        return Overlaid(SYSTEM.secrets, resample=self.resample)

    def evaluator(self, known: Any, side: str, *, ahead: bool = False, brief: bool = False) -> Any:
        self.judged.add((side, ahead))
        return SYSTEM.ai.evaluator(known, side, ahead=ahead, brief=brief)

    def resample(self, view: Any, chances: Any) -> State:
        return self.root

    def decide(self, state: State, side: str, action: Any, dice: Any) -> Any:
        if state is self.root:
            self.tried[action] += 1
        return SYSTEM.decide(state, side, action, dice)


def test_the_enemy_is_supposed_not_to_look_ahead() -> None:
    units = [unit("a", (0, 0)), unit("a", (2, 0)), unit("b", (0, -3), facing=3), unit("b", (2, -3), facing=3)]
    watched = Watched(position(units))
    first = SYSTEM.options(watched.root, "a")[0].actions[0]
    Simulations(watched, watched.root, "a", b"seed", never).value(first, 0)
    assert watched.judged == {("a", True), ("b", False)}


def tried(state: State) -> Counter[Any]:
    watched = Watched(state)
    Marshal(watched, b"", simulations=60).choose(SYSTEM.secrets.view(state, "a"), SYSTEM.options(state, "a"))  # type: ignore[arg-type]
    return watched.tried


def test_the_order_of_melees_is_tried() -> None:
    assert set(tried(melees(2))) == {Fight(0, 2), Fight(1, 3)}


def test_who_fires_first_and_every_target_are_tried() -> None:
    units = [
        unit("a", (0, 0), kind="field_artillery", grade="veteran", worth=3),
        unit("b", (0, -4), facing=3, grade="elite", worth=3),
        unit("b", (1, -4), facing=3, level="bad"),
    ]
    owed = Pending(kind="fire_order", side="a")
    guns = [*units, unit("b", (-1, -4), facing=3, kind="field_artillery", worth=3)]
    asked = tried(position(guns, phase="artillery", state={"pending": (owed,)}))
    assert set(asked) == {ChooseFireOrder("a"), ChooseFireOrder("b")}
    assert not tried(position(units, phase="artillery", state={"pending": (owed,)})), "One side alone has a target."
    fires = tried(position(units, phase="artillery"))
    assert {action.target for action in fires if isinstance(action, Fire)} == {1, 2}
