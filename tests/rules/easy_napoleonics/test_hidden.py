"""Hidden levels and choices: views tell nothing of what the other side hides (EN-MORALE-13, EN-COST-09)."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from battles.engine.dice import ScriptedDice, SeededDice
from battles.engine.rng import Chances
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Fight, Fire, HastySquare, Rally, TakeCard
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.scenario.files import edge_zone
from battles.rules.easy_napoleonics.setup import MIX
from battles.rules.easy_napoleonics.state import Board, Captain, Force, Hand, Objective, Pending, Recruit, Setup, State
from tests.rules.easy_napoleonics.builders.positions import act, leader, position, unit

SIDES = ("a", "b")
LEVELS = ("good", "fair", "bad")
NATIONS = ("france", "prussia")


def battle(**options: Any) -> Setup:
    """A small battle with cards, two nations on one side and every kind of unit."""
    chosen = Options(board_columns=9, board_rows=8, hidden_morale=True, breakthrough=True, **options)
    kinds = ("infantry", "infantry", "light_cavalry", "heavy_cavalry", "field_artillery", "horse_artillery")
    forces = []
    for side in SIDES:
        nations = NATIONS if side == "a" else ("none", "none")
        units = tuple(
            Recruit(name=f"{side} {n}", kind=kind, grade="veteran", worth=2, nation=nations[n % 2])
            for n, kind in enumerate(kinds)
        )
        zone = edge_zone(side, chosen)
        forces.append(Force(name=side, units=units, leaders=(Captain(f"L{side}"),), zone=zone, draws=True))
    return Setup(title="Hidden", board=Board(9, 8), forces=(forces[0], forces[1]), rules=Rules(chosen))


def games(count: int, **options: Any) -> Iterator[tuple[State, Any]]:
    """Random games: each state in which a side may choose, and the step from it."""
    setup = battle(melee_morale_bonus=True, **options)
    for game in range(count):
        key = bytes([game, len(options)])
        chances = Chances(key)
        state = SYSTEM.begin(SYSTEM.start(setup), SeededDice(key, 0)).state
        entry = 0
        while sides := sorted(SYSTEM.deciding(state)):
            side = sides[chances.below(len(sides))]
            found = SYSTEM.options(state, side)
            busy = [option for option in found if option.kind not in ("done", "move_leader")] or found
            option = busy[chances.below(len(busy))]
            entry += 1
            step = SYSTEM.decide(
                state, side, option.actions[chances.below(len(option.actions))], SeededDice(key, entry)
            )
            yield state, step
            state = step.state


def poisoned(state: State, side: str, chances: Chances) -> State:
    """The state with other levels, and other choices of cards, on the enemy's side of ``side``."""
    units = tuple(
        unit if unit.side == side or unit.level == "broken" else replace(unit, level=chances.choice(LEVELS))
        for unit in state.units
    )
    hands = list(state.hands)
    enemy = int(side == "a")
    hands[enemy] = replace(hands[enemy], chosen=tuple(chances.choice(tuple(MIX)) for _ in hands[enemy].chosen))
    return replace(state, units=units, hands=tuple(hands))


@pytest.mark.rule("EN-MORALE-13", "a view is the same whatever the other side hides")
@pytest.mark.rule("EN-OPT-10", "a view is the same whatever the other side hides")
@pytest.mark.rule("EN-RULING-65", "What the other side took is not known before both have chosen.")
@pytest.mark.parametrize("deck", ["own", "shared"])
def test_a_view_is_the_same_whatever_the_other_side_hides(deck: str) -> None:
    chances = Chances(b"poison")
    for state, _ in games(3, card_deck=deck):
        for side in SIDES:
            assert SYSTEM.secrets.view(poisoned(state, side, chances), side) == SYSTEM.secrets.view(state, side)


@pytest.mark.rule("EN-MORALE-13", "a supposed state looks the same and leaves the same sides to decide")
@pytest.mark.parametrize("deck", ["own", "shared"])
def test_a_supposed_state_looks_the_same_and_leaves_the_same_sides_to_decide(deck: str) -> None:
    chances = Chances(b"suppose")
    for state, _ in games(3, card_deck=deck):
        for viewer in (*SIDES, "umpire", "public"):
            view = SYSTEM.secrets.view(state, viewer)
            supposed = SYSTEM.secrets.resample(view, chances)
            assert SYSTEM.secrets.view(supposed, viewer) == view
            if viewer in SYSTEM.deciding(state) and not view.unknown:
                assert SYSTEM.options(supposed, viewer) == SYSTEM.options(state, viewer)


