"""Commanders: who commands, how his 2D6 are read, how far he reaches and when his stand is lost (MN-CMD).

Corps and Divisions have a rating; a Brigade's stand has none (MN-CMD-34).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import Struct

from armies.rules.facts import Army, Brigade, CommanderRating, Corps, Division, Element, Throw
from armies.rules.mini_nap.brigade_checks import has_command_stand
from armies.rules.mini_nap.house import number
from armies.rules.mini_nap.options import DEFAULTS, Options
from armies.rules.mini_nap.words import RATING_WORDS, count, nation_name, nation_word
from armies.rules.reckoning import Line, Reckoning
from armies.rules.tree import Place
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.losses import stand_goes_at
from battles.rules.mini_nap.tables import Level, RatingRow


class Rated(Struct, frozen=True):
    """A commander's rating as thrown: the modifier, the total after it and the rule of the table's row."""

    rating: CommanderRating
    modifier: int
    total: int
    rule: str


class Band(Struct, frozen=True):
    """One rating of a commander table, for display.

    ``least`` and ``most`` are totals after the modifier; None is open at that end.
    ``text`` is the printed form: ``10+``, ``6–9``, ``3 or less``, ``all``. ``chance`` is how many of
    the 36 throws of 2D6 give it, ``house`` whose house rule the radius is, empty where it is the printed one.
    """

    rating: CommanderRating
    word: str
    text: str
    least: int | None
    most: int | None
    radius: int
    rule: str
    chance: int
    house: str = ""


def command_nation(place: Place, army: Army) -> str:
    """The code of the nation that commands here, which decides the commander tables (MN-TYPE-11, MN-RULING-62).

    It is the Corps' declared command nation; else the army's, where that is French or British and so its
    tables serve allied Corps too; else the Corps' own. What stands under no Corps goes by its own nation
    (MN-RULING-87).
    """
    element = place.element
    corps = element if isinstance(element, Corps) else next((at for at in place.above if isinstance(at, Corps)), None)
    if corps is not None and corps.command_nation:
        return corps.command_nation
    if nation_word(army.nation) in tables.ALLIED_COMMAND:
        return army.nation
    if corps is None:
        return place.nation
    return corps.nation or army.nation


def modifier(level: Level, nation_code: str) -> int:
    """What is added to the 2D6: by nation for a Division (MN-CMD-60), nothing for a Corps (MN-CMD-50 to 57)."""
    return tables.DIVISION_MODIFIERS.get(nation_word(nation_code), 0) if level == "division" else 0


def _row(level: Level, nation_code: str, options: Options) -> RatingRow:
    if level == "division":
        return tables.DIVISION_TABLE
    word = nation_word(nation_code)
    if word == "russian" and options.russian_corps_overlap == "poor_wins":
        return tables.CORPS_RUSSIAN_POOR_WINS
    return tables.CORPS_TABLE[word]


def rating_table(level: Level, nation_code: str, options: Options = DEFAULTS) -> tuple[Band, ...]:
    """The ratings that a commander of this nation may have, best first, with the totals that give them."""
    row = _row(level, nation_code, options)
    throws = product(range(1, tables.DIE_SIDES + 1), repeat=tables.COMMANDER_DICE)
    chances = Counter(_read(level, nation_code, faces, options).rating for faces in throws)
    bands: list[Band] = []
    above: int | None = None
    for rating, least in row.bands:
        most = None if above is None else above - 1
        shown = tables.COMMANDERS[rating]
        text = _range(least, most)
        reach, house = radius(rating, options), options.house.mark(f"radius.{rating}")
        bands.append(Band(rating, shown.word, text, least, most, reach, row.rule, chances[rating], house))
        above = least
    return tuple(bands)


def _range(least: int | None, most: int | None) -> str:
    if least is None:
        return "all" if most is None else f"{most} or less"
    if most is None:
        return f"{least}+"
    return str(least) if least == most else f"{least}–{most}"


def rate(level: Level, nation_code: str, faces: tuple[int, ...], options: Options = DEFAULTS) -> Rated:
    """Read a commander's 2D6 in the table of the nation that commands (MN-CMD-50 to 60).

    Raises:
        ValueError: faces that no 2D6 shows, or ratings that are fixed and not thrown (MN-RULING-67); says so.
    """
    if options.commander_ratings == "fixed":
        raise ValueError("This commander is not rated by dice: ratings are fixed in this army (MN-RULING-67).")
    _check(faces)
    return _read(level, nation_code, faces, options)


def _possible(faces: Sequence[int]) -> bool:
    """Whether 2D6 can show these faces."""
    whole = all(type(face) is int and 1 <= face <= tables.DIE_SIDES for face in faces)
    return whole and len(faces) == tables.COMMANDER_DICE


def _check(faces: Sequence[int]) -> None:
    sides, dice = tables.DIE_SIDES, tables.COMMANDER_DICE
    if not _possible(faces):
        shown = ", ".join(str(face) for face in faces) or "nothing"
        raise ValueError(f"No {dice}D{sides} shows {shown}: a commander throws {dice} dice of 1 to {sides}.")


def _read(level: Level, nation_code: str, faces: tuple[int, ...], options: Options) -> Rated:
    added = modifier(level, nation_code)
    total = sum(faces) + added
    row = _row(level, nation_code, options)
    rating = next(rating for rating, least in row.bands if least is None or total >= least)
    return Rated(rating, added, total, row.rule)


def radius(rating: CommanderRating, options: Options = DEFAULTS) -> int:
    """Command radius in cm (MN-CMD-06 to 10)."""
    return number(options.house, f"radius.{rating}")


def standing_rating(throws: Sequence[Throw], options: Options = DEFAULTS) -> CommanderRating | None:
    """The rating of the last throw (MN-RULING-94); where there is none, Average if ratings are fixed, else None."""
    if throws:
        return throws[-1].rating
    return tables.COMMANDER_WHEN_FIXED if options.commander_ratings == "fixed" else None


def explain_rating(
    throws: Sequence[Throw], level: Level, nation_code: str, options: Options = DEFAULTS
) -> Reckoning | None:
    """Why the commander has the rating that counts; None where he has none yet. The value is the radius in cm."""
    if throws:
        return explain_throw(throws[-1], level, nation_code, options)
    rating = standing_rating(throws, options)
    if rating is None:
        return None
    shown = tables.COMMANDERS[rating]
    given = Line("ratings are fixed and none is given", shown.word, ("MN-CMD-61", "MN-RULING-67"))
    reach = _reach(rating, options)
    return Reckoning(radius(rating, options), f"Why {shown.word}?", (given, reach))


def _reach(rating: CommanderRating, options: Options) -> Line:
    rule = tables.COMMANDERS[rating].rule
    mark = options.house.mark(f"radius.{rating}")
    return Line("command radius", f"{radius(rating, options)} cm", (rule,), mark)


def explain_throw(throw: Throw, level: Level, nation_code: str, options: Options = DEFAULTS) -> Reckoning:
    """How the throw gave its rating; the value is the command radius in cm.

    A throw keeps the rating it was recorded with. Where today's table would read the same dice otherwise
    (the command nation or an option was changed since) the last line says so (MN-RULING-94).
    """
    shown = tables.COMMANDERS[throw.rating]
    value, reach = radius(throw.rating, options), _reach(throw.rating, options)
    title = f"Why {shown.word}?"
    if throw.source == "fixed":
        given = Line("set by hand, no dice", shown.word, ("MN-CMD-61", "MN-RULING-67"))
        return Reckoning(value, title, (given, reach))
    lines = [*_dice_lines(throw, level, nation_code)]
    lines.append(Line(_reading(throw, level, nation_code, options), shown.word, _cited(throw.rule)))
    lines.append(reach)
    if _possible(throw.faces):
        today = _read(level, nation_code, throw.faces, options)
        if today.rating != throw.rating:
            lines.append(Line("the same dice in today's table", RATING_WORDS[today.rating], (today.rule,)))
    return Reckoning(value, title, tuple(lines))


def _cited(rule: str) -> tuple[str, ...]:
    return (rule,) if rule else ()


def _dice_lines(throw: Throw, level: Level, nation_code: str) -> Iterator[Line]:
    """The dice and the modifier as they were recorded, which an imported throw may lack."""
    dice = f"{tables.COMMANDER_DICE}D{tables.DIE_SIDES}"
    if not throw.faces:
        yield Line(dice, "not recorded", _cited(throw.rule))
        return
    how = "real dice typed in" if throw.source == "manual" else "thrown"
    natural = sum(throw.faces)
    faces = " and ".join(str(face) for face in throw.faces)
    yield Line(f"{dice} {how}: {faces}", str(natural), _cited(throw.rule))
    if throw.modifier:
        today = throw.modifier == modifier(level, nation_code)
        whose = f"{nation_name(nation_code)} Division" if today else "modifier as recorded"
        yield Line(f"{whose}: {throw.modifier:+d}", str(natural + throw.modifier), ("MN-CMD-60",))


def _reading(throw: Throw, level: Level, nation_code: str, options: Options) -> str:
    """``10 to 12 in the table of Division commanders``; without the range where the table has changed since."""
    table = f"in the table of {level.capitalize()} commanders"
    if not throw.faces:
        return table
    total = sum(throw.faces) + throw.modifier
    for band in rating_table(level, nation_code, options):
        reaches = (band.least is None or total >= band.least) and (band.most is None or total <= band.most)
        if reaches and band.rating == throw.rating:
            return f"{band.text} {table}"
    return table


def stand_can_be_lost(element: Element) -> bool:
    """Whether losses can take a command stand there: a Division's, or a Brigade's that has one (MN-CMD-45, 46)."""
    return isinstance(element, Division) or (isinstance(element, Brigade) and has_command_stand(element))


def stand_lost_at(units: int, options: Options = DEFAULTS) -> int | None:
    """The loss at which a Division or Brigade stand goes, of ``units`` at the start (MN-CMD-45, 46).

    None where no loss passes the threshold, so that it goes only when no unit is left (MN-CMD-47, MN-RULING-05).
    """
    return stand_goes_at(units, options.command_loss_rule)


def explain_stand_loss(units: int, options: Options = DEFAULTS) -> Reckoning:
    """Why a stand goes at that loss, and what counts as a loss (MN-RULING-03, 04); the value is the loss number."""
    half = {
        "exceed_exact_half": "more than half",
        "exceed_rounded_half": "more than half, rounded up,",
        "reach_rounded_half": "half, rounded up,",
    }[options.command_loss_rule]
    at = stand_lost_at(units, options)
    rules = ("MN-CMD-45", "MN-CMD-46", "MN-RULING-03")
    counted = "counts" if options.retreated_units_count_as_losses else "does not count"
    lines = [
        Line("a unit that retreated", counted, ("MN-RULING-04",)),
        Line(f"{half} of {count(units, 'unit')}", str(at) if at else "never reached", rules),
    ]
    if at is None:
        lines.append(Line("no unit left", str(units), ("MN-CMD-47",)))
    value = units if at is None else at
    return Reckoning(value, f"Why is the stand lost at loss {value}?", tuple(lines))
