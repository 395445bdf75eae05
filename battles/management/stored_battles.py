"""Stored battles named in a command's arguments; apart from files, which workers of a cluster read without Django."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence

from battles.management.arguments import Fault
from battles.models import Battle


def add_slugs(parser: ArgumentParser) -> None:
    """Add an argument that names battles by the last part of their address."""
    parser.add_argument(
        "slugs", nargs="*", metavar="BATTLE", help="the last part of a battle's address; default: all battles"
    )


def chosen_battles(slugs: Sequence[str]) -> Iterator[Battle]:
    """The battles of these slugs, or all, oldest first; each is read when its turn comes.

    Raises:
        Fault: there is no battle with that slug.
    """
    battles = Battle.objects.order_by("pk")
    if slugs:
        existing = set(battles.filter(slug__in=slugs).values_list("slug", flat=True))
        missing = [slug for slug in slugs if slug not in existing]
        if missing:
            raise Fault(f"There is no battle {missing[0][:80]}.")
        battles = battles.filter(slug__in=slugs)
    for pk in list(battles.values_list("pk", flat=True)):
        battle = Battle.objects.filter(pk=pk).first()
        if battle is not None:
            yield battle
