"""A battle with every type, marker and commander, and every kind of ground."""

from typing import Any

from msgspec.structs import replace

from battles.rules.mini_nap.evolve import stand_with, unit_with
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.setup.deployment import initial_state
from battles.rules.mini_nap.state import Damage, Defence, Feature, Setup, State, Table
from tests.rules.mini_nap.builders.table_positions import brigade, corps, division, force, mm, recruit, spot

LEFT, SECOND, THIN, SQUARE, HUSSARS, COSSACKS, DRAGOONS, TWELVES, HORSE_GUNS, LATE, FAR_FOOT = range(11)
"""Units of side a."""
GUARD, LINE, NAMESAKE, SKIRMISH, LANCERS, CUIRASSIERS, GONE, FLED, BATTERY, LOST = range(11, 21)
"""Units of side b."""
A_CORPS, A_FIRST, A_LEFT, A_HORSE, A_SECOND, A_LATE, A_FAR, B_CORPS, B_FIRST, B_OLD, B_HORSE, B_YOUNG = range(12)
"""Command stands."""


def ground(key: str, kind: Any, *points: tuple[float, float], **facts: Any) -> Feature:
    """A feature by its points in centimetres from the lower left corner."""
    return Feature(key=key, kind=kind, points=tuple((mm(x), mm(y)) for x, y in points), **facts)


def box(left: float, bottom: float, right: float, top: float) -> tuple[tuple[float, float], ...]:
    """The corners of a rectangle in centimetres."""
    return (left, bottom), (left, top), (right, top), (right, bottom)


FEATURES = (
    ground("ridge", "contour", *box(20, 70, 60, 95), name="The ridge"),
    ground("knoll", "hill", *box(100, 85, 110, 92), levels=2),
    ground("scrub", "rough", *box(5, 5, 12, 12)),
    ground("rocks", "rough_x", *box(14, 5, 18, 12)),
    ground("bog", "bog", *box(-5, 100, 5, 112), name="Foul Bog"),
    ground("copse", "wood", *box(62, 20, 69, 26), name="The copse"),
    ground("forest", "forest", *box(160, 90, 190, 130)),
    ground("town", "village", *box(150, 60, 157, 67), name="Ligny"),
    ground("hamlet", "village", *box(60, 100, 67, 106)),
    ground("church", "landmark", *box(160, 62, 163, 65), church=True, name="Ligny church"),
    ground("farm", "landmark", *box(30, 30, 34, 33), strength=4),
    ground("hedge", "fence", (70, 30), (80, 30), (80, 36)),
    ground("wall", "wall", (90, 30), (98, 30), name="Park wall"),
    ground("brook", "stream", (-10, 46), (60, 50), (130, 46)),
    ground("river", "river", (170, -10), (172, 60), (200, 70), width=500, name="Sambre"),
    ground("ditch", "ditch", (100, 10), (120, 10)),
    ground("road", "road", (90, 0), (90, 120), name="High road"),
    ground("ford", "ford", *box(88, 46, 92, 51), over="brook"),
    ground("bridge", "bridge", *box(168, 20, 174, 22), over="river", name="Old bridge"),
)
"""Every kind of ground."""


def _a() -> Any:
    left = brigade(
        recruit("King's Own", at=(40, 20), rating="elite", nation="british"),
        recruit("The second", at=(50, 20), formation="column", nation="british", points=8),
        recruit(
            "Thin",
            "light_infantry",
            at=(60, 40),
            formation="skirmish_line",
            rating="trained",
            points=3,
            nation="british",
            kgl=True,
        ),
        recruit("Carré", at=(75, 22), facing=45, formation="solid_square"),
        name="Left",
        place=spot(45, 14),
        commander="Adam",
    )
    horse = brigade(
        recruit("Hussars", "light_cavalry", at=(100, 20), points=5),
        recruit("Cossacks", "light_cavalry", at=(110, 20), irregular=True, rating="untrained", nation="russian"),
        recruit("Dragoons", "medium_cavalry", at=(120, 22), facing=22.5, rating="guard"),
        name="The horse",
        kind="cavalry",
        place=spot(110, 12),
    )
    guns = brigade(
        recruit("Twelves", "foot_artillery", at=(85, 15), points=4, weight="heavy", nation="british"),
        recruit(
            "Horse guns",
            "horse_artillery",
            at=(95, 26),
            points=3,
            weight="light",
            rating="elite",
            nation="british",
            kgl=True,
        ),
        name="Guns",
        kind="artillery",
        place=None,
    )
    late = brigade(
        recruit("Late", at=None, nation="prussian"), name="Reserve", arrives=3, entry=(0, 0, 3_000, 2_000), place=None
    )
    far = brigade(recruit("The second", at=(140, 30)), name="Left", place=spot(140, 25), commander="Maitland")
    first = division(left, horse, guns, name="First Division", rating="good", commander="Picton", place=spot(70, 10))
    second = division(late, far, name="The rest", rating="poor", place=spot(130, 10))
    return corps(
        first, second, name="The Reserve", nation="british", commander="Uxbridge", rating=None, place=spot(90, 8)
    )


