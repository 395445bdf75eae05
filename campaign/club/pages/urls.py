"""URLs of clubs, under `/club/`."""

from django.urls import path

from campaign.club.pages import club, figures, house_rules, invitations, member_list, moderation, people, webhooks

app_name = "clubs"

urlpatterns = [
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
    path("<slug:slug>/people/import", member_list.import_members, name="import_members"),
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
    path("<slug:slug>/figures", figures.listing, name="figures"),
    path("<slug:slug>/figures/shown", figures.show, name="show_figures"),
    path("<slug:slug>/webhooks", webhooks.listing, name="webhooks"),
    path("<slug:slug>/webhooks/<int:webhook>/change", webhooks.change, name="webhook_change"),
    path("<slug:slug>/webhooks/<int:webhook>/remove", webhooks.remove, name="webhook_remove"),
    path("<slug:slug>/webhooks/<int:webhook>/test", webhooks.test, name="webhook_test"),
    path("<slug:slug>/invitations", invitations.listing, name="invitations"),
    path("<slug:slug>/invitations/<int:invitation>/revoke", invitations.revoke, name="revoke"),
]
