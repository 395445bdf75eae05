"""Everything that the rules can do does happen: a bot that prefers what it has not seen yet plays small battles.

It tries some actions at each decision, looks at what would follow with the dice as they will fall, and takes the one
that shows most that is new. Battles go on, each of the next seed, until nothing is left or the list is at its end.
"""

from typing import Any

from msgspec.structs import replace

from battles.engine.core import UMPIRE
from battles.engine.dice import SeededDice
from battles.engine.rng import Chances
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import CallTime
from battles.rules.easy_napoleonics.state import Objective, Place, Recruit, Setup, State
from battles.rules.easy_napoleonics.tables import Kind
from tests.rules.easy_napoleonics.builders.battles import eager, listed, mutated, small_setup
from tests.rules.easy_napoleonics.builders.features import ALL, Feature, of_step, said

NATIONS = "england, france, austria, prussia, russia"
MIDDLE = Objective(name="The middle", cells=(24, 31), hold=1)
EDGES = Objective(name="The edges", cells=(*range(21), *range(35, 56)), hold=1)
FOOT: tuple[Kind, ...] = ("infantry", "infantry", "infantry", "heavy_cavalry")
GUNS: tuple[Kind, ...] = ("light_cavalry", "horse_artillery", "field_artillery", "infantry")

BATTLES: tuple[dict[str, Any], ...] = (
    {"national_rules": NATIONS, "breakthrough": True, "melee_morale_bonus": True},
    {
        "deployment_order": "rolled",
        "hidden_morale": True,
        "draws": True,
        "choice_card_pool": "any_in_mix",
        "random_terrain": True,
        "ground": False,
    },
    {"kinds": GUNS, "breakthrough": True, "horse_limber_move_unlimber": False, "units": 7},
    {"nations": ("austria",), "national_rules": NATIONS, "kinds": FOOT, "ground": False},
    {"nations": ("russia", "england"), "national_rules": NATIONS, "kinds": FOOT, "board_rows": 6},
    {"first_mover": "b", "lock_timing": "turn_start", "stream_effect": "halt", "hidden_morale": True},
    {"nations": ("france", "prussia"), "national_rules": NATIONS, "kinds": FOOT, "breakthrough": True, "ground": False},
    {"leaders_per_side": 2, "grand_battery": True, "lone_leader_contact": "remove"},
    {"draws": True, "card_deck": "shared", "deployment_order": "b_first", "victory_timing": "end_of_turn"},
    {"board_columns": 5, "board_rows": 14, "national_rules": NATIONS, "leaders_per_side": 3, "kinds": GUNS[1:]},
    {"objectives": (MIDDLE,), "melee_conditions_both_sides": True, "lone_leader_contact": "block", "ground": False},
    {"units": 4, "late": 2, "leaders_per_side": 1, "max_turns": 6, "ground": False},
    {"units": 2, "victory_points_to_win": 99, "max_turns": 8, "ground": False},
    {"units": 2, "deployment_order": "rolled", "objectives": (EDGES,), "leaders_per_side": 0, "ground": False},
)
"""What each battle in turn has; units stand where they start unless it says otherwise (``small_setup``)."""

RANKS = 5
"""Each so many battles one is that of ``ranks``."""

MOST = 150
"""Battles; some three times what is needed."""

TRIED = 6
"""Actions that are looked into at each decision while something of them may be new."""

FEW = 8
"""Actions of a kind of which each is looked into."""

MUTANTS = 8
"""Actions with a part changed that are tried at each decision."""


