"""The rulebooks as pages with an anchor for each rule, and the army lists of systems without an engine."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from armies.pages.army_page import listed_groups
from armies.pages.army_sheets import paper_of
from armies.services import printed_sheets
from armies.sheets.army_roster import list_roster
from battles import rules
from battles.engine import registry
from battles.engine.armies import systems
from battles.engine.armies.army_list import ArmyList
from battles.engine.armies.group import ArmyGroup
from battles.engine.armies.systems import list_groups
from battles.engine.registry import Meta
from battles.pages.lookup import paper_in
from battles.services import cheat_sheets
from battles.sheets.cheat_sheet import cheat_sheet

MENTION: Final = r"(?:{prefixes})(?:-[A-Z]+)*-[A-Z]?\d+\b"
"""Pattern of a rule ID with one of these prefixes."""

MARK: Final = r"\bR-?(?P<ruling>\d{2})(?=\*|\b)"
"""Pattern of a mark such as [R-64] or [R09*], which names the ruling behind a statement."""


@dataclass(frozen=True)
class Section:
    """A heading in the contents, with its subheadings."""

    anchor: str
    title: str
    sections: list["Section"] = field(default_factory=list)


@dataclass(frozen=True)
class Volume:
    """One file of a rulebook: its Markdown and the prefix of its rulings."""

    text: str
    prefix: str


@dataclass(frozen=True)
class Book:
    """A rulebook as HTML with its contents. ``rules`` are the IDs with an anchor, in the order of the text."""

    html: str
    contents: list[Section]
    rules: tuple[str, ...]


class _Renderer(RendererHTML):
    """Renderer that puts tables and code blocks into scrolling regions that the keyboard can reach."""

    def table_open(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        return f'{_scroller(env, "Table")}<table class="ledger">\n'

    def table_close(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        return "</table>\n</div>\n"

    def fence(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        return f"{_scroller(env, 'Listing')}{super().fence(tokens, index, options, env)}</div>\n"


def _scroller(env: EnvType, what: str) -> str:
    env["regions"] = env.get("regions", 0) + 1
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{what} {env["regions"]}">\n'


def read_rulebook(volumes: Iterable[Volume], prefixes: Iterable[str]) -> Book:
    """Build one page from the volumes of a rulebook.

    Args:
        prefixes: prefixes of the rule IDs that the volumes define. The first definition of an ID becomes its
            anchor; every other mention links to it.
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
        _without_empty_heads(tokens)
        html.append(parser.renderer.render(tokens, parser.options, env))
    return Book("".join(html), contents, rules)


def _define(tokens: list[Token], mention: re.Pattern[str]) -> tuple[str, ...]:
    """Set an anchor at the first definition of each rule. Returns the IDs in the order of the text.

    A list item, table row or paragraph that begins with the ID in bold defines the rule. If there is none, a row or
    paragraph that begins with the plain ID does.
    """
    anchors: dict[str, Token] = {}
    for pattern in (re.compile(rf"\*\*({mention.pattern})"), re.compile(rf"({mention.pattern})(?:$|[.:])")):
        for holder, inline in _beginnings(tokens):
            definition = pattern.match(inline.content)
            if definition and definition[1] not in anchors:
                anchors[definition[1]] = holder
                holder.attrSet("id", definition[1])
                holder.attrJoin("class", "rule")
    order = {id(token): place for place, token in enumerate(tokens)}
    return tuple(sorted(anchors, key=lambda rule: order[id(anchors[rule])]))


def _beginnings(tokens: list[Token]) -> Iterator[tuple[Token, Token]]:
    """Each list item, table row and separate paragraph with its first text."""
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
    """Set the anchors of a volume's headings and return its contents. Headings of later volumes go one level down.

    The title of the first volume is hidden, because the page has its own title.
    """
    contents: list[Section] = []
    used_names: set[str] = set()
    for opening, inline, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opening.type != "heading_open":
            continue
        depth = int(opening.tag[1])
        section = Section(_anchor(inline.content, volume, used_names), inline.content)
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


def _anchor(title: str, volume: int, used_names: set[str]) -> str:
    """The anchor of a heading: ``s9-1`` for "9.1 Cost", ``b2-s9-1`` in the second volume, or its words."""
    number = re.match(r"[\d.]*\d", title)
    name = f"s{number[0].replace('.', '-')}" if number else re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    name = name if not volume else f"b{volume + 1}-{name}"
    while name in used_names:
        name += "x"
    used_names.add(name)
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
    """Split ``child`` at the rule IDs in it."""
    end = 0
    for match in mention.finditer(child.content):
        ruling = match.group("ruling")
        rule = f"{prefix}-RULING-{ruling}" if ruling else match[0]
        if rule not in rules:
            continue
        if match.start() > end:
            yield Token(child.type, child.tag, 0, content=child.content[end : match.start()])
        yield Token("link_open", "a", 1, attrs={"class": "rule-ref", "href": f"#{rule}"})
        yield Token("text", "", 0, content=match[0])
        yield Token("link_close", "a", -1)
        end = match.end()
    if end < len(child.content):
        yield Token(child.type, child.tag, 0, content=child.content[end:])


def _unstyle(tokens: list[Token]) -> None:
    """Replace alignment styles by classes, because the Content Security Policy forbids inline styles."""
    for token in tokens:
        style = str(token.attrs.pop("style", ""))
        if style.endswith("right"):
            token.attrJoin("class", "num")


