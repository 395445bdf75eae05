"""Structure of a tagged PDF: headings and paragraphs in reading order, for screen readers."""

from typing import Any, Final, Literal, NamedTuple

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFObject, PDFObjectReference

Role = Literal["H1", "H2", "H3", "P"]

HEADINGS: Final[tuple[tuple[float, Role], ...]] = ((15.0, "H1"), (11.5, "H2"), (0.0, "H3"))
"""Levels of headings by their size of type in points: the first that is not larger."""


class Tagged(NamedTuple):
    """A marked piece of a page: its role, and its number on that page."""

    role: Role
    number: int


class _Raw(PDFObject):  # type: ignore[misc]
    """An object whose text is made when the file is written."""

    __RefOnly__ = 1

    def __init__(self, text: str = "") -> None:
        self.text = text

    def format(self, document: Any) -> bytes:
        return self.text.encode("latin-1")


def heading_role(size: float) -> Role:
    """The level of a heading in display type of a size in points."""
    return next(role for least, role in HEADINGS if size >= least)


class Structure:
    """The pieces of all pages of a document."""

    def __init__(self) -> None:
        self._pages: list[tuple[str, list[Tagged]]] = []

    def add(self, page: Any, name: str, pieces: list[Tagged]) -> None:
        """Add a finished page with its name in the document and its pieces in reading order."""
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents"]
        page.StructParents = len(self._pages)
        self._pages.append((name, pieces))

    def write(self, document: Any) -> None:
        """Put the structure into the document, which then counts as tagged."""
        root, whole = _Raw(), _Raw()
        root_ref, whole_ref = document.Reference(root), document.Reference(whole)
        over = _written(whole_ref, document)
        kids: list[str] = []
        parents: list[str] = []
        for place, (page, pieces) in enumerate(self._pages):
            page_ref = _written(PDFObjectReference(page), document)
            own: list[str] = []
            for piece in pieces:
                text = f"<</Type/StructElem/S/{piece.role}/P {over}/Pg {page_ref}/K {piece.number}>>"
                own.append(_written(document.Reference(_Raw(text)), document))
            kids += own
            parents.append(f"{place} [{' '.join(own)}]")
        whole.text = f"<</Type/StructElem/S/Document/P {_written(root_ref, document)}/K [{' '.join(kids)}]>>"
        root.text = (
            f"<</Type/StructTreeRoot/K [{over}]/ParentTree <</Nums [{' '.join(parents)}]>>"
            f"/ParentTreeNextKey {len(self._pages)}>>"
        )
        catalog = document.Catalog
        catalog.StructTreeRoot = root_ref
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})


def _written(reference: Any, document: Any) -> str:
    text: str = reference.format(document).decode("latin-1")
    return text
