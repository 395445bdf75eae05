"""Addresses of the builder and of an army's history."""

from django.urls import path

from armies.pages.builder import builder_page, change_history

urlpatterns = [
    path("build", builder_page.build, name="build"),
    path("build/add", builder_page.add, name="build_add"),
    path("build/paste", builder_page.paste, name="build_paste"),
    path("build/bulk", builder_page.bulk, name="build_bulk"),
    path("history", change_history.entries, name="history"),
    path("history/<int:number>", change_history.entry, name="entry"),
]
