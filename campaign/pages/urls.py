"""The addresses of the pages that belong to no army."""

from django.urls import URLPattern, URLResolver, include, path

from campaign.pages import army_lists, club, demo, health, home, profile, rulebook, style, tokens

demo_urls = ([path("<slug:username>/", demo.enter, name="enter")], "demo")
club_urls = (
    [
        path("", club.index, name="index"),
        path("<slug:slug>/", club.club, name="club"),
        path("<slug:slug>/house-rules", club.house_rules, name="house_rules"),
    ],
    "clubs",
)
rules_urls = (
    [
        path("", rulebook.index, name="index"),
        path("<str:system>/", rulebook.book, name="book"),
        path("<str:system>/armies/", army_lists.index, name="armies"),
        path("<str:system>/armies/written", army_lists.written, name="army_written"),
        path("<str:system>/armies/<slug:key>/", army_lists.one, name="army"),
        path("<str:system>/armies/<slug:key>.pdf", army_lists.pdf, name="army_pdf"),
        path("<str:system>/cheat-sheet.pdf", rulebook.sheet, name="sheet"),
    ],
    "rules",
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("style", style.style, name="style"),
    path("rules/", include(rules_urls)),
    path("style/", style.style, name="style"),
    path("profile/", profile.profile, name="profile"),
    path("profile/tokens/", tokens.listing, name="tokens"),
    path("profile/tokens/<int:token>/revoke", tokens.revoke, name="token_revoke"),
    path("club/", include(club_urls)),
    path("a/<slug:slug>/house-rules", club.army_house_rules, name="army_house_rules"),
    path("demo/", include(demo_urls)),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
