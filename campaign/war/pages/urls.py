"""Addresses of campaigns."""

from django.urls import path

from campaign.war.pages import (
    campaign_page,
    desk_page,
    engagement_page,
    lookup,
    order_forms,
    people_page,
    record_page,
    result_page,
    start_page,
)

app_name = "war"

urlpatterns = [
    path("", start_page.listing, name="list"),
    path("start", start_page.start, name="start"),
    path("new", people_page.found, name="found"),
    path("join/<str:token>", people_page.join, name="join"),
    path("seat/<str:token>", people_page.own_seat, name="own_seat"),
    path("<slug:slug>", campaign_page.campaign, name="campaign"),
    path("<slug:slug>/order", campaign_page.order, name="order"),
    path("<slug:slug>/end-turn", campaign_page.end_turn, name="end_turn"),
    path("<slug:slug>/diary", campaign_page.diary, name="diary"),
    path("<slug:slug>/forces", campaign_page.forces, name="forces"),
    path("<slug:slug>/live", lookup.live, name="live"),
    path("<slug:slug>/since/<str:n>", lookup.since, name="since"),
    path("<slug:slug>/people", people_page.people, name="people"),
    path("<slug:slug>/people/<slug:what>", people_page.change, name="people_change"),
    path("<slug:slug>/dispatches", record_page.dispatches, name="messages"),
    path("<slug:slug>/dispatches/<slug:what>", record_page.message_act, name="message_act"),
    path("<slug:slug>/desk", desk_page.desk_page, name="desk"),
    path("<slug:slug>/desk/try", desk_page.try_turn, name="try_turn"),
    path("<slug:slug>/desk/take-back", desk_page.take_back, name="take_back"),
    path("<slug:slug>/desk/balance", desk_page.balance, name="balance"),
    path("<slug:slug>/desk/delete", desk_page.delete, name="delete"),
    path("<slug:slug>/desk/<slug:what>", desk_page.act, name="desk_act"),
    path("<slug:slug>/staff", order_forms.staff, name="staff"),
    path("<slug:slug>/staff/orders", order_forms.staff_orders, name="staff_orders"),
    path("<slug:slug>/battle/<int:number>", engagement_page.engagement, name="engagement"),
    path("<slug:slug>/battle/<int:number>/choose", engagement_page.choose, name="choose"),
    path("<slug:slug>/battle/<int:number>/dispute", engagement_page.dispute, name="dispute"),
    path("<slug:slug>/battle/<int:number>/collect", engagement_page.collect, name="collect"),
    path("<slug:slug>/battle/<int:number>/confirm", engagement_page.confirm, name="confirm"),
    path("<slug:slug>/battle/<int:number>/result", result_page.result, name="result"),
    path("<slug:slug>/ledger", record_page.entries, name="ledger"),
    path("<slug:slug>/gazette", record_page.gazette, name="gazette"),
    path("<slug:slug>/film", record_page.film, name="film"),
]
