"""What the pages may use of a browser: what Firefox 128 and Safari 17.6, both of July 2024, have too.

What they do without and nobody misses, such as ``text-wrap: pretty``, is not listed here.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = ("static", "templates")
TOO_YOUNG = {
    "css": (
        r"anchor-name|position-(?:anchor|area|try)|\banchor\(|@scope|@view-transition|view-transition-name"
        r"|@starting-style|@function|field-sizing|interpolate-size|calc-size\(|text-box|::details-content|::picker"
        r"|base-select|animation-timeline|scroll-timeline|sibling-(?:index|count)\(|contrast-color\(|corner-shape"
        r"|@container[^{]*(?:style|scroll-state)\(|:open\b|[ :]if\("
    ),
    "js": (
        r"\b(?:values|keys|entries|matchAll)\(\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\("
        r"|Iterator\.from|Promise\.try|RegExp\.escape|\.(?:from|to)(?:Hex|Base64)\(|Temporal\.|URLPattern|\.moveBefore\("
        r"|startViewTransition|navigation\.navigate|requestIdleCallback|scrollIntoViewIfNeeded|scheduler\.|CloseWatcher"
        r"|[\"']scrollend[\"']|getCoalescedEvents|userAgentData|\bawait using\b|with \{ ?type:|\(\?[ims]+:"
        r"|\.consolidate\("
    ),
    "html": r"\bclosedby=|\bcommandfor=|\binterestfor=|popover=\"hint\"|<selectedcontent|type=\"(?:month|week)\"",
}
"""By what a file is called: what one of the two lacks, or, as ``consolidate()`` and ``month``, does otherwise."""


def sources(suffix: str) -> list[Path]:
    """The files that are sent to browsers, without what others wrote."""
    folders = [
        ROOT / "templates",
        *(ROOT / app / place for app in ("armies", "battles", "campaign") for place in PLACES),
    ]
    return sorted(path for folder in folders for path in folder.rglob(f"*.{suffix}") if "vendor" not in path.parts)


@pytest.mark.parametrize("suffix", TOO_YOUNG)
def test_nothing_is_used_that_browsers_of_two_years_ago_lack(suffix: str) -> None:
    assert len(sources(suffix)) > 20
    found = {
        str(path.relative_to(ROOT)): re.findall(TOO_YOUNG[suffix], path.read_text("utf-8")) for path in sources(suffix)
    }
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize("path", sources("css"), ids=lambda path: path.name)
def test_what_cannot_be_selected_cannot_be_in_safari_either(path: Path) -> None:
    text = path.read_text("utf-8")
    assert re.findall(r"(?<!-)user-select: (\w+);", text) == re.findall(r"-webkit-user-select: (\w+);", text)
