"""Models of the campaign app: profiles, clubs, campaigns, print set-ups, API tokens."""

from campaign.models.api import ApiToken, IdempotencyKey
from campaign.models.club import (
    ArmyEditors,
    Club,
    ClubGuest,
    ClubRecord,
    Colour,
    Membership,
    Role,
    demo_members,
    is_demo_member,
)
from campaign.models.deputies import Deputy
from campaign.models.invitations import HandOver, Invitation, InvitationUse, JoinRequest
from campaign.models.printing import LastPrint, PrintJob, PrintSetup
from campaign.models.profile import Paper, Profile, Theme
from campaign.models.war import (
    Campaign,
    CampaignAct,
    CampaignEngagement,
    CampaignEntry,
    CampaignOrders,
    CampaignSeat,
    CampaignStatus,
)

__all__ = [
    "ApiToken",
    "ArmyEditors",
    "Campaign",
    "CampaignAct",
    "CampaignEngagement",
    "CampaignEntry",
    "CampaignOrders",
    "CampaignSeat",
    "CampaignStatus",
    "Club",
    "ClubGuest",
    "ClubRecord",
    "Colour",
    "Deputy",
    "HandOver",
    "IdempotencyKey",
    "Invitation",
    "InvitationUse",
    "JoinRequest",
    "LastPrint",
    "Membership",
    "Paper",
    "PrintJob",
    "PrintSetup",
    "Profile",
    "Role",
    "Theme",
    "demo_members",
    "is_demo_member",
]
