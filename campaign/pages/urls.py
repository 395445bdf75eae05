"""The addresses of the pages that belong to no army."""

from django.urls import URLPattern, URLResolver, include, path

from campaign.pages import demo, health, home, profile, rulebook, style

demo_urls = ([path("<slug:username>/", demo.enter, name="enter")], "demo")
rules_urls = ([path("", rulebook.index, name="index"), path("<str:system>/", rulebook.book, name="book")], "rules")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("style", style.style, name="style"),
    path("rules/", include(rules_urls)),
    path("style/", style.style, name="style"),
    path("profile/", profile.profile, name="profile"),
    path("demo/", include(demo_urls)),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
