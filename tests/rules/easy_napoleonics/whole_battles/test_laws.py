"""Laws that hold in every battle, whatever is set up, chosen and rolled (section 16 of the rulebook)."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as some

from battles.engine.codec import decode, encode
from battles.engine.rng import Chances
from battles.rules.easy_napoleonics import SYSTEM, meta
from battles.rules.easy_napoleonics.facts import Checker, Firer, Target
from battles.rules.easy_napoleonics.fire import shot_of
from battles.rules.easy_napoleonics.morale import check_of, lowered, raised
from battles.rules.easy_napoleonics.tables import FORMATIONS, GRADES, KINDS, LEVELS, NATION_TAGS, TERRAINS
from tests.rules.easy_napoleonics.builders.battles import listed, mutated, small_setup, steps
from tests.rules.easy_napoleonics.builders.facts import book
from tests.rules.easy_napoleonics.builders.laws import EVENT_LAWS, STATE_LAWS, Moment, moments

NATIONS = "england, france, austria, prussia, russia"
SEEDS = some.integers(0, 2**32)

VARIED: tuple[dict[str, Any], ...] = (
    {"deployment_order": "preset", "breakthrough": True, "melee_morale_bonus": True, "national_rules": NATIONS},
    {"draws": True, "random_terrain": True, "ground": False, "card_deck": "shared", "hidden_morale": True},
    {"deployment_order": "preset", "grand_battery": True, "leaders_per_side": 2, "lone_leader_contact": "remove"},
    {
        "deployment_order": "preset",
        "grand_battery": True,
        "breakthrough": True,
        "fire_pooling": "by_firer",
        "kinds": ("heavy_cavalry", "field_artillery", "horse_artillery", "infantry"),
        "units": 6,
        "ground": False,
    },
    {"deployment_order": "preset", "late": 2, "hidden_morale": True, "first_mover": "a"},
    {"deployment_order": "preset", "lock_timing": "turn_start", "lock_scope": "front_contact", "leaders_per_side": 3},
)
"""The options of battles; besides them everything is as seeds have it."""


def held(count: int) -> Any:
    """So many examples, the same in every run."""
    return settings(
        max_examples=count, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )


def a_setup(seed: int) -> Any:
    return small_setup(Chances(b"%d" % seed), **VARIED[seed % len(VARIED)])


@pytest.mark.rule("EN-UNIT-04", "no two units share a hex, but two friendly batteries of a grand battery")
@pytest.mark.rule("EN-UNIT-06", "a broken unit is off the board, never acts and is never listed")
@pytest.mark.rule("EN-ACTION-01", "actions used never pass those of the kind")
@pytest.mark.rule("EN-ACTION-03", "a unit fires once a turn")
@pytest.mark.rule("EN-MUSK-06", "a second die goes to another unit")
@pytest.mark.rule("EN-MORALE-09", "a level changes only by the events that may change it, by their failures")
@pytest.mark.rule("EN-MORALE-11", "levels fall by the number of failures and stop at Broken")
@pytest.mark.rule("EN-MELEE-37", "a loser falls by the drop and its failures")
@pytest.mark.rule("EN-MELEE-39", "a winner keeps its level")
@pytest.mark.rule("EN-LEADER-04", "no leader moves more than five hexes a turn, or into a hex with an enemy")
@pytest.mark.rule("EN-SETUP-11", "turns follow one another up to the last")
@pytest.mark.rule("EN-VP-01", "a score is the worth of the enemy's broken units and 5 for each fallen leader")
@pytest.mark.rule("EN-VP-06", "points are never lost and nothing brings back a broken unit")
@held(60)
@given(SEEDS)
def test_every_law_holds_at_every_moment(seed: int) -> None:
    note(f"seed {seed}")
    for moment in moments(a_setup(seed), seed):
        if isinstance(moment, Moment):
            for law in EVENT_LAWS:
                law(moment)
        else:
            for holds in STATE_LAWS:
                holds(moment)


@held(8)
@given(SEEDS)
def test_states_actions_and_events_go_through_json(seed: int) -> None:
    note(f"seed {seed}")
    for state, side, action, step in steps(a_setup(seed), seed):
        assert decode(encode(state), SYSTEM.state_type) == state
        for event in step.events:
            assert decode(encode(event), SYSTEM.event_type) == event
        if side:
            assert decode(encode(action), SYSTEM.action_type) == action


@held(8)
@given(SEEDS)
def test_mutated_actions_are_refused_or_listed_and_never_raise(seed: int) -> None:
    note(f"seed {seed}")
    chances = Chances(b"junk %d" % seed)
    bank: list[Any] = []
    for state, side, action, _ in steps(a_setup(seed), seed):
        if not side:
            continue
        bank.append(action)
        options = SYSTEM.options(state, side)
        every = {option.kind: option.complete for option in options}
        legal = listed(state, side)
        for _ in range(4):
            kind = chances.choice(sorted(legal))
            junk = mutated(chances.choice([chances.choice(legal[kind]), chances.choice(bank)]), bank[-30:], chances)
            if junk is None:
                continue
            for who in (*SYSTEM.sides, "umpire", "nobody"):
                refusal = SYSTEM.refuse(state, who, junk)
                if who == side and every.get(junk.kind, True):
                    assert (refusal is None) == (junk in legal.get(junk.kind, ())), (junk, refusal)


FACTS = some.fixed_dictionaries(
    {
        "kind": some.sampled_from(KINDS),
        "grade": some.sampled_from(GRADES),
        "level": some.sampled_from(LEVELS[:3]),
        "formation": some.sampled_from(FORMATIONS),
        "leader": some.booleans(),
        "nation": some.sampled_from(NATION_TAGS),
    }
)
BOOK = book(national_rules=NATIONS)


@pytest.mark.rule("EN-MORALE-07", "whatever the modifiers, a check passes with 1/10 to 9/10")
@held(300)
@given(FACTS, some.booleans())
def test_no_check_is_certain_either_way(facts: dict[str, Any], moved: bool) -> None:
    face, _ = check_of(BOOK, Checker(**facts, moved_in_column=moved), facts["level"], facts["leader"])
    assert 2 <= face <= 10


@pytest.mark.rule("EN-ART-13", "whatever the modifiers, a fire die hits with 1/10 to 9/10")
@held(300)
@given(FACTS, FACTS, some.sampled_from(("front", "flank", "rear")), some.sampled_from(TERRAINS))
def test_no_shot_is_certain_either_way(firer: Any, target: Any, aspect: Any, terrain: Any) -> None:
    _, face, _ = shot_of(BOOK, Firer(**firer, aspect=aspect), Target(**target, terrain=terrain))
    assert 2 <= face <= 10


@pytest.mark.rule("EN-MORALE-11", "whatever falls or rises, a level is one of the four, and Broken stays")
@held(100)
@given(some.sampled_from(LEVELS), some.integers(0, 20))
def test_levels_stay_within_the_four(level: Any, steps_down: int) -> None:
    low = lowered(level, steps_down)
    assert LEVELS.index(low) == min(3, LEVELS.index(level) + steps_down)
    assert raised(low) == (low if low == "broken" else LEVELS[max(0, LEVELS.index(low) - 1)])


def other_values() -> list[tuple[str, Any]]:
    """Every option with each value that a form offers, the ends of its numbers and some sets."""
    ends = {"max_turns": [1, 2], "board_columns": [4, 12], "board_rows": [6, 12], "deployment_depth": [1, 3]}
    found = []
    for name, spec in meta.OPTION_SPECS.items():
        values: list[Any] = {
            "tick": [True, False],
            "number": ends.get(name, [spec.least, min(spec.most, spec.least + 2)]),
            "number_or_none": [max(1, spec.least), "none"],
            "sides": ["0,0", "3,0", "0,3"],
            "choice": list(spec.allowed),
            "set": ["", *spec.allowed, ",".join(spec.allowed)],
        }[spec.kind]
        found += [(name, value) for value in dict.fromkeys([spec.default, *values])]
    return found


@pytest.mark.rule("EN-SETUP-11", "with every value of every option a battle ends within its turns")
@pytest.mark.parametrize("name", meta.OPTION_SPECS)
def test_battles_end_with_every_value_of_every_option(name: str) -> None:
    for number, value in enumerate(value for option, value in other_values() if option == name):
        options: dict[str, Any] = {"max_turns": 2, "deployment_order": "preset", name: value}
        if name in ("board_columns", "board_rows", "deployment_depth", "random_terrain", "terrain_feature_hexes"):
            options.update(deployment_order="rolled", draws=name == "random_terrain")
        if name in ("card_deck", "choice_card_pool", "hidden_morale"):
            options.update(deployment_order="rolled", draws=True)
        setup = small_setup(Chances(f"{name} {number}".encode()), units=3, **options)
        most = setup.rules.options.max_turns
        for state, side, action, step in steps(setup, f"{name} {number}"):
            assert not side or SYSTEM.refuse(state, side, action) is None, (name, value, action)
            assert step.state.turn <= most, (name, value)
        assert step.state.outcome is not None, (name, value)
