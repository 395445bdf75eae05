"""Each law of the contract finds a system that breaks it."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Option, Refusal, Step
from battles.engine.dice import Dice
from battles.engine.forecast import Aim, Chance, Forecast
from battles.engine.odds import distribution
from battles.engine.picture import Block
from battles.engine.rng import Chances
from battles.engine.system import PackageSystem
from battles.rules.mini_nap import SYSTEM
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.hidden import state_from_view
from tests.contract import (
    forecast_laws,
    junk_actions,
    notation_laws,
    random_action_laws,
    small_mini_nap,
    standing_order_laws,
    suite,
    target_laws,
)
from tests.contract.suite import Walk
from tests.engine.toy import Answer, Pick, Picked, Race, Setup, State, View


class Endless(Race):
    def outcome(self, state: State) -> None:
        return None


class Polite(Race):
    def refuse(self, state: State, side: str, action: Any) -> Refusal | None:
        refusal = super().refuse(state, side, action)
        return Refusal("no_such", "", "No.") if refusal and refusal.code == "over" else refusal


class Talkative(Race):
    def options(self, state: State, side: str) -> Sequence[Option]:
        return super().options(state, side) or (Option("pick", side, (Pick(pace=0),)),)


class Wavering(Race):
    asked = 0

    def options(self, state: State, side: str) -> Sequence[Option]:
        self.asked += 1
        return [
            replace(each, actions=each.actions[:: -1 if self.asked % 3 else 1]) for each in super().options(state, side)
        ]


class Doubling(Race):
    def options(self, state: State, side: str) -> Sequence[Option]:
        return [replace(each, actions=(*each.actions, *each.actions[:1])) for each in super().options(state, side)]


class Mislabelled(Race):
    def options(self, state: State, side: str) -> Sequence[Option]:
        return [replace(each, kind="walk") for each in super().options(state, side)]


class Strict(Race):
    def refuse(self, state: State, side: str, action: Any) -> Refusal | None:
        slow = action == Pick(pace=0) and len(state.picked) == 1
        return Refusal("no_target", "", "Too slow.") if slow else super().refuse(state, side, action)


class Lenient(Race):
    def refuse(self, state: State, side: str, action: Any) -> Refusal | None:
        refusal = super().refuse(state, side, action)
        return None if refusal and refusal.code == "out_of_range" else refusal


class Brittle(Race):
    def refuse(self, state: State, side: str, action: Any) -> Refusal | None:
        return super().refuse(state, side, action) if action.kind != "pick" or action.pace < 99 else 1 // 0


class Unchecked(Race):
    """Reads an action before its types are checked."""

    def refuse(self, state: State, side: str, action: Any) -> Refusal | None:
        unchecked: Callable[..., Refusal | None] = Race.refuse.__wrapped__  # type: ignore[attr-defined]
        return unchecked(self, state, side, action)


class Telltale(Race):
    """Its refusals depend on what the other side has picked in secret."""

    def refuse(self, state: State, side: str, action: Any) -> Refusal | None:
        refusal = super().refuse(state, side, action)
        fast = any(pace > 1 for each, pace in state.picked.items() if each != side)
        return replace(refusal, sentence="The other side is fast.") if refusal and fast else refusal


class Forgetful(Race):
    """Refuses an action when it is asked first and allows it after that."""

    asked: Any = None

    def refuse(self, state: State, side: str, action: Any) -> Refusal | None:
        first, self.asked = self.asked is not action, action
        return super().refuse(state, side, action) if first else None


class Wordless(Race):
    def refuse(self, state: State, side: str, action: Any) -> Refusal | None:
        refusal = super().refuse(state, side, action)
        return refusal and replace(refusal, sentence="no")


class Careless(Race):
    """The state of a step is not what its events make."""

    def decide(self, state: State, side: str, action: Any, dice: Dice) -> Step[State]:
        step = super().decide(state, side, action, dice)
        return Step(step.events, replace(step.state, first="b" if state.first == "a" else "a"))


class Meddling(Race):
    """It changes the state that it is asked about."""

    def decide(self, state: State, side: str, action: Any, dice: Dice) -> Step[State]:
        step = super().decide(state, side, action, dice)
        state.steps["a"] += 1
        return step


class Moody(Race):
    """It remembers what it was asked before."""

    asked = 0

    def decide(self, state: State, side: str, action: Any, dice: Dice) -> Step[State]:
        self.asked += 1
        if isinstance(action, Pick) and self.asked % 3 == 0:
            action = Pick(pace=0)
        return super().decide(state, side, action, dice)


class Narrow(Race):
    """It lists but one pace of all that it allows, and can do no other."""

    def options(self, state: State, side: str) -> Sequence[Option]:
        return [replace(each, actions=each.actions[:1], complete=False) for each in super().options(state, side)]

    def decide(self, state: State, side: str, action: Any, dice: Dice) -> Step[State]:
        if isinstance(action, Pick) and action not in self.options(state, side)[0].actions:
            raise ValueError(action)
        return super().decide(state, side, action, dice)


class Gossip(Race):
    def view(self, state: State, viewer: str) -> View:
        return replace(super().view(state, viewer), picked=state.picked)

    def resample(self, view: View, chances: Any) -> State:
        return super().resample(replace(view, picked={}), chances)


class Open(Race):
    def shadow(self, state: State, event: Any, viewer: str) -> Any:
        return event


class Closed(Race):
    def shadow(self, state: State, event: Any, viewer: str) -> Any:
        return None if isinstance(event, Picked) else event


class Loose(Race):
    """Its events carry a list where JSON gives back a tuple."""

    def decide(self, state: State, side: str, action: Any, dice: Dice) -> Step[State]:
        step = super().decide(state, side, action, dice)
        return Step((replace(step.events[0], audience=[side]), *step.events[1:]), step.state)


class Hiding(State, frozen=True, omit_defaults=True):
    weather: str = "fair and warm"


class Hider(Race):
    state_type = Hiding

    def start(self, setup: Setup) -> State:
        return Hiding(setup)


class Misaimed(Race):
    def target(self, seen: View, action: Any) -> Aim:
        return replace(super().target(seen, action), actor="runner")


class Blurred(Race):
    def target(self, seen: View, action: Any) -> Aim:
        return Aim("")


class Astray(Race):
    def target(self, seen: View, action: Any) -> Aim:
        return replace(super().target(seen, action), areas=("the moon",))


class Ghostless(Race):
    def preview_blocks(self, seen: View, side: str, actions: Sequence[Any]) -> Sequence[tuple[Block, ...]]:
        return tuple(() for _ in actions)


class Haunted(Race):
    """Its ghosts stand a patch too far, and tell what is not known."""

    def preview_blocks(self, seen: View, side: str, actions: Sequence[Any]) -> Sequence[tuple[Block, ...]]:
        return tuple(
            tuple(replace(each, at=(each.at[0] + 50, each.at[1]), level="bad") for each in found)
            for found in super().preview_blocks(seen, side, actions)
        )


class Deaf(Race):
    def actions_for_click(self, seen: View, side: str, actor: str, at: str) -> Sequence[Any]:
        return [action for action in super().actions_for_click(seen, side, actor, at) if action != Pick(pace=1)]


class Backward(Race):
    def actions_for_click(self, seen: View, side: str, actor: str, at: str) -> Sequence[Any]:
        return super().actions_for_click(seen, side, actor, at)[::-1]


class Guessing(Race):
    def actions_for_click(self, seen: View, side: str, actor: str, at: str) -> Sequence[Any]:
        return super().actions_for_click(seen, side, "", "")


class Hopeful(Race):
    """A chance is left out of its odds."""

    def forecast(self, seen: View, side: str, action: Any) -> tuple[Forecast, ...]:
        return tuple(replace(each, chances=each.chances[1:]) for each in super().forecast(seen, side, action))


class Overconfident(Race):
    """It reckons with a 3 where a 4 is needed."""

    def forecast(self, seen: View, side: str, action: Any) -> tuple[Forecast, ...]:
        steps = distribution(lambda dice: dice.successes(action.pace, 6, 3, "RACE-RUN-01")) if chosen(action) else {}
        chances = tuple(Chance(str(count), share) for count, share in steps.items())
        return tuple(replace(each, chances=chances or each.chances) for each in super().forecast(seen, side, action))


def chosen(action: Any) -> bool:
    return isinstance(action, Pick) and 0 < action.pace < 4


class Dreaming(Race):
    """It forecasts a result that never comes."""

    def forecast(self, seen: View, side: str, action: Any) -> tuple[Forecast, ...]:
        halves = tuple(Chance(what, Fraction(1, 4)) for what in "wxyz")
        told = super().forecast(seen, side, action)
        return tuple(replace(each, chances=halves) if isinstance(action, Answer) else each for each in told)


class Racing(Race):
    """It previews the steps that the dice may bring as if they had fallen."""

    def preview_blocks(self, seen: View, side: str, actions: Sequence[Any]) -> Sequence[tuple[Block, ...]]:
        (block, _) = self.scene(replace(seen, steps={side: each + 5 for side, each in seen.steps.items()})).blocks
        return tuple((block,) if isinstance(action, Pick) else () for action in actions)


class Mumbling(Race):
    """It writes the two greatest paces alike."""

    def notation(self, state: State, action: Any) -> str:
        return super().notation(state, replace(action, pace=min(action.pace, 2)) if chosen(action) else action)


class Misreading(Race):
    """It reads every answer as standing."""

    def read_notation(self, state: State, text: str) -> Any:
        return super().read_notation(state, text.replace("yield", "stand"))


class Silent(Race):
    def forecast(self, seen: View, side: str, action: Any) -> tuple[Forecast, ...]:
        return ()


class Eager(Race):
    """It has odds for what is refused."""

    def forecast(self, seen: View, side: str, action: Any) -> tuple[Forecast, ...]:
        return super().forecast(replace(seen, waiting=(side,), jostled=None), side, action)


class Peeping(Race):
    """Its odds hang on more than the view says."""

    asked = 0

    def forecast(self, seen: View, side: str, action: Any) -> tuple[Forecast, ...]:
        self.asked += 1
        return (Forecast(f"Odds {self.asked}", (Chance("this", Fraction(1)),)),)


class Officious(Race):
    """Acts for whoever gave no order."""

    def ordered(self, seen: View, side: str, options: Sequence[Option], given: Any) -> Any:
        return options[0].actions[0] if options else None


class Disobedient(Race):
    """Settles what nobody may do."""

    def ordered(self, seen: View, side: str, options: Sequence[Option], given: Any) -> Any:
        return Pick(pace=99) if given.get("jostled", "ask") != "ask" and options else None


class Overreaching(Race):
    """Draws what nobody may do."""

    def random_action(self, known: View, side: str, options: Sequence[Option], chances: Chances) -> Any:
        return Pick(pace=chances.below(99))


class Fickle(Race):
    """Draws otherwise each time."""

    drawn = 0

    def random_action(self, known: View, side: str, options: Sequence[Option], chances: Chances) -> Any:
        self.drawn += 1
        return Pick(pace=self.drawn % 2)


class Speechless(PackageSystem):
    """Answers only clicks that lead to a legal action."""

    def __init__(self) -> None:
        super().__init__("battles.rules.mini_nap", SYSTEM.places)
        self.ui = OnlyLegal(self, SYSTEM.ui)


class OnlyLegal:
    def __init__(self, system: PackageSystem, ui: Any) -> None:
        self._system, self._ui = system, ui

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ui, name)

    def actions_for_click(self, seen: Any, side: str, actor: str, at: str) -> Sequence[Any]:
        state = state_from_view(seen)
        found = self._ui.actions_for_click(seen, side, actor, at)
        return [action for action in found if self._system.refuse(state, side, action) is None]


class Idle(PackageSystem):
    """Has done wherever that may be."""

    def __init__(self) -> None:
        super().__init__("battles.rules.mini_nap", SYSTEM.places)
        self.ai = self

    def random_action(self, known: Any, side: str, options: Sequence[Option], chances: Chances) -> Any:
        done = act.Done()
        refusal = self.refuse(self.secrets.resample(known, chances), side, done)
        return SYSTEM.ai.random_action(known, side, options, chances) if refusal else done


BROKEN: list[tuple[type[Race], Callable[[Walk], None]]] = [
    (Officious, standing_order_laws.orders_settle_what_is_listed),
    (Disobedient, standing_order_laws.orders_settle_what_is_listed),
    (Endless, suite.every_battle_ends),
    (Polite, suite.every_battle_ends),
    (Talkative, suite.options_are_for_those_who_decide),
    (Wavering, suite.options_have_a_fixed_order),
    (Doubling, suite.listed_actions_are_what_they_say),
    (Mislabelled, suite.listed_actions_are_what_they_say),
    (Strict, suite.listed_actions_are_what_they_say),
    (Strict, suite.junk_is_refused),
    (Lenient, suite.junk_is_refused),
    (Wordless, suite.junk_is_refused),
    (Brittle, suite.junk_is_refused),
    (Narrow, suite.what_is_not_refused_can_be_done),
    (Loose, suite.values_go_through_json),
    (Careless, suite.events_make_the_state),
    (Careless, suite.a_stored_battle_is_the_battle),
    (Meddling, suite.deciding_is_a_function),
    (Moody, suite.deciding_is_a_function),
    (Gossip, suite.a_view_tells_no_secret),
    (Open, suite.a_shadow_is_an_event_or_nothing),
    (Closed, suite.a_shadow_is_an_event_or_nothing),
    (Hider, suite.equal_states_hash_equal),
    (Misaimed, target_laws.the_actor_of_an_option_is_in_its_aims),
    (Blurred, target_laws.the_actor_of_an_option_is_in_its_aims),
    (Astray, target_laws.aims_name_what_is_drawn),
    (Ghostless, target_laws.ghosts_stand_where_the_action_leads),
    (Haunted, target_laws.ghosts_stand_where_the_action_leads),
    (Haunted, target_laws.ghosts_are_of_those_who_act),
    (Deaf, target_laws.every_listed_action_is_found_by_pointing),
    (Backward, target_laws.every_listed_action_is_found_by_pointing),
    (Guessing, target_laws.pointing_at_anything_raises_nothing),
    (Hopeful, target_laws.odds_are_exact_and_whole),
    (Overconfident, forecast_laws.forecasts_say_what_the_dice_do),
    (Dreaming, forecast_laws.forecasts_say_what_the_dice_do),
    (Racing, target_laws.previews_lie_on_the_way_of_the_action),
    (Mumbling, notation_laws.every_listed_action_is_read_back),
    (Misreading, notation_laws.every_listed_action_is_read_back),
    (Misreading, notation_laws.a_read_notation_leads_to_the_same_state),
    (Silent, target_laws.dice_are_forecast),
    (Eager, target_laws.dice_are_forecast),
    (Peeping, target_laws.what_is_hidden_shows_in_no_answer),
    (Overreaching, random_action_laws.what_is_drawn_may_be_done),
    (Fickle, random_action_laws.equal_chances_draw_the_same),
    (Unchecked, junk_actions.parts_of_a_wrong_type_are_refused),
    (Unchecked, junk_actions.what_is_no_action_or_side_is_refused),
    (Telltale, junk_actions.refusals_tell_no_secret),
    (Forgetful, junk_actions.nothing_refused_is_recorded),
]


@pytest.mark.parametrize(("system", "law"), BROKEN, ids=lambda each: each.__name__)
def test_a_law_finds_the_system_that_breaks_it(system: type[Race], law: Callable[[Walk], None]) -> None:
    with pytest.raises(AssertionError):
        hold(law, system())


def test_a_law_finds_the_system_that_leaves_a_click_without_an_answer() -> None:
    with pytest.raises(AssertionError, match="has no answer"):
        target_laws.every_click_of_an_actor_is_answered(Walk(Speechless(), small_mini_nap.in_contact(), 0, 400))


def test_a_law_finds_the_system_that_never_draws_a_kind() -> None:
    with pytest.raises(AssertionError, match="Never drawn"):
        random_action_laws.every_kind_is_drawn(Walk(Idle(), small_mini_nap.in_contact(), 0, 400))


def hold(law: Callable[[Walk], None], system: Race) -> None:
    for seed in range(8):
        law(Walk(system, Setup(), seed, 200))