def test_a_side_may_do_in_a_supposed_state_what_it_may_do_in_the_true_one() -> None:
    chances = Chances(b"options")
    for state, _ in games(2):
        for side in SYSTEM.deciding(state):
            supposed = SYSTEM.secrets.resample(SYSTEM.secrets.view(state, side), chances)
            own = [[list(option.actions) for option in SYSTEM.options(one, side)] for one in (state, supposed)]
            assert own[0] == own[1]


@pytest.mark.parametrize("deck", ["own", "shared"])
def test_a_supposed_card_phase_can_be_played_on_by_both_sides(deck: str) -> None:
    chances = Chances(b"cards")
    for state, step in games(20, card_deck=deck):
        if state.phase != "cards":
            continue
        for viewer in SIDES:
            supposed = SYSTEM.secrets.resample(SYSTEM.secrets.view(state, viewer), chances)
            assert SYSTEM.deciding(supposed) == SYSTEM.deciding(state)
            assert [len(hand.cards) + hand.chooses + len(hand.chosen) for hand in supposed.hands] == [3, 3]
            assert [hand.deck for hand in supposed.hands] == [hand.deck for hand in state.hands]
        if step.state.phase != "cards":
            return


@pytest.mark.rule("EN-MORALE-13", "the umpire sees everything")
def test_the_umpire_sees_everything() -> None:
    for state, step in games(1):
        supposed = SYSTEM.secrets.resample(SYSTEM.secrets.view(state, "umpire"), Chances(b"u"))
        assert (supposed.units, supposed.leaders, supposed.hands) == (state.units, state.leaders, state.hands)
        assert all(SYSTEM.secrets.shadow(state, event, "umpire") == event for event in step.events)


def levels_in(value: Any, found: set[str]) -> set[str]:
    """Every level in a value as it is written out, but good and broken."""
    if isinstance(value, dict):
        for part in value.values():
            levels_in(part, found)
    elif isinstance(value, list):
        for part in value:
            levels_in(part, found)
    elif isinstance(value, str) and value.casefold() in ("fair", "bad"):
        found.add(value)
    return found


@pytest.mark.rule("EN-MORALE-13", "No shadow carries a level of the enemy, nor dice or needed faces that tell it.")
def test_no_shadow_of_an_event_tells_a_level_of_the_enemy() -> None:
    marked = 0
    for state, step in games(4):
        for event in step.events:
            for viewer in SIDES:
                shadow = SYSTEM.secrets.shadow(state, event, viewer)
                if shadow is not None and not _is_all_own(state, event, viewer):
                    marked += 1
                    assert not _of_enemy(state, msgspec.to_builtins(shadow), viewer), (event, shadow)
    assert marked > 100


def _is_all_own(state: State, event: Any, viewer: str) -> bool:
    number = getattr(event, "unit", None)
    return number is not None and 0 <= number < len(state.units) and state.units[number].side == viewer


def _of_enemy(state: State, written: dict[str, Any], viewer: str) -> set[str]:
    """Levels and needed faces in a shadow that are not the viewer's own."""
    found: set[str] = set()
    if written.get("target") is not None and "dice" in written:
        target = state.units[written["target"]].side
        if target == viewer:
            found |= {"shots"} if written.get("shots") else set()
            found |= {roll["why"] for roll in written.get("rolls", ()) if roll["why"] in ("EN-ART-13", "EN-MUSK-05")}
        else:
            found |= {"level"} if written.get("level") else set()
            found |= {
                roll["why"] for roll in written.get("rolls", ()) if roll["why"] not in ("EN-ART-13", "EN-MUSK-05")
            }
        return found
    for number, level in written.get("levels", ()):
        if state.units[number].side != viewer:
            found.add(level)
    if "levels" in written:
        return found | ({"score"} if "attack" in written or "defence" in written else set())
    return levels_in(written, found) | ({"needed"} if written.get("needed") else set())


def shadows(step: Any, state: State, viewer: str) -> list[Any]:
    """What a viewer gets of a step."""
    return [SYSTEM.secrets.shadow(state, event, viewer) for event in step.events]


