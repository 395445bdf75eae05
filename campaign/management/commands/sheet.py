"""manage.py sheet KIND SUBJECT -o FILE: one kind of sheet, or a packet of them, as a PDF; a ZIP for everybody."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armies.management.finding import write_file
from armies.paper.section import TooLong
from armies.paper.sheet import PAPERS
from battles.services.locking import Gone
from campaign.environment import BadSetting, origin
from campaign.services.asking import operator
from campaign.services.packets import EVERYBODY, packet_file, sheet_file
from campaign.services.printable import Source, Unfinished
from campaign.services.subjects import source_of
from campaign.sheets.catalogue import KINDS
from campaign.sheets.kinds import Kind
from campaign.sheets.packet import BadWanted, Wanted, checked, offered, usual

PACKET = "packet"
NO_CODES = "These sheets have no QR codes, since it is not known where Muster is found: give --address http://HOST."


class Command(BaseCommand):
    help = (
        "Print a kind of sheet, or with `packet` all usual ones, of SUBJECT: army:SLUG[:SYSTEM], scenario:SYSTEM:KEY, "
        "drawn:SLUG, battle:SLUG, table:SLUG[:now], list:SYSTEM:KEY or rules:SYSTEM. `sheet --list [SUBJECT]` tells "
        "the kinds and choices."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", metavar="KIND", nargs="?", default="")
        parser.add_argument("subject", metavar="SUBJECT", nargs="?", default="")
        parser.add_argument("-o", "--output", type=Path, metavar="FILE")
        parser.add_argument(
            "--for", dest="reader", metavar="READER", help="a, b, umpire; all for a ZIP of every packet"
        )
        parser.add_argument("--paper", choices=list(PAPERS), default="a4")
        parser.add_argument("--duplex", action="store_true", help="every sheet begins on the front of a leaf")
        parser.add_argument(
            "--choice", action="append", default=[], metavar="KEY=VALUE", help="of a packet: KIND.KEY=VALUE"
        )
        parser.add_argument(
            "--address", default="", metavar="http://HOST", help="where Muster is found, for QR codes; else MUSTER_URL"
        )
        parser.add_argument("--list", action="store_true", dest="lists", help="tell the kinds, their choices, readers")

    def handle(self, *, kind: str, subject: str, output: Path | None, **options: Any) -> None:
        try:
            if options["lists"]:
                self._list(subject or kind)
            elif not kind or not subject or output is None:
                raise CommandError("Say what to print, of what, and where: sheet KIND SUBJECT -o FILE.")
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
            for said in options["choice"]:
                of, _, rest = said.partition(".")
                key, value = _pair(rest if rest else said)
                kinds.setdefault(of, {})[key] = value
            made = packet_file(source, reader, checked(Wanted(kinds, paper, duplex)))
        else:
            chosen = dict(_pair(said) for said in options["choice"])
            made = sheet_file(source, reader, kind, checked(Wanted({kind: chosen}, paper, duplex)))
        write_file(output, made.data)
        self.stdout.write(f"{output}: {made.pages} page{'s' * (made.pages != 1)}")
        for trouble in made.troubles:
            self.stderr.write(trouble)

    def _list(self, subject: str) -> None:
        if not subject:
            for kind in KINDS.values():
                self._tell(kind, "")
            return
        source = source_of(subject, operator())
        readers = ", ".join(f"{key} ({title})" for key, title in source.readers.items() if key)
        self.stdout.write(f"{source.title}{f', for {readers}' if readers else ''}")
        for kind, lack in offered(source.subject(source.first)):
            self._tell(kind, lack)

    def _tell(self, kind: Kind, lack: str) -> None:
        self.stdout.write(f"{kind.key}: {lack or kind.text}")
        for choice in () if lack else kind.choices:
            values = "|".join(choice.values) or f"{choice.least}..{choice.most}"
            self.stdout.write(f"    --choice {choice.key}={values}")


def _pair(said: str) -> tuple[str, str]:
    key, sign, value = said.partition("=")
    if not sign:
        raise CommandError(f"A choice is KEY=VALUE, not {said[:40]!r}.")
    return key, value