def _without_empty_heads(tokens: list[Token]) -> None:
    """Turn empty header cells of tables into ordinary cells."""
    for opening, inline, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opening.type == "th_open" and not inline.content:
            opening.tag = closing.tag = "td"


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the rulebooks."""
    systems = [(system, _meta(system.key)) for system in rules.RULEBOOKS.values()]
    return render(request, "campaign/rules_index.html", {"systems": systems})


@require_safe
def book(request: HttpRequest, system: str) -> HttpResponse:
    """Show the rulebook of ``system``. Each rule has an anchor with its ID."""
    chosen = rules.RULEBOOKS.get(system)
    if chosen is None:
        titles = " and ".join(one.title for one in rules.RULEBOOKS.values())
        raise Http404(f"There is no rulebook {system!r}. Rulebooks: {titles}.")
    page = rulebook(system)
    return render(
        request,
        "campaign/rules.html",
        {
            "system": chosen,
            "meta": _meta(system),
            "has_lists": system in list_groups(),
            "contents": page.contents,
            # Made from the shipped text with raw HTML switched off.
            "text": mark_safe(page.html),  # noqa: S308
        },
    )


def _meta(key: str) -> Meta | None:
    """How a system describes itself; None for the campaign's rulebook, under which no battle is fought."""
    return registry.meta(key) if key in rules.SYSTEMS else None


@require_safe
def sheet(request: HttpRequest, system: str) -> HttpResponse:
    """The cheat sheet of ``system`` with the printed rules, as a PDF."""
    try:
        pages = registry.sheets(system).cheat_sheet(registry.settings(system).rules())
    except registry.UnknownSystem as error:
        raise Http404(str(error)) from None
    title = rules.SYSTEMS[system].title
    data = printed_sheets.pdf(cheat_sheet(pages, title), paper_in(request))
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{system}-cheat-sheet.pdf"'
    return response


@cache
def rulebook(system: str) -> Book:
    """The rulebook of ``system``, built once in a process."""
    chosen = rules.RULEBOOKS[system]
    files = resources.files(chosen.path)
    volumes = [Volume(files.joinpath(name).read_text(encoding="utf-8"), prefix) for name, prefix in chosen.volumes]
    return read_rulebook(volumes, chosen.prefixes)


@require_safe
def army_lists(request: HttpRequest, system: str) -> HttpResponse:
    """Show the unit catalogue of ``system`` and its sample armies."""
    lists = _lists(system)
    context = {
        "system": rules.SYSTEMS[system],
        "meta": registry.meta(system),
        "catalogue": lists.catalogue(),
        "lists": lists.sample_lists().items(),
        "is_written": system in systems.written_groups(),
    }
    return render(request, "campaign/army_lists.html", context)


@require_safe
def army_list(request: HttpRequest, system: str, key: str) -> HttpResponse:
    """Show a sample army, unit by unit."""
    listed = _list(system, key)
    context = {
        "system": rules.SYSTEMS[system],
        "meta": registry.meta(system),
        "key": key,
        "prints": f"list:{system}:{key}",
        "listed": listed,
        "listed_groups": listed_groups(listed),
        "faults": [(fault, "") for fault in listed.faults],
    }
    return render(request, "campaign/army_list.html", context)


@require_safe
def army_written(request: HttpRequest, system: str) -> HttpResponse:
    """Price, check and print an army written as text. Only the page's address stores it."""
    groups = systems.written_groups()
    if system not in groups:
        raise Http404(f"Armies of {system!r} cannot be written as text; those of {', '.join(groups)} can.")
    rules_of = groups[system]
    text = request.GET.get("army", "")
    listed, wrong = None, ""
    try:
        listed = rules_of.read_list(text) if text.strip() else None
    except ValueError as error:
        wrong = str(error)
    if listed and "pdf" in request.GET:
        return _roster(request, listed, f"{system}.pdf")
    if listed and "sheet" in request.GET:
        sheet = cheat_sheet(cheat_sheets.written_sheet(text, system), listed.title)
        return _pdf(printed_sheets.pdf(sheet, paper_of(request)), f"{system}-cheat-sheet.pdf")
    context = {
        "system": rules.SYSTEMS[system],
        "meta": registry.meta(system),
        "text": text or rules_of.EXAMPLE,
        "wrong": wrong,
        "listed": listed,
        "listed_groups": listed_groups(listed) if listed else [],
        "faults": [(fault, "") for fault in listed.faults] if listed else [],
    }
    return render(request, "campaign/army_written.html", context, status=422 if wrong else 200)


@require_safe
def army_pdf(request: HttpRequest, system: str, key: str) -> HttpResponse:
    """The roster of a sample army as a PDF."""
    listed = _list(system, key)
    return _roster(request, listed, f"{system}-{key}.pdf")


def _roster(request: HttpRequest, listed: ArmyList, name: str) -> HttpResponse:
    data = printed_sheets.pdf(list_roster(listed), paper_of(request))
    return _pdf(data, name)


def _pdf(data: bytes, name: str) -> HttpResponse:
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _lists(system: str) -> ArmyGroup:
    groups = systems.list_groups()
    if system not in groups:
        raise Http404(f"There are no army lists for {system!r}. Systems with lists: {', '.join(groups)}.")
    return groups[system]


def _list(system: str, key: str) -> ArmyList:
    sample_lists = _lists(system).sample_lists()
    if key not in sample_lists:
        raise Http404(f"There is no sample army {key!r}. Sample armies: {', '.join(sample_lists)}.")
    return sample_lists[key]
