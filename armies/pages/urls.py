"""The addresses of armies. Short and stable: they are read aloud, printed and scanned."""

from django.urls import path, re_path

from armies.pages import army, editing, files, importing, listing, rating

app_name = "armies"

urlpatterns = [
    path("armies/", listing.listing, name="list"),
    path("armies/import/", importing.start, name="import"),
    path("armies/import/<slug:key>/", importing.preview, name="preview"),
    path("a/<slug:slug>", army.army, name="army"),
    re_path(r"^a/(?P<slug>[-a-zA-Z0-9_]+)\.(?P<suffix>pdf|csv|json|txt)$", files.file, name="file"),
    path("a/<slug:slug>/qr.svg", files.qr, name="qr"),
    path("a/<slug:slug>/print", files.sheets, name="sheets"),
    path("a/<slug:slug>/share", files.share, name="share"),
    path("a/<slug:slug>/edit", editing.head, name="edit"),
    path("a/<slug:slug>/options/<str:system>", editing.options, name="options"),
    path("a/<slug:slug>/delete", editing.delete, name="delete"),
    path("a/<slug:slug>/element/<uuid:element>", editing.element, name="element"),
    path("a/<slug:slug>/rate", rating.everyone, name="rate_all"),
    path("a/<slug:slug>/rate/<uuid:element>", rating.one, name="rate"),
]