@pytest.mark.rule("EN-MORALE-13", "the firing side sees its own dice and the target its own checks")
@pytest.mark.parametrize("phase", ["artillery", "musketry"])
def test_the_firer_sees_his_own_dice_and_the_target_its_own_checks(phase: str) -> None:
    guns = phase == "artillery"
    firer = unit("a", (0, 0), level="fair", **({"kind": "field_artillery"} if guns else {}))
    state = position([firer, unit("b", (0, -1), facing=3)], phase=phase, hidden_morale=True)
    dice = (10, 1, 1) if guns else (10, 1)
    step = act(state, "a", Fire(1, ((0, len(dice)),)), *dice, 2)
    mine, theirs = shadows(step, state, "a")[0], shadows(step, state, "b")[0]
    assert [roll.faces for roll in mine.rolls] == [dice]
    assert mine.shots
    assert mine.level is None
    assert [roll.faces for roll in theirs.rolls] == [(2,)]
    assert not theirs.shots
    assert theirs.level == "fair"
    public = SYSTEM.secrets.shadow(state, step.events[0], "public")
    assert (public.hits, public.rolls, public.shots, public.level) == (1, (), (), None)


@pytest.mark.rule("EN-MORALE-13", "That a unit may rally says that it is not Good.")
def test_the_enemy_does_not_learn_who_tries_to_rally() -> None:
    units = [unit("a", (0, 0), level="bad"), unit("a", (4, 0), level="bad"), unit("b", (0, -8), facing=3)]
    state = position(units, phase="rally", hidden_morale=True)
    step = act(state, "a", Rally(0), 10)
    assert shadows(step, state, "b") == [None]
    assert shadows(step, state, "a") == list(step.events)
    assert SYSTEM.secrets.view(step.state, "b") == SYSTEM.secrets.view(state, "b")


@pytest.mark.rule("EN-MORALE-13", "What a check needed tells the level.")
def test_the_enemy_learns_of_a_hasty_square_only_whether_it_was_formed() -> None:
    owed = Pending(kind="hasty_square", side="b", unit=1, other=0)
    units = [unit("a", (0, 0), kind="light_cavalry"), unit("b", (0, -1), facing=3, level="bad")]
    state = position(units, state={"pending": (owed,)}, hidden_morale=True)
    step = act(state, "b", HastySquare(True), 10)
    shadow = shadows(step, state, "a")[0]
    assert (shadow.kind, shadow.passed, shadow.mute) == ("square_hidden", True, False)
    assert shadows(step, state, "b")[0] == step.events[0]


@pytest.mark.rule("EN-MORALE-13", "the enemy does not learn that a winner was raised")
@pytest.mark.rule("EN-OPT-07", "the enemy does not learn that a winner was raised")
def test_the_enemy_does_not_learn_that_a_winner_was_raised() -> None:
    units = [unit("a", (0, 0), level="bad"), unit("b", (0, -1), facing=3), unit("b", (0, -8), facing=3)]
    facts = {"listed": True, "pairs": ((0, 1),)}
    state = position(units, phase="melee", state=facts, hidden_morale=True, melee_morale_bonus=True)
    step = act(state, "a", Fight(0, 1), 10, 10, 1, 1, 9, 2)
    kinds = [event.kind for event in step.events]
    assert "raised" in kinds
    assert kinds[0] == "fought"
    assert shadows(step, state, "b")[kinds.index("raised")] is None
    assert shadows(step, state, "a")[kinds.index("raised")].level == "fair"


@pytest.mark.rule("EN-COST-09", "the other side learns that a choice was made and not which")
def test_the_other_side_learns_that_a_choice_was_made_and_not_which() -> None:
    state = SYSTEM.begin(SYSTEM.start(battle()), ScriptedDice((11, 1, 1, 11, 1, 1))).state
    views = set()
    for card in list(MIX)[:2]:
        step = SYSTEM.decide(state, "a", TakeCard(card), SeededDice(b"x", 1))
        (shadow,) = shadows(step, state, "b")
        assert shadow.kind == "card_hidden"
        assert card not in repr(shadow)
        views.add(repr(SYSTEM.secrets.view(step.state, "b")))
        assert card in repr(SYSTEM.secrets.view(step.state, "a").hand)
    assert len(views) == 1


@pytest.mark.rule("EN-MORALE-13", "The rules are unchanged, and all sides see broken units.")
def test_broken_units_and_a_finished_battle_hide_nothing() -> None:
    units = [unit("a", (0, 0), level="bad"), unit("b", (0, -8), level="fair"), replace(unit("b"), level="broken")]
    state = position(units, [leader()], hidden_morale=True)
    view = SYSTEM.secrets.view(state, "a")
    assert [one.level for one in view.units] == ["bad", "good", "broken"]
    assert view.unknown == (1,)
    over = SYSTEM.secrets.view(replace(state, phase="over", outcome=SYSTEM.outcome(_ended())), "a")
    assert [one.level for one in over.units] == ["bad", "fair", "broken"]
    assert over.unknown == ()


