"""Verify the battles of an installation, ask everything of it, and report on its battles: all in one process."""

import sys
from pathlib import Path

from tests.stored import answers


def report_all() -> None:
    """Print a line for the report of each battle that is over."""
    from django.contrib.auth.models import AnonymousUser

    from armies.models import Visibility
    from battles.models import Battle
    from battles.services.access import access_of
    from battles.services.battle_report import report_of
    from battles.sheets.report_content import report_text

    for battle in Battle.objects.filter(status="over"):
        Battle.objects.filter(pk=battle.pk).update(visibility=Visibility.UNLISTED)
        battle.refresh_from_db()
        report = report_of(access_of(battle, AnonymousUser()))
        assert all(side.before - side.lost == side.after for side in report.sides)
        assert report.title in report_text(report)
        sys.stdout.write(f"report of {report.system} {report.result}\n")


if __name__ == "__main__":
    answers.set_up()
    from django.core.management import call_command

    call_command("verify_battles")
    answers.main(Path(sys.argv[1]), Path(sys.argv[2]), everything=False)
    report_all()
