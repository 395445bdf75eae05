"""All URLs of the project."""

from django.urls import URLPattern, URLResolver, include, path

from campaign.accounts import account_pages, administrators, deletion_requests
from campaign.club.pages import club, house_rules, invitations, moderation, people
from campaign.notices import pages as notice_pages
from campaign.pages import home, pattern_book, rulebook
from campaign.printing.pages import print_jobs, print_page
from campaign.project import metrics, operation_pages

demo_urls = ([path("<slug:username>/", account_pages.enter_demo, name="enter")], "demo")
rules_urls = (
    [
        path("", rulebook.index, name="index"),
        path("<str:system>/", rulebook.book, name="book"),
        path("<str:system>/armies/", rulebook.army_lists, name="armies"),
        path("<str:system>/armies/written", rulebook.army_written, name="army_written"),
        path("<str:system>/armies/<slug:key>/", rulebook.army_list, name="army"),
        path("<str:system>/armies/<slug:key>.pdf", rulebook.army_pdf, name="army_pdf"),
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
club_urls = (
    [
        path("", club.index, name="index"),
        path("new", club.new, name="new"),
        path("join/<str:token>", invitations.join, name="join"),
        path("belongs/<slug:kind>/<slug:slug>", club.belongs, name="belongs"),
        path("<slug:slug>/", club.club, name="club"),
        path("<slug:slug>/library", club.library, name="library"),
        path("<slug:slug>/edit", club.edit, name="edit"),
        path("<slug:slug>/delete", club.delete, name="delete"),
        path("<slug:slug>/record", club.history, name="record"),
        path("<slug:slug>/reports", moderation.club_reports, name="reports"),
        path("<slug:slug>/permissions", club.permissions, name="permissions"),
        path("<slug:slug>/house-rules", house_rules.house_rules, name="house_rules"),
        path("<slug:slug>/people", people.people, name="people"),
        path("<slug:slug>/people/import", people.import_members, name="import_members"),
        path("<slug:slug>/people/<int:user>/role", people.change_role, name="change_role"),
        path("<slug:slug>/people/<int:user>/remove", people.remove, name="remove"),
        path("<slug:slug>/guests", people.add_guest, name="add_guest"),
        path("<slug:slug>/guests/<int:guest>/remove", people.remove_guest, name="remove_guest"),
        path("<slug:slug>/deputies", people.name_deputy, name="name_deputy"),
        path("<slug:slug>/deputies/<int:deputy>/end", people.end_deputy, name="end_deputy"),
        path("<slug:slug>/offer", people.offer, name="offer"),
        path("<slug:slug>/offer/answer", people.answer_offer, name="answer_offer"),
        path("<slug:slug>/ask", people.ask, name="ask"),
        path("<slug:slug>/requests/<int:user>", people.decide, name="decide"),
        path("<slug:slug>/figures", club.club_figures, name="figures"),
        path("<slug:slug>/figures/shown", club.show_figures, name="show_figures"),
        path("<slug:slug>/webhooks", notice_pages.club_webhooks, name="webhooks"),
        path("<slug:slug>/webhooks/<int:webhook>/change", notice_pages.change_webhook, name="webhook_change"),
        path("<slug:slug>/webhooks/<int:webhook>/remove", notice_pages.remove_webhook, name="webhook_remove"),
        path("<slug:slug>/webhooks/<int:webhook>/test", notice_pages.test_webhook, name="webhook_test"),
        path("<slug:slug>/invitations", invitations.listing, name="invitations"),
        path("<slug:slug>/invitations/<int:invitation>/revoke", invitations.revoke, name="revoke"),
    ],
    "clubs",
)
notice_urls = (
    [
        path("", notice_pages.listing, name="list"),
        path("<int:notice>/open", notice_pages.open_notice, name="open"),
        path("read", notice_pages.read, name="read"),
        path("mail", notice_pages.choose_mail, name="mail"),
        path("calendar", notice_pages.choose_calendar, name="choose_calendar"),
        path("calendar/<str:token>.ics", notice_pages.read_calendar, name="calendar"),
        path("stop/<str:token>", notice_pages.stop, name="stop"),
    ],
    "notices",
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("style", pattern_book.style, name="style"),
    path("rules/", include(rules_urls)),
    path("style/", pattern_book.style, name="style"),
    path("print/", include(print_urls)),
    path("profile/", account_pages.profile, name="profile"),
    path("profile/delete", deletion_requests.own, name="delete_account"),
    path("profile/tokens/", account_pages.listing, name="tokens"),
    path("profile/tokens/<int:token>/revoke", account_pages.revoke, name="token_revoke"),
    path("first/<str:token>", administrators.first_account, name="first_administrator"),
    path("campaigns/", include("campaign.war.pages.urls")),
    path("club/", include(club_urls)),
    path("notices/", include(notice_urls)),
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
    path("operator/", operation_pages.page, name="operator"),
    path("operator/accounts", administrators.accounts, name="accounts"),
    path("operator/accounts/<int:user>/lock", administrators.lock, name="account_lock"),
    path("operator/accounts/<int:user>/password", administrators.password_link, name="account_password_link"),
    path("operator/accounts/<int:user>/delete", deletion_requests.other, name="account_delete"),
    path("metrics", operation_pages.metrics, name="metrics"),
    path("healthz", metrics.healthz, name="healthz"),
    path("readyz", metrics.readyz, name="readyz"),
    path("", include("armies.pages.urls")),
    path("", include("battles.pages.urls")),
    path("api/", include("campaign.api.urls")),
    path("accounts/", include("allauth.urls")),
]

handler429 = "campaign.project.error_pages.too_many"
handler500 = "campaign.project.error_pages.server_error"
