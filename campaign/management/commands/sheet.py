"""`manage.py sheet KIND SUBJECT -o FILE`: print one kind of sheet or a packet as a PDF, or all packets as a ZIP."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armies.management.command_support import WITHOUT_PAGES, write_file
from armies.paper.section import TooLong
from armies.paper.sheet import PAPERS
from battles.services.play.lock import Gone
from campaign.printing.services.packet_files import EVERYBODY, packet_file, sheet_file
from campaign.printing.services.subject_access import Source, Unfinished, operator
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.kinds import Kind
from campaign.printing.sheets.packet import KINDS, BadWanted, Wanted, checked, offered, usual
from campaign.project.environment import BadSetting, origin

PACKET = "packet"
NO_CODES = "These sheets have no QR codes because Muster's address is not known. Give --address http://HOST."


class Command(BaseCommand):
    help = (
        "Print one kind of sheet, or with `packet` all usual ones. SUBJECT: army:SLUG[:SYSTEM], scenario:SYSTEM:KEY, "
        "drawn:SLUG, battle:SLUG, table:SLUG[:now], list:SYSTEM:KEY or rules:SYSTEM. `sheet --list [SUBJECT]` lists "
        "the kinds and choices."
    )
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", metavar="KIND", nargs="?", default="")
        parser.add_argument("subject", metavar="SUBJECT", nargs="?", default="")
        parser.add_argument("-o", "--output", type=Path, metavar="FILE")
        parser.add_argument(
            "--for", dest="reader", metavar="READER", help="a, b or umpire; all for a ZIP of every packet"
        )
        parser.add_argument("--paper", choices=list(PAPERS), default="a4")
        parser.add_argument("--duplex", action="store_true", help="start each sheet on a new piece of paper")
        parser.add_argument(
            "--choice", action="append", default=[], metavar="KEY=VALUE", help="for a packet: KIND.KEY=VALUE"
        )
        parser.add_argument(
            "--address", default="", metavar="http://HOST", help="Muster's address for QR codes (default MUSTER_URL)"
        )
        parser.add_argument("--list", action="store_true", dest="lists", help="list kinds, choices and readers")

    def handle(self, *, kind: str, subject: str, output: Path | None, **options: Any) -> None:
        try:
            if options["lists"]:
                self._list(subject or kind)
            elif not kind or not subject or output is None:
                raise CommandError("Give the kind, the subject and the output file: sheet KIND SUBJECT -o FILE.")
            else:
                asker = operator(origin("--address", {"--address": options["address"]}))
                self._print(kind, source_of(subject, asker), output, options)
                if not asker.origin:
                    self.stderr.write(NO_CODES)
        except (BadSetting, BadWanted, TooLong, Gone, Unfinished) as fault:
            raise CommandError(str(fault)) from fault

    def _print(self, kind: str, source: Source, output: Path, options: dict[str, Any]) -> None:
        reader = source.first if options["reader"] is None else options["reader"]
        paper, duplex = options["paper"], options["duplex"]
        if kind == PACKET:
            first = source.subject(source.first if reader == EVERYBODY else reader)
            kinds = {key: dict(chosen) for key, chosen in usual(first).kinds.items()}
            for text in options["choice"]:
                of, _, rest = text.partition(".")
                key, value = _pair(rest if rest else text)
                kinds.setdefault(of, {})[key] = value
            file = packet_file(source, reader, checked(Wanted(kinds, paper, duplex)))
        else:
            chosen = dict(_pair(text) for text in options["choice"])
            file = sheet_file(source, reader, kind, checked(Wanted({kind: chosen}, paper, duplex)))
        write_file(output, file.data)
        self.stdout.write(f"{output}: {file.pages} page{'s' * (file.pages != 1)}")
        for trouble in file.troubles:
            self.stderr.write(trouble)

    def _list(self, subject: str) -> None:
        if not subject:
            for kind in KINDS.values():
                self._write_kind(kind, "")
            return
        source = source_of(subject, operator())
        readers = ", ".join(f"{key} ({title})" for key, title in source.readers.items() if key)
        self.stdout.write(f"{source.title}{f', for {readers}' if readers else ''}")
        for kind, lack in offered(source.subject(source.first)):
            self._write_kind(kind, lack)

    def _write_kind(self, kind: Kind, lack: str) -> None:
        self.stdout.write(f"{kind.key}: {lack or kind.text}")
        for choice in () if lack else kind.choices:
            values = "|".join(choice.values) or f"{choice.least}..{choice.most}"
            self.stdout.write(f"    --choice {choice.key}={values}")


def _pair(text: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign:
        raise CommandError(f"A choice is KEY=VALUE, not {text[:40]!r}.")
    return key, value
