"""What the columns of a found table mean: by their headings in several languages, and by what stands in them."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from armies.exchange.clean_text import fold
from armies.exchange.lists import terms
from armies.exchange.lists.heading_nation import is_nation
from armies.exchange.lists.headings import level_of, split_heading
from armies.exchange.lists.ranks import RANK
from armies.exchange.table.columns import column_of
from armies.exchange.vocabulary import quality_of

PATHS: Final = ("army", "corps", "division", "brigade")
NAME_OF: Final = r"(?:[ _.-]*(?:no|nr|num|number|name|id)\.?)?"
ROLES: Final[tuple[tuple[str, str], ...]] = (
    ("officers", r"off(?:icers|rs|s|iziere|\.)?|officieren|oficerov|officiers|oficiales|ufficiali|offz|oficery"),
    (
        "rank_and_file",
        r"rank (?:&|and) file|r ?& ?f|o\.?r\.?|o\.? ?ranks|niznih cinov|manschappen|other ranks|troupe"
        r"|mannschaften|tropa|truppa|bayonets|sabres"
        r"|infantry|cavalry|foot|horse|men|sous-off.*",
    ),
    ("total", r"totals?|all ranks|gesamt\w*|summe|totale|totaal|vsego|itogo"),
    (
        "losses",
        r"loss(?:es)?|lost|casualties|killed|wounded|missing|k(?:illed)? ?(?:/|&|and) ?w\w*|k/w/m|captured"
        r"|verluste?|tote?"
        r"|verwundete?|vermisste?|pertes|tues|blesses|bajas|muertos|heridos|perdite|morti|feriti|verliezen|poteri"
        r"|straty"
        r"|prisoners|pows?",
    ),
    ("horses", r"horses|pferde|chevaux|caballos|cavalli|paarden"),
    (
        "battalions",
        r"(?:(?:no\.? (?:of )?)|# ?)?(?:bns?|btns?|btls?|btg|batalho\w*|bat(?:aill?ons?|tl?s?)?|battalions?"
        r"|bataillone|batallones"
        r"|battaglioni|bn|btl|bataljons?|batal'?on\w*|bat-nov)\.?"
        r"(?:\s?(?:/|&|and|und|u\.)\s?(?:sqn?s?|esk|esc|sqdns|squadrons?|schw|coys|bttr?|batteries|esc\w*)\.?)*"
        r"|units|no\.?|#|bns or sqns|strength in bns|anzahl|parts",
    ),
    (
        "squadrons",
        r"(?:(?:no\.? (?:of )?)|# ?)?(?:sqn?s?|sqd?|sqdns?|squadrons?|esk(?:adron\w*)?|esc(?:adr\w*)?|schwadronen"
        r"|escuadrones"
        r"|squadroni|escadrons)\.?",
    ),
    ("companies", r"(?:no\.? (?:of )?)?(?:coys?|cos|companies|kompanien|compagnies|companias|compagnie|kp)\.?"),
    (
        "men",
        r"(?:present )?(?:engaged|pfd|present for duty|effective str\w*|(?:kopf|mannschafts|gefechts|ist|soll"
        r"|verpflegs)-?st\w*|strength|str|starke|kopfe|tetes"
        r"|combattants?|combatientes"
        r"|effectives?|effectifs?|effettivi|efectivos|ps|present|men|mann"
        r"|hommes|hombres|uomini|manschappen|fuerza|forza|sterkte|numbers?|manpower"
        r"|present (?:and fit|under arms)|under arms|combatants|dienstbar|prasent|presents|ausruckend\w*"
        r"|cislennost'|sostav|ludei|celovek|pax|headcount|(?:est\.?|real|actual|total|paper|field) str(?:ength)?"
        r"|ludzi|zolnierzy|liczebnosc|stan|manskap|antal(?: man)?|styrka|homens|pracas)(?: \(.*\))?(?:\.)?",
    ),
    (
        "guns",
        r"(?:no\.? (?:of )?|arty |artillery )?(?:tubes|guns?|gesch(?:utze?)?|pcs|pieces|piezas|canons?|cannons?"
        r"|pezzi|cannoni|stukken|rohre?|tuben"
        r"|vuurmonden|kanonen|bouches a feu|orudi\w*|ordnance|art(?:illery)?)\.?",
    ),
    ("weight", r"calibre|caliber|kaliber|calibro|pdr|pounder|weight|gun type|pfund"),
    ("quality", r"quality|qualitat|qualite|calidad|morale grade|troop quality|training"),
    ("nation", r"nat(?:ion(?:ality)?)?\.?|nationalitat|pays|pais|nazione|country|contingent|natie"),
    ("army", r"army|armee|ejercito|esercito|leger|side|force|camp|armia"),
    (
        "corps",
        rf"[ck]orps{NAME_OF}|corpo|cuerpo|korpus|wing|column|army corps|armeekorps|kolonne|colonne|columna|legerkorps",
    ),
    ("division", rf"div(?:ision|izii|izia|isione|isie|izia|n)?\.?{NAME_OF}"),
    ("brigade", rf"brig(?:ade|ada|ata)?\.?{NAME_OF}|bde\.?{NAME_OF}"),
    (
        "unit",
        r"units?|(?:unit|regt|regiment|bn|battalion|battery|troop|formation) (?:name|designation)|truppenteil\w*"
        r"|reg(?:imen)?t?s?\.?(?:\s?/\s?\w+\.?)*|einheit|unite|unidad|unita"
        r"|eenheid|podrazdelenie|polki|name|troops|corps/unit|rgt|regiment(?:o|s)?|regiments?"
        r"|regiments? and others?|batter(?:y|ie|ia)|bateria|squadron|units? and commanders?"
        r"|reggimento|cast'|polk|unit/.*|cuerpo/unidad|battalion|bataillon|designation|nom|nombre|nome|naam"
        r"|troupes?|truppe[n]?"
        r"|unidades?|forband|trupp(?:er)?|regemente[nr]?|enhed|afdeling|jednostk[ai]|pulki?|regimentos?|batalh(?:ao"
        r"|oes)"
        r"|tropas?|troepen|corps de troupes?|regimenten|cuerpos",
    ),
    (
        "formation",
        r"(?:(?:grosser?|ubergeordneter?|higher|parent|next) )?(?:(?:unter|teil|ober)?verband|grossverband"
        r"|soedinenie|cast'|colonne"
        r"|formation|formacion|formazione|formatie"
        r"|group(?:e|ement|ing)?|gruppe|grupo|gruppo|parent|command|kommando|comando|cmd|oddzial|zwiazek|belongs to"
        r"|part of)(?: \d)?",
    ),
    (
        "arm",
        r"(?:unit|regt|regiment|troop) (?:type|arm|class)|arm|waffe(?:ngattung)?|arme|arma|type|typ|tipo|branch"
        r"|rod vojsk|wapen|class|kind|gattung|art",
    ),
    (
        "commander",
        r"kommandeur|kdt|kmdt|kdr|commander|commandant|comandante|cmdr|cdr|oc|leader|general|chef|bevelhebber"
        r"|dowodca|befalhavare|chef|komandir\w*|nacal'nik|komanduus?s?ii|co|(?:an)?fuhrer|befehlshaber|commande?u?r"
        r"|mandos?|jefe|capo"
        r"|chief|kommandant|commanding officer|(?:led|commanded) by|gefuhrt von|unter|under|sous"
        r"|(?:co)?mandado por|bef\w*",
    ),
    ("rank", r"ranks?|rang|dienstgrad|grade|grado|rango|stopien|cin|zvanie"),
    ("source", r"sources?|src|ref\.?|quelle\w*|fuente|fonte|bron"),
    (
        "notes",
        r"bemerkung\w*|remarks?|remarques?|notes?|anm\.?|observaciones|note|opmerking\w*|comments?|notas?"
        r"|primecania|uwagi|anmarkning\w*|observacoes|obs",
    ),
)
_ROLES: Final = tuple((role, re.compile(pattern)) for role, pattern in ROLES)
COUNTED: Final = tuple(
    (role, re.compile(words))
    for role, words in (
        *((kind, terms.SUB_UNITS[kind]) for kind in ("battalions", "squadrons", "companies")),
        ("officers", terms.OFFICERS),
        ("guns", terms.PIECES),
        ("men", terms.MEN),
    )
)
"""Words that say in a line what its figures count, as headings of columns."""
NUMBER_OF: Final = re.compile(
    r"^(?:nb|nbre|nombre|num|number|no|nr|n°|numero|anzahl|aantal|antal|liczba|cislo"
    r"|qty)\.? (?:of |de |di |der )?"
)
"""What stands before the words for what a column counts."""
KNOWN_FIRST: Final = frozenset({"guns", "corps", "division", "brigade", "unit", "notes", "nation"})
LEADERS: Final = re.compile(
    r"\b(?:oc|co|cmdr|commander|cdr|kommandeur|general|gen|commandant|leader|brigadier|brigadiere?|divisionnaire"
    r"|divisionar)\b"
)
NUMBERS: Final = frozenset(
    {"officers", "rank_and_file", "total", "horses", "battalions", "squadrons", "companies", "men", "guns"}
)
LEAST_KNOWN: Final = 2
ENOUGH_KNOWN: Final = 4
"""Known headings that suffice where most columns are the writer's own, such as ratings of a game."""
LARGE: Final = re.compile(r"\d[.,' ]?\d{3}|\b[2-9]\d\d\b|\b1\d\d\b")


