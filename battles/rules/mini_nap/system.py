"""Mini-Nap as a rules system: the seven questions, each answered by the module it belongs to."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from battles.engine.chance import Chances
from battles.engine.core import Option, Outcome, Refusal, SideId, Step, Viewer
from battles.engine.dice import Dice
from battles.engine.judge import Judge
from battles.engine.option_spec import OptionSpec, OptionValue
from battles.engine.overlay import Difference, differing, overlay
from battles.engine.picture import Block, Deed, Ground, Reach, Scene
from battles.engine.pointing import Aim, Forecast
from battles.engine.progress import Stage, Tally
from battles.rules.mini_nap import (
    deciding,
    drawing,
    forecasting,
    judging,
    judging_worth,
    lots,
    meaning,
    notation,
    odds,
    offers,
    orders,
    pointing,
    scenario,
    words,
)
from battles.rules.mini_nap.actions import AnyAction
from battles.rules.mini_nap.board_text import board
from battles.rules.mini_nap.bookkeeping import Bookkeeping
from battles.rules.mini_nap.checking import check
from battles.rules.mini_nap.deeds import deeds
from battles.rules.mini_nap.drafting import Drafts
from battles.rules.mini_nap.events import AnyEvent
from battles.rules.mini_nap.evolve import evolve
from battles.rules.mini_nap.flow import deciders
from battles.rules.mini_nap.ghosts import ghosts
from battles.rules.mini_nap.meta import META, TABLE_RULES, read, written
from battles.rules.mini_nap.questions import question
from battles.rules.mini_nap.reaching import about
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sample import sample_force
from battles.rules.mini_nap.setup import Setup, Table
from battles.rules.mini_nap.stages import stages
from battles.rules.mini_nap.standing import standing, tally
from battles.rules.mini_nap.starting import start
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import PRINTED, Tables
from battles.rules.mini_nap.tabling_events import NotedEvent
from battles.rules.mini_nap.view import View, shadow, suppose, view
from battles.rules.mini_nap.view import known as state_known


class MiniNap(Drafts, Bookkeeping):
    """Source: rulebook.md and rulebook_terrain.md, the whole of both."""

    key: ClassVar[str] = META.key
    version: ClassVar[int] = META.version
    sides: ClassVar[tuple[SideId, ...]] = ("a", "b")
    meta: ClassVar[Any] = META
    tables: ClassVar[Tables] = PRINTED
    state_type: ClassVar[Any] = State
    action_type: ClassVar[Any] = AnyAction
    event_type: ClassVar[Any] = AnyEvent
    setup_type: ClassVar[Any] = Setup
    view_type: ClassVar[Any] = View
    books_type: ClassVar[Any] = State
    noted_type: ClassVar[Any] = NotedEvent
    certain: ClassVar[bool] = True

    def start(self, setup: Setup) -> State:
        """The state before the first die; raises `SetupError` for a set-up that cannot be played."""
        check(setup)
        return start(setup)

    def begin(self, state: State, dice: Dice) -> Step[State]:
        """Ratings of commanders and the dice for deployment, up to the first choice."""
        return deciding.begin(state, dice).step()

    def deciding(self, state: State) -> frozenset[SideId]:
        """The sides that owe a decision now."""
        return frozenset(deciders(state))

    def options(self, state: State, side: SideId) -> Sequence[Option]:
        """What ``side`` may do; of what is continuous, samples."""
        return deciding.options(state, side)

    def refuse(self, state: State, side: SideId, action: Any) -> Refusal | None:
        """Why ``side`` may not do ``action``; None where it may."""
        return deciding.refuse(state, side, action)

    def decide(self, state: State, side: SideId, action: Any, dice: Dice) -> Step[State]:
        """What follows from a legal action, up to the next choice."""
        return deciding.decide(state, side, action, dice).step()

    def evolve(self, state: State, event: Any) -> State:
        """The state after ``event``."""
        return evolve(state, event)

    def view(self, state: State, viewer: Viewer) -> View:
        """What ``viewer`` may know."""
        return view(state, viewer)

    def suppose(self, seen: View, chances: Chances) -> State:
        """A state that the viewer of ``seen`` cannot tell from the true one."""
        return suppose(seen, chances)

    def shadow(self, state: State, event: Any, viewer: Viewer) -> Any | None:
        """``event`` as ``viewer`` gets it, in the battle of ``state``."""
        return shadow(state, event, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """How the battle ended."""
        return state.outcome

    def sentence(self, state: State, event: Any) -> str | None:
        """What ``event`` did, with its rules."""
        return words.sentence(state, event)

    def heading(self, state: State, event: Any) -> str | None:
        """The heading of the turn or phase that ``event`` begins."""
        return words.heading(state, event)

    def choice(self, state: State, action: Any) -> str:
        """``action`` as a choice for the side that may take it."""
        return offers.action_words(state, action)

    def offer(self, state: State, option: Option) -> str:
        """What the actions of ``option`` are."""
        return offers.offer(state, option)

    def notation(self, state: State, action: Any) -> str:
        """``action`` in its short form."""
        return notation.write(action)

    def read_notation(self, state: State, text: str) -> Any:
        """The action of a short form."""
        return notation.read(text)

    def aim(self, seen: View, action: Any) -> Aim:
        """What ``action`` points at on the board."""
        return pointing.aim(seen, action)

    def about(self, seen: View, key: str) -> tuple[Reach, ...]:
        """Zones of fire, radius of command, reach of movement and charge."""
        return about(seen, key)

    def deeds(self, event: Any) -> tuple[Deed, ...]:
        """Fire, melees and losses."""
        return deeds(event)

    def ghosts(self, seen: View, actions: Sequence[Any]) -> tuple[tuple[Block, ...], ...]:
        """How the blocks would stand that each of ``actions`` moves or turns."""
        return ghosts(seen, actions)

    def meant(self, seen: View, side: SideId, actor: str, at: str) -> tuple[Any, ...]:
        """What somebody may mean who points from ``actor`` at ``at``."""
        return meaning.meant(seen, side, actor, at)

    def forecast(self, seen: View, side: SideId, action: Any) -> tuple[Forecast, ...]:
        """The exact odds of ``action``, as far as ``seen`` tells them."""
        return forecasting.forecast(seen, side, action)

    def by_lot(self, known: Any, side: SideId, chances: Chances) -> Any:
        """An action drawn by lot, of the position that a view tells."""
        return lots.by_lot(known if isinstance(known, State) else state_known(known), side, chances)

    def judge(self, known: Any, side: SideId, *, ahead: bool = False, brief: bool = False) -> Judge:
        """Who says what to do in a position, a view or a supposed state."""
        return judging.judge(known, side, ahead=ahead, brief=brief)

    def worth(self, state: State, side: SideId) -> int:
        """What a supposed state is worth to ``side``."""
        return judging_worth.worth(state, side)

    def horizon(self, state: State) -> int:
        """Grows with every action once what it has begun is over."""
        return judging.horizon(state)

    def side_name(self, state: State, side: SideId) -> str:
        """The name of the side's force."""
        return state.setup.forces[side == "b"].name

    def board(self, seen: View, colour: bool = False) -> str:
        """The board in text."""
        return board(seen, colour=colour)

    def question(self, seen: View, side: SideId) -> str:
        """What a window asks."""
        return question(seen, side)

    def orders(self) -> Mapping[str, OptionSpec]:
        """The standing orders that a side may give."""
        return orders.ORDERS

    def ordered(self, seen: View, side: SideId, options: Sequence[Option], given: Mapping[str, OptionValue]) -> Any:
        """What standing orders settle."""
        return orders.ordered(seen, options, given)

    def stages(self, seen: View) -> tuple[Stage, ...]:
        """The steps of the turn."""
        return stages(seen)

    def ground(self, seen: View) -> Ground:
        """The board as it is drawn."""
        return drawing.ground(seen)

    def scene(self, seen: View) -> Scene:
        """What stands on it."""
        return drawing.scene(seen)

    def score(self, state: State) -> str:
        """Units lost of both sides."""
        return standing(state)

    def tally(self, state: State) -> Tally:
        """The battle in numbers."""
        return tally(state)

    def time_limit(self, state: State) -> int | None:
        """There is none: battles end by losses or by the limit of Turns (MN-RULING-60)."""
        return None

    def scenarios(self) -> Mapping[str, str]:
        """The shipped scenarios."""
        return {key: found.title for key, found in scenario.SHIPPED.all.items()}

    def scenario(self, key: str) -> Setup:
        """A shipped scenario."""
        return scenario.load(key)

    def scenario_text(self, key: str) -> str:
        """What a shipped scenario is about."""
        return scenario.text_of(key)

    def read_scenario(self, content: bytes) -> Setup:
        """A scenario from a file."""
        return scenario.read_scenario(content)

    def plain_setup(self, values: Mapping[str, Any]) -> Setup:
        """Two sample Divisions on an open table of the options' size (MN-RULING-60)."""
        a, b = (sample_force(name) for name in ("Blue", "Red"))
        return scenario.open_setup(a, b, Rules(read(values)), "Two sample divisions")

    def with_options(self, setup: Setup, values: Mapping[str, Any]) -> Setup:
        """``setup`` with options by name. A table of the options' size keeps to it; one of a scenario's own stays."""
        before = setup.rules.options
        options = read({**written(before), **values})
        own = (setup.table.width, setup.table.height) != (before.table_w, before.table_h)
        table = setup.table if own or setup.table.features else Table(options.table_w, options.table_h)
        return replace(setup, table=table, rules=Rules(options, setup.rules.tables))

    def options_of(self, setup: Setup) -> Mapping[str, OptionValue]:
        """The options of ``setup`` that are not at their defaults."""
        return written(setup.rules.options)

    def with_house(self, setup: Setup, patch: Mapping[str, Any]) -> Setup:
        """``setup`` with house rules over the printed tables."""
        return replace(setup, rules=Rules(setup.rules.options, overlay(PRINTED, patch)))

    def house_of(self, setup: Setup) -> tuple[Difference, ...]:
        """The house rules of ``setup``."""
        return differing(setup.rules.tables, PRINTED, TABLE_RULES)

    def ask(self, what: str, text: str) -> Mapping[str, Any]:
        """Exact odds from facts."""
        return odds.ask(what, text)

    def questions(self) -> Mapping[str, str]:
        """What `ask` can be asked."""
        return odds.questions()


SYSTEM: Final = MiniNap()
