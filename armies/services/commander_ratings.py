"""Rate commanders with the server's dice, real dice or a historical rating.

Source: MN-CMD-50, MN-CMD-51, MN-CMD-52, MN-CMD-53, MN-CMD-54, MN-CMD-55, MN-CMD-56, MN-CMD-57, MN-CMD-60, MN-CMD-61.
"""

import hashlib
import secrets
from typing import Any

from django.utils import timezone

from armies.building.edits import Rate
from armies.exchange import limits
from armies.models import Army
from armies.services.apply_edit import amend
from armies.services.assessment import Assessment
from armies.services.locks import Refused, writing
from armies.services.storage import facts_of
from battles.engine.armies import facts, systems
from battles.engine.armies.group import RatedLevel
from battles.engine.armies.reckoning import Reckoning
from battles.engine.armies.tree import Place, walk
from battles.engine.dice import seeded_faces as throw_dice


def commanders(army: facts.Army) -> list[Place]:
    """Places of formations whose commander has a rating: corps, then divisions (MN-RULING-67)."""
    places = [place for place in walk(army) if isinstance(place.element, facts.Corps | facts.Division)]
    return sorted(places, key=lambda place: isinstance(place.element, facts.Division))


def level_of(place: Place) -> RatedLevel:
    """The rating tables that apply to one of ``commanders``."""
    return "corps" if isinstance(place.element, facts.Corps) else "division"


def current_rating(place: Place, assessment: Assessment) -> tuple[facts.CommanderRating | None, Reckoning | None]:
    """The present rating of one of ``commanders``, and its arithmetic, whose value is the radius in cm."""
    throws = place.element.throws  # type: ignore[union-attr]
    system, ratings = systems.ratings()
    options, nation = assessment.options(system), ratings.command_nation(place, assessment.army)
    why = ratings.explain_rating(throws, level_of(place), nation, options)
    return ratings.standing_rating(throws, options), why


def rate_all(
    army: Army, *, by: Any = None, seed: bytes | None = None, again: bool = False
) -> list[tuple[Place, facts.Throw]]:
    """Roll a rating for every commander without one, or with ``again`` for every commander.

    ``seed`` makes the rolls repeatable; without it the secret is random. Earlier ratings stay.
    """
    secret = seed or secrets.token_bytes(32)
    with writing(army) as row:
        plain = facts_of(row)
        options = _options(plain)
        ratings = [
            (place, _rolled_rating(place, plain, _roll(secret, index), "seed", options, by))
            for index, place in enumerate(commanders(plain))
            if again or not place.element.throws  # type: ignore[union-attr]
        ]
        amend(row, Rate({place.element.id: rating for place, rating in ratings}), by=by)
    return ratings


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
        source: ``seed`` (the server rolls), ``manual`` (``faces`` are those of real dice) or ``fixed``
            (``rating`` is given by history or a scenario).
        expect: the version of the army that the user saw.

    Raises:
        Refused: no such commander, faces that 2D6 cannot show, an unknown rating.
        Stale: the army has a newer version.
    """
    if source not in ("seed", "manual", "fixed"):
        raise Refused("source", "Choose one: roll, enter your dice, or set the historical rating.")
    with writing(army, expect) as row:
        plain = facts_of(row)
        place = next((place for place in commanders(plain) if place.element.id == element), None)
        if place is None:
            raise Refused("element", "Only the commanders of corps and divisions have a rating (MN-CMD-34).")
        if source == "fixed":
            new_rating = _fixed(place, rating, by)
        else:
            if source == "seed":
                faces = _roll(secrets.token_bytes(32))
            new_rating = _rolled_rating(place, plain, faces, source, _options(plain), by)
        amend(row, Rate({element: new_rating}), by=by)
    return place, new_rating


def seed_of(number: int) -> bytes:
    """The dice secret for a seed number from the command line."""
    return hashlib.blake2b(str(number).encode(), digest_size=32).digest()


def _roll(secret: bytes, index: int = 0) -> tuple[int, ...]:
    """The dice of the commander at ``index`` in the order of rolling."""
    return throw_dice(secret, index, 0, *systems.ratings()[1].dice())


def _options(army: facts.Army) -> Any:
    return Assessment(army).options(systems.ratings()[0])


def _refuse_too_many(place: Place) -> None:
    if len(place.element.throws) >= limits.MAX_ITEMS:  # type: ignore[union-attr]
        raise Refused("source", f"This commander already has {limits.MAX_ITEMS} ratings; no more are allowed.")


def _signed(by: Any) -> dict[str, str]:
    """The name of the user who rolls, and the time."""
    name = by.get_username() if by is not None and by.is_authenticated else ""
    return {"by": name, "at": timezone.now().isoformat(timespec="seconds")}


def _fixed(place: Place, rating: str, by: Any) -> facts.Throw:
    if rating not in facts.COMMANDER_RATINGS:
        words = ", ".join(facts.COMMANDER_RATINGS)
        raise Refused(
            "rating",
            f"{rating or 'Nothing'} is not a rating. A commander is one of {words} "
            "(MN-CMD-06, MN-CMD-07, MN-CMD-08, MN-CMD-09, MN-CMD-10).",
        )
    _refuse_too_many(place)
    return facts.Throw(rating=rating, source="fixed", rule="MN-CMD-61", **_signed(by))  # type: ignore[arg-type]


def _rolled_rating(
    place: Place, army: facts.Army, faces: tuple[int, ...], source: str, options: Any, by: Any
) -> facts.Throw:
    _, ratings = systems.ratings()
    try:
        rated = ratings.rate(level_of(place), ratings.command_nation(place, army), faces, options)
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