class Bot:
    """What has been seen so far, and the actions that were listed anywhere."""

    def __init__(self) -> None:
        self.seen: dict[Feature, int] = {}
        self.bank: dict[str, list[Any]] = {}
        self.lately: set[Feature] = set()

    def missing(self) -> set[Feature]:
        return set(ALL - self.seen.keys())

    def note(self, features: set[Feature], seed: int) -> None:
        for feature in features & ALL:
            self.seen.setdefault(feature, seed)
        self.lately |= features

    def play(self, setup: Setup, seed: int) -> None:
        """A battle to its end."""
        self.lately = set()
        key, chances = f"dice {seed}".encode(), Chances(f"bot {seed}".encode())
        state = SYSTEM.start(setup)
        step = SYSTEM.begin(state, SeededDice(key, 0))
        self.note(of_step(state, "", None, step), seed)
        state, entry = step.state, 0
        while sides := sorted(SYSTEM.deciding(state)):
            entry += 1
            side = chances.choice(sides)
            self._junk(state, side, seed, chances)
            action, step = self._choose(state, side, chances, SeededDice, (key, entry))
            self.note(of_step(state, side, action, step), seed)
            state = step.state
        self._junk(state, "a", seed, chances)

    def _choose(self, state: State, side: str, chances: Chances, dice: Any, place: Any) -> tuple[Any, Any]:
        by_kind = listed(state, side)
        for kind, actions in by_kind.items():
            self.bank.setdefault(kind, []).extend(chances.choice(actions) for _ in range(2))
        tried = {eager(chances, state, by_kind): None for _ in range(TRIED)}
        for kind, actions in by_kind.items():
            if ("action", kind) not in self.seen or len(actions) <= FEW:
                tried.update(dict.fromkeys(actions[:FEW]))
        found = []
        for action in tried:
            step = SYSTEM.decide(state, side, action, dice(*place))
            new = of_step(state, side, action, step) - self.seen.keys() - self.lately
            found.append((sum(10 if feature in ALL else 1 for feature in new), action, step))
        _, action, step = max(found, key=lambda row: row[0])
        return action, step

    def _junk(self, state: State, side: str, seed: int, chances: Chances) -> None:
        """Actions of other moments and with a part changed; each code of refusal is a feature."""
        bank = [action for kind in sorted(self.bank) for action in self.bank[kind][-4:]]
        if not bank or not any(what == "refusal" for what, *_ in self.missing()):
            return
        own = [action for actions in listed(state, side).values() for action in actions[:40]] or bank
        junk = [chances.choice(bank), *(mutated(chances.choice(own), bank, chances) for _ in range(MUTANTS))]
        for action in junk:
            for who in ("a", "b") if chances.below(3) == 0 else (side,):
                refusal = SYSTEM.refuse(state, who, action)
                if refusal is not None:
                    self.note({("refusal", refusal.code)}, seed)


def battle(number: int) -> Setup:
    has = {"deployment_order": "preset", **BATTLES[number % len(BATTLES)]}
    return small_setup(Chances(f"battle {number}".encode()), **has)


def ranks(number: int) -> Setup:
    """Made by hand: heavy cavalry against infantry that is about to break, with infantry or guns close behind it."""
    setup = small_setup(
        Chances(b"ranks"), deployment_order="preset", ground=False, breakthrough=True, leaders_per_side=0
    )
    a, b = setup.forces
    horse = [
        Recruit(name=f"Horse {n}", kind="heavy_cavalry", grade="old_guard", worth=6, place=Place(36 + n))
        for n in range(3)
    ]
    front = [
        Recruit(name=f"Front {n}", kind="infantry", grade="militia", worth=1, level="bad", place=Place(29 + n, 3))
        for n in range(3)
    ]
    kind, shape = (("infantry", "line"), ("field_artillery", "unlimbered"))[number % 2]
    behind = [
        Recruit(name=f"Behind {n}", kind=kind, grade="guard", worth=4, place=Place(21 + n, 3, shape)) for n in range(5)
    ]
    forces = (replace(a, units=tuple(horse)), replace(b, units=(*front, *behind)))
    return replace(setup, forces=forces)


def called(bot: Bot) -> None:
    """Made by hand, since no side can do it: the umpire calls time."""
    step = SYSTEM.begin(SYSTEM.start(battle(0)), SeededDice(b"time", 0))
    bot.note(
        of_step(step.state, UMPIRE, CallTime(), SYSTEM.decide(step.state, UMPIRE, CallTime(), SeededDice(b"time", 1))),
        -1,
    )


def test_everything_occurs() -> None:
    bot = Bot()
    called(bot)
    number = 0
    while bot.missing() and number < MOST:
        try:
            bot.play(ranks(number) if number % RANKS == 1 else battle(number), number)
        except Exception as wrong:
            wrong.add_note(f"In the battle of seed {number}.")
            raise
        number += 1
    assert not bot.missing(), f"Never in {MOST} battles (seeds 0 to {MOST - 1}):\n{said(bot.missing())}"
