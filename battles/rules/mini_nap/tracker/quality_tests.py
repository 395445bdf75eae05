"""Entries for quality tests and their effects (MN-RATE-07)."""

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from msgspec import Struct

from battles.engine.core import Refusal
from battles.engine.forecast import Chance, Forecast
from battles.engine.odds import distribution
from battles.engine.tracker import EntryKind, Fact, FactChoice, Facts, is_stated, tick
from battles.engine.words import refused, with_verb
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import losses
from battles.rules.mini_nap.evolve import unit_with
from battles.rules.mini_nap.reactions import charge_answers
from battles.rules.mini_nap.resolution import quality_test
from battles.rules.mini_nap.state import NONE, SQUARES, State, Unit, in_square, is_formed, other, unit_class
from battles.rules.mini_nap.tables import DIE_SIDES, FORMATIONS
from battles.rules.mini_nap.tracker import events as tracker_events
from battles.rules.mini_nap.tracker.events import (
    TrackerPlay,
    choices,
    formation_fact,
    formation_in,
    unit_fact,
    unit_in,
    units_of,
)
from battles.rules.mini_nap.words import names as say


class Purpose(Struct, frozen=True):
    """Purpose of a test: its words, its rule, the units that may take it, whether it is a reaction, its effect."""

    words: str
    rule: str
    may: Callable[[Unit], bool]
    reaction: bool
    after: Callable[[TrackerPlay, int, bool, Facts], None]


def form_as_stated(play: TrackerPlay, number: int, stated: Facts, key: str) -> None:
    """Change a unit to its stated formation."""
    unit = play.unit(number)
    formation = formation_in(unit, stated, key)
    if formation != unit.formation:
        play.tell(happened.Reformed(unit=number, formation=formation, x=unit.x, y=unit.y, facing=unit.facing))


def chance_of(state: State, number: int, rule: str, bonus: int, words: str) -> Forecast:
    """The odds of a quality test."""
    unit, tables = state.units[number], state.setup.rules.tables
    shares = distribution(lambda dice: quality_test(dice, tables, unit.rating, rule, bonus)[1])
    chances = [
        Chance(words, shares[True], good=True),
        Chance("It fails", shares.get(False, Fraction(0)), good=False),
    ]
    bonus_words = f", {bonus:+d}" if bonus else ""
    needs = f"needs {tables.qualities[unit.rating].needed} or more on 1D6{bonus_words}"
    title = with_verb(say.unit(state, number), needs)
    return Forecast(title, tuple(chances), (), rule)


def _stay_if_failed(play: TrackerPlay, number: int, passed: bool, stated: Facts) -> None:
    if not passed:
        play.mark(number, "MN-CMD-20", still=True)


def _extended(play: TrackerPlay, number: int, passed: bool, stated: Facts) -> None:
    """Roll the extension, or disorder the unit if the test failed (MN-EXTEND-03, MN-EXTEND-05)."""
    if not passed:
        play.mark(number, "MN-EXTEND-05", blue="disorder")
        return
    unit = play.unit(number)
    count = play.tables.extension_dice[unit.type]  # type: ignore[index]
    play.next_roll = f"{say.unit(play.state, number)}: distance of the extension"
    far = play.dice.total(count, DIE_SIDES, "MN-EXTEND-03")
    play.tell(tracker_events.Extended(unit=number, centimetres=far, rolls=play.new_rolls()))


def _opportunity(play: TrackerPlay, number: int, passed: bool, stated: Facts) -> None:
    """Mark the unit as charging, or idle if the test failed (MN-REACT-64, MN-REACT-65)."""
    if passed:
        play.mark(number, "MN-CHARGE-08", charged=True, impact=True)
    elif play.options.failed_opportunity_charge_idle:
        play.mark(number, "MN-RULING-83", idle=True)


