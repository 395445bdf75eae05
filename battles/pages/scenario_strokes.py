"""Strokes as a form sends them: those that the page's script gathered, and one that was typed."""

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from django.http import HttpRequest

from armies.exchange.cleaning import one_line
from battles.engine.drafting import Draft, Stroke
from battles.engine.picture import Ground, Point
from battles.services.locking import Refused

MOST_STROKES: Final = 400_000
"""Characters of the strokes that one form may bring."""
PLACE: Final = re.compile(r"(-?\d{1,4}(?:\.\d{1,2})?),(-?\d{1,4}(?:\.\d{1,2})?)", re.ASCII)
CM: Final = 100
"""Tenths of a millimetre of a centimetre."""


def strokes_of(request: HttpRequest, found: Draft) -> tuple[Stroke, ...]:
    """What is to be laid on a drawing.

    Raises:
        Refused: it cannot be read.
    """
    sent, areas = request.POST.get("strokes", ""), request.POST.get("areas", "").replace(",", " ").split()
    strokes = read(sent) if sent else ()
    points, which = _points(request.POST.get("points", ""), found.ground), request.POST.get("which", "")
    if strokes and not areas and not points and not which:
        return strokes
    key, text = request.POST.get("brush", ""), one_line(request.POST.get("text", ""))
    brush = next((one for one in found.palette if one.key == key), None)
    about = bool(brush and not brush.block and brush.draws in ("", "shift", "bend"))
    return (*strokes, Stroke(key, (which,) if which and about else tuple(areas), text, points=points))


def read(sent: str) -> tuple[Stroke, ...]:
    """Strokes in the JSON of the page's script.

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
    """Places in centimetres from the lower left corner as points of the picture."""
    found = []
    for word in typed.replace(";", " ").split():
        match = PLACE.fullmatch(word.replace("−", "-"))
        if match is None:
            why = "Places are written as 60,40 75.5,40: centimetres from the left and from the foot"
            raise Refused(f"{why}; {word[:20]!r} is none.", "points")
        x, up = (round(float(part) * CM * ground.step / ground.tenths) for part in match.groups())
        found.append((x, ground.height - up))
    return tuple(found)


def lying(found: Draft) -> list[dict[str, Any]]:
    """What lies on an open table, for a script that finds what is under a pointer: lines last, and how wide."""
    ground = found.ground
    if not ground.open:
        return []
    return [
        *(_told(area.key, area.words, area.outline) for area in ground.areas),
        *(_told(way.key, way.words, way.points, way.wide) for way in ground.ways if way.key),
    ]


def _told(key: str, words: str, points: Sequence[Point], wide: int | None = None) -> dict[str, Any]:
    return {"key": key, "words": words, "points": points, **({} if wide is None else {"wide": wide})}


def things(found: Draft) -> list[tuple[str, str]]:
    """What a stroke may be about on an open table, with its words: features first, then whoever stands there."""
    named = {each["key"]: f"{each['words']} ({each['key']})" for each in lying(found)}
    if found.ground.open:
        named |= {block.key: block.name for block in found.scene.blocks}
    return list(named.items())
