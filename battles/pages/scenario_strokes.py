"""Strokes sent by a form: those gathered by the page's script, and one that was typed."""

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from django.http import HttpRequest

from armies.exchange.clean_text import one_line
from battles.engine.drafting import Draft, Stroke
from battles.engine.picture import Ground, Point
from battles.services.play.lock import Refused

MOST_STROKES: Final = 400_000
"""The most characters of the strokes in one form."""
PLACE: Final = re.compile(r"(-?\d{1,4}(?:\.\d{1,2})?),(-?\d{1,4}(?:\.\d{1,2})?)", re.ASCII)
CM: Final = 100
"""Tenths of a millimetre in a centimetre."""


def strokes_of(request: HttpRequest, draft: Draft) -> tuple[Stroke, ...]:
    """The strokes to apply to a scenario.

    Raises:
        Refused: they cannot be read.
    """
    sent, areas = request.POST.get("strokes", ""), request.POST.get("areas", "").replace(",", " ").split()
    strokes = read_strokes(sent) if sent else ()
    points, which = _points(request.POST.get("points", ""), draft.ground), request.POST.get("which", "")
    if strokes and not areas and not points and not which:
        return strokes
    key, text = request.POST.get("brush", ""), one_line(request.POST.get("text", ""))
    brush = next((one for one in draft.palette if one.key == key), None)
    about = bool(brush and not brush.block and brush.draws in ("", "shift", "bend"))
    return (*strokes, Stroke(key, (which,) if which and about else tuple(areas), text, points=points))


def read_strokes(sent: str) -> tuple[Stroke, ...]:
    """The strokes in the JSON of the page's script.

    Raises:
        Refused: they cannot be read, or are too many.
    """
    if len(sent) > MOST_STROKES:
        raise Refused("These are too many strokes for one save. Save more often.", "strokes")
    try:
        return msgspec.json.decode(sent.encode(), type=tuple[Stroke, ...])
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        raise Refused("The strokes cannot be read. Reload the page and paint again.", "strokes") from None


def _points(typed: str, ground: Ground) -> tuple[Point, ...]:
    """Points of the picture from typed places, in centimetres from the lower left corner."""
    points = []
    for word in typed.replace(";", " ").split():
        match = PLACE.fullmatch(word.replace("−", "-"))
        if match is None:
            how = "Type places such as 60,40 75.5,40: centimetres from the left and from the southern edge"
            raise Refused(f"{how}. {word[:20]!r} is not a place.", "points")
        x, up = (round(float(part) * CM * ground.step / ground.tenths) for part in match.groups())
        points.append((x, ground.height - up))
    return tuple(points)


def terrain_items(draft: Draft) -> list[dict[str, Any]]:
    """The terrain of an open table for a script that finds what is under the pointer; lines, with their width, last."""
    ground = draft.ground
    if not ground.open:
        return []
    return [
        *(_told(area.key, area.words, area.outline) for area in ground.areas),
        *(_told(way.key, way.words, way.points, way.wide) for way in ground.ways if way.key),
    ]


def _told(key: str, words: str, points: Sequence[Point], wide: int | None = None) -> dict[str, Any]:
    return {"key": key, "words": words, "points": points, **({} if wide is None else {"wide": wide})}


def stroke_targets(draft: Draft) -> list[tuple[str, str]]:
    """The keys and names that a stroke on an open table may be about: terrain first, then units."""
    named = {each["key"]: f"{each['words']} ({each['key']})" for each in terrain_items(draft)}
    if draft.ground.open:
        named |= {block.key: block.name for block in draft.scene.blocks}
    return list(named.items())
