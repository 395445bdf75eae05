"""Computer players: whole battles, what they may know, how they come to their choices, and single decisions."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.ai import PLAYERS, Choice, Greedy, Marshal, NoEvaluator, Player, Random, fight, player
from battles.engine.core import Option, Outcome
from battles.engine.defaults import DEFAULTS
from battles.engine.dice import ScriptedDice
from battles.engine.record import Record
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Accept, Activate, Fight, Fire, HastySquare, Rally
from battles.rules.easy_napoleonics.ai.situation import Situation
from battles.rules.easy_napoleonics.state import Pending, State
from tests.rules.easy_napoleonics.builders.positions import changed, leader, position, unit

SECRET = b"players"
SCENARIOS = tuple(SYSTEM.scenarios.shipped())


class Kept:
    """A player that keeps what another answers, and stops after so many choices."""

    def __init__(self, player: Player, most: int = 10_000) -> None:
        self.player = player
        self.most = most
        self.choices: list[Choice] = []

    def choose(self, view: Any, options: Any) -> Choice:
        if len(self.choices) >= self.most:
            raise StopIteration
        self.choices.append(self.player.choose(view, options))
        return self.choices[-1]


class NoState:
    """The system as players get it: it answers nothing about a state that knows the forces, as the true one does."""

    ASKED = ("decide", "options", "deciding", "ai.evaluator", "ai.evaluate", "ai.horizon", "ui.ordered")
    OPEN = ("key", "ai", "ai.certain", "secrets", "secrets.resample", "ui", "ui.standing_orders", *ASKED)

    def __init__(self, part: Any = SYSTEM, place: str = "") -> None:
        self._part = part
        self._place = place

    def __getattr__(self, name: str) -> Any:
        place = self._place + name
        assert place in self.OPEN, f"a player has no business with {place}"
        value = getattr(self._part, name)
        if place in ("ai", "secrets", "ui"):
            return NoState(value, f"{place}.")
        if place not in self.ASKED:
            return value

        def asked(known: Any, *rest: Any, **more: Any) -> Any:
            assert not isinstance(known, State) or not any(force.units for force in known.setup.forces)
            return value(known, *rest, **more)

        return asked


def made(name: str, system: Any = SYSTEM, seed: bytes = b"seed") -> Player:
    return player(name, system, seed, simulations=1)


def battle(key: str, a: Player, b: Player, secret: bytes = SECRET) -> Record[Any]:
    return fight(SYSTEM, SYSTEM.scenarios.load(key), {"a": a, "b": b}, secret)


def opening(key: str, name: str, most: int) -> list[tuple[Any, str]]:
    """The first choices of side a, each with its sentence."""
    kept = Kept(made(name), most)
    with pytest.raises(StopIteration):
        battle(key, kept, Greedy(SYSTEM))
    return [(choice.action, choice.why) for choice in kept.choices]


def chosen(state: State, side: str, by: str = "greedy") -> Any:
    """The action of a player in a position."""
    return made(by).choose(SYSTEM.secrets.view(state, side), SYSTEM.options(state, side)).action


@pytest.mark.parametrize("key", SCENARIOS)
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_player_ends_every_battle_by_legal_actions_and_says_why(key: str, name: str) -> None:
    kept = Kept(made(name))
    record = battle(key, kept, Greedy(SYSTEM))
    assert record.outcome is not None
    for choice in kept.choices:
        assert not choice.why[0].islower(), choice
        assert choice.why.endswith("."), choice


def test_a_marshal_ends_a_battle_by_legal_actions_and_says_why() -> None:
    kept = Kept(made("marshal"))
    assert battle("village", kept, Greedy(SYSTEM)).outcome is not None
    assert all(choice.why.endswith(".") for choice in kept.choices)


@pytest.mark.parametrize(("name", "most"), [("random", 60), ("greedy", 60), ("marshal", 25)])
def test_the_same_seed_gives_the_same_choices(name: str, most: int) -> None:
    assert opening("village", name, most) == opening("village", name, most)


def test_what_was_played_before_changes_no_choice() -> None:
    alone = opening("village", "marshal", 15)
    battle("village", Greedy(SYSTEM), Random(b"other", SYSTEM), b"another battle")
    assert opening("village", "marshal", 15) == alone


@pytest.mark.parametrize("name", ["greedy", "marshal"])
def test_players_ask_nothing_about_the_true_state(name: str) -> None:
    kept = Kept(made(name, NoState()), 30)
    with pytest.raises(StopIteration):
        battle("meeting", Greedy(SYSTEM), kept)


@pytest.mark.rule("EN-MORALE-13", "what a side does not see changes nothing that its player does")
@pytest.mark.parametrize("name", ["random", "greedy", "marshal"])
@pytest.mark.parametrize("phase", ["movement", "artillery"])
def test_hidden_levels_change_no_choice(name: str, phase: str) -> None:
    known = standoff(phase, hidden_morale=True)
    worse = changed(changed(known, 3, level="bad"), 4, level="fair")
    assert SYSTEM.secrets.view(worse, "a") == SYSTEM.secrets.view(known, "a")
    assert chosen(worse, "a", name) == chosen(known, "a", name)


def standoff(phase: str, **options: Any) -> State:
    units = [
        unit("a", (0, 0)),
        unit("a", (1, 0), kind="heavy_cavalry", worth=3),
        unit("a", (-2, 1), kind="field_artillery", grade="veteran", worth=3),
        unit("b", (0, -3), facing=3),
        unit("b", (1, -3), facing=3, kind="light_cavalry", worth=3),
    ]
    return position(units, phase=phase, **options)


def test_greedy_beats_random() -> None:
    won = []
    for number, key in enumerate(("meeting", "village", "meeting", "quatre_bras")):
        players: list[Player] = [Greedy(SYSTEM), Random(b"%d" % number, SYSTEM)]
        a, b = players if number % 2 else players[::-1]
        outcome = battle(key, a, b, b"%d" % number).outcome
        assert outcome is not None
        won.append(outcome.winner == ("a" if number % 2 else "b"))
    assert won == [True] * 4


# Who can be asked to play.


def test_an_unknown_player_is_told_who_there_is() -> None:
    with pytest.raises(ValueError, match="There is no player 'napoleon'; there are random, greedy, marshal"):
        player("napoleon", SYSTEM, b"")
    assert set(PLAYERS) == {"random", "greedy", "marshal"}


@pytest.mark.parametrize("name", ["greedy", "marshal"])
def test_a_system_that_does_not_judge_can_only_be_played_at_random(name: str) -> None:
    class Mute:
        key = "mute"
        ai = DEFAULTS["ai"]("mute")

    with pytest.raises(NoEvaluator, match="only the player random"):
        player(name, Mute(), b"", simulations=1)  # type: ignore[arg-type]


def test_a_marshal_without_a_budget_is_refused() -> None:
    with pytest.raises(ValueError, match="A marshal needs a budget"):
        Marshal(SYSTEM, b"")
    with pytest.raises(ValueError, match="A marshal needs a budget"):
        Marshal(SYSTEM, b"", lambda: 0.0, float("nan"))


def test_a_marshal_stops_when_its_clock_says_so() -> None:
    ticks = iter(range(10_000))
    state = standoff("movement")
    marshal = Marshal(SYSTEM, b"", lambda: next(ticks) / 10, 1.0)
    marshal.choose(SYSTEM.secrets.view(state, "a"), SYSTEM.options(state, "a"))
    assert next(ticks) < 20


def test_a_player_asked_out_of_turn_says_so() -> None:
    state = standoff("movement")
    nothing: tuple[Option, ...] = ()
    with pytest.raises(ValueError, match="not this side's turn"):
        Greedy(SYSTEM).choose(SYSTEM.secrets.view(state, "b"), nothing)


# Single decisions.


def facing_square(**options: Any) -> State:
    cavalry = unit("a", (0, 0), kind="light_cavalry", grade="seasoned", worth=3)
    square = unit("b", (0, -2), formation="square", grade="veteran", worth=2)
    return position([cavalry, square], **options)


def charges(state: State, action: Any) -> bool:
    """Whether an action brings side a's first unit into contact."""
    if type(action) is not Activate:
        return False
    return bool(SYSTEM.decide(state, "a", action, ScriptedDice(())).state.units[0].charged)


