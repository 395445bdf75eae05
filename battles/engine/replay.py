"""A stored battle played back, and checked.

To show a battle its events are folded; the rules of play are not asked, so a corrected rule never breaks a stored
battle. To check one, every action since its rules were last corrected is decided again with its recorded dice, and
every seeded die is thrown again.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any

from battles.engine.audit import Audit, Broken, Problem, folded, guarded
from battles.engine.codec import Unreadable
from battles.engine.dice import SCHEME, asked, key, prove, throw
from battles.engine.record import Battle, Entry


def states(battle: Battle, to: int | None = None) -> Iterator[Any]:
    """The state after each entry, up to and with the one at place ``to``; by its events alone.

    Raises:
        Unreadable: an event that cannot be folded.
    """
    try:
        state = guarded(battle.system.start, battle.header.setup)
        kept = dict.fromkeys(entry.back for entry in battle.entries if entry.back is not None)
        for place, entry in enumerate(battle.entries):
            if to is not None and place > to:
                return
            if entry.back is not None:
                if kept.get(entry.back) is None:
                    raise Broken(f"Entry {place} goes back to entry {entry.back}, which is not before it.")
                state = kept[entry.back]
            state = folded(battle.system, state, entry)
            if place in kept:
                kept[place] = state
            yield state
    except Broken as wrong:
        raise Unreadable(str(wrong)) from None


def state(battle: Battle, to: int | None = None) -> Any:
    """The state after the entry at place ``to``, the last one without. Before any entry, that of the set-up.

    Raises:
        Unreadable: an event that cannot be folded.
    """
    last = deque(states(battle, to), maxlen=1)
    return last[0] if last else battle.system.start(battle.header.setup)


def notes(battle: Battle) -> list[str]:
    """What ``verify`` cannot hold of this battle, a sentence each; empty where it holds everything."""
    header, found = battle.header, []
    if battle.version != battle.system.version:
        versions = f"version {battle.version} of {battle.system.key}, and {battle.system.version} is here"
        found.append(f"It was played by {versions}: its events were folded, its actions were not decided again.")
    elif battle.changed:
        versions = f"version {battle.version} of {battle.system.key} from entry {battle.changed} on"
        found.append(f"It is played by {versions}: what is before it was folded, and not decided again.")
    if header.secret is None:
        found.append("The secret is not published: seeded dice were not thrown again.")
    given = sum(roll.source != "seed" for entry in battle.entries for roll in entry.rolls)
    if given:
        found.append(f"{given} rolls were typed in or imported and are taken as they are.")
    return found


def verify(battle: Battle) -> list[Problem]:
    """What is wrong with a battle, in the order of its entries; empty where nothing is.

    A battle that goes on, whose secret is not published, may stop anywhere. What follows an entry whose state cannot
    be told is not checked.
    """
    header = battle.header
    found = list(_of_header(battle))
    if header.secret is not None and not found:
        dice_key = key(bytes.fromhex(header.secret), [bytes.fromhex(salt) for salt in header.salts])
        for entry in battle.entries:
            found += _of_dice(entry, dice_key)
    found += Audit(battle).problems()
    return sorted(found, key=lambda problem: -1 if problem.n is None else problem.n)


def _of_header(battle: Battle) -> Iterator[Problem]:
    header = battle.header
    if header.scheme != SCHEME:
        yield Problem(None, f"The dice scheme “{header.scheme}” is not known; {SCHEME} is.")
    if header.secret is not None and not prove(bytes.fromhex(header.secret), header.commitment):
        yield Problem(None, "The published secret is not the one of the commitment shown before the battle.")


def _of_dice(entry: Entry[Any, Any], dice_key: bytes) -> Iterator[Problem]:
    """Seeded faces that the key does not give."""
    for number, roll in enumerate(entry.rolls):
        if roll.source != "seed":
            continue
        faces = throw(dice_key, entry.n, number, len(roll.faces), roll.sides)
        if faces != roll.faces:
            shown, seeded = ", ".join(map(str, roll.faces)), ", ".join(map(str, faces))
            what = asked(roll.why, len(roll.faces), roll.sides)
            yield Problem(entry.n, f"Throw {number} ({what}) is recorded as {shown}; the seed gives {seeded}.")
