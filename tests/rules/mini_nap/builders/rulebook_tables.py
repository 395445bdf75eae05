"""The tables of the rulebook, as they are printed."""

from importlib import resources

RULEBOOK = resources.files("battles.rules.mini_nap").joinpath("rulebook.md").read_text(encoding="utf-8")


def cells(rule: str) -> list[str]:
    """The cells after the rule ID in its line of a table."""
    line = next(line for line in RULEBOOK.splitlines() if line.startswith(f"| **{rule}** |"))
    return [cell.strip() for cell in line.strip("|").split("|")][1:]