def role_of(heading: str) -> str:
    """The role of the column with this heading, empty if its words tell none."""
    words = DATED.sub("", " ".join(fold(heading).replace("_", " ").split())).strip(" .:*")
    if not words:
        return ""
    bare = re.sub(r"\s*\([^()]*\)", "", words).strip()
    for text in dict.fromkeys((words, bare, NUMBER_OF.sub("", bare))):
        for role, pattern in _ROLES:
            if pattern.fullmatch(text):
                return role
    if counted := next(
        (role for role, pattern in COUNTED if pattern.fullmatch(NUMBER_OF.sub("", bare).rstrip("."))), ""
    ):
        return counted
    if named := terms.LEVEL.fullmatch(bare.rstrip(".")):
        return named.lastgroup or ""
    if LEADERS.search(bare) and not _names_leader(heading):
        level = next((path for path in PATHS if re.search(rf"\b{path[:3]}", bare)), "")
        return (
            f"{level}_commander"
            if level
            else "brigade_commander"
            if bare.startswith(("brigadier", "brig"))
            else "commander"
        )
    parts = [role_of(part) for part in bare.split("/")] if "/" in bare else []
    if "unit" in parts and set(parts) <= set(UNITS):
        return "unit"
    if parts and set(parts) <= set(PARTS):
        return "battalions"
    column = column_of(heading)
    return {"class": "arm", "gun_weight": "weight", "side": "army"}.get(column, column if column in KNOWN else "")


