"""Rating commanders: by the server's dice, by real dice typed in, or as history had it (MN-CMD-50 to 61)."""

import hashlib
import secrets
from typing import Any

from django.utils import timezone

from armies.building.army_edits import Rate
from armies.exchange import limits
from armies.models import Army
from armies.rules import facts, mini_nap
from armies.rules.reckoning import Reckoning
from armies.rules.tree import Place, walk
from armies.services.amending import amend
from armies.services.assessing import Assessment
from armies.services.locking import Refused, writing
from armies.services.reading import facts_of
from battles.engine.dice import throw as throw_dice
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.tables import Level


def commanders(army: facts.Army) -> list[Place]:
    """Those who have a rating: the commanders of corps, then of divisions (MN-RULING-67)."""
    places = [place for place in walk(army) if isinstance(place.element, facts.Corps | facts.Division)]
    return sorted(places, key=lambda place: isinstance(place.element, facts.Division))


def level_of(place: Place) -> Level:
    """Whose tables one of ``commanders`` is read in."""
    return "corps" if isinstance(place.element, facts.Corps) else "division"


def standing(place: Place, assessment: Assessment) -> tuple[facts.CommanderRating | None, Reckoning | None]:
    """The rating of one of ``commanders`` that counts and its arithmetic, whose value is the radius in cm."""
    throws = place.element.throws  # type: ignore[union-attr]
    options, nation = assessment.mini_nap_options, mini_nap.command_nation(place, assessment.army)
    why = mini_nap.explain_rating(throws, level_of(place), nation, options)
    return mini_nap.standing_rating(throws, options), why


def rate_all(
    army: Army, *, by: Any = None, seed: bytes | None = None, again: bool = False
) -> list[tuple[Place, facts.Throw]]:
    """Throw for every commander who has no rating yet, or with ``again`` for every one.

    ``seed`` makes the throws repeatable; without it the secret is new. Earlier throws stay.
    """
    secret = seed or secrets.token_bytes(32)
    with writing(army) as row:
        plain = facts_of(row)
        options = _options(plain)
        made = [
            (place, _thrown(place, plain, _throw(secret, index), "seed", options, by))
            for index, place in enumerate(commanders(plain))
            if again or not place.element.throws  # type: ignore[union-attr]
        ]
        amend(row, Rate({place.element.id: throw for place, throw in made}), by=by)
    return made


def rate(
    army: Army,
    element: str,
    *,
    source: str,
    faces: tuple[int, ...] = (),
    rating: str = "",
    by: Any = None,
    expect: int | None = None,
) -> tuple[Place, facts.Throw]:
    """Rate one commander.

    Args:
        element: the id of a corps or division.
        source: ``seed`` (the server throws), ``manual`` (``faces`` as the dice fell) or ``fixed``
            (``rating`` is what history or a scenario gives).
        expect: the version of the army that was looked at.

    Raises:
        Refused: no such commander, faces that 2D6 cannot show, an unknown rating.
        Stale: the army has moved on.
    """
    if source not in ("seed", "manual", "fixed"):
        raise Refused("source", "Choose one: throw, type the dice in, or give the rating that history had.")
    with writing(army, expect) as row:
        plain = facts_of(row)
        place = next((place for place in commanders(plain) if place.element.id == element), None)
        if place is None:
            raise Refused("element", "Only the commanders of corps and divisions have a rating (MN-CMD-34).")
        if source == "fixed":
            made = _fixed(place, rating, by)
        else:
            if source == "seed":
                faces = _throw(secrets.token_bytes(32))
            made = _thrown(place, plain, faces, source, _options(plain), by)
        amend(row, Rate({element: made}), by=by)
    return place, made


def seed_of(number: int) -> bytes:
    """The dice secret that a number given on the command line stands for."""
    return hashlib.blake2b(str(number).encode(), digest_size=32).digest()


def _throw(secret: bytes, index: int = 0) -> tuple[int, ...]:
    """The dice of the commander who throws after ``index`` others."""
    return throw_dice(secret, index, 0, tables.COMMANDER_DICE, tables.DIE_SIDES)


def _options(army: facts.Army) -> mini_nap.Options:
    return Assessment(army).mini_nap_options


def _refuse_too_many(place: Place) -> None:
    if len(place.element.throws) >= limits.MAX_ITEMS:  # type: ignore[union-attr]
        raise Refused("source", f"A commander may be rated {limits.MAX_ITEMS} times, and this one was.")


def _signed(by: Any) -> dict[str, str]:
    """Who threw, and when."""
    name = by.get_username() if by is not None and by.is_authenticated else ""
    return {"by": name, "at": timezone.now().isoformat(timespec="seconds")}


def _fixed(place: Place, rating: str, by: Any) -> facts.Throw:
    if rating not in facts.COMMANDER_RATINGS:
        words = ", ".join(facts.COMMANDER_RATINGS)
        raise Refused(
            "rating", f"{rating or 'Nothing'} is not a rating. A commander is one of {words} (MN-CMD-06 to 10)."
        )
    _refuse_too_many(place)
    return facts.Throw(rating=rating, source="fixed", rule="MN-CMD-61", **_signed(by))  # type: ignore[arg-type]


def _thrown(
    place: Place, army: facts.Army, faces: tuple[int, ...], source: str, options: mini_nap.Options, by: Any
) -> facts.Throw:
    try:
        rated = mini_nap.rate(level_of(place), mini_nap.command_nation(place, army), faces, options)
    except ValueError as error:
        raise Refused("faces", str(error)) from error
    _refuse_too_many(place)
    return facts.Throw(
        rating=rated.rating,
        source=source,  # type: ignore[arg-type]
        faces=tuple(faces),
        modifier=rated.modifier,
        rule=rated.rule,
        **_signed(by),
    )
