"""Commanders: nation, rating by 2D6, command radius, and loss of the command stand (MN-CMD).

Corps and Division commanders have a rating; a Brigade's stand has none (MN-CMD-34).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from battles.engine.armies.facts import Army, Brigade, CommanderRating, Corps, Division, Element, Throw
from battles.engine.armies.group import Rated, RatingBand
from battles.engine.armies.reckoning import Line, Reckoning
from battles.engine.armies.tree import Place
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.checks import has_command_stand
from battles.rules.mini_nap.army.options import DEFAULTS, Options, number
from battles.rules.mini_nap.army.words import RATING_WORDS, count, nation_name, nation_word
from battles.rules.mini_nap.combat.losses import stand_loss_limit
from battles.rules.mini_nap.tables import Level, RatingRow


def dice() -> tuple[int, int]:
    """Number and sides of the dice of a commander's rating: 2D6 (MN-CMD-50)."""
    return tables.COMMANDER_DICE, tables.DIE_SIDES


def by_dice(options: Options = DEFAULTS) -> bool:
    """True if ratings are rolled, False if they are fixed (MN-RULING-67)."""
    return options.commander_ratings == "roll"


def command_nation(place: Place, army: Army) -> str:
    """Code of the nation whose commander tables count at ``place`` (MN-TYPE-11, MN-RULING-62).

    It is the command nation that the Corps declares; else the army's nation if that is French or British, whose
    tables count for allied Corps too; else the Corps' own. An element outside a Corps uses its own nation
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
    """The modifier to the 2D6: by nation for a Division (MN-CMD-60), 0 for a Corps.

    Source: MN-CMD-50, MN-CMD-51, MN-CMD-52, MN-CMD-53, MN-CMD-54, MN-CMD-55, MN-CMD-56, MN-CMD-57.
    """
    return tables.DIVISION_MODIFIERS.get(nation_word(nation_code), 0) if level == "division" else 0


def _row(level: Level, nation_code: str, options: Options) -> RatingRow:
    if level == "division":
        return tables.DIVISION_TABLE
    word = nation_word(nation_code)
    if word == "russian" and options.russian_corps_overlap == "poor_wins":
        return tables.CORPS_RUSSIAN_POOR_WINS
    return tables.CORPS_TABLE[word]


def rating_table(level: Level, nation_code: str, options: Options = DEFAULTS) -> tuple[RatingBand, ...]:
    """The ratings open to a commander of this nation, best first, with the totals that give each."""
    row = _row(level, nation_code, options)
    rolls = product(range(1, tables.DIE_SIDES + 1), repeat=tables.COMMANDER_DICE)
    chances = Counter(_read(level, nation_code, faces, options).rating for faces in rolls)
    bands: list[RatingBand] = []
    above: int | None = None
    for rating, least in row.bands:
        most = None if above is None else above - 1
        shown = tables.COMMANDERS[rating]
        text = _range(least, most)
        reach, house = radius(rating, options), options.house.mark(f"radius.{rating}")
        bands.append(RatingBand(rating, shown.word, text, least, most, reach, row.rule, chances[rating], house))
        above = least
    return tuple(bands)


def _range(least: int | None, most: int | None) -> str:
    if least is None:
        return "all" if most is None else f"{most} or less"
    if most is None:
        return f"{least}+"
    return str(least) if least == most else f"{least}–{most}"


def rate(level: Level, nation_code: str, faces: tuple[int, ...], options: Options = DEFAULTS) -> Rated:
    """Read a commander's 2D6 in the table of the nation that commands.

    Source: MN-CMD-50, MN-CMD-51, MN-CMD-52, MN-CMD-53, MN-CMD-54, MN-CMD-55, MN-CMD-56, MN-CMD-57, MN-CMD-60.

    Raises:
        ValueError: faces that 2D6 cannot show, or ratings that are fixed and not rolled (MN-RULING-67).
    """
    if options.commander_ratings == "fixed":
        raise ValueError("You cannot roll for this commander: ratings are fixed in this army (MN-RULING-67).")
    _check(faces)
    return _read(level, nation_code, faces, options)


def _is_possible(faces: Sequence[int]) -> bool:
    """True if 2D6 can show these faces."""
    whole = all(type(face) is int and 1 <= face <= tables.DIE_SIDES for face in faces)
    return whole and len(faces) == tables.COMMANDER_DICE


def _check(faces: Sequence[int]) -> None:
    sides, dice = tables.DIE_SIDES, tables.COMMANDER_DICE
    if not _is_possible(faces):
        shown = ", ".join(str(face) for face in faces) or "nothing"
        raise ValueError(f"{dice}D{sides} cannot show {shown}: roll {dice} dice of 1 to {sides} for a commander.")


def _read(level: Level, nation_code: str, faces: tuple[int, ...], options: Options) -> Rated:
    added = modifier(level, nation_code)
    total = sum(faces) + added
    row = _row(level, nation_code, options)
    rating = next(rating for rating, least in row.bands if least is None or total >= least)
    return Rated(rating, added, total, row.rule)


def radius(rating: CommanderRating, options: Options = DEFAULTS) -> int:
    """Command radius in cm (MN-CMD-06, MN-CMD-07, MN-CMD-08, MN-CMD-09, MN-CMD-10)."""
    return number(options.house, f"radius.{rating}")


def standing_rating(throws: Sequence[Throw], options: Options = DEFAULTS) -> CommanderRating | None:
    """The rating of the last roll (MN-RULING-94); without a roll, Average if ratings are fixed, else None."""
    if throws:
        return throws[-1].rating
    return tables.COMMANDER_WHEN_FIXED if options.commander_ratings == "fixed" else None


def explain_rating(
    throws: Sequence[Throw], level: Level, nation_code: str, options: Options = DEFAULTS
) -> Reckoning | None:
    """Why the commander has this rating; None without a rating. The value is the command radius in cm."""
    if throws:
        return explain_throw(throws[-1], level, nation_code, options)
    rating = standing_rating(throws, options)
    if rating is None:
        return None
    shown = tables.COMMANDERS[rating]
    source = Line("ratings are fixed and none is recorded", shown.word, ("MN-CMD-61", "MN-RULING-67"))
    reach = _reach(rating, options)
    return Reckoning(radius(rating, options), f"Why {shown.word}?", (source, reach))


def _reach(rating: CommanderRating, options: Options) -> Line:
    rule = tables.COMMANDERS[rating].rule
    mark = options.house.mark(f"radius.{rating}")
    return Line("command radius", f"{radius(rating, options)} cm", (rule,), mark)


def explain_throw(throw: Throw, level: Level, nation_code: str, options: Options = DEFAULTS) -> Reckoning:
    """How the roll gave its rating. The value is the command radius in cm.

    A roll keeps the rating it was recorded with. If today's table gives another rating for the same dice, because
    the command nation or an option changed, the last line says so (MN-RULING-94).
    """
    shown = tables.COMMANDERS[throw.rating]
    value, reach = radius(throw.rating, options), _reach(throw.rating, options)
    title = f"Why {shown.word}?"
    if throw.source == "fixed":
        source = Line("set by hand, no dice", shown.word, ("MN-CMD-61", "MN-RULING-67"))
        return Reckoning(value, title, (source, reach))
    lines = [*_dice_lines(throw, level, nation_code)]
    lines.append(Line(_reading(throw, level, nation_code, options), shown.word, _cited(throw.rule)))
    lines.append(reach)
    if _is_possible(throw.faces):
        today = _read(level, nation_code, throw.faces, options)
        if today.rating != throw.rating:
            lines.append(Line("the same dice in today's table", RATING_WORDS[today.rating], (today.rule,)))
    return Reckoning(value, title, tuple(lines))


def _cited(rule: str) -> tuple[str, ...]:
    return (rule,) if rule else ()


def _dice_lines(throw: Throw, level: Level, nation_code: str) -> Iterator[Line]:
    """Lines for the recorded dice and modifier; an imported roll may have neither."""
    dice = f"{tables.COMMANDER_DICE}D{tables.DIE_SIDES}"
    if not throw.faces:
        yield Line(dice, "not recorded", _cited(throw.rule))
        return
    how = "real dice typed in" if throw.source == "manual" else "rolled"
    natural = sum(throw.faces)
    faces = " and ".join(str(face) for face in throw.faces)
    yield Line(f"{dice} {how}: {faces}", str(natural), _cited(throw.rule))
    if throw.modifier:
        today = throw.modifier == modifier(level, nation_code)
        whose = f"{nation_name(nation_code)} Division" if today else "modifier as recorded"
        yield Line(f"{whose}: {throw.modifier:+d}", str(natural + throw.modifier), ("MN-CMD-60",))


def _reading(throw: Throw, level: Level, nation_code: str, options: Options) -> str:
    """``10–12 in the table of Division commanders``, without the range if today's table gives another rating."""
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
    """True if the element has a command stand that losses can remove (MN-CMD-45, MN-CMD-46)."""
    return isinstance(element, Division) or (isinstance(element, Brigade) and has_command_stand(element))


