"""Status markers, order chits and loss markers of a system, to cut apart."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from armies.paper.marks import WEAVES
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import Sheet
from armies.paper.typefaces import Printable
from battles.engine.sheets.cheat_pages import sentences
from battles.engine.sheets.kit_list import Marker, Tally
from battles.engine.sheets.muster_roll import Roll
from battles.sheets.marker_pages import Face, Meaning, marker_pages

ASSUMED: Final = 10
"""Assumed number of units, commanders and commands if no side is given."""
NUMBERS: Final = 9
"""Highest number on loss markers if no side is given."""
MOST: Final = 60
"""Most markers of a kind."""
MOST_IN_ALL: Final = 3_000
AUTOMATIC: Final = (30, 25, 22)
"""Sides in mm from which the one with fewest pages is taken, the largest if several have as many."""
TEN: Final = 10


def status_markers(markers: Sequence[Marker], title: str, roll: Roll | None, size: int, each: int = 0) -> Section:
    """A system's markers for a side.

    Args:
        title: the side or battle that they are for.
        roll: the side's muster roll, which decides how many are needed; None for a side of ten units.
        size: millimetres of a marker's side; 0 for 30, or 25 or 22 if that saves a page.
        each: number of every marker, 0 for as many as the side needs.
    """
    faces = [
        face
        for place, marker in enumerate(markers)
        for face in [face_of(marker, place)] * (each or needed(marker, roll))
    ]
    meanings = [Meaning(each.short, each.word, _sentence(each), each.rule) for each in markers]
    return _section("Status markers", title, faces, size, meanings)


def order_chits(orders: Sequence[Marker], title: str, roll: Roll | None, size: int, *, backs: bool = False) -> Section:
    """A set of order chits for each command of a side; ``backs`` adds a page to print on the back of each.

    Chits lie face down, so all backs are the same.
    """
    sets = needed(orders[0], roll) if orders else 0
    faces = [face_of(order, place) for _ in range(sets) for place, order in enumerate(orders)]
    meanings = [Meaning(each.short, each.word, _sentence(each), each.rule) for each in orders]
    back = Face("", "orders", nation=roll.nation if roll else "", symbol="unknown") if backs else None
    return _section("Order chits", title, faces, size, meanings, back)


def loss_markers(tally: Tally, title: str, roll: Roll | None, size: int, each: int = 0) -> Section:
    """Loss markers, with numbers from 1 or with words.

    Lower numbers have more markers, as fewer units lose two points than one.
    """
    words, units = faces_of_losses(tally, roll), units_of(roll)
    faces = []
    for place, word in enumerate(words):
        copies = each or max(1, ceil(units / (place + 2)))
        short = word if word.isdecimal() else word[:2]
        label = "lost" if word.isdecimal() else word
        faces += [Face(short, label, weave=WEAVES[place % len(WEAVES)], colour="red")] * min(copies, MOST)
    return _section(tally.title, title, faces, size, [Meaning("", "each", tally.what, tally.rule)])


def faces_of_losses(tally: Tally, roll: Roll | None) -> tuple[str, ...]:
    """Losses that a marker can show: the words of the system, or numbers below the most boxes of any unit."""
    tracks = [len(unit.track.boxes) for unit in roll.units if unit.track] if roll else []
    last = min(MOST, max(tracks, default=NUMBERS + 1) - 1)
    return tally.faces or tuple(str(number) for number in range(1, max(1, last) + 1))


def units_of(roll: Roll | None) -> int:
    """Number of units in play, at least one; ten if no side is given."""
    return max(1, len([unit for unit in roll.units if not unit.gone])) if roll else ASSUMED


def needed(marker: Marker, roll: Roll | None) -> int:
    """Number of a marker that a side needs: its share per ten units, commanders or commands; at least one."""
    if roll is None:
        count = 1 if marker.per == "side" else ASSUMED
    else:
        leaders = [group.commander for group in roll.groups if group.commander]
        commands = {name for group in roll.groups for name in group.above} or {group.key for group in roll.groups}
        count = {
            "unit": units_of(roll),
            "commander": len([each for each in (*roll.commanders, *leaders) if not each.gone]),
            "command": len(commands),
            "side": 1,
        }[marker.per]
    return min(MOST, max(1, ceil(count * marker.share / TEN)))


def face_of(marker: Marker, place: int) -> Face:
    """The face of a marker; ``place`` decides its pattern, so that markers differ in grey too."""
    return Face(
        marker.short,
        marker.word,
        marker.what,
        marker.colour or "grey",
        "solid" if marker.colour == "white" else WEAVES[place % len(WEAVES)],
        2 if marker.twice else 1,
    )


def _sentence(marker: Marker) -> str:
    removal = f"Remove it {marker.until}." if marker.until else "It stays."
    return sentences(marker.on, marker.what, removal)


def _section(
    kind: str, title: str, faces: Sequence[Face], size: int, meanings: Sequence[Meaning], back: Face | None = None
) -> Section:
    if len(faces) > MOST_IN_ALL:
        raise ValueError(f"{kind}: that makes {len(faces):,} markers; the limit is {MOST_IN_ALL:,}. Choose fewer.")

    def plan(sheet: Sheet) -> Planned:
        sizes = (size,) if size else AUTOMATIC
        plans = [marker_pages(sheet, kind, Printable()(title), faces, each, meanings, back) for each in sizes]
        return Planned(min(plans, key=len))

    digest = digest_of(title, faces, meanings, size, back)
    return Section(kind, title, digest, plan, single=back is None, apart=back is not None)