def names_formation(cell: str) -> bool:
    """True for a formation or a side that stands before the headings of its columns: ``Jackson's Corps``."""
    return role_of(cell) == "" and (level_of(cell) != "" or is_nation(split_heading(cell).name))


PARTS: Final = ("battalions", "squadrons", "companies")
UNITS: Final = ("unit", *PARTS)
KNOWN: Final = frozenset(
    {
        *NUMBERS, *PATHS, "unit", "arm", "commander", "source", "notes", "nation", "weight", "quality",
        "corps_commander", "division_commander", "brigade_commander", "formation",
    }
)  # fmt: skip


def _names_leader(cell: str) -> bool:
    """True if a rank and a name stand in a cell: ``Lt-Gen Cotton`` is no heading."""
    match = RANK.match(fold(cell).strip())
    rest = cell.strip()[match.end() :].strip(" .-") if match else ""
    return rest[:1].isupper() and not LEADERS.search(fold(rest)) and role_of(rest) == ""


DATED: Final = re.compile(r"(?<=[a-z.])\s*\(?(?:(?:\d{1,2}[./] ?){1,2}(?:\d{4})?|1[678]\d\d)\.?\)?$")
"""A date behind a heading: ``Kopfstärke 2.5.1813``."""
LABELLED: Final = re.compile(r"\W*[^\W\d_]{3}")
"""A cell that begins with a word."""