def _square(play: TrackerPlay, number: int, passed: bool, stated: Facts) -> None:
    """Form the square, or take hits if cavalry touched the unit (MN-REACT-43, MN-REACT-44)."""
    unit = play.unit(number)
    if passed:
        play.tell(
            happened.Reformed(
                unit=number, formation="emergency_square", x=unit.x, y=unit.y, facing=unit.facing, rule="MN-REACT-43"
            )
        )
    elif is_stated(stated, "touched"):
        losses.add_hits(play, number, play.tables.square_failed_hits, "MN-REACT-44")
        losses.settle_losses(play)


def _feint(play: TrackerPlay, number: int, passed: bool, stated: Facts) -> None:
    """Stop the unit if it feinted (MN-REACT-51, MN-REACT-53)."""
    if passed:
        play.mark(number, "MN-REACT-51", still=True, impact=False)


def _flee(play: TrackerPlay, number: int, passed: bool, stated: Facts) -> None:
    """Flee, or be destroyed; the charger breaks through in both cases (MN-REACT-22, MN-REACT-23)."""
    play.mark(number, "MN-RULING-86", mute=True)
    if not passed:
        losses.remove_units(play, (number,), "destroyed", "MN-REACT-22")
    charger = unit_in(play.state, stated, "charger")
    if charger != NONE:
        play.mark(charger, "MN-BREAK-02", white=True)


def _break_square(play: TrackerPlay, number: int, passed: bool, stated: Facts) -> None:
    """Form column if the test passed; a unit tries once in an initiative (MN-HTH-05)."""
    unit = play.unit(number)
    play.mark(number, "MN-HTH-05", tried_square=True)
    if passed:
        formed = happened.Reformed(
            unit=number, formation="column", x=unit.x, y=unit.y, facing=unit.facing, rule="MN-HTH-05"
        )
        play.tell(formed)


def _foot(unit: Unit) -> bool:
    return unit_class(unit) == "infantry"


def _horse(unit: Unit) -> bool:
    return unit_class(unit) == "cavalry"


PURPOSES: Final[dict[str, Purpose]] = {
    "square": Purpose("Form an emergency square", "MN-REACT-42", charge_answers.can_form_square, True, _square),
    "opportunity": Purpose(
        "Charge a moving enemy",
        "MN-REACT-64",
        lambda unit: is_formed(unit) and not in_square(unit),
        True,
        _opportunity,
    ),
    "flee": Purpose("Limber up and flee", "MN-REACT-21", lambda unit: unit.type == "horse_artillery", True, _flee),
    "caution": Purpose(
        "Charge when cautious", "MN-CMD-20", lambda unit: unit_class(unit) != "artillery", False, _stay_if_failed
    ),
    "extend": Purpose(
        "Extend a charge", "MN-EXTEND-02", lambda unit: unit_class(unit) != "artillery", False, _extended
    ),
    "feint": Purpose("Feint before a square", "MN-REACT-50", _horse, False, _feint),
    "break": Purpose(
        "Break out of the square",
        "MN-HTH-05",
        lambda unit: _foot(unit) and unit.formation == "solid_square",
        False,
        _break_square,
    ),
}
"""Purposes of quality tests, reactions first. The test to fire out of command is part of the shot."""


def open_to(state: State, unit: Unit) -> tuple[tuple[str, str], ...]:
    """Purposes a unit may test for now, by key and words: reactions while the other side has the initiative."""
    reacts = unit.side != state.active
    if reacts and (unit.blue or unit.reacted):
        return ()
    return tuple((key, each.words) for key, each in PURPOSES.items() if each.reaction == reacts and each.may(unit))


def facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    """The unit, the purpose, and further facts of the test."""
    number = unit_in(state, stated)
    who = unit_fact(state, "unit", "Testing unit", units_of(state), stated, rule="MN-RATE-07")
    if number == NONE:
        return (who,)
    unit = state.units[number]
    open_to = tuple(FactChoice(key, each.words) for key, each in PURPOSES.items() if each.may(unit))
    what = Fact(
        key="purpose", label="Purpose", choices=open_to, value=stated.get("purpose", ""), rule="MN-RATE-07", opens=True
    )
    return (who, what, *_further(state, unit, stated))


