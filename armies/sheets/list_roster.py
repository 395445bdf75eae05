"""The roster of an army list that is nobody's army here: one that comes with a rulebook."""

import hashlib

import msgspec

from armies.rules.army_list import ArmyList
from armies.sheets import service_listed
from armies.sheets.closing import closing_pages
from armies.sheets.faces import Printable
from armies.sheets.pages import draw_all
from armies.sheets.paper import Mark, Sheet
from armies.sheets.printing import printable_texts
from armies.sheets.roster_listed import listed_pages


def list_roster(listed: ArmyList, *, paper: str, version: str, address: str = "") -> bytes:
    """The roster as a PDF; the same list on the same paper gives the same bytes.

    Raises:
        KeyError: ``paper`` is neither ``a4`` nor ``letter``.
    """
    clean = printable_texts(listed, Printable())
    sheet = Sheet(paper, f"{clean.title}: roster")
    head = service_listed.masthead(clean)
    pages = listed_pages(sheet, clean, head, address)
    pages += closing_pages(sheet, service_listed.closing(clean), head)
    digest = hashlib.blake2b(msgspec.json.encode(clean), digest_size=8).hexdigest()[:7]
    draw_all(sheet, pages, Mark(clean.title, version, "printed rules", digest))
    return sheet.bytes()
