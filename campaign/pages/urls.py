"""The addresses of the pages that belong to no army."""

from django.urls import URLPattern, URLResolver, include, path

from campaign.pages import (
    army_lists,
    club,
    demo,
    health,
    home,
    print_jobs,
    printing,
    profile,
    rulebook,
    style,
    tokens,
)

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
print_urls = (
    [
        path("setups/", print_jobs.setups, name="setups"),
        path("setups/<int:setup>/rename", print_jobs.rename, name="rename"),
        path("setups/<int:setup>/delete", print_jobs.delete, name="delete"),
        path("job/<str:key>/", print_jobs.job, name="job"),
        path("job/<str:key>/file", print_jobs.job_file, name="job_file"),
        path("job/<str:key>/take-back", print_jobs.take_back, name="take_back"),
        path("<subject:key>/", printing.page, name="page"),
        path("<subject:key>/page.png", printing.picture, name="picture"),
        path("<subject:key>/sheet.pdf", printing.sheet, name="sheet"),
        path("<subject:key>/packet", printing.packet, name="packet"),
        path("<subject:key>/keep", printing.keep, name="keep"),
    ],
    "printing",
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("style", style.style, name="style"),
    path("rules/", include(rules_urls)),
    path("style/", style.style, name="style"),
    path("print/", include(print_urls)),
    path("profile/", profile.profile, name="profile"),
    path("profile/tokens/", tokens.listing, name="tokens"),
    path("profile/tokens/<int:token>/revoke", tokens.revoke, name="token_revoke"),
    path("club/", include(club_urls)),
    path("a/<slug:slug>/house-rules", club.army_house_rules, name="army_house_rules"),
    path("demo/", include(demo_urls)),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
