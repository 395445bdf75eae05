"""The addresses of the API that have to do with armies, below ``/api/v1/``. They have no slash at their end."""

from django.urls import path, register_converter

from armies.api import (
    army,
    assessing,
    bringing,
    cards,
    changing,
    elements,
    figures,
    files,
    history,
    importing,
    listing,
    rating,
    reference,
    sharing,
)


class Small:
    """A whole number that every database can hold."""

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
    path("armies", listing.Armies.as_view()),
    path("armies/<slug:slug>", army.OneArmy.as_view()),
    path("armies/<slug:slug>/tree", army.Tree.as_view()),
    path("armies/<slug:slug>/options/<slug:system>", army.Options.as_view()),
    path("armies/<slug:slug>/elements", elements.Elements.as_view()),
    path("armies/<slug:slug>/elements/paste", bringing.Paste.as_view()),
    path("armies/<slug:slug>/elements/<uuid:element>", elements.OneElement.as_view()),
    path("armies/<slug:slug>/elements/<uuid:element>/move", elements.Move.as_view()),
    path("armies/<slug:slug>/elements/<uuid:element>/duplicate", elements.Duplicate.as_view()),
    path("armies/<slug:slug>/elements/<uuid:element>/reckonings", assessing.UnitReckonings.as_view()),
    path("armies/<slug:slug>/bulk", changing.Bulk.as_view()),
    path("armies/<slug:slug>/update", bringing.BringUpToDate.as_view()),
    path("armies/<slug:slug>/undo", changing.Undo.as_view()),
    path("armies/<slug:slug>/redo", changing.Redo.as_view()),
    path("armies/<slug:slug>/changes", history.Changes.as_view()),
    path("armies/<slug:slug>/changes/<small:number>", history.OneChange.as_view()),
    path("armies/<slug:slug>/changes/<small:number>/back", history.Back.as_view()),
    path("armies/<slug:slug>/changes/<small:number>/revert", history.Revert.as_view()),
    path("armies/<slug:slug>/checks", assessing.ArmyChecks.as_view()),
    path("armies/<slug:slug>/reckonings", assessing.ArmyReckonings.as_view()),
    path("armies/<slug:slug>/throws", rating.Throws.as_view()),
    path("armies/<slug:slug>/cards", cards.Cards.as_view()),
    path("armies/<slug:slug>/cards/choice", cards.ChoiceCard.as_view()),
    path("armies/<slug:slug>/chart", files.OrganisationChart.as_view()),
    path("armies/<slug:slug>/export/<slug:form>", files.Export.as_view()),
    path("armies/<slug:slug>/roster", files.Roster.as_view()),
    path("armies/<slug:slug>/sharing", sharing.Shared.as_view()),
    path("armies/<slug:slug>/links", sharing.Links.as_view()),
    path("armies/<slug:slug>/links/<small:link>", sharing.OneLink.as_view()),
    path("armies/<slug:slug>/co-editors/<str:user>", sharing.OneCoEditor.as_view()),
    path("imports", importing.Imports.as_view()),
    path("figures", figures.Figures.as_view()),
    path("figures/<small:holding>", figures.OneFigures.as_view()),
]