def _further(state: State, unit: Unit, stated: Facts) -> tuple[Fact, ...]:
    purpose = stated.get("purpose", "")
    if purpose == "square":
        formation = formation_fact(unit, "formation", stated, "Its formation")
        return (*formation, tick("touched", "The cavalry touches it", stated, "MN-REACT-44", usual=True))
    if purpose == "opportunity":
        return (tick("cautious", "It is cautious", stated, "MN-CMD-20"),)
    if purpose == "flee":
        foes = [each for each in units_of(state, other(unit.side)) if _foot(state.units[each])]
        value = stated.get("charger", "")
        label = "Charging unit"
        return (Fact(key="charger", label=label, choices=choices(state, foes), value=value, rule="MN-REACT-22"),)
    return ()


def refuse(state: State, stated: Facts) -> Refusal | None:
    """Why this test is not allowed, as far as the tracker knows; None if it is allowed."""
    unit, purpose = state.units[unit_in(state, stated)], PURPOSES[stated["purpose"]]
    if unit.side == state.active and purpose.reaction:
        return refused("not_yours", "MN-REACT-01", unit.name, "has", "the initiative: only the other side reacts.")
    if purpose.reaction and (unit.blue or unit.reacted):
        return refused("done_already", "MN-REACT-01", unit.name, "has", "a blue marker and cannot react.")
    if stated.get("purpose") == "extend" and unit.blue:
        return refused("done_already", "MN-MARKER-01", unit.name, "has", "a blue marker and cannot charge.")
    if stated.get("purpose") == "break" and unit.tried_square:
        return refused("done_already", "MN-HTH-05", unit.name, "has", "already tried to break out in this initiative.")
    if purpose.reaction and stated.get("purpose") == "square":
        formation = formation_in(unit, stated, "formation")
        if not FORMATIONS[formation].formed or formation in SQUARES:
            return refused("not_for_kind", "MN-REACT-45", unit.name, "is", "not formed infantry outside a square.")
    return None


def _bonus(state: State, number: int, stated: Facts) -> int:
    """The bonus of an emergency square test, else 0 (MN-REACT-42)."""
    if stated.get("purpose") != "square":
        return 0
    formation = formation_in(state.units[number], stated, "formation")
    return charge_answers.square_bonus(unit_with(state, number, formation=formation), number)[0]


def perform(play: TrackerPlay, stated: Facts) -> None:
    """Roll the test, after a test of caution if needed, and apply its effect."""
    number, purpose = unit_in(play.state, stated), PURPOSES[stated["purpose"]]
    form_as_stated(play, number, stated, "formation")
    if purpose.reaction:
        play.tell(tracker_events.MarkerNoted(unit=number, marker="blue", on=True))
        play.mark(number, "MN-REACT-02", reacted=True)
    passed = not is_stated(stated, "cautious") or play.test(number, "MN-CMD-20")
    passed = passed and play.test(number, purpose.rule, _bonus(play.state, number, stated))
    purpose.after(play, number, passed, stated)


def odds(state: State, stated: Facts) -> tuple[Forecast, ...]:
    """The odds of each test."""
    number, purpose = unit_in(state, stated), PURPOSES[stated["purpose"]]
    forecasts = [chance_of(state, number, purpose.rule, _bonus(state, number, stated), "It passes")]
    if is_stated(stated, "cautious"):
        forecasts.insert(0, chance_of(state, number, "MN-CMD-20", 0, "It may charge"))
    return tuple(forecasts)


TEST = EntryKind(title="Quality test", facts=facts, refuse=refuse, perform=perform, odds=odds, question=True)
"""A quality test, other than that of a unit that fires out of command."""
