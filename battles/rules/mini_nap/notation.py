"""Actions in a short form that a player can type: ``12 pivot 45 adv 6.5``, ``fire 12 31 at 60.5,42``.

A plan begins with the number of its unit, anything else with a word. Units, command stands, Brigades and Divisions
are named by their numbers, lengths are centimetres and bearings degrees. ``read`` takes what ``write`` gives, and
large and small letters are the same to it but in the names of features.
"""

from typing import Any, Final

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import notation_fights, notation_turn
from battles.rules.mini_nap.notation_parts import PLAN_FORM, read_plan, written_plan
from battles.rules.mini_nap.notation_words import NotationError as NotationError
from battles.rules.mini_nap.notation_words import Words, echoed

LONGEST_TEXT: Final = 4_000
"""Characters that the short form of one action may have."""


def write(action: Any) -> str:
    """``action`` in its short form."""
    if isinstance(action, act.Manoeuvre):
        return " ".join(written_plan(action))
    word, parts = _WRITERS[type(action)]
    return " ".join((word, *parts(action)))


def read(text: str) -> Any:
    """The action of a short form; whether it is legal is not asked.

    Raises:
        NotationError: what is no short form; the sentence says which word and why.
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError(f"The short form of an action has at most {LONGEST_TEXT:,} characters, not {len(text):,}.")
    words = Words(text)
    first = words.next.lower()
    if first in _READERS:
        words.place = 1
        words.form = f" It is written {FORMS[first]}."
        action = _READERS[first](words)
    elif first[:1].isdecimal():
        words.form = f" A plan is written {PLAN_FORM}."
        action = read_plan(words)
    else:
        said = echoed(words.next) if first else "An empty text"
        known = ", ".join(_READERS)
        raise NotationError(f"{said} is no action: one begins with the number of a unit, or with one of {known}.")
    words.end()
    return action


_ROWS: Final = (*notation_turn.ROWS, *notation_fights.WINDOWS, *notation_fights.FIGHTS)

FORMS: Final[dict[str, str]] = {row[1]: row[2] for row in _ROWS}
"""How each kind of action is written, by an example, by the word that it begins with."""

_WRITERS: Final = {row[0]: (row[1], row[3]) for row in _ROWS}
_READERS: Final = {row[1]: row[4] for row in _ROWS}
