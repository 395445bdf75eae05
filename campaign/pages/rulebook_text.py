"""A rulebook's Markdown as a page: each rule an anchor, each mention of a rule a link, each table in its own scroller.

Raw HTML in the text is never let through, and nothing carries an inline style.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

MENTION: Final = r"(?:{prefixes})(?:-[A-Z]+)*-[A-Z]?\d+\b"
"""A rule ID with one of these prefixes: EN-COST-02, EN-EX-L06, MNT-WOOD-02, AB-04."""
MARK: Final = r"\bR-?(?P<ruling>\d{2})(?=\*|\b)"
"""A mark such as [R-64] or [R09*]: the statement rests on that ruling."""


@dataclass(frozen=True)
class Section:
    """A heading of the contents, with those under it."""

    anchor: str
    title: str
    sections: list["Section"] = field(default_factory=list)


@dataclass(frozen=True)
class Volume:
    """One file of a rulebook: its Markdown, and the prefix of its own rulings."""

    text: str
    prefix: str


@dataclass(frozen=True)
class Book:
    """A rulebook ready for a page. ``rules`` are the IDs that have an anchor, in the order of the text."""

    html: str
    contents: list[Section]
    rules: tuple[str, ...]


class _Renderer(RendererHTML):
    """Tables and blocks of code in a region that scrolls by itself and can be reached by keyboard."""

    def table_open(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        return f'{_scroller(env, "Table")}<table class="ledger">\n'

    def table_close(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        return "</table>\n</div>\n"

    def fence(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        return f"{_scroller(env, 'Listing')}{super().fence(tokens, index, options, env)}</div>\n"


def _scroller(env: EnvType, what: str) -> str:
    env["regions"] = env.get("regions", 0) + 1
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{what} {env["regions"]}">\n'


def render(volumes: Iterable[Volume], prefixes: Iterable[str]) -> Book:
    """One page from the volumes of a rulebook.

    Args:
        prefixes: those of the rule IDs that the volumes define. The first place that defines an ID
            becomes its anchor; every other mention of it links there.
    """
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    mention = re.compile(MENTION.format(prefixes="|".join(sorted(prefixes, key=len, reverse=True))))
    parsed = [(volume, parser.parse(volume.text)) for volume in volumes]
    rules = _define([token for _, tokens in parsed for token in tokens], mention)
    contents: list[Section] = []
    html: list[str] = []
    env: EnvType = {}
    for number, (volume, tokens) in enumerate(parsed):
        contents += _head(tokens, number)
        _link(tokens, re.compile(f"{mention.pattern}|{MARK}"), volume.prefix, frozenset(rules))
        _unstyle(tokens)
        html.append(parser.renderer.render(tokens, parser.options, env))
    return Book("".join(html), contents, rules)


def _define(tokens: list[Token], mention: re.Pattern[str]) -> tuple[str, ...]:
    """Give each rule's first definition its anchor; the IDs in the order of the text.

    A rule is defined where a list item, a row or a paragraph begins with its ID, in bold. Where no
    place has it in bold, a row or a paragraph that begins with the plain ID defines it.
    """
    anchors: dict[str, Token] = {}
    for pattern in (re.compile(rf"\*\*({mention.pattern})"), re.compile(rf"({mention.pattern})(?:$|[.:])")):
        for holder, inline in _beginnings(tokens):
            found = pattern.match(inline.content)
            if found and found[1] not in anchors:
                anchors[found[1]] = holder
                holder.attrSet("id", found[1])
                holder.attrJoin("class", "rule")
    order = {id(token): place for place, token in enumerate(tokens)}
    return tuple(sorted(anchors, key=lambda rule: order[id(anchors[rule])]))


def _beginnings(tokens: list[Token]) -> Iterator[tuple[Token, Token]]:
    """Each list item, row and free paragraph with the text it begins with."""
    holder: Token | None = None
    for token in tokens:
        if token.type in ("list_item_open", "tr_open"):
            holder = token
        elif token.type == "paragraph_open":
            holder = holder or token
        elif token.type == "heading_open":
            holder = None
        elif token.type == "inline":
            if holder is not None:
                yield holder, token
            holder = None


def _head(tokens: list[Token], volume: int) -> list[Section]:
    """Give headings their anchors and the contents of a volume; the second volume's stand one level lower.

    The title of the first volume is left out: the page has its own.
    """
    contents: list[Section] = []
    taken: set[str] = set()
    for opening, inline, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opening.type != "heading_open":
            continue
        depth = int(opening.tag[1])
        section = Section(_anchor(inline.content, volume, taken), inline.content)
        opening.attrSet("id", section.anchor)
        if depth == 1 and not volume:
            opening.hidden = closing.hidden = inline.hidden = True
            inline.children = []
            continue
        if depth == 1 or (depth == 2 and not volume):
            contents.append(section)
        elif depth == 2 or (depth == 3 and not volume):
            contents[-1].sections.append(section)
        if volume:
            opening.tag = closing.tag = f"h{depth + 1}"
    return contents


def _anchor(title: str, volume: int, taken: set[str]) -> str:
    """``s9-1`` for "9.1 Cost", ``b2-s9-1`` in the second volume, words where a heading has no number."""
    number = re.match(r"[\d.]*\d", title)
    name = f"s{number[0].replace('.', '-')}" if number else re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    name = name if not volume else f"b{volume + 1}-{name}"
    while name in taken:
        name += "x"
    taken.add(name)
    return name


def _link(tokens: list[Token], mention: re.Pattern[str], prefix: str, rules: frozenset[str]) -> None:
    """Turn every mention of an anchored rule, and every mark of a ruling, into a link."""
    for token in tokens:
        if token.type != "inline":
            continue
        children: list[Token] = []
        for child in token.children or []:
            if child.type == "code_inline" and re.fullmatch(r"(\[R-?\d+\*?\]\s*)+", child.content):
                child = Token("text", "", 0, content=child.content)
            if child.type in ("text", "code_inline"):
                children += _pieces(child, mention, prefix, rules)
            else:
                children.append(child)
        token.children = children


def _pieces(child: Token, mention: re.Pattern[str], prefix: str, rules: frozenset[str]) -> Iterator[Token]:
    """``child`` cut at the mentions in it."""
    end = 0
    for found in mention.finditer(child.content):
        ruling = found.group("ruling")
        rule = f"{prefix}-RULING-{ruling}" if ruling else found[0]
        if rule not in rules:
            continue
        if found.start() > end:
            yield Token(child.type, child.tag, 0, content=child.content[end : found.start()])
        yield Token("link_open", "a", 1, attrs={"class": "rule-ref", "href": f"#{rule}"})
        yield Token("text", "", 0, content=found[0])
        yield Token("link_close", "a", -1)
        end = found.end()
    if end < len(child.content):
        yield Token(child.type, child.tag, 0, content=child.content[end:])


def _unstyle(tokens: list[Token]) -> None:
    """A column's alignment as a class, since the Content Security Policy bars inline styles."""
    for token in tokens:
        style = str(token.attrs.pop("style", ""))
        if style.endswith("right"):
            token.attrJoin("class", "num")
