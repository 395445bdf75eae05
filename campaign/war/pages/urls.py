"""Addresses of campaigns."""

from django.urls import path

from campaign.war.pages import campaign_page, engagement_page, start_page

app_name = "war"

urlpatterns = [
    path("", start_page.listing, name="list"),
    path("start", start_page.start, name="start"),
    path("<slug:slug>", campaign_page.campaign, name="campaign"),
    path("<slug:slug>/order", campaign_page.order, name="order"),
    path("<slug:slug>/end-turn", campaign_page.end_turn, name="end_turn"),
    path("<slug:slug>/diary", campaign_page.diary, name="diary"),
    path("<slug:slug>/forces", campaign_page.forces, name="forces"),
    path("<slug:slug>/battle/<int:number>", engagement_page.engagement, name="engagement"),
    path("<slug:slug>/battle/<int:number>/choose", engagement_page.choose, name="choose"),
    path("<slug:slug>/battle/<int:number>/collect", engagement_page.collect, name="collect"),
]
