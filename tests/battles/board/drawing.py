"""A board drawn as SVG, and its elements by class and key."""

from xml.etree import ElementTree


def tree(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)


def keyed(markup: str, key: str) -> ElementTree.Element:
    """The element of a key; exactly one has it."""
    (found,) = [each for each in tree(markup).iter() if each.get("data-key") == key]
    return found


def classed(markup: str, name: str) -> list[ElementTree.Element]:
    return [each for each in tree(markup).iter() if name in (each.get("class") or "").split()]
