"""The commanders of an army: what each is rated, how that came about, and throwing for them."""

from typing import Annotated, Any, Literal

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api import shapes
from armies.api.changing import changed
from armies.api.endpoint import Endpoint, stamped
from armies.api.finding import Reading, editable, readable
from armies.api.operation import operation
from armies.models import Army
from armies.rules import facts
from armies.rules.reckoning import Reckoning
from armies.services.assessing import Assessment
from armies.services.locking import Refused, writing
from armies.services.rating import commanders, level_of, rate, rate_all, standing
from armies.services.reading import facts_of


class Commander(Struct, frozen=True):
    """The commander of a corps or division. `throws` are the times he was rated; `radius` explains his in cm."""

    element: str
    of: str
    level: Literal["corps", "division"]
    name: str
    rating: facts.CommanderRating | None
    radius: Reckoning | None
    throws: list[facts.Throw]


class Commanders(Struct, frozen=True):
    """Those who have a rating, and the army's version."""

    version: int
    items: list[Commander]


class NewThrow(Struct, frozen=True, forbid_unknown_fields=True):
    """How to rate: `seed`, the server throws 2D6; `manual`, `faces` as your dice fell; `fixed`, the `rating` given.

    Without an `element` the server throws for everybody who has no rating yet, or with `again` for everybody. What
    the source does not use is refused: no dice are thrown for one who has typed his.
    """

    element: Annotated[str, Meta(max_length=36, description="The id of a corps or division.")] = ""
    source: Literal["seed", "manual", "fixed"] = "seed"
    faces: Annotated[tuple[int, ...], Meta(max_length=2, description="Two faces of 1 to 6.")] = ()
    rating: Literal["", "excellent", "good", "average", "poor", "dreadful"] = ""
    again: bool = False


class Throws(Endpoint):
    """``/armies/<slug>/throws``"""

    @operation(name="throw_list", tag="Commanders", query=Reading, answer=Commanders, versioned=True, signed_in=False)
    def get(self, request: Request, slug: str, query: Reading) -> HttpResponse:
        """List the commanders and their ratings

        Corps first, then divisions. The last throw counts; earlier ones stay in the record.
        """
        army = readable(request, slug, query.link)
        return stamped(self.respond({"version": army.version, "items": rated(army)}), army)

    @operation(
        name="throw_make",
        tag="Commanders",
        body=NewThrow,
        example={"source": "seed"},
        answer=shapes.Changed,
        status=201,
        matched=True,
        versioned=True,
    )
    def post(self, request: Request, slug: str, body: NewThrow) -> HttpResponse:
        """Rate one commander, or throw for all

        Dice that fell are never taken back: a new throw stands behind the old ones.
        """
        army = editable(request, slug)
        with writing(army, self.expect) as row:
            before = row.version
            throw(row, body, request.user)
            entry = row.changes.filter(number__gt=before).last()
        return changed(self, army, entry, 201)


def throw(army: Army, body: NewThrow, by: Any) -> None:
    """Rate as ``body`` asks.

    Raises:
        Refused: with the field at fault.
    """
    if body.faces and body.source != "manual":
        raise Refused("faces", "Dice that you threw are of the source manual; with another nothing is thrown.")
    if body.rating and body.source != "fixed":
        raise Refused("rating", "A rating is given with the source fixed; with another the dice say it.")
    if body.again and body.element:
        raise Refused("again", "It is for everybody, without an element; one commander is always rated again.")
    if body.element:
        rate(army, body.element, source=body.source, faces=body.faces, rating=body.rating, by=by)
    elif body.source == "seed":
        rate_all(army, by=by, again=body.again)
    else:
        raise Refused("element", "Say whose rating it is: the id of a corps or division. GET lists them.")


def rated(army: Army) -> list[Commander]:
    """Each commander with the rating that counts and its arithmetic."""
    assessment = Assessment(facts_of(army))
    found = []
    for place in commanders(assessment.army):
        rating, why = standing(place, assessment)
        element = place.element
        throws = list(element.throws)  # type: ignore[union-attr]
        found.append(Commander(element.id, element.name, level_of(place), element.commander, rating, why, throws))
    return found
