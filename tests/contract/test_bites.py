"""Each law of the contract finds a system that breaks it."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.chance import Chances
from battles.engine.core import Option, Refusal, Step
from battles.engine.dice import Dice
from battles.engine.picture import Block
from battles.engine.pointing import Aim, Chance, Forecast
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.system import MiniNap
from tests.contract import lots_laws, orders, pointing, small_mini_nap, suite
from tests.contract.suite import Walk
from tests.engine.toy import Pick, Picked, Race, Setup, State, View


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

    def suppose(self, view: View, chances: Any) -> State:
        return super().suppose(replace(view, picked={}), chances)


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
    def aim(self, seen: View, action: Any) -> Aim:
        return replace(super().aim(seen, action), actor="runner")


class Blurred(Race):
    def aim(self, seen: View, action: Any) -> Aim:
        return Aim("")


class Astray(Race):
    def aim(self, seen: View, action: Any) -> Aim:
        return replace(super().aim(seen, action), areas=("the moon",))


class Ghostless(Race):
    def ghosts(self, seen: View, actions: Sequence[Any]) -> Sequence[tuple[Block, ...]]:
        return tuple(() for _ in actions)


class Haunted(Race):
    """Its ghosts stand a patch too far, and tell what is not known."""

    def ghosts(self, seen: View, actions: Sequence[Any]) -> Sequence[tuple[Block, ...]]:
        return tuple(
            tuple(replace(each, at=(each.at[0] + 50, each.at[1]), level="bad") for each in found)
            for found in super().ghosts(seen, actions)
        )


class Deaf(Race):
    def meant(self, seen: View, side: str, actor: str, at: str) -> Sequence[Any]:
        return [action for action in super().meant(seen, side, actor, at) if action != Pick(pace=1)]


class Backward(Race):
    def meant(self, seen: View, side: str, actor: str, at: str) -> Sequence[Any]:
        return super().meant(seen, side, actor, at)[::-1]


class Guessing(Race):
    def meant(self, seen: View, side: str, actor: str, at: str) -> Sequence[Any]:
        return super().meant(seen, side, "", "")


class Hopeful(Race):
    """A chance is left out of its odds."""

    def forecast(self, seen: View, side: str, action: Any) -> tuple[Forecast, ...]:
        return tuple(replace(each, chances=each.chances[1:]) for each in super().forecast(seen, side, action))


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

    def by_lot(self, known: View, side: str, chances: Chances) -> Any:
        return Pick(pace=chances.below(99))


class Fickle(Race):
    """Draws otherwise each time."""

    drawn = 0

    def by_lot(self, known: View, side: str, chances: Chances) -> Any:
        self.drawn += 1
        return Pick(pace=self.drawn % 2)


class Idle(MiniNap):
    """Has done wherever that may be."""

    def by_lot(self, known: Any, side: str, chances: Chances) -> Any:
        done = act.Done()
        return super().by_lot(known, side, chances) if self.refuse(self.suppose(known, chances), side, done) else done


BROKEN: list[tuple[type[Race], Callable[[Walk], None]]] = [
    (Officious, orders.orders_settle_what_is_listed),
    (Disobedient, orders.orders_settle_what_is_listed),
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
    (Misaimed, pointing.the_actor_of_an_option_is_in_its_aims),
    (Blurred, pointing.the_actor_of_an_option_is_in_its_aims),
    (Astray, pointing.aims_name_what_is_drawn),
    (Ghostless, pointing.ghosts_stand_where_the_action_leads),
    (Haunted, pointing.ghosts_stand_where_the_action_leads),
    (Haunted, pointing.ghosts_are_of_those_who_act),
    (Deaf, pointing.every_listed_action_is_found_by_pointing),
    (Backward, pointing.every_listed_action_is_found_by_pointing),
    (Guessing, pointing.pointing_at_anything_raises_nothing),
    (Hopeful, pointing.odds_are_exact_and_whole),
    (Silent, pointing.dice_are_forecast),
    (Eager, pointing.dice_are_forecast),
    (Peeping, pointing.what_is_hidden_shows_in_no_answer),
    (Overreaching, lots_laws.what_is_drawn_may_be_done),
    (Fickle, lots_laws.equal_chances_draw_the_same),
]


@pytest.mark.parametrize(("system", "law"), BROKEN, ids=lambda each: each.__name__)
def test_a_law_finds_the_system_that_breaks_it(system: type[Race], law: Callable[[Walk], None]) -> None:
    with pytest.raises(AssertionError):
        hold(law, system())


def test_a_law_finds_the_system_that_never_draws_a_kind() -> None:
    with pytest.raises(AssertionError, match="Never drawn"):
        lots_laws.every_kind_is_drawn(Walk(Idle(), small_mini_nap.in_contact(), 0, 400))


def hold(law: Callable[[Walk], None], system: Race) -> None:
    for seed in range(8):
        law(Walk(system, Setup(), seed, 200))
