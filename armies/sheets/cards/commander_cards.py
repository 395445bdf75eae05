"""Commander cards to cut out: what they command, rating and radius, room for orders."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.cutouts import cuts
from armies.paper.section import Imprint, Planned, Section, digest_of
from armies.paper.sheet import FINE, RULE, SOFT, Sheet
from armies.paper.typography import LEADING, Fits, Fitted, Printable, printable_texts, width
from armies.sheets.cards.card_fields import Facts, fit_facts
from armies.sheets.cards.unit_cards import BLEED, SAFE, SIZES, Foot, Piece, pages_of
from battles.engine.sheets.muster_roll import Roll, RollCommander, RollGroup

NAME: Final = 15.0
SYMBOL: Final = 9.6
WRITE: Final = 5.6
"""Distance between the lines for orders, in mm."""

ORDERS: Final = 3
"""The fewest lines for orders."""

LABEL: Final = "Orders"


class Post(NamedTuple):
    """A commander, with the commands above and below."""

    commander: RollCommander
    above: tuple[str, ...]
    under: tuple[str, ...]
    stripe: str


class Face(NamedTuple):
    """The fitted face of a card."""

    post: Post
    piece: Piece
    above: Fitted
    name: Fitted
    of: Fitted
    rating: Fitted | None
    choices: tuple[tuple[Fitted, ...], ...]
    facts: Facts
    under: Fitted | None

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw it with the card's top left corner at a place, in reading order."""
        k, piece = self.piece.scale, self.piece
        left, right = x + SAFE, x + piece.wide - SAFE
        piece.stripe(sheet, self.post.stripe, x, y)
        at = y + SAFE + 1.8
        sheet.fitted(left, at + 3.6 * k, self.above, grey=SOFT)
        at += 5.0 * k
        self._name(sheet, left, at)
        at += max(self.name.height, SYMBOL * 2 / 3 * k) + 1.2 * k
        sheet.fitted(left, at + 3.4 * k, self.of)
        at += self.of.height + 1.6 * k
        sheet.rule(left, at, right, RULE)
        at = self._rating(sheet, left, right, at)
        at = self.facts.draw(sheet, left, at + 0.4) + 0.8 * k
        if self.under is not None:
            sheet.rule(left, at, right, FINE)
            sheet.fitted(left, at + 0.8 + self.under.size * 0.36, self.under)
            at += self.under.height + 1.8
        sheet.rule(left, at, right, RULE)
        sheet.text(left, at + 3.8 * k, LABEL, "dispi", 9.6 * k)
        at += 4.6 * k
        while at + WRITE <= y + piece.high - SAFE + 0.05:
            at += WRITE
            sheet.rule(left, at, right, FINE)

    def _name(self, sheet: Sheet, left: float, y: float) -> None:
        k = self.piece.scale
        marks.symbol(sheet, self.post.commander.symbol, left - 0.6, y, SYMBOL * k)
        x, first = left + (SYMBOL + 0.8) * k, y + self.name.size * 0.33 + 0.2 * k
        sheet.fitted(x, first, self.name)
        for index, line in enumerate(self.name.lines if self.post.commander.gone else ()):
            middle = first + index * self.name.lead - self.name.size * 0.1
            sheet.line(x, middle, x + width(line, self.name.face, self.name.size), middle, 0.9)

    def _rating(self, sheet: Sheet, left: float, right: float, y: float) -> float:
        """Draw the rating in large type, or a box for each possible rating."""
        k = self.piece.scale
        if self.rating is not None:
            sheet.fitted((left + right) / 2 - self.rating.width / 2, y + 6.4 * k, self.rating)
            return y + 8.6 * k
        for row in self.choices:
            each = self.piece.inner / 2
            for index, words in enumerate(row):
                sheet.rects([(left + index * each, y + 1.2)], marks.BOX, marks.BOX)
                sheet.fitted(left + index * each + marks.BOX + 1.0, y + 1.2 + marks.BOX / 2 + words.size * 0.125, words)
            y += marks.BOX + 1.3
        return y + (1.2 if self.choices else 0.0)


