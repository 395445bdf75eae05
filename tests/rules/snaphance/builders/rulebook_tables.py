"""The tables of the rulebook, as they are printed."""

import re
from importlib import resources

RULEBOOK = resources.files("battles.rules.snaphance").joinpath("rulebook.md").read_text("utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table below ``heading``, without their marks."""
    found: list[list[str]] = []
    for line in RULEBOOK[RULEBOOK.index(heading) :].splitlines():
        if line.startswith("|"):
            found.append([re.sub(r"\s*\[[SIPH]\]", "", cell).strip(" *") for cell in line.strip("|").split("|")])
        elif found:
            break
    return found[2:]