def is_head(cells: Sequence[str]) -> bool:
    """True if these cells are the headings of a table: at least two are known, and none holds a strength."""
    filled = [cell for cell in cells if cell.strip()]
    if len(filled) < LEAST_KNOWN or any(LARGE.search(cell) and not _is_dated(cell) for cell in filled):
        return False
    known = [role for cell in filled if (role := role_of(cell)) and role != "rank"]
    if "unit" in known and "men" in known:
        return True
    return len(known) >= LEAST_KNOWN and (
        len(known) * 2 >= len(filled) or (len(known) * 3 >= len(filled) and len(known) >= ENOUGH_KNOWN)
    )


def may_head(cell: str) -> bool:
    """True if a cell may be a heading: without a number, or with words before it that name no unit or formation."""
    if not any(char.isdigit() for char in cell):
        return True
    named = level_of(cell) or terms.type_by_words(cell, "", guns=False, mounted=False, arm="")
    return LABELLED.match(cell) is not None and not named


def _is_dated(cell: str) -> bool:
    """True if the figure of a heading is its date: ``Strength 1809``."""
    return LABELLED.match(cell) is not None and not LARGE.search(DATED.sub("", fold(cell).strip()))


def roles_of(heads: Sequence[Sequence[str]], rows: Sequence[Sequence[str]]) -> tuple[list[str], list[str]]:
    """The role of each column and its heading, from one or two rows of headings and the rows below."""
    width = max([len(row) for row in (*heads, *rows)], default=0)
    titles: list[str] = []
    roles: list[str] = []
    for index in range(width):
        cells = [head[index].strip() for head in heads if index < len(head)]
        title = next((cell for cell in reversed(cells) if cell), "")
        titles.append(title)
        roles.append(_role_in_group(_group_of(heads, index), title))
    if not any(role.endswith("commander") for role in roles):
        roles[:] = ["" if role == "rank" else role for role in roles]
    if "unit" not in roles and "corps" in roles and {"division", "brigade"} & set(roles[: roles.index("corps")]):
        roles[roles.index("corps")] = "unit"
    if (
        "unit" not in roles
        and (named := next((i for i, role in enumerate(roles) if role in PATHS and _names_units(rows, i)), None))
        is not None
    ):
        roles[named] = "unit"
    _formations(roles, rows)
    _named_after(roles)
    _commanders(roles, rows)
    _one_of_each(roles)
    _by_content(roles, titles, rows)
    return roles, titles


def _group_of(heads: Sequence[Sequence[str]], index: int) -> str:
    """The heading over several columns that stands over the column ``index``; empty if none does."""
    upper, *lower = heads or [()]
    if not lower or not _cell(heads[-1], index):
        return ""
    return next((_cell(upper, at) for at in range(index, -1, -1) if _cell(upper, at) or not _cell(heads[-1], at)), "")


def _role_in_group(group: str, title: str) -> str:
    """The role of a column below the heading of a group: ``No.`` and ``General`` below ``Division``."""
    over, role = role_of(group) if group else "", role_of(title)
    if over not in PATHS or group == title:
        return role
    if role == "commander":
        return f"{over}_commander"
    return over if NAME_HEAD.fullmatch(fold(title).strip()) else role


NAME_HEAD: Final = re.compile(r"(?:no|nr|num|number|numero|name|nom|nombre|nome|naam|id|#)\.?")


