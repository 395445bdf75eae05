"""Addresses of the armies API, below ``/api/v1/``. They do not end with a slash."""

from django.urls import path, register_converter

from armies.api import (
    army_collection,
    army_record,
    commanders,
    downloads,
    elements,
    imports,
    owned_figures,
    reckonings,
    reference,
)


class Small:
    """A whole number that fits into every database."""

    regex = "[0-9]{1,9}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(Small, "small")

urlpatterns = [
    path("", reference.ApiRoot.as_view()),
    path("nations", reference.AllNations.as_view()),
    path("nations/<slug:code>", reference.OneNation.as_view()),
    path("templates", reference.AllTemplates.as_view()),
    path("systems", reference.AllSystems.as_view()),
    path("armies", army_collection.Armies.as_view()),
    path("armies/<slug:slug>", army_record.OneArmy.as_view()),
    path("armies/<slug:slug>/tree", army_record.Tree.as_view()),
    path("armies/<slug:slug>/options/<slug:system>", army_record.Options.as_view()),
    path("armies/<slug:slug>/elements", elements.Elements.as_view()),
    path("armies/<slug:slug>/elements/paste", imports.Paste.as_view()),
    path("armies/<slug:slug>/elements/<uuid:element>", elements.OneElement.as_view()),
    path("armies/<slug:slug>/elements/<uuid:element>/move", elements.Move.as_view()),
    path("armies/<slug:slug>/elements/<uuid:element>/duplicate", elements.Duplicate.as_view()),
    path("armies/<slug:slug>/elements/<uuid:element>/reckonings", reckonings.UnitReckonings.as_view()),
    path("armies/<slug:slug>/bulk", elements.Bulk.as_view()),
    path("armies/<slug:slug>/update", imports.ArmyUpdate.as_view()),
    path("armies/<slug:slug>/original", elements.OriginalOfCopy.as_view()),
    path("armies/<slug:slug>/undo", elements.Undo.as_view()),
    path("armies/<slug:slug>/redo", elements.Redo.as_view()),
    path("armies/<slug:slug>/changes", elements.Changes.as_view()),
    path("armies/<slug:slug>/changes/<small:number>", elements.OneChange.as_view()),
    path("armies/<slug:slug>/changes/<small:number>/back", elements.RestoredState.as_view()),
    path("armies/<slug:slug>/changes/<small:number>/revert", elements.RevertedChange.as_view()),
    path("armies/<slug:slug>/checks", reckonings.ArmyChecks.as_view()),
    path("armies/<slug:slug>/reckonings", reckonings.ArmyReckonings.as_view()),
    path("armies/<slug:slug>/throws", commanders.Throws.as_view()),
    path("armies/<slug:slug>/cards", commanders.Cards.as_view()),
    path("armies/<slug:slug>/cards/choice", commanders.ChoiceCard.as_view()),
    path("armies/<slug:slug>/chart", downloads.OrganisationChart.as_view()),
    path("armies/<slug:slug>/export/<slug:form>", downloads.Export.as_view()),
    path("armies/<slug:slug>/roster", downloads.Roster.as_view()),
    path("armies/<slug:slug>/sharing", army_record.Shared.as_view()),
    path("armies/<slug:slug>/links", army_record.Links.as_view()),
    path("armies/<slug:slug>/links/<small:link>", army_record.OneLink.as_view()),
    path("armies/<slug:slug>/co-editors/<str:user>", army_record.OneCoEditor.as_view()),
    path("imports", imports.Imports.as_view()),
    path("figures", owned_figures.Figures.as_view()),
    path("figures/<small:holding>", owned_figures.OneFigures.as_view()),
]