def test_cavalry_charges_no_square_that_stands_well() -> None:
    state = facing_square(square_stands_vs_cavalry=2)
    assert not charges(state, chosen(state, "a"))


def test_cavalry_charges_guns_from_the_flank() -> None:
    units = [
        unit("a", (0, 0), kind="heavy_cavalry", grade="veteran", worth=4),
        unit("b", (0, -2), facing=2, kind="field_artillery", worth=3),
    ]
    state = position(units)
    assert charges(state, chosen(state, "a"))


def test_guns_fire_at_the_unit_that_they_may_break() -> None:
    units = [
        unit("a", (0, 0), kind="field_artillery", grade="veteran", worth=3),
        unit("b", (1, -4), facing=3, grade="elite", worth=3),
        unit("b", (3, -4), facing=3, grade="elite", worth=3, level="bad"),
    ]
    action = chosen(position(units, phase="artillery"), "a")
    assert isinstance(action, Fire)
    assert action.target == 2


def charged(**options: Any) -> State:
    units = [
        unit("a", (0, 0)),
        unit("b", (0, -1), facing=3, kind="light_cavalry", worth=3, charged=(0,), activated=True, used=1, moved="move"),
    ]
    owed = Pending(kind="hasty_square", side="a", unit=0, other=1)
    return position(units, acting="b", state={"pending": (owed,), "mover": "b"}, **options)


