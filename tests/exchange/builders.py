"""Generated armies with every fact at every level, and short ways to read a few lines."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st
from msgspec import structs

from armies.exchange import Problem, Reading, read
from armies.exchange.clean_text import many_lines, one_line
from battles.engine.armies import facts
from battles.engine.armies.facts import Army, Brigade, Corps, Division, Draw, Element, Override, Source, Throw, Unit
from battles.engine.armies.nations import nations
from battles.engine.armies.systems import option_specs
from battles.engine.armies.tree import units
from battles.engine.options import OptionSpec

TRICKY = (
    "24e Ligne",
    "1/24e Ligne 550 veteran",
    "Battery Cleeves 6x9pdr",
    "Division artillery",
    "1st (Lower Silesian) Brigade",
    "II Corps",
    "II Corps - General Reille",
    "Army: of nobody",
    "Note: none",
    "# not a comment",
    "Ligne # 3",
    "> quoted",
    ">> goes on",
    "* rated: good",
    "=1+1",
    "+44",
    "-550",
    "@home",
    "'=guarded",
    ";=1",
    '"=1',
    "a;'=1; -2",
    "''",
    "'t Hooft",
    '"quoted"',
    'a "half quoted',
    "back\\slash",
    "[sourced: S1]",
    "x [y",
    "y] z",
    "a; b, c: d | e = f",
    "<script>alert(1)</script>",
    "Кексгольмский полк",
    "Ułani Księcia",
    "Grenz-Infanterie Nr. 7",
    "10th Portuguese Line 2 bns",
    "8e Cuirassiers",
    "5e Lanciers",
    "Sysoev Cossacks",
    "1st Line KGL",
    "Corps",
    "Brigade Husson",
    "Total",
    "Grand total: 550",
    "**bold** Ligne",
    "== Ligne ==",
    "[b]Ligne[/b]",
    "1) 24e Ligne",
    "1.1 24e Ligne",
    "-24e Ligne",
    "General Foy",
    "French",
    "unit, men, brigade",
    "2 9pdrs 1 howitzer",
    "24 officers",
    "1 083",
    "Bachelu's Division",
    "veteran",
    "line infantry",
    "550",
    "550 men",
    "(part)",
    "Format: muster-text 1",
    "level",
    "yes",
    "a  b",
    "٣٤ Ligne",
    "²³ Ligne",
    "e\u0301tude",
    "🏇 horse",
)


def names(most: int = 40) -> st.SearchStrategy[str]:
    free = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=most)
    words = st.lists(
        st.sampled_from((*TRICKY, "veteran", "6pdr", "4 bns", "-", ":", ",", "(x)")), min_size=1, max_size=3
    )
    return st.one_of(st.sampled_from(TRICKY), words.map(" ".join), free).map(one_line).filter(bool).map(cut)


def cut(name: str, most: int = 100) -> str:
    return one_line(name[:most]) or "x"


def texts() -> st.SearchStrategy[str]:
    free = st.text(st.characters(exclude_categories=("Cs",)), max_size=60)
    lines = st.lists(st.one_of(names(), free), max_size=3).map("\n".join)
    return st.one_of(st.just(""), lines, st.sampled_from(("", "short", "long " * 700))).map(many_lines)


def optional(strategy: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(st.just(""), strategy)


CODES = st.sampled_from(("", *nations()))
SYSTEMS = st.sampled_from(("mini_nap", "easy_napoleonics", "a.b = c"))
FACTS = st.sampled_from(("quality", "strength_points", "base", 'x; "y" | z]'))
COUNTS = st.one_of(st.none(), st.integers(1, 60))

throws = st.builds(
    Throw,
    rating=st.sampled_from(facts.COMMANDER_RATINGS),
    source=st.sampled_from(("seed", "manual", "fixed")),
    faces=st.lists(st.integers(1, 6), max_size=2).map(tuple),
    modifier=st.integers(-3, 3),
    rule=optional(names().map(lambda name: cut(name, 16))),
    by=optional(names()),
    at=optional(st.sampled_from(("2026-01-02T03:04:05+00:00", "noon, or so"))),
)
settings = st.one_of(st.booleans(), st.integers(-1_000, 1_000), optional(names()))
shorter = names().map(lambda name: cut(name, 60))
overrides = st.builds(
    Override,
    system=SYSTEMS,
    what=FACTS,
    value=st.one_of(st.booleans(), st.integers(-1_000, 1_000), optional(shorter)),
    reason=names(),
)
draws = st.builds(
    Draw,
    faces=st.lists(st.integers(1, 10), max_size=3).map(tuple),
    cards=st.lists(shorter, min_size=1, max_size=3).map(tuple),
    choice=optional(shorter),
    source=st.sampled_from(("seed", "manual")),
    by=optional(names()),
    at=optional(st.just("2026-01-02T03:04:05+00:00")),
)
generated_units = st.builds(
    Unit,
    name=names(),
    type=st.sampled_from(facts.UNIT_TYPES),
    quality=st.sampled_from(facts.QUALITIES),
    men=st.one_of(st.none(), st.integers(1, 20_000)),
    guns=st.one_of(st.none(), st.integers(1, 48)),
    gun_weight=st.sampled_from((None, *facts.GUN_WEIGHTS)),
    lancer=st.booleans(),
    irregular=st.booleans(),
    kgl=st.booleans(),
    armoured=st.booleans(),
    sub_units=COUNTS,
    sub_unit=st.sampled_from(("", "battalions", "companies", "squadrons")),
    commander=optional(names()),
    nation=CODES,
    basis=st.sampled_from(facts.BASES),
    sources=st.lists(names(), max_size=3).map(tuple),
    note=texts(),
    overrides=st.lists(overrides, max_size=2, unique_by=lambda one: (one.system, one.what)).map(tuple),
)
brigades = st.builds(
    Brigade,
    name=names(),
    kind=st.sampled_from(facts.BRIGADE_KINDS),
    commander=optional(names()),
    nation=CODES,
    note=texts(),
    reserve=st.booleans(),
    children=st.lists(generated_units, max_size=3).map(tuple),
)
divisions = st.builds(
    Division,
    name=names(),
    kind=st.sampled_from(("", "infantry", "cavalry", "mixed")),
    commander=optional(names()),
    nation=CODES,
    note=texts(),
    throws=st.lists(throws, max_size=2).map(tuple),
    children=st.lists(st.one_of(brigades, generated_units), max_size=3).map(tuple),
)
corps = st.builds(
    Corps,
    name=names(),
    commander=optional(names()),
    nation=CODES,
    command_nation=CODES,
    note=texts(),
    throws=st.lists(throws, max_size=2).map(tuple),
    children=st.lists(st.one_of(divisions, brigades, generated_units), max_size=3).map(tuple),
)
sources = st.builds(Source, id=names(), title=optional(names()), where=optional(names()), used_for=optional(names()))


def _option(spec: OptionSpec) -> st.SearchStrategy[bool | int | str]:
    """A value that an option allows."""
    if spec.kind == "tick":
        return st.booleans()
    if spec.kind == "number":
        return st.integers(spec.least, spec.most)
    if spec.kind == "number_or_none":
        return st.just("none") | st.integers(spec.least, spec.most)
    if spec.kind == "choice":
        return st.sampled_from(spec.allowed)
    return st.lists(st.sampled_from(spec.allowed), unique=True).map(",".join)


def _options(specs: Mapping[str, OptionSpec]) -> st.SearchStrategy[dict[str, bool | int | str]]:
    """Some of the options of a system."""
    return st.fixed_dictionaries({}, optional={name: _option(spec) for name, spec in specs.items()})


armies = st.builds(
    Army,
    name=names(),
    nation=CODES,
    commander=optional(names()),
    battle=optional(names()),
    date=st.one_of(st.just(""), st.dates().filter(lambda day: day.year > 999).map(lambda day: day.isoformat())),
    place=optional(names()),
    scope=texts(),
    sources=st.lists(sources, max_size=3, unique_by=lambda source: source.id).map(tuple),
    notes=st.lists(texts().filter(bool), max_size=3).map(tuple),
    confidence=st.dictionaries(names(), optional(names()), max_size=2),
    options=st.fixed_dictionaries({}, optional={system: _options(specs) for system, specs in option_specs().items()}),
    draws=st.lists(draws, max_size=2).map(tuple),
    children=st.lists(st.one_of(corps, divisions, brigades, generated_units), max_size=3).map(tuple),
)


def read_text(*lines: str, decisions: Mapping[int, str | None] | None = None) -> Reading:
    """The reading of a text of these lines."""
    return read("\n".join(lines).encode(), "", decisions or {})


def one_army(reading: Reading) -> Army:
    (army,) = reading.armies
    return army


def units_of(*lines: str) -> tuple[Unit, ...]:
    """All units of a text, none of its lines left out."""
    reading = read_text(*lines)
    assert not reading.blocking, sentences(reading)
    return tuple(units(one_army(reading)))


def unit_of(line: str) -> Unit:
    (unit,) = units_of(line)
    return unit


def facts_of(unit: Unit) -> dict[str, Any]:
    """The facts of a unit that differ from the defaults, without its name, type and quality."""
    defaults = structs.asdict(Unit(name="", type="line_infantry", quality="trained"))
    facts = structs.asdict(unit)
    return {key: facts[key] for key in facts if facts[key] != defaults[key] and key not in ("name", "type", "quality")}


def sentences(reading: Reading) -> list[tuple[int, str]]:
    """(line, sentence) of each problem, in order."""
    return [(problem.line, problem.sentence) for problem in reading.problems]


def refused(reading: Reading) -> list[Problem]:
    """The blocking problems: lines that need a decision."""
    return [problem for problem in reading.problems if problem.blocking]


def outline(army: Army) -> list[str]:
    """The tree as lines such as ``corps II Corps (Reille)``, indented by a dot for each level."""

    def told(element: Element, depth: int) -> list[str]:
        level = type(element).__name__.lower()
        who = f" ({element.commander})" if element.commander else ""
        line = f"{'.' * depth}{level} {element.name}{who}"
        children = () if isinstance(element, Unit) else element.children
        return [line, *(part for child in children for part in told(child, depth + 1))]

    return [line for element in army.children for line in told(element, 0)]
