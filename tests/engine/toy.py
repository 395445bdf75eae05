"""The foot race: a rules system of a few lines that has one of everything the engine must carry.

Each turn both sides pick a pace in secret. Once both are in, the paces are shown and each side throws as many dice as
its pace: every 4, 5 or 6 is a step. Sides of the same pace jostle; the one behind must then answer whether it stands,
which both throw for, or yields a step. Who first has ``goal`` steps, or most of them after the last turn, wins.

Stored battles are played by these rules: a change here raises ``version`` and leaves their files as they are.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

from msgspec import Struct, field
from msgspec.structs import replace

from battles.engine.actions import random_listed_action, total
from battles.engine.core import Action, Event, Option, Outcome, Refusal, SetupError, SideId, Step, Viewer
from battles.engine.dice import Dice
from battles.engine.forecast import Aim, Chance, Forecast
from battles.engine.odds import distribution
from battles.engine.options import OptionSpec
from battles.engine.picture import Area, Block, Ground, Highlight, Reach, Scene, Zone
from battles.engine.registry import UnknownSystem
from battles.engine.rng import Chances

SIDES = ("a", "b")
PACES = 4


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    goal: int = 6
    turns: int = 8
    jostling: Literal["on", "off"] = "on"


class Pick(Action, frozen=True):
    pace: int


class Answer(Action, frozen=True):
    stands: bool


class Tossed(Event, frozen=True, kw_only=True):
    first: SideId


class Picked(Event, frozen=True, kw_only=True):
    side: SideId
    pace: int | None


class Revealed(Event, frozen=True, kw_only=True):
    paces: dict[SideId, int]
    steps: dict[SideId, int]


class JostleOpened(Event, frozen=True, kw_only=True):
    side: SideId


class Jostled(Event, frozen=True, kw_only=True):
    side: SideId
    lost: int


class TurnEnded(Event, frozen=True, kw_only=True):
    pass


class State(Struct, frozen=True):
    setup: Setup
    first: SideId = "a"
    turn: int = 1
    steps: dict[SideId, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    picked: dict[SideId, int] = {}
    jostled: SideId | None = None


class View(Struct, frozen=True):
    """What a viewer knows: ``picked`` has his own pace only, ``waiting`` the sides that have picked none."""

    setup: Setup
    first: SideId
    turn: int
    steps: dict[SideId, int]
    picked: dict[SideId, int]
    waiting: tuple[SideId, ...]
    jostled: SideId | None


def other(side: SideId) -> SideId:
    return "b" if side == "a" else "a"


class Race:
    key: ClassVar[str] = "race"
    version: ClassVar[int] = 1
    sides: ClassVar[tuple[SideId, ...]] = SIDES
    state_type = State
    action_type = Pick | Answer
    event_type = Tossed | Picked | Revealed | JostleOpened | Jostled | TurnEnded
    setup_type = Setup
    view_type = View
    needed: ClassVar[int] = 4
    """The least face that is a step (RACE-RUN-01)."""

    evaluator = None
    certain = False

    @property
    def secrets(self) -> Self:
        """The race answers for its groups itself."""
        return self

    text = ui = odds = ai = secrets

    def random_action(self, known: View, side: SideId, options: Sequence[Option], chances: Chances) -> Any:
        return random_listed_action(options, chances)

    def start(self, setup: Setup) -> State:
        if setup.goal < 1:
            raise SetupError(f"A race goes to 1 step or more; this one goes to {setup.goal}.", "goal")
        return State(setup)

    def begin(self, state: State, dice: Dice) -> Step[State]:
        (face,) = dice.roll(1, 6, "RACE-START-01")
        return self._step(state, [Tossed(first="a" if face > 3 else "b")])

    def deciding(self, state: State) -> frozenset[SideId]:
        if self.outcome(state) is not None:
            return frozenset()
        if state.jostled is not None:
            return frozenset((state.jostled,))
        return frozenset(side for side in SIDES if side not in state.picked)

    def options(self, state: State, side: SideId) -> Sequence[Option]:
        if side not in self.deciding(state):
            return ()
        if state.jostled is not None:
            return (Option("answer", "", (Answer(stands=True), Answer(stands=False))),)
        return (Option("pick", "", tuple(Pick(pace=pace) for pace in range(PACES))),)

    standing_orders: ClassVar[dict[str, OptionSpec]] = {
        "jostled": OptionSpec(
            kind="choice",
            default="ask",
            label="Jostled",
            sentence="What to do.",
            rule="RACE-JOSTLE-01",
            words={"ask": "Ask me", "stand": "Stand", "yield": "Fall back"},
        )
    }

    def ordered(self, seen: View, side: SideId, options: Sequence[Option], given: Mapping[str, Any]) -> Any:
        said = given.get("jostled", "ask")
        if said == "ask" or seen.jostled != side:
            return None
        return Answer(stands=said == "stand")

    @total(Pick | Answer)
    def refuse(self, state: State, side: SideId, action: Pick | Answer) -> Refusal | None:
        if self.outcome(state) is not None:
            return Refusal("over", "RACE-END-01", "The race is over.")
        if side not in self.deciding(state):
            return Refusal("not_deciding", "RACE-TURN-01", f"Side {side} has nothing to decide now.")
        if not isinstance(action, Answer if state.jostled is not None else Pick):
            return Refusal("wrong_phase", "RACE-TURN-01", f"It is not the time for {type(action).__name__}.")
        if isinstance(action, Pick) and not 0 <= action.pace < PACES:
            return Refusal("out_of_range", "RACE-PACE-01", f"A pace is 0 to {PACES - 1}; {action.pace} is none.")
        return None

    def decide(self, state: State, side: SideId, action: Pick | Answer, dice: Dice) -> Step[State]:
        if isinstance(action, Answer):
            return self._step(state, [self._answered(side, action, dice), TurnEnded()])
        events: list[Event] = [Picked(audience=(side,), side=side, pace=action.pace)]
        paces = {**state.picked, side: action.pace}
        if len(paces) < len(SIDES):
            return self._step(state, events)
        steps = {each: dice.successes(paces[each], 6, self.needed, "RACE-RUN-01") for each in SIDES}
        events.append(Revealed(paces=paces, steps=steps))
        after = {each: state.steps[each] + steps[each] for each in SIDES}
        if paces["a"] == paces["b"] and state.setup.jostling == "on" and max(after.values()) < state.setup.goal:
            behind = min(SIDES, key=lambda each: (after[each], each != state.first))
            return self._step(state, [*events, JostleOpened(side=behind)])
        return self._step(state, [*events, TurnEnded()])

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case Tossed(first=first):
                return replace(state, first=first)
            case Picked(side=side, pace=int(pace)):
                return replace(state, picked={**state.picked, side: pace})
            case Revealed(steps=steps):
                return replace(state, steps={side: state.steps[side] + steps[side] for side in SIDES})
            case JostleOpened(side=side):
                return replace(state, jostled=side)
            case Jostled(side=side, lost=lost):
                return replace(state, steps={**state.steps, side: state.steps[side] - lost}, jostled=None)
            case TurnEnded():
                return replace(state, turn=state.turn + 1, picked={})
        raise ValueError(f"{event} changes nothing.")

    def view(self, state: State, viewer: Viewer) -> View:
        return View(
            setup=state.setup,
            first=state.first,
            turn=state.turn,
            steps=state.steps,
            picked={side: pace for side, pace in state.picked.items() if viewer in (side, "umpire")},
            waiting=tuple(side for side in SIDES if side not in state.picked),
            jostled=state.jostled,
        )

    def shadow(self, state: State, event: Event, viewer: Viewer) -> Event | None:
        if event.audience is None or viewer == "umpire" or viewer in event.audience:
            return event
        return Picked(side=event.side, pace=None) if isinstance(event, Picked) else None

    def notation(self, state: State, action: Pick | Answer) -> str:
        """``pace 2``, ``stand`` or ``yield``."""
        return f"pace {action.pace}" if isinstance(action, Pick) else "stand" if action.stands else "yield"

    def read_notation(self, state: State, text: str) -> Pick | Answer:
        """Raises ``ValueError`` for what is none."""
        if text in ("stand", "yield"):
            return Answer(stands=text == "stand")
        word, _, pace = text.partition(" ")
        if word != "pace" or not pace.isdecimal():
            raise ValueError(f"“{text}” is no action of the race.")
        return Pick(pace=int(pace))

    def target(self, seen: View, action: Pick | Answer) -> Aim:
        return Aim("", how=f"pace {action.pace}" if isinstance(action, Pick) else "stand" if action.stands else "yield")

    def highlights(self, event: Event) -> tuple[Highlight, ...]:
        """Whoever is jostled fights for his place."""
        return (Highlight("melee", (event.side,), other(event.side)),) if isinstance(event, Jostled) else ()

    def preview_blocks(self, seen: View, side: str, actions: Sequence[Pick | Answer]) -> Sequence[tuple[Block, ...]]:
        """Whoever yields falls back by a step; how far a side comes is for the dice."""
        yields = [isinstance(action, Answer) and not action.stands for action in actions]
        return tuple(self._fallen_back(seen) if each else () for each in yields)

    def _fallen_back(self, seen: View) -> tuple[Block, ...]:
        if seen.jostled is None:
            return ()
        after = replace(seen, steps={**seen.steps, seen.jostled: seen.steps[seen.jostled] - 1})
        return tuple(block for block in self.scene(after).blocks if block.key == seen.jostled)

    def actions_for_click(self, seen: View, side: SideId, actor: str, at: str) -> Sequence[Pick | Answer]:
        """A side can mean a pace too many as well; nothing stands on a board."""
        if actor or at:
            return ()
        picks, answers = (
            tuple(Pick(pace=pace) for pace in range(PACES + 1)),
            (Answer(stands=True), Answer(stands=False)),
        )
        return (*answers, *picks) if seen.jostled == side else (*picks, *answers)

    def forecast(self, seen: View, side: SideId, action: Pick | Answer) -> tuple[Forecast, ...]:
        """What the dice of the side itself can bring, where it is the last to pick or where it stands."""
        if isinstance(action, Answer):
            return (self._stand(side),) if seen.jostled == side and action.stands else ()
        if seen.waiting != (side,) or seen.jostled is not None or not 0 <= action.pace < PACES:
            return ()
        steps = distribution(lambda dice: dice.successes(action.pace, 6, 4, "RACE-RUN-01"))
        chances = tuple(Chance(str(count), share) for count, share in steps.items())
        return (Forecast("Steps", chances, rule="RACE-RUN-01"),)

    def _stand(self, side: SideId) -> Forecast:
        lost = distribution(lambda dice: self._answered(side, Answer(stands=True), dice).side == side)
        chances = (Chance("falls back", lost[True], False), Chance("holds", lost[False], True))
        return Forecast("Stand", chances, rule="RACE-STAND-01")

    def outcome(self, state: State) -> Outcome | None:
        if state.jostled is not None or state.picked:
            return None
        a, b = state.steps["a"], state.steps["b"]
        if max(a, b) < state.setup.goal and state.turn <= state.setup.turns:
            return None
        reason = "goal" if max(a, b) >= state.setup.goal else "turns"
        return Outcome(None if a == b else "a" if a > b else "b", reason, "RACE-END-01")

    def resample(self, view: View, chances: Chances) -> State:
        """A state that fits all that ``view`` knows."""
        hidden = [side for side in SIDES if side not in view.waiting and side not in view.picked]
        picked = {**view.picked, **{side: chances.below(PACES) for side in hidden}}
        return State(view.setup, view.first, view.turn, view.steps, picked, view.jostled)

    def ground(self, view: View) -> Ground:
        """A lane of a patch for each step."""
        areas = tuple(_patch(step) for step in range(view.setup.goal + 1))
        return Ground(
            words=f"Lane of {len(areas)} patches", width=50 * len(areas), height=100, step=50, tenths=500, areas=areas
        )

    def scene(self, view: View) -> Scene:
        """Each side on the patch that it has come to; who has picked no pace yet has something to do."""
        goal = view.setup.goal
        blocks = []
        for side in SIDES:
            step = max(0, min(goal, view.steps[side]))
            blocks.append(
                Block(
                    key=side,
                    side=side,
                    sign="unknown",
                    shape="line",
                    area=str(step),
                    at=(50 * step + 25, 25 if side == "a" else 75),
                    turn=900,
                    name=side.upper(),
                    label=side.upper(),
                    words=f"Side {side.upper()} at step {step}",
                    spent=side not in view.waiting,
                )
            )
        goal_zone = Zone("Goal", "objective", (str(goal),), f"The goal is step {goal}.")
        return Scene(sides=(("a", "A"), ("b", "B")), blocks=tuple(blocks), zones=(goal_zone,))

    def reach(self, view: View, key: str) -> tuple[Reach, ...]:
        """A side comes to the patch ahead of it, as long as there is one."""
        if key not in SIDES or not 0 <= view.steps[key] < view.setup.goal:
            return ()
        return (Reach("move", "Step", "A step leads to the next patch.", _patch(view.steps[key] + 1).outline),)

    def _answered(self, side: SideId, answer: Answer, dice: Dice) -> Jostled:
        if not answer.stands:
            return Jostled(side=side, lost=1)
        own = dice.total(1, 6, "RACE-STAND-01")
        his = dice.total(1, 6, "RACE-STAND-01")
        return Jostled(side=side if own < his else other(side), lost=2)

    def _step(self, state: State, events: list[Event]) -> Step[State]:
        for event in events:
            state = self.evolve(state, event)
        return Step(tuple(events), state)


def _patch(step: int) -> Area:
    left, right = 50 * step, 50 * step + 50
    return Area(str(step), (left + 25, 50), ((left, 0), (right, 0), (right, 100), (left, 100)), "open", f"step {step}")


class Brisk(Race):
    """The next version of the race, where a 3 is a step too."""

    version = 2
    needed = 3


RACE = Race()
BRISK = Brisk()


def load(key: str) -> Race:
    """The registry of the tests: the race and nothing else. Raises ``UnknownSystem`` as the engine's does."""
    if key != RACE.key:
        raise UnknownSystem(f"There is no rule system “{key}”; there is race.")
    return RACE
