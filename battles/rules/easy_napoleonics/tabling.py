"""The books of a game of Easy Napoleonics on a real table: notes, what follows from them, and what a page shows.

The books are a state without hexes: levels, formations, leaders, points and the turn. What depends on a hex is stated.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from battles.engine.core import Outcome, Refusal, Step
from battles.engine.dice import Dice, DiceDiffer, DiceNeeded, RecordedDice, Roll
from battles.engine.tabling import Books, Fact, FactChoice, Facts, Inquiry, Note
from battles.rules.easy_napoleonics import tabling_events as noted
from battles.rules.easy_napoleonics import tabling_page, tabling_play
from battles.rules.easy_napoleonics import words_names as say
from battles.rules.easy_napoleonics.checking import check
from battles.rules.easy_napoleonics.initiative import initiative
from battles.rules.easy_napoleonics.morale import lowered, raised
from battles.rules.easy_napoleonics.setup import Setup
from battles.rules.easy_napoleonics.starting import start
from battles.rules.easy_napoleonics.state import NOWHERE, State, other
from battles.rules.easy_napoleonics.tabling_asks import FIRE
from battles.rules.easy_napoleonics.tabling_events import NotedEvent
from battles.rules.easy_napoleonics.tabling_facts import Kind, formation_in, formations, gone, leader_in, named, unit_in
from battles.rules.easy_napoleonics.tabling_facts import refuse_open as refuse_facts
from battles.rules.easy_napoleonics.tabling_ground import HOLD
from battles.rules.easy_napoleonics.tabling_melee import MELEE, RALLY
from battles.rules.easy_napoleonics.tabling_play import Keeping

# The turn


def _refuse_initiative(state: State, stated: Facts) -> Refusal | None:
    if state.phase != "initiative":
        return Refusal("wrong_phase", "EN-INIT-01", "The initiative of this turn has been thrown for.")
    return None


def _initiative(play: Keeping, stated: Facts) -> None:
    state = play.state
    play.throwing = "Both sides throw for the initiative, side a first"
    done = initiative(play.dice, play.book, state.holder or None, state.streak)
    streak = state.streak + 1 if done.winner == state.holder else 1
    play.tell(
        noted.InitiativeNoted(
            throws=done.throws, totals=done.totals, winner=done.winner, streak=streak, rolls=play.thrown()
        )
    )
    play.tell(noted.PhaseNoted(phase="rally", turn=state.turn))


def _refuse_step(state: State, stated: Facts) -> Refusal | None:
    if state.phase == "initiative":
        return Refusal("wrong_phase", "EN-INIT-01", "The initiative is thrown for first.")
    return None


def _step(play: Keeping, stated: Facts) -> None:
    """The next phase; after the melees the turn ends (EN-SEQ-06)."""
    state = play.state
    if state.phase != "melee":
        play.tell(noted.PhaseNoted(phase=tabling_page.next_phase(state), turn=state.turn))
        return
    play.settle(at_end=True)
    if play.state.outcome is None:
        play.tell(noted.PhaseNoted(phase="initiative", turn=state.turn + 1))


def _side_facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    sides = tuple(FactChoice(side, say.side(state, side)) for side in ("a", "b"))
    value = stated.get("side", "")
    return (Fact(key="side", label="Who gives up", choices=sides, value=value, rule="EN-VP-02"),)


def _nothing(state: State, stated: Facts) -> Refusal | None:
    return None


def _concede(play: Keeping, stated: Facts) -> None:
    play.tell(noted.GameEnded(outcome=Outcome(other(stated["side"]), "the other side gave up", "EN-VP-02")))


# Units and leaders


def _refuse_strike(state: State, stated: Facts) -> Refusal | None:
    return gone(state, unit_in(state, stated), "EN-MORALE-03")


def _strike(play: Keeping, stated: Facts) -> None:
    number = unit_in(play.state, stated)
    play.level(number, lowered(play.state.units[number].level, 1))
    play.settle()


def _refuse_right(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    if number == NOWHERE:
        return Refusal("no_such", "EN-MORALE-03", "There is no such unit in the books.")
    if state.units[number].level == "good":
        return Refusal("no_change", "EN-MORALE-03", f"{state.units[number].name} is Good.")
    return None


def _right(play: Keeping, stated: Facts) -> None:
    number = unit_in(play.state, stated)
    level = play.state.units[number].level
    play.level(number, "bad" if level == "broken" else raised(level))


def _refuse_form(state: State, stated: Facts) -> Refusal | None:
    number = unit_in(state, stated)
    if (found := gone(state, number, "EN-UNIT-03")) is not None:
        return found
    unit = state.units[number]
    if stated.get("formation") not in formations(unit):
        return Refusal("not_for_kind", "EN-UNIT-03", f"{unit.name} has no such formation.")
    if stated.get("formation") == unit.formation:
        return Refusal("no_change", "EN-UNIT-03", f"{unit.name} is {say.in_formation(unit.formation)} already.")
    return None


def _form(play: Keeping, stated: Facts) -> None:
    number = unit_in(play.state, stated)
    formation = formation_in(play.state.units[number], stated, "formation")
    play.tell(noted.FormationNoted(unit=number, formation=formation))


def _refuse_leader(state: State, stated: Facts) -> Refusal | None:
    number = leader_in(state, stated, "leader")
    if number == NOWHERE or stated.get("what") not in ("lost", "back"):
        return Refusal("no_such", "EN-LEADER-06", "There is no such leader in the books.")
    if state.leaders[number].alive == (stated.get("what") == "back"):
        return Refusal("no_change", "EN-LEADER-06", f"{state.leaders[number].name} is so already.")
    return None


def _leader(play: Keeping, stated: Facts) -> None:
    play.leader(leader_in(play.state, stated, "leader"), alive=stated["what"] == "back")
    play.settle()


KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "initiative": Kind(title="Initiative", facts=named(), refuse=_refuse_initiative, perform=_initiative),
        "step": Kind(title="Next phase", facts=named(), refuse=_refuse_step, perform=_step),
        "concede": Kind(title="Give up", facts=_side_facts, refuse=_nothing, perform=_concede, question=True),
        "fire": FIRE,
        "melee": MELEE,
        "rally": RALLY,
        "hold": HOLD,
        "strike": Kind(title="A level down", facts=named("unit"), refuse=_refuse_strike, perform=_strike),
        "right": Kind(title="Put right", facts=named("unit"), refuse=_refuse_right, perform=_right),
        "form": Kind(title="Formation", facts=named("unit", "formation"), refuse=_refuse_form, perform=_form),
        "leader": Kind(title="Leader", facts=named("leader", "what"), refuse=_refuse_leader, perform=_leader),
    }
)
"""Every kind of note by its key."""


class Tabled:
    """The part of the system that keeps the books of games on real tables (`battles.engine.tabling.Tabling`)."""

    books_type: ClassVar[Any] = State
    noted_type: ClassVar[Any] = NotedEvent

    def open_books(self, setup: Setup) -> State:
        """The books as the first turn begins, with the armies as they are."""
        check(setup)
        return replace(start(setup), phase="initiative", turn=1)

    def books(self, kept: State) -> Books:
        """What a page shows of the books."""
        return tabling_page.books(kept)

    def inquire(self, kept: State, note: Note) -> Inquiry:
        """Fire, a melee or a rally as far as it is stated."""
        kind = KINDS.get(note.key)
        if kind is None or not kind.question:
            return Inquiry(key=note.key, title="", facts=(), refusal=_unknown())
        refusal = self.refuse_note(kept, note)
        odds = kind.odds(kept, _completed(kept, note)) if refusal is None and kind.odds is not None else ()
        facts = kind.facts(kept, note.facts)
        throws = kind.odds is not None
        return Inquiry(key=note.key, title=kind.title, facts=facts, refusal=refusal, forecasts=odds, throws=throws)

    def refuse_note(self, kept: State, note: Note) -> Refusal | None:
        """Why a note cannot be made."""
        kind = KINDS.get(note.key)
        if kind is None:
            return _unknown()
        if kept.outcome is not None:
            return Refusal("over", kept.outcome.rule, "The game is over.")
        facts = kind.facts(kept, note.facts)
        return refuse_facts(facts, note.facts) or kind.refuse(kept, _completed(kept, note))

    def make_note(self, kept: State, note: Note, dice: Dice) -> Step[State]:
        """What follows from a note."""
        play = Keeping(kept, dice)
        KINDS[note.key].perform(play, _completed(kept, note))
        return play.step()

    def answers(self, kept: State, note: Note) -> Sequence[tuple[Note, str]]:
        """Nothing: nobody fires out of his turn (EN-SEQ-01)."""
        return ()

    def throwing(self, kept: State, note: Note, rolls: Sequence[Roll]) -> str:
        """Who throws next for a note."""
        play = Keeping(kept, RecordedDice(rolls))
        try:
            KINDS[note.key].perform(play, _completed(kept, note))
        except (DiceNeeded, DiceDiffer):
            return play.throwing
        return ""

    def noted(self, kept: State, event: Any) -> State:
        """The books after ``event``."""
        return tabling_play.after(kept, event)

    def noted_words(self, kept: State, event: Any) -> str | None:
        """What ``event`` did, with its rules."""
        return tabling_play.sentence(kept, event)

    def books_outcome(self, kept: State) -> Outcome | None:
        """How the game ended."""
        return kept.outcome


def _completed(state: State, note: Note) -> Facts:
    """The facts of a note, with what is usual for those that are not stated."""
    return {fact.key: note.facts.get(fact.key, fact.value) for fact in KINDS[note.key].facts(state, note.facts)}


def _unknown() -> Refusal:
    return Refusal("no_such", "EN-SEQ-01", "The books know no such note.")
