"""One row of a table to a unit, as far as the row itself tells."""

from armies.exchange.cleaning import plain
from armies.exchange.csv_cells import items_of, number
from armies.exchange.csv_rows import Row
from armies.exchange.free_unit import FLAG_WORDS
from armies.exchange.ordnance import take_guns, weight_of
from armies.exchange.overrides import read_override
from armies.exchange.parsed import Parsed
from armies.exchange.text_header import known_nation
from armies.exchange.troops import type_in
from armies.exchange.words import COMMANDER_WORDS, KIND_WORDS, WEIGHT_WORDS, quality_of, type_of
from armies.rules.facts import BASES, QUALITIES

FLAGS = ("lancer", "irregular", "kgl", "armoured")


def unit_of(row: Row, *, exact: bool) -> Parsed:
    """The unit of a row; ``exact`` rows are our own and say every fact themselves."""
    parsed = Parsed("unit", facts={"name": row["unit"]}, exact=exact, figure=True)
    for read in (_type, _quality, _figures, _sub_units, _rest):
        try:
            read(row, parsed)
        except ValueError as error:
            parsed.errors.append(str(error))
    if exact and "type" not in parsed.facts and not parsed.errors:
        parsed.errors.append("Columns arm and class: the type is missing.")
    return parsed


def _type(row: Row, parsed: Parsed) -> None:
    arm, size = plain(row["arm"]), plain(row["class"])
    parsed.arm = KIND_WORDS.get(arm, "") or KIND_WORDS.get(size, "")
    if parsed.arm == "artillery" and size in ("foot", "horse"):
        parsed.facts["type"] = f"{size}_artillery"
    elif parsed.arm == "artillery" and size in WEIGHT_WORDS:
        parsed.size = WEIGHT_WORDS[size]
    elif parsed.arm in ("infantry", "cavalry") and size in ("line", "light", "medium", "heavy"):
        parsed.facts["type"] = type_of(f"{size} {parsed.arm}")
        if parsed.facts["type"] is None:
            raise ValueError(f"Columns arm and class: there is no {size} {parsed.arm}.")
    elif (said := type_of(row["class"]) or type_of(row["arm"])) is not None:
        parsed.facts["type"] = said
    elif size and (guess := type_in(row["class"]) or type_in(row["arm"])):
        parsed.facts["type"] = guess.type
    elif size and size not in KIND_WORDS and size not in WEIGHT_WORDS:
        raise ValueError(f"Column class: “{row['class']}” is not understood.")
    elif arm and not parsed.arm and type_in(row["arm"]) is None:
        raise ValueError(f"Column arm: “{row['arm']}” is not understood.")
    elif size in WEIGHT_WORDS:
        parsed.size = WEIGHT_WORDS[size]


def _quality(row: Row, parsed: Parsed) -> None:
    """From its own column; in tables of others a column “rating” may hold it."""
    word = row["quality"]
    if not word and plain(row["rating"]) not in COMMANDER_WORDS:
        word = row["rating"]
    if word and (quality := quality_of(word)) is None:
        raise ValueError(f"Column quality: “{word}” is not understood; write one of {', '.join(QUALITIES)}.")
    if word:
        parsed.facts["quality"] = quality
    elif parsed.exact:
        raise ValueError("Column quality: it is empty.")


def _figures(row: Row, parsed: Parsed) -> None:
    facts = parsed.facts
    told, _ = take_guns(row["guns"], "")
    if told.count is not None:
        facts["guns"] = told.count
    elif (guns := _number(row, "guns")) is not None:
        facts["guns"] = guns
    if told.weight:
        facts["gun_weight"] = told.weight
    if (men := _number(row, "men")) is not None:
        facts["men"] = men
    weight = plain(row["gun_weight"])
    if weight in WEIGHT_WORDS:
        facts["gun_weight"] = WEIGHT_WORDS[weight]
    elif weight:
        found, _ = take_guns(f" {weight}", "")
        pounds = weight_of(int(weight)) if weight.isdecimal() and len(weight) < 4 else found.weight
        if not pounds:
            raise ValueError(f"Column gun_weight: “{weight}” is not understood; write light, medium or heavy.")
        facts["gun_weight"] = pounds


def _number(row: Row, column: str) -> int | None:
    try:
        return number(row[column])
    except ValueError as error:
        raise ValueError(f"Column {column}: {error}") from None


def _sub_units(row: Row, parsed: Parsed) -> None:
    facts = parsed.facts
    battalions = _number(row, "battalions")
    if battalions is not None:
        parsed.battalions = battalions
        if not battalions:
            raise ValueError("Column battalions: 0 battalions are no regiment.")
    for column in ("squadrons", "companies"):
        if (count := _number(row, column)) is not None:
            facts["sub_units"], facts["sub_unit"] = count, column
    if (count := _number(row, "sub_units")) is not None:
        facts["sub_units"] = count
    if kind := row["sub_unit"]:
        if kind not in ("battalions", "companies", "squadrons"):
            raise ValueError(f"Column sub_unit: “{kind}” is not understood.")
        facts["sub_unit"] = kind


def _rest(row: Row, parsed: Parsed) -> None:
    facts = parsed.facts
    for column, key in (("commander", "commander"), ("notes", "note")):
        if row[column]:
            facts[key] = row[column]
    if nation := known_nation(row["nation"]):
        facts["nation"] = nation
    if sources := items_of(row["source"]):
        facts["sources"] = tuple(sources)
    if overrides := items_of(row["overrides"]):
        facts["overrides"] = tuple(read_override(override) for override in overrides)
    if basis := plain(row["basis"]):
        if basis not in BASES:
            raise ValueError(f"Column basis: “{basis}” is not one of {', '.join(BASES)}.")
        facts["basis"] = basis
    for flag in items_of(row["flags"]):
        word = FLAG_WORDS.get(plain(flag))
        if word is None:
            raise ValueError(f"Column flags: “{flag}” is not one of {', '.join(FLAGS)}.")
        facts[word] = True