def _formations(roles: list[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns of formations without the word of a level: the last names the units if no other column does."""
    unsaid = [index for index, role in enumerate(roles) if role == "formation"]
    if unsaid and "unit" not in roles:
        named = next((i for i, role in enumerate(roles) if role == "" and _names_units(rows, i)), None)
        roles[named if named is not None else unsaid.pop()] = "unit"
    for index in [index for index in unsaid if (level := _level_told(rows, index)) and level not in roles]:
        roles[index] = _level_told(rows, index)
        unsaid.remove(index)
    free = [level for level in ("brigade", "division", "corps", "army") if level not in roles]
    for index in reversed(unsaid):
        roles[index] = free.pop(0) if free else ""


def _level_told(rows: Sequence[Sequence[str]], index: int) -> str:
    """The level that most cells of a column name; empty if none does."""
    cells = {cell for row in rows[:60] if (cell := _cell(row, index))}
    levels = Counter(level_of(split_heading(cell).name) for cell in cells)
    level, count = levels.most_common(1)[0] if levels else ("", 0)
    return level if count * 3 > len(cells) * 2 else ""


def _names_units(rows: Sequence[Sequence[str]], index: int) -> bool:
    """True if most cells of a column tell types of units and none is a formation."""
    cells = {cell for row in rows[:60] if (cell := _cell(row, index))}
    told = sum(terms.type_by_words(cell, "", guns=False, mounted=False, arm="") is not None for cell in cells)
    return told * 2 > len(cells) > 1 and not any(map(level_of, cells))


def _named_after(roles: list[str]) -> None:
    """A column such as *Brigadier* names the brigades if no other column does."""
    for level in PATHS:
        if level not in roles and f"{level}_commander" in roles:
            roles[roles.index(f"{level}_commander")] = level


def _commanders(roles: list[str], rows: Sequence[Sequence[str]]) -> None:
    """Give each column of commanders the level of the path column before it.

    A column behind that of the units which names somebody else in most rows has the commanders of the units.
    """
    level = ""
    for index, role in enumerate(roles):
        if role in PATHS:
            level = role
        elif role == "commander" and level and not _of_units(roles, index, rows[:60]):
            roles[index] = f"{level}_commander"


def _of_units(roles: list[str], index: int, rows: Sequence[Sequence[str]]) -> bool:
    if "unit" not in roles[:index]:
        return False
    units = [row for row in rows if _cell(row, roles.index("unit"))]
    cells = [_cell(row, index) for row in units if _cell(row, index)]
    return len(cells) * 4 > len(units) * 3 and len(set(cells)) * 2 > len(cells)


def _one_of_each(roles: list[str]) -> None:
    seen: set[str] = set()
    for index, role in enumerate(roles):
        if role in seen and role not in ("notes", "source", "losses"):
            other = {"men": "rank_and_file", "rank_and_file": "men"}.get(role, "")
            roles[index] = other if other not in seen else ""
        seen.add(roles[index])


def _by_content(roles: list[str], titles: list[str], rows: Sequence[Sequence[str]]) -> None:
    """Find the columns of formations, units and men by what stands in them, if no heading tells them."""
    for index, role in enumerate(roles):
        cells = [_cell(row, index) for row in rows[:60] if _cell(row, index)]
        levels = Counter(level for cell in cells if (level := level_of(split_heading(cell).name)))
        level, count = levels.most_common(1)[0] if levels else ("", 0)
        if role == "" and count * 3 > len(cells) * 2 and level not in roles:
            roles[index] = level
    _commanders(roles, rows)
    if "unit" not in roles:
        scores = {
            index: sum(
                terms.type_by_words(cell, "", guns=False, mounted=False, arm="") is not None
                for cell in {_cell(row, index) for row in rows[:60]}
                if not COUNT_CELL.fullmatch(fold(cell))
            )
            for index, role in enumerate(roles)
            if role in ("", "arm", "battalions")
        }
        best = max(scores, key=lambda index: (scores[index], -index), default=None)
        if best is not None and scores[best]:
            roles[best] = "unit"
        elif any(role in NUMBERS for role in roles):
            first = next(
                (
                    i
                    for i, role in enumerate(roles)
                    if role == "" and any(re.search(r"[^\W\d_]", _cell(r, i)) for r in rows)
                ),
                None,
            )
            if first is not None:
                roles[first] = "unit"
    _men_by_content(roles, rows)
    _guns_by_content(roles, rows)
    _parts_by_content(roles, rows)
    _path_by_content(roles, titles, rows)
    _quality_by_content(roles, rows)
    _small_counts(roles, titles, rows)


def _guns_by_content(roles: list[str], rows: Sequence[Sequence[str]]) -> None:
    """An unknown column that only batteries fill, with small numbers, holds the guns, if no heading tells them."""
    if "unit" not in roles or "guns" in roles:
        return
    for index, role in enumerate(roles):
        filled = [row for row in rows[:60] if _cell(row, index)]
        names = [fold(_cell(row, roles.index("unit"))) for row in filled]
        if (
            role == ""
            and filled
            and all(re.fullmatch(r"[1-9]|1\d|2[0-4]", _cell(row, index)) for row in filled)
            and all(terms.GUN_WORDS.search(name) for name in names)
        ):
            roles[index] = "guns"
            return


def _parts_by_content(roles: list[str], rows: Sequence[Sequence[str]]) -> None:
    """The first unknown column of counts with their words, ``2 bns``, holds the parts, if no heading tells them."""
    for index, role in enumerate(roles):
        cells = [cell for row in rows[:60] if (cell := fold(_cell(row, index)))]
        counted = [cell for cell in cells if COUNT_CELL.fullmatch(cell)]
        if role == "" and "battalions" not in roles and len(counted) * 3 > len(cells) * 2:
            roles[index] = "battalions"


COUNT_CELL: Final = re.compile(
    rf"(?:\d{{1,2}}|{terms.WORDS})\s?x?\s?(?:" + "|".join(terms.SUB_UNITS[kind] for kind in PARTS) + r")\.?"
)
"""A count of battalions, squadrons or companies with its word."""


def _path_by_content(roles: list[str], titles: list[str], rows: Sequence[Sequence[str]]) -> None:
    """A first column whose words stand over several rows each names the formations.

    It has no heading, or that of the army: ``Ejército del Centro``.
    """
    if not roles or roles[0] or "unit" not in roles or "brigade" in roles:
        return
    if titles[0] and not names_formation(titles[0]):
        return
    cells = [cell for row in rows[:60] if _cell(row, roles.index("unit")) and (cell := _cell(row, 0))]
    named = [cell for cell in cells if level_of(cell) or not any(char.isdigit() for char in cell)]
    if len(named) > 2 and len(named) * 4 > len(cells) * 3 and len(set(cells)) < len(cells):
        levels = Counter(level for cell in set(cells) if (level := level_of(split_heading(cell).name)))
        roles[0] = next((level for level, _ in levels.most_common() if level not in roles), "brigade")
        _commanders(roles, rows)


def _quality_by_content(roles: list[str], rows: Sequence[Sequence[str]]) -> None:
    """The first unknown column of nothing but words for quality holds it, if no heading tells it."""
    for index, role in enumerate(roles):
        cells = [cell for row in rows[:60] if (cell := _cell(row, index))]
        if role in ("", "arm") and "quality" not in roles and cells and all(map(quality_of, cells)):
            roles[index] = "quality"


def _men_by_content(roles: list[str], rows: Sequence[Sequence[str]]) -> None:
    """The unknown column with the most large numbers holds the men, if no heading tells them."""
    if not {"men", "total", "rank_and_file"} & set(roles):
        sizes = {
            index: sum(
                1
                for row in rows[:60]
                if re.fullmatch(rf"\W*{terms.FIGURE}\W*", fold(_cell(row, index))) and LARGE.search(_cell(row, index))
            )
            for index, role in enumerate(roles)
            if role == ""
        }
        best = max(sizes, key=lambda index: sizes[index], default=None)
        if best is not None and sizes[best]:
            roles[best] = "men"


def _small_counts(roles: list[str], titles: list[str], rows: Sequence[Sequence[str]]) -> None:
    """A column without a heading that holds only small numbers counts battalions or squadrons."""
    for index, role in enumerate(roles):
        cells = [_cell(row, index) for row in rows[:60] if _cell(row, index)]
        if role == "" and not titles[index] and cells and all(re.fullmatch(r"[1-9]|1[0-2]", cell) for cell in cells):
            roles[index] = "battalions" if "battalions" not in roles else ""


def _cell(row: Sequence[str], index: int) -> str:
    return row[index].strip() if index < len(row) else ""
