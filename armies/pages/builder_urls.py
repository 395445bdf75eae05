"""The addresses of the builder and of an army's history."""

from django.urls import path

from armies.pages import building, past

urlpatterns = [
    path("build", building.build, name="build"),
    path("build/add", building.add, name="build_add"),
    path("build/paste", building.paste, name="build_paste"),
    path("build/bulk", building.bulk, name="build_bulk"),
    path("history", past.entries, name="history"),
    path("history/<int:number>", past.entry, name="entry"),
]
