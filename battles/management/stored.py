"""The battles of the database, for commands: which are meant, and one after the other."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence

from battles.management.faults import Fault
from battles.models import Battle


def add_slugs(parser: ArgumentParser) -> None:
    """Let a command be given battles by the word in their address."""
    parser.add_argument("slugs", nargs="*", metavar="BATTLE", help="the word in a battle's address; all without one")


def meant(slugs: Sequence[str]) -> Iterator[Battle]:
    """The battles of these slugs, or all of them, oldest first; each is read when its turn comes.

    Raises:
        Fault: there is none of that slug.
    """
    found = Battle.objects.order_by("pk")
    if slugs:
        known = set(found.filter(slug__in=slugs).values_list("slug", flat=True))
        missing = [slug for slug in slugs if slug not in known]
        if missing:
            raise Fault(f"There is no battle {missing[0][:80]}.")
        found = found.filter(slug__in=slugs)
    for pk in list(found.values_list("pk", flat=True)):
        battle = Battle.objects.filter(pk=pk).first()
        if battle is not None:
            yield battle


def counted(number: int, one: str, many: str = "") -> str:
    """``1 line``, ``2 lines``."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