def _ended() -> State:
    for _, step in games(1):
        last = step.state
    return last


def card_battle(**facts: object) -> State:
    plain = position([unit("a", (0, 0)), unit("b", (0, -9), facing=3)])
    return replace(plain, setup=replace(plain.setup, **facts)) if facts else plain


@pytest.mark.rule("EN-COST-09", "what a choice card became is known to its owner and the umpire until it joins")
@pytest.mark.parametrize(
    ("viewer", "known"),
    [("a", (True, False)), ("b", (False, True)), ("umpire", (True, True)), ("public", (False, False))],
)
def test_a_choice_is_seen_by_its_owner_and_the_umpire(viewer: str, known: tuple[bool, bool]) -> None:
    hands = (Hand(cards=("elite_infantry",), chosen=("veteran_infantry",)), Hand(chosen=("seasoned_infantry",)))
    view = SYSTEM.secrets.view(replace(card_battle(), phase="cards", hands=hands), viewer)
    assert [side.chosen for side in view.sides] == [
        hand.chosen if seen else () for hand, seen in zip(hands, known, strict=True)
    ]
    assert view.hand == {"a": hands[0], "b": hands[1]}.get(viewer, Hand())


def supposed(state: State) -> Setup:
    return SYSTEM.secrets.resample(SYSTEM.secrets.view(state, "a"), Chances(b"1")).setup


def test_every_view_of_a_battle_is_supposed_on_one_set_up() -> None:
    state = card_battle()
    assert supposed(state) is supposed(replace(state, turn=3, acting="b"))


@pytest.mark.parametrize(
    "facts",
    [
        {"title": "Another"},
        {"points_win": False},
        {"board": Board(24, 26)},
        {"board": Board(25, 24)},
        {"objectives": (Objective(name="Mill", cells=(4,), hold=1),)},
    ],
)
def test_another_battle_by_the_same_rules_has_a_set_up_of_its_own(facts: dict[str, object]) -> None:
    one, two = card_battle(), card_battle(**facts)
    if "board" in facts:
        two = replace(two, board=facts["board"])
    two = replace(two, setup=replace(two.setup, rules=one.setup.rules))
    for state in (one, two, one):
        found = supposed(state)
        assert (found.title, found.points_win, found.objectives) == (
            state.setup.title,
            state.setup.points_win,
            state.setup.objectives,
        )
        assert (found.board.columns, found.board.rows) == (state.board.columns, state.board.rows)


def test_forces_of_other_names_and_zones_have_a_set_up_of_their_own() -> None:
    one = card_battle()
    a, b = one.setup.forces
    for other in (replace(a, name="Third"), replace(a, zone=a.zone[1:])):
        two = replace(one, setup=replace(one.setup, forces=(other, b)))
        for state in (one, two, one):
            kept = supposed(state).forces
            assert [(force.name, force.zone) for force in kept] == [
                (force.name, force.zone) for force in state.setup.forces
            ]


@pytest.mark.rule("EN-COST-09", "what another side took is guessed among the cards that it could take")
@pytest.mark.parametrize(
    ("pool", "gone"), [("undrawn", {"elite_infantry", "veteran_light_cavalry"}), ("any_in_mix", set())]
)
def test_a_choice_is_guessed_among_the_cards_of_its_pool(pool: str, gone: set[str]) -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -9), facing=3)], choice_card_pool=pool)
    hand = Hand(cards=("elite_infantry", "veteran_light_cavalry"), chosen=("seasoned_infantry",))
    view = SYSTEM.secrets.view(replace(state, phase="cards", hands=(Hand(), hand)), "a")
    chances = Chances(b"guesses")
    guesses = [SYSTEM.secrets.resample(view, chances).hands[1].chosen for _ in range(150)]
    assert {len(guess) for guess in guesses} == {1}
    assert {guess[0] for guess in guesses} == set(MIX) - gone


def test_a_choice_that_is_still_owed_is_not_guessed() -> None:
    state = replace(
        card_battle(), phase="cards", hands=(Hand(), Hand(cards=("elite_infantry", "veteran_infantry"), chooses=1))
    )
    supposed = SYSTEM.secrets.resample(SYSTEM.secrets.view(state, "a"), Chances(b"1")).hands
    assert supposed[0] == Hand()
    assert (len(supposed[1].cards), supposed[1].chooses, supposed[1].chosen) == (2, 1, ())
