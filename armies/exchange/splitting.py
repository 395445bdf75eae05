"""A regiment given as one figure, shared out over its battalions with nothing lost."""

from msgspec import structs

from armies.exchange.limits import MAX_BATTALIONS, MAX_NAME
from armies.rules.facts import Unit

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


def shares(total: int, parts: int) -> list[int]:
    """``total`` in ``parts`` whole numbers that differ by one at most; the first ones get the odd men."""
    each, odd = divmod(total, parts)
    return [each + (1 if index < odd else 0) for index in range(parts)]


def split(regiment: Unit, battalions: int) -> tuple[Unit, ...]:
    """The battalions of ``regiment``, named ``I/NAME``, ``II/NAME``; their men add up to the regiment's.

    Their figures are derived, whatever the regiment's was; it stays in the note with its basis.

    Raises:
        ValueError: with a sentence; there are too many battalions, too few men, or the name is too long.
    """
    if battalions < 2:
        return (structs.replace(regiment, sub_units=battalions, sub_unit="battalions"),)
    if battalions > MAX_BATTALIONS:
        raise ValueError(f"A regiment may have {MAX_BATTALIONS} battalions; this says {battalions}.")
    if regiment.men is not None and regiment.men < battalions:
        raise ValueError(f"{regiment.men} men cannot be shared over {battalions} battalions.")
    if len(regiment.name) + len("VIII/") > MAX_NAME:
        raise ValueError(f"The regiment's name is too long to put a number before it: at most {MAX_NAME - 5} letters.")
    men = shares(regiment.men, battalions) if regiment.men is not None else [None] * battalions
    note = _note(regiment, battalions)
    return tuple(
        structs.replace(
            regiment,
            name=f"{ROMAN[index]}/{regiment.name}",
            men=men[index],
            sub_units=1,
            sub_unit="battalions",
            basis="derived",
            note=note,
        )
        for index in range(battalions)
    )


def _note(regiment: Unit, battalions: int) -> str:
    figure = "no figure" if regiment.men is None else f"{regiment.men:,} men"
    basis = "" if regiment.basis == "unknown" else f" ({regiment.basis})"
    told = f"the regiment has {figure}{basis} in {battalions} battalions, shared evenly"
    return f"{told}; {regiment.note}" if regiment.note else told