def _b() -> Any:
    old = brigade(
        recruit("Grenadiers", at=(45, 36), facing=180, rating="guard", nation="french"),
        recruit("Line", at=(30, 60), facing=225, nation="french"),
        recruit("The second", at=(50, 80), facing=180, points=7),
        recruit("Voltigeurs", "light_infantry", at=(70, 60), facing=180, formation="skirmish_line", nation="french"),
        name="Old Guard",
        place=spot(50, 90),
        commander="Friant",
    )
    horse = brigade(
        recruit("Lancers", "light_cavalry", at=(110, 60), facing=200, lancer=True, nation="french"),
        recruit("Cuirassiers", "heavy_cavalry", at=(125, 60), facing=180, rating="veteran", nation="french", points=4),
        name="Heavy",
        kind="cavalry",
        place=spot(118, 70),
        commander="Picton",
    )
    young = brigade(
        recruit("Gone", at=(10, 110), facing=180),
        recruit("Fled", at=(20, 110), facing=180),
        name="Young Guard",
        place=spot(20, 105),
    )
    guns = brigade(
        recruit("Battery", "foot_artillery", at=(90, 60), facing=180, points=4, weight="medium", nation="french"),
        recruit("Lost", "foot_artillery", at=(30, 110), facing=180, points=4, weight="medium"),
        name="Reserve artillery",
        place=None,
        kind="artillery",
    )
    first = division(old, horse, young, guns, name="Guard", rating="excellent", place=spot(60, 100), commander="Ney")
    return corps(first, name="The Corps", nation="french", place=spot(80, 105), rating="dreadful")


def setup(options: Options | None = None, **changes: Any) -> Setup:
    """The battle before its first die."""
    given = {
        "title": "Everything",
        "table": Table(features=FEATURES),
        "forces": (force(_a(), name="The Allies"), force(_b(), name="France")),
        "rules": Rules(options=options or Options()),
        **changes,
    }
    return Setup(**given)


def rich(options: Options | None = None, **changes: Any) -> State:
    """The first Brigade of side a manoeuvres in the second Turn, and much has happened."""
    state = replace(initial_state(setup(options)), step="manoeuvre", turn=2, active="a", brigade=0, damage=DAMAGE)
    for number, notes in NOTES.items():
        state = unit_with(state, number, **notes)
    for number, notes in STANDS.items():
        state = stand_with(state, number, **notes)
    return replace(state, **{"holding": (Defence("bridge", FAR_FOOT),), **changes})


DAMAGE = (Damage("town", 3), Damage("farm", 4, destroyed=True), Damage("church", 1))
NOTES: dict[int, dict[str, Any]] = {
    LEFT: {"points": 5, "command": "in", "manoeuvred": True},
    SECOND: {"blue": "reaction", "command": "cautious", "reacted": True},
    THIN: {"yellow": True, "command": "out", "fired": True},
    HUSSARS: {"blue": "disorder", "charged": True},
    COSSACKS: {"white": True, "impact": True},
    DRAGOONS: {"points": 3, "still": True},
    HORSE_GUNS: {"crew_in": SQUARE},
    GUARD: {"idle": True},
    LINE: {"points": 2},
    LANCERS: {"white": True, "broke_through": True},
    GONE: {"where": "destroyed", "points": 0},
    FLED: {"where": "retreated", "points": 3},
    LOST: {"where": "lost"},
}
STANDS: dict[int, dict[str, Any]] = {
    A_LEFT: {"unit": SQUARE},
    A_FIRST: {"evaded": True, "moved": True},
    B_CORPS: {"where": "removed"},
    B_OLD: {"moved": True},
    B_YOUNG: {"where": "removed"},
}
