"""Looks and lines of a battle as the API's shapes."""

import hashlib
from typing import Any

from django.urls import reverse
from msgspec import Raw, convert
from rest_framework.request import Request

from battles.api import shapes
from battles.engine.codec import encode
from battles.services.lines import lines_since, lines_until
from battles.services.look import Line, Look
from battles.services.reading import look as look_at
from battles.services.standing import Standing

FACTS = (
    *("slug", "title", "system", "system_title", "rules_version", "visibility", "delay", "owner", "created"),
    *("scheme", "commitment", "salts", "secret"),
)
SHOWN = (
    *("viewer", "status", "is_past", "n", "last", "umpire", "own", "may_act", "acts_as", "is_owner", "turn", "phase"),
    *("stages", "score", "question", "outcome", "winner"),
)
LATEST = 40
"""Lines that are told of a battle whose end has changed the feed that one reads."""


def battle_view(request: Request, look: Look) -> dict[str, Any]:
    """What ``shapes.BattleView`` says of a look."""
    at = request.build_absolute_uri
    slug = look.facts.slug
    return {
        **{name: getattr(look.facts, name) for name in FACTS},
        **{name: getattr(look, name) for name in SHOWN},
        "page": at(reverse("battles:battle", args=[slug])),
        "sides": look.sides,
        "feed": [feed_line(line) for line in look.feed],
        "offers": look.offers,
        "undo": look.undo,
        "times": look.times,
        "ground": at(f"/api/v1/battles/{slug}/ground"),
        "ground_etag": f'"{ground_tag(look)}"',
        "scene": look.scene,
        "view": Raw(encode(look.seen)),
    }


def ground_tag(look: Look) -> str:
    """A word for the ground as it is drawn: another word, another ground."""
    return hashlib.blake2b(encode(look.ground), digest_size=8).hexdigest()


def feed_line(line: Line) -> shapes.FeedLine:
    """A line of a feed."""
    return shapes.FeedLine(
        n=line.n,
        key=line.key,
        lines=[shapes.Sentence(text, is_heading) for text, is_heading in line.lines],
        by_name=line.by_name,
        turn=line.turn,
        phase=line.phase,
        undone=line.undone,
        is_notice=line.is_notice,
        created=line.created,
        notes=line.notes,
    )


def battle_now(standing: Standing, before: Standing, expect: int | None, said: str) -> shapes.BattleNow:
    """How it stands for ``standing``, who was ``before`` and had read his feed up to ``expect``."""
    look = look_at(standing, tail=1)
    if standing.viewer == before.viewer:
        lines = lines_since(standing, look.n - 1 if expect is None else expect)
    else:
        lines = lines_until(standing, look.n, LATEST)
    return shapes.BattleNow(
        said=said,
        viewer=look.viewer,
        n=look.n,
        status=look.status,  # type: ignore[arg-type]
        turn=look.turn,
        phase=look.phase,
        awaited=[side.side for side in look.awaited],
        may_act=list(look.may_act),
        acts_as=look.acts_as,
        outcome=look.outcome,
        winner=look.winner,
        offers=convert(look.offers, list[shapes.BattleOffer], from_attributes=True),
        lines=[feed_line(line) for line in lines],
    )
