"""Making a battle from what somebody asks for, in a form or over the API: its armies, its title, who sits where."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from msgspec import Struct

from armies.models import Army
from armies.models.army import Visibility
from battles.engine.core import RuleSystem
from battles.models import Battle
from battles.services import fielded
from battles.services.levels import LEVELS, USUAL, computer_at, level_of
from battles.services.locking import Refused
from battles.services.sources import ARMIES, DRAWN, Source, configured
from battles.services.starting import MOST_TITLE, NewBattle, Sitting, start

ME: Final = "me"
INVITE: Final = "invite"
OPEN: Final = "open"
COMPUTER: Final = "computer:"
WHO: Final = (ME, INVITE, OPEN, *(f"{COMPUTER}{level}" for level in LEVELS))
"""Who may be asked for at a place: oneself, whoever gets a link, whoever comes, a computer player."""


class Asked(Struct, frozen=True, kw_only=True):
    """A battle as somebody asks for it.

    ``places`` says by place who sits there, one of ``WHO``. ``values`` are options by name, ``house`` a patch of the
    tables, ``armies`` slugs by side. ``name`` and ``salt`` are those of the seats that he takes himself. The same
    asked twice with one ``token`` is made once.
    """

    source: Source
    user: Any
    places: Mapping[str, str]
    title: str = ""
    values: Mapping[str, Any] = {}
    house: Mapping[str, Any] | None = None
    armies: Mapping[str, str] = {}
    cards: bool = False
    name: str = ""
    salt: str = ""
    visibility: str = Visibility.UNLISTED
    delay: int = 0
    token: UUID | None = None


def make(asked: Asked) -> tuple[Battle, tuple[str, ...]]:
    """The battle, and what the players ought to know of their armies.

    Raises:
        Refused: something of it cannot be kept; ``field`` says what.
        SetupError: it cannot be played.
        ValueError: a wrong option or house rule; a sentence.
    """
    source, user = asked.source, asked.user
    sittings = tuple(
        sitting_of(source.system, place, who, user, asked.name, asked.salt) for place, who in asked.places.items()
    )
    if not user.is_authenticated and not any(sitting.guest for sitting in sittings):
        raise Refused("Without an account you take a seat yourself, or nobody could go on with the battle.", "seats")
    armies = armies_of(source, asked.armies, user)
    setup, notes = configured(source, asked.values, asked.house, armies, cards=asked.cards)
    title = asked.title or (" against ".join(army.name for army in armies) if armies else source.title)
    new = NewBattle(
        system=source.system,
        setup=setup,
        title=title[:MOST_TITLE],
        sittings=sittings,
        visibility=asked.visibility,
        delay=asked.delay,
        owner=user if user.is_authenticated else None,
        token=asked.token,
    )
    battle = start(new)
    if armies:
        fielded.record(source.system, armies, battle=battle)
    elif source.kind == DRAWN:
        fielded.record_taken(source.name, setup, user, battle=battle)
    return battle, notes


def usual_places(source: Source) -> dict[str, str]:
    """Who sits where if nothing is said: the one who asks first, then the computer."""
    first, *others = source.system.sides
    return {first: ME, **dict.fromkeys(others, f"{COMPUTER}{USUAL}")}


def sitting_of(system: RuleSystem[Any], place: str, who: str, user: Any, name: str = "", salt: str = "") -> Sitting:
    """Who is to sit at a place; the one who asks as ``user`` or, without an account, as a guest.

    Raises:
        Refused: ``who`` is none of ``WHO``, or a computer player of a strength that the system has not.
    """
    if who not in WHO:
        raise Refused(f"Who sits at a place is one of {', '.join(WHO)}.", "seats")
    if who.startswith(COMPUTER):
        return computer_at(place, level_of(system, who.removeprefix(COMPUTER)))
    if who != ME:
        return Sitting(place=place, anyone=who == OPEN)
    added = salt.strip().encode("utf-8", "replace")
    if user.is_authenticated:
        return Sitting(place=place, user=user, salt=added)
    return Sitting(place=place, guest=True, name=name, salt=added)


def armies_of(source: Source, slugs: Mapping[str, str], user: Any) -> tuple[Army, Army] | None:
    """The armies of the sides, for a source that asks for them; None for one that has its own.

    Raises:
        Refused: not one for each side, one that ``user`` may not see, or some for a source that has its own.
    """
    if source.kind != ARMIES:
        if slugs:
            raise Refused("This source has armies of its own.", "armies")
        return None
    sides = source.system.sides
    if set(slugs) != set(sides):
        raise Refused(f"Give the slug of an army for each of {', '.join(sides)}.", "armies")
    found = {army.slug: army for army in Army.objects.readable_by(user).filter(slug__in=list(slugs.values()))}
    missing = [slug for slug in slugs.values() if slug not in found]
    if missing:
        raise Refused(f"There is no army “{missing[0][:80]}”, or you may not see it.", "armies")
    a, b = (found[slugs[side]] for side in sides)
    return a, b
