"""Artillery and musketry (section 6): dice, modifiers, and a whole volley as one event."""

from operator import attrgetter
from typing import Final

from msgspec import Struct

from battles.engine.core import Modifier
from battles.engine.dice import Dice
from battles.rules.easy_napoleonics.book import ARTILLERY, SQUARES, Book, Labelled, labelled, remember
from battles.rules.easy_napoleonics.events import Shot
from battles.rules.easy_napoleonics.facts import Firer, Target, Volley
from battles.rules.easy_napoleonics.morale import check_of, leaders_at_risk, lowered, needed
from battles.rules.easy_napoleonics.tables import COVER, DIE, Aspect, Level, Printed

_BY_UNIT: Final = attrgetter("unit")


class VolleyResult(Struct, frozen=True, gc=False):
    """What a volley did. ``level`` is the target's afterwards.

    ``needed`` and ``check_modifiers`` are those of its checks, 0 and none where there was no hit. ``leader_faces``
    are the dice of the leaders with it, ``leaders_killed`` their places among them.
    """

    hits: int
    failures: int
    level: Level
    shots: tuple[Shot, ...]
    needed: int = 0
    check_modifiers: tuple[Modifier, ...] = ()
    leader_faces: tuple[int, ...] = ()
    leaders_killed: tuple[int, ...] = ()

    @property
    def leader_killed(self) -> bool:
        return bool(self.leaders_killed)


def fire_dice(book: Book, firer: Firer) -> int:
    """The dice of ``firer``: those stated, or all by kind, formation and range (EN-ART-04, 05, EN-MUSK-03).

    None out of range, limbered, and for cavalry.
    """
    if firer.dice is not None:
        return firer.dice
    return book.fire_dice.get((firer.kind, firer.formation, firer.range), 0)


def aspect_of_fire(book: Book, target: Target, aspect: Aspect) -> Aspect:
    """The aspect that counts: a square or masse has neither flank nor rear (EN-ART-17, EN-SQUARE-02)."""
    return "front" if target.formation in SQUARES and not book.options.squares_have_flanks else aspect


def fire_modifiers(book: Book, firer: Firer, target: Target) -> Labelled:
    """What is added to each fire die of ``firer`` (EN-ART-14)."""
    key = (
        firer.level,
        firer.leader,
        firer.kind,
        firer.formation,
        firer.nation,
        firer.aspect,
        target.formation,
        target.terrain,
    )
    known = book.shots.get(key)
    return known if known is not None else remember(book.shots, key, labelled(*_rows(book, firer, target)))


def _rows(book: Book, firer: Firer, target: Target) -> list[Printed]:
    tables = book.tables
    printed, formation = tables.fire_modifiers, target.formation
    aspect = aspect_of_fire(book, target, firer.aspect)
    rows = [tables.level_modifier[firer.level]]
    holds = {
        "leader": firer.leader,
        "cover": target.terrain in COVER,
        "unlimbered": formation == "unlimbered",
        "column": formation == "column",
        "limbered": formation == "limbered",
        "square": formation in SQUARES,
        "flank": aspect == "flank",
        "rear": aspect == "rear",
        "english_line": firer.formation == "line" and book.has_rule_of("england", firer),
        "austrian": book.has_rule_of("austria", firer),
    }
    return rows + [printed[name] for name, true in holds.items() if true]


def shot_of(book: Book, firer: Firer, target: Target) -> tuple[int, int, Labelled]:
    """Dice, the natural face each needs, and the modifiers behind it (EN-ART-13)."""
    rows = fire_modifiers(book, firer, target)
    return fire_dice(book, firer), needed(book, firer.grade, rows.total), rows


def volley(dice: Dice, book: Book, volley: Volley) -> VolleyResult:
    """Fire a volley: to-hit dice by unit, the target's checks, its leaders' dice (EN-SEQ-05, EN-ART-18, 19).

    With ``leader_risk_timing = before_checks`` the leaders roll before the checks, and killed ones add nothing.
    """
    target = volley.target
    shots = _shots(dice, book, volley)
    hits = 0
    for shot in shots:
        hits += shot.hits
    if not hits:
        return VolleyResult(0, 0, target.level, shots)
    leader, faces, killed = target.leader, (), ()  # type: tuple[bool, tuple[int, ...], tuple[int, ...]]
    if leader and book.risk_first:
        faces, killed = leaders_at_risk(dice, book, target)
        leader = len(killed) < len(faces)
    face, rows = check_of(book, target, target.level, leader)
    failures = hits - dice.successes(hits, DIE, face, "EN-ART-19")
    if leader and not book.risk_first:
        faces, killed = leaders_at_risk(dice, book, target)
    return VolleyResult(hits, failures, lowered(target.level, failures), shots, face, rows.rows, faces, killed)


def _shots(dice: Dice, book: Book, volley: Volley) -> tuple[Shot, ...]:
    target, firers = volley.target, volley.firers
    if len(firers) > 1:
        firers = tuple(sorted(firers, key=_BY_UNIT))
    shots = []
    for firer in firers:
        count, face, rows = shot_of(book, firer, target)
        why = "EN-ART-13" if firer.kind in ARTILLERY else "EN-MUSK-05"
        hits = dice.successes(count, DIE, face, why)
        shots.append(Shot(unit=firer.unit, dice=count, needed=face, hits=hits, modifiers=rows.rows))
    return tuple(shots)