def stand_lost_at(units: int, options: Options = DEFAULTS) -> int | None:
    """The number of lost units at which a stand is removed, of ``units`` at the start (MN-CMD-45, MN-CMD-46).

    None if no such number exists: the stand is then removed with the last unit (MN-CMD-47, MN-RULING-05).
    """
    return stand_loss_limit(units, options.command_loss_rule)


def explain_stand_loss(units: int, options: Options = DEFAULTS) -> Reckoning:
    """Why a stand is removed at that loss, and which units count as lost (MN-RULING-03, MN-RULING-04).

    The value is the number of lost units.
    """
    half = {
        "exceed_exact_half": "more than half",
        "exceed_rounded_half": "more than half, rounded up,",
        "reach_rounded_half": "half, rounded up,",
    }[options.command_loss_rule]
    at = stand_lost_at(units, options)
    rules = ("MN-CMD-45", "MN-CMD-46", "MN-RULING-03")
    counted = "counts as lost" if options.retreated_units_count_as_losses else "does not count as lost"
    lines = [
        Line("a unit that retreated", counted, ("MN-RULING-04",)),
        Line(f"{half} of {count(units, 'unit')}", str(at) if at else "never reached", rules),
    ]
    if at is None:
        lines.append(Line("no unit left", str(units), ("MN-CMD-47",)))
    value = units if at is None else at
    return Reckoning(
        value,
        f"Why is the stand removed when {count(value, 'unit')} {'is' if value == 1 else 'are'} lost?",
        tuple(lines),
    )
