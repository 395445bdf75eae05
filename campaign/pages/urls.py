"""URLs of the home page, accounts, clubs, rulebooks, printing and operation."""

from django.urls import URLPattern, URLResolver, include, path

from campaign.accounts import account_pages, administrators, deletion_requests, profile_pages
from campaign.club.pages import house_rules, moderation
from campaign.pages import army_lists, home, pattern_book, rulebook
from campaign.printing.pages import print_jobs, print_page
from campaign.project import health, operation_pages, operator_page

demo_urls = ([path("<slug:username>/", account_pages.enter_demo, name="enter")], "demo")
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
        path("job/<str:key>/take-back", print_jobs.cancel, name="take_back"),
        path("<subject:key>/", print_page.page, name="page"),
        path("<subject:key>/page.png", print_page.picture, name="picture"),
        path("<subject:key>/sheet.pdf", print_page.sheet, name="sheet"),
        path("<subject:key>/sheet.txt", print_page.text, name="text"),
        path("<subject:key>/packet", print_page.packet, name="packet"),
        path("<subject:key>/keep", print_page.keep, name="keep"),
    ],
    "printing",
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("style", pattern_book.style, name="style"),
    path("rules/", include(rules_urls)),
    path("style/", pattern_book.style, name="style"),
    path("print/", include(print_urls)),
    path("profile/", profile_pages.profile, name="profile"),
    path("profile/delete", deletion_requests.own, name="delete_account"),
    path("profile/tokens/", profile_pages.listing, name="tokens"),
    path("profile/tokens/<int:token>/revoke", profile_pages.revoke, name="token_revoke"),
    path("first/<str:token>", administrators.first_account, name="first_administrator"),
    path("campaigns/", include("campaign.war.pages.urls")),
    path("club/", include("campaign.club.pages.urls")),
    path("notices/", include("campaign.notices.urls")),
    path("a/<slug:slug>/house-rules", house_rules.army_house_rules, name="army_house_rules"),
    path("profile/record", moderation.account_record, name="account_record"),
    path("report/<slug:kind>/<slug:slug>", moderation.report, name="report"),
    path("report/<slug:kind>/<slug:slug>/decide", moderation.decide, name="decide"),
    path("reports/<int:report>/answer", moderation.answer, name="report_answer"),
    path("operator/clubs", operation_pages.club_list, name="operator_clubs"),
    path("operator/clubs/<int:club>/appoint", operation_pages.appoint, name="appoint"),
    path("operator/storage", operation_pages.storage, name="operator_storage"),
    path("operator/mail", operation_pages.mail_page, name="operator_mail"),
    path("operator/reports", moderation.all_reports, name="reports"),
    path("operator/record", moderation.installation_record, name="installation_record"),
    path("demo/", include(demo_urls)),
    path("operator/", operator_page.page, name="operator"),
    path("operator/accounts", administrators.accounts, name="accounts"),
    path("operator/accounts/<int:user>/lock", administrators.lock, name="account_lock"),
    path("operator/accounts/<int:user>/password", administrators.password_link, name="account_password_link"),
    path("operator/accounts/<int:user>/delete", deletion_requests.other, name="account_delete"),
    path("metrics", operator_page.metrics, name="metrics"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
