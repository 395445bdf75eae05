"""Symbols and marks as markup for pages: period blocks of units, discs of commanders, interface icons."""

from functools import cache, lru_cache

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from armies.rules.nations import nations
from armies.symbols import HEIGHT, SYMBOLS, WIDTH

UNIT_BOX = f"0 0 {WIDTH} {HEIGHT}"


@cache
def _sprite(name: str) -> str:
    """The address of a sheet of symbols: a page asks for it some hundred times."""
    return static(f"campaign/img/{name}.svg")


@lru_cache(maxsize=1024)
def _svg(sprite: str, uses: tuple[str, ...], classes: str, name: str, box: str) -> SafeString:
    """Symbols of a sprite laid over each other; hidden from assistive technology where ``name`` is empty."""
    told = format_html('role="img" aria-label="{}"', name) if name else mark_safe('aria-hidden="true"')
    body = format_html_join("", '<use href="{}#{}"/>', ((sprite, use) for use in uses))
    return format_html('<svg class="{}" viewBox="{}" {}>{}</svg>', " ".join(classes.split()), box, told, body)


def _symbol(uses: tuple[str, ...], words: str, nation_code: str, side: str, size: str, label: bool) -> SafeString:
    """A symbol in its nation's colours, named after nation and kind: "French line infantry"."""
    nation = nations().get(nation_code)
    name = f"{nation.adjective} {words}" if nation else words
    classes = f"sym {nation.css if nation else ''} side-{side} {size}"
    return _svg(_sprite("symbols"), uses, classes, name if label else "", UNIT_BOX)


def sym(
    type: str, nation_code: str = "", lancer: bool = False, side: str = "a", size: str = "", label: bool = True
) -> SafeString:
    """A unit's symbol. ``size`` is "", "s24", "l" or "xl"; ``label=False`` where the words stand beside it."""
    kind = "lancers" if lancer and type == "light_cavalry" else type
    sign = kind if kind in SYMBOLS else "unknown"
    words = kind.replace("_", " ") if kind in SYMBOLS else "unit"
    return _symbol((f"block-{side}", sign), words, nation_code, side, size, label)


def lead(level: str, nation_code: str = "", side: str = "a", size: str = "", label: bool = True) -> SafeString:
    """A commander's disc: ``level`` is army, corps, division or brigade."""
    return _symbol((f"leader_{level}",), f"{level} commander", nation_code, side, size, label)


def icon(name: str, label: str = "") -> SafeString:
    """An interface mark of ``img/icons.svg``. It has a ``label`` only where it stands without words."""
    return _svg(_sprite("icons"), (name,), "ic", label, "0 0 16 16")
