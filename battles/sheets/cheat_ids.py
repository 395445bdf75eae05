"""Rule IDs in small print: those of one family are named once, and those that follow each other as a range."""

from collections.abc import Iterable, Iterator, Sequence


def shortened(rules: Iterable[str]) -> str:
    """``EN-ART-03 to 05, 13; EN-MUSK-02`` for the IDs, each family where it first stands."""
    families: dict[str, list[str]] = {}
    for rule in rules:
        family, _, number = rule.rpartition("-")
        families.setdefault(family, []).append(number)
    return "; ".join(f"{family}-{', '.join(_runs(sorted(set(numbers))))}" for family, numbers in families.items())


def _runs(numbers: Sequence[str]) -> Iterator[str]:
    """``03 to 05`` for three or more in a row."""
    run: list[str] = []
    for number in numbers:
        if run and not (number.isdigit() and run[-1].isdigit() and int(number) == int(run[-1]) + 1):
            yield from _told(run)
            run = []
        run.append(number)
    yield from _told(run)


def _told(run: Sequence[str]) -> Sequence[str]:
    return run if len(run) < 3 else [f"{run[0]} to {run[-1]}"]