@pytest.mark.rule("EN-RULING-32", "a square of two stands is worth a try, one of a single stand is not")
@pytest.mark.parametrize(("stands", "tries"), [(1, False), (2, True)])
def test_infantry_tries_hasty_square_where_the_odds_say_so(stands: int, tries: bool) -> None:
    assert chosen(charged(square_stands_vs_cavalry=stands), "a") == HastySquare(tries)


def test_a_shaken_unit_rallies() -> None:
    state = position([unit("a", level="bad", place=(0, 0)), unit("b", (0, -6))], phase="rally")
    assert chosen(state, "a") == Rally(0)


def test_the_leader_goes_to_a_shaken_unit_before_it_rallies() -> None:
    units = [unit("a", (0, 0), level="bad"), unit("a", (2, 0)), unit("b", (0, -6))]
    state = position(units, [leader("a", (2, 0))], phase="rally")
    moved = chosen(state, "a")
    assert moved.cell == units[0].cell


def test_the_melee_with_the_best_odds_is_fought_first() -> None:
    units = [
        unit("a", (0, 0), charged=(2,), moved="move", used=1),
        unit("a", (3, 0), charged=(3,), moved="move", used=1, grade="elite", worth=3),
        unit("b", (0, -1), facing=3, grade="guard", worth=4),
        unit("b", (3, -1), facing=0, level="bad"),
    ]
    state = position(units, phase="melee", state={"listed": True, "pairs": ((0, 2), (1, 3))})
    assert chosen(state, "a") == Fight(1, 3)


@pytest.mark.parametrize(("grade", "fights"), [("militia", True), ("old_guard", False)])
def test_a_unit_attacks_whom_it_need_not_attack_where_the_odds_are_with_it(grade: str, fights: bool) -> None:
    units = [unit("a", (0, 0)), unit("b", (0, -1), facing=3, grade=grade, worth=1)]
    owed = Pending(kind="accept", side="a", unit=0, other=1)
    state = position(units, phase="melee", state={"pending": (owed,)})
    assert chosen(state, "a") == Accept(fights)


@pytest.mark.rule("EN-MELEE-36", "EN-EX-L02 as a computer player weighs it")
def test_a_charge_is_weighed_by_the_exact_chances_of_the_rules() -> None:
    units = [
        unit("a", (0, 0), kind="light_cavalry", grade="veteran", worth=4),
        unit("b", (0, -1), facing=3),
    ]
    situation = Situation(position(units), "a")
    _, _, broken = situation.exact_values.clash(situation.traits(0), situation.traits(1), "front")
    assert broken == 1000 * 39491 // 50000


def test_a_won_battle_is_worth_more_than_any_position() -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -5), worth=20)])
    won = replace(state, outcome=Outcome("a", "points", "EN-VP-02"))
    both_lose = replace(state, outcome=Outcome(None, "mutual_defeat", "EN-VP-04"))
    order = [
        SYSTEM.ai.evaluate(won, "a"),
        SYSTEM.ai.evaluate(state, "a"),
        SYSTEM.ai.evaluate(both_lose, "a"),
        SYSTEM.ai.evaluate(won, "b"),
    ]
    assert order == sorted(order, reverse=True)
    assert len(set(order)) == 4


def test_a_battle_is_the_same_from_its_record() -> None:
    record = battle("village", Greedy(SYSTEM), Greedy(SYSTEM))
    again = battle("village", Greedy(SYSTEM), Greedy(SYSTEM))
    assert record.hash == again.hash
    assert replace(record.header, players={}) == replace(again.header, players={})