def face(post: Post, piece: Piece, fits: Fits) -> Face:
    """The face of a commander's card; ``fits`` reports texts that do not fit."""
    k, inner, man = piece.scale, piece.inner, post.commander
    whose = man.name or man.of
    name = fits.box(whose, "disp", NAME * k, inner - (SYMBOL + 0.8) * k, 2 * NAME * LEADING * k)
    of = fits.box(man.of if man.name else f"{man.level.capitalize()} commander", "dispi", 11 * k, inner, 9.0 * k, whose)
    rating = fits.line(man.rating_words, "disp", 15 * k, inner, whose) if man.rating else None
    each = round(inner / 2 - marks.BOX - 1.6, 2)
    words = [fits.line(choice, "text", 8.2, each, whose) for choice in man.choices]
    choices = tuple(tuple(words[start : start + 2]) for start in range(0, len(words), 2))
    other_facts = [fact for fact in man.facts if fact.text != man.rating]
    facts = fit_facts(other_facts, fits, inner, k, whose)
    used = 2 * SAFE + 1.8 + (5.0 + 1.2 + 1.6 + 0.8 + 4.6) * k + max(name.height, SYMBOL * 2 / 3 * k) + of.height
    used += 8.6 * k if rating else len(choices) * (marks.BOX + 1.3) + (1.2 if choices else 0.0)
    room = piece.high - used - facts.height - ORDERS * WRITE - 1.8
    return Face(
        post,
        piece,
        fits.line(" · ".join(post.above), "semi", 7.2 * k, inner, whose),
        name,
        of,
        rating,
        choices,
        facts,
        fits.box(", ".join(post.under), "text", 7.8 * k, inner, max(room, 2.4), whose) if post.under else None,
    )


def posts(roll: Roll) -> Iterator[Post]:
    """Every commander in order: higher commanders before those under them."""
    waiting = list(roll.groups)
    for man in roll.commanders:
        under = roll.under(man)
        yield Post(man, man.above, tuple(_commanded(roll, man, under)), man.nation or roll.nation)
        if man.level != "army":
            yield from _brigades(roll, waiting, [group for group in under if group.above == (*man.above, man.of)])
    yield from _brigades(roll, waiting, list(waiting))


def _brigades(roll: Roll, waiting: list[RollGroup], groups: Sequence[RollGroup]) -> Iterator[Post]:
    for group in groups:
        if group in waiting:
            waiting.remove(group)
            if group.commander is not None:
                names = tuple(unit.name for unit in group.units if not unit.gone)
                yield Post(group.commander, group.above, names, group.commander.nation or roll.nation)


def _commanded(roll: Roll, man: RollCommander, groups: Sequence[RollGroup]) -> Iterator[str]:
    """The commands directly under a commander, or the groups if there are none."""
    depth = 0 if man.level == "army" else len(man.above) + 1
    names: dict[str, int] = {}
    for group in groups:
        over = group.above[depth] if len(group.above) > depth else group.title
        names[over] = names.get(over, 0) + sum(not unit.gone for unit in group.units)
    for name, count in names.items():
        yield f"{name} ({count} unit{'' if count == 1 else 's'})"


class Style(NamedTuple):
    """Options of the cards; without ``brigades``, commanders of a single group have none."""

    size: str = "tarot"
    bleed: bool = False
    brigades: bool = True


USUAL_STYLE: Final = Style()


def commander_cards(roll: Roll, imprint: Imprint, style: Style = USUAL_STYLE) -> Section:
    """A card for every commander of ``roll``: rating, command radius, commands, and room for orders."""
    clean = printable_texts(roll, Printable())
    every = tuple(posts(clean))
    digest = digest_of(clean.title, every, style)

    def plan(sheet: Sheet) -> Planned:
        wide, high = SIZES[style.size]
        piece = Piece(wide, high, BLEED if style.bleed else 0.0)
        fits = Fits("Commanders’ cards")
        chosen = [post for post in every if style.brigades or post.commander.level != "brigade"]
        faces = [face(post, piece, fits).draw for post in chosen]
        foot = Foot(f"print at 100 %: cards are {wide:g} × {high:g} mm", clean.title, digest, imprint)
        grid = cuts(sheet.format, wide, high, piece.bleed)
        return Planned(pages_of(grid, faces, (), foot, "no commanders"), tuple(dict.fromkeys(fits.troubles)))

    return Section("Commanders’ cards", clean.title or "An army", digest, plan, single=True)
